import assert from 'node:assert/strict';
import {
  type Column,
  countRows,
  createDesign,
  type Factor,
  findDecimalSign,
  formatDesign,
  maxDesignRows,
  parseFactor,
} from '../../../src/study/design';
import { maxTableRows, readTable } from '../../../src/study/readTable';

function columnsOf(texts: Readonly<Record<string, string>>): Column[] {
  return Object.entries(texts).map(([name, text]) => {
    const factor = parseFactor(text);
    if (typeof factor === 'string') assert.fail(`${text}: ${factor}`);
    return { name, factor };
  });
}

const list = (...values: string[]): Factor => ({ kind: 'list', values });
const none = { rows: 0, seed: 0 };

describe('The values of a column', () => {
  for (const [text, expected] of [
    ['10; 20;30', list('10', '20', '30')],
    ['steel; S355 J2', list('steel', 'S355 J2')],
    ['5', list('5')],
    ['0,5; 1,5; 0,5', list('0,5', '1,5')],
    ['10..30', { kind: 'range', from: 10, to: 30 }],
    ['-1,5 .. 1,5', { kind: 'range', from: -1.5, to: 1.5 }],
    ['30..10', { kind: 'range', from: 30, to: 10 }],
    ['1e-3..1d0', { kind: 'range', from: 0.001, to: 1 }],
    ['10..30 (5)', list('10', '15', '20', '25', '30')],
    ['0..1 (4)', list('0', '0.33333', '0.66667', '1')],
    ['1..8 (8)', list('1', '2', '3', '4', '5', '6', '7', '8')],
    ['', 'empty'],
    ['10;;20', 'empty'],
    ['10..10', 'range'],
    ['low..high', 'range'],
    ['1..high', 'range'],
    ['low..1', 'range'],
    ['1..1e999', 'range'],
    ['1;'.repeat(1000) + '2', 'count'],
    ['0x10..0x20', 'range'],
    ['0.1000001..0.2000001 (2)', list('0.1000001', '0.2000001')],
    ['1..2 (1)', 'count'],
    ['1..2 (100000)', 'count'],
  ] as const)
    it(`are read from “${text.slice(0, 40)}”`, () => assert.deepEqual(parseFactor(text), expected));
});

describe('A design', () => {
  const columns = columnsOf({ force: '-100; -250', material: 'steel; aluminium; wood', cores: '4' });

  it('has every combination, and as many rows as the product of the counts', () => {
    const rows = createDesign('fullFactorial', columns, none);
    assert.deepEqual(rows, [
      ['-100', 'steel', '4'],
      ['-100', 'aluminium', '4'],
      ['-100', 'wood', '4'],
      ['-250', 'steel', '4'],
      ['-250', 'aluminium', '4'],
      ['-250', 'wood', '4'],
    ]);
    assert.equal(countRows('fullFactorial', columns, 0), 6);
  });

  it('changes one value at a time', () => {
    const rows = createDesign('oneAtATime', columns, none);
    assert.deepEqual(rows, [
      ['-100', 'steel', '4'],
      ['-250', 'steel', '4'],
      ['-100', 'aluminium', '4'],
      ['-100', 'wood', '4'],
    ]);
    assert.equal(countRows('oneAtATime', columns, 0), 4);
  });

  it('has no more rows than a table may have', () => assert.equal(maxDesignRows, maxTableRows));

  it('cannot have every number of a range, but for a hypercube', () => {
    const endless = columnsOf({ force: '1..2' });
    const kinds = ['fullFactorial', 'oneAtATime', 'latinHypercube'] as const;
    assert.deepEqual(
      kinds.map((kind) => countRows(kind, endless, 7)),
      [undefined, undefined, 7],
    );
  });

  for (const [ends, rows] of [
    ['0..1', 10],
    ['1000000..1000001', 50],
    ['-1e-12..1e-12', 7],
    ['30..10', 200],
    ['0,1..0,2', 33],
    ['-5..5000000', 1000],
  ] as const)
    it(`has one point in each of ${rows} parts of ${ends}`, () => {
      for (const seed of [0, 1, 2, 999_999]) {
        const [column] = columnsOf({ ends });
        assert.ok(column!.factor.kind === 'range');
        const { from, to } = column!.factor;
        const cells = createDesign('latinHypercube', [column!, column!], { rows, seed });
        for (const index of [0, 1]) {
          const parts = cells.map((row) => Math.floor(((Number(row[index]) - from) / (to - from)) * rows));
          assert.deepEqual(
            parts.sort((a, b) => a - b),
            Array.from({ length: rows }, (_, part) => part),
          );
        }
      }
    });

  it('spreads the values of a list evenly over a hypercube', () => {
    const rows = createDesign('latinHypercube', columnsOf({ cores: '1; 2; 4', force: '0..1' }), {
      rows: 12,
      seed: 3,
    });
    const counts = ['1', '2', '4'].map((value) => rows.filter(([cores]) => cores === value).length);
    assert.deepEqual(counts, [4, 4, 4]);
  });

  it('is the same one for the same seed, and another one for another seed', () => {
    const make = (seed: number) =>
      createDesign('latinHypercube', columnsOf({ force: '0..1', t: '0..1' }), { rows: 4, seed });
    assert.deepEqual(make(7), make(7));
    assert.notDeepEqual(make(7), make(8));
  });

  // The numbers of every computer, for ever.
  it('has these rows for this seed', () => {
    const rows = createDesign('latinHypercube', columnsOf({ force: '0..100' }), { rows: 4, seed: 1 });
    assert.deepEqual(rows, [['49.16'], ['57.05'], ['15.3'], ['93']]);
  });
});

describe('The table of a design', () => {
  for (const [sign, texts] of [
    ['.', { name: 'a, b; "c"', force: '0.5; -1.5', cores: '1..3 (3)' }],
    [',', { name: '"c"; a, b', force: '0,5; -1,5', cores: '0..1 (3)' }],
  ] as const)
    it(`is read as it is meant, with “${sign}” as decimal sign`, () => {
      const columns = columnsOf(texts);
      assert.equal(findDecimalSign(Object.values(texts)), sign);
      const rows = createDesign('fullFactorial', columns, none);
      const text = formatDesign('Full Factorial, 12 rows', columns, rows, sign);
      assert.equal(text.split('\n')[1], sign === ',' ? 'name;force;cores' : 'name,force,cores');
      const table = readTable(Buffer.from(text));
      assert.deepEqual(table.columns, ['name', 'force', 'cores']);
      assert.deepEqual(
        table.rows.map(({ cells }) => cells),
        rows.map((cells) => cells.map((cell) => (cell === '0.5' && sign === ',' ? '0,5' : cell))),
      );
      assert.deepEqual(table.passedOver, []);
    });

  it('has quotation marks around cells with signs that mean something in a table', () => {
    const values = ['# a', ' b ', 'c\td', 'e\nf', 'g\rh', '"i', 'j;k,l', ''];
    const columns = [
      { name: '# first', factor: list(...values) },
      { name: 'second', factor: list('x') },
    ];
    const cells = ['"# a"', '" b "', '"c\td"', '"e\nf"', '"g\rh"', '"""i"', '"j;k,l"', ''];
    for (const sign of ['.', ','] as const) {
      const rows = createDesign('fullFactorial', columns, none);
      const delimiter = sign === ',' ? ';' : ',';
      const expected = ['"# first"', ...cells].map(
        (cell, row) => `${cell}${delimiter}${row === 0 ? 'second' : 'x'}\n`,
      );
      assert.equal(formatDesign('8 rows', columns, rows, sign), ['# 8 rows\n', ...expected].join(''));
    }
  });

  it('has numbers of no more digits than tell the parts apart, also when they fall', () => {
    for (const ends of ['10..30', '30..10']) {
      const rows = createDesign('latinHypercube', columnsOf({ ends }), { rows: 20, seed: 5 });
      assert.deepEqual(
        rows.flat().filter((cell) => cell.length > 6),
        [],
        ends,
      );
    }
  });
});
