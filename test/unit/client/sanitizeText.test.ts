import assert from 'node:assert/strict';
import { sanitizeText } from '../../../src/client/text/sanitizeText';

describe('Text from outside on one line', () => {
  for (const [what, text, shown] of [
    ['contains no URLs', 'see https://files.test/a?sig=1 first', 'see [URL] first'],
    ['contains no queries', 'see /files/a?sig=1&b=2 first', 'see /files/a?[query] first'],
    ['keeps questions', 'finalised? yes', 'finalised? yes'],
    ['is one line', ' one\n\ttwo\u2028three ', 'one two three'],
    ['contains no invisible characters', 'a\u0007b\u202ec\u200bd', 'abcd'],
    ['has a maximum length', 'x'.repeat(50), `${'x'.repeat(29)}…`],
  ] as const) {
    it(what, () => {
      assert.equal(sanitizeText(text, 30), shown);
    });
  }
});
