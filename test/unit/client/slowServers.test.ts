import assert from 'node:assert/strict';
import { createServer, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { systemClock } from '../../../src/client/clock';
import { closeTransports, directTransport, request } from './proxied';
import { closeServers, listen, serveRaw } from './recordingServer';
import { failure } from './testClient';

const size = 12 * 1024 * 1024;

/** Takes 64 KiB at most at a time, ten times in a second, until the time is over; then all, and answers. */
function takingSlowly(ms: number, bytes: number): ReturnType<typeof serveRaw> {
  return listen(
    createServer({ pauseOnConnect: true }, (socket: Socket) => {
      const start = Date.now();
      let got = 0;
      socket.on('error', () => undefined);
      socket.on('data', (chunk: Buffer) => {
        got += chunk.length;
        if (Date.now() - start < ms) socket.pause();
        if (got >= bytes)
          socket.end('HTTP/1.1 201 Created\r\ncontent-length: 0\r\nconnection: close\r\n\r\n');
      });
      const timer = setInterval(() => socket.resume(), 100);
      socket.on('close', () => clearInterval(timer));
    }),
  );
}

const limits = {
  accepted: [201],
  needsBody: false,
  firstByte: 60_000,
  stall: 1200,
  bodyTime: 5000,
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
    const server = await takingSlowly(4000, size);
    const { status, sentBytes } = await directTransport().send(request(server.origin, put(size, {})));
    assert.deepEqual([status, sentBytes], [201, size]);
  });

  it('that takes a large request slowly, but without a pause, is not given up', async () => {
    const server = await takingSlowly(4000, size);
    const changes = { body: Buffer.alloc(size), limits: { ...limits, firstByte: 1200 } };
    const { status } = await directTransport().send(request(server.origin, changes));
    assert.equal(status, 201);
  });

  it('that takes nothing more is given up when the time for that is over', async () => {
    const server = await serveRaw((socket) => socket.pause());
    const { code } = await failure(directTransport().send(request(server.origin, put(size, { stall: 500 }))));
    assert.equal(code, 'stalled');
  });

  it('is given its time to answer from when the last byte has left this computer', async function () {
    // Elsewhere, the system does not tell.
    if (process.platform !== 'linux') return this.skip();
    const server = await takingSlowly(3000, 2 ** 21);
    const { status } = await directTransport().send(
      request(server.origin, put(2 ** 21, { firstByte: 1200 })),
    );
    assert.equal(status, 201);
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
