import * as vscode from 'vscode';
import type { ProjectId } from '../client/core/types';
import type { ConnectedService } from '../session/connection';
import type { CommandContext } from '../context';
import { decidedProjectOf, type DraftStep, type LaunchDraft } from '../flows/launchDraft';
import { enterProjectName } from '../flows/projectSteps';
import { promptSteps } from '../flows/promptSteps';
import { runSteps, isDismissed } from '../flows/multiStep';
import { startDraft } from './startDraft';

/** For the projects that are there already, which are asked for beside the questions; ms. */
const listTimeoutMs = 5000;

/** A project alone, as a launch like any other: on record, and looked up when its response is lost. */
export async function createProject(context: CommandContext): Promise<void> {
  const service = await context.connection.service();
  const title = vscode.l10n.t('Create Project');
  const listed = listedIds(context, service);
  const prompts = service.shape.templates.createProject?.prompts ?? [];
  const initial: LaunchDraft = { service, goal: 'project', finalise: false, project: 'new' };
  const draft = await runSteps(initial, () => [
    nameStep(title),
    ...promptSteps({ title, operation: 'createProject' }, prompts),
  ]);
  if (draft !== undefined) await startDraft(context, title, withListed(draft, await listed));
}

/** By which the new project can be told from the others; nothing where that cannot be known. */
async function listedIds(
  { projects, log }: CommandContext,
  service: ConnectedService,
): Promise<ProjectId[] | undefined> {
  try {
    const options = { unattended: true, signal: AbortSignal.timeout(listTimeoutMs) };
    return (await projects.fresh(service, options)).items.map(({ id }) => id);
  } catch (error) {
    log.failed(error);
    return undefined;
  }
}

function nameStep(title: string): DraftStep {
  return async (draft, position) => {
    const name = await enterProjectName(title, position);
    return isDismissed(name) ? name : { ...draft, project: { newName: name } };
  };
}

function withListed(draft: LaunchDraft, before: readonly ProjectId[] | undefined): LaunchDraft {
  const project = decidedProjectOf(draft);
  if (before === undefined || project === undefined || 'id' in project) return draft;
  return { ...draft, project: { ...project, before } };
}
