import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import type { Emulator, Intercept, RecordedRequest } from '../../../src/emulator/emulator';
import {
  createModel,
  failureOf,
  lastRequest,
  openRequest,
  problemReply,
  readReply,
  send,
  startForTest,
  stopAll,
  waitUntil,
} from './support/wire';

const project = { name: 'Rotor' };
const sentBytes = JSON.stringify(project).length;

afterEach(stopAll);

async function startWith(intercept: Intercept): Promise<{ emulator: Emulator; url: string }> {
  const { emulator } = await startForTest({ intercept: () => intercept, keepsEverything: true });
  return { emulator, url: `${emulator.baseUrl}/variant_a/v1/projects` };
}

function outcome(emulator: Emulator): Partial<RecordedRequest> & { projects: number } {
  const { status, aborted, bytesReceived, body } = lastRequest(emulator);
  return { ...(status && { status }), aborted, bytesReceived, body, projects: emulator.projects.length };
}

describe('A fault of the emulator', () => {
  it('can respond in place of the service, after the body was read', async () => {
    const { emulator, url } = await startWith({
      kind: 'reply',
      status: 503,
      headers: { 'retry-after': '7', 'content-type': 'text/html' },
      body: '<p>later',
    });
    assert.deepEqual(await send('POST', url, project), { status: 503, type: 'text/html', body: '<p>later' });
    assert.deepEqual(outcome(emulator), {
      status: 503,
      aborted: false,
      bytesReceived: sentBytes,
      body: project,
      projects: 2,
    });
  });

  it('can respond without a body', async () => {
    for (const status of [204, 304, 500]) {
      const { url } = await startWith({ kind: 'reply', status });
      assert.deepEqual(await send('POST', url, project), { status, type: undefined, body: undefined });
    }
  });

  it('can respond early, before the body is sent', async () => {
    const { emulator, url } = await startWith({ kind: 'reply', status: 403, early: true });
    const call = openRequest('POST', url, { 'content-length': '1000000' });
    call.flushHeaders();
    let connection: unknown;
    call.once('response', ({ headers }) => (connection = headers.connection));
    assert.equal((await readReply(call)).status, 403);
    assert.equal(connection, 'close');
    assert.deepEqual([lastRequest(emulator).status, emulator.projects.length], [403, 2]);
    call.destroy();
  });

  it('can replace the response to an operation that took effect', async () => {
    const { emulator, url } = await startWith({ kind: 'replyAfterApplying', status: 504 });
    assert.equal((await send('POST', url, project)).status, 504);
    assert.deepEqual([emulator.projects.length, lastRequest(emulator).status], [3, 504]);
  });

  it('can reset the connection before the body', async () => {
    const { emulator, url } = await startWith({ kind: 'drop', when: 'beforeBody' });
    const call = openRequest('POST', url, { 'content-length': '1000000' });
    call.flushHeaders();
    assert.equal(await failureOf(readReply(call)), 'ECONNRESET');
    await waitUntil(() => lastRequest(emulator).finishedAt !== undefined);
    assert.deepEqual(outcome(emulator), { aborted: false, bytesReceived: 0, body: undefined, projects: 2 });
  });

  it('resets a connection rather than ending it', async () => {
    const { emulator } = await startWith({ kind: 'drop', when: 'beforeBody' });
    const socket = connect(Number(new URL(emulator.baseUrl).port), '127.0.0.1');
    socket.write(`GET /variant_a/v1/projects HTTP/1.1\r\nhost: ${new URL(emulator.baseUrl).host}\r\n\r\n`);
    socket.resume();
    assert.equal(await failureOf(once(socket, 'end')), 'ECONNRESET');
  });

  it('can reset the connection after the body', async () => {
    const { emulator, url } = await startWith({ kind: 'drop', when: 'afterBody' });
    assert.equal(await failureOf(send('POST', url, project)), 'ECONNRESET');
    const expected = { aborted: false, bytesReceived: sentBytes, body: project, projects: 2 };
    assert.deepEqual(outcome(emulator), expected);
  });

  it('can lose the response to an operation that took effect', async () => {
    const { emulator, url } = await startWith({ kind: 'drop', when: 'afterApplying' });
    assert.equal(await failureOf(send('POST', url, project)), 'ECONNRESET');
    const expected = { aborted: false, bytesReceived: sentBytes, body: project, projects: 3 };
    assert.deepEqual(outcome(emulator), expected);
  });

  it('can lose the response to an upload that was stored', async () => {
    const { emulator } = await startForTest();
    const model = await createModel(emulator, { a: 3 });
    emulator.setIntercept(() => ({ kind: 'drop', when: 'afterApplying' }));
    assert.equal(await failureOf(send('PUT', model.files[0]!.upload_url, 'abc')), 'ECONNRESET');
    assert.deepEqual([...emulator.storedFiles(model.model_id).keys()], ['a']);
  });

  it('can discard an upload whose connection it resets after the body', async () => {
    const { emulator } = await startForTest();
    const model = await createModel(emulator, { a: 3 });
    emulator.setIntercept(() => ({ kind: 'drop', when: 'afterBody' }));
    assert.equal(await failureOf(send('PUT', model.files[0]!.upload_url, 'abc')), 'ECONNRESET');
    assert.deepEqual(
      [emulator.storedFiles(model.model_id), lastRequest(emulator).bytesReceived],
      [new Map(), 3],
    );
  });

  it('can leave a request without a response until the client gives up', async () => {
    for (const [when, bytesReceived, body] of [
      ['beforeBody', 0, undefined],
      ['afterBody', sentBytes, project],
    ] as const) {
      const { emulator, url } = await startWith({ kind: 'stall', when });
      const call = openRequest('POST', url, { 'content-length': String(sentBytes) });
      call.end(JSON.stringify(project));
      await waitUntil(() => emulator.requests.at(-1)?.bytesReceived === bytesReceived);
      const error = failureOf(readReply(call));
      call.destroy();
      assert.equal(await error, 'ECONNRESET');
      await waitUntil(() => lastRequest(emulator).aborted);
      assert.deepEqual(outcome(emulator), { aborted: true, bytesReceived, body, projects: 2 });
    }
  });

  it('can hold a request back until a gate opens', async () => {
    let openGate = (): void => undefined;
    const gate = new Promise<void>((resolve) => (openGate = resolve));
    const { emulator, url } = await startWith({ kind: 'delay', gate });
    const pending = send('POST', url, project);
    await waitUntil(() => emulator.requests.length === 1);
    assert.deepEqual(outcome(emulator), { aborted: false, bytesReceived: 0, body: undefined, projects: 2 });
    openGate();
    assert.equal((await pending).status, 201);
    assert.equal(emulator.projects.length, 3);
  });

  it('has no effect when the client disconnects before the gate opens', async () => {
    const { emulator, url } = await startWith({ kind: 'delay', gate: new Promise(() => undefined) });
    const call = openRequest('POST', url, { 'content-length': '1000000' });
    call.flushHeaders();
    await waitUntil(() => emulator.requests.length === 1);
    call.destroy();
    await waitUntil(() => lastRequest(emulator).aborted);
    assert.equal(emulator.projects.length, 2);
  });

  it('can send a response of another shape', async () => {
    const { emulator, url } = await startWith({
      kind: 'rewriteResponse',
      rewrite: (body) => ({ data: [body] }),
    });
    const reply = await send('POST', url, project);
    const body = { data: [emulator.projects[2]] };
    assert.deepEqual(reply, { status: 201, type: 'application/json', body });
  });

  it('can remove the body of the response', async () => {
    const { url } = await startWith({ kind: 'rewriteResponse', rewrite: () => undefined });
    assert.deepEqual(await send('POST', url, project), { status: 201, type: undefined, body: undefined });
  });

  it('is chosen for each request by its operation', async () => {
    const asked: unknown[] = [];
    const { emulator } = await startForTest({
      intercept: ({ operation, variant, fileName, server, body }) => {
        asked.push({ operation, variant, fileName, server, body });
        return operation === 'uploadFile' ? { kind: 'reply', status: 500 } : undefined;
      },
    });
    const model = await createModel(emulator, { 'in/a': 1 });
    assert.equal((await send('PUT', model.files[0]!.upload_url, 'x')).status, 500);
    const unset = { variant: undefined, fileName: undefined, body: undefined };
    assert.deepEqual(asked, [
      { ...unset, operation: 'createModel', variant: 'variant_a', server: 'service' },
      { ...unset, operation: 'uploadFile', fileName: 'in/a', server: 'files' },
    ]);
  });

  it('can be set and removed while the emulator runs', async () => {
    const { emulator } = await startForTest();
    const url = `${emulator.baseUrl}/variant_b/v7/projects`;
    emulator.setIntercept(() => ({ kind: 'reply', status: 500 }));
    assert.equal((await send('GET', url)).status, 500);
    emulator.setIntercept(undefined);
    assert.equal((await send('GET', url)).status, 200);
  });

  it('reports a mistake in the test as a 500 response', async () => {
    const { emulator } = await startForTest({
      intercept: () => {
        throw new Error('mistake');
      },
    });
    const reply = await send('GET', `${emulator.baseUrl}/variant_b/v7/projects`);
    assert.deepEqual(reply, problemReply(500, 'Internal Server Error', 'mistake'));
  });
});
