import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { closeClient, testClient } from '../../support/client';
import { failureOf, rejectionOf } from '../../support/rejections';
import { closeServers, serve, serveRaw } from '../../support/testServer';

const never = new AbortController().signal;

function upload(url: string, body: Readable | Buffer, size: number, signal = never): Promise<void> {
  return testClient('http://127.0.0.1:9').client.uploadFile(url, { file: 'a.dat', size, body }, signal);
}

/** A stream that supplies `chunks` and then never ends, or fails. */
function createEndlessStream(chunks: Buffer[], failWith?: Error): Readable {
  return new Readable({
    read() {
      const chunk = chunks.shift();
      if (chunk !== undefined) this.push(chunk);
      else if (failWith !== undefined) this.destroy(failWith);
    },
  });
}

/** A server that runs `onHead` when the head of a request has arrived, and reads nothing more. */
function serveHead(onHead: (socket: Socket) => void): ReturnType<typeof serveRaw> {
  return serveRaw((socket) => {
    socket.once('data', () => {
      socket.pause();
      onHead(socket);
    });
  });
}

describe('Uploading a file', () => {
  afterEach(closeServers);

  for (const [name, body, text] of [
    ['a stream', Readable.from([Buffer.from('ab'), Buffer.from('c')]), 'abc'],
    ['a buffer', Buffer.from('abc'), 'abc'],
    ['an empty stream', Readable.from([]), ''],
    ['an empty buffer', Buffer.of(), ''],
  ] as const) {
    it(`sends ${name} with its length and no other header`, async () => {
      const server = await serve({ status: 201 });
      await upload(`${server.origin}/x/a.dat?b=1&sig=%2b'{}`, body, text.length);
      assert.deepEqual(server.requests, [
        {
          method: 'PUT',
          path: `/x/a.dat?b=1&sig=%2b'{}`,
          headers: { host: server.host, connection: 'keep-alive', 'content-length': String(text.length) },
          body: text,
        },
      ]);
    });
  }

  for (const status of [200, 201, 204]) {
    it(`succeeds with ${status}, whatever the body is`, async () => {
      const body = status === 204 ? '' : 'odd';
      const server = await serve({ status, headers: { 'content-encoding': 'x' }, body });
      await upload(server.origin, Buffer.from('a'), 1);
    });
  }

  it('succeeds when the response body is too large', async () => {
    const { origin } = await serve({ body: Buffer.alloc(100_000) });
    await upload(origin, Buffer.from('a'), 1);
  });

  it('reports the message of the file server, with its code', async () => {
    const body = '<?xml version="1.0"?>\n<Error><Code>ExpiredToken</Code><Message>Too late</Message></Error>';
    const server = await serve({ status: 400, headers: { 'content-type': 'application/xml' }, body });
    assert.deepEqual(await failureOf(upload(server.origin, Buffer.from('a'), 1)), {
      name: 'StatusError',
      kind: 'status',
      operation: 'uploadFile',
      host: server.host,
      status: 400,
      serverMessage: 'Too late',
      code: 'ExpiredToken',
    });
  });

  it('notices a refusal that comes before the body is sent, and stops', async () => {
    const server = await serveHead((socket) => {
      socket.write('HTTP/1.1 403 Forbidden\r\ncontent-length: 2\r\n\r\nno');
    });
    const body = createEndlessStream([Buffer.alloc(1024)]);
    const error = await failureOf(upload(server.origin, body, 5000));
    assert.deepEqual([error.status, error.serverMessage, body.destroyed], [403, 'no', true]);
  });

  it('does not accept a success when the connection ends before the body is sent', async () => {
    const server = await serveHead((socket) =>
      socket.end('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n', () => socket.destroy()),
    );
    const chunks = Array<Buffer>(64).fill(Buffer.alloc(1024 * 1024));
    const error = await failureOf(upload(server.origin, Readable.from(chunks), 64 * 1024 * 1024));
    assert.deepEqual([error.kind, error.code], ['network', 'reset']);
  });

  for (const size of [2, 4, 0]) {
    it(`fails when a stream of 3 bytes was announced to have ${size}`, async () => {
      const server = await serve({ status: 200 });
      const { kind, code, systemCode } = await failureOf(
        upload(server.origin, Readable.from([Buffer.from('abc')]), size),
      );
      const expected = ['network', 'other', 'UND_ERR_REQ_CONTENT_LENGTH_MISMATCH'];
      assert.deepEqual([[kind, code, systemCode], server.requests], [expected, []]);
    });

    it(`sends nothing when a buffer of 3 bytes was announced to have ${size}`, async () => {
      const server = await serve({ status: 200 });
      await assert.rejects(upload(server.origin, Buffer.alloc(3), size), RangeError);
      assert.deepEqual(server.requests, []);
    });
  }

  it('rejects with the original error of the body', async () => {
    const server = await serve({ status: 200 });
    const error = new Error('changed');
    const body = createEndlessStream([Buffer.alloc(9)], error);
    assert.equal(await rejectionOf(upload(server.origin, body, 5000)), error);
    const failed = createEndlessStream([])
      .destroy(error)
      .on('error', () => undefined);
    assert.equal(await rejectionOf(upload(server.origin, failed, 5000)), error);
    assert.deepEqual(server.requests, []);
  });

  it('rejects with the original error of the body even if it looks like a network error', async () => {
    const server = await serve({ status: 200 });
    const error = new (class extends Error {
      readonly code = 'EHOSTDOWN';
    })('share');
    const body = createEndlessStream([Buffer.alloc(9)], error);
    assert.equal(await rejectionOf(upload(server.origin, body, 5000)), error);
  });

  it('does not log the message of an error of the body', async () => {
    const server = await serve({ status: 200 });
    const { client, log } = testClient('http://127.0.0.1:9');
    const body = createEndlessStream([Buffer.alloc(9)], new Error('CANARY'));
    await rejectionOf(client.uploadFile(server.origin, { file: 'a.dat', size: 5000, body }, never));
    assert.equal(log.at(-1), `PUT ${server.host} (a.dat): failed after 0 ms`);
  });

  it('does not mistake a reset for an error of the body', async () => {
    const server = await serveHead((socket) => socket.resetAndDestroy());
    const error = await failureOf(upload(server.origin, createEndlessStream([Buffer.alloc(1024)]), 5000));
    assert.deepEqual([error.kind, error.code, error.sent], ['network', 'reset', 'maybe']);
  });

  it('closes the socket and the body at once when it is aborted', async () => {
    const controller = new AbortController();
    const reason = new Error('stop');
    let closed: Promise<unknown> | undefined;
    const server = await serveRaw((socket) => {
      closed = once(socket, 'close');
      socket.once('data', () => controller.abort(reason));
    });
    const body = createEndlessStream([Buffer.alloc(1024)]);
    assert.equal(await rejectionOf(upload(server.origin, body, 5000, controller.signal)), reason);
    assert.ok(body.destroyed);
    await closed;
  });

  it('sends nothing when it is aborted before, and destroys the body', async () => {
    const server = await serve({ status: 200 });
    const body = createEndlessStream([]);
    const reason = { not: 'an error' };
    assert.equal(await rejectionOf(upload(server.origin, body, 1, AbortSignal.abort(reason))), reason);
    assert.ok(body.destroyed);
    assert.deepEqual(server.requests, []);
  });

  it('reuses a connection', async () => {
    const server = await serve({ status: 200, body: 'x' });
    const { client } = testClient('http://127.0.0.1:9');
    const file = { file: 'a', size: 1, body: Buffer.of(1) };
    for (let i = 0; i < 9; i++) await client.uploadFile(server.origin, file, never);
    assert.equal(server.requests.length, 9);
    assert.ok(server.connections() <= 2);
    await closeClient(client);
  });
});
