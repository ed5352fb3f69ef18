import assert from 'node:assert/strict';
import { describePartialList, describeWayOn } from '../../../src/messages/partialLists';

describe('A list that is not whole', () => {
  it('says how much is missing, as far as it is known, and how to go on', () => {
    assert.equal(describePartialList(50, { total: 250 }, String), 'This is not the whole list: 50 of 250.');
    assert.equal(
      describePartialList(50, {}, String),
      'This is not the whole list: the service has more than these 50.',
    );
    assert.match(describeWayOn(), /can be used by their IDs/);
  });
});
