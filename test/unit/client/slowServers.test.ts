import assert from 'node:assert/strict';
import { createServer, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { systemClock } from '../../../src/client/clock';
import { closeTransports, directTransport, request } from '../../support/transports';
import { closeServers, listen } from '../../support/httpServer';
import { serveRaw } from '../../support/recordingServer';
import { SteppedClock } from '../../support/steppedClock';
import { failure } from '../../support/rejections';

const size = 12 * 1024 * 1024;

/** A twelfth of it is how often the client looks; ms. */
const stall = 120;

/** Turns of its timer that the server waits for the client to see what was taken: not all of it can be seen. */
const maxTurns = 20;

/**
 * Takes the request in small pieces, and lets nearly the time for a stall pass each time that the client has seen that
 * something was taken. When it has been slow for as long as it should, it takes the rest at once. Answers when it has
 * all.
 */
function takingSlowly(clock: SteppedClock, bytes: number, ms: number): ReturnType<typeof serveRaw> {
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
          if (isSeen) clock.goOn(0.9 * stall);
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
  firstByte: 60_000,
  stall,
  bodyTime: 60_000,
  bodyBytes: 100,
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

  it('that takes a file slowly, but without a pause, is not given up', async () => {
    const clock = new SteppedClock();
    const server = await takingSlowly(clock, size, 10 * stall);
    const { status, isSentWhole } = await directTransport(clock).send(request(server.origin, put(size, {})));
    assert.deepEqual([status, isSentWhole], [201, true]);
    assert.ok(clock.now() > 10 * stall);
  });

  it('that takes a large request slowly, but without a pause, is not given up', async () => {
    const clock = new SteppedClock();
    const server = await takingSlowly(clock, size, 10 * stall);
    const changes = { body: Buffer.alloc(size), limits: { ...limits, firstByte: stall } };
    const { status } = await directTransport(clock).send(request(server.origin, changes));
    assert.equal(status, 201);
    assert.ok(clock.now() > 10 * stall);
  });

  it('that takes nothing more is given up when the time for that is over', async () => {
    const server = await serveRaw((socket) => socket.pause());
    const { code } = await failure(directTransport().send(request(server.origin, put(size, { stall: 500 }))));
    assert.equal(code, 'stalled');
  });

  it('is given its time to answer from when the last byte has left this computer', async function () {
    // Elsewhere, the system does not tell.
    if (process.platform !== 'linux') return this.skip();
    const clock = new SteppedClock();
    const server = await takingSlowly(clock, 2 ** 21, 2 * stall);
    const { status } = await directTransport(clock).send(
      request(server.origin, put(2 ** 21, { firstByte: stall })),
    );
    assert.equal(status, 201);
    assert.ok(clock.now() > 2 * stall);
  });

  it('is given no more time to answer because a file is being read', async () => {
    const server = await serveRaw((socket) => socket.resume());
    const body = Readable.from(
      (async function* () {
        yield Buffer.alloc(10);
        await systemClock.wait(300, new AbortController().signal);
        yield Buffer.alloc(10);
      })(),
    );
    const changes = { ...put(0, { firstByte: 100, stall: 100 }), body, headers: { 'content-length': '20' } };
    const { code } = await failure(directTransport().send(request(server.origin, changes)));
    assert.deepEqual([code, body.readableEnded], ['timeout', true]);
  });
});
