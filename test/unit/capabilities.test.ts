import assert from 'node:assert/strict';
import { findMissing } from '../support/capabilities';

describe('The trials of what a system can do', () => {
  if (process.platform === 'linux')
    it('find on Linux everything that tests need, except for mounts, so that no test is pending', () => {
      assert.deepEqual(findMissing(), []);
    });
});
