import assert from 'node:assert/strict';
import { escapeInvisible } from '../../../src/client/text/visibleText';
import { growthOf } from '../../support/growth';

describe('Visible text', () => {
  for (const [name, text, shown] of [
    ['plain text', 'Flügel 7, «ready» 模型 ', 'Flügel 7, «ready» 模型 '],
    ['Markdown, HTML and icons', '[x](command:y) <img> $(bug) `z`', '[x](command:y) <img> $(bug) `z`'],
    ['line breaks and tabs', 'a\r\nb\tc', 'a\\u{d}\\u{a}b\\u{9}c'],
    ['separators of lines', 'a\u2028b\u2029c', 'a\\u{2028}b\\u{2029}c'],
    ['escapes of terminals', '\u001b]8;;x\u0007\u009b2J', '\\u{1b}]8;;x\\u{7}\\u{9b}2J'],
    ['NUL and DEL', '\0\u007f', '\\u{0}\\u{7f}'],
    ['text turned round', 'a\u202egpj.exe\u2066', 'a\\u{202e}gpj.exe\\u{2066}'],
    ['zero width', 'a\u200bb\ufeffc\u00add', 'a\\u{200b}b\\u{feff}c\\u{ad}d'],
    ['filler, joiner and blank', 'a\u3164b\u034fc\u2800d', 'a\\u{3164}b\\u{34f}c\\u{2800}d'],
    ['variations', 'a\ufe0fb\u{e0100}', 'a\\u{fe0f}b\\u{e0100}'],
    ['an emoji that has a variation', 'a\u2764\ufe0fb', 'a\u2764\ufe0fb'],
    ['a variation of what is an emoji anyway', '😀\ufe0f', '😀\\u{fe0f}'],
    ['tags', '\u{e0041}', '\\u{e0041}'],
    ['private characters', '\ue000\u{f0000}', '\\u{e000}\\u{f0000}'],
    ['halves of pairs', '\ud800a\udc00', '\\u{d800}a\\u{dc00}'],
    ['a word in Persian', 'می\u200cخواهم', 'می\u200cخواهم'],
    ['a word in Sinhala', 'ශ්\u200dරී', 'ශ්\u200dරී'],
    ['joiners that join nothing', 'a\u200cb\u200dم\u200c', 'a\\u{200c}b\\u{200d}م\\u{200c}'],
    ['a joined emoji', '👩\u200d💻', '👩\\u{200d}💻'],
  ] as const) {
    it(`of ${name} is ${JSON.stringify(shown)}`, () => assert.equal(escapeInvisible(text), shown));
  }

  for (const [name, text, shown] of [
    ['that just fits', 'x'.repeat(10), 'x'.repeat(10)],
    ['that is one too long', 'x'.repeat(11), 'x'.repeat(9) + '…'],
    ['with a pair at the cut', 'x'.repeat(8) + '😀😀', 'x'.repeat(8) + '…'],
    ['with a pair before the cut', 'x'.repeat(7) + '😀😀', 'x'.repeat(7) + '😀…'],
    ['with a pair beyond the cut', 'x'.repeat(10) + '😀', 'x'.repeat(9) + '…'],
    ['with codes', '\0\0\0', '\\u{0}…'],
    ['with one code that does not fit', '\u{e0041}\u{e0041}', '\\u{e0041}…'],
  ] as const) {
    it(`${name} has at most the requested length`, () => assert.equal(escapeInvisible(text, 10), shown));
  }

  it('has at most 200 characters', () => {
    assert.equal(escapeInvisible('\u202e'.repeat(300)), '\\u{202e}'.repeat(24) + '…');
    assert.equal(escapeInvisible('ab'.repeat(300)), 'ab'.repeat(99) + 'a…');
  });

  it('takes no time for the part that is cut off', () => {
    const texts = new Map([2 ** 14, 2 ** 20].map((size) => [size, '\u202e'.repeat(size)]));
    const show = (size: number): void => {
      for (let i = 0; i < 2000; i++) escapeInvisible(texts.get(size)!);
    };
    assert.ok(growthOf(show, 2 ** 14) < 20);
  });
});
