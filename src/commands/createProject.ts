import * as vscode from 'vscode';
import { copyData, showMessage } from '../outlets';
import type { CommandContext } from './context';
import { enterProjectName, isLeft } from './projectSteps';
import { mayCreateProject } from './protectedEnvironment';
import { promptSteps, type PromptState } from './promptSteps';
import { runSteps, type Step } from './steps';

interface ProjectState extends PromptState {
  readonly name: string;
}

export async function createProject(context: CommandContext): Promise<void> {
  const service = await context.connection.service();
  const title = vscode.l10n.t('Create Project');
  const prompts = service.shape.templates.createProject?.prompts ?? [];
  const state = await runSteps<ProjectState>({ name: '' }, () => [
    nameStep(title),
    ...promptSteps<ProjectState>({ title, operation: 'createProject' }, prompts),
  ]);
  if (state === undefined) return;
  const { name, answers } = state;
  if (!(await mayCreateProject(context, service, name))) return;
  const progress = {
    location: vscode.ProgressLocation.Notification,
    title: vscode.l10n.t('Creating the project…'),
  };
  const project = await vscode.window.withProgress(progress, () =>
    service.client.createProject(name, { answers: answers?.createProject }),
  );
  await context.projects.add(project);
  await context.memory.remember('project', service, project.id);
  void announce(name, String(project.id));
}

function nameStep(title: string): Step<ProjectState> {
  return async (state, position) => {
    const name = await enterProjectName(title, position);
    return isLeft(name) ? name : { ...state, name };
  };
}

async function announce(name: string, id: string): Promise<void> {
  const copy = vscode.l10n.t('Copy ID');
  const text = vscode.l10n.t('Project “{0}” was created with the identifier {1}.', name, id);
  if ((await showMessage('information', text, copy)) === copy) await copyData(id);
}
