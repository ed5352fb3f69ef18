import path from 'node:path';
import * as vscode from 'vscode';
import type { CommandContext } from '../../context';
import { relativePath, toSlashes } from '../../files/paths';
import { resolveInside } from '../../files/resolveLinks';
import {
  decidedProjectOf,
  existingModelOf,
  type LaunchDraft,
  planOf,
  type ProjectChoice,
} from '../../flows/launchDraft';
import { planLaunch } from '../../flows/planLaunch';
import { rememberChoices } from '../../flows/rememberChoices';
import { parseExplorerUris, selectionsOf } from '../../flows/selection';
import { askToSaveTable, chooseTable, isTable } from '../../flows/tableStep';
import type { LaunchAnswers } from '../../launch/journalEntry';
import type { LaunchContext, LaunchPlan } from '../../launch/launch';
import { assertTrusted } from '../../platform/trust';
import { FilesNotDescribableError, LaunchRequestError } from '../../request/errors';
import { escapePattern } from '../../request/requestedFiles';
import { inOneFolder } from '../../request/requestFolders';
import { describeModel } from '../../request/toLaunchRequest';
import type { ConnectedService } from '../../session/service';
import type { StudyDraft } from '../../study/prepareStudy';
import { readTable } from '../../study/readTable';
import { readTableFile } from '../../study/readTableFile';
import type { StudyPlan } from '../../study/study';
import { StudyError } from '../../study/studyProblem';
import { templateExtension } from '../../study/studyTemplate';
import { withLateProgress } from '../../ui/cancellableProgress';
import { SelectionError } from '../../upload/errors';
import { formatStudyLabel } from '../../views/studyItems';
import type { WorkflowContext } from '../../workflow/followLaunch';
import { withLaunchProgress } from '../../workflow/launchProgress';
import { observeLaunch } from '../../workflow/observeLaunch';
import { showLaunchResult } from '../../workflow/showResult';
import { answersOfRow } from '../launch/commandArguments';
import { findRequestFolders } from '../requested/requestedLaunch';
import { type AgreedStudy, agreeOnStudy } from './agreeOnStudy';
import { followStudy } from './followStudy';
import { offerToGoOn } from './offerToGoOn';
import type { StudyChange } from './prepareTable';
import { clearStudyProblems, showStudyProblems } from './showStudyProblems';

/** A table in a folder of the workspace. */
interface FoundTable {
  readonly folder: vscode.WorkspaceFolder;
  /** Absolute path of the folder, as the window knows it. */
  readonly root: string;
  /** Absolute path of the table, below `root`. */
  readonly table: string;
  /** Pattern that excludes the table from the files of a model. */
  readonly pattern: string;
}

/**
 * A table → one simulation for each of its rows. Called for a table in the Explorer, with the files of the model if
 * they are selected too; from the row of a reusable model; or from the palette.
 * @throws OtherServiceError for a row of another service, UntrustedError, SelectionError
 */
export async function createFromTable(
  context: CommandContext,
  clicked?: unknown,
  selected?: unknown,
): Promise<void> {
  assertTrusted();
  const title = vscode.l10n.t('Create Simulations from Table');
  const service = await context.connection.service();
  const { model } = await answersOfRow(context, service, clicked);
  const uris = model === undefined ? parseExplorerUris(clicked, selected) : undefined;
  const uri = uris === undefined ? await chooseTable(title) : (findTable(clicked, uris) ?? uris[0]);
  if (uri === undefined || !(await askToSaveTable(uri.fsPath))) return;
  const found = await locate(uri);
  if (await offerToGoOn(context, found.table)) return;
  const others = (uris ?? []).filter((one) => one.toString() !== uri.toString());
  const selections = others.length === 0 ? undefined : selectionsOf(others, context.settings);
  let templates: ReadonlyMap<string, string> = new Map();
  try {
    const isModelKnown = model !== undefined || selections !== undefined;
    const columns = isModelKnown ? [] : await readColumns(context, found.table);
    const hasFiles = columns.includes('files');
    const without = (draft: LaunchDraft) => leaveOut(draft, found);
    const draft = await planLaunch(context, {
      title,
      service,
      goal: 'simulation',
      table: {
        hasFiles,
        isOfFiles: columns.includes('name') || (await hasTemplates(found.table)),
        folder: path.dirname(found.table),
        leaveOut: without,
      },
      from: selections === undefined ? 'model' : 'files',
      known: { model, selections },
    });
    const project = draft && decidedProjectOf(draft);
    if (draft === undefined || project === undefined) return;
    await rememberChoices(context, { service: draft.service, project });
    const source = await findModelsOfStudy(context, draft, { ...found, hasFiles });
    if (source === undefined) return;
    templates = new Map(draft.files?.map((file) => [file.name, file.path]));
    await startStudy(context, draft, project, { table: found.table, ...source });
  } catch (error) {
    if (!(error instanceof StudyError)) throw error;
    showStudyProblems(context, error, { table: found.table, templates });
  }
}

/**
 * Asks for the rows of a table, carries them out, and shows their end.
 * @param change why the user is asked again, if that is so
 * @throws the errors of {@link agreeOnStudy}
 */
async function startStudy(
  context: WorkflowContext,
  draft: LaunchDraft & { readonly service: ConnectedService },
  choice: ProjectChoice,
  table: Omit<StudyDraft, 'project'>,
  change?: StudyChange,
): Promise<void> {
  const { service, answers } = draft;
  const isNewProject = 'newName' in choice;
  // A project that does not exist yet has a name only. No project of a service has an empty identifier.
  const planned = isNewProject ? { id: '', name: choice.newName } : choice;
  const check = () => context.connection.requireSelected(service);
  const agreed = await agreeOnStudy(
    context,
    { ...table, project: planned },
    { service, isNewProject, check, change, onPrepared: clearStudyProblems },
    (read) => withLateProgress(vscode.l10n.t('Reading the table and its files…'), read),
    new AbortController().signal,
  );
  if (agreed === undefined) return;
  const { study, options, clientOf } = agreed;
  const project = isNewProject ? await createProject(context, agreed, choice, answers) : choice;
  if (project === undefined) return;
  const followed = {
    label: formatStudyLabel({ project, table: study.table }),
    rows: options.firstRowOnly === true ? 1 : study.rows.length,
  };
  const end = await followStudy(context, followed, (observer) =>
    context.launches.runners.studies.start({ ...study, project }, options, { ...observer, clientOf }),
  );
  if (end === 'changed') await startStudy(context, draft, project, table, 'rows');
}

/** Creates the project of a study by a launch of its own. @returns nothing unless it was created; the end is shown */
async function createProject(
  context: WorkflowContext,
  { options, clientOf }: AgreedStudy,
  project: Extract<ProjectChoice, { readonly newName: string }>,
  answers: LaunchAnswers | undefined,
): Promise<StudyPlan['project'] | undefined> {
  const { service, bodies, protectionConfirmed } = options;
  const plan: LaunchPlan & LaunchContext = {
    service,
    project,
    model: { name: project.newName, projectOnly: true },
    finalise: false,
    simulate: false,
    bodies,
    ...(answers && { answers }),
    ...(protectionConfirmed && { protectionConfirmed }),
  };
  const { launches } = context.launches.runners;
  const result = await observeLaunch(
    context,
    (observer) => launches.start(plan, observer, { clientOf }),
    (task) => withLaunchProgress(vscode.l10n.t('Create Project'), task),
  );
  if (result.end === 'done') return result.record.project;
  showLaunchResult(context, result);
  return undefined;
}

/** The table among the selected entries: the one that was clicked, if it is one. */
function findTable(clicked: unknown, uris: readonly vscode.Uri[]): vscode.Uri | undefined {
  return uris.find((uri) => isTable(uri) && String(clicked) === uri.toString()) ?? uris.find(isTable);
}

/** @throws SelectionError */
async function locate(uri: vscode.Uri): Promise<FoundTable> {
  const folder = vscode.workspace.getWorkspaceFolder(uri);
  if (folder === undefined || uri.scheme !== 'file') throw new SelectionError('outsideWorkspace');
  const root = folder.uri.fsPath;
  // The table itself is opened without following a link.
  const table = await resolveInside(root, path.resolve(uri.fsPath));
  if (table === undefined) throw new SelectionError('outsideWorkspace');
  const pattern = `/${escapePattern(toSlashes(relativePath(root, table)))}`;
  return { folder, root, table, pattern };
}

async function readColumns(
  { settings }: Pick<CommandContext, 'settings'>,
  table: string,
): Promise<readonly string[]> {
  const bytes = await readTableFile(table, new AbortController().signal);
  return readTable(bytes, settings.maxStudyRows).columns;
}

async function hasTemplates(table: string): Promise<boolean> {
  const pattern = new vscode.RelativePattern(path.dirname(table), `**/*${templateExtension}`);
  return (await vscode.workspace.findFiles(pattern, '**/node_modules/**', 1)).length > 0;
}

/** A table in the folder of a model is no part of it, unless the user ticks it. */
function leaveOut(draft: LaunchDraft, { pattern, folder }: FoundTable): LaunchDraft {
  const { selections } = draft;
  if (selections === undefined) return draft;
  return {
    ...draft,
    selections: selections.map((selection) =>
      selection.root === folder.uri.fsPath
        ? { ...selection, exclude: [...selection.exclude, pattern] }
        : selection,
    ),
  };
}

/**
 * Finds the models of a study, and the patterns of files that belong to none.
 * @returns nothing when the user cancelled
 * @throws FilesNotDescribableError, LaunchRequestError, SelectionError
 */
async function findModelsOfStudy(
  { settings }: Pick<CommandContext, 'settings'>,
  draft: LaunchDraft & { readonly service: ConnectedService },
  { folder, root, table, pattern, hasFiles }: FoundTable & { readonly hasFiles: boolean },
): Promise<Pick<StudyDraft, 'model' | 'folders'> | undefined> {
  const own = { root, exclude: settings.exclude(folder.uri) };
  const folders = findRequestFolders(folder, settings);
  const existing = existingModelOf(draft);
  if (existing !== undefined) return { model: existing, folders };
  // A simulation needs a finalised model.
  if (!draft.finalise) throw new LaunchRequestError([{ kind: 'notFinalised' }]);
  if (hasFiles)
    return { model: { perRow: true, exclude: [root + pattern], name: path.parse(table).name }, folders };
  const plan = planOf(draft);
  if (plan === undefined || !('files' in plan.model)) throw new SelectionError('noFiles');
  const { model } = plan;
  const title = vscode.l10n.t('Examining the files…');
  return await withLateProgress(title, async (signal) => {
    try {
      return { model: await describeModel(model, own, signal), folders };
    } catch (error) {
      if (!(error instanceof FilesNotDescribableError) || error.reason !== 'excluded') throw error;
      // The user has ticked files in the plan that are otherwise excluded.
      const all = { root, exclude: [] };
      return { model: await describeModel(model, all, signal), folders: inOneFolder(all) };
    }
  });
}
