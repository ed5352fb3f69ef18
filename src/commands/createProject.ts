import * as vscode from 'vscode';
import type { ProjectId } from '../client/core/types';
import type { ConnectedService } from '../session/connection';
import type { CommandContext } from '../context';
import { startLaunch } from './startLaunch';
import { enterProjectName } from '../flows/projectSteps';
import { promptSteps } from '../flows/promptSteps';
import { runSteps, type Step, isDismissed } from '../flows/multiStep';
import type { PromptState } from '../flows/flowState';

interface ProjectState extends PromptState {
  readonly name: string;
}

/** Timeout for listing the existing projects, which happens while the user answers questions; ms. */
const listTimeoutMs = 5000;

/** Creates a project by a launch of its own, so that it is recorded, and looked up when its response is lost. */
export async function createProject(context: CommandContext): Promise<void> {
  const service = await context.connection.service();
  const title = vscode.l10n.t('Create Project');
  const listed = listedIds(context, service);
  const prompts = service.shape.templates.createProject?.prompts ?? [];
  const state = await runSteps<ProjectState>({ name: '' }, () => [
    nameStep(title),
    ...promptSteps<ProjectState>({ title, operation: 'createProject' }, prompts),
  ]);
  if (state === undefined) return;
  const { name, answers } = state;
  const before = await listed;
  await startLaunch(context, title, service, {
    project: { newName: name, ...(before && { before }) },
    model: { name, none: true },
    ...{ finalise: false, simulate: false },
    ...(answers && { answers }),
  });
}

/** Identifiers by which the new project can be told from existing ones; undefined when they are unavailable. */
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

function nameStep(title: string): Step<ProjectState> {
  return async (state, position) => {
    const name = await enterProjectName(title, position);
    return isDismissed(name) ? name : { ...state, name };
  };
}
