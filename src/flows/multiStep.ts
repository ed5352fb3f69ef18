/** A step was left by its back button. */
export const back = Symbol('back');

/** The end of a step: an answer, the way back, or `undefined` when it was dismissed. */
export type StepAnswer<T> = T | typeof back | undefined;

export interface StepPosition {
  /** From 1. */
  readonly step: number;
  readonly totalSteps: number;
}

/** Asks one question and returns the state with its answer in it. */
export type Step<S> = (state: S, position: StepPosition) => Promise<StepAnswer<S>>;

/**
 * Asks one question after the other. Which ones follow may depend on the answers so far; going back
 * takes an answer back.
 *
 * @returns the state after the last step, or `undefined` when the person dismissed a step.
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
