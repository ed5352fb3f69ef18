import * as vscode from 'vscode';
import { hasWebPage, isSignInRequired } from '../client/core/errors';
import { commands } from '../contributions';
import { type SignInContext, signInTo } from '../flows/askToSignIn';
import { UploadUrlsUnavailableError } from '../launch/errors';
import type { LaunchAction } from '../launch/launchActions';
import type { LaunchRecord } from '../launch/launchRecord';
import { describeError } from '../messages/describeError';
import { withEllipsis } from '../messages/labels';
import { describeLeftovers } from '../messages/leftovers';
import { isSpecific, listCommonRemedies, remediesFor } from '../messages/remedies';
import { toButton } from '../ui/remedyButtons';
import type { Message } from '../ui/showWithButtons';
import { createLaunchButton, runForLaunch } from './launchButtons';

/** Says why a launch failed and what it has left on the service, with what the user can do next. */
export function createFailedMessage(
  context: SignInContext,
  { error, record }: { readonly error: unknown; readonly record: LaunchRecord },
  actions: readonly LaunchAction[],
): Message {
  const left = describeLeftovers(record);
  const text = left === undefined ? describeError(error) : `${describeError(error)} ${left}`;
  const { launch } = record.plan;
  const canRetry = actions.includes('retry');
  // Upload URLs that are missing from the keyring may never come back.
  const canStartOver =
    actions.includes('recreate') && (!canRetry || error instanceof UploadUrlsUnavailableError);
  const signInFirst = {
    label: withEllipsis(vscode.l10n.t('Sign In')),
    run: () => signInAndResume(context, record),
  };
  const { checkConnection, showLog } = listCommonRemedies();
  const general = hasWebPage(error) ? checkConnection : showLog;
  const specific = remediesFor(error).filter(isSpecific);
  const helpful = specific.filter((one) => 'command' in one);
  const remedies = helpful.length > 0 ? helpful : specific.slice(0, 1);
  const remedyButtons = remedies.map((one) => ({ ...toButton(one), isFirstStep: canRetry }));
  const retry = createLaunchButton(vscode.l10n.t('Try Again'), commands.resumeLaunch, launch);
  const again = createLaunchButton(vscode.l10n.t('Start Over'), commands.launchAgain, launch);
  return {
    severity: 'error',
    text,
    buttons: [
      // VS Code emphasises the first button, which must not be one that sends requests at once.
      ...(isSignInRequired(error) ? [signInFirst] : []),
      ...(remedies.length > 0 ? remedyButtons : [toButton(general)]),
      ...(canRetry ? [retry] : []),
      ...(canStartOver ? [again] : []),
    ],
  };
}

async function signInAndResume(context: SignInContext, { plan }: LaunchRecord): Promise<void> {
  const signedIn = await signInTo(context, context.connection.serviceOf(plan.service));
  if (signedIn !== undefined) await runForLaunch(commands.resumeLaunch, plan.launch);
}
