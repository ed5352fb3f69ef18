import assert from 'node:assert/strict';
import type { Authentication } from '../../../src/client/authentication';
import {
  accountNameOf,
  createAccountFingerprint,
  isOtherAccount,
  isSameAccount,
} from '../../../src/secrets/accountName';

type Given = readonly [authentication: Authentication, secret?: string];

const basic: Authentication = { scheme: 'basic' };
const bearer: Authentication = { scheme: 'bearer' };
const apiKey: Authentication = { scheme: 'apiKey', header: 'X-API-Key' };
const none: Authentication = { scheme: 'none' };

function token(claims: object, signature: string): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return [part({ alg: 'RS256' }), part(claims), signature].join('.');
}

/** Verdict on a launch that began with one account and is resumed with another. */
function verdict(before: Given, now: Given): string {
  const name = accountNameOf(...before);
  const recorded = name && createAccountFingerprint(name);
  const account = accountNameOf(...now);
  if (isSameAccount(recorded, account)) return isOtherAccount(recorded, account) ? 'both' : 'same';
  return isOtherAccount(recorded, account) ? 'other' : 'cannot tell';
}

describe('The account of a launch', () => {
  for (const [before, now, expected] of [
    [[basic, 'anton:one'], [basic, 'anton:two'], 'same'],
    [[basic, 'anton:one'], [basic, 'berta:one'], 'other'],
    [[basic, 'anton:one'], [apiKey, 'key'], 'other'],
    [[apiKey, 'key'], [apiKey, 'key'], 'same'],
    [[apiKey, 'key'], [apiKey, 'other'], 'other'],
    [[apiKey, 'key'], [bearer, 'key'], 'other'],
    [[bearer, 'opaque'], [bearer, 'opaque'], 'same'],
    [[bearer, 'opaque'], [bearer, 'renewed'], 'cannot tell'],
    [[bearer, 'opaque'], [basic, 'anton:one'], 'other'],
    [[bearer, token({ sub: 'u1' }, 'a')], [bearer, token({ sub: 'u1', exp: 2 }, 'b')], 'same'],
    [[bearer, token({ sub: 'u1' }, 'a')], [bearer, token({ sub: 'u2' }, 'b')], 'other'],
    [[bearer, token({ iss: 'x', sub: 'u1' }, 'a')], [bearer, token({ iss: 'y', sub: 'u1' }, 'b')], 'other'],
    [[bearer, token({}, 'a')], [bearer, token({}, 'b')], 'cannot tell'],
    [[none], [none], 'same'],
    [[none], [basic, 'anton:one'], 'other'],
    [[bearer], [bearer], 'same'],
    [[bearer], [bearer, 'opaque'], 'cannot tell'],
    [[basic, 'anton:one'], [basic], 'cannot tell'],
  ] as readonly (readonly [Given, Given, string])[]) {
    it(`${JSON.stringify(before)} and ${JSON.stringify(now)}: ${expected}`, () => {
      assert.equal(verdict(before, now), expected);
    });
  }

  it('is in no record, nor a value that would link two records', () => {
    const name = accountNameOf(basic, 'anton:secret')!;
    const one = createAccountFingerprint(name);
    const other = createAccountFingerprint(name);
    assert.match(one, /^[0-9a-f]{24}:[0-9a-f]{64}$/);
    assert.notEqual(one.split(':')[1], other.split(':')[1]);
  });
});
