import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { createServer } from 'node:https';
import { connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { systemClock } from '../../../src/client/core/clock';
import type { HttpTransport } from '../../../src/client/http/httpTransport';
import { waitFor } from '../../host/waitFor';
import { certificates } from '../../support/certificates';
import { FakeClock } from '../../support/fakeClock';
import { failureOf, rejectionOf } from '../../support/rejections';
import { closeServers, listen, refusingOrigin, serve, serveRaw } from '../../support/testServer';
import { closeTransports, directTransport, request } from '../../support/transports';

const half = 'HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nab';

/** What a server does with a connection until the client aborts. */
type Interruption = readonly [
  when: string,
  method: 'GET' | 'POST',
  scheme: string,
  onConnection: (socket: Socket, abort: () => void) => unknown,
];

/**
 * A server that responds to each request with these bytes, and then closes the connection unless told
 * otherwise.
 */
function serveBytes(
  bytes: string,
  finish: (socket: Socket) => void = (socket) => socket.end(),
): ReturnType<typeof serveRaw> {
  return serveRaw((socket) => socket.once('data', () => socket.write(bytes, () => finish(socket))));
}

describe('The transport', () => {
  let transport: HttpTransport;
  beforeEach(() => (transport = directTransport()));
  afterEach(() => Promise.all([closeTransports(), closeServers()]));

  it('proves that nothing was sent when a connection is refused', async () => {
    const origin = await refusingOrigin();
    assert.deepEqual(await failureOf(transport.send(request(origin))), {
      name: 'NetworkError',
      kind: 'network',
      operation: 'createModel',
      host: new URL(origin).host,
      code: 'refused',
      systemCode: 'ECONNREFUSED',
      sent: 'no',
    });
  });

  it('reports a reset when half of a chunked body arrives', async () => {
    const server = await serveBytes('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\nab');
    const { kind, code, sent } = await failureOf(transport.send(request(server.origin)));
    assert.deepEqual([kind, code, sent], ['network', 'reset', 'maybe']);
  });

  it('keeps the status of an error response whose body is cut', async () => {
    const server = await serveBytes('HTTP/1.1 409 Conflict\r\ncontent-length: 9\r\n\r\nab');
    const { status, accepted, body } = await transport.send(request(server.origin));
    assert.deepEqual([status, accepted, body.toString()], [409, false, 'ab']);
  });

  it('keeps the status of an error response when the file fails after it', async () => {
    const server = await serveBytes('HTTP/1.1 403 Forbidden\r\ncontent-length: 9\r\n\r\nab', () => undefined);
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

  it('does not mistake a slow file for a slow server', async () => {
    let received = 0;
    const server = await listen(
      createHttpServer((sent, response) => {
        sent.on('data', (bytes: Buffer) => (received += bytes.length));
        sent.on('end', () => response.end());
      }),
    );
    const clock = new FakeClock();
    const limits = { ...request(server.origin).limits, stallTimeoutMs: 100 };
    // Large enough to fill the connection, so that the stall timer starts and has to stop again.
    const chunk = Buffer.alloc(2 ** 20);
    const body = Readable.from(
      (async function* () {
        yield chunk;
        await waitFor('the first half to arrive', () => received === chunk.length);
        clock.pass(10 * limits.stallTimeoutMs);
        yield chunk;
      })(),
    );
    const headers = { 'content-length': String(2 ** 21) };
    const response = await directTransport(clock).send(
      request(server.origin, { method: 'PUT', headers, body, limits }),
    );
    assert.deepEqual([response.status, received], [200, 2 * chunk.length]);
  });

  it('sends every POST on a connection of its own', async () => {
    const server = await serve({ status: 200 });
    await transport.send(request(server.origin, { method: 'GET' }));
    for (let i = 0; i < 3; i++) await transport.send(request(server.origin));
    assert.equal(server.connections(), 4);
  });

  it('sends lists on reused connections', async () => {
    const server = await serve({ status: 200 });
    for (let i = 0; i < 9; i++) await transport.send(request(server.origin, { method: 'GET' }));
    assert.ok(server.connections() <= 2);
  });

  for (const [when, method, scheme, onConnection] of [
    ['it waits for the response to a POST', 'POST', 'http', (socket, abort) => socket.once('data', abort)],
    ['it waits for the response to a GET', 'GET', 'http', (socket, abort) => socket.once('data', abort)],
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

  it('sends nothing when the connection is established after the abort', async () => {
    const controller = new AbortController();
    let requests = 0;
    const server = await listen(
      createServer(certificates.good, (_, response) => response.end(String(++requests))),
    );
    const connections = new EventEmitter();
    const relay = await serveRaw((socket) => connections.emit('one', socket.pause()));
    const url = relay.origin.replace('http', 'https');
    const sent = rejectionOf(transport.send(request(url, { method: 'GET', signal: controller.signal })));
    const [socket] = (await once(connections, 'one')) as [Socket];
    controller.abort();
    await sent;
    const connection = connect(Number(new URL(server.origin).port), '127.0.0.1');
    socket.pipe(connection).pipe(socket);
    await once(socket, 'close');
    assert.equal(requests, 0);
  });

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
