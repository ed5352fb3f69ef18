import assert from 'node:assert/strict';
import { only } from '../../support/only';

describe('The only element of a list', () => {
  it('is the one that it has', () => assert.deepEqual(only([{ name: 'wing' }]), { name: 'wing' }));

  for (const [list, shown] of [
    [[], '[]'],
    [[1, 2], '[ 1, 2 ]'],
    [[undefined], '[ undefined ]'],
  ] as const)
    it(`is a failure of the test, which shows the list, when it is ${shown}`, () =>
      assert.throws(() => only<number | undefined>(list), {
        name: 'AssertionError',
        message: `one element instead of ${shown}`,
      }));
});
