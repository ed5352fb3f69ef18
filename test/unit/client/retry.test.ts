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
import { retryDelay } from '../../../src/client/retry';
import { nothingDone } from '../../support/statuses';

const host = 'api.test';
const changing = ['createProject', 'createModel', 'finaliseModel', 'createSimulation'] as const;

const networkCodes: readonly NetworkCode[] = [
  'dns',
  'refused',
  'unreachable',
  'connectTimeout',
  'certificate',
  'reset',
  'timeout',
  'stalled',
  'proxy',
  'proxyAuthentication',
  'proxyGateway',
  'proxyUnsupported',
  'protocol',
  'other',
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

    it(`of ${operation} never happens after a response, except for one that proves that nothing was done`, () => {
      const repeated = Array.from({ length: 900 }, (_, index) => 100 + index).filter(
        (status) => delayAfter(statusError(operation, status)) !== undefined,
      );
      assert.deepEqual(repeated, nothingDone);
    });
  }

  it('of an upload happens after a protocol error, but not after a second one', () => {
    const error = new NetworkError('uploadFile', host, { code: 'protocol', sent: 'maybe' });
    assert.deepEqual([delayAfter(error, 1), delayAfter(error, 2)], [750, undefined]);
  });

  it('never happens after an invalid response, or when the user is no longer signed in', () => {
    for (const operation of Object.keys(operations) as Operation[]) {
      const unusable = new ResponseError({ operation, host, status: 200 }, 'notJson');
      const delays = [unusable, new SignedOutError(operation, host)].map((error) => delayAfter(error));
      assert.deepEqual(delays, [undefined, undefined]);
    }
  });

  it('waits longer each time, up to a limit, and ends', () => {
    const delays = [1, 2, 3, 4, 5].map((attempt) => delayAfter(statusError('listProjects', 503), attempt));
    assert.deepEqual(delays, [250, 500, 1000, undefined, undefined]);
  });

  it('of an upload waits longer each time, half of it in any case, up to a minute, and never ends', () => {
    const delays = (random: number) =>
      [1, 2, 3, 6, 7, 1e4].map((attempt) => delayAfter(statusError('uploadFile', 503), attempt, random));
    assert.deepEqual(delays(0), [500, 1000, 2000, 16_000, 30_000, 30_000]);
    assert.deepEqual(delays(1), [1000, 2000, 4000, 32_000, 60_000, 60_000]);
  });

  it('of an upload happens after a storage server that is too busy for a moment', () => {
    assert.equal(delayAfter(statusError('uploadFile', 400, { code: 'SlowDown' })), 750);
    assert.equal(delayAfter(statusError('uploadFile', 400, { code: 'BadDigest' })), undefined);
  });

  for (const [operation, maxMs] of [
    ['listProjects', 120_000],
    ['createModel', 120_000],
    ['uploadFile', 900_000],
  ] as const)
    it(`of ${operation} waits as long as the server asks, up to ${maxMs / 60_000} minutes`, () => {
      const delays = [0, 1, maxMs, maxMs + 1].map((retryAfter) =>
        delayAfter(statusError(operation, 429, { retryAfter })),
      );
      assert.deepEqual(delays, [0, 1, maxMs, undefined]);
    });
});
