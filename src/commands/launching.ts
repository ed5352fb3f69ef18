import * as vscode from 'vscode';
import type { Identifier } from '../client/types';
import { asksForSignIn } from '../client/errors';
import { describeError, showError } from '../errorReport';
import { launchActions } from '../launch/launchActions';
import { LockLostError } from '../launch/launchLock';
import { isUnknown, launchState, type LaunchRecord } from '../launch/launchRecord';
import type { LaunchFollower, LaunchPlan } from '../launches';
import { copyData, showMessage } from '../outlets';
import { sourceState } from '../sourceState';
import { signInTo } from './account';
import type { CommandContext } from './context';
import { createSimulationOf } from './createSimulation';
import { withLaunchProgress } from './launchProgress';
import { mayFinalise, mayLaunch } from './protectedEnvironment';
import { settleLaunch } from './settleLaunch';
import { uploadModelAgain } from './uploadModel';

/**
 * Carries out a new launch under a progress notification and says how it ended. All new launches begin here, so that
 * none gets around the question of a protected environment.
 */
export async function startLaunch(context: CommandContext, title: string, plan: LaunchPlan): Promise<void> {
  if (!(await mayLaunch(context, plan))) return;
  const [file] = 'files' in plan.model ? plan.model.files : [];
  const source = file && sourceState(file.path);
  const sourced = { ...plan, ...(source && { source }) };
  await follow(context, title, (follower) => context.launches.start(sourced, follower));
}

/** Goes on with a launch where it stopped. What it was begun with is not asked again; to finalise it as well is new. */
export async function resumeLaunch(
  context: CommandContext,
  id: string,
  options: { readonly finalise?: boolean } = {},
): Promise<void> {
  if (options.finalise === true && !(await mayFinaliseLaunch(context, id))) return;
  const title = options.finalise === true ? vscode.l10n.t('Finalise Model') : vscode.l10n.t('Resume Launch');
  await follow(context, title, (follower) => context.launches.resume(id, follower, options));
}

async function mayFinaliseLaunch(context: CommandContext, id: string): Promise<boolean> {
  const launch = (await context.launches.list()).find((one) => one.id === id);
  return launch === undefined || (await mayFinalise(context, launch.record.plan));
}

async function follow(
  context: CommandContext,
  title: string,
  run: (follower: LaunchFollower) => Promise<LaunchRecord | undefined>,
): Promise<void> {
  let last: LaunchRecord | undefined;
  try {
    const done = await withLaunchProgress(title, (follower) => {
      const onChange = (record: LaunchRecord) => {
        void noteProject(context, last, record);
        last = record;
        follower.onChange(record);
      };
      return run({ ...follower, onChange });
    });
    if (done !== undefined) void guarded(context, showDone(context, done));
  } catch (error) {
    if (last?.end === 'cancelled') {
      context.log.info('The launch was cancelled.');
      return;
    }
    context.log.failed(error);
    void guarded(context, showEnd(context, error, last));
  }
}

async function showEnd(
  context: CommandContext,
  error: unknown,
  record: LaunchRecord | undefined,
): Promise<void> {
  // What this window knows of the launch is no longer true, so it neither asks nor offers anything.
  if (error instanceof LockLostError) await showError(error);
  else if (record !== undefined && isUnknown(record)) await settleLaunch(context, record);
  else await showFailed(context, error, record);
}

/** A project that was just created is shown without asking the service again. */
async function noteProject(
  context: CommandContext,
  before: LaunchRecord | undefined,
  { plan, project }: LaunchRecord,
): Promise<void> {
  const isNew = plan.project !== undefined && 'newName' in plan.project;
  if (!isNew || project === undefined || before?.project !== undefined) return;
  await context.projects.add({ ...project, fields: { project_id: project.id, name: project.name } });
  await context.memory.rememberIn('project', plan.service, project.id);
}

/** What is chosen in a message long after the command ended reports its errors itself. */
async function guarded(context: CommandContext, work: Promise<void>): Promise<void> {
  try {
    await work;
  } catch (error) {
    context.log.failed(error);
    await showError(error);
  }
}

async function showDone(context: CommandContext, record: LaunchRecord): Promise<void> {
  const { modelId = '', project, simulation, finalised, plan } = record;
  const model = String(modelId);
  if (simulation !== undefined) {
    await showSimulation(simulation.id, [modelId, project?.name ?? '']);
  } else if (finalised) {
    const text = vscode.l10n.t('Model {0} was uploaded and finalised.', model);
    const run = () => createSimulationOf(context, { id: modelId, name: plan.model.name });
    await offer(text, modelId, { label: vscode.l10n.t('Create Simulation'), run });
  } else {
    const text = vscode.l10n.t('Model {0} was uploaded and is not finalised yet.', model);
    const run = () => resumeLaunch(context, plan.launch, { finalise: true });
    await offer(text, modelId, { label: vscode.l10n.t('Finalise'), run });
  }
}

async function showSimulation(
  id: Identifier | undefined,
  [modelId, project]: readonly [Identifier, string],
): Promise<void> {
  const model = String(modelId);
  if (id === undefined) {
    const text = vscode.l10n.t('A simulation of model {0} was created in project “{1}”.', model, project);
    await offer(text, modelId);
  } else {
    const where = [String(id), model, project] as const;
    await offer(vscode.l10n.t('Simulation {0} of model {1} was created in project “{2}”.', ...where), id);
  }
}

/** A message with the identifier that matters, to copy, and at most one next step. */
async function offer(
  text: string,
  id: Identifier,
  step?: { readonly label: string; readonly run: () => Promise<void> },
): Promise<void> {
  const copy = vscode.l10n.t('Copy ID');
  const labels = step === undefined ? [copy] : [step.label, copy];
  const chosen = await showMessage('information', text, ...labels);
  if (chosen === copy) await copyData(String(id));
  else if (chosen !== undefined) await step?.run();
}

async function showFailed(
  context: CommandContext,
  error: unknown,
  record: LaunchRecord | undefined,
): Promise<void> {
  if (record === undefined) {
    await showError(error);
    return;
  }
  const state = launchState(record, false);
  const actions = launchActions({ record, state, runsHere: false });
  const left = leftBehind(record);
  const text = left === undefined ? describeError(error) : `${describeError(error)} ${left}`;
  const signInFirst = vscode.l10n.t('Sign In…');
  const retry = vscode.l10n.t('Try Again');
  const startAgain = vscode.l10n.t('Start Over');
  const showLog = vscode.l10n.t('Show Log');
  const way = actions.includes('retry') ? [retry] : actions.includes('again') ? [startAgain] : [];
  const first = asksForSignIn(error) ? [signInFirst] : [];
  const chosen = await showMessage('error', text, ...first, ...way, showLog);
  if (chosen === signInFirst) await signInAndResume(context, record);
  if (chosen === retry) await resumeLaunch(context, record.plan.launch);
  else if (chosen === startAgain) await startOver(context, record);
  else if (chosen === showLog) context.log.show();
}

async function signInAndResume(context: CommandContext, { plan }: LaunchRecord): Promise<void> {
  const { origin, basePath } = plan.service;
  const signedIn = await signInTo(context, new URL(basePath, origin));
  if (signedIn !== undefined) await resumeLaunch(context, plan.launch);
}

/** The same launch with a new model of the files as they are now. */
export async function startOver(context: CommandContext, record: LaunchRecord): Promise<void> {
  const plan = await uploadModelAgain(record);
  if (plan !== undefined) await startLaunch(context, vscode.l10n.t('Start Over'), plan);
}

/** What a failed launch leaves on the service, as a sentence. */
function leftBehind({ modelId, finalised, uploaded, end, plan }: LaunchRecord): string | undefined {
  if (modelId === undefined || 'id' in plan.model) return undefined;
  if (finalised) return vscode.l10n.t('Model {0} is finalised and can be used in a simulation.', modelId);
  if (uploaded) return vscode.l10n.t('Model {0} is uploaded and not finalised.', modelId);
  return end === 'abandoned'
    ? vscode.l10n.t('Model {0} was created and is not finalised, so it cannot be used.', modelId)
    : vscode.l10n.t('Model {0} was created and is not complete yet.', modelId);
}
