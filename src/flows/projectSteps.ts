import * as vscode from 'vscode';
import { isSignInRequired, ResponseError, StatusError } from '../client/core/errors';
import type { Listing, Project } from '../client/core/types';
import type { CommandContext } from '../context';
import { withEllipsis } from '../messages/labels';
import type { RankedEntries, RecentChoices } from '../session/recentChoices';
import type { ConnectedService } from '../session/service';
import type { ActionRow, Choice, Row } from '../ui/choiceRows';
import { createFailureRows } from '../ui/failureRows';
import type { OtherRows } from '../ui/loadRows';
import { isDismissed, type StepAnswer, type StepPosition } from '../ui/multiStep';
import { createSection, createSeparator, enterText, pickOne } from '../ui/quickInput';
import { type DraftStep, type LaunchDraft, listProjectsBefore } from './launchDraft';
import { retakeService } from './retakeService';
import { createUnlistedRows } from './unlistedRow';

/** An existing project, or a new one with its suggested name. */
type Answer = Project | { readonly typed: string };

/** One step, or two when the user chooses to create a project. */
export function createProjectSteps(
  context: Pick<CommandContext, 'choices' | 'connection' | 'log' | 'projects'>,
): {
  readonly choose: DraftStep;
  readonly name: DraftStep;
} {
  const { choices, connection, projects } = context;
  const choose: DraftStep = async (state, position) => {
    let { service } = state;
    let listed: LaunchDraft['listed'];
    let last: Project | undefined;
    const answer = await pickOne<Answer>(
      {
        title: state.title,
        placeholder: vscode.l10n.t('Select the project for the simulation'),
        choices: async ({ isRepeat = false, ...options }) => {
          if (isRepeat) service = await retakeService(connection, state);
          const listing = await projects.fresh(service, options);
          // The user may have signed in for it.
          service = { ...service, account: service.account ?? (await connection.accountOf(service)) };
          listed = listing;
          last = findLastProject(choices, listing, service);
          const ranked = choices.rank('project', service, listing.items);
          return listProjectChoices(listing, last === undefined ? ranked : withLast(ranked, last));
        },
        whileLoading: listRowsWhileLoading(),
        whenFailed: (error, loadAgain) => {
          const { rows, active } = createFailureRows(context, error, loadAgain);
          const lasting = mayStillCreate(error) ? [createNewProjectRow()] : [];
          return { rows: [...rows, ...lasting], active };
        },
        // The last used project, or else a new one, so that no run goes where nobody wanted.
        preselect: (value) => (last === undefined ? 'typed' in value : value === last),
      },
      position,
    );
    if (isDismissed(answer)) return answer;
    if ('id' in answer) return { ...state, service, project: { id: answer.id, name: answer.name } };
    return { ...state, service, project: 'new', typed: answer.typed, listed };
  };
  return { choose, name: askForName };
}

const askForName: DraftStep = async (state, position) => {
  const { title, listed, typed = '' } = state;
  const answer = await enterProjectName({ title, typed, listed: () => listed }, position);
  if (isDismissed(answer)) return answer;
  return { ...state, project: { newName: answer, ...listProjectsBefore(listed) } };
};

interface NameQuestion {
  readonly title: string;
  /** The suggestion; empty for the name of the workspace. */
  readonly typed?: string;
  /** The existing projects, as far as they are known by now. */
  readonly listed: () => LaunchDraft['listed'];
}

export async function enterProjectName(
  { title, typed = '', listed }: NameQuestion,
  position?: StepPosition,
): Promise<StepAnswer<string>> {
  return await enterText(
    {
      title,
      prompt: vscode.l10n.t('Name of the new project'),
      value: typed === '' ? (vscode.workspace.name ?? '') : typed,
      problem: (value) => (value === '' ? vscode.l10n.t('This field is required.') : undefined),
      warning: (value) =>
        listed()?.items.some(({ name }) => name === value) === true
          ? vscode.l10n.t('A project with this name already exists. Press Enter to create another one.')
          : undefined,
    },
    position,
  );
}

/** If several projects have one name, it is not known which of them was created. */
function findLastProject(
  choices: RecentChoices,
  { items, partial }: Listing<Project>,
  service: ConnectedService,
): Project | undefined {
  const found = items.filter((project) =>
    // Another project of the last name may not be listed.
    partial === undefined
      ? choices.isLastProject(project, service)
      : project.id === choices.last('project', service),
  );
  return found.length === 1 ? found[0] : undefined;
}

/** A project that was just created is known by its name only. */
function withLast({ pinned, used, others }: RankedEntries<Project>, last: Project): RankedEntries<Project> {
  if (pinned.includes(last) || used[0] === last) return { pinned, used, others };
  const isOther = (project: Project) => project !== last;
  return { pinned, used: [last, ...used.filter(isOther)], others: others.filter(isOther) };
}

function listProjectChoices(
  listing: Listing<Project>,
  { pinned, used, others }: RankedEntries<Project>,
): Row<Answer>[] {
  return [
    ...createSection(vscode.l10n.t('pinned'), pinned.map(createProjectRow)),
    ...createSection(vscode.l10n.t('recently used'), used.map(createProjectRow)),
    createSeparator(vscode.l10n.t('Projects')),
    createNewProjectRow(),
    ...createUnlistedRows<Answer>(listing, (project) => ({ ...project, fields: {} })),
    ...others.map(createProjectRow),
  ];
}

/** Enter accepts none of them, because it would have accepted another row a moment later. */
function listRowsWhileLoading(): OtherRows<Answer> {
  const waiting: ActionRow = {
    label: vscode.l10n.t('Loading the projects…'),
    iconPath: new vscode.ThemeIcon('loading~spin'),
    alwaysShow: true,
    run: () => undefined,
  };
  return { rows: [waiting, createNewProjectRow()], active: waiting };
}

function createProjectRow(project: Project): Choice<Answer> {
  const { id, name } = project;
  return {
    label: name,
    ...(name !== String(id) && { description: String(id) }),
    iconPath: new vscode.ThemeIcon('project'),
    value: project,
  };
}

function createNewProjectRow(): Choice<Answer> {
  const iconPath = new vscode.ThemeIcon('add');
  return {
    label: withEllipsis(vscode.l10n.t('New project')),
    iconPath,
    value: { typed: '' },
    // Not in the label: filtering matches labels, and this row is none of the projects.
    whileTyping: (typed) => ({
      label: vscode.l10n.t('New project'),
      description: withEllipsis(vscode.l10n.t('“{0}”', typed)),
      iconPath,
      value: { typed },
    }),
  };
}

/** Whether the service that failed to list its projects may be able to create one: it has responded. */
function mayStillCreate(error: unknown): boolean {
  return (error instanceof StatusError && !isSignInRequired(error)) || error instanceof ResponseError;
}
