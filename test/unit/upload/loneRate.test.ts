import assert from 'node:assert/strict';
import { LoneRate } from '../../../src/upload/loneRate';

/** Bytes per ms of all files together, by their number. */
function follow(ofAll: readonly (readonly [files: number, ofAll: number])[]): number | undefined {
  const lone = new LoneRate();
  for (const [files, rate] of ofAll) lone.note(files, { ofAll: rate, ofOne: rate / files });
  return lone.perMs;
}

describe('The rate of a file that has the link for itself', () => {
  it('is unknown while the number of files does not change', () => {
    assert.equal(follow([[6, 600], [6, 900]]), undefined); // prettier-ignore
  });

  it('is that of each file when more files are faster together', () => {
    assert.equal(follow([[6, 600], [12, 1200]]), 100); // prettier-ignore
  });

  it('is that of each file when fewer files are slower together', () => {
    assert.equal(follow([[4, 400], [3, 300]]), 100); // prettier-ignore
  });

  it('is unknown when more files share the same link', () => {
    assert.equal(follow([[6, 600], [12, 600]]), undefined); // prettier-ignore
  });

  it('is unknown again once more files share the link', () => {
    const rates = [
      [6, 300],
      [12, 600],
      [24, 600],
    ] as const;
    assert.equal(follow(rates), undefined);
  });

  it('is unknown again once a file was faster', () => {
    const lone = new LoneRate();
    lone.note(6, { ofAll: 600, ofOne: 100 });
    lone.note(12, { ofAll: 1200, ofOne: 100 });
    lone.note(12, { ofAll: 2400, ofOne: 200 });
    assert.equal(lone.perMs, undefined);
  });
});
