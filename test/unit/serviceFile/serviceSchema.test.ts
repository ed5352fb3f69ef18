import assert from 'node:assert/strict';
import { serviceSchemas } from '../../project/serviceSchema';
import { contributedSettings, manifest } from '../../support/manifest';

type Schema = Readonly<Record<string, unknown>>;

/** Every value in a schema, with its key. */
function walk(value: unknown, key = ''): (readonly [key: string, value: unknown])[] {
  const children = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  return [[key, value], ...children.flatMap(([name, child]) => walk(child, name))];
}

function find(schema: Schema, reference: string): unknown {
  const parts = reference.replace('#/', '').split('/');
  return parts.reduce<unknown>((at, part) => (at as Schema | undefined)?.[part], schema);
}

describe('The schema of the files of services', () => {
  for (const [file, format] of Object.entries(serviceSchemas)) {
    const schema = JSON.parse(format()) as Schema;

    it(`has what an environment has, and a name (${file})`, () => {
      const entry = contributedSettings['simulationService.environments']?.additionalProperties?.properties;
      assert.deepEqual(Object.keys(schema['properties'] as object), [
        '$schema',
        'name',
        ...Object.keys(entry ?? {}),
      ]);
      assert.deepEqual([schema['required'], schema['additionalProperties']], [['name', 'baseUrl'], false]);
    });

    it(`needs no other schema and no text from elsewhere (${file})`, () => {
      const values = walk(schema);
      const references = values.flatMap(([key, value]) => (key === '$ref' ? [String(value)] : []));
      assert.ok(references.length > 10);
      const dangling = references.filter((reference) => find(schema, reference) === undefined);
      assert.deepEqual(dangling, []);
      const raw = values.filter(
        ([, value]) => typeof value === 'string' && /^%|#simulationService/.test(value),
      );
      assert.deepEqual(raw, []);
    });
  }

  it('is used for them alone, in the language of the editor', () =>
    assert.deepEqual(manifest.contributes.jsonValidation, [
      { fileMatch: '*.service.json', url: '%serviceFile.schema%' },
    ]));
});
