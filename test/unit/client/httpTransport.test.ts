import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { createServer } from 'node:https';
import { connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { createSecureContext } from 'node:tls';
import { gzipSync } from 'node:zlib';
import { systemClock } from '../../../src/client/core/clock';
import { type HttpRequest, HttpTransport } from '../../../src/client/http/httpTransport';
import { targetOf } from '../../../src/client/url/uploadUrl';
import { waitFor } from '../../host/waitFor';
import { FakeClock } from '../../support/fakeClock';
import { failureOf, rejectionOf } from '../../support/rejections';
import { selfSigned } from '../../support/selfSigned';
import { closeServers, listen, refusingOrigin, serve, serveAt, serveRaw } from '../../support/testServer';

const defaultLimits = {
  accepted: [200],
  needsBody: true,
  responseTimeoutMs: 5000,
  stallTimeoutMs: 5000,
  bodyTimeoutMs: 5000,
  maxBodyBytes: 100,
};

const never = new AbortController().signal;

function request(origin: string, changes: Partial<HttpRequest> = {}): HttpRequest {
  return {
    operation: 'createProject',
    method: 'POST',
    target: targetOf(`${origin}/x`),
    headers: {},
    limits: defaultLimits,
    signal: never,
    ...changes,
  };
}

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

async function networkFailure(promise: Promise<unknown>): Promise<unknown> {
  const { kind, code, sent } = await failureOf(promise);
  return { kind, code, sent };
}

describe('The transport', () => {
  let transport: HttpTransport;
  beforeEach(() => (transport = new HttpTransport()));
  afterEach(async () => {
    await Promise.all([transport.close(), closeServers()]);
  });

  it('proves that nothing was sent when a connection is refused', async () => {
    const origin = await refusingOrigin();
    assert.deepEqual(await failureOf(transport.send(request(origin))), {
      name: 'NetworkError',
      kind: 'network',
      operation: 'createProject',
      host: new URL(origin).host,
      code: 'refused',
      systemCode: 'ECONNREFUSED',
      sent: 'no',
    });
  });

  it('tries only the first of several addresses', async () => {
    const origin = (await refusingOrigin()).replace('127.0.0.1', 'localhost');
    assert.deepEqual(await networkFailure(transport.send(request(origin))), {
      kind: 'network',
      code: 'refused',
      sent: 'no',
    });
  });

  it('proves that nothing was sent when a name does not exist', async () => {
    const error = await networkFailure(transport.send(request('http://nowhere.invalid')));
    assert.deepEqual(error, { kind: 'network', code: 'dns', sent: 'no' });
  });

  it('proves that nothing was sent when a certificate is not trusted', async () => {
    const server = await serveAt({ tls: selfSigned }, {});
    const error = await failureOf(transport.send(request(server.origin)));
    assert.deepEqual(
      [error.code, error.systemCode, error.sent],
      ['certificate', 'DEPTH_ZERO_SELF_SIGNED_CERT', 'no'],
    );
    assert.deepEqual(server.requests, []);
  });

  it('proves that nothing was sent when the TLS handshake is cut off', async () => {
    const server = await serveRaw((socket) => socket.once('data', () => socket.destroy()));
    const error = await networkFailure(transport.send(request(server.origin.replace('http', 'https'))));
    assert.deepEqual(error, { kind: 'network', code: 'reset', sent: 'no' });
  });

  for (const [name, bytes] of [
    ['nothing', ''],
    ['half a status line', 'HTTP/1.1 20'],
    ['half a body', 'HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nab'],
    ['half a chunked body', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\nab'],
  ] as const) {
    for (const method of ['POST', 'GET'] as const) {
      it(`reports a reset when ${name} arrives in response to a ${method}`, async () => {
        const server = await serveBytes(bytes);
        const error = await networkFailure(transport.send(request(server.origin, { method })));
        assert.deepEqual(error, { kind: 'network', code: 'reset', sent: 'maybe' });
      });
    }
  }

  it('reports a reset', async () => {
    const server = await serveBytes('', (socket) => socket.resetAndDestroy());
    const error = await networkFailure(transport.send(request(server.origin)));
    assert.deepEqual(error, { kind: 'network', code: 'reset', sent: 'maybe' });
  });

  for (const [name, response] of [
    ['no HTTP', 'SSH-2.0-OpenSSH\r\n'],
    ['two lengths', 'HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nab'],
    ['a bad chunk', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nxyz\r\n'],
    ['an endless header', `HTTP/1.1 200 OK\r\nx: ${'y'.repeat(40_000)}`],
  ] as const) {
    it(`reports a protocol error when ${name} arrives`, async () => {
      const server = await serveBytes(response, () => undefined);
      const error = await networkFailure(transport.send(request(server.origin)));
      assert.deepEqual(error, { kind: 'network', code: 'protocol', sent: 'maybe' });
    });
  }

  it('limits the wait for a response', async () => {
    const server = await serveRaw((socket) => socket.resume());
    const limits = { ...defaultLimits, responseTimeoutMs: 20 };
    const error = await networkFailure(transport.send(request(server.origin, { limits })));
    assert.deepEqual(error, { kind: 'network', code: 'timeout', sent: 'maybe' });
  });

  it('limits the wait for a body that arrives byte by byte', async () => {
    const server = await serveBytes('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nab', () => undefined);
    const limits = { ...defaultLimits, bodyTimeoutMs: 20 };
    const error = await networkFailure(transport.send(request(server.origin, { limits })));
    assert.deepEqual(error, { kind: 'network', code: 'timeout', sent: 'maybe' });
  });

  it('limits the wait for an endless body', async () => {
    const server = await serveBytes('HTTP/1.1 200 OK\r\ncontent-length: 9999\r\n\r\n', (socket) => {
      const timer = setInterval(() => socket.write('x'), 1);
      socket.once('close', () => clearInterval(timer));
    });
    const limits = { ...defaultLimits, bodyTimeoutMs: 50, maxBodyBytes: 9999 };
    const error = await networkFailure(transport.send(request(server.origin, { limits })));
    assert.deepEqual(error, { kind: 'network', code: 'timeout', sent: 'maybe' });
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
    const limits = { ...defaultLimits, bodyTimeoutMs: 5001 };
    const every = (ms: number, fn: () => void) => {
      const isAnswered = ms === limits.bodyTimeoutMs;
      if (isAnswered) body.destroy(new Error('the file is gone'));
      return systemClock.every(ms, fn);
    };
    transport = new HttpTransport({ ...systemClock, every });
    const response = await transport.send(request(server.origin, { method: 'PUT', body, limits }));
    assert.deepEqual([response.status, response.accepted], [403, false]);
  });

  it('aborts an upload that the server does not read', async () => {
    const server = await serveRaw((socket) => socket.pause());
    const body = new Readable({ read: () => body.push(Buffer.alloc(256 * 1024)) });
    const limits = { ...defaultLimits, stallTimeoutMs: 50 };
    const headers = { 'content-length': String(1e12) };
    const error = await networkFailure(
      transport.send(request(server.origin, { method: 'PUT', headers, body, limits })),
    );
    assert.deepEqual(error, { kind: 'network', code: 'stalled', sent: 'maybe' });
    assert.ok(body.destroyed);
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
    const limits = { ...defaultLimits, stallTimeoutMs: 100 };
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
    const slow = new HttpTransport(clock);
    const response = await slow.send(request(server.origin, { method: 'PUT', headers, body, limits }));
    await slow.close();
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

  for (const method of ['POST', 'GET'] as const) {
    it(`closes the socket of a ${method} at once when it is aborted`, async () => {
      const controller = new AbortController();
      const reason = new Error('stop');
      let closed: Promise<unknown> | undefined;
      const server = await serveRaw((socket) => {
        closed = once(socket, 'close');
        socket.once('data', () => controller.abort(reason));
      });
      const { signal } = controller;
      // Otherwise the timeout for the response would close it in time for this test.
      const limits = { ...defaultLimits, responseTimeoutMs: 60_000 };
      assert.equal(
        await rejectionOf(transport.send(request(server.origin, { method, signal, limits }))),
        reason,
      );
      await closed;
    });
  }

  it('sends nothing when the connection is established after the abort', async () => {
    const controller = new AbortController();
    let requests = 0;
    const server = await listen(createServer(selfSigned, (_, response) => response.end(String(++requests))));
    const connections = new EventEmitter();
    const relay = await serveRaw((socket) => connections.emit('one', socket.pause()));
    const secureContext = createSecureContext({ ca: selfSigned.cert });
    transport = new HttpTransport(systemClock, () => Promise.resolve({ secureContext }));
    const url = relay.origin.replace('http://127.0.0.1', 'https://localhost');
    const sent = rejectionOf(transport.send(request(url, { method: 'GET', signal: controller.signal })));
    const [socket] = (await once(connections, 'one')) as [Socket];
    controller.abort();
    await sent;
    const connection = connect(Number(new URL(server.origin).port), '127.0.0.1');
    socket.pipe(connection).pipe(socket);
    await once(socket, 'close');
    assert.equal(requests, 0);
  });

  it('rejects with the reason of the signal while the response body is read', async () => {
    const controller = new AbortController();
    const reason = new Error('stop');
    const server = await serveBytes('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nab', () =>
      controller.abort(reason),
    );
    assert.equal(
      await rejectionOf(transport.send(request(server.origin, { signal: controller.signal }))),
      reason,
    );
  });

  it('stops at once while it connects', async () => {
    const controller = new AbortController();
    const reason = new Error('stop');
    const server = await serveRaw(() => controller.abort(reason));
    const origin = server.origin.replace('http', 'https');
    const sent = transport.send(request(origin, { method: 'GET', signal: controller.signal }));
    assert.equal(await rejectionOf(sent), reason);
    await closeServers();
  });

  it('stops at once while it resolves a name', async () => {
    const controller = new AbortController();
    const sent = transport.send(
      request('http://nowhere.invalid', { method: 'GET', signal: controller.signal }),
    );
    const reason = new Error('stop');
    controller.abort(reason);
    assert.equal(await rejectionOf(sent), reason);
  });

  it('reads no more than the limit', async () => {
    const fits = await serve({ status: 200, body: 'x'.repeat(100) });
    const bytes = await transport.send(request(fits.origin));
    assert.deepEqual([bytes.body.length, bytes.tooLarge], [100, false]);
    const large = await serve({ status: 200, body: 'x'.repeat(101) });
    assert.equal((await transport.send(request(large.origin))).tooLarge, true);
  });

  it('reads no more than 64 KiB of an error response', async () => {
    const server = await serve({ status: 400, body: 'x'.repeat(64 * 1024 + 1) });
    const { body, tooLarge } = await transport.send(request(server.origin));
    assert.deepEqual([body.length, tooLarge], [64 * 1024, true]);
  });

  it('does not decompress', async () => {
    const server = await serve({ headers: { 'content-encoding': 'gzip' }, body: gzipSync('[]') });
    const { encoded, body } = await transport.send(request(server.origin));
    assert.deepEqual([encoded, body.length], [true, 0]);
  });

  it('does not use the global dispatcher of the process', async () => {
    const server = await serve({ status: 200 });
    await transport.send(request(server.origin));
    const shared = Object.getOwnPropertySymbols(globalThis).map(String);
    assert.deepEqual(
      shared.filter((symbol) => symbol.includes('undici')),
      [],
    );
  });
});
