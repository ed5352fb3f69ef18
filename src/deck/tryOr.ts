/** The result of a function, or another value if it throws. */
export function tryOr<T>(run: () => T, otherwise: T): T {
  try {
    return run();
  } catch {
    return otherwise;
  }
}
