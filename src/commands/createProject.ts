import * as vscode from 'vscode';
import { copyText, showMessage } from '../outlets';
import type { CommandContext } from './context';
import { enterProjectName, isLeft } from './projectSteps';

export async function createProject(context: CommandContext): Promise<void> {
  const service = await context.connection.service();
  const name = await enterProjectName(vscode.l10n.t('Create Project'));
  if (isLeft(name)) return;
  const progress = {
    location: vscode.ProgressLocation.Notification,
    title: vscode.l10n.t('Creating the project…'),
  };
  const project = await vscode.window.withProgress(progress, () => service.client.createProject(name));
  await context.projects.add(project);
  await context.memory.remember('project', service, project.id);
  void announce(name, String(project.id));
}

async function announce(name: string, id: string): Promise<void> {
  const copy = vscode.l10n.t('Copy ID');
  const text = vscode.l10n.t('Project “{0}” was created with the identifier {1}.', name, id);
  if ((await showMessage('information', text, copy)) === copy) await copyText(id);
}
