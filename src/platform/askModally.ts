import pLimit from 'p-limit';
import { type Severity, showModal } from './output';

/** A sooner answer was meant for whatever stood in its place, such as the second click of a double click; ms. */
const minReadingMs = 500;

const limit = pLimit(1);

/**
 * Asks in a modal dialog, once the questions before it are answered. An answer that comes before anybody can have read
 * the question does not count; the question is asked again.
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
  for (;;) {
    const start = performance.now();
    const chosen = await showModal(severity, text, detail, labels);
    if (chosen === undefined || performance.now() - start >= minReadingMs) return chosen;
  }
}
