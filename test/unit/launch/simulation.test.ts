import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { loadEngine } from '../../simulation/loadEngine';
import { putBacks } from '../../simulation/putBacks';
import { simulate } from '../../simulation/simulation';

describe('Simulated launches', function () {
  this.timeout(300_000);
  const engine = loadEngine(path.resolve('out/test/simulation/engine.js'));

  it('violate no rule and differ from seed to seed, whatever fails around them', async () => {
    const broken: string[] = [];
    const fingerprints = new Set<number>();
    for (let seed = 1; seed <= 30; seed++) {
      const { violation, fingerprint } = await simulate(engine, seed, false);
      fingerprints.add(fingerprint);
      if (violation !== undefined) broken.push(`seed ${seed}: ${violation.rule} (${violation.details})`);
    }
    assert.deepEqual(broken, []);
    assert.equal(fingerprints.size, 30);
  });

  it('are the same each time for the same seed', async () => {
    for (const seed of [3, 5, 8]) {
      const first = await simulate(engine, seed, true);
      const second = await simulate(engine, seed, true);
      assert.ok(first.steps > 20);
      assert.deepEqual([second.trace, second.fingerprint], [first.trace, first.fingerprint]);
    }
  });

  it('find the place of each past fault in the sources', () => {
    const times = putBacks.flatMap(({ name, changes }) =>
      changes.map(({ file, find }) => ({
        name,
        file,
        times: readFileSync(file, 'utf8').split(find).length - 1,
      })),
    );
    assert.deepEqual(
      times.filter((found) => found.times !== 1),
      [],
    );
  });
});
