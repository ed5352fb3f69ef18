import assert from 'node:assert/strict';
import {
  headerSecrets,
  hideSecrets,
  linkSecrets,
  linkWords,
  secretForms,
} from '../../../src/client/hideSecrets';

const signature = 'aB3+/'.repeat(6);

describe('The forms of a secret', () => {
  const secret = `a+b/c="&<d>'\\é`;

  for (const [name, text] of [
    ['as it is', secret],
    ['in a query', encodeURIComponent(secret)],
    ['in a query, in lower case', encodeURIComponent(secret).replace(/%../g, (code) => code.toLowerCase())],
    ['in a path', encodeURI(secret)],
    ['in base64', Buffer.from(secret).toString('base64')],
    ['in base64 without its end', Buffer.from(secret).toString('base64').replace(/=+$/, '')],
    ['in base64 for URLs', Buffer.from(secret).toString('base64url')],
    ['in JSON', JSON.stringify(secret).slice(1, -1)],
    ['in JSON with escaped slashes', String.raw`a+b\/c=\"&<d>'\\é`],
    ['in JSON for HTML', String.raw`a+b/c=\"\u0026\u003cd\u003e'\\é`],
    ['in JSON for HTML, with signs', String.raw`a+b/c\u003d\"\u0026\u003cd\u003e\u0027\\é`],
    ['in JSON for HTML, in upper case', String.raw`a\u002Bb/c=\"\u0026\u003Cd\u003E\u0027\\é`],
  ] as const) {
    it(`include the secret ${name}`, () => {
      assert.equal(hideSecrets(`<${text}>`, secretForms(secret)), '<[secret]>');
    });
  }

  it('include base64 for URLs where that has other letters', () => {
    assert.equal(hideSecrets('<Pj4-Pz8_>', secretForms('>>>???')), '<[secret]>');
  });

  it('are all different', () => {
    assert.deepEqual(secretForms('abcdef'), ['abcdef', 'YWJjZGVm']);
    assert.deepEqual(secretForms('ab-cd'), ['ab-cd', 'YWItY2Q=', 'YWItY2Q']);
    assert.deepEqual(secretForms('~~~~~~'), ['~~~~~~', 'fn5+fn5+', 'fn5-fn5-']);
  });

  it('are none for a text that could be any word', () => {
    assert.deepEqual([secretForms(''), secretForms('abc')], [[], []]);
    assert.equal(secretForms('abcd')[0], 'abcd');
  });

  it('do not fail for half a pair', () => assert.equal(secretForms('abcd\ud800')[0], 'abcd\ud800'));
});

describe('Hiding secrets', () => {
  it('hides every occurrence', () => {
    assert.equal(hideSecrets('key1 and key1key2.', ['key1', 'key2']), '[secret] and [secret][secret].');
  });

  it('hides the longest first, so that no end of it is left', () => {
    assert.equal(hideSecrets('abcdefgh', ['abcd', 'abcdefgh']), '[secret]');
  });

  it('takes a secret literally', () => {
    assert.equal(hideSecrets('a.*b axxb $& a', ['a.*b', '$&']), '[secret] axxb [secret] a');
  });

  it('changes nothing without secrets', () => {
    assert.equal(hideSecrets('abc', []), 'abc');
    assert.equal(hideSecrets('abc', ['']), 'abc');
  });
});

describe('The secrets of headers', () => {
  for (const [value, secrets] of [
    ['Bearer abc', ['Bearer abc', 'abc']],
    ['abc', ['abc', '']],
    ['Basic dXNlcjpwYTpzcw==', ['Basic dXNlcjpwYTpzcw==', 'dXNlcjpwYTpzcw==', 'user:pa:ss', 'pa:ss']],
    ['basic bm9uZQ==', ['basic bm9uZQ==', 'bm9uZQ==']],
  ] as const) {
    it(`are the parts of ${value}`, () => {
      assert.deepEqual(headerSecrets({ authorization: value }), secrets);
    });
  }

  it('are those of all headers', () => {
    assert.deepEqual(headerSecrets({ a: 'x1', b: 'x2' }), ['x1', '', 'x2', '']);
    assert.deepEqual(headerSecrets({}), []);
  });
});

describe('The secrets of a link', () => {
  it('are the link, its query, and the values that look like signatures, raw and decoded', () => {
    const raw = encodeURIComponent(signature);
    const query = `X-Amz-Date=20261121T093000Z&X-Amz-Expires=900&X-Amz-Signature=${raw}`;
    assert.deepEqual(linkSecrets(`https://f.test:8/b/mesh.inp?${query}`), [
      `https://f.test:8/b/mesh.inp?${query}`,
      `/b/mesh.inp?${query}`,
      query,
      raw,
      signature,
    ]);
  });

  const value = 'x'.repeat(40);
  const id = '01234567-89ab-cdef-0123-456789abcdef';
  for (const [name, url, words] of [
    ['a short value under a key that says so', 'https://f/a?sig=abcdefghijkl', ['abcdefghijkl']],
    ['a value that is too short even there', 'https://f/a?sig=abcdefghijk', []],
    ['a long value under any key', `https://f/a?x=${value}&y=1`, [value]],
    ['a long value without a key', `https://f/a?${value}`, [value]],
    ['a value with more signs of equality', `https://f/a?token=${value}==`, [`${value}==`]],
    ['a value that cannot be decoded', `https://f/a?token=${value}%zz`, [`${value}%zz`]],
    ['a value before a fragment', `https://f/a?sig=${value}#x`, [value]],
    ['ordinary values', 'https://f/a?expires=1795253400&part=1&name=mesh.inp', []],
    ['a UUID', `https://f/${id}?model=${id}`, []],
    ['a UUID that is a token', `https://f/a?token=${id}`, [id]],
    ['a part of a path', `https://f/up/${value}/a`, [value]],
    ['an encoded part of a path', `https://f/up/${value}%2b/a`, [`${value}%2b`, `${value}+`]],
    [
      'a token of three parts in a path',
      `https://f/${value}.${value}.${value}/a`,
      [`${value}.${value}.${value}`],
    ],
    ['the name of a file', `https://f/up/${value}.inp`, []],
    ['a path beside a signature', `https://f/${value}/a?sig=abcdefghijkl`, ['abcdefghijkl']],
    ['no path', 'https://f', []],
    ['something that is no link', 'x', []],
  ] as const) {
    it(`are these words of one with ${name}: ${words.join(', ')}`, () =>
      assert.deepEqual(linkWords(url), words));
  }

  it('also include parts of a path beside a signature', () => {
    const query = 'sig=abcdefghijkl';
    const url = `https://f/${value}/a?${query}`;
    assert.deepEqual(linkSecrets(url), [url, `/${value}/a?${query}`, query, value, 'abcdefghijkl']);
  });
});
