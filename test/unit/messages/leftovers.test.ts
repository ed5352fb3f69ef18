import assert from 'node:assert/strict';
import type { LaunchRecord } from '../../../src/launch/launchRecord';
import { describeLeftovers } from '../../../src/messages/leftovers';

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
  for (const [part, model, text] of left) {
    it(`is ${text === undefined ? 'omitted if there is nothing' : `“${text}”`}: ${JSON.stringify(part)}`, () => {
      assert.equal(describeLeftovers({ ...part, plan: { model } } as unknown as LaunchRecord), text);
    });
  }
});
