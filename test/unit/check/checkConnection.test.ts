import assert from 'node:assert/strict';
import { checkConnection } from '../../../src/check/checkConnection';
import { systemClock } from '../../../src/client/core/clock';
import { MappingError } from '../../../src/client/mapping/mappingError';
import { defaultMapping } from '../../../src/client/mapping/serviceMapping';
import { startService, stopServices } from '../../support/service';
import { type Reply, serve, serveRaw } from '../../support/testServer';
import {
  check,
  noUpload,
  outlineOf,
  requestsOf,
  routeTo,
  serviceOf,
  settingsOk,
  signedIn,
  toPlain,
} from './support/checked';

/** Results about a service at an unencrypted address, without those about the route. */
async function checkOverHttp(...parameters: Parameters<typeof check>): Promise<object[]> {
  const found = toPlain(await check(...parameters));
  assert.deepEqual(found[0], settingsOk);
  assert.deepEqual(found.at(-1), noUpload);
  return found.slice(5, -1);
}

const noReusableModels = {
  check: 'reusableModels',
  variant: 'variant_b',
  outcome: 'skipped',
  reason: 'projectsAbsent',
};

describe('A check of a service', () => {
  afterEach(stopServices);

  it('finds nothing wrong with one that works, requests each list once and creates nothing', async () => {
    const { emulator } = await startService();
    const { host } = new URL(emulator.baseUrl);
    const begun: string[] = [];
    const found = toPlain(await check(emulator.baseUrl, { onCheck: (name) => begun.push(name) }));
    const list = { host, outcome: 'ok', entries: 2, skipped: 0 };
    assert.deepEqual(found, [
      settingsOk,
      ...routeTo({ role: 'service', host }),
      { check: 'clock', outcome: 'ok', host, minutes: 0 },
      { check: 'authentication', outcome: 'ok', host, scheme: 'bearer', secret: 'none' },
      { check: 'projects', variant: 'variant_b', isSet: true, ...list },
      { check: 'reusableModels', variant: 'variant_b', isSet: true, ...list },
      { check: 'projects', variant: 'variant_a', isSet: false, ...list },
      noUpload,
    ]);
    const lists = ['/variant_b/v7/projects', '/variant_b/v7/models/reusable', '/variant_a/v1/projects'];
    const requested = emulator.requests.map(({ method, path }) => `${method} ${path}`);
    assert.deepEqual(
      requested,
      lists.map((path) => `GET ${path}`),
    );
    const way = ['settings', 'proxy', 'name', 'connection', 'certificate'];
    assert.deepEqual(begun, [...way, 'projects', 'reusableModels', 'projects']);
  });

  it('accepts that the other variant is not available, and names the configured authentication', async () => {
    const { origin, host } = await serve(serviceOf('variant_b'));
    const [, ...found] = await checkOverHttp(origin, { authentication: { scheme: 'none' } });
    const error = { kind: 'status', status: 404 };
    const list = { variant: 'variant_b', host, outcome: 'ok', isSet: true };
    assert.deepEqual(found, [
      { check: 'authentication', outcome: 'ok', host, scheme: 'none', secret: 'none' },
      { check: 'projects', ...list, entries: 2, skipped: 1 },
      { check: 'reusableModels', ...list, entries: 0, skipped: 0 },
      { check: 'projects', variant: 'variant_a', host, outcome: 'ok', isSet: false, error },
    ]);
  });

  for (const [ahead, outcome, status] of [
    [20, 'failed', 200],
    [-20, 'failed', 200],
    [4, 'ok', 200],
    [20, 'failed', 401],
  ] as const)
    it(`compares the clock with a response of status ${status}: ${ahead} minutes ahead is ${outcome}`, async () => {
      const headers = { date: new Date(Date.now() - ahead * 60_000).toUTCString() };
      const { origin, host } = await serve(serviceOf('variant_b', { status, headers }));
      const [clock] = await checkOverHttp(origin);
      assert.deepEqual(clock, { check: 'clock', outcome, host, minutes: ahead });
    });

  it('reports that no response had a date', async () => {
    const { origin } = await serveRaw((socket) =>
      socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n[]')),
    );
    const [clock] = await checkOverHttp(origin);
    assert.deepEqual(clock, { check: 'clock', outcome: 'skipped', reason: 'noDate' });
  });

  it('finds that it requires authentication when the user is not signed in', async () => {
    const { origin, host } = await serve({ status: 401 });
    const found = await checkOverHttp(origin);
    const skipped = { outcome: 'skipped', reason: 'unauthorized' };
    assert.deepEqual(found, [
      { check: 'clock', outcome: 'ok', host, minutes: 0 },
      { check: 'authentication', outcome: 'failed', host, scheme: 'bearer', secret: 'none' },
      { check: 'projects', variant: 'variant_b', ...skipped },
      { check: 'reusableModels', variant: 'variant_b', ...skipped },
      {
        check: 'projects',
        variant: 'variant_a',
        host,
        outcome: 'ok',
        isSet: false,
        error: { kind: 'status', status: 401 },
      },
    ]);
  });

  it('finds that it rejects the credentials of the user, without asking to sign in again', async () => {
    const { origin, requests } = await serve({ status: 401 });
    const renew = () => Promise.reject(new Error('the user was prompted'));
    const [, authentication] = await checkOverHttp(origin, { credentials: { ...signedIn, refresh: renew } });
    const about = { check: 'authentication', host: new URL(origin).host, scheme: 'bearer' };
    assert.deepEqual(authentication, { ...about, outcome: 'failed', secret: 'sent' });
    const sent = new Set(requests.map(({ headers }) => headers.authorization));
    assert.deepEqual([...sent], ['Bearer secret-of-the-test']);
  });

  it('ignores a refusal of paths that do not exist', async () => {
    const own = serviceOf('variant_b');
    const { origin, host } = await serve((request) => {
      const reply = own(request);
      return reply.status === 404 ? { status: 401 } : reply;
    });
    const [, authentication] = await checkOverHttp(origin);
    const about = { check: 'authentication', outcome: 'ok', host };
    assert.deepEqual(authentication, { ...about, scheme: 'bearer', secret: 'none' });
  });

  it('warns when it identifies the user but lists nothing', async () => {
    const { origin, host } = await serve({ status: 403 });
    const found = await checkOverHttp(origin, { credentials: signedIn });
    const error = { kind: 'status', status: 403 };
    const about = { host, outcome: 'failed', isSet: true, error };
    assert.deepEqual(found.slice(1, 4), [
      { check: 'authentication', outcome: 'warning', host, scheme: 'bearer', secret: 'sent' },
      { check: 'projects', variant: 'variant_b', ...about },
      { check: 'reusableModels', variant: 'variant_b', ...about },
    ]);
  });

  const replies: Readonly<Record<string, Reply>> = { works: {}, 'requires authentication': { status: 401 } };
  for (const [set, matchingVariant] of [
    ['variant_a', 'variant_b'],
    ['variant_b', 'variant_a'],
  ] as const)
    for (const [name, reply] of Object.entries(replies))
      it(`finds that ${matchingVariant} is available, which ${name}, and ${set} is not`, async () => {
        const { origin, host } = await serve(serviceOf(matchingVariant, reply));
        const found = await checkOverHttp(origin, { variant: set });
        const [failed] = found.filter((one) => 'matchingVariant' in one);
        assert.deepEqual(failed, {
          check: 'projects',
          variant: set,
          host,
          outcome: 'failed',
          isSet: true,
          matchingVariant,
          error: { kind: 'status', status: 404 },
        });
        const { outcome } = found[1] as { outcome: string };
        assert.equal(outcome, 'status' in reply ? 'failed' : 'ok');
        const failures = found.filter(
          (one) => 'isSet' in one && 'outcome' in one && one.outcome === 'failed',
        );
        assert.equal(failures.length, 1);
      });

  it('finds an HTML page in place of the configured variant', async () => {
    const other = serviceOf('variant_a');
    const page = { headers: { 'content-type': 'text/html' }, body: '<html>' };
    const { origin } = await serve((request) => {
      const reply = other(request);
      return reply.status === 404 ? page : reply;
    });
    const [, , projects, reusableModels] = await checkOverHttp(origin);
    assert.deepEqual('matchingVariant' in projects! && projects.matchingVariant, 'variant_a');
    assert.deepEqual(reusableModels, noReusableModels);
  });

  it('finds that neither variant exists under the path of the base URL', async () => {
    const { origin, host } = await serve({ status: 404 });
    const found = await checkOverHttp(`${origin}/wrong/path/`);
    const error = { kind: 'status', status: 404 };
    assert.deepEqual(found.slice(1), [
      { check: 'authentication', outcome: 'skipped', reason: 'noResponse' },
      {
        check: 'projects',
        variant: 'variant_b',
        host,
        outcome: 'failed',
        isSet: true,
        error,
        empty: { path: '/wrong/path/', hasPrefix: false },
      },
      noReusableModels,
      { check: 'projects', variant: 'variant_a', host, outcome: 'ok', isSet: false, error },
    ]);
  });

  it('requests only the URLs under a path prefix', async () => {
    const { origin, host, requests } = await serve({ status: 404 });
    const mapping = { ...defaultMapping, pathPrefix: '/v9' };
    const found = await checkOverHttp(`${origin}/base`, { mapping });
    const error = { kind: 'status', status: 404 };
    assert.deepEqual(found.slice(2), [
      {
        check: 'projects',
        variant: 'variant_b',
        host,
        outcome: 'failed',
        isSet: true,
        error,
        empty: { path: '/base/v9', hasPrefix: true },
      },
      noReusableModels,
      { check: 'projects', variant: 'variant_a', outcome: 'skipped', reason: 'pathPrefix' },
    ]);
    const paths = requests.map(({ path }) => path);
    assert.deepEqual(paths, ['/base/v9/projects', '/base/v9/models/reusable']);
  });

  it('says which addresses it requested, and the status of each response', async () => {
    const { origin } = await serve(serviceOf('variant_b', { status: 401 }));
    assert.deepEqual(requestsOf(await check(`${origin}/`)), [
      { address: `${origin}/variant_b/v7/projects`, status: 401 },
      { address: `${origin}/variant_b/v7/models/reusable`, status: 401 },
      { address: `${origin}/variant_a/v1/projects`, status: 404 },
    ]);
    const mapping = { ...defaultMapping, pathPrefix: '/v9' };
    assert.deepEqual(requestsOf(await check(`${origin}/base`, { mapping })), [
      { address: `${origin}/base/v9/projects`, status: 404 },
      { address: `${origin}/base/v9/models/reusable`, status: 404 },
      undefined,
    ]);
  });

  it('reports a failure of the service, and tries nothing twice', async () => {
    const { origin, host, requests } = await serve({ status: 503, headers: { 'retry-after': '1' } });
    const found = await checkOverHttp(origin);
    const error = { kind: 'status', status: 503, retryAfter: 1000 };
    const about = { check: 'projects', variant: 'variant_b', host, outcome: 'failed', isSet: true };
    assert.deepEqual(found[2], { ...about, error });
    assert.equal(requests.length, 3);
  });

  it('stops when a response is cut off', async () => {
    const { origin, connections } = await serveRaw((socket) =>
      socket.once('data', () => socket.resetAndDestroy()),
    );
    const results = await check(origin);
    assert.deepEqual(requestsOf(results), [
      { address: `${origin}/variant_b/v7/projects` },
      undefined,
      undefined,
    ]);
    assert.deepEqual(outlineOf(results).slice(5), [
      'clock skipped noResponse',
      'authentication skipped noResponse',
      'projects variant_b failed',
      'reusableModels variant_b skipped connectionLost',
      'projects variant_a skipped connectionLost',
      'fileServer skipped noUpload',
    ]);
    // One connection of the check itself, and one of the list.
    assert.equal(connections(), 2);
  });

  it('stops at invalid settings', async () => {
    const error = new MappingError('pathPrefix', 'pathPrefix');
    const found = await checkConnection({
      service: () => {
        throw error;
      },
      uploadOrigins: ['http://127.0.0.1:9'],
      clock: systemClock,
      signal: new AbortController().signal,
      log: () => undefined,
      onCheck: () => undefined,
    });
    const rest = ['proxy', 'name', 'connection', 'certificate', 'clock', 'authentication'];
    assert.deepEqual(found, [
      { check: 'settings', outcome: 'failed', error },
      ...[...rest, 'projects', 'reusableModels', 'fileServer'].map((name) => ({
        check: name,
        outcome: 'skipped',
        reason: 'previousFailed',
        failed: 'settings',
      })),
    ]);
  });
});
