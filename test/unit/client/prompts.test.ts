import assert from 'node:assert/strict';
import { stringifyExactly } from '../../../src/client/core/exactJson';
import {
  hasItsDigits,
  parseAnswer,
  parsePrompts,
  type Prompt,
  resolveAnswers,
} from '../../../src/client/mapping/prompts';
import { buildRequestBody } from '../../../src/client/mapping/requestBodies';
import { parseMapping } from '../../../src/client/mapping/serviceMapping';
import { mappingOutcome } from './support/mappingOutcome';

const setting = 'requests.createSimulation';

/** Sent as they are typed. */
const numbers = [
  '0',
  '-0',
  '0.0',
  '0e99999999999',
  '-1',
  '8',
  '1.50',
  '-0.10',
  '1e3',
  '1E+3',
  '0.1e05',
  '1e-7',
  '1e400',
  '9007199254740993',
  '-9007199254740993',
  '18446744073709551615',
  '10000000000000000000000',
  '-1e-400',
  '1.7976931348623157e308',
  '0.30000000000000004',
  '3.1415926535897932384626433',
  '4e-324',
];

/** Typed in a way that JSON does not know, and how they are sent. */
const others = [
  ['+1', '1'],
  ['007', '7'],
  ['00', '0'],
  ['-007.50', '-7.50'],
  ['.5', '0.5'],
  ['-.5e3', '-0.5e3'],
  ['5.', '5.0'],
  ['5.e3', '5.0e3'],
] as const;

const noNumbers = [
  '',
  ' ',
  ' 1',
  '1 ',
  '.',
  '-',
  '+.',
  'e5',
  '1e',
  '1,5',
  '0x10',
  '1_000',
  'NaN',
  'Infinity',
  '١',
  '1n',
];

describe('A typed number', () => {
  const $prompts = { cores: { type: 'number' } };
  const template = { $prompts, cores: '{prompt.cores}', name: 'x {prompt.cores}' };
  const mapping = parseMapping({ [setting]: template });
  const [prompt] = mapping.templates.createSimulation?.prompts ?? [];
  assert.ok(prompt);

  for (const [typed, sent] of [...numbers.map((text) => [text, text] as const), ...others]) {
    it(`is sent as ${sent} if it is typed as ${typed}`, () => {
      const answer = parseAnswer(typed, prompt);
      assert.ok(answer !== undefined);
      const body = buildRequestBody('createSimulation', mapping, {}, { answers: { 'prompt.cores': answer } });
      assert.equal(stringifyExactly(body), `{"cores":${sent},"name":"x ${sent}"}`);
    });
  }

  for (const text of noNumbers) {
    it(`cannot be ${JSON.stringify(text)}`, () => assert.equal(parseAnswer(text, prompt), undefined));
  }

  it('is a text for a prompt for a text, and a choice by its value', () => {
    const [note, force] = parsePrompts(
      { note: { type: 'text' }, force: { type: 'choice', choices: [0.5, '0.50', '1,0'] } },
      setting,
    ) as [Prompt, Prompt];
    assert.equal(parseAnswer('1.50', note), '1.50');
    const found = ['0.5', '0.50', '5e-1', '.500', '1,0', '1.0', ''].map((text) => parseAnswer(text, force));
    assert.deepEqual(found, [0.5, '0.50', 0.5, 0.5, '1,0', undefined, undefined]);
  });

  it('is the choice that is written in another case, if there is only one', () => {
    const [queue] = parsePrompts(
      { queue: { type: 'choice', choices: ['true', 'Auto', 'auto', 1] } },
      setting,
    ) as [Prompt];
    const found = ['TRUE', 'True', 'Auto', 'AUTO', '1', 'yes'].map((text) => parseAnswer(text, queue));
    assert.deepEqual(found, ['true', 'true', 'Auto', undefined, 1, undefined]);
  });
});

describe('A number that was read from JSON', () => {
  it('may have lost digits if it has more than 15', () => {
    for (const value of [0, 16, -0.1, 1e21, 123456789012345, 0.123456789012345, 1e-7])
      assert.equal(hasItsDigits(value), true, String(value));
    for (const value of [9007199254740992, 0.1234567890123456, 0.1 + 0.2, 12345678901234567000])
      assert.equal(hasItsDigits(value), false, String(value));
  });
});

describe('A stored answer to a prompt', () => {
  const prompts = parsePrompts(
    {
      cores: { type: 'number', default: 4, label: 'Cores' },
      queue: { type: 'choice', choices: ['short', 8, 16], default: 8 },
      note: { type: 'text', default: '' },
    },
    setting,
  );
  const defaults = { 'prompt.cores': 4, 'prompt.queue': 8, 'prompt.note': '' };

  for (const [name, answer, expected] of [
    ['prompt.cores', 12, { ...defaults, 'prompt.cores': 12 }],
    ['prompt.cores', '12', [setting, 'unfitAnswer', 'Cores']],
    ['prompt.cores', '1.50', { ...defaults, 'prompt.cores': '1.50' }],
    ['prompt.cores', '+1.50', [setting, 'unfitAnswer', 'Cores']],
    ['prompt.cores', Infinity, [setting, 'unfitAnswer', 'Cores']],
    ['prompt.queue', 16, { ...defaults, 'prompt.queue': 16 }],
    ['prompt.queue', 'short', { ...defaults, 'prompt.queue': 'short' }],
    ['prompt.queue', 'large', [setting, 'unfitAnswer', 'queue']],
    ['prompt.queue', '8', [setting, 'unfitAnswer', 'queue']],
    ['prompt.note', 'x', { ...defaults, 'prompt.note': 'x' }],
    ['prompt.note', 5, [setting, 'unfitAnswer', 'note']],
    ['prompt.gone', 'large', defaults],
    ['prompt.constructor', 'large', defaults],
  ] as const) {
    it(`${JSON.stringify(answer)} to ${name} is ${Array.isArray(expected) ? 'not sent' : 'sent or omitted'}`, () => {
      const answers = { [name]: answer };
      const outcome = mappingOutcome(() => resolveAnswers(prompts, answers, setting));
      assert.deepEqual(outcome, expected);
    });
  }
});
