import assert from 'node:assert/strict';
import { hideCredentials, hideSlips } from '../../../src/client/text/credentialPatterns';
import { growthOfText, maxGrowth } from '../../support/growth';

const hex = '0a1b2c3d4e5f'.repeat(6).slice(0, 64);
const base64 = 'aB3+xY7/'.repeat(5) + '=';
const uuid = '01234567-89ab-cdef-0123-456789abcdef';

describe('The free text of a server', () => {
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
    ['https://f/@x/a@b', undefined],
    ['vscode://x.y/z?code=CANARY', 'vscode://x.y/z?[query]'],
    ["Invalid URL: 'https://f/a?sig=CANARY'", "Invalid URL: 'https://f/a?[query]"],
    ['<https://f/a?sig=CANARY>', '<https://f/a?[query]>'],
    ['https://f/a?b=1\\u0026sig=CANARY', 'https://f/a?[query]'],
    ['Cannot PUT /a/b.dat?sig=CANARY&x=1.', 'Cannot PUT /a/b.dat?[query]'],
    ['PUT //f.test/a?sig=CANARY', 'PUT //f.test/a?[query]'],
    ['Ready? Yes. a=b ?? c', undefined],
    ["{ authorization: 'Bearer CANARY', b: 1 }", "{ authorization: 'Bearer [secret]', b: 1 }"],
    ['Proxy-Authorization=Basic Q0FOQVJZOng=\nnext: 1', 'Proxy-Authorization=Basic [secret]\nnext: 1'],
    ["[ 'authorization', 'Bearer CANARY.a-b_c~d+e/f==' ]", "[ 'authorization', 'Bearer [secret]' ]"],
    ['sent bearer CANARY, then', 'sent bearer [secret], then'],
    ['Basic wing and basic geometry, load-bearer', undefined],
    ['password=CANARY rejected', 'password=[secret] rejected'],
    ['DB_PASSWORD="CANARY two", PGPASSWORD=CANARY', 'DB_PASSWORD="[secret]", PGPASSWORD=[secret]'],
    [
      'user_pwd=CANARY, FTPPWD=CANARY, passcode: "CANARY"',
      'user_pwd=[secret], FTPPWD=[secret], passcode: "[secret]"',
    ],
    ['user ann with password "CANARY" rejected', 'user ann with password "[secret]" rejected'],
    ['{\\"db_password\\":\\"CANARY\\",\\"a\\":1}', '{\\"db_password\\":\\"[secret]\\",\\"a\\":1}'],
    ['Authorization: Token CANARY-123 is not valid', 'Authorization: Token [secret] is not valid'],
    ['X-Api-Key: CANARY, accept: text', 'X-Api-Key: [secret], accept: text'],
    ['Cookie: a=CANARY; b=CANARY\nnext', 'Cookie: [secret]\nnext'],
    ['token ghp_CANARYaB3dE5fG7hJ9kL1mN3pQ rejected', 'token [secret] rejected'],
    ['glpat-CANARYaB3dE5fG7hJ9 xoxb-1234-CANARY', '[secret] [secret]'],
    ['eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.CANARY', '[secret]'],
    ['token: This field is required; password: Too short', undefined],
    ['password: required. api_key: is missing', undefined],
    ['pass=2 of 5, bypass=on, compass=north, passenger: "wing"', undefined],
    ['Unexpected token "x" at 5, duplicate key=5, monkey=wing, the keyword: shell', undefined],
  ] as const) {
    it(`is changed from ${JSON.stringify(text)} to ${JSON.stringify(shown ?? 'itself')}`, () => {
      assert.equal(hideCredentials(text), shown ?? text);
      assert.equal(hideCredentials(hideCredentials(text)), shown ?? text);
    });
  }

  it('keeps other words, however random they look', () => {
    const text = `The object up/${hex}/mesh.inp of model ${uuid} has no checksum=${base64}`;
    assert.equal(hideCredentials(text), text);
  });

  for (const part of ['a', '?', '://', '=', ' ', '.', '/', '%', '\\', '-', 'bearer ', 'basic a']) {
    it(`is redacted in linear time, also when it repeats ${JSON.stringify(part)}`, () => {
      assert.ok(growthOfText(part, (text) => hideCredentials(text)) < maxGrowth);
    });
  }
});

describe('A line that this extension has composed', () => {
  for (const [text, shown] of [
    ['PUT files.test (Floor bearer A-12, Study?mesh=fine, Authorization: phase 1/2)', undefined],
    ['basic geometry of the load bearer', undefined],
    ['https://me:CANARY@f:8/a?sig=CANARY failed', 'https://f:8/a?[query] failed'],
    [`authorization: Bearer ${base64}`, 'authorization: Bearer [secret]'],
    ['sent Basic Q0FOQVJZOngxMjM0NTY3ODk=', 'sent Basic [secret]'],
  ] as const) {
    it(`has leaked credentials removed: ${JSON.stringify(text)}`, () => {
      assert.equal(hideSlips(text), shown ?? text);
    });
  }
});
