import assert from 'node:assert/strict';
import { KeyringError } from '../../../src/launch/errors';
import { formatErrorLine } from '../../../src/secrets/errorLine';

const secret = 'https://f/a?sig=CANARY';

describe('An error in the log', () => {
  it('has its kind and message when it is one of ours', () => {
    assert.equal(formatErrorLine(new KeyringError()), 'KeyringError: the keyring failed');
  });

  it('has its name, code and place when it is from a library, because its message may quote anything', () => {
    const given = { code: 'ERR_INVALID_URL', input: secret };
    const error = Object.assign(new TypeError(`Invalid URL ${secret}`), given);
    const [first = '', ...frames] = formatErrorLine(error).split('\n');
    assert.equal(first, 'TypeError ERR_INVALID_URL');
    assert.ok(frames.length > 0 && frames.every((line) => line.startsWith('    at ')));
    assert.doesNotMatch(formatErrorLine(error), /CANARY/);
  });

  for (const [what, error] of Object.entries({
    'a message with a line that looks like a place': new Error(`x\n    at ${secret}`),
    'a name that is a text': Object.assign(new Error('x'), { name: secret }),
    'a code that is a text': Object.assign(new Error('x'), { code: secret }),
    'a code that is none': Object.assign(new Error('x'), { code: { secret } }),
    'a message that was changed later': Object.assign(new Error(`x\n    at ${secret}`), { message: 'y' }),
    'no stack': Object.assign(new Error(secret), { stack: undefined }),
    'a cause': new Error(secret, { cause: new Error(secret) }),
  })) {
    it(`reveals no secret by ${what}`, () => assert.doesNotMatch(formatErrorLine(error), /CANARY/));
  }

  it('reveals nothing of a value that is no error', () => {
    assert.deepEqual([secret, undefined].map(formatErrorLine), ['a thrown string', 'a thrown undefined']);
  });
});
