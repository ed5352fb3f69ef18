import { describeError, isOwnError } from '../messages/describeError';
import { remediesFor, type Remedy } from '../messages/remedies';
import { showMessage } from '../platform/output';
import { runRemedy as runOne } from './failureRows';

/**
 * Shows an error with the buttons of its remedies. Restricted Mode is no failure, but something to know.
 * @param also one more sentence about what exists by now
 */
export async function showError(error: unknown, also?: string): Promise<void> {
  const text = also === undefined ? describeError(error) : `${describeError(error)} ${also}`;
  const remedies = remediesFor(error);
  const isUntrusted = isOwnError(error) && error.kind === 'untrusted';
  const chosen = await showMessage(
    isUntrusted ? 'information' : 'error',
    text,
    ...remedies.map((remedy) => remedy.label),
  );
  await runRemedy(remedies, chosen);
}

/** @param chosen the label of the user's choice; undefined for none */
export async function runRemedy(remedies: readonly Remedy[], chosen: string | undefined): Promise<void> {
  const remedy = remedies.find(({ label }) => label === chosen);
  if (remedy !== undefined) await runOne(remedy);
}
