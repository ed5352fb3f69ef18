import assert from 'node:assert/strict';
import { loseResponse } from '../../../src/emulator/faults';
import { describeSpeeds, makeWorld, stopWorlds } from '../../support/commandLine';
import { removeTempTrees } from '../../support/tempTree';

const rows = Array.from({ length: 50 }, (_, index) => `case${index + 1},${index + 1}`);

const options = describeSpeeds(rows);

describe('A study of the command line', () => {
  afterEach(async () => {
    await stopWorlds();
    await removeTempTrees();
  });

  it('creates 50 simulations although every tenth response is lost, and no other by its second start', async () => {
    const { emulator, run } = await makeWorld(options);
    const planned = await run('plan', 'study', '--service', 'test');
    assert.equal((planned.document['rows'] as readonly unknown[]).length, 50, planned.output);
    assert.equal(emulator.simulations.length, 0);
    let count = 0;
    emulator.setIntercept(({ operation }) =>
      operation === 'createSimulation' && ++count % 10 === 0 ? loseResponse : undefined,
    );
    const plan = ['--plan', String(planned.document['plan'])];
    const ran = await run('study', 'study', '--service', 'test', ...plan);
    assert.equal(ran.exitCode, 3, ran.output);
    const counts = { rows: 50, started: 45, failed: 0, unknown: 5, waiting: 0, leftOut: 0 };
    assert.deepEqual(ran.document['counts'], counts);
    assert.equal(emulator.simulations.length, 50);
    const again = await run('study', 'study', '--service', 'test', ...plan);
    assert.equal(again.exitCode, 4, again.output);
    const id = String(ran.document['study']);
    for (const row of [10, 20, 30, 40, 50]) {
      const resolved = await run('resolve', id, '--row', String(row), '--happened', 'yes');
      assert.equal(resolved.exitCode, 0, resolved.output);
    }
    const resumed = await run('resume', id, '--service', 'test');
    assert.equal(resumed.exitCode, 0, resumed.output);
    assert.deepEqual(resumed.document['counts'], { ...counts, started: 50, unknown: 0 });
    assert.equal(emulator.simulations.length, 50);
  });

  it('stops after its first row, and goes on with the hash of all rows only', async () => {
    const { emulator, run } = await makeWorld({
      ...options,
      files: { 'cases.csv': 'name,speed\na,1\nb,2\n' },
    });
    const { document } = await run('plan', 'study', '--service', 'test');
    const plan = ['--plan', String(document['plan'])];
    const first = await run('study', 'study', '--service', 'test', '--first-row-only', ...plan);
    assert.equal(first.exitCode, 0, first.output);
    assert.equal(emulator.simulations.length, 1);
    const id = String(first.document['study']);
    assert.equal((await run('resume', id, '--service', 'test')).exitCode, 4);
    assert.equal(emulator.simulations.length, 1);
    const rest = await run('resume', id, '--service', 'test', ...plan);
    assert.equal(rest.exitCode, 0, rest.output);
    assert.equal(emulator.simulations.length, 2);
  });
});
