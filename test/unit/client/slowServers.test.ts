import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { systemClock } from '../../../src/client/core/clock';
import { FakeClock } from '../../support/fakeClock';
import { failureOf } from '../../support/rejections';
import { closeServers, serveRaw } from '../../support/testServer';
import { closeTransports, directTransport, request } from '../../support/transports';
import { putFile } from './support/putFile';

/** Much more than the system buffers. */
const sizeBytes = 64 * 1024 * 1024;

/** ms */
const stallMs = 120;

/**
 * Reads the request in small pieces, and lets almost the whole stall timeout pass each time that the client has been
 * able to hand over more. Responds when it has all.
 */
function serveSlowly(clock: FakeClock, bytes: number): ReturnType<typeof serveRaw> {
  return serveRaw((socket) => {
    let got = 0;
    let seen = clock.started;
    socket.on('data', (chunk: Buffer) => {
      got += chunk.length;
      socket.pause();
      if (clock.started > seen) clock.pass(0.9 * stallMs);
      seen = clock.started;
      if (got < bytes) setImmediate(() => socket.resume());
      else socket.end('HTTP/1.1 201 Created\r\ncontent-length: 0\r\nconnection: close\r\n\r\n');
    });
  });
}

describe('A server', () => {
  afterEach(() => Promise.all([closeTransports(), closeServers()]));

  it('that reads a file slowly, but without a pause, does not time out', async () => {
    const clock = new FakeClock();
    const server = await serveSlowly(clock, sizeBytes);
    const file = putFile(sizeBytes, { stallTimeoutMs: stallMs });
    const { status } = await directTransport(clock).send(request(server.origin, file));
    assert.equal(status, 201);
    assert.ok(clock.now() > 10 * stallMs);
  });

  it('that stops reading times out after the stall timeout', async () => {
    const server = await serveRaw((socket) => socket.pause());
    const file = putFile(sizeBytes, { stallTimeoutMs: 500 });
    const { code } = await failureOf(directTransport().send(request(server.origin, file)));
    assert.equal(code, 'stalled');
  });

  it('gets no more response time because a file is being read', async () => {
    const server = await serveRaw((socket) => socket.resume());
    const body = Readable.from(
      (async function* () {
        yield Buffer.alloc(10);
        await systemClock.wait(300, new AbortController().signal);
        yield Buffer.alloc(10);
      })(),
    );
    const { limits } = putFile(0, { responseTimeoutMs: 100, stallTimeoutMs: 100 });
    const changes = { ...putFile(0), body, headers: { 'content-length': '20' }, limits };
    const { code } = await failureOf(directTransport().send(request(server.origin, changes)));
    assert.deepEqual([code, body.readableEnded], ['timeout', true]);
  });
});
