import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import type { HttpRequest } from '../../../src/client/http/httpTransport';
import { certificates } from '../../support/certificates';
import { FakeClock } from '../../support/fakeClock';
import { closeProxies, startHttpProxy } from '../../support/proxies';
import { failureOf, rejectionOf } from '../../support/rejections';
import { closeServers, refusingOrigin, serve, serveRaw } from '../../support/testServer';
import { closeTransports, request, transportThrough } from '../../support/transports';
import { serveBytes } from './support/serveBytes';

/** An origin that gets no request. */
const server = 'https://127.0.0.2:9';

/** The error of a request, without the properties that all errors have. */
async function errorOf(sent: Promise<unknown>): Promise<Record<string, unknown>> {
  const { name, kind, operation, host, ...rest } = await failureOf(sent);
  assert.deepEqual([name, kind, operation], ['NetworkError', 'network', 'createModel']);
  return { ...rest, ...(host === '127.0.0.2:9' ? {} : { host }) };
}

const stream = (): Partial<HttpRequest> => ({
  method: 'PUT',
  body: Readable.from([Buffer.from('a')]),
  headers: { 'content-length': '1' },
});

describe('A proxy', () => {
  afterEach(() => Promise.all([closeTransports(), closeServers(), closeProxies()]));

  for (const [status, code] of [
    [400, 'proxy'],
    [407, 'proxyAuthentication'],
    [429, 'proxyGateway'],
    [501, 'proxy'],
    [520, 'proxyGateway'],
  ] as const) {
    it(`that responds to CONNECT with ${status}: ${code}, and nothing was sent`, async () => {
      const { host } = await startHttpProxy({ refuses: status });
      const proxy = { host, source: 'http.proxy', isAtFault: true, status };
      for (const [changes, sent] of [
        [{}, 'no'],
        [{ method: 'GET' }, 'maybe'],
        [stream(), 'maybe'],
      ] as const) {
        const transport = transportThrough(`http://${host}`);
        assert.deepEqual(await errorOf(transport.send(request(server, changes))), { code, sent, proxy });
      }
    });
  }

  for (const changes of [{}, { body: 'x' }, { method: 'GET' }, stream()] as const) {
    it(`that requires authentication is distinguished from the service, which got no ${'method' in changes ? changes.method : 'POST'}`, async () => {
      const target = await serve({ status: 200 });
      const { host, asked } = await startHttpProxy({ login: { username: 'me', password: 'right' } });
      const found = await errorOf(
        transportThrough(`http://me:wrong@${host}`).send(request(target.origin, changes)),
      );
      const proxy = { host, source: 'http.proxy', isAtFault: true, status: 407 };
      assert.deepEqual(found, { code: 'proxyAuthentication', sent: 'no', proxy, host: target.host });
      assert.deepEqual([asked, target.connections()], [[], 0]);
    });
  }

  const failed = { source: 'http.proxy', isAtFault: true };
  const schemes = ['http', 'https', 'socks5'];
  const refuses = async () => new URL(await refusingOrigin()).host;
  const closes = async () => (await serveRaw((socket) => socket.resetAndDestroy())).host;
  const responds = (bytes: string) => async () => (await serveBytes(bytes)).host;

  for (const [name, scheme, start, code] of [
    ...schemes.map((scheme) => ['refuses connections', scheme, refuses, 'refused'] as const),
    ...schemes.map((scheme) => ['closes every connection', scheme, closes, 'reset'] as const),
    ['has an unknown name', 'http', () => Promise.resolve('nowhere.invalid:3128'), 'dns'],
    ['closes without a response', 'http', responds(''), 'reset'],
    ['responds with half a line', 'http', responds('HTTP/1.1 20'), 'reset'],
    ['speaks another protocol', 'http', responds('SSH-2.0-OpenSSH\r\n'), 'protocol'],
    ['responds endlessly', 'http', responds(`HTTP/1.1 200 OK\r\nx: ${'y'.repeat(300_000)}`), 'protocol'],
  ] as const) {
    it(`that ${name} is reported: ${scheme}`, async () => {
      const host = await start();
      const { systemCode, ...error } = await errorOf(
        transportThrough(`${scheme}://${host}`).send(request(server)),
      );
      assert.deepEqual(error, { code, sent: 'no', proxy: { ...failed, host } });
    });
  }

  for (const target of [server, server.replace('https', 'http')]) {
    it(`with a rejected certificate is reported, on the way to ${target}`, async () => {
      const { host, asked } = await startHttpProxy({ certificate: certificates.expired });
      const found = await errorOf(transportThrough(`https://me:pw@${host}`).send(request(target)));
      const expected = { code: 'certificate', systemCode: 'CERT_HAS_EXPIRED', sent: 'no' };
      assert.deepEqual([found, asked], [{ ...expected, proxy: { ...failed, host } }, []]);
    });

    for (const url of ['socks4://127.0.0.1:1', 'socks4a://127.0.0.1:1', undefined]) {
      it(`of an unsupported type is reported: ${url ?? 'no URL'}, on the way to ${target}`, async () => {
        const transport = transportThrough('http://x', { url: url === undefined ? url : new URL(url) });
        const proxy = { ...failed, host: url === undefined ? '' : '127.0.0.1:1' };
        const expected = { code: 'proxyUnsupported', sent: 'no', proxy };
        assert.deepEqual(await errorOf(transport.send(request(target))), expected);
      });
    }
  }
});

describe('A proxy whose address has an unescaped character', () => {
  afterEach(closeTransports);

  it('is told from one of an unsupported type, and nothing of it is asked of DNS or shown', async () => {
    const transport = transportThrough('http://x', { url: undefined, isUnescaped: true });
    assert.deepEqual(await errorOf(transport.send(request(server))), {
      code: 'proxyUnescaped',
      sent: 'no',
      proxy: { host: '', source: 'http.proxy', isAtFault: true },
    });
  });
});

describe('A server behind a proxy', () => {
  afterEach(() => Promise.all([closeTransports(), closeServers(), closeProxies()]));

  for (const [what, certificate, code, sent, systemCodes] of [
    ['has a certificate of another host', 'otherHost', 'certificate', 'no', /^ERR_TLS_CERT_ALTNAME_INVALID$/],
    ['has an expired certificate', 'expired', 'certificate', 'no', /^CERT_HAS_EXPIRED$/],
    ['closes the connection after the request', 'good', 'reset', 'maybe', /^(UND_ERR_SOCKET|ECONNRESET)$/],
  ] as const) {
    it(`that ${what} is reported`, async () => {
      const { origin, host } = await serveBytes('', certificates[certificate]);
      const proxy = await startHttpProxy();
      // What the settings say of the certificate of a proxy is not meant for that of the server.
      const transport = transportThrough(`http://${proxy.host}`, { verifyCertificate: false });
      const { systemCode, ...found } = await errorOf(transport.send(request(origin)));
      const part = { host: proxy.host, source: 'http.proxy', isAtFault: false };
      assert.deepEqual(found, { code, sent, host, proxy: part });
      assert.match(String(systemCode), systemCodes);
    });
  }
});

/** Points at which a proxy stops responding for ever. */
const missedHeartbeats: Readonly<Record<string, string>> = {
  'after CONNECT': '',
  'during the TLS handshake behind it': 'HTTP/1.1 200 OK\r\n\r\n',
};

/** A proxy that stops responding after some bytes, and the connection on which it has. */
async function serveSilentAfter(bytes: string) {
  let silence: (socket: Socket) => void;
  const silent = new Promise<Socket>((resolve) => (silence = resolve));
  const { host } = await serveRaw((socket) => {
    socket.once('data', () => {
      socket.write(bytes);
      if (bytes === '') silence(socket);
      else socket.once('data', () => silence(socket));
    });
  });
  return { host, silent };
}

describe('Waiting for a proxy', () => {
  afterEach(() => Promise.all([closeTransports(), closeServers()]));

  for (const [name, bytes] of Object.entries(missedHeartbeats)) {
    for (const [method, sent] of [
      ['POST', 'no'],
      ['GET', 'maybe'],
    ] as const) {
      it(`that stops responding ${name} has a limit, and closes the connection of a ${method}`, async () => {
        const { host, silent } = await serveSilentAfter(bytes);
        const clock = new FakeClock(Date.now());
        const transport = transportThrough(`http://${host}`, { clock });
        const error = errorOf(transport.send(request(server, { method })));
        const closed = once(await silent, 'close');
        await clock.runOut();
        const proxy = { host, source: 'http.proxy', isAtFault: false };
        assert.deepEqual([await error, clock.ranOut], [{ code: 'connectTimeout', sent, proxy }, [15_000]]);
        await closed;
      });
    }
  }

  for (const [scheme, name, bytes] of [
    ...Object.entries(missedHeartbeats).map((one) => ['http', ...one] as const),
    ['socks5', 'in its handshake', ''],
  ] as const) {
    it(`of type ${scheme} that stops responding ${name} can be cancelled, and closes the connection`, async () => {
      const { host, silent } = await serveSilentAfter(bytes);
      const controller = new AbortController();
      const { signal } = controller;
      const sent = rejectionOf(transportThrough(`${scheme}://${host}`).send(request(server, { signal })));
      const closed = once(await silent, 'close');
      controller.abort();
      assert.equal(await sent, signal.reason);
      await closed;
    });
  }
});
