import { setImmediate } from 'node:timers/promises';

/**
 * Work that could stop the extension host for more than 300 ms, in steps of some milliseconds. Other work may be done
 * between two of them. Anything shorter is done at once.
 */
export type Steps<T> = Generator<undefined, T>;

/** Entries that are processed in one step. */
const maxEntriesPerStep = 250;

/** Whether a step ends before the entry at this index. */
export function endsStep(index: number): boolean {
  return index > 0 && index % maxEntriesPerStep === 0;
}

/** Does the work, and yields to the event loop between its steps. @throws its errors */
export async function runSteps<T>(steps: Steps<T>): Promise<T> {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    await setImmediate();
  }
}
