import assert from 'node:assert/strict';
import type { BodyOperation } from '../../../src/client/core/types';
import {
  buildRequestBody,
  parseTemplate,
  previewBody,
  type TemplateValues,
} from '../../../src/client/mapping/requestBodies';
import { defaultMapping } from '../../../src/client/mapping/serviceMapping';
import { mappingOutcome } from './support/mappingOutcome';

const files = [
  { name: 'a.inp', size: 3 },
  { name: 'b.inc', size: 2 ** 40 },
];
const known: TemplateValues = { name: 'deck', project_id: 'p', model_id: 7, files };

const queue = { label: 'Queue', type: 'choice', choices: ['short', 2], default: 2 };
const prompts = {
  cores: { label: 'Number of cores', type: 'number', default: 8 },
  queue,
  note: { type: 'text' },
};

/** The body that a template from the settings produces with the known values and answers. */
function buildBody(operation: BodyOperation, given: unknown, answers = {}): unknown {
  const template = parseTemplate(given, operation);
  const templates = template === undefined ? {} : { [operation]: template };
  return buildRequestBody(operation, { templates }, known, { answers });
}

describe('A request body', () => {
  it('for a model without files has an empty list', () => {
    const known = { name: 'm', files: [] };
    assert.deepEqual(buildRequestBody('createModel', defaultMapping, known), known);
  });

  it('has the content of a template, with all known values', () => {
    const template = {
      title: '{name}',
      total_bytes: '{total}',
      text: '{total} bytes',
      artifacts: [{ path: '{file.name}', bytes: '{file.size}' }],
    };
    const total = 2 ** 40 + 3;
    assert.deepEqual(buildBody('createModel', template), {
      title: 'deck',
      total_bytes: total,
      text: `${total} bytes`,
      artifacts: [
        { path: 'a.inp', bytes: 3 },
        { path: 'b.inc', bytes: 2 ** 40 },
      ],
    });
  });

  it('has answers in their own type and omits the declaration of prompts', () => {
    const template = {
      $prompts: prompts,
      run: { cores: '{prompt.cores}', queue: '{prompt.queue}' },
      note: 'Note: {prompt.note}',
    };
    const answers = { 'prompt.cores': 2, 'prompt.queue': 'short', 'prompt.note': '{name}' };
    assert.deepEqual(buildBody('createSimulation', template, answers), {
      run: { cores: 2, queue: 'short' },
      note: 'Note: {name}',
    });
  });

  it('needs a description if the template uses one', () => {
    assert.deepEqual(
      parseTemplate({ about: 'On {description}', $prompts: prompts }, 'createProject')?.prompts,
      [
        { placeholder: 'description', label: '', type: 'text', default: '' },
        { placeholder: 'prompt.cores', label: 'Number of cores', type: 'number', default: 8 },
        { placeholder: 'prompt.queue', ...queue },
        { placeholder: 'prompt.note', label: 'note', type: 'text' },
      ],
    );
    const body = buildBody('createProject', { about: '{description}' }, { description: 'Wings' });
    assert.deepEqual(body, { about: 'Wings' });
  });

  it('that is only previewed keeps the placeholders of unknown values', () => {
    const template = parseTemplate(
      { n: '{name}', m: '{model_id}', $prompts: prompts, c: '{prompt.cores}' },
      'finaliseModel',
    );
    const templates = { finaliseModel: template! };
    const soFar = previewBody('finaliseModel', { templates }, { name: 'deck' }, {});
    assert.deepEqual(soFar, { n: 'deck', m: '{model_id}', c: '{prompt.cores}' });
    assert.equal(previewBody('finaliseModel', defaultMapping, known, {}), undefined);
  });
});

describe('A template from the settings', () => {
  for (const [operation, given, reason, entry] of [
    ['createProject', 'x', 'type', ''],
    ['createProject', [], 'type', ''],
    ['createProject', { a: '{nmae}' }, 'placeholder', '{nmae}'],
    ['createProject', { a: { b: ['x', 'my {Name}'] } }, 'placeholder', '{Name}'],
    ['createProject', { a: '{}' }, 'placeholder', '{}'],
    ['createProject', { a: '{project_id}' }, 'placeholder', '{project_id}'],
    ['createProject', { a: ['{file.name}'] }, 'placeholder', '{file.name}'],
    ['createProject', { a: '{prompt.cores}' }, 'placeholder', '{prompt.cores}'],
    ['createModel', { a: '{model_id}' }, 'placeholder', '{model_id}'],
    ['createSimulation', { a: '{total}' }, 'placeholder', '{total}'],
    ['finaliseModel', { a: '{description}' }, 'placeholder', '{description}'],
    ['createProject', { a: '{name' }, 'brace', ''],
    ['createProject', { a: 'x { y }' }, 'placeholder', '{ y }'],
    ['createModel', { a: '{file.name}' }, 'noFileHere', '{file.name}'],
    ['createModel', { a: ['{file.hash}'] }, 'placeholder', '{file.hash}'],
    ['createModel', { $prompts: [] }, 'prompt', '$prompts'],
    ['createModel', { $prompts: { 'a b': { type: 'text' } } }, 'prompt', 'a b'],
    ['createModel', { $prompts: { a: 'text' } }, 'prompt', 'a'],
    ['createModel', { $prompts: { a: { type: 'secret' } } }, 'prompt', 'a'],
    ['createModel', { $prompts: { a: { type: 'text', label: 5 } } }, 'prompt', 'a'],
    ['createModel', { $prompts: { a: { type: 'text', default: 5 } } }, 'prompt', 'a'],
    ['createModel', { $prompts: { a: { type: 'number', default: '5' } } }, 'prompt', 'a'],
    ['createModel', { $prompts: { a: { type: 'choice' } } }, 'prompt', 'a'],
    ['createModel', { $prompts: { a: { type: 'choice', choices: [] } } }, 'prompt', 'a'],
    ['createModel', { $prompts: { a: { type: 'choice', choices: [true] } } }, 'prompt', 'a'],
    ['createModel', { $prompts: { a: { type: 'choice', choices: ['x'], default: 'y' } } }, 'prompt', 'a'],
  ] as const) {
    it(`for ${operation} cannot be ${JSON.stringify(given)}: ${reason}`, () => {
      const outcome = mappingOutcome(() => parseTemplate(given, operation));
      assert.deepEqual(outcome, [`requests.${operation}`, reason, entry]);
    });
  }

  for (const given of [
    {},
    { a: '{{nmae}' },
    { a: 'x } y' },
    { '{nmae}': 1 },
    { a: [{ b: ['{file.name}', { c: 'of {file.size}' }] }] },
    { $prompts: {} },
    { $prompts: { 'a-b_1': { type: 'text' } }, a: '{prompt.a-b_1}' },
  ]) {
    it(`can be ${JSON.stringify(given)}`, () =>
      assert.doesNotThrow(() => parseTemplate(given, 'createModel')));
  }
});
