import assert from 'node:assert/strict';
import { parseToken } from '../../../src/secrets/parseToken';

describe('The text of a token', () => {
  for (const [name, text, token, hadWord] of [
    ['plain', 'abc.DEF-123_~+/=!', 'abc.DEF-123_~+/=!', false],
    ['with white space around', ' \r\nabc\t', 'abc', false],
    ['with a byte order mark', '\ufeffabc', 'abc', false],
    ['with its scheme in any letters', ' bEARER \t abc\n', 'abc', true],
    ['that begins like the scheme', 'BearerToken', 'BearerToken', false],
    ['with quotes inside', 'a"b\'c', 'a"b\'c', false],
    ['that ends as base64 does', 'ABCKEY==', 'ABCKEY==', false],
    ['that is one quote', '"', '"', false],
    ['that just fits', 'x'.repeat(16_384), 'x'.repeat(16_384), false],
  ] as const) {
    it(`${name} is accepted`, () => assert.deepEqual(parseToken(text, 'Bearer'), { token, hadWord }));
  }

  for (const [name, text, problem] of [
    ['white space', ' \n\t\r\n ', 'empty'],
    ['a scheme alone', 'Bearer ', 'empty'],
    ['a tab inside', 'ab\tcd', 'whitespace'],
    ['a header inside', 'ab\r\nx-evil: 1', 'whitespace'],
    ['two schemes', 'Bearer Bearer abc', 'whitespace'],
    ['curly quotes', '“abc”', 'characters'],
    ['a hard space', 'ab\u00a0cd', 'characters'],
    ['NUL', 'ab\0cd', 'characters'],
    ['DEL', 'ab\u007f', 'characters'],
    ['one character too many', 'x'.repeat(16_385), 'tooLong'],
    ['in double quotes', '"abc"', 'notAlone'],
    ['in single quotes', " 'abc' ", 'notAlone'],
    ['in backticks', '`abc`', 'notAlone'],
    ['in quotes behind its scheme', 'Bearer "abc"', 'notAlone'],
    ['in quotes with its scheme', '"Bearer abc"', 'notAlone'],
    ['a whole response', '{"access_token":"abc"}', 'notAlone'],
    ['a whole response on several lines', '{\n  "access_token": "abc"\n}\n', 'notAlone'],
    ['a variable', 'TOKEN=abc', 'notAlone'],
    ['a variable with a longer name', 'export SIM_API_KEY=abc', 'notAlone'],
  ] as const) {
    it(`is not ${name}`, () => assert.equal(parseToken(text, 'Bearer'), problem));
  }
});

describe('The text of an API key', () => {
  for (const [word, text, parsed] of [
    ['', ' abc.DEF-123_~+/=!\r\n', { token: 'abc.DEF-123_~+/=!', hadWord: false }],
    ['', 'Bearer', { token: 'Bearer', hadWord: false }],
    ['', ' ', 'empty'],
    ['', 'Bearer abc', 'whitespace'],
    ['', 'abcé', 'characters'],
    ['', 'x'.repeat(16_385), 'tooLong'],
    ['Token', 'abc', { token: 'abc', hadWord: false }],
    ['Token', ' token  abc ', { token: 'abc', hadWord: true }],
    ['Token', 'Tokenabc', { token: 'Tokenabc', hadWord: false }],
    ['Token', 'Bearer abc', 'whitespace'],
    ['Token', 'Token', 'empty'],
    ['a.c', 'abc x', 'whitespace'],
  ] as const) {
    const result = typeof parsed === 'string' ? parsed : 'accepted';
    it(`${JSON.stringify(text.slice(0, 20))} behind “${word}” is ${result}`, () =>
      assert.deepEqual(parseToken(text, word), parsed));
  }
});
