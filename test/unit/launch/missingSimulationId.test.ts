import assert from 'node:assert/strict';
import { systemClock } from '../../../src/client/core/clock';
import { parseMapping } from '../../../src/client/mapping/serviceMapping';
import { Journal } from '../../../src/launch/journal';
import { launchState } from '../../../src/launch/launchRecord';
import { testClient } from '../../support/client';
import { launchBench, plannedLaunch } from '../../support/launches';
import { removeTempTrees } from '../../support/tempTree';
import { closeServers, type Reply, serve } from '../../support/testServer';

const created: Reply = {
  status: 201,
  body: '{"run": {"ref": "sim-42"}, "download": "https://files.example/canary?sig=canary", "token": "canary"}',
};

async function launchAt(reply: Reply, responses: Readonly<Record<string, string>> = {}) {
  const service = await serve(({ method, path: to, headers }) => {
    if (method === 'PUT' || to.endsWith('/finalise')) return { status: 200 };
    if (to.endsWith('/projects')) return { status: 201, body: '{"id":1}' };
    const files = `[{"name":"main.inp","upload_url":"http://${headers.host}/files/1"}]`;
    return to.endsWith('/models') ? { status: 201, body: `{"id":2,"files":${files}}` } : reply;
  });
  const { client } = testClient(service.origin, 'variant_a', { mapping: parseMapping({ responses }) });
  const { journal, folder, run } = await launchBench({ client });
  const { plan } = await plannedLaunch({ baseUrl: service.origin }, { 'main.inp': 'x' });
  const begun = await journal.begin(plan);
  await run(begun, { client });
  await begun.close();
  const again = await new Journal(folder, systemClock).continue(begun.record.plan.launch);
  const { record } = again;
  await again.close();
  const simulations = service.requests.filter(({ path: to }) => to.endsWith('/simulations'));
  assert.equal(simulations.length, 1);
  return { simulation: record.simulation, state: launchState(record) };
}

describe('A simulation whose identifier is not found in the response', () => {
  afterEach(async () => {
    await closeServers();
    await removeTempTrees();
  });

  const response = '/download: https://files.example/…\n/token: [secret]\n/run/ref: "sim-42"';

  it('was created, and what the response says is in the record, without secrets', async () => {
    assert.deepEqual(await launchAt(created), { simulation: { response }, state: 'launched' });
  });

  it('was created, although a setting names a place where the identifier is not', async () => {
    const at = { createdSimulationId: '/run/id' };
    assert.deepEqual(await launchAt(created, at), { simulation: { response }, state: 'launched' });
    const empty = { simulation: { response: '' }, state: 'launched' };
    assert.deepEqual(await launchAt({ status: 201 }, at), empty);
  });

  it('has the identifier where the setting names its place, and nothing else of the response', async () => {
    const at = { createdSimulationId: '/run/ref' };
    assert.deepEqual(await launchAt(created, at), { simulation: { id: 'sim-42' }, state: 'launched' });
  });

  it('says nothing at all if the response is empty', async () => {
    assert.deepEqual(await launchAt({ status: 201 }), { simulation: {}, state: 'launched' });
  });
});
