import assert from 'node:assert/strict';
import { parseApiKey, parseToken } from '../../../src/secrets/parseToken';

describe('The text of a token', () => {
  for (const [name, text, token, hadPrefix] of [
    ['plain', 'abc.DEF-123_~+/=!', 'abc.DEF-123_~+/=!', false],
    ['with spaces around', '  abc\t', 'abc', false],
    ['with line breaks around', '\r\nabc\n', 'abc', false],
    ['with a byte order mark', '\ufeffabc', 'abc', false],
    ['with its scheme', 'Bearer abc', 'abc', true],
    ['with its scheme in other letters', ' bEARER \t abc\n', 'abc', true],
    ['that begins like the scheme', 'BearerToken', 'BearerToken', false],
    ['of one character', 'x', 'x', false],
    ['that just fits', 'x'.repeat(16_384), 'x'.repeat(16_384), false],
  ] as const) {
    it(`${name} is accepted`, () => assert.deepEqual(parseToken(text), { token, hadPrefix }));
  }

  for (const [name, text, problem] of [
    ['nothing', '', 'empty'],
    ['white space', ' \n\t\r\n ', 'empty'],
    ['a scheme alone', 'Bearer ', 'empty'],
    ['a space inside', 'ab cd', 'whitespace'],
    ['a tab inside', 'ab\tcd', 'whitespace'],
    ['a line break inside', 'ab\ncd', 'whitespace'],
    ['a header inside', 'ab\r\nx-evil: 1', 'whitespace'],
    ['two schemes', 'Bearer Bearer abc', 'whitespace'],
    ['a whole header', 'Authorization: Bearer abc', 'whitespace'],
    ['curly quotes', '“abc”', 'characters'],
    ['a letter outside ASCII', 'abcé', 'characters'],
    ['a hard space', 'ab\u00a0cd', 'characters'],
    ['a zero width space', 'ab\u200bcd', 'characters'],
    ['NUL', 'ab\0cd', 'characters'],
    ['DEL', 'ab\u007f', 'characters'],
    ['half a pair', 'ab\ud800', 'characters'],
    ['one character too many', 'x'.repeat(16_385), 'tooLong'],
    ['a megabyte', 'x y'.repeat(350_000), 'tooLong'],
  ] as const) {
    it(`is not ${name}`, () => assert.equal(parseToken(text), problem));
  }
});

describe('The text of an API key', () => {
  for (const [name, text, token] of [
    ['plain', 'abc.DEF-123_~+/=!', 'abc.DEF-123_~+/=!'],
    ['with spaces around', ' abc\r\n', 'abc'],
    ['that is called like a scheme', 'Bearer', 'Bearer'],
  ] as const) {
    it(`${name} is accepted`, () => assert.deepEqual(parseApiKey(text), { token, hadPrefix: false }));
  }

  for (const [name, text, problem] of [
    ['nothing', ' ', 'empty'],
    ['a scheme and a key', 'Bearer abc', 'whitespace'],
    ['a header', 'X-API-Key: abc', 'whitespace'],
    ['a header inside', 'ab\r\nx-evil: 1', 'whitespace'],
    ['a letter outside ASCII', 'abcé', 'characters'],
    ['one character too many', 'x'.repeat(16_385), 'tooLong'],
  ] as const) {
    it(`is not ${name}`, () => assert.equal(parseApiKey(text), problem));
  }
});
