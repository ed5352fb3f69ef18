import assert from 'node:assert/strict';
import { type ComparedLaunch, findUnknownLaunch } from '../../../src/launch/findUnknownLaunch';
import type { PlannedLaunch } from '../../../src/launch/journalEntry';
import { type Launch } from '../../../src/launch/launch';
import { createRecord } from '../../../src/launch/launchRecord';
import { simplePlan } from '../../support/launchRecords';

const { service } = simplePlan;

const uploading = { model: { name: 'Wing', files: { count: 1, bytes: 2, paths: [] } } };

function launchOf(changes: Partial<PlannedLaunch>, state: Launch['state'] = 'unknown'): Launch {
  const record = createRecord({ kind: 'planned', launch: 'a', ...simplePlan, ...changes, at: 0 });
  return { id: 'a', record, state, runsHere: false };
}

const content: ComparedLaunch = { service, projectName: 'Study', model: { name: 'Wing' }, simulate: true };

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
