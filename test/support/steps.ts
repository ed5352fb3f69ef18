import type { Steps } from '../../src/client/response/yieldToEventLoop';

/** Does the work without a pause. @throws its errors */
export function finishSteps<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}
