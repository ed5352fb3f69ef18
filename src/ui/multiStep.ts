/** Runs steps that a user can go through forwards and backwards. */

/** The user pressed the back button. */
export const back = Symbol('back');

/** The result of a step: an answer, `back`, or `undefined` when the user dismissed it. */
export type StepAnswer<T> = T | typeof back | undefined;

export interface StepPosition {
  /** From 1. */
  readonly step: number;
  readonly totalSteps: number;
}

/** Asks one question and returns the state with its answer. */
export type Step<S> = (state: S, position: StepPosition) => Promise<StepAnswer<S>>;

/**
 * Asks one question after the other. The questions may depend on the answers so far; going back discards an answer.
 *
 * @returns the state after the last step, or `undefined` when the user dismissed a step
 */
export async function runSteps<S>(
  initial: S,
  stepsFor: (state: S) => readonly Step<S>[],
): Promise<S | undefined> {
  const earlier: S[] = [];
  let state = initial;
  for (;;) {
    const steps = stepsFor(state);
    const step = steps[earlier.length];
    if (step === undefined) return state;
    const answer = await step(state, { step: earlier.length + 1, totalSteps: steps.length });
    if (answer === undefined) return undefined;
    if (answer === back) {
      state = earlier.pop() ?? initial;
    } else {
      earlier.push(state);
      state = answer;
    }
  }
}

export function isDismissed<T>(answer: StepAnswer<T>): answer is typeof back | undefined {
  return answer === undefined || answer === back;
}
