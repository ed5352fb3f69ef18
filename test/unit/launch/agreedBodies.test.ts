import assert from 'node:assert/strict';
import path from 'node:path';
import { systemClock } from '../../../src/client/core/clock';
import type { ModelId, ProjectId } from '../../../src/client/core/types';
import { parseMapping } from '../../../src/client/mapping/serviceMapping';
import {
  findChangedBodies,
  fingerprintBodies,
  listBodiesAgain,
  listUnsentBodies,
  updateBodies,
} from '../../../src/launch/agreedBodies';
import { BodiesChangedError } from '../../../src/launch/errors';
import { Journal } from '../../../src/launch/journal';
import type { Problem } from '../../../src/launch/journalEntry';
import { createClient } from '../../support/client';
import { newRunner, noFollower } from '../../support/runner';
import { operations, startService, stopServices } from '../../support/service';
import { tempTree } from '../../support/tempTree';
import { somePlan } from './support/somePlan';

const ids = { project_id: '{project_id}', model_id: '{model_id}' };
const mappingOf = (body: object) => parseMapping({ 'requests.createSimulation': { ...ids, ...body } });
const before = mappingOf({});
const after = mappingOf({ priority: 9 });

const every = ['createProject', 'createModel', 'finaliseModel', 'createSimulation'] as const;

describe('The bodies that a user has agreed to', () => {
  it('differ when the settings describe another body, and from nothing that is not known', () => {
    const agreed = fingerprintBodies(before);
    assert.deepEqual(findChangedBodies(agreed, before, every), []);
    assert.deepEqual(findChangedBodies(agreed, after, every), ['createSimulation']);
    assert.deepEqual(findChangedBodies(agreed, after, ['createModel']), []);
    assert.deepEqual(findChangedBodies({}, after, every), []);
    assert.equal(updateBodies(agreed, before), undefined);
    const updated = updateBodies(agreed, after);
    assert.ok(updated);
    assert.deepEqual(findChangedBodies(updated, after, every), []);
  });

  it('differ when a question of a body has another default or type, but not another label', () => {
    const prompt = (more: object) =>
      mappingOf({ x: '{prompt.x}', $prompts: { x: { type: 'number', ...more } } });
    const agreed = fingerprintBodies(prompt({ default: 1 }));
    const isChanged = (more: object) =>
      findChangedBodies(agreed, prompt(more), every).includes('createSimulation');
    assert.deepEqual(
      [{ default: 1, label: 'Force' }, { default: 2 }, { default: '1', type: 'text' }].map(isChanged),
      [false, true, true],
    );
  });
});

describe('A launch whose bodies have changed since the user agreed', () => {
  afterEach(stopServices);

  const donePlan = {
    ...somePlan,
    project: { id: 'p1' as ProjectId, name: 'Wing' },
    model: { id: 'm1' as ModelId, name: 'deck' },
    simulate: true,
    bodies: fingerprintBodies(before),
  };

  /** A launch that failed to create its simulation, in a window with the settings of now. */
  async function fail(problem: Problem) {
    const { emulator } = await startService();
    const folder = path.join(await tempTree(), 'launches');
    const begun = await new Journal(folder, systemClock).begin(donePlan);
    await begun.append({ kind: 'creatingSimulation' });
    await begun.append({ kind: 'failed', problem });
    await begun.close();
    const client = createClient(emulator.baseUrl, { mapping: after });
    const runner = newRunner(folder, client);
    return { emulator, runner, record: begun.record, id: begun.record.plan.launch };
  }

  it('sends nothing until they are agreed to, and then goes on with them', async () => {
    const { emulator, runner, id } = await fail({ kind: 'network', operation: 'createSimulation' });
    const sent = operations(emulator).length;
    await assert.rejects(
      runner.resume(id, noFollower()),
      (error) => error instanceof BodiesChangedError && error.operation === 'createSimulation',
    );
    assert.equal(operations(emulator).length, sent);
    await runner.resume(id, noFollower(), { bodies: () => fingerprintBodies(after) }).catch(() => undefined);
    assert.deepEqual(operations(emulator).slice(sent), ['createSimulation']);
  });

  it('asks about them, unless just that body was refused', async () => {
    for (const [problem, expected] of [
      [{ kind: 'status', operation: 'createSimulation', status: 422 }, []],
      [{ kind: 'status', operation: 'createSimulation', status: 400 }, []],
      [{ kind: 'status', operation: 'createSimulation', status: 503 }, ['createSimulation']],
      [{ kind: 'status', operation: 'createModel', status: 422 }, ['createSimulation']],
    ] as const) {
      const { record } = await fail(problem);
      assert.deepEqual(listUnsentBodies(record, { finalise: false }), expected);
      assert.equal(listBodiesAgain(record).includes('createSimulation'), expected.length > 0);
    }
  });
});
