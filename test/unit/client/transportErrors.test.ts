import assert from 'node:assert/strict';
import { classifyTransportError } from '../../../src/client/http/transportErrors';

function withCode(code: string, more: object = {}): Error {
  return Object.assign(new Error('CANARY'), { code, ...more });
}

/** The codes of Node and undici, by the code of this client. */
const codes = {
  dns: 'ENOTFOUND EAI_AGAIN',
  refused: 'ECONNREFUSED',
  unreachable: 'EHOSTUNREACH ENETUNREACH ENETDOWN EHOSTDOWN',
  connectTimeout: 'UND_ERR_CONNECT_TIMEOUT',
  certificate: 'CERT_HAS_EXPIRED UNABLE_TO_VERIFY_LEAF_SIGNATURE SELF_SIGNED_CERT_IN_CHAIN',
  proxyAuthentication: 'UND_ERR_SOCKS5_AUTH_FAILED UND_ERR_SOCKS5_AUTH_REJECTED',
  proxyGateway: 'UND_ERR_SOCKS5_REPLY_1 UND_ERR_SOCKS5_REPLY_4',
  proxy: 'UND_ERR_SOCKS5_REPLY_2 UND_ERR_SOCKS5_REPLY_7 UND_ERR_SOCKS5_VERSION',
  reset:
    'ECONNRESET EPIPE ECONNABORTED UND_ERR_SOCKET ERR_SSL_SSLV3_ALERT_BAD_RECORD_MAC ERR_SSL_TLSV1_ALERT_INTERNAL_ERROR',
  timeout: 'ETIMEDOUT UND_ERR_HEADERS_TIMEOUT UND_ERR_BODY_TIMEOUT',
  protocol: 'HPE_INVALID_CONSTANT UND_ERR_HEADERS_OVERFLOW EPROTO ERR_SSL_WRONG_VERSION_NUMBER',
  other: 'EMFILE',
};

describe('A connection error', () => {
  for (const [code, systemCodes] of Object.entries(codes)) {
    for (const systemCode of systemCodes.split(' ')) {
      it(`with ${systemCode} gets the code ${code}`, () => {
        assert.deepEqual(classifyTransportError(withCode(systemCode)), { code, systemCode });
      });
    }
  }

  it('for a timeout while connecting has a code of its own', () => {
    const error = withCode('ETIMEDOUT', { syscall: 'connect' });
    assert.deepEqual(classifyTransportError(error), { code: 'connectTimeout', systemCode: 'ETIMEDOUT' });
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
