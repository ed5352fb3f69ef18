import assert from 'node:assert/strict';
import { inspect } from 'node:util';
import {
  JsonNumber,
  parseExactJson,
  stringifyExactly,
  stringifyValues,
} from '../../../src/client/core/exactJson';
import { encodeStored, parseStoredJson } from '../../../src/client/core/storedForm';
import { growthOf, maxGrowth } from '../../support/growth';

// Compared as text below: reports of tests are JSON, which cannot represent such values.
const max64Bit = 18446744073709551615n;
const smallestRounded = 9007199254740993n;

describe('JSON with long integers', () => {
  for (const [json, value] of [
    ['9007199254740993', smallestRounded],
    ['-9007199254740993', -smallestRounded],
    ['18446744073709551615', max64Bit],
    [' \n18446744073709551615\t', max64Bit],
    ['{"a":{"b":[{"c":18446744073709551615 }]}}', { a: { b: [{ c: max64Bit }] } }],
    ['{"18446744073709551615":1}', { '18446744073709551615': 1 }],
    ['"18446744073709551615"', '18446744073709551615'],
    ['["18446744073709551615",18446744073709551615]', ['18446744073709551615', max64Bit]],
    ['["\\",18446744073709551615,\\\\",18446744073709551615]', ['",18446744073709551615,\\', max64Bit]],
    ['["\\\\",18446744073709551615]', ['\\', max64Bit]],
    ['[15793596808644609,15793596808644608]', [15793596808644609n, 15793596808644608n]],
    [
      '{"n":6215642878098695544,"s":"6215642878098695544"}',
      { n: 6215642878098695544n, s: '6215642878098695544' },
    ],
    ['[9223372036854775808 , "9223372036854775807"]', [9223372036854775808n, '9223372036854775807']],
    ['9007199254740991', 9007199254740991],
    ['1234567890123456', 1234567890123456],
    ['1844674407370955161.5', 1844674407370955161.5],
    ['1.18446744073709551615', 1.18446744073709551615],
    ['18446744073709551615e3', 18446744073709551615e3],
    ['1e18446744073709551615', Infinity],
    ['9'.repeat(39), BigInt('9'.repeat(39))],
    ['9'.repeat(40), 1e40],
  ] as const) {
    it(`is read from ${json.replace(/\s/g, '·')}`, () =>
      assert.equal(inspect(parseExactJson(json)), inspect(value)));
  }

  for (const json of [
    '',
    '{18446744073709551615:1}',
    '018446744073709551615',
    '+18446744073709551615',
    '18446744073709551615.',
    '18446744073709551615 1',
    '[18446744073709551615',
    '"18446744073709551615',
    '.18446744073709551615',
    '18446744073709551615n',
    '{"a":1, 18446744073709551615 :1}',
    '[18446744073709551615,"]',
  ]) {
    it(`is rejected when it is ${json}`, () => assert.throws(() => parseExactJson(json), SyntaxError));
  }

  it('keeps a field named __proto__ as a field', () => {
    const text = '{"__proto__":18446744073709551615,"a":{"__proto__":{"b":9007199254740993}}}';
    const json = parseExactJson(text);
    assert.equal(stringifyExactly(json), text);
    assert.equal(Object.getPrototypeOf(json), Object.prototype);
  });

  it('is written with exactly their digits, and with strings of digits as strings', () => {
    const list = [-smallestRounded, 5];
    const value = { id: max64Bit, text: '18446744073709551615', list, no: undefined };
    assert.equal(
      stringifyExactly(value),
      '{"id":18446744073709551615,"text":"18446744073709551615","list":[-9007199254740993,5]}',
    );
    assert.equal(stringifyExactly({ id: max64Bit }, 2), '{\n  "id": 18446744073709551615\n}');
  });

  it('is written alike if numbers have the same value, for comparing', () => {
    for (const [value, ...texts] of [
      ['1.5', '1.50', '0.15e1', '15E-1', '1500e-3'],
      ['0.001', '1e-3', '1.00E-03', '0.0010'],
      ['0', '-0', '0.000', '0e9', '0e-99999999999999999999'],
      ['-7', '-7.0', '-70e-1'],
      ['1e+21', '1e21', '1000000000000000000000', '10.0e20'],
      ['12345678901234567891e0', '12345678901234567891', '12345678901234567891.00'],
      ['1e-400', '0.1e-399', '10e-401'],
      ['1e99999999999999999999', '10e99999999999999999998'],
    ])
      for (const text of texts)
        assert.equal(stringifyValues({ a: [new JsonNumber(text)] }), `{"a":[${value}]}`);
    assert.equal(stringifyValues({ a: 1.5, b: '1.50' }), '{"a":1.5,"b":"1.50"}');
  });

  it('is read in linear time', () => {
    const read = (count: number): void => {
      const integers = `[${Array(count).fill('18446744073709551615').join(',')}]`;
      assert.equal((parseExactJson(integers) as unknown[]).length, count);
      parseExactJson(`["${','.repeat(40 * count)}",${Array(count).fill('1234567890123456').join(',')}]`);
    };
    assert.ok(growthOf(read, 1500) < maxGrowth);
  });

  it('is stored in a form that is read as the same again', () => {
    const entry = { kind: 'modelCreated', id: max64Bit, name: '{"integer":"1"}', list: [-5n, 5, '5'] };
    const json = encodeStored(entry);
    assert.deepEqual(JSON.parse(json), {
      ...entry,
      id: { integer: '18446744073709551615' },
      list: [{ integer: '-5' }, 5, '5'],
    });
    assert.equal(inspect(parseStoredJson(json)), inspect(entry));
  });

  it('restores what only looks like this form as it was stored', () => {
    const stored = [
      { integer: 'x' },
      { integer: 5 },
      { integer: '5', more: 1 },
      { other: '{"integer":"5"}' },
    ];
    assert.deepEqual(parseStoredJson(JSON.stringify(stored)), stored);
  });
});
