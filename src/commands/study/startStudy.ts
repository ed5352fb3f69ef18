import * as vscode from 'vscode';
import type { CommandContext } from '../../context';
import type { ProjectChoice } from '../../flows/launchDraft';
import type { LaunchAnswers } from '../../launch/journalEntry';
import type { LaunchContext, LaunchPlan, StartOptions } from '../../launch/launch';
import { getGitState } from '../../platform/gitState';
import { type ServiceSnapshot, toServiceRef } from '../../session/service';
import { assertSameStudy, type StudyDraft } from '../../study/prepareStudy';
import type { PreparedStudy, StudyPlan } from '../../study/study';
import { StudyError } from '../../study/studyProblem';
import { withLateProgress } from '../../ui/cancellableProgress';
import { formatStudyLabel } from '../../views/studyItems';
import { withLaunchProgress } from '../launch/launchProgress';
import { observeLaunch } from '../launch/launchResult';
import { showLaunchResult } from '../launch/startLaunch';
import { askForStudy } from './askForStudy';
import { followStudy } from './followStudy';
import { excludeRows, prepareTable, proposeStudy } from './prepareTable';
import { clearStudyProblems, showStudyProblems } from './showStudyProblems';

/** Where the user wants the rows of a table. */
export interface StudyTarget {
  readonly project: ProjectChoice;
  /** The answers for a project that is created. */
  readonly answers?: LaunchAnswers;
  readonly service: ServiceSnapshot;
  /** Absolute paths of the files of the model by their names. */
  readonly templates: ReadonlyMap<string, string>;
  /** Throws when nothing may be created at the service any more. */
  readonly check: () => unknown;
}

/**
 * Shows what a table would create, asks, and creates it if nothing has changed meanwhile. Problems of the table are
 * shown.
 * @throws OtherServiceError, StudyChangedError, UntrustedError
 */
export async function startStudy(
  context: CommandContext,
  table: Omit<StudyDraft, 'project'>,
  target: StudyTarget,
): Promise<void> {
  const { project, service, check, templates } = target;
  const isNewProject = 'newName' in project;
  // A project that does not exist yet has a name only. No project of a service has an empty identifier.
  const planned = isNewProject ? { id: '', name: project.newName } : project;
  const draft: StudyDraft = { ...table, project: planned };
  const progressTitle = vscode.l10n.t('Reading the table and its files…');
  try {
    const asked = await withLateProgress(progressTitle, (signal) =>
      proposeStudy(context, draft, { service, isNewProject }, signal),
    );
    if (asked === undefined) return;
    clearStudyProblems();
    const answer = await askForStudy(context, asked, new AbortController().signal);
    if (answer === undefined) return;
    if (answer === 'leaveOut') {
      await startStudy(context, excludeRows(table, asked.startedRows), target);
      return;
    }
    await check();
    const study = await withLateProgress(progressTitle, (signal) =>
      prepareTable(context, draft, service, signal),
    );
    if (study === undefined) return;
    assertSameStudy(asked.study, study);
    await run(context, target, study, answer);
  } catch (error) {
    if (!(error instanceof StudyError)) throw error;
    showStudyProblems(context, error, { table: table.table, templates });
  }
}

async function run(
  context: CommandContext,
  { project: choice, answers, service }: StudyTarget,
  study: PreparedStudy,
  { firstRowOnly, isProtected }: { readonly firstRowOnly: boolean; readonly isProtected: boolean },
): Promise<void> {
  const { connection } = context;
  const ref = toServiceRef(service, await connection.accountOf(service));
  const source = getGitState(study.table.path);
  const protectionAsked = isProtected ? { protectionAsked: true } : {};
  const clientOf = (cancelled: AbortSignal) =>
    connection.launchClient(service, { cancelled, account: ref.account });
  const planned = { service: ref, ...(answers && { answers }), ...protectionAsked };
  const project = 'newName' in choice ? await createProject(context, choice, planned, clientOf) : choice;
  if (project === undefined) return;
  const { studies } = context.launches.runners;
  const rows = firstRowOnly ? 1 : study.rows.length;
  await followStudy(context, { label: formatStudyLabel({ project, table: study.table }), rows }, (observer) =>
    studies.start(
      { ...study, project },
      { service: ref, firstRowOnly, ...protectionAsked, ...(source && { source }) },
      { ...observer, clientOf },
    ),
  );
}

/** Creates the project of a study by a launch of its own. @returns nothing unless it was created; the end is shown */
async function createProject(
  context: CommandContext,
  project: Extract<ProjectChoice, { readonly newName: string }>,
  planned: Pick<LaunchPlan & LaunchContext, 'service' | 'answers' | 'protectionAsked'>,
  clientOf: StartOptions['clientOf'],
): Promise<StudyPlan['project'] | undefined> {
  const model = { name: project.newName, none: true } as const;
  const plan: LaunchPlan & LaunchContext = { ...planned, project, model, finalise: false, simulate: false };
  const result = await observeLaunch(
    context,
    async (observer) =>
      await context.launches.runners.launches.start(
        plan,
        observer,
        clientOf === undefined ? {} : { clientOf },
      ),
    (task) => withLaunchProgress(vscode.l10n.t('Create Project'), task),
  );
  if (result.end === 'done') return result.record.project;
  showLaunchResult(context, result);
  return undefined;
}
