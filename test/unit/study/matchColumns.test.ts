import assert from 'node:assert/strict';
import { parseMapping } from '../../../src/client/mapping/serviceMapping';
import { matchColumns, readAnswers } from '../../../src/study/matchColumns';
import { readTable, tableLimits } from '../../../src/study/readTable';

const $prompts = {
  speed: { type: 'number' },
  kind: { type: 'choice', choices: ['a', 1, '2'], default: 'a' },
} as const;

const mapping = parseMapping({
  'requests.createModel': { $prompts: { speed: $prompts.speed }, speed: '{prompt.speed}' },
  'requests.createSimulation': {
    ...{ $prompts, project_id: '{project_id}', model_id: '{model_id}' },
    ...{ speed: '{prompt.speed}', kind: '{prompt.kind}' },
  },
});

function read(text: string, source: 'model' | 'files' = 'model') {
  const table = readTable(Buffer.from(text), tableLimits);
  const operations =
    source === 'model' ? (['createSimulation'] as const) : (['createModel', 'createSimulation'] as const);
  const columns = matchColumns(table, { operations, mapping, placeholders: new Set(), source });
  const [row] = table.rows;
  assert.ok(row);
  const { answers, problems } = readAnswers(row, columns, table.delimiter);
  return {
    answers,
    problems: [...columns.problems, ...problems].map(({ kind, ...place }) =>
      'column' in place ? `${kind} ${place.column}` : kind,
    ),
  };
}

/** The number that a cell means, or why it is none. */
function readSpeed(cell: string, delimiter: string): unknown {
  const { answers, problems } = read(`speed${delimiter}kind\n${cell}${delimiter}a\n`);
  return problems[0] ?? answers.createSimulation?.['prompt.speed'];
}

describe('The columns of a table', () => {
  it('have decimal commas or decimal points, because a point may separate thousands', () => {
    assert.deepEqual(read('speed;kind\n1.234;a\n0,5;a\n').problems, ['ambiguousPoint 1']);
    assert.deepEqual(read('speed;kind\n1.234;a\n0.5;a\n').problems, []);
  });

  it('have numbers as people write them, and nothing else is taken for one', () => {
    const numbers: readonly (readonly [string, number])[] = [
      ['1e3', 1000],
      [' 5 ', 5],
      ['+5', 5],
      ['5.', 5],
      ['.5', 0.5],
      ['00012', 12],
    ];
    for (const [cell, number] of numbers) assert.equal(readSpeed(cell, ','), number, cell);
    const none = [
      '0x10',
      '0b1',
      'Infinity',
      'NaN',
      '1_000',
      '"1,5"',
      '1 000',
      '1\u00a0000',
      '−5',
      '5e',
      '1d3',
    ];
    for (const cell of [...none, '١٢', '１２', '5\u200b', '1.000.000'])
      assert.equal(readSpeed(cell, ','), 'notANumber 1', cell);
    for (const cell of ['9007199254740993', '1e400', '1e-400'])
      assert.equal(readSpeed(cell, ','), 'inexactNumber 1', cell);
    assert.equal(readSpeed('""', ','), 'missingAnswer 1');
  });

  it('have decimal commas between semicolons only', () => {
    const found = ['0,5', '-0,5', '1,5e3', '1.5', '1.000,5', '1,000,5'].map((cell) => readSpeed(cell, ';'));
    assert.deepEqual(found, [0.5, -0.5, 1500, 1.5, 'notANumber 1', 'notANumber 1']);
    assert.equal(readSpeed('0,5', '\t'), 'notANumber 1');
  });

  it('answer one body or all, and none is passed over in silence', () => {
    const both = read('createSimulation.speed,speed\n1,2\n', 'files');
    assert.deepEqual(
      [both.answers.createModel, both.answers.createSimulation, both.problems],
      [{ 'prompt.speed': 2 }, { 'prompt.speed': 1, 'prompt.kind': 'a' }, []],
    );
    // No other body asks for the speed.
    assert.deepEqual(read('createSimulation.speed,speed\n1,2\n').problems, ['unknownColumn 2']);
    assert.deepEqual(read('SPEED\n1\n').problems, ['missingAnswer 2', 'unknownColumn 1']);
    assert.deepEqual(read('speed,toString,__proto__\n1,2,3\n').problems, [
      'unknownColumn 2',
      'unknownColumn 3',
    ]);
    assert.deepEqual(read('speed,files\n1,a\n').problems, ['unusedColumn 2']);
  });

  it('have the choices with their types', () => {
    const kindOf = (cell: string) => {
      const { answers, problems } = read(`speed,kind\n1,${cell}\n`);
      return problems[0] ?? answers.createSimulation?.['prompt.kind'];
    };
    assert.deepEqual(['1', ' 2', 'a', 'A', '3', ''].map(kindOf), [
      1,
      '2',
      'a',
      'notAChoice 2',
      'notAChoice 2',
      'a',
    ]);
  });
});
