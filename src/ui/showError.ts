import { describeError, isOwnError } from '../messages/describeError';
import { remediesFor, type Remedy } from '../messages/remedies';
import { runRemedy } from './failureRows';
import { type Button, showWithButtons } from './showWithButtons';

/** Shows an error with the buttons of its remedies. Restricted Mode is no failure, but something to know. */
export async function showError(error: unknown): Promise<void> {
  const isUntrusted = isOwnError(error) && error.kind === 'untrusted';
  await showWithButtons(
    isUntrusted ? 'information' : 'error',
    describeError(error),
    remediesFor(error).map(toButton),
  );
}

/** A button that runs the command or opens the setting that helps with an error. */
export function toButton(remedy: Remedy): Button {
  return { label: remedy.label, run: () => runRemedy(remedy) };
}
