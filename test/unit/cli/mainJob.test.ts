import assert from 'node:assert/strict';
import { removeTempTrees } from '../../support/tempTree';
import { describeService, makeWorld, stopWorlds, token } from './support/commandLine';

describe('The command line', () => {
  afterEach(async () => {
    await stopWorlds();
    await removeTempTrees();
  });

  for (const variant of ['variant_a', 'variant_b'])
    it(`plans a task, and launches exactly that (${variant})`, async () => {
      const world = await makeWorld({ service: { variant } });
      const planned = await world.run('plan', 'mesh', '--service', 'test');
      assert.equal(planned.exitCode, 0, planned.output);
      console.log(planned.output);
      const launched = await world.run(
        'launch',
        'mesh',
        '--service',
        'test',
        '--plan',
        String(planned.document['plan']),
      );
      console.log(launched.output);
      assert.equal(launched.exitCode, 0, launched.output);
      assert.deepEqual(describeService(world), {
        projects: ['Nightly'],
        models: [{ name: 'Wing', files: { 'mesh.inc': 300_000, 'wing.inp': 31 } }],
        simulations: 1,
      });
      const [{ model_id: modelId } = { model_id: '' }] = world.emulator.models;
      assert.equal((launched.document['model'] as { id: string }).id, modelId);
      assert.ok(!launched.output.includes(token));
    });
});
