import assert from 'node:assert/strict';
import { launchState } from '../../../src/launch/launchRecord';
import { type Fault, formatResponse } from './support/faults';
import { assertNoLeak } from './support/leaks';
import { closeScenes, setScene } from './support/scene';

/** The first request takes effect but its response is lost; the response to the second says so, in some way. */
function loseThenRespond(status: number, detail: string): Fault {
  let tries = 0;
  return {
    name: `a lost response, then ${status}`,
    shows: () => ({ kind: 'status', status }),
    async act(visit) {
      if (++tries === 1) {
        await visit.forward();
        visit.reset();
        return;
      }
      await visit.read();
      const type = { 'content-type': 'application/problem+json' };
      visit.end(formatResponse(status, type, JSON.stringify({ title: 'Conflict', detail })));
    },
  };
}

describe('The fault matrix, a repetition after a success without a response', () => {
  afterEach(closeScenes);

  const cases = [
    [32, 409, 'uploadFile', 'It exists.', 'unknown'],
    [34, 412, 'uploadFile', 'It exists.', 'unknown'],
    [32, 409, 'finaliseModel', 'The model is already finalised.', 'unknown'],
    [32, 409, 'finaliseModel', 'Files are missing.', 'unknown'],
    [34, 412, 'finaliseModel', 'The model is already finalised.', 'unknown'],
    [37, 422, 'finaliseModel', 'The model is already finalised.', 'failed'],
  ] as const;
  for (const [row, status, operation, detail, end] of cases)
    it(`row ${row}, ${status} “${detail}” · ${operation}: ${end}`, async () => {
      const scene = await setScene(operation, loseThenRespond(status, detail));
      scene.transport.detours = Infinity;
      await assert.rejects(scene.run());
      if (operation === 'finaliseModel') {
        // The program does not repeat it; the user may.
        assert.equal(await scene.server!.fired(), 1);
        await scene.record.append({ kind: 'resolved', happened: false });
        await assert.rejects(scene.run());
      }
      assert.equal(await scene.server!.fired(), 2);
      assert.deepEqual(scene.clock.waits, operation === 'uploadFile' ? [1000] : []);
      assert.equal(launchState(scene.record.record), end);
      assert.equal(scene.seen(operation), operation === 'uploadFile' ? 3 : 2);
      assert.equal(scene.emulator.simulations.length, 0);
      const { entries } = await scene.journal();
      const last = entries.at(-1)!;
      assert.ok(last.kind === end);
      assert.deepEqual([last.problem.operation, last.problem.status], [operation, status]);
      // The user decides by this message.
      if (operation === 'finaliseModel') assert.ok(last.problem.serverMessage?.includes(detail));
      await assertNoLeak(scene);
    });
});
