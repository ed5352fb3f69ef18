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

  it('has its secrets redacted, whatever is invisible in them, before it is cut', () => {
    const secret = 'secret'.repeat(4);
    const hide = (text: string) => text.replaceAll(secret, '[secret]');
    for (const between of ['', '\u00ad', '\u200b', '\u2060', '\ufeff', '\u0000'])
      assert.equal(
        sanitizeText(`sent ${Array.from(secret).join(between)} twice`, 30, hide),
        'sent [secret] twice',
        JSON.stringify(between),
      );
    // 240 characters are looked at: a cut before would leave a part of the secret.
    assert.equal(sanitizeText(`x${' '.repeat(225)}${secret}`, 30, hide), 'x [secret]');
  });
});
