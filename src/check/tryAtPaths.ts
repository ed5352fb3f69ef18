import { isSignInRequired, ResponseError } from '../client/core/errors';

/**
 * Tries a secret at each path at which the service may be.
 * @param check asks for a list there
 * @throws why none accepts it: that it is refused, if nothing else has happened
 */
export async function tryAtPaths<Service>(
  services: readonly Service[],
  check: (service: Service) => Promise<void>,
): Promise<void> {
  const failures: unknown[] = [];
  for (const service of services) {
    try {
      await check(service);
      return;
    } catch (error) {
      // The response is not understood yet, but whoever gets it is signed in.
      if (error instanceof ResponseError && error.reason !== 'html') return;
      failures.push(error);
    }
  }
  throw failures.find(isSignInRequired) ?? failures[0];
}
