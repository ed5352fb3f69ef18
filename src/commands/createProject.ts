import * as vscode from 'vscode';
import type { CommandContext } from '../context';
import { decidedProjectOf, type DraftStep, type LaunchDraft, listProjectsBefore } from '../flows/launchDraft';
import { enterProjectName } from '../flows/projectSteps';
import { createPromptSteps } from '../flows/requestSteps';
import type { ConnectedService } from '../session/service';
import { isDismissed, runSteps } from '../ui/multiStep';
import type { WorkflowContext } from '../workflow/followLaunch';
import { startDraft } from '../workflow/startDraft';

/** Timeout for listing the existing projects, which happens while the user answers questions; ms. */
const listTimeoutMs = 5000;

/** Creates a project by a launch of its own, so that it is recorded, and looked up when its response is lost. */
export async function createProject(context: WorkflowContext): Promise<void> {
  const service = await context.connection.service();
  const title = vscode.l10n.t('Create Project');
  const listing = listProjects(context, service);
  let listed: LaunchDraft['listed'];
  void listing.then((projects) => (listed = projects));
  const initial: LaunchDraft = { title, service, goal: 'project', finalise: false, project: 'new' };
  const askForName: DraftStep = async (state, position) => {
    const newName = await enterProjectName({ title, listed: () => listed }, position);
    return isDismissed(newName) ? newName : { ...state, project: { newName } };
  };
  const steps = [askForName, ...createPromptSteps(initial, 'createProject')];
  const draft = await runSteps(initial, () => steps);
  if (draft !== undefined) await startDraft(context, title, withListed(draft, await listing));
}

/** The existing projects, to tell the new one from them; undefined when they are unavailable. */
async function listProjects(
  { projects, log }: Pick<CommandContext, 'log' | 'projects'>,
  service: ConnectedService,
): Promise<LaunchDraft['listed']> {
  try {
    const options = { unattended: true, signal: AbortSignal.timeout(listTimeoutMs) };
    return await projects.fresh(service, options);
  } catch (error) {
    log.failed(error);
    return undefined;
  }
}

function withListed(draft: LaunchDraft, listed: LaunchDraft['listed']): LaunchDraft {
  const project = decidedProjectOf(draft);
  if (project === undefined || 'id' in project) return draft;
  return { ...draft, project: { ...project, ...listProjectsBefore(listed) } };
}
