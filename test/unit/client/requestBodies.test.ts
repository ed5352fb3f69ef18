import assert from 'node:assert/strict';
import type { Json } from '../../../src/client/requestBodies';
import { fillTemplate, requestBodies } from '../../../src/client/requestBodies';

const files = [
  { name: '{file.size}', size: 1 },
  { name: 'b', size: 0 },
];
const values = new Map<string, Json>([
  ['name', '{project_id}'],
  ['project_id', 7],
]);

describe('A template', () => {
  for (const [template, filled] of [
    ['{name}', '{project_id}'],
    ['{project_id}', 7],
    ['{unknown}', '{unknown}'],
    ['my {name}', 'my {name}'],
    [
      [1, true, null, '{project_id}'],
      [1, true, null, 7],
    ],
    [{ a: { b: ['{project_id}'] } }, { a: { b: [7] } }],
    [
      [{ n: '{file.name}', deep: ['{file.size}'] }],
      [
        { n: '{file.size}', deep: [1] },
        { n: 'b', deep: [0] },
      ],
    ],
    [['{file.name}'], ['{file.size}', 'b']],
    [
      ['{file.name}', 'x'],
      ['{file.name}', 'x'],
    ],
    [[], []],
  ] as readonly (readonly [Json, Json])[]) {
    it(`of ${JSON.stringify(template)} becomes ${JSON.stringify(filled)}`, () => {
      assert.deepEqual(fillTemplate(template, { values, files }), filled);
    });
  }

  it('keeps a key that is called __proto__', () => {
    const template = JSON.parse('{"__proto__":"{project_id}"}') as Json;
    assert.equal(JSON.stringify(fillTemplate(template, { values })), '{"__proto__":7}');
  });

  it('for a simulation holds the two identifiers and nothing else', () => {
    assert.deepEqual(requestBodies.createSimulation, { project_id: '{project_id}', model_id: '{model_id}' });
  });

  it('for a model without files has an empty list', () => {
    const filled = fillTemplate(requestBodies.createModel, { values: new Map([['name', 'm']]), files: [] });
    assert.deepEqual(filled, { name: 'm', files: [] });
  });
});
