import assert from 'node:assert/strict';
import {
  type NetworkCode,
  NetworkError,
  ResponseError,
  type ServiceError,
  SignedOutError,
  type StatusDetails,
  StatusError,
} from '../../../src/client/core/errors';
import type { Operation } from '../../../src/client/core/types';
import { operations } from '../../../src/client/operations';
import { RetryBudget, retryDelay } from '../../../src/client/retry';

const host = 'api.test';
const changing = ['createProject', 'createModel', 'finaliseModel', 'createSimulation'] as const;

const networkCodes: readonly NetworkCode[] = [
  ...([
    'dns',
    'refused',
    'unreachable',
    'connectTimeout',
    'certificate',
    'reset',
    'timeout',
    'stalled',
  ] as const),
  ...(['proxy', 'proxyAuthentication', 'proxyGateway', 'proxyUnsupported', 'protocol', 'other'] as const),
];

/** @param random from 0 to 1 */
function delayAfter(error: ServiceError, attempt = 1, random = 0.5): number | undefined {
  return retryDelay({ operation: error.operation, error, attempt, random: () => random });
}

function statusError(operation: Operation, status: number, details?: StatusDetails): StatusError {
  return new StatusError({ operation, host, status }, details);
}

/**
 * Only the properties of the policy: launch/outcome has the table of statuses, and the fault matrix proves it
 * on the wire.
 */
describe('A repetition', () => {
  for (const operation of changing) {
    it(`of ${operation} never happens when it may have been sent, and happens when it was not`, () => {
      const repeated = (sent: 'no' | 'maybe') =>
        networkCodes.filter(
          (code) => delayAfter(new NetworkError(operation, host, { code, sent })) !== undefined,
        );
      assert.deepEqual(repeated('maybe'), []);
      assert.ok(repeated('no').includes('refused'));
    });

    it(`of ${operation} never happens after a response, except for 429`, () => {
      const repeated = Array.from({ length: 900 }, (_, index) => 100 + index).filter(
        (status) => delayAfter(statusError(operation, status)) !== undefined,
      );
      assert.deepEqual(repeated, [429]);
    });
  }

  it('of an upload happens after a protocol error, but not after a second one', () => {
    const error = new NetworkError('uploadFile', host, { code: 'protocol', sent: 'maybe' });
    assert.deepEqual([delayAfter(error, 1), delayAfter(error, 2)], [500, undefined]);
  });

  it('never happens after an invalid response, or when the user is no longer signed in', () => {
    for (const operation of Object.keys(operations) as Operation[]) {
      const unusable = new ResponseError({ operation, host, status: 200 }, 'notJson');
      const delays = [unusable, new SignedOutError(operation, host)].map((error) => delayAfter(error));
      assert.deepEqual(delays, [undefined, undefined]);
    }
  });

  it('waits longer each time, up to a limit, and ends', () => {
    const delays = (operation: Operation): unknown =>
      [1, 2, 3, 4, 5].map((attempt) => delayAfter(statusError(operation, 503), attempt));
    assert.deepEqual(delays('listProjects'), [250, 500, 1000, undefined, undefined]);
    assert.deepEqual(delays('uploadFile'), [500, 1000, 2000, 4000, undefined]);
  });

  it('waits as long as the server asks, up to two minutes', () => {
    const delays = [0, 1, 120_000, 120_001].map((retryAfter) =>
      delayAfter(statusError('listProjects', 503, { retryAfter })),
    );
    assert.deepEqual(delays, [0, 1, 120_000, undefined]);
  });
});

describe('The retry budget', () => {
  const spend = (budget: RetryBudget): number => {
    let count = 0;
    while (budget.take()) count++;
    return count;
  };

  it('pays for six repetitions, and for one more after five successes', () => {
    const budget = new RetryBudget();
    assert.equal(spend(budget), 6);
    for (let i = 0; i < 4; i++) budget.succeeded();
    assert.equal(spend(budget), 0);
    budget.succeeded();
    assert.equal(spend(budget), 1);
  });

  it('does not grow beyond its start', () => {
    const budget = new RetryBudget();
    for (let i = 0; i < 100; i++) budget.succeeded();
    assert.equal(spend(budget), 6);
  });
});
