import assert from 'node:assert/strict';
import type { Launch } from '../../../src/launch/launch';
import type { LaunchState } from '../../../src/launch/launchState';
import type { StudyEntry, StudyPlan } from '../../../src/study/study';
import { applyStudyEntry, createStudyRecord, type StudyRecord } from '../../../src/study/studyRecord';
import { listRowStates } from '../../../src/study/studyState';

const id = '11111111-2222-4333-8444-555555555555';
const study = { id, rows: [{ row: 1 }, { row: 2 }, { row: 3 }] } as unknown as StudyPlan;

function recordOf(...entries: readonly StudyEntry[]): StudyRecord {
  return entries.reduce<StudyRecord>(
    (record, entry) => applyStudyEntry(record, { ...entry, at: 2 }),
    createStudyRecord({ study, at: 1 }),
  );
}

function launch(name: string, state: LaunchState): Launch {
  return { id: `${id}-${name}`, state, record: { changedAt: 7 }, runsHere: false } as Launch;
}

const statesOf = (record: StudyRecord, launches: readonly Launch[], damaged: readonly string[] = []) =>
  listRowStates(record, {
    launches,
    unreadable: damaged.map((name) => ({ id: `${id}-${name}`, code: 'damaged' })),
  });

describe('The state of a row', () => {
  it('is that of its last launch, whichever of them is listed first', () => {
    const launches = [launch('2-10', 'launched'), launch('2-9', 'failed'), launch('2', 'failed')];
    const [, second] = statesOf(recordOf(), launches);
    assert.deepEqual(second, { row: 2, launch: `${id}-2-10`, at: 7, state: 'started' });
    const [, damaged] = statesOf(recordOf(), launches, ['2-11']);
    assert.deepEqual(damaged, { row: 2, launch: `${id}-2-11`, state: 'unknown', isLaunchGone: true });
  });

  it('is the word of a person about a launch that cannot be read, until there is another launch', () => {
    const started = recordOf({ kind: 'rowStarted', row: 2, startedAt: 5 });
    assert.deepEqual(statesOf(started, [], ['2'])[1], {
      row: 2,
      launch: `${id}-2`,
      state: 'started',
      at: 5,
    });
    const repeated = recordOf({ kind: 'rowRepeated', row: 2, launches: [`${id}-2`] });
    assert.deepEqual(statesOf(repeated, [launch('3', 'launched')], ['2'])[1], { row: 2, state: 'waiting' });
    assert.equal(statesOf(repeated, [launch('2-2', 'unknown')], ['2'])[1]?.state, 'unknown');
  });

  it('is left out, unless its simulation exists or may exist', () => {
    const other = { id: 'other', row: 1, at: 3 };
    const record = recordOf({ kind: 'rowLeftOut', row: 2, otherRow: other });
    for (const [state, expected] of [
      ['cancelled', 'leftOut'],
      ['failed', 'leftOut'],
      ['unknown', 'unknown'],
      ['launched', 'started'],
    ] as const)
      assert.equal(statesOf(record, [launch('2', state)])[1]?.state, expected);
    assert.deepEqual(statesOf(record, [launch('3', 'launched')]), [
      { row: 1, state: 'unknown', isLaunchGone: true },
      { row: 2, state: 'leftOut' },
      { row: 3, launch: `${id}-3`, at: 7, state: 'started' },
    ]);
  });
});
