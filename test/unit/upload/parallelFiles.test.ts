import assert from 'node:assert/strict';
import { ParallelFiles } from '../../../src/upload/parallelFiles';

const smallBytes = 1000;
const largeBytes = 1_000_000;

/** Lets as many files as allowed be accepted at the same time, again and again. Each round begins when the last ended. */
class Rounds {
  readonly parallel: ParallelFiles;
  #nowMs = 0;

  constructor(parallelFiles: number | 'auto' = 'auto') {
    this.parallel = new ParallelFiles(parallelFiles);
  }

  accept(rounds: number, sizeBytes = smallBytes, durationMs = 100): this {
    for (let round = 0; round < rounds; round++) {
      const startedAtMs = this.#nowMs;
      const atMs = (this.#nowMs += durationMs);
      // The next files begin at once.
      for (let left = this.parallel.limit; left > 0; left--)
        this.parallel.noteAccepted(sizeBytes, { startedAtMs, atMs, running: this.parallel.limit });
    }
    return this;
  }

  /** Lets so many of the files fail that were begun at the same time. */
  refuse(count: number): this {
    const startedAtMs = this.#nowMs;
    const atMs = (this.#nowMs += 100);
    const begun = this.parallel.limit;
    for (let failed = 1; failed <= count; failed++)
      this.parallel.noteSetback({ startedAtMs, atMs, running: begun - failed });
    this.#nowMs += 1;
    return this;
  }
}

const limitAfter = ({ parallel }: Rounds) => parallel.limit;

describe('The number of files that an upload sends at the same time', () => {
  it('doubles in the time of a file, up to 256 small and 64 larger ones', () => {
    const limits = [0, 1, 2, 5, 9].map((rounds) => limitAfter(new Rounds().accept(rounds)));
    assert.deepEqual(limits, [8, 16, 32, 256, 256]);
    assert.equal(new Rounds().accept(9, largeBytes).parallel.limitOfLarge, 64);
  });

  it('does not grow while files take longer than the fastest of about their size', () => {
    const after = (sizeBytes: number, durationMs: number) =>
      limitAfter(new Rounds().accept(1, sizeBytes).accept(1, sizeBytes, durationMs));
    assert.deepEqual([after(smallBytes, 400), after(smallBytes, 401)], [32, 16]);
    assert.deepEqual([after(largeBytes, 200), after(largeBytes, 201)], [32, 16]);
    assert.equal(limitAfter(new Rounds().accept(1).accept(1, 10 * largeBytes, 5000)), 32);
  });

  it('does not grow while fewer files are sent than may be', () => {
    const parallel = new ParallelFiles('auto');
    for (let atMs = 1; atMs < 100; atMs++)
      parallel.noteAccepted(smallBytes, { startedAtMs: 0, atMs: 1, running: 7 });
    assert.equal(parallel.limit, 8);
  });

  it('is halved by files that fail together, once, and grows again to what had worked, and slowly beyond', () => {
    const rounds = new Rounds().accept(2);
    assert.equal(limitAfter(rounds.refuse(10)), 16);
    assert.equal(limitAfter(rounds.accept(3)), 22);
    assert.equal(limitAfter(rounds.accept(60)), 25);
  });

  it('is never less than one', () => {
    const rounds = new Rounds();
    for (let setback = 0; setback < 9; setback++) rounds.refuse(1);
    assert.equal(limitAfter(rounds), 1);
  });

  it('stays as it is told otherwise', () => {
    const rounds = new Rounds(5).accept(9).refuse(5);
    assert.deepEqual([limitAfter(rounds), rounds.parallel.limitOfLarge], [5, 5]);
  });
});
