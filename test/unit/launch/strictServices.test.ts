import assert from 'node:assert/strict';
import { parseMapping, type RawMapping } from '../../../src/client/mapping/serviceMapping';
import { launchState } from '../../../src/launch/launchRecord';
import { createClient } from '../../support/client';
import { launchBench, plannedLaunch } from '../../support/launches';
import { stopServices } from '../../support/service';
import { flat, start, type StrictService, wrapped } from './support/strictServiceSpecs';

const deck = { 'main.inp': '*INCLUDE', 'mesh.inc': '1,0' };

const answers = {
  createProject: { description: 'Wings in wind' },
  createSimulation: { 'prompt.cores': 2, 'prompt.queue': 'long', 'prompt.note': 'first try' },
};

/** Launches with a client whose mapping comes from the settings alone, as in a settings file. */
async function launch(service: StrictService, settings: RawMapping = service.settings) {
  const { baseUrl, accepted, refused } = await start(service);
  const mapping = parseMapping(JSON.parse(JSON.stringify(settings)) as RawMapping);
  const client = createClient(baseUrl, { mapping });
  const bench = await launchBench({ client });
  const [project] = service === flat ? (await client.listProjects()).items : [];
  const { plan } = await plannedLaunch({ baseUrl }, deck, { answers, ...(project && { project }) });
  const open = await bench.journal.begin(plan);
  await bench.run(open).finally(() => open.close());
  const { record } = open;
  const ids = [record.project?.id, record.modelId, record.simulation?.id];
  return { client, accepted, refused, found: [...ids, launchState(record)] };
}

describe('Settings alone adapt a launch to a service', () => {
  afterEach(stopServices);

  it('with other fields, everything wrapped, another prefix, prompts, and headers for files', async () => {
    const { accepted, refused, found } = await launch(wrapped);
    assert.deepEqual([refused, found], [[], ['prj-1', 41, 'run-9', 'launched']]);
    assert.deepEqual(accepted.slice(2, 4), [
      ['PUT /files/main.inp', deck['main.inp']],
      ['PUT /files/mesh.inc', deck['mesh.inc']],
    ]);
    assert.equal(accepted.length, 6);
  });

  it('with flat fields, two lists in one response, a header, and a finalise body', async () => {
    const { client, accepted, refused, found } = await launch(flat);
    assert.deepEqual([refused, found], [[], [5, 'm/1', 77, 'launched']]);
    assert.equal(accepted.length, 6);
    const listed = [await client.listProjects(), await client.listReusableModels()];
    assert.deepEqual(
      listed.map(({ items }) => items.map(({ id, name }) => [id, name])),
      [[[5, 'Study']], [['w', 'Wing']]],
    );
  });

  for (const [name, service] of Object.entries({ wrapped, flat })) {
    for (const setting of Object.keys(service.settings)) {
      it(`but not without ${setting} for the one that is ${name}`, async () => {
        const { [setting as keyof RawMapping]: _, ...others } = service.settings;
        await assert.rejects(launch(service, others));
      });
    }
  }
});
