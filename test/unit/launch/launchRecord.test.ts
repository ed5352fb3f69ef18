import assert from 'node:assert/strict';
import type { JournalEntry } from '../../../src/launch/journalEntry';
import { launchState } from '../../../src/launch/launchRecord';
import { foldLaunch } from './support/foldedLaunch';

const problem = { kind: 'network' };

const recordOf = (...entries: readonly JournalEntry[]) => foldLaunch({}, entries);

const toFinalise: readonly JournalEntry[] = [
  { kind: 'creatingProject' },
  { kind: 'projectCreated', id: 'p1', name: 'Study' },
  { kind: 'creatingModel' },
  { kind: 'modelCreated', id: 'm1' },
  { kind: 'uploading' },
  { kind: 'uploaded' },
];
const toSimulate: readonly JournalEntry[] = [...toFinalise, { kind: 'finalising' }, { kind: 'finalised' }];

const was: JournalEntry = { kind: 'resolved', happened: true };
const wasNot: JournalEntry = { kind: 'resolved', happened: false };

describe('The record of a launch', () => {
  const ends: Readonly<Record<string, readonly JournalEntry[]>> = {
    'that has failed': [...toSimulate, { kind: 'creatingSimulation' }, { kind: 'failed', problem }],
    'whose model is abandoned': [...toFinalise.slice(0, 5), { kind: 'modelAbandoned', problem }],
    'that was cancelled': [...toFinalise, { kind: 'cancelled' }],
    'that is uploading': toFinalise.slice(0, 5),
    'that is done': [...toSimulate, { kind: 'creatingSimulation' }, { kind: 'simulationCreated', id: 's1' }],
  };
  for (const [name, entries] of Object.entries(ends)) {
    it(`${name} keeps its state and the time of its last change with a note`, () => {
      const { entryCount, ...before } = recordOf(...entries);
      const noted = recordOf(...entries, { kind: 'noted', note: 'finer mesh' });
      assert.deepEqual(noted, { ...before, entryCount: entryCount + 1, note: 'finer mesh' });
      const gone = recordOf(...entries, { kind: 'noted', note: 'a' }, { kind: 'noted', note: '' });
      assert.deepEqual(gone, { ...before, entryCount: entryCount + 2 });
    });

    it(`${name} is not changed by an answer to a question that it does not ask`, () => {
      const before = recordOf(...entries);
      for (const answer of [was, wasNot]) {
        const { changedAt, entryCount, ...resolved } = recordOf(...entries, answer);
        const { changedAt: _, entryCount: count, ...same } = before;
        assert.deepEqual(resolved, same);
        assert.deepEqual([changedAt, entryCount], [before.changedAt + 1000, count + 1]);
      }
    });
  }

  it('of unknown outcome is not changed by an answer that lacks the created object, or decides nothing', () => {
    const lost: readonly JournalEntry[] = [{ kind: 'creatingProject' }, { kind: 'unknown', problem }];
    const model: readonly JournalEntry[] = [{ kind: 'creatingModel' }, { kind: 'unknown', problem }];
    const file: readonly JournalEntry[] = [{ kind: 'uploading' }, { kind: 'unknown', problem }];
    for (const entries of [lost, model, file])
      assert.equal(launchState(recordOf(...entries, was)), 'unknown');
  });

  it('keeps its simulation once the user has found it', () => {
    const found = [...toSimulate, { kind: 'creatingSimulation' }, { kind: 'unknown', problem }, was] as const;
    assert.deepEqual(recordOf(...found).simulation, {});
    assert.deepEqual(recordOf(...found, wasNot).simulation, {});
    assert.equal(launchState(recordOf(...found, wasNot, was)), 'launched');
  });

  it('is finalised once the user has found that', () => {
    assert.equal(recordOf(...toFinalise, { kind: 'finalising' }, was).finalised, true);
  });

  it('is unknown when the window died while a request was out that may not be sent twice', () => {
    const announced: readonly JournalEntry['kind'][] = [
      'creatingProject',
      'creatingModel',
      'uploading',
      'finalising',
      'creatingSimulation',
    ];
    const states = announced.map((kind) => launchState(recordOf({ kind } as JournalEntry)));
    assert.deepEqual(states, ['unknown', 'unknown', 'interrupted', 'unknown', 'unknown']);
  });

  const sends: JournalEntry = { kind: 'finalising' };
  const attempts: Readonly<Record<string, readonly [readonly JournalEntry[], lost: boolean]>> = {
    'not sent yet': [[], false],
    'being sent': [[sends], false],
    refused: [[sends, { kind: 'failed', problem }], false],
    'refused, and being sent again': [[sends, { kind: 'failed', problem }, sends], false],
    'cancelled before it was sent': [[sends, { kind: 'cancelled' }, sends], false],
    'of unknown outcome': [[sends, { kind: 'unknown', problem }], false],
    'sent again because the user says so': [[sends, { kind: 'unknown', problem }, wasNot, sends], true],
    'sent again by the user after the window died': [[sends, wasNot, sends], true],
    'sent again by the user, and refused': [[sends, wasNot, sends, { kind: 'failed', problem }, sends], true],
  };
  for (const [name, [entries, lost]] of Object.entries(attempts)) {
    it(`knows whether the response to an earlier finalise was lost when that is ${name}`, () => {
      assert.equal(recordOf(...toFinalise, ...entries).finaliseLost, lost);
    });
  }
});
