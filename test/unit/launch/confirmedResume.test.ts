import assert from 'node:assert/strict';
import path from 'node:path';
import { systemClock } from '../../../src/client/core/clock';
import { AlreadyResolvedError } from '../../../src/journal/errors';
import { LockedError } from '../../../src/journal/recordLock';
import { Journal } from '../../../src/launch/journal';
import type { LaunchRecord } from '../../../src/launch/launchRecord';
import { plannedLaunch } from '../../support/launches';
import { newRunner, noFollower } from '../../support/runner';
import { operations, startService, stopServices } from '../../support/service';
import { removeTempTrees, tempTree } from '../../support/tempTree';

/** A window with one launch in its journal that can be resumed. */
async function createWaitingLaunch() {
  const { client, emulator } = await startService();
  const folder = path.join(await tempTree(), 'launches');
  const { plan } = await plannedLaunch(emulator, { 'a.inp': 'a' });
  const begun = await new Journal(folder, systemClock).begin(plan);
  await begun.close();
  return { id: begun.record.plan.launch, folder, emulator, runner: newRunner(folder, client) };
}

describe('A launch that is resumed after a confirmation', () => {
  afterEach(async () => {
    await stopServices();
    await removeTempTrees();
  });

  it('shows the record under its lock in the question, before anything is sent', async () => {
    const { id, folder, emulator, runner } = await createWaitingLaunch();
    const asked: unknown[] = [];
    const confirm = async ({ entryCount }: LaunchRecord) => {
      await assert.rejects(new Journal(folder, systemClock).continue(id), LockedError);
      asked.push(entryCount, ...operations(emulator));
      return true;
    };
    const record = await runner.resume(id, noFollower(), { confirm });
    assert.deepEqual(asked, [1]);
    assert.notEqual(record?.simulation, undefined);
  });

  it('does not change when the user declines, and can be resumed later', async () => {
    const { id, folder, emulator, runner } = await createWaitingLaunch();
    assert.equal(await runner.resume(id, noFollower(), { confirm: () => Promise.resolve(false) }), undefined);
    const [launch] = await runner.list.read();
    assert.deepEqual([launch?.state, launch?.runsHere, operations(emulator)], ['interrupted', false, []]);
    const again = await new Journal(folder, systemClock).continue(id);
    assert.equal(again.record.entryCount, 1);
    await again.close();
  });

  describe('with a resolved outcome', () => {
    async function unknownLaunch() {
      const waiting = await createWaitingLaunch();
      const open = await new Journal(waiting.folder, systemClock).continue(waiting.id);
      await open.append({ kind: 'creatingProject' });
      await open.close();
      const resolution = { asked: open.record, finding: { happened: false } } as const;
      return { ...waiting, resolution };
    }

    it('records the outcome and continues', async () => {
      const { id, runner, resolution } = await unknownLaunch();
      const record = await runner.resume(id, noFollower(), { resolution });
      assert.notEqual(record?.simulation, undefined);
    });

    it('does not record the outcome when the user declines another question', async () => {
      const { id, emulator, runner, resolution } = await unknownLaunch();
      const confirm = () => Promise.resolve(false);
      assert.equal(await runner.resume(id, noFollower(), { resolution, confirm }), undefined);
      const [launch] = await runner.list.read();
      assert.deepEqual([launch?.state, launch?.record.entryCount, operations(emulator)], ['unknown', 2, []]);
    });

    const others: Record<string, (asked: LaunchRecord) => Partial<LaunchRecord>> = {
      'the launch has moved on since': () => ({ entryCount: 1 }),
      'it was asked about an earlier launch of the same row': ({ plannedAt }) => ({
        plannedAt: plannedAt - 1,
      }),
    };
    for (const [why, other] of Object.entries(others))
      it(`asks and sends nothing when ${why}`, async () => {
        const { id, emulator, runner, resolution } = await unknownLaunch();
        const confirm = () => Promise.reject(new Error('asked'));
        const options = {
          resolution: { ...resolution, asked: { ...resolution.asked, ...other(resolution.asked) } },
          confirm,
        };
        await assert.rejects(runner.resume(id, noFollower(), options), AlreadyResolvedError);
        const [launch] = await runner.list.read();
        assert.deepEqual(
          [launch?.state, launch?.record.entryCount, operations(emulator)],
          ['unknown', 2, []],
        );
      });
  });

  it('does not change when the question fails', async () => {
    const { id, emulator, runner } = await createWaitingLaunch();
    const error = new Error('no response');
    await assert.rejects(runner.resume(id, noFollower(), { confirm: () => Promise.reject(error) }), error);
    const [launch] = await runner.list.read();
    assert.deepEqual([launch?.state, launch?.runsHere, operations(emulator)], ['interrupted', false, []]);
  });
});
