import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { systemClock } from '../../../src/client/core/clock';
import { stringifyExactly } from '../../../src/client/core/exactJson';
import { parseMapping } from '../../../src/client/mapping/serviceMapping';
import { Journal } from '../../../src/launch/journal';
import { exportLaunch } from '../../../src/launch/launchExport';
import { testClient } from '../../support/client';
import { launchBench, plannedLaunch } from '../../support/launches';
import { newestFile } from '../../support/recordFiles';
import { failureOf } from '../../support/rejections';
import { removeTempTrees } from '../../support/tempTree';
import { closeServers, type RecordingServer, serve } from '../../support/testServer';

const project = 12345678901234567890n;
const model = 9007199254740993n;
const simulation = 18446744073709551615n;

/** A service with numeric 64-bit identifiers. The first simulation is refused. */
async function startService(): Promise<RecordingServer> {
  let refused = false;
  return serve(({ method, path: to, headers }) => {
    if (method === 'PUT') return { status: 200 };
    const files = `[{"name":"main.inp","upload_url":"http://${headers.host}/files/1"}]`;
    if (to.endsWith('/finalise')) return { status: 200 };
    if (to.endsWith('/projects')) return { status: 201, body: `{"project_id":${project}}` };
    if (to.endsWith('/models')) return { status: 201, body: `{"model_id":${model},"files":${files}}` };
    if (!refused) {
      refused = true;
      return { status: 400 };
    }
    return { status: 201, body: `{"simulation_id":${simulation}}` };
  });
}

describe('Identifiers of 64 bits', () => {
  afterEach(async () => {
    await closeServers();
    await removeTempTrees();
  });

  it('are sent back as the original numbers, also when the launch is resumed', async () => {
    const service = await startService();
    const { client } = testClient(service.origin);
    const { journal, folder, run } = await launchBench({ client });
    const { plan } = await plannedLaunch({ baseUrl: service.origin }, { 'main.inp': 'x' });
    const first = await journal.begin(plan);
    const { kind, status } = await failureOf(run(first, { client }));
    assert.deepEqual({ kind, status }, { kind: 'status', status: 400 });
    await first.close();
    const again = await new Journal(folder, systemClock).continue(first.record.plan.launch);
    await run(again, { client });
    await again.close();
    const sent = service.requests.map(({ method, path: to, body }) => `${method} ${to} ${body}`);
    assert.deepEqual(
      sent.filter((request) => /finalise|simulations/.test(request)),
      [
        'POST /variant_a/v1/models/9007199254740993/finalise ',
        'POST /variant_a/v1/simulations {"project_id":12345678901234567890,"model_id":9007199254740993}',
        'POST /variant_a/v1/simulations {"project_id":12345678901234567890,"model_id":9007199254740993}',
      ],
    );
    const { record } = again;
    assert.equal(
      stringifyExactly([record.project?.id, record.modelId, record.simulation?.id]),
      '[12345678901234567890,9007199254740993,18446744073709551615]',
    );
    const kept = readFileSync(newestFile(folder, record.plan.launch), 'utf8');
    assert.ok(kept.includes('"id":{"integer":"9007199254740993"}'));
    assert.match(
      stringifyExactly(exportLaunch({ record, files: again.files! }, 'launched')),
      /"simulation":\{"id":18446744073709551615\}/,
    );
  });

  it('are inserted into strings of a body with all their digits', async () => {
    const service = await serve({ status: 201, body: '{}' });
    const mapping = parseMapping({
      'requests.createSimulation': { of: '{model_id}', text: 'in {project_id}' },
    });
    await testClient(service.origin, 'variant_a', { mapping }).client.createSimulation(project, model);
    assert.deepEqual(
      service.requests.map(({ body }) => body),
      ['{"of":9007199254740993,"text":"in 12345678901234567890"}'],
    );
  });
});
