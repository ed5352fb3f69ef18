import assert from 'node:assert/strict';
import type { JournalWriter } from '../../../src/launch/journalWriter';
import { launchState } from '../../../src/launch/launchRecord';
import { createClient } from '../../support/client';
import { launchBench, plannedLaunch } from '../../support/launches';
import { operations, startService, stopServices } from '../../support/service';

const steps = [
  'createProject',
  'createModel',
  'uploadFile a.inp',
  'uploadFile b.inp',
  'finaliseModel',
  'createSimulation',
];

const opened: JournalWriter[] = [];

/** A prepared launch of an account that is signed in as long as `isSignedIn` says. */
async function prepare(isSignedIn: () => boolean) {
  const { emulator } = await startService();
  const client = createClient(emulator.baseUrl, {
    credentials: { headers: () => Promise.resolve(isSignedIn() ? {} : undefined) },
  });
  const bench = await launchBench({ client });
  const { plan } = await plannedLaunch(emulator, { 'a.inp': 'a', 'b.inp': 'b' });
  const record = await bench.journal.begin(plan);
  opened.push(record);
  return { emulator, record, run: () => bench.run(record) };
}

describe('A launch whose account is signed out', () => {
  afterEach(async () => {
    for (const record of opened.splice(0)) await record.close();
    await stopServices();
  });

  for (const [index, step] of steps.entries()) {
    const [operation, file] = step.split(' ');
    it(`before ${step} fails there without sending it, and continues when the user signs in again`, async () => {
      let left = index;
      const { emulator, record, run } = await prepare(() => left-- > 0);
      await assert.rejects(run());
      assert.deepEqual(operations(emulator), steps.slice(0, index));
      assert.equal(launchState(record.record, false), 'failed');
      const host = new URL(emulator.baseUrl).host;
      assert.deepEqual(record.record.problem, {
        kind: 'signedOut',
        operation,
        host,
        ...(file !== undefined && { file }),
      });
      left = Infinity;
      await run();
      assert.deepEqual(operations(emulator), steps);
      assert.equal(launchState(record.record, false), 'launched');
    });
  }
});
