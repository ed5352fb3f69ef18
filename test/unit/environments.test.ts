import assert from 'node:assert/strict';
import { Ajv } from 'ajv';
import type { ServiceRef } from '../../src/launch/journalEntry';
import { type DefinedEnvironment, environmentOf, parseEnvironments } from '../../src/session/environments';
import { findProtectedEnvironment } from '../../src/session/protection';
import { contributedSettings as properties } from '../support/manifest';

const baseUrl = 'https://sim.example';
const usual = {
  baseUrl,
  variant: 'variant_b',
  authentication: { scheme: 'bearer' },
  isProtected: false,
  pages: {},
};

const setting = 'simulationService.environments';
const isValid = new Ajv({ strict: false }).compile({ type: 'object', properties });

/** Whether the settings editor marks a value, and whether the extension rejects a part of it. */
function verdictsOn(value: Readonly<Record<string, unknown>>): { marked: boolean; refused: boolean } {
  const read = parseEnvironments(value);
  const refused = read.length < Object.keys(value).length || read.some((one) => 'invalidField' in one);
  return { marked: !isValid({ [setting]: value }), refused };
}

describe('The environments of the setting', () => {
  it('need nothing but a base URL', () =>
    assert.deepEqual(parseEnvironments({ a: { baseUrl: ` ${baseUrl}\n` } }), [{ name: 'a', ...usual }]));

  it('have all properties of their entries', () => {
    const common = { baseUrl, variant: 'variant_a', protected: true };
    const given = {
      'no one': { ...common, authentication: 'none' },
      basic: { ...common, authentication: 'basic', apiKeyHeader: 'X-Unused' },
      usual: { ...common, authentication: 'apiKey' },
      key: { ...common, authentication: 'apiKey', apiKeyHeader: 'X-Sim-Key' },
    };
    const read = { ...usual, variant: 'variant_a', isProtected: true };
    assert.deepEqual(parseEnvironments(given), [
      { ...read, name: 'no one', authentication: { scheme: 'none' } },
      { ...read, name: 'basic', authentication: { scheme: 'basic' } },
      { ...read, name: 'usual', authentication: { scheme: 'apiKey', header: 'X-API-Key' } },
      { ...read, name: 'key', authentication: { scheme: 'apiKey', header: 'X-Sim-Key' } },
    ]);
  });

  for (const given of [undefined, null, 1, [{ baseUrl }]])
    it(`are empty when the setting is ${JSON.stringify(given)}`, () =>
      assert.deepEqual(parseEnvironments(given), []));

  it('have names of 1 to 100 characters, including names of inherited properties', () => {
    const names = ['', ' \t', 'x'.repeat(101), 'x'.repeat(100), '🏭'.repeat(100), 'constructor', '__proto__'];
    const given: unknown = JSON.parse(`{${names.map((name) => `${JSON.stringify(name)}:{}`).join()}}`);
    assert.deepEqual(
      parseEnvironments(given).map(({ name }) => name),
      names.slice(3),
    );
  });

  for (const [entry, invalidField, address] of [
    [null, '', ''],
    [{}, 'baseUrl', ''],
    [{ baseUrl: ' ' }, 'baseUrl', ''],
    [{ baseUrl: { href: baseUrl } }, 'baseUrl', ''],
    [{ baseUrl, variant: 'variant_c' }, 'variant', baseUrl],
    [{ baseUrl, variant: null }, 'variant', baseUrl],
    [{ baseUrl, authentication: 'digest' }, 'authentication', baseUrl],
    [{ baseUrl, authentication: { scheme: 'none' } }, 'authentication', baseUrl],
    [{ baseUrl, authentication: 'apiKey', apiKeyHeader: 'Host' }, 'apiKeyHeader', baseUrl],
    [{ baseUrl, authentication: 'apiKey', apiKeyHeader: 'a b' }, 'apiKeyHeader', baseUrl],
    [{ baseUrl, apiKeyHeader: 1 }, 'apiKeyHeader', baseUrl],
    [{ baseUrl, protected: 'true' }, 'protected', baseUrl],
    [{ baseUrl, protect: true }, 'protect', baseUrl],
  ] as const)
    it(`are invalid when an entry is ${JSON.stringify(entry)}, which the schema marks, and nothing is guessed`, () => {
      assert.deepEqual(parseEnvironments({ a: entry }), [{ name: 'a', baseUrl: address, invalidField }]);
      assert.deepEqual(verdictsOn({ a: entry }), { marked: true, refused: true });
    });
});

/** Names of environments by their base URLs. */
function parseBaseUrls(baseUrls: Readonly<Record<string, string>>): DefinedEnvironment[] {
  return parseEnvironments(
    Object.fromEntries(Object.entries(baseUrls).map(([name, url]) => [name, { baseUrl: url }])),
  );
}

describe('The environment of a service', () => {
  const defined = parseBaseUrls({
    broken: 'sim.example',
    root: 'https://sim.example/',
    path: 'https://sim.example/path',
    other: 'https://other.example:8443',
    same: 'https://sim.example/path/',
  });
  const found = (service: string, environment: string, plain = ''): string | undefined =>
    environmentOf(
      { baseUrl: new URL(service), variant: 'variant_b' },
      { environments: defined, baseUrl: plain, variant: 'variant_b', environment },
    )?.name;

  it('is the selected one among several with the same base URL, else the first', () => {
    assert.equal(found('https://sim.example/path', 'same'), 'same');
    assert.equal(found('https://sim.example/path/', 'path'), 'path');
    assert.equal(found('https://sim.example/path', 'root'), 'path');
    assert.equal(found('https://sim.example/path', ''), 'path');
  });

  it('is the selected one with the same origin when none has this base URL, else the first', () => {
    assert.equal(found('https://sim.example/gone', 'same'), 'same');
    assert.equal(found('https://sim.example/gone', 'other'), 'root');
    assert.equal(found('https://sim.example/gone', ''), 'root');
  });

  it('is none if the plain settings are selected and have its base URL or origin', () => {
    assert.equal(found('https://sim.example/path', '', 'https://sim.example/path'), undefined);
    assert.equal(found('https://sim.example/gone', '', 'https://sim.example/plain'), undefined);
    assert.equal(found('https://sim.example/path', '', 'https://sim.example/plain'), 'path');
    assert.equal(found('https://sim.example/path', 'other', 'https://sim.example/path'), 'path');
    assert.equal(found('https://sim.example/plain', 'other', 'https://sim.example/plain'), undefined);
  });

  it('is none for another scheme, host or port, whatever is selected', () => {
    for (const service of ['http://sim.example', 'https://other.example', 'https://sim.example:8443'])
      assert.equal(found(service, 'root', 'https://plain.example'), undefined);
  });
});

describe('The environment of a service with two variants', () => {
  const defined = parseEnvironments({
    b: { baseUrl: 'https://sim.example', authentication: 'apiKey' },
    a: { baseUrl: 'https://sim.example/', variant: 'variant_a', authentication: 'basic' },
    elsewhere: { baseUrl: 'https://sim.example/elsewhere' },
  });
  const found = (variant: ServiceRef['variant'], environment: string, plain: ServiceRef['variant']) => {
    const baseUrl = 'https://sim.example/';
    const definitions = { environments: defined, baseUrl, variant: plain, environment };
    return environmentOf({ baseUrl: new URL(baseUrl), variant }, definitions)?.name;
  };

  it('is the one with its variant, whatever is selected', () => {
    for (const selected of ['a', 'b', 'elsewhere']) {
      assert.equal(found('variant_a', selected, 'variant_b'), 'a');
      assert.equal(found('variant_b', selected, 'variant_a'), 'b');
    }
  });

  it('is none if the plain settings are selected and have its variant', () => {
    assert.equal(found('variant_a', '', 'variant_a'), undefined);
    assert.equal(found('variant_a', '', 'variant_b'), 'a');
  });
});

/** What a service has besides its base URL. `plain` is the path prefix of the plain settings. */
interface ProtectedService {
  readonly variant?: ServiceRef['variant'];
  readonly pathPrefix?: string;
  readonly plain?: string;
}

/** The protected environment that the user must confirm before something is created on a service. */
function protectorOf(
  given: Readonly<Record<string, unknown>>,
  baseUrl = 'https://sim.example/api',
  { variant = 'variant_b', pathPrefix, plain = pathPrefix }: ProtectedService = {},
): string | undefined {
  const { origin, pathname } = new URL(baseUrl);
  const service = { origin, basePath: pathname, variant };
  return findProtectedEnvironment(service, parseEnvironments(given), {
    service: pathPrefix,
    plain,
  })?.name;
}

describe('The protected environment of a service', () => {
  const careful = { careful: { baseUrl: 'https://sim.example/api', protected: true } };
  const both = { ...careful, open: { baseUrl: 'https://sim.example/api/', variant: 'variant_a' } };
  const root = { root: { baseUrl: 'https://sim.example', protected: true } };

  for (const [address, ...spellings] of [
    [
      'https://sim.example/api',
      'https://sim.example/api/',
      'https://SIM.example:443/api',
      'https://sim.example./api',
      'https://sim.example//api//',
      'https://sim.example/%61pi',
      'https://sim.example/%2561pi',
      'https://sim.example/API',
      'https://sim.example/api;v=1',
      'https://sim.example',
      'https://sim.example/test',
      'http://sim.example:443/api',
    ],
    [
      'http://127.0.0.1:8080/api',
      'http://localhost:8080/api',
      'http://LocalHost.:8080//api',
      'http://[::1]:8080/%61pi',
      'http://127.0.0.2:8080/api',
      'http://[::ffff:127.0.0.1]:8080/api',
      'http://[0:0:0:0:0:0:0:1]:8080/api',
      'http://sim.localhost:8080/api',
      'http://0.0.0.0:8080/api',
      'https://localhost:8080/api',
    ],
    ['http://10.0.0.5/api', 'http://[::ffff:10.0.0.5]/api', 'http://[::FFFF:a00:5]:80/api'],
    ['https://[2001:DB8::5]/api', 'https://[2001:db8:0:0::5]:443/api'],
    ['https://bücher.example/api', 'https://xn--bcher-kva.example/api'],
  ])
    for (const spelling of spellings)
      it(`includes ${spelling} for ${address}: the same host and port`, () => {
        assert.equal(protectorOf({ careful: { baseUrl: address, protected: true } }, spelling), 'careful');
        assert.equal(protectorOf({ careful: { baseUrl: spelling, protected: true } }, address), 'careful');
      });

  it('includes the other variant, which has the same address', () =>
    assert.equal(protectorOf(careful, 'https://sim.example/api', { variant: 'variant_a' }), 'careful'));

  it('excludes the other variant when that is an unprotected environment of its own', () => {
    assert.equal(protectorOf(both, 'https://sim.example/api', { variant: 'variant_a' }), undefined);
    assert.equal(protectorOf(both), 'careful');
  });

  it('includes it nevertheless when one prefix makes one service of both variants', () => {
    const as = { variant: 'variant_a', pathPrefix: '/v7' } as const;
    assert.equal(protectorOf(both, 'https://sim.example/api', as), 'careful');
  });

  it('excludes an unprotected environment with a prefix of its own at that prefix only', () => {
    const open = { baseUrl: 'https://sim.example/api', variant: 'variant_a', pathPrefix: '/open/' };
    const given = { ...careful, open };
    const at = (pathPrefix?: string) =>
      protectorOf(given, 'https://sim.example/api', {
        variant: 'variant_a',
        plain: '',
        ...(pathPrefix !== undefined && { pathPrefix }),
      });
    assert.deepEqual([at('/open'), at('/Open'), at()], [undefined, 'careful', 'careful']);
  });

  it('excludes only the address that an unprotected environment names exactly', () => {
    const test = { ...root, test: { baseUrl: 'https://sim.example/test' } };
    for (const same of ['https://sim.example/test', 'https://SIM.example:443/test/'])
      assert.equal(protectorOf(test, same), undefined);
    for (const other of [
      'https://sim.example/test/v2',
      'https://sim.example//test',
      'https://sim.example/t%65st',
      'https://sim.example./test',
      'https://sim.example/TEST',
    ])
      assert.equal(protectorOf(test, other), 'root');
    const here = { careful: { baseUrl: 'http://localhost:8080/api', protected: true } };
    const exempt = { ...here, open: { baseUrl: 'http://127.0.0.1:8080/api' } };
    assert.equal(protectorOf(exempt, 'http://127.0.0.1:8080/api'), undefined);
    assert.equal(protectorOf(exempt, 'http://[::1]:8080/api'), 'careful');
  });

  it('is one that names its address, even if another names it without protection', () =>
    assert.equal(protectorOf({ open: { baseUrl: 'https://sim.example/api' }, ...careful }), 'careful'));

  it('is the one with its path among several', () => {
    const given = { ...root, ...careful };
    for (const address of ['https://sim.example/api', 'https://sim.example.//%61pi/'])
      assert.equal(protectorOf(given, address), 'careful');
    assert.equal(protectorOf(given, 'https://sim.example//'), 'root');
    assert.equal(protectorOf(given, 'https://sim.example/test'), 'root');
  });

  for (const other of [
    'http://sim.example/api',
    'https://sim.example:8443/api',
    'https://sim.example:80/api',
    'https://sim.example.org/api',
    'https://api.sim.example/api',
    'https://localhost/api',
  ])
    it(`excludes ${other}: another host or port`, () => assert.equal(protectorOf(careful, other), undefined));

  it('may be one whose entry is invalid', () => {
    const broken = { broken: { baseUrl: 'https://sim.example/api', protected: true, variant: 'variant_c' } };
    assert.equal(protectorOf(broken), 'broken');
    assert.equal(protectorOf(broken, 'https://sim.example/api', { variant: 'variant_a' }), 'broken');
    assert.equal(protectorOf(broken, 'https://sim.example/test'), 'broken');
    assert.equal(protectorOf(broken, 'https://other.example/api'), undefined);
  });

  for (const written of [
    'sim.example/api',
    'sim.example:443/api',
    'http://user:password@sim.example/api',
    'https://sim.example/api?key=1#part',
    'htps://sim.example/api',
    'https:sim.example/api',
  ])
    it(`may be one whose base URL is invalid: ${written}`, () => {
      const broken = { broken: { baseUrl: written, protected: true } };
      assert.equal(protectorOf(broken), 'broken');
      assert.equal(protectorOf({ open: { baseUrl: written } }), undefined);
    });

  for (const [what, entry] of Object.entries({
    'whose base URL is invalid': { baseUrl: 'http://[', protected: true },
    'without a base URL': { protected: true },
    'that is no entry': 5,
  }))
    it(`may be one ${what}, unless the service is defined without protection`, () => {
      assert.equal(protectorOf({ broken: entry }), 'broken');
      const open = { baseUrl: 'https://sim.example/api', variant: 'variant_b' };
      assert.equal(protectorOf({ broken: entry, open }), undefined);
    });
});

describe('The schema of the environments', () => {
  for (const value of [
    { 'two words': { baseUrl, variant: 'variant_a', authentication: 'apiKey', apiKeyHeader: 'X-Key' } },
    { ['x'.repeat(100)]: { baseUrl, protected: true }, ['🏭'.repeat(100)]: { baseUrl } },
  ])
    it(`accepts ${JSON.stringify(value)}`, () =>
      assert.deepEqual(verdictsOn(value), { marked: false, refused: false }));

  for (const value of [{ ' ': { baseUrl } }, { ['x'.repeat(101)]: { baseUrl } }])
    it(`marks ${JSON.stringify(value)}, which is rejected`, () =>
      assert.deepEqual(verdictsOn(value), { marked: true, refused: true }));

  it('suggests valid entries', () => {
    const { default: none, defaultSnippets = [], additionalProperties } = properties[setting]!;
    assert.deepEqual(none, {});
    const filled = (body: unknown) =>
      JSON.parse(JSON.stringify(body).replace(/\$\{\d:(.*?)\}/g, '$1')) as Record<string, unknown>;
    const offered = [
      ...defaultSnippets.map(({ body }) => filled(body)),
      ...(additionalProperties?.defaultSnippets ?? []).map(({ body }) => ({ a: filled(body) })),
    ];
    assert.equal(offered.length, 2);
    for (const value of offered) assert.deepEqual(verdictsOn(value), { marked: false, refused: false });
  });
});
