import assert from 'node:assert/strict';
import type { NetworkCode, StatusDetails } from '../../../src/client/errors';
import { AnswerError, NetworkError, SignedOutError, StatusError } from '../../../src/client/errors';
import { operations } from '../../../src/client/operations';
import { RetryBudget, retryDelay } from '../../../src/client/retry';
import type { Operation } from '../../../src/client/types';

const host = 'api.test';
const random = (): number => 0.5;

function afterStatus(
  operation: Operation,
  status: number,
  { attempt = 1, ...details }: StatusDetails & { attempt?: number } = {},
): number | undefined {
  return retryDelay({
    operation,
    error: new StatusError({ operation, host, status }, details),
    attempt,
    random,
  });
}

function afterNetwork(operation: Operation, code: NetworkCode, attempt = 1): number | undefined {
  return retryDelay({
    operation,
    error: new NetworkError(operation, host, { code, sent: 'no' }),
    attempt,
    random,
  });
}

const statuses = Array.from({ length: 900 }, (_, index) => 100 + index);
const passing = statuses.filter(
  (status) =>
    [408, 421, 423, 425, 429].includes(status) ||
    (status >= 500 && status <= 599 && status !== 501 && status !== 505),
);
const codes: NetworkCode[] = [
  'dns',
  'refused',
  'unreachable',
  'connectTimeout',
  'certificate',
  'proxy',
  'proxyAuthentication',
  'proxyGateway',
  'proxyUnsupported',
  'reset',
  'timeout',
  'stalled',
  'protocol',
  'other',
];

describe('Repeating', () => {
  for (const operation of ['listProjects', 'listReusableModels', 'uploadFile', 'finaliseModel'] as const) {
    it(`${operation} happens after these statuses and no others`, () => {
      const repeated = statuses.filter((status) => afterStatus(operation, status) !== undefined);
      assert.deepEqual(repeated, passing);
    });
  }

  it('a list happens after these failures of the network and no others', () => {
    const repeated = codes.filter((code) => afterNetwork('listProjects', code) !== undefined);
    assert.deepEqual(repeated, [
      'dns',
      'refused',
      'unreachable',
      'connectTimeout',
      'proxyGateway',
      'reset',
      'timeout',
    ]);
  });

  it('an upload happens after these failures of the network, a breach of protocol once', () => {
    const list = [
      'dns',
      'refused',
      'unreachable',
      'connectTimeout',
      'proxyGateway',
      'reset',
      'timeout',
      'stalled',
    ];
    const repeated = (attempt: number): string[] =>
      codes.filter((code) => afterNetwork('uploadFile', code, attempt) !== undefined);
    assert.deepEqual([repeated(1), repeated(2)], [[...list, 'protocol'], list]);
  });

  for (const operation of ['createProject', 'createModel', 'createSimulation'] as const) {
    it(`of ${operation} happens only after 429, or when nothing was sent`, () => {
      const repeated = statuses.filter((status) => afterStatus(operation, status) !== undefined);
      assert.deepEqual(repeated, [429]);
      assert.deepEqual(
        codes.filter((code) => afterNetwork(operation, code) !== undefined),
        ['dns', 'refused', 'unreachable', 'connectTimeout', 'proxyGateway', 'reset', 'timeout'],
      );
      const error = (code: NetworkCode) => new NetworkError(operation, host, { code, sent: 'maybe' });
      assert.deepEqual(
        codes.filter(
          (code) => retryDelay({ operation, error: error(code), attempt: 1, random }) !== undefined,
        ),
        [],
      );
    });
  }

  it('of finaliseModel happens once, after two to six seconds', () => {
    const delays = [1, 2].map((attempt) => afterStatus('finaliseModel', 500, { attempt }));
    assert.deepEqual(delays, [4000, undefined]);
    const error = new NetworkError('finaliseModel', host, { code: 'reset', sent: 'maybe' });
    const delay = (chance: number) =>
      retryDelay({ operation: 'finaliseModel', error, attempt: 1, random: () => chance });
    assert.deepEqual([delay(0), delay(1)], [2000, 6000]);
  });

  it('never happens after an answer that cannot be used', () => {
    const error = new AnswerError({ operation: 'listProjects', host, status: 200 }, 'notJson');
    assert.equal(retryDelay({ operation: 'listProjects', error, attempt: 1, random }), undefined);
  });

  it('never happens when nobody is signed in any more', () => {
    for (const operation of Object.keys(operations) as Operation[]) {
      const error = new SignedOutError(operation, host);
      assert.equal(retryDelay({ operation, error, attempt: 1, random }), undefined);
    }
  });

  it('waits longer each time, up to a ceiling, and ends', () => {
    const delays = (operation: Operation): unknown =>
      [1, 2, 3, 4, 5].map((attempt) => afterStatus(operation, 503, { attempt }));
    assert.deepEqual(delays('listProjects'), [250, 500, 1000, undefined, undefined]);
    assert.deepEqual(delays('uploadFile'), [500, 1000, 2000, 4000, undefined]);
  });

  it('waits as long as the server asks, up to two minutes', () => {
    const delays = [0, 1, 120_000, 120_001].map((retryAfter) =>
      afterStatus('listProjects', 503, { retryAfter }),
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
