import assert from 'node:assert/strict';
import { MappingError } from '../../../src/client/mapping/mappingError';
import {
  type Answer,
  findNumberProblem,
  parsePrompts,
  resolveAnswers,
} from '../../../src/client/mapping/prompts';

const exact = [
  ...[
    '0',
    '-0',
    '00',
    '0.0',
    '0e99999999999',
    '1',
    '+1',
    '-1',
    '007',
    '8',
    '1.50',
    '.5',
    '5.',
    '0.1',
    '-0.10',
    '1e3',
    '1E+3',
  ],
  ...[
    '9007199254740991',
    '9007199254740992',
    '1e21',
    '1e22',
    '10000000000000000000000',
    '1.7976931348623157e308',
  ],
  ...[
    '5e-324',
    '0.30000000000000004',
    '123456789.123456',
    '1000000000000000000000000000000',
    '1e-7',
    '0.0000001',
  ],
];

const inexact = [
  ...['9007199254740993', '-9007199254740993', '12345678901234567890', '18446744073709551615'],
  ...[
    '1e-400',
    '-1e-400',
    '1e400',
    '1e99999999999',
    '3.1415926535897932384626433',
    '0.1234567890123456789012345',
  ],
  ...['0.30000000000000001', '1.0000000000000000001', '4e-324', '100000000000000000000000000000001'],
];

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
  for (const text of exact) {
    it(`can be ${text}`, () => assert.equal(findNumberProblem(text), undefined));
  }
  for (const text of inexact) {
    it(`cannot be ${text}, which would be sent as ${Number(text)}`, () =>
      assert.equal(findNumberProblem(text), 'inexact'));
  }
  for (const text of noNumbers) {
    it(`cannot be ${JSON.stringify(text)}`, () => assert.equal(findNumberProblem(text), 'notANumber'));
  }
});

describe('A stored answer to a prompt', () => {
  const prompts = parsePrompts(
    {
      cores: { type: 'number', default: 4, label: 'Cores' },
      queue: { type: 'choice', choices: ['short', 8, 16], default: 8 },
      note: { type: 'text', default: '' },
    },
    'requests.createSimulation',
  );
  const defaults = { 'prompt.cores': 4, 'prompt.queue': 8, 'prompt.note': '' };

  const outcome = (answers: Readonly<Record<string, Answer>>): unknown => {
    try {
      return resolveAnswers(prompts, answers, 'requests.createSimulation');
    } catch (error) {
      assert.ok(error instanceof MappingError);
      return [error.reason, error.entry];
    }
  };

  for (const [name, answer, expected] of [
    ['prompt.cores', 12, { ...defaults, 'prompt.cores': 12 }],
    ['prompt.cores', '12', ['unfitAnswer', 'Cores']],
    ['prompt.cores', Infinity, ['unfitAnswer', 'Cores']],
    ['prompt.queue', 16, { ...defaults, 'prompt.queue': 16 }],
    ['prompt.queue', 'short', { ...defaults, 'prompt.queue': 'short' }],
    ['prompt.queue', 'large', ['unfitAnswer', 'queue']],
    ['prompt.queue', '8', ['unfitAnswer', 'queue']],
    ['prompt.note', 'x', { ...defaults, 'prompt.note': 'x' }],
    ['prompt.note', 5, ['unfitAnswer', 'note']],
    ['prompt.gone', 'large', defaults],
    ['prompt.constructor', 'large', defaults],
  ] as const) {
    it(`${JSON.stringify(answer)} to ${name} is ${Array.isArray(expected) ? 'not sent' : 'sent or omitted'}`, () => {
      assert.deepEqual(outcome({ [name]: answer }), expected);
    });
  }
});
