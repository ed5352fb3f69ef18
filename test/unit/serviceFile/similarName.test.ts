import assert from 'node:assert/strict';
import { findSimilarName } from '../../../src/serviceFile/similarName';

describe('A name that is read as another one', () => {
  for (const [name, there] of [
    ['wing', 'Wing'],
    ['Flu\u0308gel', 'Fl\u00fcgel'],
    ['Wing 2', 'Wing\u00a0 2'],
    ['Wing', 'Wing\u200b'],
    ['Wing', ' Wing '],
  ] as const)
    it(`is found: ${JSON.stringify([name, there])}`, () =>
      assert.equal(findSimilarName(name, ['Plate', there]), there));

  for (const name of ['Wing', 'Wing 2', 'Wings'])
    it(`is not found for ${name}`, () => assert.equal(findSimilarName(name, ['Wing', 'WING']), undefined));
});
