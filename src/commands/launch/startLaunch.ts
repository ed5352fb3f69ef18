import * as vscode from 'vscode';
import { hasWebPage,isSignInRequired } from '../../client/core/errors';
import type { CommandContext } from '../../context';
import { commands } from '../../contributions';
import { signInTo } from '../../flows/signIn';
import {
  findChangedBodies,
  fingerprintBodies,
  listBodiesAgain,
  listUnsentBodies,
  updateBodies,
} from '../../launch/agreedBodies';
import { BodiesChangedError, UploadUrlsUnavailableError } from '../../launch/errors';
import type { AgreedBodies } from '../../launch/journalEntry';
import {
  type LaunchContext,
  type LaunchObserver,
  type LaunchPlan,
  type ResumeOptions,
  type StartOptions,
  summariseModel,
} from '../../launch/launch';
import { type LaunchAction, launchActions } from '../../launch/launchActions';
import { type LaunchRecord, launchState } from '../../launch/launchRecord';
import { listBodiesToSend } from '../../launch/promptAnswers';
import { describeError } from '../../messages/describeError';
import { describeLeftovers } from '../../messages/leftovers';
import { listCommonRemedies, remediesFor, type Remedy } from '../../messages/remedies';
import { getGitState } from '../../platform/gitState';
import { showMessage } from '../../platform/output';
import { previewBodies } from '../../request/prepareLaunch';
import { type ServiceSnapshot, toServiceRef } from '../../session/service';
import { showError, toButton } from '../../ui/showError';
import { showWithButtons } from '../../ui/showWithButtons';
import { askOutcome } from './askOutcome';
import { withLaunchProgress } from './launchProgress';
import { describeCancelledLaunch, type LaunchResult, observeLaunch } from './launchResult';
import { askPermission, type PermissionOptions } from './permission';
import { planAgain } from './planAgain';
import { listAccountReasons, listBodyReasons, listCallerReasons } from './reasonsToAsk';
import { describeSent } from './reviewSections';
import { showDone, showLaunchButton } from './showDone';

/** A new launch that somebody wants to begin. */
export interface LaunchStart {
  readonly plan: LaunchPlan;
  readonly service: ServiceSnapshot;
  /** Throws when nothing may be created at the service any more. */
  readonly check: () => unknown;
  /** Reasons to ask before it, apart from a protected environment. */
  readonly reasons?: readonly string[];
  /** See {@link PermissionOptions.question}. */
  readonly question?: PermissionOptions['question'];
}

/** A launch that may begin: nothing else has to be asked. */
export interface ConfirmedLaunch {
  readonly planned: LaunchPlan & LaunchContext;
  readonly options: StartOptions;
}

/**
 * All new launches start here, so that none bypasses the confirmation for a protected environment.
 * @returns nothing when the user refused
 */
export async function confirmStart(
  context: CommandContext,
  { plan, service, check, reasons = [], question }: LaunchStart,
): Promise<ConfirmedLaunch | undefined> {
  const { connection } = context;
  await check();
  const asked = { ...plan, model: summariseModel(plan.model) };
  const sections = () => describeSent(service, plan);
  const permission = await askPermission(context, service, asked, { sections, reasons, question });
  if (permission === 'refused') return undefined;
  // The confirmation may have been open for a long time.
  if (permission === 'given') await check();
  const isProtected = connection.protectedEnvironment(service) !== undefined;
  const [file] = 'files' in plan.model ? plan.model.files : [];
  const source = file && getGitState(file.path);
  const ref = toServiceRef(service, await connection.accountOf(service));
  const planned: LaunchPlan & LaunchContext = {
    ...plan,
    service: ref,
    bodies: fingerprintBodies(service.mapping),
    ...(source && { source }),
    ...(isProtected && { protectionConfirmed: true }),
  };
  // Sends the bodies that were previewed, even if settings have changed since.
  const clientOf = (cancelled: AbortSignal) =>
    connection.clients.launchClient(service, { cancelled, account: ref.account });
  return { planned, options: { clientOf } };
}

/**
 * Runs a new launch under a progress notification and shows its outcome. All flows end here.
 * @throws the error of the check
 */
export async function startLaunch(context: CommandContext, title: string, start: LaunchStart): Promise<void> {
  const permitted = await confirmStart(context, start);
  if (permitted === undefined) return;
  const { planned, options } = permitted;
  await follow(
    context,
    title,
    async (observer) => await context.launches.runners.launches.start(planned, observer, options),
  );
}

export interface GoingOnOptions extends Pick<ResumeOptions, 'finalise' | 'resolution'> {
  /** Nobody has clicked a row or button of this extension for it. */
  readonly isForeign?: boolean;
}

/**
 * Resumes a launch where it stopped. Answers given at its start are kept; confirms only what is new: to finalise as
 * well, another user, other bodies, and a service that was not protected then.
 */
export async function resumeLaunch(
  context: CommandContext,
  id: string,
  { finalise = false, resolution, isForeign = false }: GoingOnOptions = {},
): Promise<void> {
  const { connection, launches } = context;
  const title = finalise ? vscode.l10n.t('Finalise Model') : vscode.l10n.t('Resume Launch');
  let asked: { readonly service: ServiceSnapshot; readonly account: string | undefined } | undefined;
  let bodies: AgreedBodies | undefined;
  const confirm = async (record: LaunchRecord) => {
    const { plan } = record;
    const service = connection.serviceOf(plan.service);
    const going = { record, finalise, isForeign, isRepeated: resolution?.finding.happened === false };
    if (!(await confirmGoingOn(context, service, going))) return false;
    asked = { service, account: plan.service.account };
    bodies = updateBodies(record.bodies, service.mapping);
    return true;
  };
  const clientOf = (cancelled: AbortSignal) => {
    if (asked === undefined) throw new Error('the launch was not looked at');
    return connection.clients.launchClient(asked.service, { cancelled, account: asked.account });
  };
  const options = { finalise, confirm, clientOf, bodies: () => bodies, ...(resolution && { resolution }) };
  await follow(
    context,
    title,
    async (observer) => await launches.runners.launches.resume(id, observer, options),
  );
}

/** How a launch goes on. */
interface GoingOn {
  readonly record: LaunchRecord;
  readonly finalise: boolean;
  readonly isForeign: boolean;
  /** A request is sent once more of which the outcome was unknown. */
  readonly isRepeated: boolean;
}

/** Asks about what is new since the user agreed: another account or caller, other bodies, a protected environment. */
async function confirmGoingOn(
  context: CommandContext,
  service: ServiceSnapshot,
  { record, finalise, isForeign, isRepeated }: GoingOn,
): Promise<boolean> {
  const { plan, uploaded } = record;
  const { mapping } = service;
  const whole = async () => {
    const { planned } = (await context.launches.withFiles({ id: plan.launch, record })).files;
    return 'files' in plan.model
      ? { ...plan, model: { ...plan.model, files: planned } }
      : { ...plan, model: plan.model };
  };
  const unsent =
    plan.study === undefined
      ? listUnsentBodies(record, { finalise })
      : listBodiesToSend(record, { finalise: true });
  const changed = findChangedBodies(record.bodies, mapping, unsent);
  const [first] = changed;
  // Its study keeps what each of its rows sends, so that none is created twice.
  if (first !== undefined && plan.study !== undefined) throw new BodiesChangedError(first);
  const bodies = changed.length === 0 ? {} : previewBodies(mapping, await whole());
  const reasons = [
    ...listCallerReasons(isForeign),
    ...(await listAccountReasons(context, service, plan.service.account)),
    ...listBodyReasons(changed, bodies),
  ];
  const permission = await askPermission(context, service, plan, {
    finaliseOnly: finalise,
    isAgreed: plan.protectionConfirmed === true && !finalise && !isRepeated,
    reasons,
    sendsFiles: !uploaded,
    sections: async () => describeSent(service, await whole()),
  });
  return permission !== 'refused';
}

/** Carries out a launch. Its end is shown without being waited for: a message may stand there for long. */
async function follow(
  context: CommandContext,
  title: string,
  run: (observer: LaunchObserver) => Promise<LaunchRecord | undefined>,
): Promise<void> {
  showLaunchResult(context, await observeLaunch(context, run, (task) => withLaunchProgress(title, task)));
}

/** Shows how a launch ended, with what the user can do next. Returns at once, and reports errors by itself. */
export function showLaunchResult(context: CommandContext, result: LaunchResult): void {
  showResult(context, result).catch(async (error: unknown) => {
    context.log.failed(error);
    await showError(error);
  });
}

async function showResult(context: CommandContext, result: LaunchResult): Promise<void> {
  if ('error' in result && result.end !== 'cancelledEarly') context.log.failed(result.error);
  switch (result.end) {
    case 'notStarted':
      return;
    case 'done': {
      const { record } = result;
      await showDone(context, record, () => resumeLaunch(context, record.plan.launch, { finalise: true }));
      return;
    }
    case 'cancelled':
      context.log.info('The launch was cancelled.');
      await showCancelled(context, result.record);
      return;
    case 'cancelledEarly':
      void showMessage('information', describeError(result.error));
      return;
    case 'notBegun':
    case 'takenOver':
      await showError(result.error);
      return;
    case 'unknown':
      await resolveLaunch(context, result.record);
      return;
    case 'failed':
      await showFailed(context, result);
  }
}

/** Asks for the outcome of a request whose response was lost, and continues from there. */
export async function resolveLaunch(context: CommandContext, record: LaunchRecord): Promise<void> {
  const answer = await askOutcome(context, record);
  if (answer === undefined) return;
  const { launch } = record.plan;
  const { resolution, isMoreToSend } = answer;
  // Resolve and resume as one, so that nothing is resolved by a user who then does not resume.
  if (isMoreToSend) await resumeLaunch(context, launch, { resolution });
  else await context.launches.runners.launches.resolve(launch, resolution);
}

/** Says how far a cancelled launch came: as a plain message, which goes away by itself. */
async function showCancelled(context: CommandContext, record: LaunchRecord): Promise<void> {
  const resume = { label: vscode.l10n.t('Resume'), run: () => resumeLaunch(context, record.plan.launch) };
  await showWithButtons('information', await describeCancelledLaunch(context, record), [
    ...(listActions(record).includes('resume') ? [resume] : []),
    showLaunchButton(context, record),
  ]);
}

function listActions(record: LaunchRecord): LaunchAction[] {
  return launchActions({ record, state: launchState(record), runsHere: false });
}

async function showFailed(
  context: CommandContext,
  { error, record }: Extract<LaunchResult, { readonly end: 'failed' }>,
): Promise<void> {
  const actions = listActions(record);
  const left = describeLeftovers(record);
  const text = left === undefined ? describeError(error) : `${describeError(error)} ${left}`;
  const canRetry = actions.includes('retry');
  // Upload URLs that are missing from the keyring may never come back.
  const canStartOver =
    actions.includes('recreate') && (!canRetry || error instanceof UploadUrlsUnavailableError);
  const signInFirst = { label: vscode.l10n.t('Sign In…'), run: () => signInAndResume(context, record) };
  const retry = { label: vscode.l10n.t('Try Again'), run: () => resumeLaunch(context, record.plan.launch) };
  const again = { label: vscode.l10n.t('Start Over'), run: () => startOver(context, record) };
  const { checkConnection, showLog } = listCommonRemedies();
  const general = hasWebPage(error) ? checkConnection : showLog;
  const specific: readonly string[] = [commands.showResponse, commands.editRequestBody];
  const isSpecific = (one: Remedy) => 'setting' in one || specific.includes(one.command);
  const remedy = remediesFor(error).find(isSpecific) ?? general;
  // VS Code emphasises the first button, which must not be one that sends requests at once.
  await showWithButtons('error', text, [
    ...(isSignInRequired(error) ? [signInFirst] : []),
    toButton(remedy),
    ...(canRetry ? [retry] : []),
    ...(canStartOver ? [again] : []),
  ]);
}

async function signInAndResume(context: CommandContext, { plan }: LaunchRecord): Promise<void> {
  const signedIn = await signInTo(context, context.connection.serviceOf(plan.service));
  if (signedIn !== undefined) await resumeLaunch(context, plan.launch);
}

/**
 * Starts the same launch again with a new model of the files as they are now. Does nothing without files.
 * @param question asks in any case
 */
export async function startOver(
  context: CommandContext,
  record: LaunchRecord,
  question?: LaunchStart['question'],
): Promise<void> {
  if (!('files' in record.plan.model)) return;
  const plan = await planAgain(await context.launches.withFiles({ id: record.plan.launch, record }));
  const { service: at, study } = record.plan;
  const service = context.connection.serviceOf(at);
  const check = () => context.connection.serviceOf(at);
  const changed = findChangedBodies(record.bodies, service.mapping, listBodiesAgain(record));
  const reasons = [
    ...(await listAccountReasons(context, service, at.account)),
    ...listBodyReasons(changed, previewBodies(service.mapping, plan)),
    ...(study === undefined
      ? []
      : [
          vscode.l10n.t(
            'It is row {0} of a study, which does not count the new launch: “Try Failed Again” would create the row once more.',
            study.row,
          ),
        ]),
  ];
  await startLaunch(context, vscode.l10n.t('Start Over'), { plan, service, check, reasons, question });
}
