import type { VariantName } from '../../src/client/apiVariant';
import { variants } from '../../src/client/apiVariant';
import type { Clock } from '../../src/client/clock';
import { ServiceClient } from '../../src/client/serviceClient';
import type { ServiceClientOptions } from '../../src/client/serviceClientOptions';

export interface TestClient {
  readonly client: ServiceClient;
  readonly log: string[];
  /** What was waited for, in milliseconds; nothing really waits. */
  readonly waits: number[];
}

export function testClient(
  baseUrl: string,
  variant: VariantName = 'variant_a',
  options: Pick<ServiceClientOptions, 'credentials' | 'shape'> = {},
): TestClient {
  const log: string[] = [];
  const waits: number[] = [];
  const clock: Clock = {
    now: () => 0,
    elapsed: () => 0,
    wait(ms, signal) {
      signal.throwIfAborted();
      waits.push(ms);
      return Promise.resolve();
    },
    every: () => () => undefined,
  };
  const client = new ServiceClient({
    baseUrl,
    variant: variants[variant],
    clock,
    log: (line) => log.push(line),
    ...options,
  });
  return { client, log, waits };
}

/** What a promise rejects with; fails when it does not. */
export async function rejection(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => {
      throw new Error('It did not reject');
    },
    (error: unknown) => error,
  );
}

/**
 * The own properties of a rejection without stack and message, to be compared as a whole. The difference of the
 * clocks, which depends on when the test runs, is left out.
 */
export async function failure(promise: Promise<unknown>): Promise<Record<string, unknown>> {
  const error = await rejection(promise);
  const entries = Object.entries(error as object).filter(
    ([key, value]) => value !== undefined && key !== 'clockDifference',
  );
  return Object.fromEntries(entries);
}
