import pLimit from 'p-limit';
import { type Severity, showModal } from '../platform/output';

/** A sooner answer was meant for whatever stood in its place, such as the second click of a double click; ms. */
const minReadingMs = 500;

/** After this many answers faster than a person can read, a program answers, and asking it again would never end. */
const maxHastyAnswers = 10;

const limit = pLimit(1);

/**
 * Asks in a modal dialog, once the questions before it are answered. An answer that comes before anybody can have read
 * the question does not count; the question is asked again, though not for ever.
 * @returns the label that was chosen; undefined when it was closed
 */
export async function askModally(
  severity: Severity,
  text: string,
  detail: string,
  ...labels: readonly string[]
): Promise<string | undefined> {
  return await limit(() => askUntilRead(severity, text, detail, labels));
}

async function askUntilRead(
  ...[severity, text, detail, labels]: readonly [Severity, string, string, readonly string[]]
): Promise<string | undefined> {
  for (let hasty = 0; hasty < maxHastyAnswers; hasty++) {
    const start = performance.now();
    const chosen = await showModal(severity, text, detail, labels);
    if (chosen === undefined || performance.now() - start >= minReadingMs) return chosen;
  }
  return undefined;
}
