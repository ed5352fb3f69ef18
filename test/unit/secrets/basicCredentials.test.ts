import assert from 'node:assert/strict';
import {
  findPasswordProblem,
  findUserProblem,
  joinCredentials,
  listSecretParts,
  splitCredentials,
} from '../../../src/secrets/basicCredentials';

for (const [what, findProblem] of [
  ['user name', findUserProblem],
  ['password', findPasswordProblem],
] as const)
  describe(`A ${what}`, () => {
    for (const text of ['jane@example.com', ' Jane Doe ', 'jané', '密码', '👩', 'x'.repeat(16_384)])
      it(`may be ${text.slice(0, 20)}`, () => assert.equal(findProblem(text), undefined));

    for (const [name, text, problem] of [
      ['nothing', '', 'empty'],
      ['something with a line break', 'jane\ndoe', 'characters'],
      ['something with DEL', 'pa\u007fss', 'characters'],
      ['something with a control character outside ASCII', 'pa\u0085ss', 'characters'],
      ['half a pair', 'jane\ud800', 'characters'],
      ['too long', 'x'.repeat(16_385), 'tooLong'],
    ] as const)
      it(`may not be ${name}`, () => assert.equal(findProblem(text), problem));

    it(`may ${what === 'password' ? '' : 'not '}have a colon`, () =>
      assert.equal(findProblem('pa:ss'), what === 'password' ? undefined : 'colon'));
  });

describe('A user name and a password', () => {
  it('become one secret, and two again', () => {
    const both = { user: 'jane', password: ' pa:ss ' };
    assert.equal(joinCredentials(both), 'jane: pa:ss ');
    assert.deepEqual(splitCredentials(joinCredentials(both)), both);
  });

  it('are normalised to composed Unicode', () => {
    assert.equal(joinCredentials({ user: 'jane\u0301', password: 'pa\u0308ss' }), 'jan\u00e9:p\u00e4ss');
  });

  it('are passed to the redactor: both together, and the password', () => {
    assert.deepEqual(listSecretParts('basic', 'jane:pa:ss'), ['jane:pa:ss', 'pa:ss']);
    assert.deepEqual(listSecretParts('bearer', 'a:b'), ['a:b']);
    assert.deepEqual(listSecretParts('apiKey', 'a:b'), ['a:b']);
  });
});
