import assert from 'node:assert/strict';
import { operations } from '../../support/service';
import { beginLaunch, closeLaunches, requestsFor } from './support/begunLaunch';

const steps = requestsFor('a.inp', 'b.inp');

describe('A launch whose account is signed out', () => {
  afterEach(closeLaunches);

  for (const [index, step] of steps.entries()) {
    const [operation, file] = step.split(' ');
    it(`before ${step} fails there without sending it, and continues when the user signs in again`, async () => {
      let left = index;
      const { emulator, record, run, state } = await beginLaunch(
        { 'a.inp': 'a', 'b.inp': 'b' },
        { client: { credentials: { headers: () => Promise.resolve(left-- > 0 ? {} : undefined) } } },
      );
      await assert.rejects(run());
      assert.deepEqual([operations(emulator), state()], [steps.slice(0, index), 'failed']);
      const problem = { kind: 'signedOut', operation, host: new URL(emulator.baseUrl).host };
      assert.deepEqual(record.record.problem, file === undefined ? problem : { ...problem, file });
      left = Infinity;
      await run();
      assert.deepEqual([operations(emulator), state()], [steps, 'launched']);
    });
  }
});
