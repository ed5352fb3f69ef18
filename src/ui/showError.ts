import { describeError, isOwnError } from '../messages/describeError';
import { remediesFor } from '../messages/remedies';
import { toButton } from './remedyButtons';
import { showWithButtons } from './showWithButtons';

/** Shows an error with the buttons of its remedies. Restricted Mode is no failure, but something to know. */
export async function showError(error: unknown): Promise<void> {
  const isUntrusted = isOwnError(error) && error.kind === 'untrusted';
  await showWithButtons(
    isUntrusted ? 'information' : 'error',
    describeError(error),
    remediesFor(error).map(toButton),
  );
}
