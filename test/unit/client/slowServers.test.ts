import assert from 'node:assert/strict';
import { createServer, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { systemClock } from '../../../src/client/core/clock';
import { needs } from '../../support/capabilities';
import { closeServers, listen } from '../../support/httpServer';
import { serveRaw } from '../../support/recordingServer';
import { failureOf } from '../../support/rejections';
import { SteppedClock } from '../../support/steppedClock';
import { closeTransports, directTransport, request } from '../../support/transports';

const sizeBytes = 12 * 1024 * 1024;

/** The client checks for progress at a twelfth of this interval; ms. */
const stallMs = 120;

/** How many turns of its timer the server waits for the client to notice progress: not all of it can be noticed. */
const maxTurns = 20;

/**
 * Reads the request in small pieces, and lets almost the whole stall timeout pass each time that the client
 * has noticed progress. After it has been slow for long enough, it reads the rest at once. Responds when it
 * has all.
 */
function serveSlowly(clock: SteppedClock, bytes: number, ms: number): ReturnType<typeof serveRaw> {
  return listen(
    createServer({ pauseOnConnect: true }, (socket: Socket) => {
      let got = 0;
      let turns = 0;
      let seen = clock.started;
      socket.on('error', () => undefined);
      socket.on('data', (chunk: Buffer) => {
        got += chunk.length;
        if (clock.now() <= ms) socket.pause();
        if (got >= bytes)
          socket.end('HTTP/1.1 201 Created\r\ncontent-length: 0\r\nconnection: close\r\n\r\n');
      });
      const timer = setInterval(() => {
        const isSlow = clock.now() <= ms;
        const isSeen = clock.started > seen;
        if (isSlow) {
          if (isSeen) clock.goOn(0.9 * stallMs);
          else if (++turns < maxTurns) return;
        }
        seen = clock.started;
        turns = 0;
        socket.resume();
      }, 5);
      socket.on('close', () => clearInterval(timer));
    }),
  );
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
    const clock = new SteppedClock();
    const server = await serveSlowly(clock, sizeBytes, 10 * stallMs);
    const { status, isSentWhole } = await directTransport(clock).send(
      request(server.origin, put(sizeBytes, {})),
    );
    assert.deepEqual([status, isSentWhole], [201, true]);
    assert.ok(clock.now() > 10 * stallMs);
  });

  it('that reads a large request slowly, but without a pause, does not time out', async () => {
    const clock = new SteppedClock();
    const server = await serveSlowly(clock, sizeBytes, 10 * stallMs);
    const changes = { body: Buffer.alloc(sizeBytes), limits: { ...limits, responseTimeoutMs: stallMs } };
    const { status } = await directTransport(clock).send(request(server.origin, changes));
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

  needs('sentBytes').it(
    'has its full response time from when the last byte has left this computer',
    async () => {
      const clock = new SteppedClock();
      const server = await serveSlowly(clock, 2 ** 21, 2 * stallMs);
      const { status } = await directTransport(clock).send(
        request(server.origin, put(2 ** 21, { responseTimeoutMs: stallMs })),
      );
      assert.equal(status, 201);
      assert.ok(clock.now() > 2 * stallMs);
    },
  );

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
