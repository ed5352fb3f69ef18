import assert from 'node:assert/strict';
import {
  findSecretsInHeaders,
  findSecretsInUrl,
  findSignatureParts,
} from '../../../src/client/text/redactSecrets';

const signature = 'aB3+/'.repeat(6);

describe('The secrets of headers', () => {
  for (const [value, secrets] of [
    ['Bearer abc', ['Bearer abc', 'abc']],
    ['abc', ['abc', '']],
    ['Basic dXNlcjpwYTpzcw==', ['Basic dXNlcjpwYTpzcw==', 'dXNlcjpwYTpzcw==', 'user:pa:ss', 'pa:ss']],
    ['basic bm9uZQ==', ['basic bm9uZQ==', 'bm9uZQ==']],
  ] as const) {
    it(`are the parts of ${value}`, () => {
      assert.deepEqual(findSecretsInHeaders({ authorization: value }), secrets);
    });
  }

  it('are those of all headers', () => {
    assert.deepEqual(findSecretsInHeaders({ a: 'x1', b: 'x2' }), ['x1', '', 'x2', '']);
    assert.deepEqual(findSecretsInHeaders({}), []);
  });
});

describe('The secrets of an upload URL', () => {
  it('are the URL, its query, and the values that look like signatures, unescaped', () => {
    const raw = encodeURIComponent(signature);
    const query = `X-Amz-Date=20261121T093000Z&X-Amz-Expires=900&X-Amz-Signature=${raw}`;
    assert.deepEqual(findSecretsInUrl(`https://f.test:8/b/mesh.inp?${query}`), [
      `https://f.test:8/b/mesh.inp?${query}`,
      `/b/mesh.inp?${query}`,
      query,
      signature,
    ]);
  });

  const value = 'x'.repeat(40);
  const id = '01234567-89ab-cdef-0123-456789abcdef';
  for (const [name, url, words] of [
    ['a short value under a key for signatures', 'https://f/a?sig=abcdefgh', ['abcdefgh']],
    ['a value that is too short even for such a key', 'https://f/a?sig=abcdefg', []],
    ['a long value under any key', `https://f/a?x=${value}&y=1`, [value]],
    ['a long value without a key', `https://f/a?${value}`, [value]],
    ['a value with equals signs', `https://f/a?token=${value}==`, [`${value}==`]],
    ['a value that cannot be decoded', `https://f/a?token=${value}%zz`, [`${value}%zz`]],
    ['a value before a fragment', `https://f/a?sig=${value}#x`, [value]],
    ['ordinary values', 'https://f/a?expires=1795253400&part=1&name=mesh.inp', []],
    ['a UUID', `https://f/${id}?model=${id}`, []],
    ['a UUID that is a token', `https://f/a?token=${id}`, [id]],
    ['a part of a path', `https://f/up/${value}/a`, [value]],
    ['an encoded part of a path', `https://f/up/${value}%2b/a`, [`${value}+`]],
    ['the name of a file', `https://f/up/${value}.inp`, []],
    ['a path beside a signature', `https://f/${value}/a?sig=abcdefghijkl`, ['abcdefghijkl']],
    ['no path', 'https://f', []],
    ['something that is no link', 'x', []],
  ] as const) {
    it(`are these words of one with ${name}: ${words.join(', ')}`, () =>
      assert.deepEqual(findSignatureParts(url), words));
  }

  it('also include parts of a path next to a signature', () => {
    const query = 'sig=abcdefghijkl';
    const url = `https://f/${value}/a?${query}`;
    assert.deepEqual(findSecretsInUrl(url), [url, `/${value}/a?${query}`, query, value, 'abcdefghijkl']);
  });
});
