import assert from 'node:assert/strict';
import { sanitizeText } from '../../../src/client/text/sanitizeText';

describe('Text from outside on one line', () => {
  for (const [what, text, shown] of [
    ['is without URLs', 'see https://files.test/a?sig=1 first', 'see [URL] first'],
    ['is without queries', 'see /files/a?sig=1&b=2 first', 'see /files/a?[query] first'],
    ['keeps questions', 'finalised? yes', 'finalised? yes'],
    ['is one line', ' one\n\ttwo\u2028three ', 'one two three'],
    ['has nothing invisible', 'a\u0007b\u202ec\u200bd', 'abcd'],
    ['has an end', 'x'.repeat(50), `${'x'.repeat(29)}…`],
  ] as const) {
    it(what, () => {
      assert.equal(sanitizeText(text, 30), shown);
    });
  }
});
