import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import {
  environmentOf,
  parseEnvironments,
  protectionOf,
  type DefinedEnvironment,
} from '../../src/environments';
import type { ServiceRef } from '../../src/launch/journalEntry';

const baseUrl = 'https://sim.example';
const usual = { baseUrl, variant: 'variant_b', authentication: { scheme: 'bearer' }, isProtected: false };

describe('The environments of the setting', () => {
  it('need nothing but a base URL', () => {
    assert.deepEqual(parseEnvironments({ a: { baseUrl: ` ${baseUrl}\n` } }), [{ name: 'a', ...usual }]);
  });

  it('say all that their entries say', () => {
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

  it('have the base URL as it is written, which is looked at when it is used', () => {
    const [ftp] = parseEnvironments({ a: { baseUrl: 'ftp://files.example' } });
    assert.deepEqual(ftp, { name: 'a', ...usual, baseUrl: 'ftp://files.example' });
  });

  for (const given of [undefined, null, true, 1, 'a', [], [{ baseUrl }]]) {
    it(`are none when the setting is ${JSON.stringify(given)}`, () => {
      assert.deepEqual(parseEnvironments(given), []);
    });
  }

  it('have names of 1 to 100 characters, also those that every object has', () => {
    const names = ['', ' \t', 'x'.repeat(101), 'x'.repeat(100), '🏭'.repeat(100), 'constructor', '__proto__'];
    const given: unknown = JSON.parse(`{${names.map((name) => `${JSON.stringify(name)}:{}`).join()}}`);
    assert.deepEqual(
      parseEnvironments(given).map(({ name }) => name),
      names.slice(3),
    );
  });

  for (const [entry, unusable, address] of [
    [undefined, '', ''],
    [null, '', ''],
    [baseUrl, '', ''],
    [[baseUrl], '', ''],
    [{}, 'baseUrl', ''],
    [{ baseUrl: ' ' }, 'baseUrl', ''],
    [{ baseUrl: { href: baseUrl } }, 'baseUrl', ''],
    [{ baseUrl, variant: 'variant_c' }, 'variant', baseUrl],
    [{ baseUrl, variant: null }, 'variant', baseUrl],
    [{ baseUrl, authentication: 'digest' }, 'authentication', baseUrl],
    [{ baseUrl, authentication: '' }, 'authentication', baseUrl],
    [{ baseUrl, authentication: { scheme: 'none' } }, 'authentication', baseUrl],
    [{ baseUrl, authentication: 'apiKey', apiKeyHeader: 'Host' }, 'apiKeyHeader', baseUrl],
    [{ baseUrl, authentication: 'apiKey', apiKeyHeader: 'a b' }, 'apiKeyHeader', baseUrl],
    [{ baseUrl, apiKeyHeader: 1 }, 'apiKeyHeader', baseUrl],
    [{ baseUrl, protected: 'true' }, 'protected', baseUrl],
    [{ baseUrl, protected: null }, 'protected', baseUrl],
    [{ baseUrl, protect: true }, 'protect', baseUrl],
  ] as const) {
    it(`cannot be used as ${JSON.stringify(entry)}, and nothing is guessed`, () => {
      assert.deepEqual(parseEnvironments({ a: entry }), [{ name: 'a', baseUrl: address, unusable }]);
    });
  }
});

/** Names of environments by their base URLs. */
function environments(baseUrls: Readonly<Record<string, string>>): DefinedEnvironment[] {
  return parseEnvironments(
    Object.fromEntries(Object.entries(baseUrls).map(([name, url]) => [name, { baseUrl: url }])),
  );
}

describe('The environment of a service', () => {
  const defined = environments({
    ...{ broken: 'sim.example', root: 'https://sim.example/', path: 'https://sim.example/path' },
    ...{ other: 'https://other.example:8443', same: 'https://sim.example/path/' },
  });
  const found = (service: string, environment: string, plain = ''): string | undefined =>
    environmentOf(new URL(service), { environments: defined, baseUrl: plain, environment })?.name;

  it('is the selected one among several of the same base URL, else the first', () => {
    assert.equal(found('https://sim.example/path', 'same'), 'same');
    assert.equal(found('https://sim.example/path/', 'path'), 'path');
    assert.equal(found('https://sim.example/path', 'root'), 'path');
    assert.equal(found('https://sim.example/path', ''), 'path');
  });

  it('is the selected one of the same origin when none has this base URL, else the first', () => {
    assert.equal(found('https://sim.example/gone', 'same'), 'same');
    assert.equal(found('https://sim.example/gone', 'other'), 'root');
    assert.equal(found('https://sim.example/gone', ''), 'root');
  });

  it('is none where the plain settings are selected and have its base URL or origin', () => {
    assert.equal(found('https://sim.example/path', '', 'https://sim.example/path'), undefined);
    assert.equal(found('https://sim.example/gone', '', 'https://sim.example/plain'), undefined);
    assert.equal(found('https://sim.example/path', '', 'https://sim.example/plain'), 'path');
    assert.equal(found('https://sim.example/path', 'other', 'https://sim.example/path'), 'path');
    assert.equal(found('https://sim.example/plain', 'other', 'https://sim.example/plain'), undefined);
  });

  it('is none for another scheme, host or port, whatever is selected', () => {
    for (const service of ['http://sim.example', 'https://other.example', 'https://sim.example:8443']) {
      assert.equal(found(service, 'root', 'https://plain.example'), undefined);
    }
  });
});

describe('The protected environment of a service', () => {
  const defined = parseEnvironments({
    open: { baseUrl: 'https://sim.example/open' },
    careful: { baseUrl: 'https://sim.example/careful/', protected: true },
    plain: { baseUrl: 'http://sim.example', variant: 'variant_a', protected: true },
    broken: { baseUrl: 'https://broken.example', protected: true, variant: 'variant_c' },
    nowhere: { baseUrl: 'sim.example', protected: true },
  });
  const found = (origin: string, basePath: string, variant: ServiceRef['variant'] = 'variant_b') =>
    protectionOf({ origin, basePath, variant }, defined)?.name;

  it('has its origin, path and variant', () => {
    assert.equal(found('https://sim.example', '/careful/'), 'careful');
    assert.equal(found('http://sim.example', '/', 'variant_a'), 'plain');
  });

  it('is no other for a slash at the end', () => {
    assert.equal(found('https://sim.example', '/careful'), 'careful');
    assert.equal(found('https://sim.example', '/careful//'), 'careful');
  });

  it('is none for another origin, path or variant, or without protection', () => {
    assert.equal(found('https://sim.example', '/open'), undefined);
    assert.equal(found('https://sim.example', '/'), undefined);
    assert.equal(found('https://sim.example', '/careful', 'variant_a'), undefined);
    assert.equal(found('http://sim.example', '/'), undefined);
    assert.equal(found('https://sim.example:8443', '/careful'), undefined);
  });

  it('may be one whose entry cannot be used', () => {
    assert.equal(found('https://broken.example', '/'), 'broken');
    assert.equal(found('https://broken.example', '/', 'variant_a'), 'broken');
  });
});

interface Schema {
  readonly default?: unknown;
  readonly defaultSnippets?: readonly { readonly body: unknown }[];
  readonly additionalProperties?: Schema;
}

const { contributes } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  readonly contributes: { readonly configuration: { readonly properties: Readonly<Record<string, Schema>> } };
};
const { properties } = contributes.configuration;
const setting = 'simulationService.environments';
const isValid = new Ajv({ strict: false }).compile({ type: 'object', properties });

/** Whether the settings editor marks a value, and whether the extension refuses a part of it. */
function verdicts(value: Readonly<Record<string, unknown>>): { marked: boolean; refused: boolean } {
  const read = parseEnvironments(value);
  const refused = read.length < Object.keys(value).length || read.some((one) => 'unusable' in one);
  return { marked: !isValid({ [setting]: value }), refused };
}

describe('The schema of the environments', () => {
  for (const value of [
    {},
    { a: { baseUrl } },
    { 'two words': { baseUrl, variant: 'variant_a', authentication: 'apiKey', apiKeyHeader: 'X-Key' } },
    { ['x'.repeat(100)]: { baseUrl, protected: true }, ['🏭'.repeat(100)]: { baseUrl } },
  ]) {
    it(`takes ${JSON.stringify(value)}`, () => {
      assert.deepEqual(verdicts(value), { marked: false, refused: false });
    });
  }

  for (const value of [
    { a: baseUrl },
    { a: {} },
    { a: { baseUrl: ' ' } },
    { a: { baseUrl, variant: 'variant_c' } },
    { a: { baseUrl, authentication: 'digest' } },
    { a: { baseUrl, apiKeyHeader: 'Host' } },
    { a: { baseUrl, protected: 'true' } },
    { a: { baseUrl, protect: true } },
    { ' ': { baseUrl } },
    { ['x'.repeat(101)]: { baseUrl } },
  ]) {
    it(`marks ${JSON.stringify(value)}, which is refused`, () => {
      assert.deepEqual(verdicts(value), { marked: true, refused: true });
    });
  }

  it('offers entries that can be used', () => {
    const { default: none, defaultSnippets = [], additionalProperties } = properties[setting]!;
    assert.deepEqual(none, {});
    const filled = (body: unknown) =>
      JSON.parse(JSON.stringify(body).replace(/\$\{\d:(.*?)\}/g, '$1')) as Record<string, unknown>;
    const offered = [
      ...defaultSnippets.map(({ body }) => filled(body)),
      ...(additionalProperties?.defaultSnippets ?? []).map(({ body }) => ({ a: filled(body) })),
    ];
    assert.equal(offered.length, 2);
    for (const value of offered) assert.deepEqual(verdicts(value), { marked: false, refused: false });
  });

  it('has the header of an API key that the plain setting has', () => {
    const [read] = parseEnvironments({ a: { baseUrl, authentication: 'apiKey' } });
    const header = properties['simulationService.apiKeyHeader']?.default;
    assert.deepEqual(read, { name: 'a', ...usual, authentication: { scheme: 'apiKey', header } });
  });
});
