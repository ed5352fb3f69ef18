import assert from 'node:assert/strict';
import { type LaunchDraft, planOf, requestsOf } from '../../../src/flows/launchDraft';
import { retakeService } from '../../../src/flows/retakeService';
import { OtherServiceError } from '../../../src/launch/errors';
import type { LaunchPlan } from '../../../src/launch/launch';
import type { ConnectedService } from '../../../src/session/service';

type Draft = Omit<LaunchDraft, 'title' | 'service'>;

const project = { id: 'p', name: 'Study' };
const newProject = { newName: 'Study' };
const model = { id: 'm', name: 'deck' };
const reuse = { id: 'm', name: 'wing', finalisedAt: 0 };
const simulating = { goal: 'simulation', finalise: true } as const;
const uploading = { goal: 'model', finalise: true } as const;

describe('The service for a list that failed', () => {
  const [first, second] = [{ key: 'first' }, { key: 'second' }] as ConnectedService[];
  const retake = (answers: Partial<LaunchDraft>) =>
    retakeService(
      {
        service: () => Promise.resolve(second!),
        requireSelected: () => Promise.reject(new OtherServiceError('first')),
      },
      { title: '', service: first!, ...simulating, model: 'files', ...answers },
    );

  it('is the one that is selected by now', async () => assert.equal(await retake({}), second));

  for (const [name, bound] of [
    ['a project', { project }],
    ['a new project, which is told from those of that service', { project: newProject }],
    ['a model', { model }],
    ['a model of the same files', { same: reuse }],
  ] as const)
    it(`has to be the earlier one once ${name} was chosen there`, async () =>
      await assert.rejects(retake(bound), OtherServiceError));
});

describe('The requests that a flow leads to', () => {
  const allRequests = ['createProject', 'createModel', 'finaliseModel', 'createSimulation'];
  const upload = allRequests.slice(0, 3);
  const ofFiles = allRequests.slice(1);
  const simulation = allRequests.slice(3);
  const withFiles = { ...simulating, model: 'files' } as const;
  const cases: readonly (readonly [
    name: string,
    draft: Draft,
    known: readonly string[],
    possible?: readonly string[],
  ])[] = [
    ['with files, into a project that is there', { ...withFiles, project }, ofFiles],
    ['with files, into a new project', { ...withFiles, project: newProject }, allRequests],
    ['with files, into a new project without a name yet', { ...withFiles, project: 'new' }, allRequests],
    ['with files, while the project is not chosen', withFiles, ofFiles, allRequests],
    ['while nothing is decided', simulating, simulation, allRequests],
    ['without finalising, while nothing is decided', { ...simulating, finalise: false }, simulation, upload],
    ['with a model of the same files', { ...withFiles, reuse, project }, simulation],
    ['with the same, without finalising', { ...withFiles, finalise: false, reuse, project }, simulation],
    ['with a reusable model', { ...simulating, model, project }, simulation],
    ['without finalising', { ...withFiles, finalise: false, project }, allRequests.slice(1, 3)],
    ['for an upload alone', { ...uploading, model: 'files' }, ['createModel', 'finaliseModel']],
    ['for an upload that is not needed', { ...uploading, model: 'files', reuse }, []],
    ['for a project alone', { goal: 'project', finalise: false, project: 'new' }, ['createProject']],
  ];
  for (const [name, draft, known, possible = known] of cases)
    it(`are these ${name}`, () =>
      assert.deepEqual([requestsOf(draft), requestsOf(draft, { withUndecided: true })], [known, possible]));
});

describe('The plan of a launch', () => {
  const files = { model: 'files', modelName: 'deck', files: [] } as const;
  const answers = { createModel: { cores: 8 } };
  const newModel = { name: 'deck', files: [] };
  const uploaded = { model: newModel, finalise: false, simulate: false };
  const finalised = { ...uploaded, finalise: true };
  const simulated = { ...finalised, simulate: true };
  const cases: readonly (readonly [name: string, draft: Draft, plan: LaunchPlan | undefined])[] = [
    ['of files ends with a simulation', { ...simulating, ...files, project }, { ...simulated, project }],
    [
      'of files that are not finalised ends without one',
      { ...simulating, finalise: false, ...files, project },
      { ...uploaded, project },
    ],
    [
      'of files that are there already as a model is a simulation of that',
      { ...simulating, finalise: false, ...files, reuse, project },
      { ...simulated, model: { id: 'm', name: 'wing' }, project },
    ],
    [
      'of a model that is there is a simulation of it, without finalising too',
      { ...simulating, finalise: false, model, project: newProject },
      { ...simulated, model, project: newProject },
    ],
    ['of an upload alone has no project and no simulation', { ...uploading, ...files }, finalised],
    [
      'of an upload that is finalised by hand stops before that',
      { ...uploading, finalise: false, ...files },
      uploaded,
    ],
    [
      'of a project alone has its name and no model',
      { goal: 'project', finalise: false, project: { ...newProject, existingProjects: ['q'] } },
      {
        ...uploaded,
        model: { name: 'Study', projectOnly: true },
        project: { ...newProject, existingProjects: ['q'] },
      },
    ],
    [
      'keeps the answers to the prompts of an upload',
      { ...uploading, ...files, answers },
      { ...finalised, answers },
    ],
    [
      'keeps the answers to the prompts of a simulation',
      { ...simulating, model, project, answers },
      { ...simulated, model, project, answers },
    ],
    ['waits for a project', { ...simulating, ...files }, undefined],
    ['waits for the name of a new project', { ...simulating, ...files, project: 'new' }, undefined],
    ['waits for a model', { ...simulating, project }, undefined],
  ];
  for (const [name, draft, plan] of cases) it(name, () => assert.deepEqual(planOf(draft), plan));
});
