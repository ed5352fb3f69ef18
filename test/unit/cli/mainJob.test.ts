import assert from 'node:assert/strict';
import { makeWorld, meshCreated, stopWorlds, token } from '../../support/commandLine';
import { removeTempTrees } from '../../support/tempTree';

describe('The command line', () => {
  afterEach(async () => {
    await stopWorlds();
    await removeTempTrees();
  });

  for (const variant of ['variant_a', 'variant_b'])
    it(`plans a task, and launches exactly that (${variant})`, async () => {
      const { emulator, describeService, run } = await makeWorld({ service: { variant } });
      const planned = await run('plan', 'mesh', '--service', 'test');
      assert.equal(planned.exitCode, 0, planned.output);
      assert.deepEqual(describeService(), { projects: [], models: [], simulations: 0 });
      const plan = String(planned.document['plan']);
      const launched = await run('launch', 'mesh', '--service', 'test', '--plan', plan);
      assert.equal(launched.exitCode, 0, launched.output);
      assert.deepEqual(describeService(), meshCreated);
      const { outcome, state, simulation } = launched.document;
      const [{ simulation_id: id } = { simulation_id: '' }] = emulator.simulations;
      assert.deepEqual(
        { outcome, state, simulation },
        { outcome: 'done', state: 'launched', simulation: { id } },
      );
      assert.ok(!(planned.output + launched.output).includes(token));
    });
});
