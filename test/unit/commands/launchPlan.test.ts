import assert from 'node:assert/strict';
import { operationsOf, planLaunch, planNewModel, type FlowEnd } from '../../../src/flows/launchPlan';
import type { RequestState } from '../../../src/flows/flowState';

const project = { id: 'p', name: 'Study' };
const simulating: FlowEnd = { project: true, simulate: true, finaliseAfterUpload: true };
const uploading: FlowEnd = { project: false, simulate: false, finaliseAfterUpload: true };
const byHand = { finaliseAfterUpload: false };

describe('The requests of a flow', () => {
  const cases: readonly (readonly [
    name: string,
    flow: FlowEnd,
    state: RequestState,
    known: readonly string[],
    possible: readonly string[],
  ])[] = [
    [
      'with files, in an existing project',
      simulating,
      { model: 'files', project },
      ['createModel', 'finaliseModel', 'createSimulation'],
      ['createModel', 'finaliseModel', 'createSimulation'],
    ],
    [
      'with files, in a new project',
      simulating,
      { model: 'files', project: { newName: 'Study' } },
      ['createProject', 'createModel', 'finaliseModel', 'createSimulation'],
      ['createProject', 'createModel', 'finaliseModel', 'createSimulation'],
    ],
    [
      'before any decision',
      simulating,
      {},
      ['createSimulation'],
      ['createProject', 'createModel', 'finaliseModel', 'createSimulation'],
    ],
    [
      'with a model of the same files',
      simulating,
      { model: 'files', reuse: { id: 'm', name: 'deck' } as NonNullable<RequestState['reuse']>, project },
      ['createSimulation'],
      ['createSimulation'],
    ],
    [
      'with a reusable model',
      simulating,
      { model: { id: 'm', name: 'deck' }, project },
      ['createSimulation'],
      ['createSimulation'],
    ],
    [
      'without finalising',
      { ...simulating, ...byHand },
      { model: 'files', project },
      ['createModel', 'finaliseModel'],
      ['createModel', 'finaliseModel'],
    ],
    [
      'for an upload alone',
      uploading,
      { model: 'files' },
      ['createModel', 'finaliseModel'],
      ['createModel', 'finaliseModel'],
    ],
  ];
  for (const [name, flow, state, known, possible] of cases) {
    it(`are these ${name}`, () => {
      assert.deepEqual(
        [operationsOf(flow, state), operationsOf(flow, state, { undecided: true })],
        [known, possible],
      );
    });
  }
});

describe('The plan of a launch', () => {
  const finalising = { finaliseAfterUpload: true };
  const state = { modelName: 'deck', files: [] };

  it('for files ends with a simulation', () => {
    assert.deepEqual(planLaunch(finalising, state, project), {
      ...{ model: { name: 'deck', files: [] }, finalise: true, simulate: true },
      project,
    });
  });

  it('for files that are not finalised ends without a simulation', () => {
    assert.deepEqual(planLaunch(byHand, state, project), {
      ...{ model: { name: 'deck', files: [] }, finalise: false, simulate: false },
      project,
    });
  });

  it('for files that exist as a model is a simulation of it', () => {
    const reuse = { id: 'm', name: 'wing', at: 0 };
    assert.deepEqual(planLaunch(byHand, { ...state, reuse: reuse as never }, project), {
      ...{ model: { id: 'm', name: 'wing' }, finalise: true, simulate: true },
      project,
    });
  });

  it('keeps the answers to its prompts', () => {
    const answers = { createModel: { cores: 8 } };
    assert.deepEqual(planNewModel(finalising, { ...state, answers }).answers, answers);
  });
});
