import assert from 'node:assert/strict';
import { UnknownOutcomeError } from '../../../src/launch/errors';
import { launchActions } from '../../../src/launch/launchActions';
import { needsAttention } from '../../../src/launch/launchState';
import { operations } from '../../support/service';
import { beginLaunch, closeLaunches } from './support/begunLaunch';

const alone = {
  project: { newName: 'Study', existingProjects: [] },
  model: { name: 'Study', projectOnly: true },
  finalise: false,
  simulate: false,
} as const;

async function prepare() {
  const begun = await beginLaunch({}, { plan: alone });
  const { record, state } = begun;
  return {
    ...begun,
    actions: () => launchActions({ record: record.record, state: state(), runsHere: false }),
  };
}

describe('A launch that only creates a project', () => {
  afterEach(closeLaunches);

  it('looks for its name, sends one request, and is done then', async () => {
    const { emulator, run, record, state, actions } = await prepare();
    await run();
    const { project, modelId, uploaded, finalised } = record.record;
    assert.deepEqual(operations(emulator), ['listProjects', 'createProject']);
    assert.deepEqual(project, { id: emulator.projects.at(-1)?.project_id, name: 'Study' });
    assert.deepEqual([modelId, uploaded, finalised], [undefined, false, false]);
    assert.deepEqual([state(), needsAttention(state())], ['created', false]);
    assert.deepEqual(actions(), ['copyIds', 'note', 'remove']);
    await run();
    assert.deepEqual(operations(emulator), ['listProjects', 'createProject']);
  });

  it('is done when the user finds its project, and sends nothing for it', async () => {
    const { emulator, run, record, state } = await prepare();
    await record.append({ kind: 'creatingProject' });
    assert.equal(state(), 'unknown');
    await record.append({ kind: 'resolved', happened: true, id: 'p-9', name: 'Study' });
    await run();
    assert.deepEqual([state(), record.record.project], ['created', { id: 'p-9', name: 'Study' }]);
    assert.deepEqual(operations(emulator), []);
  });

  it('is sent again when the user finds that it did not happen, and not before', async () => {
    const { emulator, run, record, state, actions } = await prepare();
    await record.append({ kind: 'creatingProject' });
    assert.deepEqual(actions(), ['resolve', 'note', 'remove']);
    await assert.rejects(run(), UnknownOutcomeError);
    await record.append({ kind: 'resolved', happened: false });
    assert.deepEqual(actions(), ['resume', 'note', 'remove']);
    await run();
    assert.deepEqual([state(), operations(emulator)], ['created', ['listProjects', 'createProject']]);
  });
});
