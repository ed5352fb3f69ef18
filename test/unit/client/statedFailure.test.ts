import assert from 'node:assert/strict';
import { parseMapping, type ServiceMapping } from '../../../src/client/mapping/serviceMapping';
import { closeClients, testClient } from '../../support/client';
import { clientCalls, type InterfaceOperation as Operation } from '../../support/clientCalls';
import { failureOf } from '../../support/rejections';
import { closeServers, serve } from '../../support/testServer';

const json = { 'content-type': 'application/json' };

const success: Readonly<Record<Operation, object>> = {
  createProject: { project_id: 'p' },
  listProjects: { projects: [{ project_id: 'p' }] },
  createModel: { model_id: 'm', files: [{ name: 'a', upload_url: 'http://127.0.0.1:1/a?sig=1' }] },
  uploadFile: {},
  finaliseModel: { model_id: 'm' },
  listReusableModels: { models: [{ model_id: 'm' }] },
  createSimulation: { simulation_id: 's' },
};
const operations = Object.keys(success) as Operation[];

interface Case {
  readonly operation: Operation;
  readonly mapping?: ServiceMapping;
  readonly status?: number;
  readonly body: unknown;
  readonly headers?: Record<string, string>;
}

/** Makes the call to a server that responds so. */
async function send({ operation, mapping, status = 200, body, headers = json }: Case) {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const server = await serve({ status, headers, body: text });
  const { client } = testClient(server.origin, 'variant_b', mapping && { mapping });
  return { host: server.host, result: clientCalls[operation](client, server.origin) };
}

async function assertRefused(one: Case, serverMessage: string, code?: string): Promise<void> {
  const { operation, status = 200 } = one;
  const { host, result } = await send(one);
  const expected = { name: 'StatusError', kind: 'status', operation, host, status, serverMessage };
  assert.deepEqual(await failureOf(result), { ...expected, ...(code && { code }) }, JSON.stringify(one));
}

async function assertSucceeds(one: Case): Promise<void> {
  await assert.doesNotReject((await send(one)).result, JSON.stringify(one));
}

const statusesOf = (operation: Operation) => (operation === 'finaliseModel' ? [200] : [200, 201]);

describe('A response with a success status whose body says that the request failed', () => {
  afterEach(() => Promise.all([closeClients(), closeServers()]));

  for (const operation of operations) {
    for (const status of statusesOf(operation)) {
      it(`is no success of ${operation} with status ${status}, and its words are kept`, async () => {
        // The name of a file would be one of the words.
        const whole = operation === 'createModel' ? { model_id: 'm' } : success[operation];
        for (const [stated, serverMessage, code] of [
          [{ success: false, error: 'Quota exceeded' }, 'Quota exceeded'],
          [{ ok: false, message: 'Full', code: 'A' }, 'Full', 'A'],
          [{ success: 'False', errors: ['Mesh', { message: 'Load' }] }, 'Mesh; Load'],
          [{ success: false }, '"success":false'],
          [{ Success: false }, '"Success":false'],
          [{ OK: 0 }, '"OK":0'],
        ] as const) {
          // To a list, an array is its elements.
          const inArray = operation.startsWith('list') ? [] : [[stated]];
          for (const body of [stated, { ...whole, ...stated }, { data: stated }, ...inArray])
            await assertRefused({ operation, status, body }, serverMessage, code);
        }
      });

      it(`is no success of ${operation} with status ${status} when it has an error, and nothing else`, async () => {
        for (const [body, serverMessage] of [
          [{ error: 'Quota exceeded' }, 'Quota exceeded'],
          [{ error: { code: 7, message: 'No room' } }, 'No room'],
          [{ errors: ['No mesh'] }, 'No mesh'],
          [{ error: true }, '"error":true'],
          [{ error: { code: 7 } }, '"error":{"code":7}'],
          [{ result: { error: 'No room' } }, 'No room'],
        ] as const) {
          await assertRefused({ operation, status, body }, serverMessage);
        }
      });
    }

    it(`is told from one of ${operation} that succeeded`, async () => {
      for (const added of [
        { errors: [] },
        { error: '', errors: [null, ''] },
        { error: ' ', ok: true },
        { error: false },
        { error: { code: 0, message: '', details: [] } },
        { success: 'true' },
        { success: 1, warnings: ['The mesh is coarse'] },
        { ok: null, success: null },
        { ok: { toString: 1, valueOf: 1 } },
        { successful: false, errorCount: 3 },
        { steps: [{ success: false, error: 'x' }], nested: { ok: false, x: 1 } },
      ]) {
        await assertSucceeds({ operation, body: { ...success[operation], ...added } });
        await assertSucceeds({ operation, body: { data: { ...success[operation], ...added } } });
      }
    });
  }

  for (const operation of operations)
    it(`is no success of ${operation} with the code of a failure, words and no data`, async () => {
      const words = 'The token has expired';
      for (const [body, code] of [
        [{ code: 401, msg: words, data: null }],
        [{ code: 40_103, message: words, result: {} }],
        [{ status: 'error', message: words }],
        [{ detail: { message: words, code: 'token_expired' } }, 'token_expired'],
        [{ data: { status: 'FAILED', message: words } }],
        [{ code: 'TOKEN_EXPIRED', message: words }, 'TOKEN_EXPIRED'],
      ] as const)
        await assertRefused({ operation, body }, words, code);
      const body = { errcode: '42001', errmsg: words };
      await assertRefused({ operation, body }, `errcode: 42001; errmsg: ${words}`);
    });

  for (const operation of operations) {
    it(`is no success of ${operation} when it says so in words and numbers that only failures have`, async () => {
      for (const [body, serverMessage] of [
        [{ status: 'error', message: 'No cores left' }, 'No cores left'],
        [{ status: 'ERROR', message: 'No cores left', data: [] }, 'No cores left'],
        [{ Status: 'failed' }, 'failed'],
        [{ outcome: 'denied' }, 'denied'],
        [{ result: 'failure', message: 'No cores left' }, 'No cores left'],
        [{ state: 'rejected' }, 'rejected'],
        [{ code: 500, msg: 'quota', data: null }, 'quota'],
        [{ code: '40012', message: 'quota', data: [] }, 'quota'],
        [{ code: -1, message: 'quota' }, 'quota'],
        [{ errno: -1, errmsg: 'No cores left' }, 'No cores left'],
        [{ errcode: 45_009, errmsg: 'reach max api' }, 'reach max api'],
        [{ fault: { faultstring: 'Quota violation' } }, 'Quota violation'],
        [{ errorMessage: 'No cores left' }, 'No cores left'],
        [{ Message: 'No cores left', ExceptionMessage: 'x' }, 'No cores left'],
        [{ type: 'about:blank', title: 'No cores left', status: 400 }, 'No cores left'],
        [{ statusCode: 400 }, '"statusCode":400'],
      ] as const) {
        const { host, result } = await send({ operation, body });
        const error = await failureOf(result);
        assert.equal(error.name, 'StatusError', JSON.stringify(body));
        assert.deepEqual([error.host, error.status], [host, 200]);
        assert.ok(String(error.serverMessage).includes(serverMessage), String(error.serverMessage));
      }
    });

    // Finalising and uploading make nothing that could have a state of its own.
    const isMade = operation !== 'uploadFile' && operation !== 'finaliseModel';
    it(`is told from one of ${operation} that has such words and numbers of its own`, async () => {
      for (const added of [
        { status: 'failed' },
        { status: 'error', message: 'The solver stopped' },
        { state: 'rejected', code: 4711, message: 'See the log' },
        { code: 'A12', errno: 0, errmsg: 'ok' },
      ])
        await assertSucceeds({
          operation,
          body: { ...success[operation], ...(isMade && added) },
        });
    });
  }

  it('is stated beside the identifiers of a finalised model and of an uploaded file, which prove nothing', async () => {
    for (const operation of ['finaliseModel', 'uploadFile'] as const)
      for (const [body, serverMessage] of [
        [{ model_id: 'm1', status: 'invalid', errors: ['a.inp missing'] }, 'a.inp missing'],
        [{ model_id: 'm1', status: 'error', message: 'a.inp missing' }, 'a.inp missing'],
        [{ id: 'r', code: 500, msg: 'a.inp missing' }, 'a.inp missing'],
        [{ id: 1, error: { code: 1, message: 'a.inp missing' } }, 'a.inp missing'],
        [{ id: 'f1', error: 'Disk full' }, 'Disk full'],
        [{ data: { id: 'f1', state: 'FAILED' } }, 'state: FAILED'],
        [{ modelId: 'm1', rejected: true, reason: 'No mesh' }, 'No mesh'],
        [{ model_id: 'm1', stored: false }, '"stored":false'],
        [{ model_id: 'm1', meta: { code: 422 } }, '"code":422'],
      ] as const)
        await assertRefused({ operation, body }, serverMessage);
    const body = { model: { model_id: 'm1', status: 'failed', reason: 'No mesh' } };
    await assertRefused({ operation: 'finaliseModel', body }, 'No mesh');
    for (const status of [200, 202])
      await assertRefused({ operation: 'finaliseModel', status, body: { status: 'failed' } }, 'failed');
    await assertRefused({ operation: 'finaliseModel', body: { finalised: false } }, '"finalised":false');
    await assertSucceeds({ operation: 'finaliseModel', status: 202, body: { finalised: false } });
  });

  it('is stated beside the own identifier of a simulation, as of a project', async () => {
    for (const operation of ['createSimulation', 'createProject'] as const) {
      for (const [body, serverMessage] of [
        [{ id: 'req-7', error: { code: -3, message: 'No cores' } }, 'No cores'],
        [{ id: 'req-7', status: 'error', message: 'No cores' }, 'No cores'],
        [{ uuid: 'req-7', code: 500, message: 'No cores' }, 'No cores'],
        [{ id: 'req-7', error: 'No cores' }, 'No cores'],
        [{ id: 'req-7', errors: ['No cores'], isSuccess: false }, 'No cores'],
        [{ id: 'req-7', accepted: false, reason: 'No cores' }, 'No cores'],
        [{ id: 'req-7', err: 'No cores' }, 'err: No cores'],
        [{ id: 'req-7', status: { code: 503 } }, '"code":503'],
      ] as const)
        await assertRefused({ operation, body }, serverMessage);
      for (const own of [
        { warnings: ['x'], error: null, errors: [], status: 'created' },
        { err: 0.002, valid: false, message: 'Draft' },
        { failed: true, finalised: false },
        { meta: { error: 'x', code: 42 }, status: { phase: 'failed' } },
      ])
        await assertSucceeds({ operation, body: { id: 's1', ...own } });
    }
  });

  it('is stated by further words, and by an object about the response', async () => {
    for (const operation of ['createSimulation', 'finaliseModel', 'uploadFile', 'listProjects'] as const) {
      for (const [body, serverMessage] of [
        [{ failed: true }, '"failed":true'],
        [{ accepted: false }, '"accepted":false'],
        [{ isSuccess: false }, '"isSuccess":false'],
        [{ succeeded: 'False' }, 'succeeded: False'],
        [{ valid: false }, '"valid":false'],
        [{ retcode: 1 }, '"retcode":1'],
        [{ ret: 5, msg: 'No cores' }, 'No cores'],
        [{ err: { message: 'No cores' } }, 'No cores'],
        [{ validationErrors: [{ message: 'No cores' }] }, 'No cores'],
        [{ errorDetails: ['No cores'] }, 'No cores'],
        [{ status: { code: 500 } }, '"code":500'],
        [{ meta: { status: 400, error: 'No cores' }, data: null }, 'No cores'],
        [{ header: { success: false, message: 'No cores' } }, 'No cores'],
        [{ ResponseMetadata: { HTTPStatusCode: 403 } }, '"HTTPStatusCode":403'],
        ['false', 'false'],
        ['"ERROR: no cores"', 'ERROR: no cores'],
      ] as const) {
        const { result } = await send({ operation, body });
        const error = await failureOf(result);
        assert.deepEqual([error.name, error.status], ['StatusError', 200], JSON.stringify(body));
        assert.ok(String(error.serverMessage).includes(serverMessage), String(error.serverMessage));
      }
    }
    for (const operation of ['createSimulation', 'finaliseModel', 'uploadFile'] as const)
      for (const body of [
        { failed: 0, accepted: 3, valid: true, err: null, retcode: 0 },
        { retcode: 200, msg: 'ok' },
        { ret: 1, msg: 'success' },
        { meta: { code: 200, errors: [] }, status: { code: 0, message: 'OK' } },
        { status: { phase: 'failed' }, errcode: 0, errmsg: 'created' },
        { message: 'Cannot finalise: a.inp missing' },
      ])
        await assertSucceeds({ operation, body });
    for (const stated of [{ meta: { code: 403 } }, { err: 'No' }, { isSuccess: false }, { retcode: -100 }]) {
      const { result } = await send({ operation: 'listProjects', body: { ...stated, data: [] } });
      assert.equal((await failureOf(result)).name, 'StatusError', JSON.stringify(stated));
    }
    const listed = { meta: { errors: ['A shard is down'] }, valid: false, data: [{ id: 5 }] };
    await assertSucceeds({ operation: 'listProjects', body: listed });
  });

  it('is stated for a part of an upload or a finalised model, with status 207', async () => {
    for (const operation of ['finaliseModel', 'uploadFile'] as const) {
      for (const body of [
        '<d:multistatus xmlns:d="DAV:"><d:response><d:status>HTTP/1.1 507 Full</d:status></d:response></d:multistatus>',
        '<results><result><code> 423</code></result></results>',
        { responses: [{ status: 201 }, { status: 422, error: 'No mesh' }] },
        { 'a.inp': { statusCode: '404 Not Found' } },
      ]) {
        const { result } = await send({ operation, status: 207, body });
        const { name, status } = await failureOf(result);
        assert.deepEqual([name, status], ['StatusError', 207], JSON.stringify(body));
      }
      for (const body of [
        '<d:status>HTTP/1.1 201 Created</d:status>',
        { responses: [{ status: 201, code: 4711, size: 404 }] },
      ])
        await assertSucceeds({ operation, status: 207, body });
    }
  });

  it('is told from a success that names nothing', async () => {
    for (const operation of ['createSimulation', 'finaliseModel', 'uploadFile'] as const) {
      for (const body of [
        { state: 'queued' },
        { status: 'success', code: 'A12', errors: [] },
        { code: 0, message: 'success', data: null },
        { code: 200, message: 'OK' },
        { code: 20_000, message: 'queued' },
        { code: 1000, msg: 'queued' },
        { code: 4711, title: 'Bracket' },
        { errcode: 0, errmsg: 'ok' },
        { errorCode: 0, errorMessage: 'Success', exception: null },
        { statusCode: 201, body: 'queued' },
        { status: 1, message: 'queued' },
        { simulation: { status: 'failed', fault: 'F-12' } },
      ])
        await assertSucceeds({ operation, body });
    }
  });

  it('is told from a thing that only has an id, and a state of its own', async () => {
    for (const state of [{ status: 'failed' }, { state: 'rejected', code: 4711 }, { fault: { dip: 30 } }]) {
      await assertSucceeds({ operation: 'createSimulation', body: { id: 5, ...state } });
      await assertSucceeds({ operation: 'createProject', body: { id: 5, ...state } });
      for (const list of [[{ id: 5, ...state, message: 'x' }], { data: [{ id: 5, ...state, reason: 'x' }] }])
        await assertSucceeds({ operation: 'listProjects', body: list });
    }
    await assertRefused(
      { operation: 'createProject', body: { id: 'e1', status: 'error', message: 'No' } },
      'No',
    );
    await assertRefused(
      { operation: 'createSimulation', body: { id: 'e1', status: 'fail', message: 'No' } },
      'No',
    );
  });

  it('names no simulation where the identifier is null', async () => {
    const { host, result } = await send({
      operation: 'createSimulation',
      status: 201,
      body: { simulation_id: null },
    });
    const { name, reason } = await failureOf(result);
    assert.deepEqual([name, reason, host === ''], ['ResponseError', 'noIdentifier', false]);
  });

  it('is a success with an identifier and errors', async () => {
    for (const operation of operations.filter((one) => one !== 'uploadFile' && one !== 'finaliseModel')) {
      const body = { ...success[operation], error: 'Slow disk', errors: ['The mesh is coarse'] };
      await assertSucceeds({ operation, body });
    }
  });

  it('is no success of a list that is empty', async () => {
    for (const operation of ['listProjects', 'listReusableModels'] as const) {
      for (const list of [{ projects: [] }, { items: [] }]) {
        await assertSucceeds({ operation, body: { ...list, errors: [] } });
        const serverMessage = 'The database is down';
        await assertRefused({ operation, body: { ...list, error: serverMessage } }, serverMessage);
      }
    }
  });

  it('is not identified by the identifiers that were sent', async () => {
    const body = { project_id: 'p', model_id: 'm', errors: ['Quota exceeded'] };
    await assertRefused({ operation: 'createSimulation', body }, 'Quota exceeded');
  });

  it('is read where the settings say that the identifier stands', async () => {
    const at = '/job/ref';
    const responses = { createdModelId: at, createdProjectId: at, createdSimulationId: at };
    const mapping = parseMapping({ responses });
    for (const operation of ['createProject', 'createSimulation'] as const) {
      await assertSucceeds({ operation, mapping, body: { job: { ref: 4 }, errors: ['x'] } });
      await assertRefused({ operation, mapping, body: { job: {}, errors: ['x'] } }, 'x');
    }
  });

  it('is found with any content type, and in XML', async () => {
    const headers = { 'content-type': 'text/plain' };
    for (const operation of operations) {
      const body = '{"success":false,"message":"No room"}';
      await assertRefused({ operation, headers, body }, 'No room');
      const xml = '<?xml version="1.0"?>\n<Error><Code>SlowDown</Code><Message>No room</Message></Error>';
      await assertRefused({ operation, headers, body: xml }, 'No room', 'SlowDown');
      for (const element of ['error', 'ns:error', 'ErrorResponse xmlns="x"']) {
        const other = `<${element}><Message>No room</Message></${element.replace(/ .*/, '')}>`;
        await assertRefused({ operation, headers, body: other }, 'No room');
      }
      await assertRefused({ operation, headers, body: 'ERROR: no cores left' }, 'ERROR: no cores left');
    }
  });

  it('is found behind a stack trace of a hundred thousand characters', async () => {
    const body = { success: false, error: 'No room', trace: 'at f()\n'.repeat(15_000) };
    for (const operation of ['finaliseModel', 'createSimulation'] as const)
      await assertRefused({ operation, body }, 'No room');
  });

  it('does not make a success of other bodies questionable', async () => {
    for (const operation of ['finaliseModel', 'uploadFile', 'createSimulation'] as const) {
      for (const body of [
        '',
        'Created',
        '{"success": fal',
        '<Result/>',
        '["error"]',
        'null',
        'true',
        'Error: 0',
        'errors: see the log',
        '<?xml version="1.0"?><error>0</error>',
        '<errors><error>x</error></errors>',
      ])
        await assertSucceeds({ operation, headers: { 'content-type': 'text/plain' }, body });
    }
  });
});
