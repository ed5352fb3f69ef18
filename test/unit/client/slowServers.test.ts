import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { systemClock } from '../../../src/client/core/clock';
import { FakeClock } from '../../support/fakeClock';
import { failureOf } from '../../support/rejections';
import { closeServers, serveRaw } from '../../support/testServer';
import { closeTransports, directTransport, request } from '../../support/transports';

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

const limits = {
  accepted: [201],
  needsBody: false,
  responseTimeoutMs: 60_000,
  stallTimeoutMs: stallMs,
  bodyTimeoutMs: 60_000,
  maxBodyBytes: 100,
};

function put(bytes: number, changes: object) {
  const chunk = Buffer.alloc(256 * 1024);
  const body = Readable.from(Array.from({ length: bytes / chunk.length }, () => chunk));
  return {
    operation: 'uploadFile' as const,
    method: 'PUT' as const,
    headers: { 'content-length': String(bytes) },
    body,
    limits: { ...limits, ...changes },
  };
}

describe('A server', () => {
  afterEach(() => Promise.all([closeTransports(), closeServers()]));

  it('that reads a file slowly, but without a pause, does not time out', async () => {
    const clock = new FakeClock();
    const server = await serveSlowly(clock, sizeBytes);
    const { status } = await directTransport(clock).send(request(server.origin, put(sizeBytes, {})));
    assert.equal(status, 201);
    assert.ok(clock.now() > 10 * stallMs);
  });

  it('that stops reading times out after the stall timeout', async () => {
    const server = await serveRaw((socket) => socket.pause());
    const { code } = await failureOf(
      directTransport().send(request(server.origin, put(sizeBytes, { stallTimeoutMs: 500 }))),
    );
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
    const changes = {
      ...put(0, { responseTimeoutMs: 100, stallTimeoutMs: 100 }),
      body,
      headers: { 'content-length': '20' },
    };
    const { code } = await failureOf(directTransport().send(request(server.origin, changes)));
    assert.deepEqual([code, body.readableEnded], ['timeout', true]);
  });
});
