import assert from 'node:assert/strict';
import { fillTemplate, findPlaceholders, type Json } from '../../../src/client/mapping/template';

const files = [
  { name: '{file.size}', size: 1 },
  { name: 'b', size: 0 },
];
const values = new Map<string, string | number>([
  ['name', '{project_id}'],
  ['project_id', 7],
  ['prompt.cores', 0],
]);

describe('A template', () => {
  for (const [template, filled] of [
    ['{name}', '{project_id}'],
    ['{project_id}', 7],
    ['{prompt.cores}', 0],
    ['{unknown}', '{unknown}'],
    ['{project_id} of {prompt.cores}', '7 of 0'],
    [' {project_id}', ' 7'],
    ['{{project_id}', '{project_id}'],
    ['{{{project_id}}', '{7}'],
    ['{{{{', '{{'],
    ['a } b }}', 'a } b }}'],
    ['{', '{'],
    ['{a{project_id}', '{a7'],
    ['$& {name}', '$& {project_id}'],
    ['', ''],
    [
      [1, true, null, '{project_id}'],
      [1, true, null, 7],
    ],
    [{ a: { b: ['{project_id}'] } }, { a: { b: [7] } }],
    [{ '{name}': 1 }, { '{name}': 1 }],
    [
      [{ n: '{file.name}', deep: ['{file.size}'] }],
      [
        { n: '{file.size}', deep: [1] },
        { n: 'b', deep: [0] },
      ],
    ],
    [['{file.name}'], ['{file.size}', 'b']],
    [['{name}/{file.name}: {file.size} B'], ['{project_id}/{file.size}: 1 B', '{project_id}/b: 0 B']],
    [['{{file.name}'], ['{file.name}']],
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

  it('keeps a key named __proto__', () => {
    const template = JSON.parse('{"__proto__":"{project_id}"}') as Json;
    assert.equal(JSON.stringify(fillTemplate(template, { values })), '{"__proto__":7}');
  });

  it('keeps the array for files while these are unknown', () => {
    assert.deepEqual(fillTemplate(['{file.name}'], { values }), ['{file.name}']);
  });

  it('reads what is in many lists once', () => {
    let reads = 0;
    let template: Json = {
      get name() {
        reads++;
        return '{name}';
      },
    };
    for (let depth = 0; depth < 12; depth++) template = [template];
    assert.deepEqual(findPlaceholders(template), [{ placeholder: 'name', perFile: false }]);
    assert.equal(reads, 1);
  });

  it('lists its placeholders in order, and which of them stand for each file', () => {
    const template = { a: 'x {name} {{no} {', b: [{ c: ['{file.name}', '{total}'] }], d: ['{file.size}', 1] };
    assert.deepEqual(findPlaceholders(template), [
      { placeholder: 'name', perFile: false },
      { placeholder: undefined, perFile: false },
      { placeholder: 'file.name', perFile: true },
      { placeholder: 'total', perFile: true },
      { placeholder: 'file.size', perFile: false },
    ]);
  });
});
