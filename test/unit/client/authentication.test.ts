import assert from 'node:assert/strict';
import {
  type Authentication,
  createAuthenticationHeaders,
  isApiKeyHeaderAllowed,
} from '../../../src/client/authentication';

describe('The authentication headers', () => {
  const rows: readonly (readonly [Authentication, secret: string, headers: Record<string, string>])[] = [
    [{ scheme: 'none' }, 'abc', {}],
    [{ scheme: 'bearer' }, 'abc', { authorization: 'Bearer abc' }],
    // The examples of RFC 7617.
    [{ scheme: 'basic' }, 'Aladdin:open sesame', { authorization: 'Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==' }],
    [{ scheme: 'basic' }, 'test:123£', { authorization: 'Basic dGVzdDoxMjPCow==' }],
    [{ scheme: 'apiKey', header: 'X-API-Key' }, 'abc', { 'X-API-Key': 'abc' }],
    [{ scheme: 'apiKey', header: 'Authorization' }, 'abc', { Authorization: 'abc' }],
    [{ scheme: 'apiKey', header: 'Authorization: Token' }, 'abc', { Authorization: 'Token abc' }],
    [{ scheme: 'apiKey', header: 'X-Auth:Key' }, 'abc', { 'X-Auth': 'Key abc' }],
  ];
  for (const [authentication, secret, headers] of rows) {
    it(`with ${JSON.stringify(authentication)} are ${JSON.stringify(headers)}`, () => {
      assert.deepEqual(createAuthenticationHeaders(authentication, secret), headers);
      assert.deepEqual(createAuthenticationHeaders(authentication, undefined), {});
    });
  }
});

describe('A header for an API key', () => {
  for (const name of [
    'X-API-Key',
    'Authorization',
    'authorization',
    'api_key',
    'Proxy',
    "!#$%&'*+.^_`|~9",
    'Authorization: Token',
    'X-A:b-c',
  ]) {
    it(`may be named ${name}`, () => assert.equal(isApiKeyHeaderAllowed(name), true));
  }

  for (const name of [
    '',
    ' ',
    'X-API-Key ',
    'X API Key',
    'X-API-Key:',
    'X-Kéy',
    'a\r\nb',
    'a\n',
    '{key}',
    '"key"',
    'a/b',
    'Authorization: ',
    'Authorization:  Token',
    'Authorization: Token x',
    'Authorization: T\nX: y',
    'A: B: C',
    'Host: Token',
    'Proxy-Authorization: Basic',
    'Cookie: Key',
    'Host',
    'CONTENT-LENGTH',
    'content-type',
    'Transfer-Encoding',
    'Connection',
    'Keep-Alive',
    'Accept',
    'Accept-Encoding',
    'Cookie',
    'Expect',
    'Upgrade',
    'TE',
    'Trailer',
    'Proxy-Authorization',
    'proxy-connection',
    'Proxy-',
  ]) {
    it(`must not be named ${JSON.stringify(name)}`, () => assert.equal(isApiKeyHeaderAllowed(name), false));
  }
});
