import * as vscode from 'vscode';
import type { CommandContext } from '../context';
import { commands } from '../contributions';
import type { SignInContext } from '../flows/askToSignIn';
import { launchActions } from '../launch/launchActions';
import { type LaunchRecord, launchState } from '../launch/launchRecord';
import type { LaunchResult } from '../launch/launchResult';
import { describeError } from '../messages/describeError';
import { showError } from '../ui/showError';
import { type Button, type Message, showWithButtons } from '../ui/showWithButtons';
import { noteUnknownOutcome } from './askOutcome';
import { createCancelledMessage } from './cancelledMessage';
import { createDoneMessage } from './doneMessage';
import { createFailedMessage } from './failedMessage';
import { runForLaunch } from './launchButtons';

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
    case 'done':
    case 'cancelled':
    case 'cancelledEarly':
    case 'failed': {
      const { severity, text, buttons } = await createMessage(context, result);
      await showWithButtons(severity, text, buttons);
      return;
    }
    case 'unknown':
      noteUnknownOutcome(result.record, result.error);
      // It asks at once, as after a click.
      await runForLaunch(commands.resolveLaunch, result.record.plan.launch);
      return;
    case 'failedToStart':
    case 'takenOver':
      await showError(result.error);
      return;
    case 'refused':
  }
}

type DescribedEnd = 'done' | 'cancelled' | 'cancelledEarly' | 'failed';

async function createMessage(
  context: ResultContext,
  result: Extract<LaunchResult, { readonly end: DescribedEnd }>,
): Promise<Message> {
  if (result.end === 'cancelledEarly')
    return { severity: 'information', text: describeError(result.error), buttons: [] };
  const { record } = result;
  const actions = launchActions({ record, state: launchState(record), runsHere: false });
  const show = createShowButton(context, record);
  switch (result.end) {
    case 'done':
      return addButton(createDoneMessage(context, record), show);
    case 'cancelled':
      context.log.info('The launch was cancelled.');
      return addButton(await createCancelledMessage(context, record, actions), show);
    case 'failed':
      return createFailedMessage(context, result, actions);
  }
}

/** Selects the row of a launch in its view. */
function createShowButton(
  { launchesView }: Pick<CommandContext, 'launchesView'>,
  { plan }: LaunchRecord,
): Button {
  return { label: vscode.l10n.t('Show Launch'), run: () => launchesView.show(plan.launch) };
}

function addButton(message: Message, button: Button): Message {
  return { ...message, buttons: [...message.buttons, button] };
}
