import assert from 'node:assert/strict';
import {
  type ComparedLaunch,
  findRunningLaunch,
  findUnknownLaunch,
} from '../../../src/launch/findUnknownLaunch';
import type { PlannedLaunch } from '../../../src/launch/journalEntry';
import { type Launch, summariseModel } from '../../../src/launch/launch';
import { createRecord } from '../../../src/launch/launchRecord';
import type { PlannedFile } from '../../../src/upload/uploadPlan';
import { simplePlan } from '../../support/launchRecords';

const { service } = simplePlan;

const uploading = { model: { name: 'Wing', files: { count: 1, bytes: 2, paths: [] } } };

function launchOf(changes: Partial<PlannedLaunch>, state: Launch['state'] = 'unknown'): Launch {
  const record = createRecord({ kind: 'planned', launch: 'a', ...simplePlan, ...changes, at: 0 });
  return { id: 'a', record, state, runsHere: false };
}

const content: ComparedLaunch = { service, projectName: 'Study', model: { name: 'Wing' }, simulate: true };

function plannedFile(name: string): PlannedFile {
  return { name, path: `/case/${name}`, size: 1, mtimeNs: '1', ctimeNs: '1', inode: '1' };
}

describe('The search for a launch that may have taken effect', () => {
  for (const [what, launch, wanted = content] of [
    ['the same', launchOf(uploading)],
    ['one of a new project', launchOf({ ...uploading, project: { newName: 'Study' } })],
    ['one of an existing model', launchOf({}), { ...content, model: { id: 'm1' } }],
  ] as const)
    it(`finds ${what}`, () => {
      assert.equal(findUnknownLaunch([launch], wanted), launch);
    });

  for (const [what, launch, wanted = content] of [
    ['one that has failed', launchOf(uploading, 'failed')],
    ['one that runs', launchOf(uploading, 'uploading')],
    ['a row of a study', launchOf({ ...uploading, study: { id: 's', row: 1 } })],
    ['another project', launchOf({ ...uploading, project: { id: 'p1', name: 'Other' } })],
    ['another model', launchOf({ model: { ...uploading.model, name: 'Hull' } })],
    ['another service', launchOf({ ...uploading, service: { ...service, origin: 'https://other.invalid' } })],
    ['an upload without a simulation', launchOf({ ...uploading, simulate: false })],
    [
      'another type of identifier',
      launchOf({ model: { id: 1, name: 'x' } }),
      { ...content, model: { id: '1' } },
    ],
  ] as const)
    it(`passes over ${what}`, () => {
      assert.equal(findUnknownLaunch([launch], wanted), undefined);
    });
});

describe('The search for a launch that runs already', () => {
  const files = [plannedFile('wing.inp'), plannedFile('mesh.inc')];
  const answers = { createSimulation: { 'prompt.cores': 8 } };
  const plan = { ...simplePlan, model: { name: 'Wing', files }, answers };
  const recorded = { ...plan, model: summariseModel(plan.model) };

  for (const [what, launch, wanted = plan] of [
    ['the same', launchOf(recorded, 'launching')],
    [
      'one that has created the project meanwhile',
      launchOf(
        {
          ...recorded,
          project: { newName: 'Study' },
          answers: { ...answers, createProject: { 'prompt.group': 'a' } },
        },
        'uploading',
      ),
    ],
    ['one of an existing model', launchOf({ answers }, 'planned'), { ...simplePlan, answers }],
  ] as const)
    it(`finds ${what}`, () => {
      assert.equal(findRunningLaunch([launch], { ...wanted, projectName: 'Study' }), launch);
    });

  for (const [what, launch] of [
    ['one that was interrupted', launchOf(recorded, 'interrupted')],
    ['one that is done', launchOf(recorded, 'launched')],
    ['one with other answers', launchOf({ ...recorded, answers: {} }, 'launching')],
    ['one with other files', launchOf({ ...recorded, ...uploading }, 'launching')],
    ['one for another project', launchOf({ ...recorded, project: { id: 'p1', name: 'Other' } }, 'launching')],
    ['a row of a study', launchOf({ ...recorded, study: { id: 's', row: 1 } }, 'launching')],
  ] as const)
    it(`passes over ${what}`, () => {
      assert.equal(findRunningLaunch([launch], { ...plan, projectName: 'Study' }), undefined);
    });
});
