import assert from 'node:assert/strict';
import { countContents, findSameRows, matchSameRows } from '../../../src/study/sameRows';
import type { PreparedStudy } from '../../../src/study/study';
import type { RowState } from '../../../src/study/studyState';
import { removeTempTrees, tempTree, writeTree } from '../../support/tempTree';
import { prepareTrial, type Trial } from './support/sentRows';

let root = '';

async function prepare(table: string, trial: Trial = {}): Promise<PreparedStudy> {
  const usual = { prompts: { speed: { type: 'number' } }, files: { 'deck.inp.template': 'deck {{ mesh }}' } };
  return (await prepareTrial(table, { root, ...usual, ...trial })).study;
}

/** An earlier study, by the states of its rows. */
function earlier({ rows, project }: PreparedStudy, states: readonly RowState[]) {
  const listed = states.map((state, index) => ({ row: index + 1, state }));
  const study = { rows, project };
  return { id: 'earlier', record: { study, agreedAt: 5 }, state: { rows: listed } } as unknown as Parameters<
    typeof findSameRows
  >[1][number];
}

const started = ['started', 'started', 'started'] as const;
const table = 'speed,mesh\n1,coarse\n2,coarse\n3,fine\n';

describe('The rows of a table that is used again', () => {
  beforeEach(async () => (root = await tempTree()));
  afterEach(removeTempTrees);

  const numbersAfter = (before: PreparedStudy, states: readonly RowState[], again: PreparedStudy) =>
    matchSameRows(again.rows, findSameRows(again, [earlier(before, states)])).map(({ row }) => row);

  /** Of another table, or the same one prepared otherwise, the rows that the table above has started. */
  const numbersOf = async (again: string, trial?: Trial) =>
    numbersAfter(await prepare(table), started, await prepare(again, trial));

  it('are known as started, perhaps started or to come, whatever became of the others', async () => {
    for (const [states, expected] of [
      [started, [1, 2, 3]],
      [
        ['started', 'failed', 'unknown'],
        [1, 3],
      ],
      [
        ['waiting', 'running', 'cancelled'],
        [1, 2, 3],
      ],
      [['interrupted', 'leftOut', 'failed'], [1]],
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

  it('are known by the bytes of their files, whatever has touched or moved these', async () => {
    const before = await prepare(table);
    await writeTree(root, { 'model/deck.inp.template': 'deck {{ mesh }}' });
    assert.deepEqual(numbersAfter(before, started, await prepare(table)), [1, 2, 3]);
    const files = { 'deck.inp': 'deck' };
    const here = await prepare('speed\n1\n', { files, root: await tempTree() });
    const elsewhere = await prepare('speed\n1\n', { files, root: await tempTree() });
    assert.deepEqual(numbersAfter(here, ['started'], elsewhere), [1]);
  });

  it('say which row of which study they are', async () => {
    const study = await prepare(table);
    const [same] = findSameRows(study, [earlier(study, ['started'])]);
    const { contentHash } = study.rows[0]!;
    assert.deepEqual(same, { study: 'earlier', row: 1, name: 'wing', contentHash, state: 'started', at: 5 });
    assert.deepEqual(findSameRows(study, [earlier(study, started)], 'earlier'), []);
  });

  it('can be left out by their content, wherever they stand, and those that stay are read as they were', async () => {
    const decimals = 'speed;mesh;name\n1,5;coarse;one\n2;fine;two\n3,125;fine;three\n';
    const whole = await prepare(decimals);
    const excluded = countContents(whole.rows.slice(0, 2));
    const rest = await prepare(decimals, { excluded });
    assert.deepEqual(rest.rows, [{ ...whole.rows[2], row: 1, model: 0 }]);
    assert.deepEqual([rest.values, rest.decimalSign], [[whole.values[2]], ',']);
    assert.equal(rest.models.length, 1);
    assert.notEqual(rest.hash, whole.hash);
    const longer = decimals.replace('\n', '\n7;coarse;new\n2;fine;two\n');
    const names = (await prepare(longer, { excluded })).rows.map(({ name }) => name);
    assert.deepEqual(names, ['new', 'two', 'three']);
  });

  it('that were left out do not stand for the others once more', async () => {
    const twice = await prepare('speed,mesh\n1,coarse\n1,coarse\n');
    const same = findSameRows(twice, [earlier(twice, ['started'])]);
    const rest = await prepare('speed,mesh\n1,coarse\n1,coarse\n', { excluded: countContents(same) });
    assert.deepEqual([rest.rows.length, matchSameRows(rest.rows, same, countContents(same))], [1, []]);
  });
});
