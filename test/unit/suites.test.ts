import assert from 'node:assert/strict';
import { browserSuitesFor, integrationSuitesFor, listSuites, suitesOnWindows } from '../suites';

describe('The suites that are named for a version or a system', () => {
  for (const [folder, suitesFor, onWindows] of [
    ['integration', integrationSuitesFor, suitesOnWindows.inHost],
    ['browser', browserSuitesFor, suitesOnWindows.byClicks],
  ] as const)
    it(`are in the folder ${folder}`, () => {
      const named = [true, false]
        .map(suitesFor)
        .flatMap(({ everyTime, inDepth }) => [...everyTime, ...inDepth]);
      const all = listSuites(folder);
      assert.deepEqual(
        [...named, ...onWindows].filter((name) => !all.includes(name)),
        [],
      );
    });
});
