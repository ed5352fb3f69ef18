import assert from 'node:assert/strict';
import { getValueAt, isJsonPointer } from '../../../src/client/response/jsonPointer';

/** The document of RFC 6901, section 5, without names that are alike for a pointer. */
const document = { foo: ['bar', 'baz'], '': 0, 'a/b': 1, 'c%d': 2, 'k"l': 6, ' ': 7, 'm~n': 8 };

describe('A JSON pointer', () => {
  for (const [pointer, value] of [
    ['', document],
    ['/foo', ['bar', 'baz']],
    ['/foo/0', 'bar'],
    ['/', 0],
    ['/a~1b', 1],
    ['/c%d', 2],
    ['/k"l', 6],
    ['/ ', 7],
    ['/m~0n', 8],
  ] as const) {
    it(`${JSON.stringify(pointer)} leads where RFC 6901 says`, () => {
      assert.ok(isJsonPointer(pointer));
      assert.deepEqual(getValueAt(document, pointer), value);
    });
  }

  it('decodes ~01 to ~1 and not to a slash', () => assert.equal(getValueAt({ '~1': 1, '/': 2 }, '/~01'), 1));

  for (const pointer of [
    '/foo/2',
    '/foo/-',
    '/foo/00',
    '/foo/+1',
    '/foo/1e0',
    '/foo/length',
    '/foo/0/length',
    '/foo/0/0',
    '/bar',
    '/bar/x',
    '//x',
    '/constructor',
    '/__proto__',
  ]) {
    it(`${pointer} finds nothing there`, () => assert.equal(getValueAt(document, pointer), undefined));
  }

  for (const text of ['foo', '/~', '/~2', '/a~', 'foo/bar', '#/foo', '$.foo', 5, null, undefined]) {
    it(`is not ${JSON.stringify(text)}`, () => assert.equal(isJsonPointer(text), false));
  }
});
