import assert from 'node:assert/strict';
import type { Launch } from '../../../src/launch/launch';
import { createRecord } from '../../../src/launch/launchRecord';
import type { UnreadableRecord } from '../../../src/launch/launchSummary';
import { createRootNodes, type LaunchNode } from '../../../src/views/launchNodes';

const now = new Date(2026, 4, 3, 12).getTime();

function launch(id: string, state: Launch['state'], plannedAt = now): Launch {
  const record = createRecord({
    kind: 'planned',
    launch: id,
    service: { origin: 'https://service.invalid', basePath: '/', variant: 'variant_b' },
    model: { id: 'm1', name: 'deck' },
    finalise: true,
    simulate: true,
    at: plannedAt,
  });
  return { id, record, state, runsHere: false };
}

const listed = (launches: readonly Launch[], unreadable: readonly UnreadableRecord[] = []) => ({
  ...{ launches, unreadable, studies: [] },
});

const rowsOf = (...launches: readonly Launch[]) =>
  launches.map((one): LaunchNode => ({ kind: 'launch', launch: one }));

describe('The rows of the launches', () => {
  it('are periods, and above them the records that cannot be read', () => {
    const [a, b] = [launch('a', 'unknown'), launch('b', 'launched')];
    const record = { id: 'c', code: 'EACCES' };
    assert.deepEqual(createRootNodes(listed([a, b], [record]), undefined, now), [
      { kind: 'unreadable', record },
      { kind: 'period', period: 'today', entries: rowsOf(a, b) },
    ]);
  });

  it('include each period that has launches once, newest first', () => {
    const at = (id: string, ...date: readonly [month: number, day: number]) =>
      launch(id, 'launched', new Date(2026, ...date, 9).getTime());
    const [today, yesterday] = [at('a', 4, 3), at('b', 4, 2)];
    const [month1, month2, older] = [at('c', 3, 20), at('d', 3, 4), at('e', 2, 1)];
    assert.deepEqual(createRootNodes(listed([today, yesterday, month1, month2, older]), undefined, now), [
      { kind: 'period', period: 'today', entries: rowsOf(today) },
      { kind: 'period', period: 'yesterday', entries: rowsOf(yesterday) },
      { kind: 'period', period: 'lastMonth', entries: rowsOf(month1, month2) },
      { kind: 'period', period: 'older', entries: rowsOf(older) },
    ]);
  });

  it('include only launches of the selected groups', () => {
    const [a, b, c] = [launch('a', 'failed'), launch('b', 'launched'), launch('c', 'interrupted')];
    assert.deepEqual(createRootNodes(listed([a, b, c]), new Set(['attention']), now), [
      { kind: 'period', period: 'today', entries: rowsOf(a, c) },
    ]);
  });

  it('include the records that cannot be read whatever is selected', () => {
    const record = { id: 'c', code: 'newer' };
    assert.deepEqual(createRootNodes(listed([launch('a', 'unknown')], [record]), new Set(['done']), now), [
      { kind: 'unreadable', record },
    ]);
  });
});
