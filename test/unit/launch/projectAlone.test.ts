import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { NetworkError } from '../../../src/client/core/errors';
import { UnknownOutcomeError } from '../../../src/launch/errors';
import type { JournalWriter } from '../../../src/launch/journalWriter';
import { launchActions } from '../../../src/launch/launchActions';
import { exportLaunch } from '../../../src/launch/launchExport';
import { launchState } from '../../../src/launch/launchRecord';
import { needsAttention } from '../../../src/launch/launchState';
import { launchBench, plannedLaunch } from '../../support/launches';
import { operations, startService, stopServices } from '../../support/service';
import { removeTempTrees } from '../../support/tempTree';

const alone = {
  project: { newName: 'Study', before: [] },
  model: { name: 'Study', none: true },
  ...{ finalise: false, simulate: false },
} as const;

const opened: JournalWriter[] = [];

async function prepare() {
  const service = await startService();
  const bench = await launchBench(service);
  const { plan } = await plannedLaunch(service.emulator, {}, alone);
  const record = await bench.journal.begin(plan);
  opened.push(record);
  const state = () => launchState(record.record, false);
  const actions = () => launchActions({ record: record.record, state: state(), runsHere: false });
  return { ...service, ...bench, record, state, actions };
}

function firstLine(folder: string, { record }: JournalWriter): { schema: unknown } {
  const [line = ''] = readFileSync(path.join(folder, `${record.plan.launch}.launch`), 'utf8').split('\n');
  return JSON.parse(line.slice(line.indexOf(' ') + 1)) as { schema: unknown };
}

describe('A launch that only creates a project', () => {
  afterEach(async () => {
    for (const record of opened.splice(0)) await record.close();
    await stopServices();
    await removeTempTrees();
  });

  it('sends one request, and is done then', async () => {
    const { emulator, run, record, state, actions } = await prepare();
    await run(record);
    const { project, modelId, uploaded, finalised } = record.record;
    assert.deepEqual(operations(emulator), ['createProject']);
    assert.deepEqual(project, { id: emulator.projects.at(-1)?.project_id, name: 'Study' });
    assert.deepEqual([modelId, uploaded, finalised], [undefined, false, false]);
    assert.deepEqual([state(), needsAttention(state())], ['created', false]);
    assert.deepEqual(actions(), ['copyIds', 'remove']);
    await run(record);
    assert.deepEqual(operations(emulator), ['createProject']);
  });

  it('has an unknown outcome when its response is lost, and is not sent a second time', async () => {
    const { emulator, run, record, state, actions } = await prepare();
    emulator.setIntercept(() => ({ kind: 'drop', when: 'afterApplying' }));
    await assert.rejects(run(record), NetworkError);
    assert.deepEqual([state(), actions()], ['unknown', ['resolve', 'remove']]);
    await assert.rejects(run(record), UnknownOutcomeError);
    assert.deepEqual(operations(emulator), ['createProject']);
  });

  it('is done when the user finds its project, and sends nothing for it', async () => {
    const { emulator, run, record, state } = await prepare();
    await record.append({ kind: 'creatingProject' });
    assert.equal(state(), 'unknown');
    await record.append({ kind: 'resolved', happened: true, id: 'p-9', name: 'Study' });
    await run(record);
    assert.deepEqual([state(), record.record.project], ['created', { id: 'p-9', name: 'Study' }]);
    assert.deepEqual(operations(emulator), []);
  });

  it('is sent again when the user finds that it did not happen', async () => {
    const { emulator, run, record, state, actions } = await prepare();
    await record.append({ kind: 'creatingProject' });
    await record.append({ kind: 'resolved', happened: false });
    assert.deepEqual(actions(), ['resume', 'remove']);
    await run(record);
    assert.deepEqual([state(), operations(emulator)], ['created', ['createProject']]);
  });

  it('is exported without a model', async () => {
    const { run, record, state } = await prepare();
    await run(record);
    const exported = exportLaunch({ record: record.record, files: record.files! }, state());
    assert.deepEqual(
      [exported.state, exported.project?.name, 'model' in exported],
      ['created', 'Study', false],
    );
  });

  it('is recorded in a form that earlier versions leave unchanged', async () => {
    const { journal, folder, record, emulator } = await prepare();
    const { plan } = await plannedLaunch(emulator, { 'a.inp': 'a' });
    const other = await journal.begin(plan);
    opened.push(other);
    assert.deepEqual([firstLine(folder, record).schema, firstLine(folder, other).schema], [2, 4]);
    await record.close();
    const { launches } = await journal.read();
    assert.deepEqual(launches.map(({ record: read }) => read.plan.model.name).sort(), ['Study', 'deck']);
  });
});
