import assert from 'node:assert/strict';
import type { LaunchRecord } from '../../../src/launch/launchRecord';
import { describeCancelled, describeLeftovers } from '../../../src/messages/leftovers';

type Part = Pick<LaunchRecord, 'modelId' | 'finalised' | 'uploaded' | 'end'>;

const files = { name: 'deck', files: [] };
const incomplete: Part = { modelId: 'm', finalised: false, uploaded: false, end: 'failed' };

describe('The sentence about objects that a failed launch leaves on the service', () => {
  const left: readonly (readonly [part: Part, model: object, text: string | undefined])[] = [
    [{ finalised: false, uploaded: false, end: 'failed' }, files, undefined],
    // An existing model was not created by the launch.
    [incomplete, { id: 'm', name: 'deck' }, undefined],
    [incomplete, files, 'Model m was created, but is not complete yet.'],
    [
      { ...incomplete, end: 'abandoned' },
      files,
      'Model m was created, but cannot be used, because it is not finalised.',
    ],
    [{ ...incomplete, uploaded: true }, files, 'Model m is uploaded, but not finalised.'],
    [
      { ...incomplete, uploaded: true, finalised: true },
      files,
      'Model m is finalised and can be used in a simulation.',
    ],
  ];
  for (const [part, model, text] of left)
    it(`is ${text === undefined ? 'omitted if there is nothing' : `“${text}”`}: ${JSON.stringify(part)}`, () =>
      assert.equal(describeLeftovers({ ...part, plan: { model } } as unknown as LaunchRecord), text));
});

describe('The message about a cancelled launch', () => {
  const three = { name: 'deck', files: { count: 3 } };
  const project = { id: 'p', name: 'Wing' };
  const told: readonly (readonly [part: object, plan: object, text: string])[] = [
    [{}, { model: three }, 'Cancelled. Nothing was created.'],
    [{ project }, { model: three, project }, 'Cancelled. Nothing was created.'],
    [{ project }, { model: three, project: { newName: 'Wing' } }, 'Cancelled. Project “Wing” was created.'],
    [{ modelId: 'm' }, { model: three }, 'Cancelled. Uploaded files of model m: *2* of *3*.'],
    [
      { modelId: 'm', accepted: 0 },
      { model: { name: 'deck', files: { count: 1 } } },
      'Cancelled. Uploaded files of model m: *0* of *1*.',
    ],
    [
      { modelId: 'm', uploaded: true },
      { model: three },
      'Cancelled. Model m is uploaded, but not finalised.',
    ],
    [
      { modelId: 'm', uploaded: true, finalised: true },
      { model: three },
      'Cancelled. Model m is finalised and can be used in a simulation.',
    ],
    [
      { modelId: 'm', project, uploaded: true, finalised: true },
      { model: { id: 'm', name: 'deck' }, project },
      'Cancelled. Nothing was created.',
    ],
  ];
  for (const [part, plan, text] of told)
    it(`is “${text}” for ${JSON.stringify([part, plan])}`, () => {
      const { accepted = 2, ...rest } = part as { readonly accepted?: number };
      const record = { uploaded: false, finalised: false, end: 'cancelled', ...rest, plan };
      assert.equal(
        describeCancelled(record as unknown as LaunchRecord, accepted, (count) => `*${count}*`),
        text,
      );
    });
});
