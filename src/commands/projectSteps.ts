import * as vscode from 'vscode';
import type { Identifier, Project, ProjectId } from '../client/types';
import type { ServiceAddress } from '../connection';
import type { CommandContext } from './context';
import { enterText, pickOne, separator, type ChoiceOrSeparator } from './quickInput';
import { back, type Step, type StepAnswer, type StepPosition } from './steps';

/** A project that exists, or the name of one that is created when all steps are answered. */
export type ProjectChoice =
  | { readonly id: ProjectId; readonly name: string }
  | { readonly newName: string; readonly before?: readonly ProjectId[] };

/** Part of the state of every flow that asks for a project. */
export interface ProjectState {
  readonly address: ServiceAddress;
  /** `new` asks for a name next. */
  readonly project?: ProjectChoice | 'new';
}

/** One step, or two when a new project is chosen. */
export function projectSteps<S extends ProjectState>(
  context: CommandContext,
  title: string,
): { readonly choose: Step<S>; readonly name: Step<S> } {
  return {
    choose: async (state, position) => {
      const answer = await chooseProject(context, { title, address: state.address }, position);
      return isLeft(answer) ? answer : { ...state, project: answer };
    },
    name: async (state, position) => {
      const answer = await enterProjectName(title, position);
      if (isLeft(answer)) return answer;
      const before = await context.projects.knownIds();
      return { ...state, project: { newName: answer, before } };
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

export function isLeft<T>(answer: StepAnswer<T>): answer is typeof back | undefined {
  return answer === undefined || answer === back;
}

async function chooseProject(
  context: CommandContext,
  { title, address }: { title: string; address: ServiceAddress },
  position: StepPosition,
): Promise<StepAnswer<ProjectChoice | 'new'>> {
  const last = context.memory.last('project', address);
  return await pickOne<ProjectChoice | 'new'>(
    {
      title,
      placeholder: vscode.l10n.t('Choose the project of the simulation'),
      choices: async (signal) => projectChoices((await context.projects.fresh(signal)).items),
      preselect: (choice) =>
        choice !== 'new' && 'id' in choice && (last === undefined || isSame(choice.id, last)),
    },
    position,
  );
}

function projectChoices(projects: readonly Project[]): ChoiceOrSeparator<ProjectChoice | 'new'>[] {
  const existing = projects.map(({ id, name }) => ({
    label: name,
    ...(name !== String(id) && { description: String(id) }),
    iconPath: new vscode.ThemeIcon('project'),
    value: { id, name },
  }));
  return [
    { label: vscode.l10n.t('New project…'), iconPath: new vscode.ThemeIcon('add'), value: 'new' },
    ...(existing.length === 0 ? [] : [separator(vscode.l10n.t('Projects'))]),
    ...existing,
  ];
}

function isSame(a: Identifier, b: Identifier): boolean {
  return a === b;
}
