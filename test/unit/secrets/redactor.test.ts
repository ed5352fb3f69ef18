import assert from 'node:assert/strict';
import { Redactor } from '../../../src/secrets/redactor';

const signature = 'aB3+xY7/'.repeat(5) + '=';
const link = `https://f.test/in/a.dat?se=1&sig=${encodeURIComponent(signature)}`;
const pathLink = `https://f.test/up/${'c0ffee'.repeat(6)}/a.dat`;

function redactor({ token, links }: { token?: string; links?: readonly string[] } = {}): Redactor {
  const made = new Redactor();
  if (token !== undefined) made.addSecret(token);
  if (links !== undefined) made.addLinks('launch', links);
  return made;
}

describe('The redactor', () => {
  for (const [text, shown] of [
    ['GET sim.test:8080/variant_b/v7/projects: 200 in 5 ms', undefined],
    ['https://sim.test:8080/a/b.html', undefined],
    ['at https://f/a?sig=CANARY&x=1 failed', 'at https://f/a?[query] failed'],
    ['https://f/a?CANARY', 'https://f/a?[query]'],
    ['https://f/a#CANARY', 'https://f/a'],
    ['https://f/a?b=1#CANARY', 'https://f/a?[query]'],
    ['https://f?sig=CANARY', 'https://f?[query]'],
    ['Sign out of https://f?', undefined],
    ['https://f?#CANARY', 'https://f?[query]'],
    ['https://me:CANARY@f:8/a', 'https://f:8/a'],
    ['https://CANARY@f', 'https://f'],
    ['https://f/@x/a@b', undefined],
    ['vscode://x.y/z?code=CANARY', 'vscode://x.y/z?[query]'],
    ["Invalid URL: 'https://f/a?sig=CANARY'", "Invalid URL: 'https://f/a?[query]"],
    ['<https://f/a?sig=CANARY>', '<https://f/a?[query]>'],
    ['https://f/a?b=1\\u0026sig=CANARY', 'https://f/a?[query]'],
    ['https://f/a?x=1 https://g/b?y=2', 'https://f/a?[query] https://g/b?[query]'],
    ['Cannot PUT /a/b.dat?sig=CANARY&x=1.', 'Cannot PUT /a/b.dat?[query]'],
    ['PUT //f.test/a?sig=CANARY', 'PUT //f.test/a?[query]'],
    ['Ready? Yes. a=b ?? c', undefined],
    ['authorization: CANARY CANARY', 'authorization: [secret]'],
    ["{ authorization: 'Bearer CANARY', b: 1 }", "{ authorization: '[secret]', b: 1 }"],
    ['Proxy-Authorization=CANARY\nnext: 1', 'Proxy-Authorization=[secret]\nnext: 1'],
    ["[ 'authorization', 'Bearer CANARY.a-b_c~d+e/f==' ]", "[ 'authorization', 'Bearer [secret]' ]"],
    ['sent bearer CANARY, then', 'sent bearer [secret], then'],
    ['sent Basic Q0FOQVJZOng=', 'sent Basic [secret]'],
    ['Basic wing and basic geometry, load-bearer', undefined],
    ['', undefined],
  ] as const) {
    it(`turns ${JSON.stringify(text)} into ${JSON.stringify(shown ?? 'itself')}`, () => {
      assert.equal(redactor().text(text), shown ?? text);
      assert.equal(redactor({ links: [link] }).text(text), shown ?? text);
    });
  }

  for (const [name, text, shown] of [
    ['as it is', 'The token p+q/r=CANARY is wrong', 'The token [secret] is wrong'],
    ['as in a query', 'token%20p%2Bq%2Fr%3DCANARY', 'token%20[secret]'],
    ['in base64', `(${Buffer.from('p+q/r=CANARY').toString('base64')})`, '([secret])'],
    ['in a path', 'https://f/p+q/r=CANARY/x', 'https://f/[secret]/x'],
  ] as const) {
    it(`hides a token ${name}`, () => {
      assert.equal(redactor({ token: 'p+q/r=CANARY' }).text(text), shown);
    });
  }

  it('hides every token that was ever added', () => {
    const both = redactor({ token: 'token-one' });
    both.addSecret('token-two');
    assert.equal(both.text('token-one token-two token-three'), '[secret] [secret] token-three');
  });

  for (const [name, text, shown] of [
    ['alone', signature, '[secret]'],
    ['at the end of a sentence', `It is ${signature}.`, 'It is [secret]'],
    ['behind a key', `sig=${signature}`, '[secret]'],
    ['in JSON', JSON.stringify({ a: signature }), '{"a":"[secret]"}'],
    ['as in a query', encodeURIComponent(signature), '[secret]'],
    ['in a path', `${'c0ffee'.repeat(6)}/a.dat`, '[secret]/a.dat'],
    ['in the path of a URL', pathLink, 'https://f.test/up/[secret]/a.dat'],
    ['as a part of a longer word', `x${signature}`, `x${signature}`],
  ] as const) {
    it(`treats the signature of a link that is found ${name} as ${shown.slice(0, 20)}`, () => {
      assert.equal(redactor({ links: [link, pathLink] }).text(text), shown);
    });
  }

  it('leaves what a link shares with the rest of the world', () => {
    const id = '01234567-89ab-cdef-0123-456789abcdef';
    const url = `https://f/models/${id}/a_long_name_of_a_mesh_file.inp?sig=abcdefghijklmno&id=${id}`;
    const text = `model ${id}, file a_long_name_of_a_mesh_file.inp, models/${id}`;
    assert.equal(redactor({ links: [url] }).text(text), text);
  });

  it('takes only what was added out of an export', () => {
    const redactor = new Redactor();
    redactor.addSecret('tok-1234567890');
    const link = 'https://files.example.com/up?Signature=abcdefghijklmnop';
    redactor.addLinks('launch', [link]);
    const text = '{"name":"mesh?v=2.inp","words":"tok-1234567890 and abcdefghijklmnop"}';
    assert.equal(redactor.exact(text), '{"name":"mesh?v=2.inp","words":"[secret] and [secret]"}');
  });

  it('forgets the links of one owner', () => {
    const made = new Redactor();
    const [first, second] = ['sig=abcdefghijkl', 'sig=mnopqrstuvwx'];
    made.addLinks('1', [`https://f/a?${first}`]);
    made.addLinks('1', [`https://f/b?${second}`]);
    made.addLinks('2', [`https://f/b?${second}`]);
    assert.equal(made.text(`${first} ${second}`), '[secret] [secret]');
    made.forgetLinks('1');
    assert.equal(made.text(`${first} ${second}`), `${first} [secret]`);
    made.forgetLinks('2');
    made.forgetLinks('3');
    assert.equal(made.text(second), second);
  });

  const hostile = [
    link,
    `say "${link}" or \\"${link}\\"`,
    `${link}\\`,
    `authorization: "Bearer CANARY" and 'Basic Q0FOQVJZOng='`,
    'Authorization:\n?\n?=\\n?a=b\\\\',
    'first\nBearer CANARY\nBasic Q0FOQVJZOng=\nauthorization: CANARY\nlast',
    `key p+q/r=CANARY\t${signature}\u2028${pathLink}`,
  ];
  for (const text of hostile) {
    it(`keeps JSON JSON: ${JSON.stringify(text).slice(0, 60)}`, () => {
      const made = redactor({ token: 'p+q/r=CANARY', links: [link, pathLink] });
      const json = made.text(JSON.stringify({ a: [text, text], b: 1 }, undefined, 2));
      assert.deepEqual(Object.keys(JSON.parse(json) as object), ['a', 'b']);
      assert.doesNotMatch(json, /CANARY|aB3|c0ffee/);
    });

    it(`changes nothing more the second time: ${JSON.stringify(text).slice(0, 60)}`, () => {
      const made = redactor({ token: 'p+q/r=CANARY', links: [link, pathLink] });
      const once = made.text(text);
      assert.equal(made.text(once), once);
    });
  }

  it('is fast with ten thousand links', () => {
    const random = (index: number): string => Buffer.from(`signature ${index}`).toString('hex');
    const links = Array.from(
      { length: 10_000 },
      (_, i) => `https://f/${i}?X-Amz-Credential=${random(i)}&X-Amz-Signature=${random(-i)}${random(i)}`,
    );
    const made = redactor({ token: 'a-token-of-some-length', links });
    const line = `PUT https://f.test/in/a.dat?b=1 ${random(-5)}${random(5)} `;
    const texts = Array.from({ length: 20_000 }, (_, i) =>
      `${line}${'mesh/part_'.repeat(20)}${i}`.slice(0, 200),
    );
    const start = performance.now();
    const shown = texts.map((text) => made.text(text));
    assert.ok(performance.now() - start < 1000);
    assert.equal(new Set(shown.map((text) => text.slice(0, 50))).size, 1);
  });

  for (const part of [
    'a',
    '?',
    '://',
    '=',
    ' ',
    '.',
    '/',
    '%',
    '\\',
    'authorization:',
    'bearer ',
    'basic a',
  ]) {
    it(`is fast with a megabyte of ${JSON.stringify(part)}`, () => {
      const text = part.repeat(2 ** 20 / part.length);
      const made = redactor({ token: 'p+q/r=CANARY', links: [link] });
      const start = performance.now();
      made.text(text);
      assert.ok(performance.now() - start < 1000);
    });
  }
});
