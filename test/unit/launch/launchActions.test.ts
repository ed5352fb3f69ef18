import assert from 'node:assert/strict';
import type { JournalEntry } from '../../../src/launch/journalEntry';
import { launchActions } from '../../../src/launch/launchActions';
import { foldEntries, launchState } from '../../../src/launch/launchRecord';

const planned = {
  kind: 'planned',
  launch: 'l1',
  service: { origin: 'https://service.invalid', basePath: '/', variant: 'variant_b' },
  project: { id: 'p1', name: 'Study' },
  model: { name: 'deck', files: { count: 1, bytes: 1, paths: ['/deck/a.inp'] } },
  finalise: true,
  simulate: true,
} as const;

const made: readonly JournalEntry[] = [{ kind: 'creatingModel' }, { kind: 'modelCreated', id: 'm1' }];
const problem = { kind: 'network' };

/** The actions of an idle launch after these entries. */
function actionsAfter(...entries: readonly JournalEntry[]): string {
  const record = foldEntries(
    { ...planned, at: 1 },
    entries.map((entry) => ({ ...entry, at: 1 })),
  );
  const state = launchState(record, false);
  return `${state}: ${launchActions({ record, state, runsHere: false }).join(' ')}`;
}

describe('The actions of a launch', () => {
  it('continue it where it stopped', () => {
    assert.equal(
      actionsAfter(...made),
      'interrupted: resume recreate copyIds reveal compare saveAsTask remove',
    );
    assert.equal(
      actionsAfter(...made, { kind: 'cancelled' }),
      'cancelled: resume recreate copyIds reveal compare saveAsTask remove',
    );
    assert.equal(
      actionsAfter(...made, { kind: 'failed', problem }),
      'failed: retry recreate copyIds reveal compare saveAsTask remove',
    );
  });

  it('only create it again when its model can no longer be completed', () => {
    assert.equal(
      actionsAfter(...made, { kind: 'modelAbandoned', problem }),
      'failed: recreate copyIds reveal compare saveAsTask remove',
    );
  });

  it('first resolve a request whose outcome is unknown', () => {
    const sent = { kind: 'creatingModel' } as const;
    assert.equal(actionsAfter(sent), 'unknown: resolve copyIds reveal compare saveAsTask remove');
    assert.equal(
      actionsAfter(sent, { kind: 'unknown', problem }),
      'unknown: resolve copyIds reveal compare saveAsTask remove',
    );
  });

  it('include no further simulation of its model while one may be running', () => {
    const finalised = [...made, { kind: 'uploaded' }, { kind: 'finalised' }] as const;
    const sent = { kind: 'creatingSimulation' } as const;
    const left = 'unknown: resolve copyIds reveal compare saveAsTask remove';
    assert.equal(actionsAfter(...finalised, sent), left);
    assert.equal(actionsAfter(...finalised, sent, { kind: 'unknown', problem }), left);
    assert.equal(
      actionsAfter(...finalised, sent, { kind: 'failed', problem }),
      'failed: retry simulate recreate copyIds reveal compare saveAsTask remove',
    );
  });
});
