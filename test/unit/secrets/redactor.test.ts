import assert from 'node:assert/strict';
import { Redactor } from '../../../src/secrets/redactor';
import { growthOf } from '../../support/growth';

const signature = 'aB3+xY7/'.repeat(5) + '=';
const escaped = encodeURIComponent(signature);
const link = `https://f.test/in/a.dat?se=1&sig=${escaped}`;
const segment = 'c0ffee'.repeat(6);
const pathLink = `https://f.test/up/${segment}/a.dat`;
const modelId = '64f1c0ffee64f1c0ffee64f1';

function redactor(secrets: readonly string[] = [], links: readonly string[] = []): Redactor {
  const made = new Redactor();
  for (const secret of secrets) made.addSecret(secret);
  made.addUploadUrls(new Map(links.map((url, index) => [`${index}.dat`, url])));
  return made;
}

describe('The redactor', () => {
  for (const [name, text, shown] of [
    ['as it is', 'The token p+q/r=CANARY is wrong', 'The token [secret] is wrong'],
    ['as in a query', 'token%20p%2Bq%2Fr%3DCANARY', 'token%20[secret]'],
    ['in base64', `(${Buffer.from('p+q/r=CANARY').toString('base64')})`, '([secret])'],
    ['in a path', 'https://f/p+q/r=CANARY/x', 'https://f/[secret]/x'],
  ] as const) {
    it(`hides a token ${name}`, () => {
      const made = redactor(['p+q/r=CANARY']);
      assert.deepEqual([made.exact(text), made.text(text), made.words(text)], [shown, shown, shown]);
    });
  }

  for (const [name, text, shown] of [
    ['at the end of a sentence', `It is ${signature}.`, 'It is [secret].'],
    ['behind a key', `sig=${signature}`, 'sig=[secret]'],
    ['in JSON', JSON.stringify({ a: signature }), '{"a":"[secret]"}'],
    ['as in a query', escaped, '[secret]'],
    ['without its padding', signature.slice(0, -1), '[secret]'],
    ['in the alphabet for URLs', signature.replaceAll('+', '-').replaceAll('/', '_'), '[secret]'],
    ['in the path of a URL', pathLink, 'https://f.test/up/[secret]/a.dat'],
    ['as a part of a longer word', `x${signature}y`, 'x[secret]=y'],
  ] as const) {
    it(`hides the signature of an upload URL that is found ${name}`, () => {
      assert.equal(redactor([], [link, pathLink]).exact(text), shown);
    });
  }

  it('keeps the parts of an upload URL that occur elsewhere', () => {
    const id = '01234567-89ab-cdef-0123-456789abcdef';
    const url = `https://f/models/${id}/a_long_name_of_a_mesh_file.inp?sig=abcdefghijklmno&id=${id}`;
    const text = `model ${id}, file a_long_name_of_a_mesh_file.inp, models/${id}`;
    assert.equal(redactor([], [url]).words(text), text);
  });

  it('keeps identifiers and names of a launch that are part of its upload URLs', () => {
    const made = new Redactor();
    const file = 'a_long_name_of_a_file_without_an_ending';
    made.addUploadUrls(new Map([[`in/${file}`, `https://f/up/${modelId}/${file}`]]));
    made.addUploadUrls(new Map([['b', `https://f/b?key=${modelId}&token=abcdefghijklmnop`]]));
    assert.equal(made.exact(modelId), '[secret]');
    made.allow([modelId, 12, 'Study of a rather long wing']);
    for (const text of [`Model ${modelId} is incomplete: ${file}`, `{"id":"${modelId}"}`]) {
      assert.deepEqual([made.exact(text), made.text(text), made.words(text)], [text, text, text]);
    }
    assert.equal(made.words(`${modelId} token=abcdefghijklmnop`), `${modelId} token=[secret]`);
    assert.equal(made.words(`Model ${modelId} is unknown`, [modelId]), `Model ${modelId} is unknown`);
  });

  it('never takes a token for a name, whatever a service calls its models', () => {
    const made = redactor(['p+q/r=CANARY']);
    made.allow(['p+q/r=CANARY']);
    assert.deepEqual([made.exact('p+q/r=CANARY'), made.words('p+q/r=CANARY')], ['[secret]', '[secret]']);
  });

  it('keeps names unchanged, however much they look like credentials', () => {
    const made = redactor(['test', '1234'], [link]);
    for (const name of [
      'Floor bearer A-12',
      'Study?mesh=fine',
      'Authorization: phase 1/2',
      'test 1234',
      'sig=fine-and-coarse',
      '{"size":123456,"sha256":"1234","name":"test_case.inp"}',
    ]) {
      assert.deepEqual([made.exact(name), made.text(name)], [name, name]);
    }
  });

  it('hides short secrets in the free text of servers, if they are whole words', () => {
    const text = 'user test with 1234 has no access to test_case.inp of 12345 bytes';
    const shown = 'user [secret] with [secret] has no access to test_case.inp of 12345 bytes';
    assert.equal(redactor(['test', '1234']).words(text), shown);
  });

  it('hides short secrets in lines of the log, if they cannot be a name or a number', () => {
    const made = redactor(['s:cret!', 'test', '1234', 'wing-1']);
    const shown = 'test of wing-1 in 1234 ms: [secret], [secret]';
    assert.equal(made.text('test of wing-1 in 1234 ms: s:cret!, s%3Acret!'), shown);
    assert.equal(made.exact('a project s:cret!'), 'a project s:cret!');
  });

  it('hides the credentials of the request in a server message, and what follows the words for credentials', () => {
    const made = redactor();
    assert.equal(
      made.words('no carried-by-it, no Bearer abc, no /a?b=c, no sum=abcdefghijkl', ['carried-by-it']),
      'no [secret], no Bearer [secret], no /a?[query] no sum=abcdefghijkl',
    );
    assert.equal(made.words('no carried-by-it'), 'no carried-by-it');
  });

  it('remembers upload URLs for the lifetime of the window, up to a limit', () => {
    const made = redactor([], [link]);
    const linkOf = (index: number) => `https://f/a?sig=signature-number-${String(index).padStart(7, '0')}`;
    const linksFrom = (first: number, count: number) =>
      new Map(Array.from({ length: count }, (_, index) => [`${index}`, linkOf(first + index)]));
    made.addUploadUrls(linksFrom(0, 100_000));
    assert.equal(made.exact(signature), '[secret]');
    assert.equal(made.exact('signature-number-0099999'), '[secret]');
    made.addUploadUrls(linksFrom(100_000, 100_001));
    made.addUploadUrls(linksFrom(300_000, 1));
    assert.equal(made.exact(signature), signature);
    assert.equal(made.exact('signature-number-0100000 signature-number-0300000'), '[secret] [secret]');
  });

  const hostile = [
    link,
    `say "${link}" or \\"${link}\\"`,
    `${link}\\`,
    `authorization: "Bearer CANARY" and 'Basic Q0FOQVJZOng='`,
    'Authorization:\n?\n?=\\n?a=b\\\\',
    'first\nBearer CANARY\nBasic Q0FOQVJZOng=\nlast',
    `key p+q/r=CANARY\t${signature}\u2028${pathLink}`,
  ];
  for (const text of hostile) {
    it(`keeps JSON valid, and changes nothing the second time: ${JSON.stringify(text).slice(0, 60)}`, () => {
      const made = redactor(['p+q/r=CANARY'], [link, pathLink]);
      const json = made.words(JSON.stringify({ a: [text, text], b: 1 }, undefined, 2));
      assert.deepEqual(Object.keys(JSON.parse(json) as object), ['a', 'b']);
      assert.doesNotMatch(json, /CANARY|aB3|c0ffee/);
      const once = made.words(text);
      assert.equal(made.words(once), once);
    });
  }

  it('takes almost the same time however many upload URLs it knows', () => {
    const random = (index: number): string => Buffer.from(`signature ${index}`).toString('hex');
    const made = new Map(
      [160, 10_240].map((length) => {
        const links = Array.from(
          { length },
          (_, i) => `https://f/${i}?X-Amz-Credential=${random(i)}&X-Amz-Signature=${random(-i)}${random(i)}`,
        );
        return [length, redactor(['a-token-of-some-length'], links)] as const;
      }),
    );
    const line = `PUT https://f.test/in/a.dat?b=1 ${random(-5)}${random(5)} `;
    const texts = Array.from({ length: 5000 }, (_, i) =>
      `${line}${'mesh/part_'.repeat(20)}${i}`.slice(0, 200),
    );
    const show = (length: number): void => {
      const shown = texts.map((text) => made.get(length)!.text(text));
      assert.equal(new Set(shown.map((text) => text.slice(0, 50))).size, 1);
    };
    assert.ok(growthOf(show, 160) < 20);
  });
});
