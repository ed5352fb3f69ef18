import assert from 'node:assert/strict';
import {
  type NetworkCode,
  NetworkError,
  ResponseError,
  type ResponseErrorReason,
  StatusError,
} from '../../../src/client/core/errors';
import type { Operation } from '../../../src/client/core/types';
import { retryDelay } from '../../../src/client/retry';
import { JournalError } from '../../../src/journal/errors';
import { LockLostError } from '../../../src/journal/recordLock';
import { KeyringError, RequestAbandonedError, UploadUrlsUnavailableError } from '../../../src/launch/errors';
import type { LaunchStep } from '../../../src/launch/launchRecord';
import { endEntryFor, outcomeOf, type RequestState, toProblem } from '../../../src/launch/outcome';
import { FileUploadError } from '../../../src/upload/errors';
import { nothingDone, passingRefusals } from '../../support/statuses';

const host = 'api.test';
const first: RequestState = { sent: true, lost: false };
const afterLost: RequestState = { sent: true, lost: true };

/** Result of a request: its outcome, the maximum number of automatic attempts, and the wait between them. */
type Fate = readonly [outcome: string, tries: number, waitMs: number | undefined];
type Ranges = readonly (readonly [from: number, to: number, fate: Fate])[];

const failed: Fate = ['failed', 1, undefined];
const unknown: Fate = ['unknown', 1, undefined];
const abandoned: Fate = ['abandoned', 1, undefined];
const repeated = (tries: number, waitMs: number): Fate => ['failed', tries, waitMs];

const each = (statuses: readonly number[], fate: Fate): Ranges =>
  statuses.map((status) => [status, status, fate]);

const creates: Ranges = [
  [100, 999, unknown],
  [400, 499, failed],
  ...each([307, 308, 501, 505, 511], failed),
  ...each([408, 444, 460, 499], unknown),
  ...each(nothingDone, repeated(4, 500)),
];

const finalise: Ranges = [...creates, ...each([404, 410], abandoned)];

const passing = (fate: Fate): Ranges => [
  [100, 999, failed],
  [500, 599, fate],
  ...each(passingRefusals, fate),
  ...each([501, 505], failed),
];

const upload: Ranges = [...passing(repeated(Infinity, 1000)), ...each([401, 403, 404, 410], abandoned)];
const conflicts: Ranges = each([409, 412], unknown);
const list: Ranges = passing(repeated(4, 500));

const tables: readonly (readonly [Operation, LaunchStep | undefined, normal: Ranges, afterLost: Ranges])[] = [
  ['createProject', 'createProject', creates, creates],
  ['listProjects', undefined, list, list],
  ['createModel', 'createModel', creates, creates],
  ['uploadFile', 'uploadFiles', upload, [...upload, ...conflicts]],
  ['finaliseModel', 'finaliseModel', finalise, [...finalise, ...conflicts]],
  ['listReusableModels', undefined, list, list],
  ['createSimulation', 'createSimulation', creates, creates],
];

/** The result for the last range that contains the status. */
function fateIn(ranges: Ranges, status: number): Fate {
  return ranges.findLast(([from, to]) => from <= status && status <= to)![2];
}

function fateOf(operation: Operation, step: LaunchStep | undefined, status: number, lost: boolean): Fate {
  const error = new StatusError({ operation, host, status });
  const delays = [1, 2, 3, 4, 5, 6].map((attempt) =>
    retryDelay({ operation, error, attempt, random: () => 1 }),
  );
  const tries = delays.includes(undefined) ? delays.indexOf(undefined) + 1 : Infinity;
  const cause = operation === 'uploadFile' ? new FileUploadError('a.inp', lost ? 2 : 1, error) : error;
  const outcome = step === undefined ? 'failed' : outcomeOf(step, cause, lost ? afterLost : first);
  return [outcome, tries, delays[0]];
}

const requests = ['createProject', 'createModel', 'finaliseModel', 'createSimulation'] as const;

describe('The outcome of a request', () => {
  for (const [operation, step, normal, lost] of tables) {
    for (const isLost of [false, true]) {
      it(`${operation}: of each status from 100 to 999${isLost ? ', after a response that was lost' : ''}`, () => {
        for (let status = 100; status <= 999; status++) {
          const expected = fateIn(isLost ? lost : normal, status);
          assert.deepEqual([status, ...fateOf(operation, step, status, isLost)], [status, ...expected]);
        }
      });
    }
  }

  for (const operation of requests) {
    const network = (sent: 'no' | 'maybe', code: NetworkCode = 'reset') =>
      new NetworkError(operation, host, { code, sent });

    it(`${operation}: failed when the connection proves that nothing was sent, else unknown`, () => {
      assert.equal(outcomeOf(operation, network('no'), { sent: false, lost: false }), 'failed');
      assert.equal(outcomeOf(operation, network('no', 'proxy'), first), 'failed');
      assert.equal(outcomeOf(operation, network('no'), { sent: false, lost: true }), 'unknown');
      assert.equal(outcomeOf(operation, network('maybe'), first), 'unknown');
      assert.equal(outcomeOf(operation, network('maybe'), { sent: false, lost: false }), 'unknown');
    });

    it(`${operation}: unknown after any local failure that is not proved to precede sending`, () => {
      for (const error of [new Error('any'), new TypeError('any'), 'any', undefined, new KeyringError()]) {
        assert.equal(outcomeOf(operation, error, { sent: false, lost: false }), 'failed');
        assert.equal(outcomeOf(operation, error, first), 'unknown');
        assert.equal(outcomeOf(operation, error, { sent: false, lost: true }), 'unknown');
      }
      assert.equal(outcomeOf(operation, new RequestAbandonedError(), first), 'unknown');
    });

    it(`${operation}: unknown after a success that cannot be read, or does not say what was created`, () => {
      const reasons: ResponseErrorReason[] = ['notJson', 'html', 'tooLarge', 'noIdentifier', 'uploadUrls'];
      for (const reason of reasons) {
        const error = new ResponseError({ operation, host, status: 201 }, reason);
        assert.equal(outcomeOf(operation, error, first), 'unknown');
      }
    });
  }

  it('createModel: abandoned when its upload URLs cannot be read and the model is known', () => {
    const at = { operation: 'createModel', host, status: 201, modelId: 'm' } as const;
    assert.equal(outcomeOf('createModel', new ResponseError(at, 'uploadUrls'), first), 'abandoned');
  });

  it('leaves a launch unchanged that could not be recorded, was taken over, or whose keyring failed', () => {
    assert.equal(endEntryFor('createSimulation', new JournalError('ENOSPC'), first), undefined);
    assert.equal(endEntryFor('createSimulation', new LockLostError(), first), undefined);
    for (const step of [undefined, 'uploadFiles'] as const)
      assert.equal(endEntryFor(step, new KeyringError(), first), undefined);
    const problem = { kind: 'keyring' };
    const unsent = { sent: false, lost: false };
    assert.deepEqual(endEntryFor('createModel', new KeyringError(), unsent), { kind: 'failed', problem });
  });

  it('records a web page by its title, whatever its status is, and the host of a redirect', () => {
    const at = { operation: 'createModel', host, status: 503 } as const;
    const page = { kind: 'response', operation: 'createModel', host, status: 503, code: 'html' };
    const titled = { ...page, serverMessage: 'Sign in' };
    assert.deepEqual(
      [
        new StatusError(at, { pageTitle: 'Sign in' }),
        new StatusError(at, { pageTitle: '' }),
        new ResponseError({ ...at, status: 200 }, 'html', [], 'Sign in'),
        new StatusError(at, { redirectHost: 'login.example' }),
      ].map(toProblem),
      [titled, page, { ...titled, status: 200 }, { kind: 'status', ...at, redirectHost: 'login.example' }],
    );
  });

  it('abandons a model whose upload URLs have expired, not one whose URLs are missing in the keyring', () => {
    for (const step of [undefined, 'uploadFiles'] as const)
      for (const [code, kind] of [
        ['lost', 'failed'],
        ['expired', 'modelAbandoned'],
      ] as const) {
        const problem = { kind: 'uploadUrlsUnavailable', code };
        assert.deepEqual(endEntryFor(step, new UploadUrlsUnavailableError(code, 1), first), {
          kind,
          problem,
        });
      }
  });
});
