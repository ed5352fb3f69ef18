import assert from 'node:assert/strict';
import { classifyTransportError } from '../../../src/client/http/transportErrors';

function withCode(code: string, more: object = {}): Error {
  return Object.assign(new Error('CANARY'), { code, ...more });
}

describe('A connection error', () => {
  for (const [systemCode, code] of [
    ['ENOTFOUND', 'dns'],
    ['EAI_AGAIN', 'dns'],
    ['ECONNREFUSED', 'refused'],
    ['EHOSTUNREACH', 'unreachable'],
    ['ENETUNREACH', 'unreachable'],
    ['ENETDOWN', 'unreachable'],
    ['EHOSTDOWN', 'unreachable'],
    ['UND_ERR_CONNECT_TIMEOUT', 'connectTimeout'],
    ['CERT_HAS_EXPIRED', 'certificate'],
    ['CERT_NOT_YET_VALID', 'certificate'],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'certificate'],
    ['SELF_SIGNED_CERT_IN_CHAIN', 'certificate'],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'certificate'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'certificate'],
    ['UND_ERR_SOCKS5_AUTH_FAILED', 'proxyAuthentication'],
    ['UND_ERR_SOCKS5_AUTH_REJECTED', 'proxyAuthentication'],
    ['UND_ERR_SOCKS5_REPLY_1', 'proxyGateway'],
    ['UND_ERR_SOCKS5_REPLY_2', 'proxy'],
    ['UND_ERR_SOCKS5_REPLY_4', 'proxyGateway'],
    ['UND_ERR_SOCKS5_REPLY_7', 'proxy'],
    ['UND_ERR_SOCKS5_VERSION', 'proxy'],
    ['ECONNRESET', 'reset'],
    ['EPIPE', 'reset'],
    ['ECONNABORTED', 'reset'],
    ['UND_ERR_SOCKET', 'reset'],
    ['ETIMEDOUT', 'timeout'],
    ['UND_ERR_HEADERS_TIMEOUT', 'timeout'],
    ['UND_ERR_BODY_TIMEOUT', 'timeout'],
    ['HPE_INVALID_CONSTANT', 'protocol'],
    ['UND_ERR_HEADERS_OVERFLOW', 'protocol'],
    ['EPROTO', 'protocol'],
    ['ERR_SSL_WRONG_VERSION_NUMBER', 'protocol'],
    ['ERR_SSL_SSLV3_ALERT_BAD_RECORD_MAC', 'reset'],
    ['ERR_SSL_DECRYPTION_FAILED_OR_BAD_RECORD_MAC', 'reset'],
    ['ERR_SSL_TLSV1_ALERT_INTERNAL_ERROR', 'reset'],
    ['EMFILE', 'other'],
  ] as const) {
    it(`with ${systemCode} gets the code ${code}`, () => {
      assert.deepEqual(classifyTransportError(withCode(systemCode)), { code, systemCode });
    });
  }

  it('for a timeout while connecting has a code of its own', () => {
    const systemCode = 'ETIMEDOUT';
    assert.deepEqual(classifyTransportError(withCode(systemCode, { syscall: 'connect' })), {
      code: 'connectTimeout',
      systemCode,
    });
  });

  it('for several addresses is the error of the first', () => {
    const error = new AggregateError([withCode('ENETUNREACH'), withCode('ECONNREFUSED')]);
    assert.deepEqual(classifyTransportError(error), { code: 'unreachable', systemCode: 'ENETUNREACH' });
    assert.deepEqual(classifyTransportError(new AggregateError([])), { code: 'other' });
  });

  for (const error of [new Error('CANARY'), withCode('CANARY secret'), withCode(''), 'CANARY', undefined]) {
    it(`without a usual code keeps nothing of ${typeof error}`, () => {
      assert.deepEqual(classifyTransportError(error), { code: 'other' });
    });
  }
});
