import assert from 'node:assert/strict';
import { MappingError } from '../../../src/client/mapping/mappingError';
import { parseMapping, type RawMapping } from '../../../src/client/mapping/serviceMapping';
import type { LaunchAnswers } from '../../../src/launch/journalEntry';
import { launchState } from '../../../src/launch/launchRecord';
import { createClient } from '../../support/client';
import { replyWith } from '../../support/emulatorFaults';
import { operations } from '../../support/service';
import { beginLaunch, closeLaunches, existing, type PlanChoice } from './support/begunLaunch';

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
    project_id: '{project_id}',
    model_id: '{model_id}',
    cores: '{prompt.cores}',
    queue: '{prompt.queue}',
  },
};

const finaliseAsking: RawMapping = {
  'requests.finaliseModel': { $prompts: { reason: { type: 'text' } }, reason: '{prompt.reason}' },
};

async function prepare(plan: PlanChoice, mapping = asking) {
  const client = { mapping: parseMapping(mapping) };
  const begun = await beginLaunch({ 'main.inp': '*INCLUDE' }, { client, plan });
  const { emulator } = begun;
  return {
    ...begun,
    clientWith: (other: RawMapping) => createClient(emulator.baseUrl, { mapping: parseMapping(other) }),
    sent: () =>
      emulator.requests
        .filter(({ operation }) => operation === 'createProject' || operation === 'createSimulation')
        .map(({ body }) => body),
  };
}

describe('The answers of a launch', () => {
  afterEach(closeLaunches);

  it('are sent unchanged when the launch is resumed, and only while they are still valid', async () => {
    const { run, reopen, clientWith, emulator, sent } = await prepare({ answers });
    emulator.setIntercept(({ operation }) =>
      operation === 'createSimulation' ? replyWith({ status: 400 }) : undefined,
    );
    await assert.rejects(run());
    emulator.setIntercept(undefined);
    const withChoices = (...choices: (string | number)[]) => {
      const $prompts = { cores: { type: 'number', default: 1 }, queue: { type: 'choice', choices } };
      const body = { ...(asking['requests.createSimulation'] as object), $prompts };
      return clientWith({ ...asking, 'requests.createSimulation': body });
    };
    const again = await reopen();
    const before = operations(emulator);
    const unfit = { name: 'MappingError', reason: 'unfitAnswer', entry: 'queue' };
    await assert.rejects(run({ journal: again, client: withChoices(8, 16) }), unfit);
    assert.deepEqual(operations(emulator), before);
    await run({ journal: again, client: withChoices('weekend', 'long') });
    assert.equal(launchState(again.record), 'launched');
    const { project, modelId } = again.record;
    const simulation = { project_id: project?.id, model_id: modelId, cores: 12, queue: 'long' };
    assert.deepEqual(sent(), [{ name: 'Study', about: 'Wings' }, simulation, simulation]);
  });

  it('that are missing stop it before anything is sent, until there is a default', async () => {
    const { run, reopen, state, clientWith, emulator, sent } = await prepare({});
    const missing = { setting: 'requests.createSimulation', reason: 'noAnswer', entry: 'cores' };
    await assert.rejects(run(), { name: 'MappingError', ...missing });
    assert.deepEqual([operations(emulator), state()], [[], 'interrupted']);
    const again = await reopen();
    const $prompts = { cores: { type: 'number', default: 4 } };
    const body = { project_id: '{project_id}', model_id: '{model_id}', cores: '{prompt.cores}', $prompts };
    await run({ journal: again, client: clientWith({ 'requests.createSimulation': body }) });
    const { project, modelId } = again.record;
    assert.deepEqual(sent(), [{ name: 'Study' }, { project_id: project?.id, model_id: modelId, cores: 4 }]);
  });

  it('are not needed for requests that will not be sent', async () => {
    const { emulator, run } = await prepare(existing, finaliseAsking);
    await run();
    assert.deepEqual(operations(emulator), ['createSimulation']);
  });

  it('for the finalise request are needed only when it is finalised', async () => {
    const { emulator, run, state } = await prepare({ finalise: false, simulate: false }, finaliseAsking);
    await run();
    assert.equal(state(), 'uploaded');
    const before = operations(emulator);
    await assert.rejects(run({ finalise: true }), MappingError);
    assert.deepEqual([operations(emulator), state()], [before, 'uploaded']);
  });
});
