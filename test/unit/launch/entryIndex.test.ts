import assert from 'node:assert/strict';
import { EntryIndex, parseEntry, type RequestedEntry } from '../../../src/request/requestedFiles';
import { countPauses } from '../../support/pauses';

function entryOf(text: string): RequestedEntry {
  const entry = parseEntry(text, text);
  return 'kind' in entry ? assert.fail(entry.kind) : entry;
}

/** Which of the files are meant, which entries match none, and the pauses while that is found out. */
async function compare(entries: readonly string[], files: readonly string[]) {
  const index = new EntryIndex(entries.map(entryOf));
  const { value, count } = await countPauses(() =>
    index.filter(
      files,
      (file) => file,
      () => false,
    ),
  );
  return { meant: value, unused: [...index.unused].map(({ text }) => text), count };
}

const numbered = (count: number, nameOf: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => nameOf(index));

describe('The entries of a request', () => {
  it('mean files by their paths, their folders and their patterns', async () => {
    const entries = ['a', 'b/c.inp', '**/d', 'e/*.inp', 'e/[*]', 'f/**', 'g?', 'h/**/i', 'unused'];
    const files = ['a', 'a/x/y', 'ab', 'b/c.inp', 'b/c.inpx', 'd', 'x/d', 'xd', 'e/1.inp', 'e/x/1.inp'];
    const more = ['e/*', 'f/g/h', 'g1', 'g12', 'h/i', 'h/x/y/i', 'h/xi', 'i'];
    assert.deepEqual(await compare(entries, [...files, ...more]), {
      meant: ['a', 'a/x/y', 'b/c.inp', 'd', 'x/d', 'e/1.inp', 'e/*', 'f/g/h', 'g1', 'h/i', 'h/x/y/i'],
      unused: ['unused'],
      count: 0,
    });
  });

  it('mean everything as the folder itself', async () => {
    assert.deepEqual(await compare(['.'], ['a', 'b/c']), { meant: ['a', 'b/c'], unused: [], count: 0 });
  });

  it('are compared with the files around them alone, however many there are', async () => {
    const files = numbered(10_000, (index) => `parts/${index % 100}/${index}.inp`);
    const { meant, unused, count } = await compare(files, files);
    assert.deepEqual([meant.length, unused], [10_000, []]);
    // A file has four places around it and one entry at them.
    assert.equal(count, (10_000 * 5) / 1000);
  });

  it('that have wildcards are compared with a pause after each thousand', async () => {
    const patterns = numbered(500, (index) => `*-${index}-*.inp`);
    const files = numbered(2000, (index) => `x-${index}-y.inp`);
    const { meant, unused, count } = await compare(patterns, files);
    assert.deepEqual([meant.length, unused, count], [500, [], (2000 * 502) / 1000]);
  });
});
