import * as vscode from 'vscode';
import type { ProjectId } from '../client/core/types';
import type { CommandContext } from '../context';
import { decidedProjectOf, type DraftStep, type LaunchDraft } from '../flows/launchDraft';
import { isDismissed, runSteps } from '../flows/multiStep';
import { enterProjectName } from '../flows/projectSteps';
import { createPromptSteps } from '../flows/promptSteps';
import type { ConnectedService } from '../session/service';
import { startDraft } from './startDraft';

/** Timeout for listing the existing projects, which happens while the user answers questions; ms. */
const listTimeoutMs = 5000;

/** Creates a project by a launch of its own, so that it is recorded, and looked up when its response is lost. */
export async function createProject(context: CommandContext): Promise<void> {
  const service = await context.connection.service();
  const title = vscode.l10n.t('Create Project');
  const listed = listProjectIds(context, service);
  const prompts = service.mapping.templates.createProject?.prompts ?? [];
  const initial: LaunchDraft = { service, goal: 'project', finalise: false, project: 'new' };
  const draft = await runSteps(initial, () => [
    createNameStep(title),
    ...createPromptSteps({ title, operation: 'createProject' }, prompts),
  ]);
  if (draft !== undefined) await startDraft(context, title, withListed(draft, await listed));
}

/** Identifiers by which the new project can be told from existing ones; undefined when they are unavailable. */
async function listProjectIds(
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

function createNameStep(title: string): DraftStep {
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
