import assert from 'node:assert/strict';
import { systemClock } from '../../../src/client/core/clock';
import { MappingError } from '../../../src/client/mapping/mappingError';
import { parseMapping, type RawMapping } from '../../../src/client/mapping/serviceMapping';
import { Journal } from '../../../src/launch/journal';
import type { LaunchAnswers } from '../../../src/launch/journalEntry';
import type { JournalWriter } from '../../../src/launch/journalWriter';
import { launchState } from '../../../src/launch/launchRecord';
import { createClient } from '../../support/client';
import { launchBench, plannedLaunch } from '../../support/launches';
import { operations, startService, stopServices } from '../../support/service';

const answers: LaunchAnswers = {
  createProject: { description: 'Wings' },
  createSimulation: { 'prompt.cores': 12, 'prompt.queue': 'long' },
};

const asking: RawMapping = {
  'requests.createProject': { name: '{name}', about: '{description}' },
  'requests.createSimulation': {
    $prompts: {
      cores: { type: 'number' },
      queue: { type: 'choice', choices: ['short', 'long'], default: 'short' },
    },
    ...{ project_id: '{project_id}', model_id: '{model_id}' },
    ...{ cores: '{prompt.cores}', queue: '{prompt.queue}' },
  },
};

const opened: JournalWriter[] = [];

async function prepare(plan: Parameters<typeof plannedLaunch>[2], mapping = asking) {
  const service = await startService();
  const { emulator } = service;
  const bench = await launchBench(service);
  const planned = await plannedLaunch(emulator, { 'main.inp': '*INCLUDE' }, plan);
  const record = await bench.journal.begin(planned.plan);
  opened.push(record);
  const clientWith = (given: RawMapping) => createClient(emulator.baseUrl, { mapping: parseMapping(given) });
  const sent = () =>
    emulator.requests
      .filter(({ operation }) => operation === 'createProject' || operation === 'createSimulation')
      .map(({ body }) => body);
  return { ...bench, emulator, record, client: clientWith(mapping), clientWith, sent };
}

/** The record as a window that is opened later reads it. */
async function reopen(folder: string, record: JournalWriter): Promise<JournalWriter> {
  await record.close();
  opened.splice(opened.indexOf(record), 1);
  const again = await new Journal(folder, systemClock).continue(record.record.plan.launch);
  opened.push(again);
  return again;
}

describe('The answers of a launch', () => {
  afterEach(async () => {
    for (const record of opened.splice(0)) await record.close();
    await stopServices();
  });

  it('are recorded from its beginning', async () => {
    const { folder, record } = await prepare({ answers });
    const { launches, unreadable } = await new Journal(folder, systemClock).read();
    assert.deepEqual([launches.map((launch) => launch.record.plan), unreadable], [[record.record.plan], []]);
    assert.deepEqual(record.record.plan.answers, answers);
  });

  it('are sent unchanged when the launch is resumed, and only while they are still valid', async () => {
    const { run, record, client, clientWith, emulator, folder, sent } = await prepare({ answers });
    emulator.setIntercept(({ operation }) =>
      operation === 'createSimulation' ? { kind: 'reply', status: 400 } : undefined,
    );
    await assert.rejects(run(record, { client }));
    emulator.setIntercept(undefined);
    const withChoices = (...choices: (string | number)[]): ReturnType<typeof createClient> => {
      const $prompts = { cores: { type: 'number', default: 1 }, queue: { type: 'choice', choices } };
      const body = { ...(asking['requests.createSimulation'] as object), $prompts };
      return clientWith({ ...asking, 'requests.createSimulation': body });
    };
    const again = await reopen(folder, record);
    const before = operations(emulator);
    await assert.rejects(
      run(again, { client: withChoices(8, 16) }),
      (error) => error instanceof MappingError && error.reason === 'unfitAnswer' && error.entry === 'queue',
    );
    assert.deepEqual(operations(emulator), before);
    await run(again, { client: withChoices('weekend', 'long') });
    assert.equal(launchState(again.record, false), 'launched');
    const { project, modelId } = again.record;
    const simulation = { project_id: project?.id, model_id: modelId, cores: 12, queue: 'long' };
    assert.deepEqual(sent(), [{ name: 'Study', about: 'Wings' }, simulation, simulation]);
  });

  it('may be missing, as in the records of earlier versions, when the bodies have no prompts', async () => {
    const { run, record, folder, client, sent } = await prepare({}, {});
    const again = await reopen(folder, record);
    assert.equal('answers' in again.record.plan, false);
    await run(again, { client });
    const { project, modelId } = again.record;
    assert.deepEqual(sent(), [{ name: 'Study' }, { project_id: project?.id, model_id: modelId }]);
  });

  it('that are missing stop it before anything is sent, until there is a default', async () => {
    const { run, record, folder, client, clientWith, emulator, sent } = await prepare({});
    await assert.rejects(run(record, { client }), (error) => {
      assert.ok(error instanceof MappingError);
      assert.deepEqual(
        [error.setting, error.reason, error.entry],
        ['requests.createSimulation', 'noAnswer', 'cores'],
      );
      return true;
    });
    assert.deepEqual(operations(emulator), []);
    assert.equal(launchState(record.record, false), 'interrupted');
    const again = await reopen(folder, record);
    const $prompts = { cores: { type: 'number', default: 4 } };
    const body = { project_id: '{project_id}', model_id: '{model_id}', cores: '{prompt.cores}', $prompts };
    await run(again, { client: clientWith({ 'requests.createSimulation': body }) });
    const { project, modelId } = again.record;
    assert.deepEqual(sent(), [{ name: 'Study' }, { project_id: project?.id, model_id: modelId, cores: 4 }]);
  });

  it('are not needed for requests that will not be sent', async () => {
    const { run, record, client, emulator } = await prepare(
      {},
      {
        'requests.finaliseModel': { $prompts: { reason: { type: 'text' } }, reason: '{prompt.reason}' },
      },
    );
    await assert.rejects(run(record, { client }), MappingError);
    const other = await launchBench({ client });
    const existing = {
      project: { id: emulator.projects[0]!.project_id, name: 'x' },
      model: { id: emulator.models.find(({ reusable }) => reusable)!.model_id, name: 'y' },
    };
    const { plan } = await plannedLaunch(emulator, {}, existing);
    const simulation = await other.journal.begin(plan);
    opened.push(simulation);
    await other.run(simulation, { client });
    assert.deepEqual(operations(emulator), ['createSimulation']);
  });

  it('for the finalise request are needed only when it is finalised', async () => {
    const finalise = { $prompts: { reason: { type: 'text' } }, reason: '{prompt.reason}' };
    const plan = { finalise: false, simulate: false };
    const { run, record, client, emulator } = await prepare(plan, {
      'requests.finaliseModel': finalise,
    });
    await run(record, { client });
    assert.equal(launchState(record.record, false), 'uploaded');
    const before = operations(emulator);
    await assert.rejects(run(record, { client, finalise: true }), MappingError);
    assert.deepEqual(operations(emulator), before);
    assert.equal(launchState(record.record, false), 'uploaded');
  });
});
