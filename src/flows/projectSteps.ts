import * as vscode from 'vscode';
import type { Identifier, Project, ProjectId } from '../client/core/types';
import type { CommandContext } from '../context';
import { RecentChoices } from '../session/recentChoices';
import type { ConnectedService } from '../session/service';
import type { DraftStep, ProjectChoice } from './launchDraft';
import { isDismissed, type StepAnswer, type StepPosition } from './multiStep';
import { type ChoiceOrSeparator, createSeparator, enterText, pickOne } from './quickInput';

/** One step, or two when the user chooses to create a project. */
export function createProjectSteps(
  context: CommandContext,
  title: string,
): { readonly choose: DraftStep; readonly name: DraftStep } {
  return {
    choose: async (state, position) => {
      let listed: readonly ProjectId[] | undefined;
      const list = async (signal: AbortSignal) => {
        const { items } = await context.projects.fresh(state.service, { signal });
        listed = items.map(({ id }) => id);
        return listProjectChoices(items);
      };
      const last = new RecentChoices(context.globalState).last('project', state.service);
      const answer = await chooseProject({ title, list, last }, position);
      return isDismissed(answer) ? answer : { ...state, project: answer, ...(listed && { listed }) };
    },
    name: async (state, position) => {
      const answer = await enterProjectName(title, position);
      if (isDismissed(answer)) return answer;
      const { listed: before } = state;
      return { ...state, project: { newName: answer, ...(before && { before }) } };
    },
  };
}

export async function enterProjectName(title: string, position?: StepPosition): Promise<StepAnswer<string>> {
  return await enterText(
    {
      title,
      prompt: vscode.l10n.t('Name of the new project'),
      value: vscode.workspace.name ?? '',
      problem: (value) => (value === '' ? vscode.l10n.t('Enter a name for the project.') : undefined),
    },
    position,
  );
}

interface ProjectQuestion {
  readonly title: string;
  readonly list: (signal: AbortSignal) => Promise<ChoiceOrSeparator<ProjectChoice | 'new'>[]>;
  /** The project that was chosen last. */
  readonly last: Identifier | undefined;
}

async function chooseProject(
  { title, list, last }: ProjectQuestion,
  position: StepPosition,
): Promise<StepAnswer<ProjectChoice | 'new'>> {
  return await pickOne<ProjectChoice | 'new'>(
    {
      title,
      placeholder: vscode.l10n.t('Select the project for the simulation'),
      choices: list,
      preselect: (choice) =>
        choice !== 'new' && 'id' in choice && (last === undefined || isSame(choice.id, last)),
    },
    position,
  );
}

function listProjectChoices(projects: readonly Project[]): ChoiceOrSeparator<ProjectChoice | 'new'>[] {
  const existing = projects.map(({ id, name }) => ({
    label: name,
    ...(name !== String(id) && { description: String(id) }),
    iconPath: new vscode.ThemeIcon('project'),
    value: { id, name },
  }));
  return [
    { label: vscode.l10n.t('New project…'), iconPath: new vscode.ThemeIcon('add'), value: 'new' },
    ...(existing.length === 0 ? [] : [createSeparator(vscode.l10n.t('Projects'))]),
    ...existing,
  ];
}

function isSame(a: Identifier, b: Identifier): boolean {
  return a === b;
}

export async function rememberProject(
  context: CommandContext,
  service: ConnectedService,
  project: ProjectChoice,
): Promise<void> {
  if (!('id' in project)) return;
  await new RecentChoices(context.globalState).remember('project', service, project.id);
}
