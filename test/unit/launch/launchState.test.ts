import assert from 'node:assert/strict';
import { getLaunchGroup, launchStates } from '../../../src/launch/launchState';

describe('The states of launches', () => {
  it('are each in one group to filter by', () => {
    assert.deepEqual(
      launchStates.map((state) => [state, getLaunchGroup(state)]),
      [
        ['planned', 'running'],
        ['uploading', 'running'],
        ['interrupted', 'attention'],
        ['uploaded', 'attention'],
        ['finalising', 'running'],
        ['ready', 'done'],
        ['launching', 'running'],
        ['launched', 'done'],
        ['created', 'done'],
        ['failed', 'attention'],
        ['cancelled', 'cancelled'],
        ['unknown', 'attention'],
      ],
    );
  });
});
