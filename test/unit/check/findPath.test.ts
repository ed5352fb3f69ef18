import assert from 'node:assert/strict';
import {
  choosePath,
  hasService,
  probePaths,
  readAddress,
  type ServicePath,
} from '../../../src/check/findPath';
import { proposeMethod } from '../../../src/check/proposeMethod';
import { ServiceError, StatusError } from '../../../src/client/core/errors';
import { defaultMapping } from '../../../src/client/mapping/serviceMapping';
import { closeClients, createClient } from '../../support/client';
import { closeServers, refusingOrigin, type Reply, serve } from '../../support/testServer';

const list: Reply = { status: 200, body: '{"projects":[{"project_id":"p1"}]}' };
const wrapped: Reply = { status: 200, body: '{"payload":{"a":[{"no":1}],"b":[{"no":2}]}}' };
const refused: Reply = { status: 401, body: '{"problem":"Send your key in X-Team-Token."}' };
const page: Reply = { status: 200, headers: { 'content-type': 'text/html' }, body: '<html>Sign in</html>' };
const nothing: Reply = { status: 404, body: '' };

/** Looks for a service at a server that responds so by path. @returns what was requested and what was chosen */
async function find(replies: Readonly<Record<string, Reply>>, { base = '', other = nothing } = {}) {
  const server = await serve(({ path }) => replies[path] ?? other);
  const clientFor = ({ variant, pathPrefix }: ServicePath) =>
    createClient(server.origin + base, {
      variant,
      once: true,
      mapping: { ...defaultMapping, ...(pathPrefix !== undefined && { pathPrefix }) },
    });
  const probes = await probePaths(clientFor, { signal: new AbortController().signal });
  const chosen = choosePath(probes);
  return {
    requested: server.requests.map(({ method, path }) => `${method} ${path}`),
    chosen: chosen && outline(chosen),
    isThere: chosen !== undefined && hasService(chosen),
  };
}

function outline({ path, response }: NonNullable<ReturnType<typeof choosePath>>): unknown {
  if (response instanceof StatusError) return { ...path, status: response.status };
  return response instanceof ServiceError ? { ...path, kind: response.kind } : { ...path, ...response };
}

const listed = { entries: 1, skipped: 0 };
const ofB = '/variant_b/v7/projects';
const ofA = '/variant_a/v1/projects';

describe('The path of a service at an address', () => {
  afterEach(closeClients);
  afterEach(closeServers);

  it('is that of the second variant, and nothing else is requested', async () =>
    assert.deepEqual(await find({ [ofB]: list }), {
      requested: [`GET ${ofB}`],
      chosen: { variant: 'variant_b', ...listed },
      isThere: true,
    }));

  it('is that of the first variant', async () =>
    assert.deepEqual(await find({ [ofA]: list }), {
      requested: [`GET ${ofB}`, `GET ${ofA}`],
      chosen: { variant: 'variant_a', ...listed },
      isThere: true,
    }));

  for (const [variant, models] of [
    ['variant_b', list],
    ['variant_a', nothing],
  ] as const) {
    it(`is the address itself, of ${variant}`, async () =>
      assert.deepEqual(
        await find({ '/api/v3/projects': list, '/api/v3/models/reusable': models }, { base: '/api/v3' }),
        {
          requested: [ofB, ofA, '/projects', '/models/reusable'].map((path) => `GET /api/v3${path}`),
          chosen: { variant, pathPrefix: '', ...listed },
          isThere: true,
        },
      ));
  }

  it('is where a response comes that has to be described', async () =>
    assert.deepEqual((await find({ '/projects': wrapped, '/models/reusable': wrapped })).chosen, {
      variant: 'variant_b',
      pathPrefix: '',
      kind: 'response',
    }));

  it('is where a sign-in is wanted, before pages of something else', async () => {
    const { chosen, isThere } = await find({ '/projects': refused }, { other: page });
    assert.deepEqual([chosen, isThere], [{ variant: 'variant_a', pathPrefix: '', status: 401 }, true]);
  });

  it('is nowhere if there are only pages, or nothing', async () => {
    assert.equal((await find({}, { other: page })).isThere, false);
    assert.equal((await find({})).isThere, false);
  });

  it('is not looked for any further where no connection can be made', async () => {
    const origin = await refusingOrigin();
    const asked: ServicePath[] = [];
    const probes = await probePaths(
      (path) => {
        asked.push(path);
        return createClient(origin, { once: true });
      },
      { signal: new AbortController().signal },
    );
    assert.equal(asked.length, 1);
    assert.deepEqual(probes.map(hasService), [false]);
  });
});

describe('An address that is entered', () => {
  for (const [given, expected] of [
    ['https://sim.example', { baseUrl: 'https://sim.example' }],
    ['https://sim.example/api/v3/', { baseUrl: 'https://sim.example/api/v3' }],
    ['https://sim.example/api/v3/projects', { baseUrl: 'https://sim.example/api/v3' }],
    ['https://sim.example/api/models/reusable', { baseUrl: 'https://sim.example/api' }],
    [
      'https://sim.example/gw/variant_a/v1/projects',
      { baseUrl: 'https://sim.example/gw', variant: 'variant_a' },
    ],
  ] as const)
    it(`${given} is read`, () => assert.deepEqual(readAddress(new URL(given)), expected));
});

describe('The method of signing in', () => {
  for (const [words, expected, challenge] of [
    ['Send your key in X-Team-Token.', { scheme: 'apiKey', header: 'X-Team-Token' }],
    ['Send your key in X-Team-Token.', { scheme: 'apiKey', header: 'X-Team-Token' }, 'Bearer'],
    ['Not authenticated', { scheme: 'apiKey', header: 'X-API-Key' }, 'APIKey'],
    ['Send ApiKey', { scheme: 'apiKey', header: 'ApiKey' }],
    [undefined, { scheme: 'apiKey', header: 'X-Team-Token' }, 'ApiKey realm="x", header="X-Team-Token"'],
    [undefined, { scheme: 'basic' }, 'Basic realm="sim"'],
    ['No basic token', { scheme: 'bearer' }, 'Bearer realm="sim"'],
    ['Use the header X-API-Key', { scheme: 'apiKey', header: 'X-API-Key' }],
    ['Basic realm="sim"', { scheme: 'basic' }],
    ['Bearer', { scheme: 'bearer' }],
    [undefined, { scheme: 'bearer' }],
  ] as const)
    it(`is read from “${words ?? ''}” and “${challenge ?? ''}”`, () =>
      assert.deepEqual(proposeMethod(words, challenge), expected));
});
