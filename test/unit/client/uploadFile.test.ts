import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { testClient } from '../../support/client';
import { sendFile } from '../../support/clientCalls';
import { failureOf, rejectionOf } from '../../support/rejections';
import { closeServers, serve, serveRaw } from '../../support/testServer';

function upload(url: string, body: Readable | Buffer, size: number, signal?: AbortSignal): Promise<void> {
  return sendFile(testClient('http://127.0.0.1:9').client, url, body, size, signal);
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

  it('notices a refusal that comes before the body is sent, and stops', async () => {
    const server = await serveRaw((socket) =>
      socket.once('data', () => socket.pause().write('HTTP/1.1 403 No\r\ncontent-length: 2\r\n\r\nno')),
    );
    const body = createEndlessStream([Buffer.alloc(1024)]);
    const error = await failureOf(upload(server.origin, body, 5000));
    assert.deepEqual([error.status, error.serverMessage, body.destroyed], [403, 'no', true]);
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

  it('rejects with the original error of the body, even if it looks like a network error', async () => {
    const server = await serve({ status: 200 });
    const error = new (class extends Error {
      readonly code = 'EHOSTDOWN';
    })('changed');
    const body = createEndlessStream([Buffer.alloc(9)], error);
    assert.equal(await rejectionOf(upload(server.origin, body, 5000)), error);
    const failed = createEndlessStream([])
      .destroy(error)
      .on('error', () => undefined);
    assert.equal(await rejectionOf(upload(server.origin, failed, 5000)), error);
    assert.deepEqual(server.requests, []);
  });

  it('does not log the message of an error of the body', async () => {
    const server = await serve({ status: 200 });
    const { client, log } = testClient('http://127.0.0.1:9');
    const body = createEndlessStream([Buffer.alloc(9)], new Error('CANARY'));
    await rejectionOf(sendFile(client, server.origin, body, 5000));
    assert.equal(log.at(-1), `PUT ${server.host} (a.dat): failed after 0 ms`);
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
});
