import assert from 'node:assert/strict';
import { decodeHead, LineSplitter } from '../../../src/deck/textLines';
import { Random } from '../../simulation/random';

/** The lines of a text that comes in pieces. */
function split(...pieces: readonly (string | Buffer)[]): string[] {
  const splitter = new LineSplitter();
  return [...pieces.flatMap((piece) => splitter.add(Buffer.from(piece as string))), ...splitter.end()];
}

describe('Lines of a text', () => {
  it('end with a line feed, a carriage return or both, as in an editor', () => {
    assert.deepEqual(split('a\nb\r\nc\rd'), ['a', 'b', 'c', 'd']);
    assert.deepEqual(split('a\n\nb\r\r\r\n\n'), ['a', '', 'b', '', '', '']);
    assert.deepEqual(split('a\r'), ['a']);
    assert.deepEqual(split('\r\n'), ['']);
    assert.deepEqual(split(''), []);
    assert.deepEqual(split(), []);
    assert.equal(decodeHead(Buffer.from('a\rb\r\nc\nd')), 'a\nb\r\nc\nd');
  });

  it('are the same however the text is cut into pieces', () => {
    const random = new Random(1);
    for (let round = 0; round < 2000; round++) {
      const length = 1 + random.below(12);
      const parts = Array.from({ length }, () => random.pick(['a', '\r', '\n', '\r\n', 'ö', '€', ' ']));
      const text = parts.join('');
      const bytes = Buffer.from(text);
      const cut = random.below(bytes.length + 1);
      const expected = text.split(/\r\n|\r|\n/);
      if (expected.at(-1) === '') expected.pop();
      assert.deepEqual(split(bytes.subarray(0, cut), bytes.subarray(cut)), expected, JSON.stringify(text));
    }
  });

  it('have an encoding each', () => {
    const latin = Buffer.from('L\u00f6sung\n', 'latin1');
    const bytes = Buffer.concat([Buffer.from('plain\n'), latin, Buffer.from('Lösung €\n'), latin]);
    assert.deepEqual(split(bytes), ['plain', 'Lösung', 'Lösung €', 'Lösung']);
    assert.deepEqual(split(Buffer.from('caf\u00e9\nx', 'latin1')), ['café', 'x']);
    assert.deepEqual(split(Buffer.from('caf\u00e9', 'latin1')), ['café']);
    assert.equal(decodeHead(Buffer.from('Lösung €').subarray(0, -1)), 'Lösung \ufffd');
  });

  it('begin behind a byte order mark', () => {
    assert.deepEqual(split('\ufeff*HEADING\n\ufeff'), ['*HEADING', '\ufeff']);
    assert.deepEqual(split('\ufeff', 'a'), ['a']);
    assert.deepEqual(split(Buffer.from('\u00ef\u00bb\u00bfL\u00f6sung', 'latin1')), ['Lösung']);
    assert.equal(decodeHead(Buffer.from('\ufeff*HEADING')), '*HEADING');
  });

  it('are cut after 64 KiB, and the next one is whole', () => {
    const max = 65_536;
    const mebibyte = 'x'.repeat(2 ** 20);
    assert.deepEqual(split(`${mebibyte}\nb\n`), ['x'.repeat(max), 'b']);
    assert.deepEqual(split(mebibyte, mebibyte, 'y\nb'), ['x'.repeat(max), 'b']);
    assert.deepEqual(split(mebibyte, mebibyte), ['x'.repeat(max)]);
    assert.deepEqual(split('a\n', `${'x'.repeat(max)}\r\nb`), ['a', 'x'.repeat(max), 'b']);
    // A character that is cut does not change the encoding of the others.
    assert.deepEqual(split(`x${'ö'.repeat(max)}\n`), [`x${'ö'.repeat(max / 2 - 1)}\ufffd`]);
  });

  it('are read in linear time, and without all of the text in memory', () => {
    const splitter = new LineSplitter();
    const piece = Buffer.alloc(2 ** 20, 'x');
    const start = process.memoryUsage().rss;
    for (let count = 0; count < 1024; count++) {
      assert.deepEqual(splitter.add(piece), []);
      assert.ok(process.memoryUsage().rss - start < 200 * 2 ** 20);
    }
    assert.deepEqual(splitter.add(Buffer.from('\nb\n')), ['x'.repeat(65_536), 'b']);
  });
});
