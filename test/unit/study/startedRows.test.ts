import assert from 'node:assert/strict';
import { findStartedRows } from '../../../src/study/startedRows';
import type { PreparedStudy } from '../../../src/study/study';
import type { RowState } from '../../../src/study/studyState';
import { removeTempTrees, tempTree } from '../../support/tempTree';
import { prepareTrial, type Trial } from './support/sentRows';

let root = '';

async function prepare(table: string, trial: Trial = {}): Promise<PreparedStudy> {
  const usual = { prompts: { speed: { type: 'number' } }, files: { 'deck.inp.template': 'deck {{ mesh }}' } };
  return (await prepareTrial(table, { root, ...usual, ...trial })).study;
}

/** An earlier study, by the states of its rows. */
function earlier({ rows, project }: PreparedStudy, states: readonly RowState[]) {
  const listed = states.map((state, index) => ({ row: index + 1, state }));
  return { record: { study: { rows, project } }, state: { rows: listed } } as unknown as Parameters<
    typeof findStartedRows
  >[1][number];
}

const started = ['started', 'started', 'started'] as const;
const table = 'speed,mesh\n1,coarse\n2,coarse\n3,fine\n';

describe('The rows of a table that is used again', () => {
  beforeEach(async () => (root = await tempTree()));
  afterEach(removeTempTrees);

  const numbersAfter = (before: PreparedStudy, states: readonly RowState[], again: PreparedStudy) =>
    findStartedRows(again, [earlier(before, states)]).map(({ row }) => row);

  /** Of another table, or the same one prepared otherwise, the rows that the table above has started. */
  const numbersOf = async (again: string, trial?: Trial) =>
    numbersAfter(await prepare(table), started, await prepare(again, trial));

  it('are known as started or perhaps started, whatever became of the others', async () => {
    for (const [states, expected] of [
      [started, [1, 2, 3]],
      [
        ['started', 'failed', 'unknown'],
        [1, 3],
      ],
      [['waiting', 'running', 'cancelled'], [2]],
      [['interrupted', 'failed', 'waiting'], []],
    ] as const)
      assert.deepEqual(numbersAfter(await prepare(table), states, await prepare(table)), expected);
  });

  it('are known in another order and beside new ones, and equal ones as often as they were started', async () => {
    assert.deepEqual(await numbersOf('mesh,speed\nfine,3\nfine,4\ncoarse,1\n'), [1, 3]);
    const twice = 'speed,mesh\n1,coarse\n1,coarse\n';
    assert.deepEqual(await numbersOf(twice), [1]);
    assert.deepEqual(numbersAfter(await prepare(twice), started, await prepare(twice)), [1, 2]);
  });

  it('are others with another value, file, name, project or service', async () => {
    assert.deepEqual(await numbersOf('speed,mesh\n1.5,coarse\n2,fine\n3,fine\n'), [3]);
    for (const other of [
      { files: { 'deck.inp.template': 'other {{ mesh }}' } },
      { model: { files: ['model'], exclude: [], name: 'tail' } },
      { project: { id: 'p2', name: 'Wing' } },
      { service: 'another' },
    ])
      assert.deepEqual(await numbersOf(table, other), [], JSON.stringify(other));
    const [one, two] = await Promise.all(
      ['m1', 'm2'].map((id) => prepare('speed\n1\n2\n', { model: { id, name: 'wing' } })),
    );
    assert.deepEqual(numbersAfter(one!, ['started'], two!), []);
    assert.deepEqual(numbersAfter(one!, ['started'], one!), [1]);
  });

  it('are known by the name of the project alone, as tasks have it', async () => {
    assert.deepEqual(await numbersOf(table, { project: { id: '', name: 'Wing' } }), [1, 2, 3]);
    assert.deepEqual(await numbersOf(table, { project: { id: '', name: 'Tail' } }), []);
  });

  it('are not known from studies of earlier versions, which recorded nothing of what rows sent', async () => {
    const study = await prepare(table);
    const rows = study.rows.map(({ sent: _, ...row }) => row);
    assert.deepEqual(findStartedRows(study, [earlier({ ...study, rows }, started)]), []);
  });

  it('can be left out, and those that stay are read as they were', async () => {
    const decimals = 'speed;mesh;name\n1,5;coarse;one\n2;fine;two\n3,125;fine;three\n';
    const whole = await prepare(decimals);
    const rest = await prepare(decimals, { excluded: new Set([2, 3]) });
    assert.deepEqual(rest.rows, [{ ...whole.rows[2], row: 1, model: 0 }]);
    assert.deepEqual([rest.values, rest.decimalSign], [[whole.values[2]], ',']);
    assert.equal(rest.models.length, 1);
    assert.notEqual(rest.hash, whole.hash);
  });
});
