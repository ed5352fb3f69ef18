import assert from 'node:assert/strict';
import { once } from 'node:events';
import { isIP } from 'node:net';
import type { CheckName } from '../../../src/check/checkResult';
import { certificates } from '../../support/certificates';
import { closeProxies, startHttpProxy, startSocksProxy } from '../../support/proxies';
import { rejectionOf } from '../../support/rejections';
import { closeServers, refusingOrigin, serve, serveAt, serveRaw } from '../../support/testServer';
import { check, outlineOf, routeTo, serviceOf, settingsOk, skippedAfter, toPlain } from './support/checked';

const far = Date.parse('2120-01-01T00:00:00Z');
const localhost = { subject: 'localhost', issuers: ['Test authority'], validTo: far };
const accepted = { outcome: 'ok', protocol: 'TLSv1.3', certificate: localhost };

/** A service of variant B with TLS. */
const serveWithTls = (name: keyof typeof certificates) =>
  serveAt({ tls: certificates[name] }, serviceOf('variant_b'));

const afterEachTest = () => Promise.all([closeServers(), closeProxies()]);

/** All results about a service at an address after one about the route to it that failed. */
function resultsAfter(host: string, failed: { readonly check: CheckName }): object[] {
  const server = { role: 'service', host };
  const all = routeTo(server);
  const at = all.findIndex(({ check }) => check === failed.check);
  const rest = all.slice(at + 1).map(({ check }) => {
    return { check, server, outcome: 'skipped', reason: 'previousFailed', failed: failed.check };
  });
  const found = { server, outcome: 'failed', ...failed };
  return [settingsOk, ...all.slice(0, at), found, ...rest, ...skippedAfter(failed.check)];
}

describe('A check of the route to a service', () => {
  afterEach(afterEachTest);

  it('looks the name up, and needs no certificate without encryption', async () => {
    const { origin } = await serve(serviceOf('variant_b'));
    const { port } = new URL(origin);
    const server = { role: 'service', host: `localhost:${port}` };
    const [, , found, connection, certificate] = await check(`http://localhost:${port}/base/`);
    const { addresses, ...name } = { addresses: [] as readonly string[], ...found };
    assert.deepEqual(name, { check: 'name', server, outcome: 'ok', name: 'localhost', byProxy: false });
    assert.ok(addresses.includes('127.0.0.1') && addresses.every((address) => isIP(address) !== 0));
    assert.deepEqual([connection, certificate], routeTo(server).slice(2));
  });

  it('reports a name that cannot be resolved', async () => {
    const host = 'nowhere.invalid:8443';
    const found = toPlain(await check(`https://${host}/api`));
    const { error, ...named } = found[2] as { error: { systemCode?: string } };
    assert.match(error.systemCode ?? '', /^(ENOTFOUND|EAI_AGAIN)$/);
    const { systemCode, ...rest } = error;
    const failed = { check: 'name', error: { kind: 'network', code: 'dns', sent: 'no' } } as const;
    assert.deepEqual(found.with(2, { ...named, error: rest }), resultsAfter(host, failed));
  });

  it('reports that no server is listening', async () => {
    const { origin, host } = new URL(await refusingOrigin());
    const error = { kind: 'network', code: 'refused', sent: 'no', systemCode: 'ECONNREFUSED' };
    const failed = { check: 'connection', error } as const;
    assert.deepEqual(toPlain(await check(origin)), resultsAfter(host, failed));
  });

  const refused = {
    unknownAuthority: ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', undefined],
    expired: ['CERT_HAS_EXPIRED', undefined],
    otherHost: ['ERR_TLS_CERT_ALTNAME_INVALID', localhost],
  } as const;
  for (const [name, [systemCode, certificate]] of Object.entries(refused))
    it(`reports why a certificate is rejected, and sends nothing to its server: ${systemCode}`, async () => {
      const { origin, host, requests } = await serveWithTls(name as keyof typeof refused);
      const error = { kind: 'network', code: 'certificate', sent: 'no', systemCode };
      const failed = { check: 'certificate', error, ...(certificate && { certificate }) } as const;
      assert.deepEqual(toPlain(await check(origin)), resultsAfter(host, failed));
      assert.deepEqual(requests, []);
    });

  it('reports a server that does not speak TLS', async () => {
    const { host } = await serveRaw((socket) => socket.once('data', () => socket.end('SSH-2.0-OpenSSH\r\n')));
    const results = await check(`https://${host}`);
    assert.deepEqual(outlineOf(results).slice(1, 5), [
      'proxy ok',
      'name skipped address',
      'connection ok',
      'certificate failed',
    ]);
    const { error } = toPlain(results)[4] as { error: { code: string } };
    assert.equal(error.code, 'protocol');
  });
});

describe('A check that gets no response', () => {
  afterEach(afterEachTest);

  for (const [name, toOrigin, toProxy] of [
    ['to a request', (host: string) => `http://${host}`, undefined],
    ['in the TLS handshake', (host: string) => `https://${host}`, undefined],
    ['of a proxy', () => 'https://127.0.0.1:9', (host: string) => new URL(`http://${host}`)],
  ] as const)
    it(`${name} can be cancelled, and its connection is closed`, async () => {
      let asked: (() => void) | undefined;
      const begun = new Promise<void>((resolve) => (asked = resolve));
      const closed: Promise<unknown>[] = [];
      const { host } = await serveRaw((socket) => {
        closed.push(once(socket, 'close'));
        socket.once('data', () => asked?.());
      });
      const controller = new AbortController();
      const { signal } = controller;
      const proxy = toProxy && { proxy: { url: toProxy(host) } };
      const found = rejectionOf(check(toOrigin(host), { signal, ...proxy }));
      await begun;
      const reason = new Error('enough');
      controller.abort(reason);
      assert.equal(await found, reason);
      await Promise.all(closed);
    });
});

describe('A check of the route through a proxy', () => {
  afterEach(afterEachTest);

  it('names the proxy and its source but no user, and leaves resolving the service to it', async () => {
    const { origin, host } = await serveWithTls('good');
    const proxy = await startHttpProxy({ login: { username: 'me', password: 'proxy-password' } });
    const url = new URL(`http://me:proxy-password@${proxy.host}`);
    const results = await check(origin, { proxy: { url } });
    const server = { role: 'service', host };
    assert.deepEqual(toPlain(results).slice(1, 5), [
      { check: 'proxy', server, outcome: 'ok', proxy: { host: proxy.host, source: 'http.proxy' } },
      { check: 'name', server, outcome: 'skipped', reason: 'address', byProxy: true },
      { check: 'connection', server, outcome: 'ok', proxy: { host: proxy.host, isThrough: true } },
      { check: 'certificate', server, ...accepted },
    ]);
    assert.doesNotMatch(JSON.stringify(results), /proxy-password|me:/);
  });

  it('goes through a SOCKS5 proxy', async () => {
    const { origin, host } = await serveWithTls('good');
    const proxy = await startSocksProxy();
    const results = await check(origin, { proxy: { url: new URL(`socks5://${proxy.host}`) } });
    assert.deepEqual([...new Set(proxy.asked)], [`CONNECT ${host}`]);
    assert.deepEqual(outlineOf(results).slice(3, 5), ['connection ok', 'certificate ok']);
  });

  for (const scheme of ['http', 'https'])
    it(`reports that it rejects the credentials, on the route to ${scheme}`, async () => {
      const service = await (scheme === 'http' ? serve(serviceOf('variant_b')) : serveWithTls('good'));
      const login = { username: 'me', password: 'right' };
      const proxy = await startHttpProxy({ login });
      const results = await check(service.origin, {
        proxy: { url: new URL(`http://me:wrong@${proxy.host}`) },
      });
      const about = { host: proxy.host, source: 'http.proxy', isAtFault: true, status: 407 };
      const error = { kind: 'network', code: 'proxyAuthentication', sent: 'no', proxy: about };
      const server = { role: 'service', host: service.host };
      const isTold = scheme === 'http';
      assert.deepEqual(toPlain(results), [
        settingsOk,
        { check: 'proxy', server, outcome: 'ok', proxy: { host: proxy.host, source: 'http.proxy' } },
        { check: 'name', server, outcome: 'skipped', reason: 'address', byProxy: true },
        { check: 'connection', server, outcome: 'failed', error },
        {
          check: 'certificate',
          server,
          outcome: 'skipped',
          ...(isTold ? { reason: 'notEncrypted' } : { reason: 'previousFailed', failed: 'connection' }),
        },
        ...skippedAfter('connection'),
      ]);
      assert.deepEqual([proxy.asked, service.connections()], [[], 0]);
    });

  it('reports that it refuses every request', async () => {
    const { host } = await startHttpProxy({ refuses: 403 });
    const results = await check('https://127.0.0.1:9', { proxy: { url: new URL(`http://${host}`) } });
    const { error } = toPlain(results)[3] as { error: { code: string } };
    assert.deepEqual([outlineOf(results)[3], error.code], ['connection failed', 'proxy']);
  });

  it('reports that its name cannot be resolved', async () => {
    const url = new URL('http://nowhere.invalid:3128');
    const results = await check('https://127.0.0.1:9', { proxy: { url } });
    const { error } = toPlain(results)[2] as { error: { code: string; proxy: object } };
    assert.deepEqual(outlineOf(results).slice(1, 4), [
      'proxy ok',
      'name failed',
      'connection skipped previousFailed name',
    ]);
    const proxy = { host: 'nowhere.invalid:3128', source: 'http.proxy', isAtFault: true };
    assert.deepEqual([error.code, error.proxy], ['dns', proxy]);
  });

  for (const url of [new URL('socks4://127.0.0.1:1'), undefined])
    it(`reports that it is invalid: ${url?.href ?? 'no URL'}`, async () => {
      const results = await check('https://127.0.0.1:9', { proxy: { url } });
      const { error } = toPlain(results)[1] as { error: { code: string } };
      assert.deepEqual([outlineOf(results)[1], error.code], ['proxy failed', 'proxyUnsupported']);
    });
});

describe('A check of file servers', () => {
  afterEach(afterEachTest);

  it('checks the route to each, although the service cannot be reached, and sends nothing', async () => {
    const service = await refusingOrigin();
    const good = await serveWithTls('good');
    const expired = await serveWithTls('expired');
    const results = await check(service, { uploadOrigins: [good.origin, expired.origin] });
    const error = { kind: 'network', code: 'certificate', sent: 'no', systemCode: 'CERT_HAS_EXPIRED' };
    assert.deepEqual(toPlain(results).slice(-8), [
      ...routeTo({ role: 'fileServer', host: good.host }, accepted),
      ...routeTo({ role: 'fileServer', host: expired.host }, { outcome: 'failed', error }),
    ]);
    assert.deepEqual([good.requests, expired.requests], [[], []]);
  });

  it('uses only valid addresses of servers from a record', async () => {
    const { origin, requests } = await serve({});
    const uploadOrigins = ['file:///etc/passwd', 'no URL', `${origin}/path?query`];
    const results = await check(await refusingOrigin(), { uploadOrigins });
    assert.deepEqual(results.filter((one) => 'server' in one && one.server.role === 'fileServer').length, 4);
    assert.deepEqual(requests, []);
  });
});
