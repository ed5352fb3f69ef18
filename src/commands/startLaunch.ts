import { commands } from '../contributions';
import * as vscode from 'vscode';
import type { Identifier } from '../client/core/types';
import { isSignInRequired } from '../client/core/errors';
import { escapeInvisible } from '../client/text/visibleText';
import {
  isSameService,
  mayBeSameService,
  serviceRef,
  type ConnectedService,
  type SpokenService,
} from '../session/connection';
import { describeError } from '../messages/describeError';
import { describeLeftovers } from '../messages/leftovers';
import { showError } from './showError';
import { UploadUrlsUnavailableError } from '../launch/errors';
import { launchActions } from '../launch/launchActions';
import { LockLostError } from '../launch/launchLock';
import { isUnknown, launchState, makesProjectAlone, type LaunchRecord } from '../launch/launchRecord';
import type { LaunchObserver, LaunchPlan, ResumeOptions } from '../session/launchStore';
import { askModally, copyData, showMessage } from '../platform/output';
import { isOtherAccount } from '../secrets/accountName';
import { getGitState } from '../platform/gitState';
import { signInTo } from './signIn';
import type { CommandContext } from '../context';
import { withLaunchProgress } from './launchProgress';
import { confirmFinalise, confirmLaunch } from './confirmProtected';
import { askOutcome } from './unknownOutcome';
import type { NewLaunch } from '../flows/launchPlan';
import { planAgain } from './planAgain';

/**
 * Runs a new launch under a progress notification and shows its outcome. All flows end here.
 * @param service the service with which the flow began
 * @throws OtherServiceError when the window uses another service by now
 */
export async function startLaunch(
  context: CommandContext,
  title: string,
  service: ConnectedService,
  plan: NewLaunch,
): Promise<void> {
  await begin(context, title, { plan, service, check: () => context.connection.requireSelected(service) });
}

interface Beginning {
  readonly plan: NewLaunch;
  readonly service: SpokenService;
  /** Throws when nothing may be created at the service any more. */
  readonly check: () => Promise<unknown>;
}

/** All new launches start here, so that none bypasses the confirmation for a protected environment. */
async function begin(
  context: CommandContext,
  title: string,
  { plan, service, check }: Beginning,
): Promise<void> {
  const { connection, launches } = context;
  await check();
  const permission = await confirmLaunch(context, service, plan);
  if (permission === 'refused') return;
  // The confirmation may have been open for a long time.
  if (permission === 'given') await check();
  const [file] = 'files' in plan.model ? plan.model.files : [];
  const source = file && getGitState(file.path);
  const ref = serviceRef(service, await connection.accountOf(service));
  const planned: LaunchPlan = {
    ...plan,
    service: ref,
    ...(source && { source }),
    ...(permission === 'given' && { protectionAsked: true }),
  };
  // Sends the bodies that were previewed, even if settings have changed since.
  const clientOf = (cancelled: AbortSignal) =>
    connection.launchClient(service, { cancelled, account: ref.account });
  await follow(context, title, (follower) => launches.start(planned, follower, { clientOf }));
}

/**
 * Resumes a launch where it stopped. Answers given at its start are kept; confirms only what is new: to finalise as
 * well, another user, and a service that was not protected then.
 */
export async function resumeLaunch(
  context: CommandContext,
  id: string,
  { finalise = false, settlement }: Pick<ResumeOptions, 'finalise' | 'settlement'> = {},
): Promise<void> {
  const { connection, launches } = context;
  const title = finalise ? vscode.l10n.t('Finalise Model') : vscode.l10n.t('Resume Launch');
  let asked: { readonly service: SpokenService; readonly account: string | undefined } | undefined;
  const confirm = async ({ plan }: LaunchRecord) => {
    const service = await connection.serviceOf(plan.service);
    if (!(await mayGoOn(context, service, { plan, finalise }))) return false;
    asked = { service, account: plan.service.account };
    return true;
  };
  const clientOf = async (cancelled: AbortSignal) => {
    if (asked === undefined) throw new Error('the launch was not looked at');
    return await connection.launchClient(asked.service, { cancelled, account: asked.account });
  };
  const options = { finalise, confirm, clientOf, ...(settlement && { settlement }) };
  await follow(context, title, (follower) => launches.resume(id, follower, options));
}

async function mayGoOn(
  context: CommandContext,
  service: SpokenService,
  { plan, finalise }: { readonly plan: LaunchPlan; readonly finalise: boolean },
): Promise<boolean> {
  const account = await context.connection.accountOf(service);
  if (isOtherAccount(plan.service.account, account) && !(await mayGoOnAsOther(plan))) return false;
  if (finalise) return (await confirmFinalise(context, service, plan)) !== 'refused';
  return plan.protectionAsked === true || (await confirmLaunch(context, service, plan)) !== 'refused';
}

async function mayGoOnAsOther({ service, model }: LaunchPlan): Promise<boolean> {
  const goOn = vscode.l10n.t('Continue');
  const text = vscode.l10n.t(
    'The launch of “{0}” was started with another account at {1}. Continue with the current account?',
    escapeInvisible(model.name),
    new URL(service.origin).host,
  );
  const detail = vscode.l10n.t('Its project and model may not be available to this account.');
  return (await askModally('warning', text, detail, goOn)) === goOn;
}

async function follow(
  context: CommandContext,
  title: string,
  run: (follower: LaunchObserver) => Promise<LaunchRecord | undefined>,
): Promise<void> {
  let last: LaunchRecord | undefined;
  try {
    const done = await withLaunchProgress(title, (follower) => {
      const onChange = (record: LaunchRecord) => {
        void noteProject(context, last, record).catch((error: unknown) => context.log.failed(error));
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

/** Asks for the outcome of a request whose response was lost, and continues from there. */
export async function settleLaunch(context: CommandContext, record: LaunchRecord): Promise<void> {
  const answer = await askOutcome(context, record);
  if (answer === undefined) return;
  const { launch } = record.plan;
  const { settlement, isMoreToSend } = answer;
  // Settle and resume as one, so that nothing is settled by a user who then does not resume.
  if (isMoreToSend) await resumeLaunch(context, launch, { settlement });
  else await context.launches.settle(launch, settlement);
}

async function showEnd(
  context: CommandContext,
  error: unknown,
  record: LaunchRecord | undefined,
): Promise<void> {
  // This window's copy of the launch is outdated, so it neither asks nor offers anything.
  if (error instanceof LockLostError) await showError(error);
  else if (record !== undefined && isUnknown(record)) await settleLaunch(context, record);
  else await showFailed(context, error, record);
}

/** Shows a project that was just created without another request to the service. */
async function noteProject(
  context: CommandContext,
  before: LaunchRecord | undefined,
  { plan, project }: LaunchRecord,
): Promise<void> {
  const isNew = plan.project !== undefined && 'newName' in plan.project;
  if (!isNew || project === undefined || before?.project !== undefined) return;
  const item = { ...project, fields: { project_id: project.id, name: project.name } };
  await context.projects.add(item, (service) => mayBeSameService(plan.service, service));
  const service = await context.connection.service();
  if (isSameService(plan.service, service)) await context.memory.remember('project', service, project.id);
}

/** Reports the errors of a choice in a message, because its command has ended long before. */
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
  if (makesProjectAlone(record)) {
    await showProject(plan.model.name, project?.id ?? '');
  } else if (simulation !== undefined) {
    await showSimulation(simulation.id, [modelId, project?.name ?? '']);
  } else if (finalised) {
    const text = vscode.l10n.t('Model {0} was uploaded and finalised.', model);
    const row = { launch: { id: plan.launch } };
    const run = async () => void (await vscode.commands.executeCommand(commands.simulateLaunch, row));
    await offer(text, modelId, { label: vscode.l10n.t('Create Simulation'), run });
  } else {
    const text = vscode.l10n.t('Model {0} was uploaded, but is not finalised yet.', model);
    const run = () => resumeLaunch(context, plan.launch, { finalise: true });
    await offer(text, modelId, { label: vscode.l10n.t('Finalise'), run });
  }
}

async function showProject(name: string, id: Identifier): Promise<void> {
  const text = vscode.l10n.t('Project “{0}” was created with the ID {1}.', name, String(id));
  await offer(text, id);
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

/** Shows a message with the relevant identifier, to copy, and at most one next step. */
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
  const left = describeLeftovers(record);
  const text = left === undefined ? describeError(error) : `${describeError(error)} ${left}`;
  const signInFirst = vscode.l10n.t('Sign In…');
  const retry = vscode.l10n.t('Try Again');
  const startAgain = vscode.l10n.t('Start Over');
  const showLog = vscode.l10n.t('Show Log');
  const retries = actions.includes('retry') ? [retry] : [];
  // Upload URLs that are missing from the keyring may never come back.
  const mayStartAgain =
    actions.includes('again') && (retries.length === 0 || error instanceof UploadUrlsUnavailableError);
  const way = mayStartAgain ? [...retries, startAgain] : retries;
  const first = isSignInRequired(error) ? [signInFirst] : [];
  const chosen = await showMessage('error', text, ...first, ...way, showLog);
  if (chosen === signInFirst) await signInAndResume(context, record);
  if (chosen === retry) await resumeLaunch(context, record.plan.launch);
  else if (chosen === startAgain) await startOver(context, record);
  else if (chosen === showLog) context.log.show();
}

async function signInAndResume(context: CommandContext, { plan }: LaunchRecord): Promise<void> {
  const signedIn = await signInTo(context, await context.connection.serviceOf(plan.service));
  if (signedIn !== undefined) await resumeLaunch(context, plan.launch);
}

/** Starts the same launch again with a new model of the files as they are now. */
export async function startOver(context: CommandContext, record: LaunchRecord): Promise<void> {
  const plan = await planAgain(record);
  if (plan === undefined) return;
  const { service: at } = record.plan;
  const service = await context.connection.serviceOf(at);
  const account = await context.connection.accountOf(service);
  if (isOtherAccount(at.account, account) && !(await mayGoOnAsOther(record.plan))) return;
  const check = () => context.connection.serviceOf(at);
  await begin(context, vscode.l10n.t('Start Over'), { plan, service, check });
}
