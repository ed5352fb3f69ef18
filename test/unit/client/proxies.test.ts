import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import type { HttpRequest } from '../../../src/client/http/httpTransport';
import { certificates } from '../../support/certificates';
import { closeProxies, startHttpProxy, startSocksProxy } from '../../support/proxies';
import { closeServers, serveAt } from '../../support/testServer';
import { closeTransports, directTransport, request, transportThrough } from '../../support/transports';
import { serveBytes } from './support/serveBytes';

/** A server that also records the port from which each request came. */
async function startServer(scheme: 'http' | 'https') {
  const ports: unknown[] = [];
  const server = await serveAt(scheme === 'https' ? { tls: certificates.good } : {}, (_, { remotePort }) => {
    ports.push(remotePort);
    return { body: '{}' };
  });
  return { ...server, ports };
}

function put(text: string): Partial<HttpRequest> {
  const body = Readable.from([Buffer.from(text)]);
  return { method: 'PUT', body, headers: { 'content-length': String(text.length) } };
}

const login = { username: 'me', password: 's:cret!' };
const userInfo = 'me:s%3Acret!';

const kinds = {
  'an http proxy': { scheme: 'http', start: startHttpProxy },
  'an https proxy': {
    scheme: 'https',
    start: (options: object) => startHttpProxy({ ...options, certificate: certificates.good }),
  },
  'a SOCKS5 proxy': { scheme: 'socks5', start: startSocksProxy },
} as const;

describe('Through', () => {
  afterEach(() => Promise.all([closeTransports(), closeServers(), closeProxies()]));

  for (const [name, { scheme, start }] of Object.entries(kinds)) {
    for (const target of ['http', 'https'] as const) {
      it(`${name}, requests reach an ${target} server`, async () => {
        const server = await startServer(target);
        const proxy = await start({ login });
        const transport = transportThrough(`${scheme}://${userInfo}@${proxy.host}`);
        for (const changes of [{ method: 'GET' as const }, { body: 'b' }, { body: 'c' }, put('d')]) {
          const { status, body } = await transport.send(request(`${server.origin}/x%2fy?z=1`, changes));
          assert.deepEqual([status, body.toString()], [200, '{}']);
        }
        const lines = ['GET /x%2fy?z=1 ', 'POST /x%2fy?z=1 b', 'POST /x%2fy?z=1 c', 'PUT /x%2fy?z=1 d'];
        assert.deepEqual(
          server.requests.map((got) => `${got.method} ${got.path} ${got.body}`),
          lines,
        );
        assert.doesNotMatch(JSON.stringify(server.requests), /proxy-auth|Basic/i);
        const isForwarding = target === 'http' && scheme !== 'socks5';
        const methods = isForwarding ? ['GET', 'POST', 'PUT'] : ['CONNECT'];
        assert.deepEqual(
          [...new Set(proxy.asked)],
          methods.map((method) => `${method} ${server.host}`),
        );
        const [first, second, third, last] = server.ports;
        if (isForwarding) return;
        assert.equal(new Set([second, third, first]).size, 3, 'a POST has its own connection');
        assert.ok(![second, third].includes(last), 'a POST leaves no connection');
      });
    }
  }

  it('no proxy, requests reach an https server after an http one', async () => {
    const plain = await startServer('http');
    const secure = await startServer('https');
    const transport = directTransport();
    for (const { origin } of [plain, secure, plain]) {
      const { status } = await transport.send(request(origin, { method: 'GET' }));
      assert.equal(status, 200);
    }
  });

  it('an https proxy, requests are sent although its certificate is invalid but not checked', async () => {
    const server = await startServer('https');
    const proxy = await startHttpProxy({ certificate: certificates.otherHost });
    const transport = transportThrough(`https://${proxy.host}`, { verifyCertificate: false });
    const { status } = await transport.send(request(server.origin));
    assert.deepEqual([status, proxy.asked], [200, [`CONNECT ${server.host}`]]);
  });

  it('an http proxy, a path and query are forwarded unchanged', async () => {
    const { host, heads } = await serveBytes('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}');
    const transport = transportThrough(`http://${userInfo}@${host}`);
    await transport.send(request("http://127.0.0.2:8080/a/%2e%2e/b?sig='%2b{}", { body: '{}' }));
    const lines = [
      "POST http://127.0.0.2:8080/a/%2e%2e/b?sig='%2b{} HTTP/1.1",
      'host: 127.0.0.2:8080',
      'connection: keep-alive',
      `proxy-authorization: Basic ${btoa('me:s:cret!')}`,
      'content-length: 2',
      '',
      '{}',
    ];
    assert.deepEqual(heads, [lines.join('\r\n')]);
  });

  it('an http proxy, the server at the end of a tunnel is named with its port', async () => {
    const { host, heads } = await serveBytes('HTTP/1.1 404 Not Found\r\n\r\n');
    const transport = transportThrough(`http://${host}`);
    for (const origin of ['https://sim.test', 'https://sim.test:8443', 'https://[fd00::1]']) {
      await assert.rejects(transport.send(request(origin)));
    }
    assert.deepEqual(
      heads,
      ['sim.test:443', 'sim.test:8443', '[fd00::1]:443'].map(
        (server) =>
          `CONNECT ${server} HTTP/1.1\r\nhost: ${server}\r\nconnection: close\r\nproxy-connection: keep-alive\r\n\r\n`,
      ),
    );
  });
});
