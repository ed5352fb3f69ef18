import assert from 'node:assert/strict';
import type { Launch } from '../../../src/launch/launch';
import type { LaunchState } from '../../../src/launch/launchState';
import type { LeftState, StudyEntry, StudyPlan } from '../../../src/study/study';
import { applyStudyEntry, createStudyRecord, getRow, type StudyRecord } from '../../../src/study/studyRecord';
import { listRowStates, type StudyRowState } from '../../../src/study/studyState';

const id = '11111111-2222-4333-8444-555555555555';
const study = { id, rows: [{ row: 1 }] } as unknown as StudyPlan;

function recordOf(...entries: readonly StudyEntry[]): StudyRecord {
  return entries.reduce<StudyRecord>(
    (record, entry) => applyStudyEntry(record, { ...entry, at: 2 }),
    createStudyRecord({ study, at: 1 }),
  );
}

/** The row of which a launch was removed, and is there again. */
function revive(left: LeftState, state: LaunchState): StudyRowState | undefined {
  const launch = { id: `${id}-1`, state, record: { plan: { study: { id, row: 1 } } } } as Launch;
  const record = recordOf({ kind: 'rowLeft', row: 1, launch: launch.id, state: left });
  return listRowStates(record, { launches: [launch], unreadable: [] })[0];
}

describe('The launch of a row that is there again after it was removed', () => {
  // A window that was suspended writes it when it wakes up, and sends nothing.
  it('does not make an unknown row one that can be continued', () => {
    const unknown = { row: 1, launch: `${id}-1`, state: 'unknown', isLaunchGone: true } as const;
    for (const state of ['interrupted', 'cancelled', 'failed'] as const)
      assert.deepEqual(revive('unknown', state), unknown);
  });

  it('counts otherwise: the window that removed it may have died before', () => {
    assert.deepEqual(revive('unknown', 'launched'), { row: 1, launch: `${id}-1`, state: 'started' });
    assert.deepEqual(revive('unknown', 'unknown'), { row: 1, launch: `${id}-1`, state: 'unknown' });
    assert.deepEqual(revive('failed', 'cancelled'), { row: 1, launch: `${id}-1`, state: 'cancelled' });
  });
});

describe('The launches of a row that were removed', () => {
  it('are all remembered, so that no later one gets the identifier of one of them', () => {
    const first = { kind: 'rowLeft', row: 1, launch: `${id}-1`, state: 'failed' } as const;
    const second = { ...first, launch: `${id}-1-2` };
    assert.deepEqual(getRow(recordOf(first, first), 1), {
      earlier: [],
      left: { launch: `${id}-1`, state: 'failed' },
    });
    assert.deepEqual(getRow(recordOf(first, second), 1), {
      earlier: [`${id}-1`],
      left: { launch: `${id}-1-2`, state: 'failed' },
    });
  });
});
