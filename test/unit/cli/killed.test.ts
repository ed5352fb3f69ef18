import assert from 'node:assert/strict';
import type { EmulatedOperation } from '../../../src/emulator/emulator';
import { makeWorld, meshCreated, stopWorlds, type World } from '../../support/commandLine';
import { removeTempTrees } from '../../support/tempTree';
import { ageLocks } from '../launch/support/killedLaunch';

/** The phases of a launch, and what a person finds out afterwards. */
const phases: readonly (readonly [EmulatedOperation, 'before' | 'after', happened?: 'yes' | 'no'])[] = [
  ['createProject', 'before', 'no'],
  ['createProject', 'after', 'yes'],
  ['createModel', 'before', 'no'],
  ['createModel', 'after', 'no'],
  ['uploadFile', 'before'],
  ['uploadFile', 'after'],
  ['finaliseModel', 'before', 'no'],
  ['finaliseModel', 'after', 'yes'],
  ['createSimulation', 'before', 'no'],
  ['createSimulation', 'after', 'yes'],
];

/** Launches the task, and kills the process at the first request of a phase. @returns the identifier of the launch */
async function killAt(
  { emulator, run, start }: World,
  [phase, when]: (typeof phases)[number],
): Promise<string> {
  const { document } = await run('plan', 'mesh', '--service', 'test');
  const { child, ended } = start('launch', 'mesh', '--service', 'test', '--plan', String(document['plan']));
  emulator.setIntercept(({ operation }) =>
    operation === phase
      ? async ({ ended: isOver }, handling) => {
          if (when === 'after') await handling.apply();
          child.kill('SIGKILL');
          await isOver;
        }
      : undefined,
  );
  const { exitCode, lines } = await ended;
  assert.equal(exitCode, null);
  emulator.setIntercept(undefined);
  return lines.find((line) => line.startsWith('launch '))?.slice('launch '.length) ?? '';
}

describe('A command that was killed', () => {
  afterEach(async () => {
    await stopWorlds();
    await removeTempTrees();
  });

  for (const phase of phases) {
    const [operation, when, happened] = phase;
    it(`goes on without sending anything twice: ${when} ${operation}`, async () => {
      const world = await makeWorld();
      const { emulator, run, records, describeService } = world;
      const id = await killAt(world, phase);
      ageLocks(records);
      if (happened !== undefined) {
        const resumed = await run('resume', id, '--service', 'test');
        assert.deepEqual([resumed.exitCode, resumed.document['outcome']], [3, 'unknown'], resumed.output);
        const [{ project_id: project } = { project_id: '' }] = emulator.projects.filter(
          ({ name }) => name === 'Nightly',
        );
        const ids = operation === 'createProject' && happened === 'yes' ? ['--id', project] : [];
        const resolved = await run('resolve', id, '--happened', happened, ...ids);
        assert.equal(resolved.exitCode, 0, resolved.output);
      }
      const { exitCode, output } = await run('resume', id, '--service', 'test');
      assert.equal(exitCode, 0, output);
      const { models, ...others } = describeService();
      // A model without files costs nothing, and is created again.
      const isAgain = operation === 'createModel' && when === 'after';
      assert.equal(models.length, isAgain ? 2 : 1);
      assert.deepEqual({ ...others, models: models.slice(-1) }, meshCreated);
    });
  }
});
