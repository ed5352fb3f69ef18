import assert from 'node:assert/strict';
import type { JournalEntry } from '../../../src/launch/journalEntry';
import { launchActions } from '../../../src/launch/launchActions';
import { launchState } from '../../../src/launch/launchRecord';
import { foldLaunch } from './support/foldedLaunch';

const made: readonly JournalEntry[] = [{ kind: 'creatingModel' }, { kind: 'modelCreated', id: 'm1' }];
const problem = { kind: 'network' };

/** The actions of an idle launch after these entries. */
function actionsAfter(...entries: readonly JournalEntry[]): string {
  const record = foldLaunch({ project: { id: 'p1', name: 'Study' } }, entries);
  const state = launchState(record);
  return `${state}: ${launchActions({ record, state, runsHere: false }).join(' ')}`;
}

describe('The actions of a launch', () => {
  const onModel = 'copyIds reveal compare saveAsTask note remove';
  const sent = { kind: 'creatingModel' } as const;
  const finalised = [...made, { kind: 'uploaded' }, { kind: 'finalised' }] as const;
  const simulating = [...finalised, { kind: 'creatingSimulation' }] as const;
  const cases: Readonly<Record<string, readonly (readonly [string, readonly JournalEntry[]])[]>> = {
    'continue it where it stopped': [
      [`interrupted: resume recreate ${onModel}`, made],
      [`cancelled: resume recreate ${onModel}`, [...made, { kind: 'cancelled' }]],
      [`failed: retry recreate ${onModel}`, [...made, { kind: 'failed', problem }]],
    ],
    'only create it again when its model can no longer be completed': [
      [`failed: recreate ${onModel}`, [...made, { kind: 'modelAbandoned', problem }]],
    ],
    'first resolve a request whose outcome is unknown': [
      [`unknown: resolve ${onModel}`, [sent]],
      [`unknown: resolve ${onModel}`, [sent, { kind: 'unknown', problem }]],
    ],
    'include no further simulation of its model while one may be running': [
      [`unknown: resolve ${onModel}`, simulating],
      [`unknown: resolve ${onModel}`, [...simulating, { kind: 'unknown', problem }]],
      [`failed: retry simulate recreate ${onModel}`, [...simulating, { kind: 'failed', problem }]],
    ],
  };
  for (const [title, rows] of Object.entries(cases)) {
    it(title, () => {
      for (const [expected, entries] of rows) assert.equal(actionsAfter(...entries), expected);
    });
  }

  it('write nothing about one that a window works on, here or elsewhere', () => {
    const record = foldLaunch({ project: { id: 'p1', name: 'Study' } }, made);
    for (const state of ['planned', 'uploading', 'finalising', 'launching'] as const) {
      const actionsIn = (runsHere: boolean) => launchActions({ record, state, runsHere }).join(' ');
      assert.equal(actionsIn(true), 'cancel copyIds reveal compare saveAsTask', state);
      assert.equal(actionsIn(false), 'copyIds reveal compare saveAsTask', state);
    }
  });
});
