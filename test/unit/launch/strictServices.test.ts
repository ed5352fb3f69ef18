import assert from 'node:assert/strict';
import { parseMapping, type RawMapping } from '../../../src/client/mapping/serviceMapping';
import type { JournalWriter } from '../../../src/launch/journalWriter';
import { launchState } from '../../../src/launch/launchRecord';
import { createClient } from '../../support/client';
import { launchBench, plannedLaunch } from '../../support/launches';
import { stopServices } from '../../support/service';
import { asking, flat, start, type StrictService, wrapped } from './support/strictServiceSpecs';

const deck = { 'main.inp': '*INCLUDE', 'mesh.inc': '1,0' };

const opened: JournalWriter[] = [];

/** A client whose mapping comes from the settings alone, as in a settings file. */
async function connect(service: StrictService, settings: RawMapping = service.settings) {
  const started = await start(service);
  const mapping = parseMapping(JSON.parse(JSON.stringify(settings)) as RawMapping);
  return { service: started, client: createClient(started.baseUrl, { mapping }) };
}

async function launch(
  connected: Awaited<ReturnType<typeof connect>>,
  changes: Parameters<typeof plannedLaunch>[2],
) {
  const bench = await launchBench(connected);
  const { plan } = await plannedLaunch(connected.service, deck, changes);
  const record = await bench.journal.begin(plan);
  opened.push(record);
  await bench.run(record);
  return record.record;
}

describe('Settings alone adapt a launch to a service', () => {
  afterEach(async () => {
    for (const record of opened.splice(0)) await record.close();
    await stopServices();
  });

  it('with other fields, and everything wrapped', async () => {
    const connected = await connect(wrapped);
    const record = await launch(connected, {});
    assert.deepEqual(connected.service.refused, []);
    assert.deepEqual(
      [record.project?.id, record.modelId, record.simulation?.id, launchState(record, false)],
      ['prj-1', 41, 'run-9', 'launched'],
    );
    assert.deepEqual(connected.service.accepted.slice(2, 4), [
      ['PUT /files/main.inp', deck['main.inp']],
      ['PUT /files/mesh.inc', deck['mesh.inc']],
    ]);
    assert.equal(connected.service.accepted.length, 6);
  });

  it('with flat fields, two lists in one response, a header, and a finalise body', async () => {
    const connected = await connect(flat);
    const { client, service } = connected;
    const [project, another] = (await client.listProjects()).items;
    assert.deepEqual([project?.id, project?.name, another], [5, 'Study', undefined]);
    const models = (await client.listReusableModels()).items.map(({ id, name }) => [id, name]);
    assert.deepEqual(models, [['w', 'Wing']]);
    const record = await launch(connected, { project: { id: project!.id, name: project!.name } });
    assert.deepEqual(service.refused, []);
    assert.deepEqual(
      [record.project?.id, record.modelId, record.simulation?.id, launchState(record, false)],
      [5, 'm/1', 77, 'launched'],
    );
    assert.equal(service.accepted.length, 7);
  });

  it('with another prefix, prompts, and headers for files', async () => {
    const connected = await connect(asking);
    const record = await launch(connected, {
      answers: {
        createProject: { description: 'Wings in wind' },
        createSimulation: { 'prompt.cores': 2, 'prompt.queue': 'long', 'prompt.note': 'first try' },
      },
    });
    assert.deepEqual(connected.service.refused, []);
    assert.deepEqual(
      [record.project?.id, record.modelId, record.simulation?.id, launchState(record, false)],
      ['p', 'm', 's', 'launched'],
    );
    assert.equal(connected.service.accepted.length, 6);
  });

  for (const [name, service] of Object.entries({ wrapped, flat, asking })) {
    for (const setting of Object.keys(service.settings)) {
      it(`but not without ${setting} for the one that is ${name}`, async () => {
        const { [setting as keyof RawMapping]: _, ...others } = service.settings;
        const connected = await connect(service, others);
        const answers = {
          createProject: { description: 'Wings in wind' },
          createSimulation: { 'prompt.cores': 2, 'prompt.queue': 'long', 'prompt.note': 'first try' },
        };
        const run = async (): Promise<void> => {
          const [project] = service === flat ? (await connected.client.listProjects()).items : [];
          await launch(connected, { answers, ...(project && { project: { id: project.id, name: '' } }) });
        };
        await assert.rejects(run());
      });
    }
  }
});
