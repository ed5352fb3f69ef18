import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { systemClock } from '../../../src/client/core/clock';
import type { HttpRequest, HttpTransport } from '../../../src/client/http/httpTransport';
import { waitFor } from '../../host/waitFor';
import { FakeClock } from '../../support/fakeClock';
import { failureOf, rejectionOf } from '../../support/rejections';
import { closeServers, listen, serve, serveRaw } from '../../support/testServer';
import { closeTransports, directTransport, request } from '../../support/transports';
import { putFile } from './support/putFile';
import { serveBytes } from './support/serveBytes';

const half = 'HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nab';

/** What a server does with a connection until the client aborts. */
type Interruption = readonly [
  when: string,
  method: 'GET' | 'POST',
  scheme: string,
  onConnection: (socket: Socket, abort: () => void) => unknown,
];

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

describe('The transport', () => {
  let transport: HttpTransport;
  beforeEach(() => (transport = directTransport()));
  afterEach(() => Promise.all([closeTransports(), closeServers()]));

  it('reports that a response broke off when half of a chunked body arrives', async () => {
    const server = await serveBytes('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\nab');
    const { kind, code, sent } = await failureOf(transport.send(request(server.origin)));
    assert.deepEqual([kind, code, sent], ['network', 'cut', 'maybe']);
  });

  it('keeps the status of an error response whose body is cut', async () => {
    const server = await serveBytes('HTTP/1.1 409 Conflict\r\ncontent-length: 9\r\n\r\nab');
    const { status, accepted, body } = await transport.send(request(server.origin));
    assert.deepEqual([status, accepted, body.toString()], [409, false, 'ab']);
  });

  it('keeps the status of an error response when the file fails after it', async () => {
    const head = 'HTTP/1.1 403 Forbidden\r\ncontent-length: 9\r\n\r\nab';
    const server = await serveRaw((socket) => socket.once('data', () => socket.write(head)));
    const body = new Readable({ read: () => undefined });
    body.push('the beginning');
    const limits = { ...request(server.origin).limits, bodyTimeoutMs: 5001 };
    const every = (ms: number, fn: () => void) => {
      const isAnswered = ms === limits.bodyTimeoutMs;
      if (isAnswered) body.destroy(new Error('the file is gone'));
      return systemClock.every(ms, fn);
    };
    const response = await directTransport({ ...systemClock, every }).send(
      request(server.origin, { method: 'PUT', body, limits }),
    );
    assert.deepEqual([response.status, response.accepted], [403, false]);
  });

  // The larger one fills the connection, so that the stall timer starts and has to stop again.
  for (const bytes of [10, 2 ** 20]) {
    it(`does not mistake a slow file for a slow server: ${bytes} bytes at a time`, async () => {
      let received = 0;
      const server = await listen(
        createServer((sent, response) => {
          sent.on('data', (data: Buffer) => (received += data.length));
          sent.on('end', () => response.end());
        }),
      );
      const clock = new FakeClock();
      const limits = { ...request(server.origin).limits, stallTimeoutMs: 100 };
      const chunk = Buffer.alloc(bytes);
      const body = Readable.from(
        (async function* () {
          yield chunk;
          await waitFor('the first half to arrive', () => received === chunk.length);
          clock.pass(2 * limits.responseTimeoutMs);
          yield chunk;
        })(),
      );
      const headers = { 'content-length': String(2 * bytes) };
      const response = await directTransport(clock).send(
        request(server.origin, { method: 'PUT', headers, body, limits }),
      );
      assert.deepEqual([response.status, received], [200, 2 * chunk.length]);
    });
  }

  it('waits for a server that reads a file slowly, but without a pause', async () => {
    // Much more than the system buffers.
    const sizeBytes = 64 * 1024 * 1024;
    const clock = new FakeClock();
    const server = await serveSlowly(clock, sizeBytes);
    const file = putFile(sizeBytes, { stallTimeoutMs: stallMs });
    const { status } = await directTransport(clock).send(request(server.origin, file));
    assert.equal(status, 201);
    assert.ok(clock.now() > 10 * stallMs);
  });

  it('sends every POST on a connection of its own', async () => {
    const server = await serve({ status: 200 });
    await transport.send(request(server.origin, { method: 'GET' }));
    for (let i = 0; i < 3; i++) await transport.send(request(server.origin));
    assert.equal(server.connections(), 4);
  });

  it('sends lists and files on reused connections', async () => {
    const server = await serve({ status: 200 });
    const file = { method: 'PUT', body: Buffer.of(1), headers: { 'content-length': '1' } } as const;
    for (const changes of Array<Partial<HttpRequest>>(9).fill({ method: 'GET' }).fill(file, 4))
      await transport.send(request(server.origin, changes));
    assert.ok(server.connections() <= 2);
  });

  for (const [when, method, scheme, onConnection] of [
    ['it waits for the response', 'POST', 'http', (socket, abort) => socket.once('data', abort)],
    [
      'it reads the response',
      'POST',
      'http',
      (socket, abort) => socket.once('data', () => socket.write(half, abort)),
    ],
    ['it connects', 'GET', 'https', (_, abort) => abort()],
  ] as readonly Interruption[]) {
    it(`closes the socket at once when it is aborted while ${when}`, async () => {
      const controller = new AbortController();
      const reason = new Error('stop');
      let closed: Promise<unknown> | undefined;
      const { host } = await serveRaw((socket) => {
        closed = new Promise((resolve) => socket.resume().once('close', resolve));
        onConnection(socket, () => controller.abort(reason));
      });
      const { signal } = controller;
      const sent = transport.send(request(`${scheme}://${host}`, { method, signal }));
      assert.equal(await rejectionOf(sent), reason);
      await closed;
    });
  }

  it('reads no more than the limit', async () => {
    const fits = await serve({ status: 200, body: 'x'.repeat(1000) });
    const bytes = await transport.send(request(fits.origin));
    assert.deepEqual([bytes.body.length, bytes.tooLarge], [1000, false]);
    const large = await serve({ status: 200, body: 'x'.repeat(1001) });
    assert.equal((await transport.send(request(large.origin))).tooLarge, true);
  });

  it('reads no more than 64 KiB of an error response', async () => {
    const server = await serve({ status: 400, body: 'x'.repeat(64 * 1024 + 1) });
    const { body, tooLarge } = await transport.send(request(server.origin));
    assert.deepEqual([body.length, tooLarge], [64 * 1024, true]);
  });

  it('does not use the global dispatcher of the process', async () => {
    const server = await serve({ status: 200 });
    await transport.send(request(server.origin));
    const shared = Object.getOwnPropertySymbols(globalThis).filter((symbol) => /undici/.test(String(symbol)));
    assert.deepEqual(shared, []);
  });
});
