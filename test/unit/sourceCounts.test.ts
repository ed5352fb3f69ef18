import assert from 'node:assert/strict';
import { findCounted, maxCounts } from '../project/sourceCounts';

describe('The counts of the sources', () => {
  const found = Object.entries(findCounted());

  for (const [kind, places] of found) {
    const max = maxCounts[kind as keyof typeof maxCounts];
    it(`have at most ${max} ${kind} (npm run counts)`, () =>
      assert.ok(places.length <= max, `${places.length}:\n${places.join('\n')}`));
  }
});
