import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import { MappingError } from '../../src/client/mapping/mappingError';
import { defaultBodies, placeholders } from '../../src/client/mapping/requestBodies';
import { parseMapping } from '../../src/client/mapping/serviceMapping';
import { contributedSettings as properties } from '../support/manifest';

// VS Code merges the settings of all extensions into one schema like this one.
const isValid = new Ajv({ strict: false }).compile({ type: 'object', properties });

/** Whether the settings editor marks a value, and whether the extension rejects it. */
function verdictsOn(setting: string, value: unknown): { marked: boolean; refused: boolean } {
  const marked = !isValid({ [`simulationService.${setting}`]: value });
  try {
    parseMapping({ [setting]: value });
    return { marked, refused: false };
  } catch (error) {
    assert.ok(error instanceof MappingError);
    return { marked, refused: true };
  }
}

const accepted = { marked: false, refused: false };
const assertVerdicts = (setting: string, value: unknown, expected: typeof accepted) =>
  assert.deepEqual(verdictsOn(setting, value), expected);

const bodies = ['createProject', 'createModel', 'finaliseModel', 'createSimulation'] as const;
const operations = Object.keys(placeholders) as (keyof typeof placeholders)[];

describe('The schema of the settings that describe a service', () => {
  it('covers all requests with bodies', () => assert.deepEqual(operations, bodies));

  for (const operation of operations) {
    const schema = properties[`simulationService.requests.${operation}`]!;

    it(`lists exactly the placeholders of ${operation}`, () => {
      const others = ['prompt.a-1', 'file', 'prompt.', '', 'NAME'];
      const all = [...new Set(Object.values(placeholders).flat()), ...others];
      const declared = { $prompts: { 'a-1': { type: 'text' } } };
      const allowed = all.filter(
        (name) => !verdictsOn(`requests.${operation}`, { ...declared, a: [`x {${name}}`, {}] }).marked,
      );
      assert.deepEqual(allowed.sort(), [...placeholders[operation], 'prompt.a-1'].sort());
      assert.deepEqual(schema.additionalProperties?.examples, [
        ...placeholders[operation].map((name) => `{${name}}`),
        '{prompt.name}',
      ]);
    });

    it(`suggests the built-in body of ${operation}`, () => {
      const builtIn: Readonly<Record<string, unknown>> = defaultBodies;
      const body = builtIn[operation] ?? { model_id: '{model_id}' };
      const suggested = schema.defaultSnippets?.map((snippet) => snippet.body);
      assert.deepEqual(suggested, [body]);
      assertVerdicts(`requests.${operation}`, body, accepted);
    });
  }

  const prompts = (declaration: unknown): unknown => ({ $prompts: { a: declaration } });

  for (const [setting, value] of [
    ['requests.createModel', null],
    ['requests.createModel', {}],
    ['requests.createModel', { a: { b: [[1, true, null, '{name}', 'x } {{ {total} y']] } }],
    ['requests.createModel', prompts({ type: 'text', label: 'A', default: '' })],
    ['requests.createModel', prompts({ type: 'number', default: 8 })],
    ['requests.createModel', prompts({ type: 'choice', choices: ['x', 1], default: 1 })],
    ['requestHeaders', {}],
    ['requestHeaders', { 'X-Tenant': 'acme\t~', accept: '', 'x-hosts': 'a', "!#$%&'*+.^_`|~": '1' }],
    ['requestHeaders', { 'Content-Type': 'application/vnd.api+json' }],
    ['requestHeaders', { 'content-type': 'Application/JSON;odata.metadata=minimal; ext="a b"' }],
    ['uploadHeaders', { 'Content-Type': 'application/octet-stream', 'accept-encoding': 'x' }],
    ['responses', {}],
    ['responses', { projects: '', projectId: '/a~0b~1c/0', uploadUrl: '/' }],
    ['pathPrefix', ''],
    ['pathPrefix', '/'],
    ['pathPrefix', '/api/v9/'],
  ] as const)
    it(`accepts ${JSON.stringify(value)} for ${setting}`, () => assertVerdicts(setting, value, accepted));

  for (const [setting, value] of [
    ['requests.createModel', 'x'],
    ['requests.createModel', []],
    ['requests.createModel', { a: '{nmae}' }],
    ['requests.createModel', { a: '{' }],
    ['requests.createModel', { a: '{name' }],
    ['requests.createModel', { a: { b: [{ c: ['x', 'my {Name}'] }] } }],
    ['requests.createModel', { $prompts: [] }],
    ['requests.createModel', { $prompts: { 'a b': { type: 'text' } } }],
    ['requests.createSimulation', prompts({})],
    ['requests.createSimulation', prompts({ type: 'secret' })],
    ['requests.createSimulation', prompts({ type: 'text', label: 1 })],
    ['requests.createSimulation', prompts({ type: 'text', default: 1 })],
    ['requests.createSimulation', prompts({ type: 'number', default: '1' })],
    ['requests.createSimulation', prompts({ type: 'choice' })],
    ['requests.createSimulation', prompts({ type: 'choice', choices: [] })],
    ['requests.createSimulation', prompts({ type: 'choice', choices: [true] })],
    ['requestHeaders', []],
    ['requestHeaders', { 'x y': 'a' }],
    ['requestHeaders', { 'X-A': 'a\nb' }],
    ['requestHeaders', { 'X-A': 1 }],
    ['requestHeaders', { HOST: 'a' }],
    ['requestHeaders', { 'Proxy-Authorization': 'a' }],
    ['requestHeaders', { 'content-Type': 'a' }],
    ['requestHeaders', { 'Content-Type': 'application/xml' }],
    ['requestHeaders', { 'Content-Type': 'application/json; charset=utf-16' }],
    ['requestHeaders', { 'Accept-Encoding': 'gzip' }],
    ['uploadHeaders', { Authorization: 'a' }],
    ['uploadHeaders', { Cookie: 'a' }],
    ['responses', { project: '/a' }],
    ['responses', { projects: 'a' }],
    ['responses', { uploadUrl: '/~' }],
    ['pathPrefix', 'api'],
    ['pathPrefix', '/a?b'],
    ['pathPrefix', '/a//b'],
  ] as const)
    it(`marks ${JSON.stringify(value)} for ${setting}, which is rejected`, () =>
      assertVerdicts(setting, value, { marked: true, refused: true }));

  // Rules that a schema cannot express well are checked when the setting takes effect.
  for (const [setting, value] of [
    ['requests.createModel', { a: '{file.name}' }],
    ['requests.createModel', { a: '{prompt.b}' }],
    ['requests.createModel', prompts({ type: 'choice', choices: ['x'], default: 'y' })],
    ['requestHeaders', { 'X-A': '1', 'x-a': '2' }],
    ['pathPrefix', '/a/../b'],
  ] as const)
    it(`leaves it to the extension to reject ${JSON.stringify(value)} for ${setting}`, () =>
      assertVerdicts(setting, value, { marked: false, refused: true }));

  it('accepts the example of its README', () => {
    const document = 'src/client/mapping/README.md';
    const [, example = ''] = /```jsonc\n([^]*?)```/.exec(readFileSync(document, 'utf8')) ?? [];
    const json = example.replace(/^ *\/\/.*$/gm, '').replace(/,(\s*[}\]])/g, '$1');
    const settings = Object.entries(JSON.parse(json) as Readonly<Record<string, unknown>>);
    assert.equal(settings.length, 5);
    for (const [key, value] of settings) {
      const setting = key.replace('simulationService.', '');
      assertVerdicts(setting, value, accepted);
    }
  });

  it('covers every entry of the pointers', () => {
    const known = Object.keys(properties['simulationService.responses']!.properties ?? {});
    const responses = Object.fromEntries(known.map((key) => [key, '/a']));
    assert.equal(known.length, 12);
    assertVerdicts('responses', responses, accepted);
  });

  const status = { path: '/simulations/{simulation_id}', state: '/status' };
  for (const [value, isGood] of [
    [{}, true],
    [status, true],
    [{ ...status, path: '/a/{project_id}/b/{simulation_id}/' }, true],
    [{ ...status, detail: '/progress', ended: { done: 'success', failed: 'failure', off: 'neutral' } }, true],
    [{ ...status, ended: { done: true } }, false],
    [{ ...status, ended: { done: 'good' } }, false],
    [{ ...status, url: '/x' }, false],
    [{ path: status.path }, false],
    [{ state: status.state }, false],
    [{ ...status, state: 'status' }, false],
    [{ ...status, path: '/simulations' }, false],
    [{ ...status, path: '/{simulation_id}?a=1' }, false],
    [{ ...status, path: '//a/{simulation_id}' }, false],
    [{ ...status, path: '/../{simulation_id}' }, false],
    [{ ...status, path: '/{simulation_id}/{name}' }, false],
    ['/status', false],
  ] as const)
    it(`and the extension ${isGood ? 'accept' : 'reject'} the status ${JSON.stringify(value)}`, () =>
      assertVerdicts('simulationStatus', value, { marked: !isGood, refused: !isGood }));
});
