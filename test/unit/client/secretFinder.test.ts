import assert from 'node:assert/strict';
import { DigitDecoder } from '../../../src/client/text/digitCodes';
import { readingsOf, spellingsOf } from '../../../src/client/text/readings';
import { redactSecrets } from '../../../src/client/text/secretFinder';
import { secretForms, wrappedForms } from '../../support/canaryToken';
import { growthOf, maxGrowth } from '../../support/growth';

const secret = `Tr0ub4dor+a/b="&<3>'\\é€`;
const hidden = '<[secret]>';
/** Of the smaller one of two texts whose times are compared; characters. */
const smallSize = 2 ** 11;

function entities(text: string, write: (code: number) => string): string {
  return text.replace(/[^\w]/gu, (character) => write(character.codePointAt(0)!));
}

const codeUnit = (sign: string): string => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`;

const lowerCase = (text: string): string => text.replace(/%../g, (code) => code.toLowerCase());
const utf8 = Buffer.from(secret);
const json = JSON.stringify(secret).slice(1, -1);
const xml = secret.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

describe('A secret is found', () => {
  for (const [how, text] of Object.entries({
    'as it is': secret,
    'percent-encoded': encodeURIComponent(secret),
    'percent-encoded in lower case': lowerCase(encodeURIComponent(secret)),
    'percent-encoded as a whole URL is': encodeURI(secret),
    'percent-encoded in every character': Array.from(utf8, (byte) => `%${byte.toString(16)}`).join(''),
    'in JSON': json,
    'in JSON with escaped slashes': json.replaceAll('/', '\\/'),
    'in JSON that writes each character by its code': secret.replace(/./g, codeUnit),
    'in JSON that writes codes in upper case': json.replace(/[&<>=+é€]/g, (sign) =>
      codeUnit(sign).toUpperCase().replace('U', 'u'),
    ),
    'in XML': xml,
    'in XML with all five names': xml.replaceAll('"', '&quot;').replaceAll("'", '&apos;'),
    'in decimal codes of XML': entities(secret, (code) => `&#${code};`),
    'in decimal codes of XML with zeros': entities(secret, (code) => `&#000${code};`),
    'in hexadecimal codes of XML': entities(secret, (code) => `&#x${code.toString(16)};`),
    'in hexadecimal codes of XML with zeros': entities(
      secret,
      (code) => `&#X00${code.toString(16).toUpperCase()};`,
    ),
    'in another way in each character': 'Tr0ub4dor%2Ba\\/b&#61;\\"&amp;\\u003C3&gt;&apos;\\\\&#xe9;%E2%82%AC',
    'with spaces for its plus signs': secret.replaceAll('+', ' '),
    'in lower case': secret.replace(/[A-Z]/g, (letter) => letter.toLowerCase()),
    'in upper case': secret.replace(/[a-z]/g, (letter) => letter.toUpperCase()),
    'in base64 without its end': utf8.toString('base64').replace(/=+$/, ''),
    'in base64 for URLs': utf8.toString('base64url'),
    'in base64 that is percent-encoded': encodeURIComponent(utf8.toString('base64')),
  })) {
    it(how, () => assert.equal(redactSecrets(`<${text}>`, [secret]), hidden));
  }

  it('in base64url, with the letters that differ from base64', () => {
    assert.equal(redactSecrets('<Pj4-Pz8_Pj4-Pz8_>', ['>>>???>>>???']), hidden);
    assert.equal(redactSecrets('<Pj4+Pz8/Pj4+Pz8/>', ['>>>???>>>???']), hidden);
  });

  it('with non-ASCII letters only', () => {
    const word = 'пароль-секретный';
    for (const text of [word, encodeURIComponent(word), Buffer.from(word).toString('base64')]) {
      assert.equal(redactSecrets(`<${text}>`, [word]), hidden);
    }
  });

  for (const [how, text] of Object.entries({
    ...secretForms(secret),
    ...wrappedForms(secret, 64),
    ...wrappedForms(secret, 76),
  }))
    it(how, () => {
      // In base64, the bytes in front of it have digits of their own.
      assert.match(redactSecrets(`<${text}>`, [secret]), /^<(d|dX)?\[secret\]>$/);
      assert.match(redactSecrets(`sent:${text}, refused`, [secret]), /^sent:(d|dX)?\[secret\], refused$/);
    });

  const hex = utf8.toString('hex');
  const twice = (text: string) => Buffer.from(utf8.toString('base64')).toString(text as BufferEncoding);

  for (const [how, text] of Object.entries({
    'in base64 of base64': twice('base64'),
    'in hexadecimal of base64': twice('hex'),
    'in base64 of percent-encoding': Buffer.from(encodeURIComponent(secret)).toString('base64'),
    'in base64 behind letters': `x${utf8.toString('base64')}`.slice(1),
    'in hexadecimal of both cases': hex.replace(/[a-f]/, (digit) => digit.toUpperCase()),
    'in hexadecimal with dashes': hex.toUpperCase().replace(/..(?!$)/g, '$&-'),
    'in hexadecimal escapes of JavaScript': hex.replace(/../g, '\\x$&'),
    'in escapes of JavaScript for code points': entities(secret, (code) => `\\u{${code.toString(16)}}`),
    'in percent-encoding of JavaScript': secret.replace(/./g, (sign) => codeUnit(sign).replace('\\', '%')),
    'in bytes of UTF-8 that were taken for Latin-1': utf8.toString('latin1'),
    'with a blank behind each character': secret.replace(/.(?!$)/g, '$& '),
    'with zero-width spaces': secret.replace(/.(?!$)/g, '$&\u200b'),
    'with zero-width spaces that are shown by their codes': secret.replace(/[\w+]/g, '$&\\u{200b}'),
    'in base64 with line breaks, in JSON': JSON.stringify(
      utf8.toString('base64').replace(/.{9}/g, '$&\n').trim(),
    ).slice(1, -1),
  }))
    it(how, () => assert.equal(redactSecrets(`<${text}>`, [secret]), hidden));

  // https://github.com/jenkinsci/credentials-binding-plugin/pull/59: a shell that showed its commands showed `foo'\''bar`.
  const password = `Corr'ect"horse$battery\\7`;
  for (const [how, text] of Object.entries({
    'in single quotes of a shell': password.replaceAll("'", `'\\''`),
    'in double quotes of a shell': password.replace(/["$`\\]/g, '\\$&'),
    'in single quotes of a program': password.replace(/['\\]/g, '\\$&'),
    'in single quotes of a database': password.replaceAll("'", "''"),
    'in double quotes of a table': password.replaceAll('"', '""'),
    'with dollar signs that stand for themselves': password.replaceAll('$', '$$$$'),
  }))
    it(how, () => {
      assert.notEqual(text, password);
      assert.equal(redactSecrets(`<${text}>`, [password]), hidden);
    });

  it('at the end of a long page, in several encodings', () => {
    const page = '<p class="note">The wing &amp; its mesh, sent%20by mail</p>\n'.repeat(2000);
    const lines = utf8.toString('base64').replace(/.{7}/g, '$&\n');
    for (const text of [Buffer.from(lines).toString('hex'), JSON.stringify(lines).slice(1, -1), lines]) {
      assert.equal(redactSecrets(`${page}<${text}>`, [secret]), page + hidden);
    }
  });

  it('behind letters that look like digits', () => {
    for (const letters of ['x', 'is', 'yes', 'a', 'be', 'bad', 'Token']) {
      for (const text of [hex, hex.toUpperCase(), utf8.toString('base64'), utf8.toString('base64url')]) {
        assert.equal(redactSecrets(`${letters}${text}`, [secret]), `${letters}[secret]`);
        assert.equal(
          redactSecrets(`${letters} ${text} ${letters}`, [secret]),
          `${letters} [secret] ${letters}`,
        );
      }
    }
  });

  it('in front of an ellipsis, where its end is cut off', () => {
    const forms = [secret, json, encodeURIComponent(secret), hex, utf8.toString('base64')];
    for (const text of forms) {
      for (let length = 36; length < text.length; length++) {
        const shown = redactSecrets(`<${text.slice(0, length)}…>`, [secret]);
        assert.ok(/^<\[secret\].{0,8}…>$/.test(shown), shown);
      }
    }
    assert.equal(
      redactSecrets(`${secret.slice(0, 12)}… ${secret.slice(0, 11)}…`, [secret]),
      `[secret]… ${secret.slice(0, 11)}…`,
    );
  });

  it('in front of dots or asterisks, where its end was made unreadable', () => {
    for (const end of ['...', '***', '*******'])
      assert.equal(redactSecrets(`<${secret.slice(0, 13)}${end}>`, [secret]), `<[secret]${end}>`);
    assert.equal(redactSecrets(`<${secret.slice(0, 13)}.>`, [secret]), `<${secret.slice(0, 13)}.>`);
  });

  for (const [how, text] of Object.entries({
    'in another character set': Buffer.from(secret, 'utf16le').toString('base64'),
    'when its end is missing': secret.slice(0, -2),
    'when its beginning is missing': secret.slice(1),
    'with another character inside': secret.replace('0', '0.'),
  })) {
    it(`not ${how}`, () => assert.equal(redactSecrets(text, [secret]), text));
  }

  it('at the ends of a text whose last character would begin an escape', () => {
    assert.equal(redactSecrets('abcdefghijkl%41', ['abcdefghijkl%']), '[secret]41');
    assert.equal(redactSecrets('abcdefghijkl\\n', ['abcdefghijkl\\']), '[secret]n');
    assert.equal(redactSecrets('{"a":"abcdefghijkl\\\\"}', ['abcdefghijkl\\']), '{"a":"[secret]"}');
  });

  it('although the text escapes only some of its characters', () => {
    assert.equal(redactSecrets('<a=1&amp;sig=x%2By>', ['a=1&sig=x%2By']), hidden);
  });

  it('although it contains a string that looks like an escape', () => {
    for (const word of ['abc%41def%zzghi', 'abc&amp;defghijk', 'abc\\u0041\\ndefghi']) {
      for (const text of [word, encodeURIComponent(word), JSON.stringify(word).slice(1, -1)]) {
        assert.equal(redactSecrets(`<${text}>`, [word]), hidden);
      }
    }
  });
});

describe('Redacting secrets', () => {
  it('replaces every occurrence', () => {
    const secrets = ['first-key-001', 'second-key-02'];
    const text = 'first-key-001 and first-key-001second-key-02.';
    assert.equal(redactSecrets(text, secrets), '[secret] and [secret][secret].');
  });

  it('replaces all overlapping occurrences', () => {
    const secrets = ['abcdefghijkl', 'abcdefghijklmnop', 'mnopabcdefgh'];
    assert.equal(redactSecrets('abcdefghijklmnop', secrets), '[secret]');
    assert.equal(redactSecrets('abcdefghijklmnopqrst', ['abcdefghijklmn', 'ijklmnopqrst']), '[secret]');
  });

  it('treats a secret literally', () => {
    assert.equal(redactSecrets('a.*b$&(x)+[y] axxb $& a', ['a.*b$&(x)+[y]']), '[secret] axxb $& a');
  });

  it('replaces a short secret if it is a separate word', () => {
    const text = 'test: the test_case, testing 1test2 (test) "test" test';
    const shown = '[secret]: the test_case, testing 1test2 ([secret]) "[secret]" [secret]';
    assert.equal(redactSecrets(text, ['test']), shown);
    assert.equal(redactSecrets('pa&amp;ss is wrong', ['pa&ss']), '[secret] is wrong');
    assert.equal(redactSecrets('xS3cret!5 is wrong', ['S3cret!5']), 'x[secret] is wrong');
  });

  it('keeps strings that are too short to be secrets, and a text without secrets', () => {
    assert.equal(redactSecrets('abc 1 %41 &amp;', ['abc', '', '1']), 'abc 1 %41 &amp;');
    assert.equal(redactSecrets('abc %41', []), 'abc %41');
  });

  it('keeps what only looks like a secret in another encoding', () => {
    const texts = [
      `sha256 ${'a94a8fe5ccb19ba61c4c0873d391e987982fbbd3'.repeat(2)}`,
      'E3B0C442-98FC-1C14-9AFB-F4C8996FB924',
      'Floor bearer A, mesh 12 34, part dGVz/dA of 74 65',
      Buffer.from('a model of a testing station, 1234567').toString('base64'),
    ];
    for (const text of texts)
      assert.equal(redactSecrets(text, ['test', 'abcd', '1234', 'a94a', 'bearer A1']), text);
  });

  it('replaces a short secret in hexadecimal and base64', () => {
    assert.equal(
      redactSecrets('no 74657374, no dGVzdA==, no dXNlcjp0ZXN0', ['test']),
      'no [secret], no [secret], no dXNlcj[secret]',
    );
    assert.equal(redactSecrets('no S3cr\net!5, te\nst', ['S3cret!5', 'test']), 'no [secret], te\nst');
  });

  it('stays fast when a text repeats the ending of a secret', () => {
    const shown = redactSecrets('abcdefghijkl '.repeat(20_000), ['abcdefghijkl']);
    assert.ok(!shown.includes('abc'));
    assert.equal(shown.split('[secret]').length, 10_002);
  });

  it('stays fast when a text repeats the beginning of a secret in front of an ellipsis', () => {
    const shown = redactSecrets('abcdefghijkl… '.repeat(20_000), ['abcdefghijklmnop']);
    assert.ok(!shown.includes('abc'));
    assert.equal(shown.split('[secret]').length, 10_002);
  });

  it('does not fail on an unpaired surrogate', () => {
    assert.equal(redactSecrets('<abcdefghijkl\ud800>', ['abcdefghijkl\ud800']), hidden);
  });

  for (const part of [
    'a',
    '%',
    '%25',
    '&amp;',
    '&#0000',
    '&#x00',
    '\\',
    '\\u0061',
    '=',
    '+ -_/',
    'aaaaaaaaaaa%61',
    'a ',
    '61',
    '61:',
    '33',
    'YWFh',
    'VmpG',
    ':',
    'aaaaaaaaaaaaa…',
  ]) {
    it(`takes linear time, also for ${JSON.stringify(part)}`, () => {
      const secrets = ['a'.repeat(500), 'p+q/r=CANARY-token', 'test', `${'a'.repeat(12)}%`];
      const hide = (size: number) => redactSecrets(part.repeat(size / part.length), secrets);
      assert.ok(growthOf(hide, smallSize) < maxGrowth);
    });
  }

  for (const [first, next] of [
    ['%', '25'],
    ['&', 'amp;'],
    ['\\', 'x5c'],
  ] as const) {
    it(`takes linear time when each escape decodes to the next: ${first}${next}${next}`, () => {
      const hide = (size: number) =>
        redactSecrets(first + next.repeat(size / next.length), ['not-in-this-text']);
      assert.ok(growthOf(hide, smallSize) < maxGrowth);
    });
  }

  it('reads a secret only a few times, however often its escapes decode to others', () => {
    assert.equal(spellingsOf(`%${'25'.repeat(100)}`).length, 8);
  });

  it('reads a text only a few times, however much is encoded in each other', () => {
    let text = 'no secret';
    for (let layer = 0; layer < 5; layer++)
      text = `%${'25'.repeat(9)} ${Buffer.from(text).toString('base64')}`;
    const readings = readingsOf(text, new DigitDecoder(12));
    const length = readings.reduce((sum, reading) => sum + reading.text.length, 0);
    assert.ok(length < 12 * text.length + 10_000, `${length}`);
  });
});
