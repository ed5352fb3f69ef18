import * as vscode from 'vscode';
import { isSignInRequired, isWebPage } from '../client/core/errors';
import type { CommandContext } from '../context';
import { commands } from '../contributions';
import { type SignInContext, signInTo } from '../flows/askToSignIn';
import { UploadUrlsUnavailableError } from '../launch/errors';
import { type LaunchAction, launchActions } from '../launch/launchActions';
import { type LaunchRecord, launchState } from '../launch/launchRecord';
import { describeError } from '../messages/describeError';
import { describeLeftovers } from '../messages/leftovers';
import { listCommonRemedies, remediesFor, type Remedy } from '../messages/remedies';
import { showMessage } from '../platform/output';
import { showError, toButton } from '../ui/showError';
import { showWithButtons } from '../ui/showWithButtons';
import { createLaunchButton, runForLaunch } from './launchButtons';
import { describeCancelledLaunch, type LaunchResult } from './launchResult';
import { showDone, showLaunchButton } from './showDone';

/** What showing the end of a launch needs. */
export type ResultContext = SignInContext &
  Pick<CommandContext, 'documents' | 'launches' | 'launchesView' | 'log' | 'pages'>;

/** Shows how a launch ended, with what the user can do next. Returns at once, and reports errors by itself. */
export function showLaunchResult(context: ResultContext, result: LaunchResult): void {
  showResult(context, result).catch(async (error: unknown) => {
    context.log.failed(error);
    await showError(error);
  });
}

async function showResult(context: ResultContext, result: LaunchResult): Promise<void> {
  if ('error' in result && result.end !== 'cancelledEarly') context.log.failed(result.error);
  switch (result.end) {
    case 'refused':
      return;
    case 'done':
      await showDone(context, result.record);
      return;
    case 'cancelled':
      context.log.info('The launch was cancelled.');
      await showCancelled(context, result.record);
      return;
    case 'cancelledEarly':
      void showMessage('information', describeError(result.error));
      return;
    case 'failedToStart':
    case 'takenOver':
      await showError(result.error);
      return;
    case 'unknown':
      await runForLaunch(commands.resolveLaunch, result.record.plan.launch);
      return;
    case 'failed':
      await showFailed(context, result);
  }
}

/** Says how far a cancelled launch came: as a plain message, which goes away by itself. */
async function showCancelled(
  context: Pick<CommandContext, 'launches' | 'launchesView'>,
  record: LaunchRecord,
): Promise<void> {
  const resume = createLaunchButton(vscode.l10n.t('Resume'), commands.resumeLaunch, record.plan.launch);
  await showWithButtons('information', await describeCancelledLaunch(context, record), [
    ...(listActions(record).includes('resume') ? [resume] : []),
    showLaunchButton(context, record),
  ]);
}

function listActions(record: LaunchRecord): LaunchAction[] {
  return launchActions({ record, state: launchState(record, false), runsHere: false });
}

async function showFailed(
  context: SignInContext,
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
  const { launch } = record.plan;
  const retry = createLaunchButton(vscode.l10n.t('Try Again'), commands.resumeLaunch, launch);
  const again = createLaunchButton(vscode.l10n.t('Start Over'), commands.launchAgain, launch);
  const { checkConnection, showLog } = listCommonRemedies();
  const general = isWebPage(error) ? checkConnection : showLog;
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

async function signInAndResume(context: SignInContext, { plan }: LaunchRecord): Promise<void> {
  const signedIn = await signInTo(context, context.connection.serviceOf(plan.service));
  if (signedIn !== undefined) await runForLaunch(commands.resumeLaunch, plan.launch);
}
