import assert from 'node:assert/strict';
import pLimit from 'p-limit';
import { startService, stopServices } from '../../support/service';
import { type Deed, RandomStudy } from './support/randomStudy';

/** A thousand in depth. */
const runs = process.env['TEST_DEPTH'] === 'full' ? 1000 : 32;

/** Seed of a single study to repeat. */
const replayed = process.env['SEED'];
const firstSeed = Number(replayed ?? process.env['FIRST_SEED'] ?? 1);

/** So many share their servers' clean-up. */
const perBatch = 32;

interface Tally {
  readonly deeds: Set<Deed>;
  readonly faults: Set<string>;
  studies: number;
  words: number;
  falseWords: number;
}

async function runSeed(seed: number, tally: Tally): Promise<void> {
  const { emulator, client } = await startService();
  const { id, name } = await client.createProject('Wing');
  const study = new RandomStudy(seed, emulator);
  await study.run({ id: String(id), name });
  assert.deepEqual(study.broken, [], `to be repeated with SEED=${seed}`);
  for (const deed of study.done) tally.deeds.add(deed);
  for (const fault of study.faults) tally.faults.add(fault);
  tally.studies++;
  tally.words += study.words;
  tally.falseWords += study.falseWords.size;
}

describe('Random studies under random faults, in two windows', () => {
  afterEach(stopServices);

  it('create no more simulations than rows, and none twice without the word of a person', async function () {
    this.timeout(900_000);
    const tally: Tally = { deeds: new Set(), faults: new Set(), studies: 0, words: 0, falseWords: 0 };
    const seeds = Array.from({ length: replayed === undefined ? runs : 1 }, (_, index) => firstSeed + index);
    for (let start = 0; start < seeds.length; start += perBatch) {
      const limit = pLimit(4);
      const batch = seeds.slice(start, start + perBatch);
      const ends = await Promise.allSettled(batch.map((seed) => limit(() => runSeed(seed, tally))));
      const failed = ends.find((end) => end.status === 'rejected');
      if (failed !== undefined) throw failed.reason;
      await stopServices();
    }
    assert.equal(tally.studies, seeds.length);
    if (replayed !== undefined) return;
    // Without this, a generator that no longer disturbs anything would look like a success.
    if (runs < 1000) {
      // Which requests meet a fault depends on how two windows take turns, so a few runs need not have seen everything.
      assert.ok(tally.faults.size >= 4, [...tally.faults].join(', '));
      assert.ok(tally.deeds.size >= 6, [...tally.deeds].join(', '));
      assert.ok(tally.words > 0, `${tally.words} words`);
      return;
    }
    const kinds = ['delay', 'drop', 'reply 401', 'reply 422', 'reply 429', 'reply 500', 'reply 503'];
    assert.deepEqual([...tally.faults].sort(), [...kinds, 'replyAfterApplying']);
    assert.equal(tally.deeds.size, 9);
    assert.ok(tally.words > runs / 10, `${tally.words} words`);
    assert.ok(tally.falseWords > 0, `${tally.falseWords} false words`);
  });
});
