import assert from 'node:assert/strict';
import path from 'node:path';
import { systemClock } from '../../../src/client/clock';
import { Journal } from '../../../src/launch/journal';
import { LockedError } from '../../../src/launch/launchLock';
import type { LaunchRecord } from '../../../src/launch/launchRecord';
import { plannedLaunch } from '../../support/launches';
import { newRunner, noFollower } from '../../support/runner';
import { operations, startService, stopServices } from '../../support/service';
import { removeTempTrees, tempTree } from '../../support/tempTree';

/** A window with one launch in its journal that nobody has gone on with yet. */
async function waitingLaunch() {
  const { client, emulator } = await startService();
  const folder = path.join(await tempTree(), 'launches');
  const { plan } = await plannedLaunch(emulator, { 'a.inp': 'a' });
  const begun = await new Journal(folder, systemClock).begin(plan);
  await begun.close();
  return { id: begun.record.plan.launch, folder, emulator, runner: newRunner(folder, client) };
}

describe('A launch that is gone on with after a question', () => {
  afterEach(async () => {
    await stopServices();
    await removeTempTrees();
  });

  it('is asked about by the record under its lock, before anything is sent', async () => {
    const { id, folder, emulator, runner } = await waitingLaunch();
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

  it('stays as it is when the answer is no, and can be gone on with later', async () => {
    const { id, folder, emulator, runner } = await waitingLaunch();
    assert.equal(await runner.resume(id, noFollower(), { confirm: () => Promise.resolve(false) }), undefined);
    const [launch] = await runner.list();
    assert.deepEqual([launch?.state, launch?.runsHere, operations(emulator)], ['interrupted', false, []]);
    const again = await new Journal(folder, systemClock).continue(id);
    assert.equal(again.record.entryCount, 1);
    await again.close();
  });

  it('stays as it is when the question fails', async () => {
    const { id, emulator, runner } = await waitingLaunch();
    const error = new Error('no answer');
    await assert.rejects(runner.resume(id, noFollower(), { confirm: () => Promise.reject(error) }), error);
    const [launch] = await runner.list();
    assert.deepEqual([launch?.state, launch?.runsHere, operations(emulator)], ['interrupted', false, []]);
  });
});
