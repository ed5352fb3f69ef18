/** The value that a promise rejects with; fails when it resolves. */
export async function rejectionOf(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => {
      throw new Error('It did not reject');
    },
    (error: unknown) => error,
  );
}

/**
 * The own properties of a rejection without stack and message, to be compared as a whole. The clock
 * difference, which depends on the time of the test, is omitted.
 */
export async function failureOf(promise: Promise<unknown>): Promise<Record<string, unknown>> {
  return propertiesOf(await rejectionOf(promise));
}

/** As {@link failureOf}, of an error that was caught already. */
export function propertiesOf(error: unknown): Record<string, unknown> {
  const entries = Object.entries(error as object).filter(
    ([key, value]) => value !== undefined && key !== 'clockDifference',
  );
  return Object.fromEntries(entries);
}

/** Everything that an error, and a log, could show somebody. */
export function shownBy(error: unknown, log: readonly string[] = []): string {
  const { message, stack, cause } = error as Error;
  return JSON.stringify([error, message, stack, String(error), cause, log]);
}
