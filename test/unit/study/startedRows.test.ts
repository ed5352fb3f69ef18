import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseMapping } from '../../../src/client/mapping/serviceMapping';
import { inOneFolder } from '../../../src/request/requestFolders';
import { prepareStudy, type StudySource } from '../../../src/study/prepareStudy';
import { findStartedRows } from '../../../src/study/startedRows';
import type { PreparedStudy } from '../../../src/study/study';
import type { RowState } from '../../../src/study/studyState';
import { removeTempTrees, tempTree } from '../../support/tempTree';

const mapping = parseMapping({
  'requests.createSimulation': {
    speed: '{prompt.speed}',
    $prompts: { speed: { type: 'number' } },
  },
});

interface Trial {
  readonly table: string;
  readonly deck?: string;
  readonly model?: StudySource;
  readonly project?: PreparedStudy['project'];
  readonly service?: string;
  readonly excluded?: ReadonlySet<number>;
}

const files: StudySource = { files: ['deck.inp.template'], exclude: [], name: 'wing' };
const wing = { id: 'p1', name: 'Wing' };

let root = '';

async function prepare({ table, deck = 'deck {{ mesh }}', ...trial }: Trial): Promise<PreparedStudy> {
  await writeFile(path.join(root, 'deck.inp.template'), deck);
  const { model = files, project = wing, service = 'service', excluded } = trial;
  return await prepareStudy(
    {
      ...{ table: path.join(root, 'cases.csv'), model, project },
      folders: inOneFolder({ root, exclude: [] }),
      ...(excluded && { excluded }),
    },
    Buffer.from(table),
    {
      service: { key: service, mapping },
      signal: new AbortController().signal,
    },
  );
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
  beforeEach(async () => (root = await tempTree({})));
  afterEach(removeTempTrees);

  async function numbersOf(again: Trial, states: readonly RowState[] = started, before: Trial = { table }) {
    const studies = [earlier(await prepare(before), states)];
    const rows = findStartedRows(await prepare(again), studies);
    return rows.map(({ row }) => row);
  }

  it('are known as started or perhaps started, whatever became of the others', async () => {
    assert.deepEqual(await numbersOf({ table }), [1, 2, 3]);
    assert.deepEqual(await numbersOf({ table }, ['started', 'failed', 'unknown']), [1, 3]);
    assert.deepEqual(await numbersOf({ table }, ['waiting', 'running', 'cancelled']), [2]);
    assert.deepEqual(await numbersOf({ table }, ['interrupted', 'failed', 'waiting']), []);
  });

  it('are known in another order and beside new ones, and equal ones as often as they were started', async () => {
    assert.deepEqual(await numbersOf({ table: 'mesh,speed\nfine,3\nfine,4\ncoarse,1\n' }), [1, 3]);
    assert.deepEqual(await numbersOf({ table: 'speed,mesh\n1,coarse\n1,coarse\n' }), [1]);
    const twice = { table: 'speed,mesh\n1,coarse\n1,coarse\n' };
    assert.deepEqual(await numbersOf(twice, ['started', 'started'], twice), [1, 2]);
  });

  it('are others with another value, file, name, project or service', async () => {
    assert.deepEqual(await numbersOf({ table: 'speed,mesh\n1.5,coarse\n2,fine\n3,fine\n' }), [3]);
    assert.deepEqual(await numbersOf({ table, deck: 'other {{ mesh }}' }), []);
    assert.deepEqual(await numbersOf({ table, model: { ...files, name: 'tail' } }), []);
    assert.deepEqual(await numbersOf({ table, project: { id: 'p2', name: 'Wing' } }), []);
    assert.deepEqual(await numbersOf({ table, service: 'another' }), []);
    const [one, two] = ['m1', 'm2'].map((id) => ({ id, name: 'wing' }));
    const speeds = 'speed\n1\n2\n';
    const before = { table: speeds, model: one! };
    assert.deepEqual(await numbersOf({ table: speeds, model: two! }, ['started'], before), []);
    assert.deepEqual(await numbersOf({ table: speeds, model: one! }, ['started'], before), [1]);
  });

  it('are known by the name of the project alone, as tasks have it', async () => {
    assert.deepEqual(await numbersOf({ table, project: { id: '', name: 'Wing' } }), [1, 2, 3]);
    assert.deepEqual(await numbersOf({ table, project: { id: '', name: 'Tail' } }), []);
  });

  it('are not known from studies of earlier versions, which recorded nothing of what rows sent', async () => {
    const study = await prepare({ table });
    const rows = study.rows.map(({ sent: _, ...row }) => row);
    assert.deepEqual(findStartedRows(study, [earlier({ ...study, rows }, started)]), []);
  });

  it('can be left out, and those that stay are read as they were', async () => {
    const decimals = 'speed;mesh;name\n1,5;coarse;one\n2;fine;two\n3,125;fine;three\n';
    const whole = await prepare({ table: decimals });
    const rest = await prepare({ table: decimals, excluded: new Set([2, 3]) });
    const [, , last] = whole.rows;
    assert.deepEqual(rest.rows, [{ ...last, row: 1, model: 0 }]);
    assert.deepEqual([rest.values, rest.decimalSign], [[whole.values[2]], ',']);
    assert.equal(rest.models.length, 1);
    assert.notEqual(rest.hash, whole.hash);
  });
});
