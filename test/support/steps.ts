import type { Steps } from '../../src/client/core/yieldToEventLoop';

/** Does the work without a pause. @throws its errors */
export function finishSteps<T>(steps: Steps<T>): T {
  return countSteps(steps).value;
}

/** As {@link finishSteps}, and counts the steps. */
export function countSteps<T>(steps: Steps<T>): { readonly value: T; readonly count: number } {
  for (let count = 1; ; count++) {
    const step = steps.next();
    if (step.done === true) return { value: step.value, count };
  }
}
