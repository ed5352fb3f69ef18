import assert from 'node:assert/strict';
import type { UnreadableRecord } from '../../../src/launch/journal';
import type { Launch } from '../../../src/launch/launch';
import { createRecord } from '../../../src/launch/launchRecord';
import { type LaunchGroup, launchGroups } from '../../../src/launch/launchState';
import type { Study } from '../../../src/study/studyRunner';
import type { StudyState } from '../../../src/study/studyState';
import { getStudyGroup, noFilter } from '../../../src/views/launchFilter';
import { createChildNodes, createRootNodes, type LaunchNode } from '../../../src/views/launchNodes';

const now = new Date(2026, 4, 3, 12).getTime();

function launch(id: string, state: Launch['state'], plannedAt = now, row?: number): Launch {
  const record = createRecord({
    kind: 'planned',
    launch: id,
    service: {
      origin: 'https://service.invalid',
      basePath: '/',
      variant: 'variant_b',
      settingsFingerprint: '',
    },
    model: { id: 'm1', name: 'deck' },
    finalise: true,
    simulate: true,
    bodies: {},
    ...(row !== undefined && { study: { id: 'study', row } }),
    at: plannedAt,
  });
  return { id, record, state, runsHere: false };
}

/** The rows of launches, records and studies; of all groups by default. */
function rootsOf(
  launches: readonly Launch[],
  others: { readonly unreadable?: readonly UnreadableRecord[]; readonly studies?: readonly Study[] } = {},
  ...groups: readonly LaunchGroup[]
): LaunchNode[] {
  const listed = { launches, unreadable: [], studies: [], ...others };
  const filter = { ...noFilter, groups: new Set(groups) };
  return createRootNodes(listed, filter, { nowMs: now, environmentOf: () => '' });
}

const rowsOf = (...launches: readonly Launch[]) =>
  launches.map((one): LaunchNode => ({ kind: 'launch', launch: one }));

describe('The rows of the launches', () => {
  it('are periods, and above them the records that cannot be read', () => {
    const a = launch('a', 'unknown');
    const b = launch('b', 'launched');
    const record = { id: 'c', code: 'EACCES' };
    assert.deepEqual(rootsOf([a, b], { unreadable: [record] }), [
      { kind: 'unreadable', record },
      { kind: 'period', period: 'today', entries: rowsOf(a, b) },
    ]);
  });

  it('include each period that has launches once, newest first', () => {
    const at = (id: string, ...date: readonly [month: number, day: number]) =>
      launch(id, 'launched', new Date(2026, ...date, 9).getTime());
    const today = at('a', 4, 3);
    const yesterday = at('b', 4, 2);
    const month1 = at('c', 3, 20);
    const month2 = at('d', 3, 4);
    const older = at('e', 2, 1);
    assert.deepEqual(rootsOf([today, yesterday, month1, month2, older]), [
      { kind: 'period', period: 'today', entries: rowsOf(today) },
      { kind: 'period', period: 'yesterday', entries: rowsOf(yesterday) },
      { kind: 'period', period: 'lastMonth', entries: rowsOf(month1, month2) },
      { kind: 'period', period: 'older', entries: rowsOf(older) },
    ]);
  });

  it('include only launches of the selected groups', () => {
    const a = launch('a', 'failed');
    const b = launch('b', 'launched');
    const c = launch('c', 'interrupted');
    assert.deepEqual(rootsOf([a, b, c], {}, 'attention'), [
      { kind: 'period', period: 'today', entries: rowsOf(a, c) },
    ]);
  });

  it('include the records that cannot be read whatever is selected', () => {
    const record = { id: 'c', code: 'newer' };
    const found = rootsOf([launch('a', 'unknown')], { unreadable: [record] }, 'done');
    assert.deepEqual(found, [{ kind: 'unreadable', record }]);
  });

  describe('of a study', () => {
    const stateOf = (counts: Partial<StudyState['counts']>, more: Partial<StudyState> = {}): StudyState => ({
      rows: [1, 2, 3].map((row) => ({ row, state: 'started', launch: `l${row}` })),
      counts: { rows: 3, started: 3, failed: 0, unknown: 0, waiting: 0, leftOut: 0, ...counts },
      isRunning: false,
      canResume: false,
      canRetryFailed: false,
      ...more,
    });
    const study = (state: StudyState, agreedAt = now): Study => ({
      id: 'study',
      state,
      runsHere: false,
      record: { agreedAt, study: {} } as Study['record'],
    });
    const rowOf = (row: number, state: Launch['state'] = 'launched') => launch(`l${row}`, state, now, row);

    it('are one row, with its launches in the order of the table', () => {
      const one = rowOf(1);
      const two = rowOf(2);
      const three = rowOf(3);
      const alone = launch('alone', 'launched', now + 1);
      const found = study(stateOf({}));
      const nodes = rootsOf([alone, three, one, two], { studies: [found] });
      const entry: LaunchNode = { kind: 'study', study: found, launches: [one, two, three], statuses: [] };
      assert.deepEqual(nodes, [{ kind: 'period', period: 'today', entries: [...rowsOf(alone), entry] }]);
      assert.deepEqual(createChildNodes(entry), rowsOf(one, two, three));
    });

    it('end with those that wait, as one row', () => {
      const rows: StudyState['rows'] = [
        { row: 1, state: 'started', launch: 'l1' },
        { row: 2, state: 'waiting' },
        { row: 3, state: 'waiting' },
      ];
      const found = study(stateOf({ started: 1, waiting: 2 }, { rows, stopped: 'stopped' }));
      const one = rowOf(1);
      assert.deepEqual(createChildNodes({ kind: 'study', study: found, launches: [one], statuses: [] }), [
        ...rowsOf(one),
        { kind: 'waitingRows', study: found, count: 2 },
      ]);
    });

    it('are rows of their own once the study is gone', () => {
      const one = rowOf(1);
      assert.deepEqual(rootsOf([one]), [{ kind: 'period', period: 'today', entries: rowsOf(one) }]);
    });

    it('are found by the state of the study and of each of its launches', () => {
      const found = study(stateOf({ started: 2, failed: 1 }));
      const launches = [rowOf(1), rowOf(2, 'failed'), rowOf(3)];
      const shown = launchGroups.filter((group) => rootsOf(launches, { studies: [found] }, group).length > 0);
      assert.deepEqual(shown, ['attention', 'done']);
    });

    it('need attention unless they run, have all started, or were stopped by the user', () => {
      const groups = [
        stateOf({ failed: 1 }, { isRunning: true }),
        stateOf({ started: 2, unknown: 1 }),
        stateOf({ started: 2, failed: 1 }),
        stateOf({ started: 2, waiting: 1 }),
        stateOf({ started: 2, waiting: 1 }, { stopped: 'noAnswer' }),
        stateOf({ started: 2, waiting: 1 }, { stopped: 'stopped' }),
        stateOf({}),
      ].map((state) => getStudyGroup({ state }));
      assert.deepEqual(groups, [
        'running',
        'attention',
        'attention',
        'attention',
        'attention',
        'cancelled',
        'done',
      ]);
    });
  });
});
