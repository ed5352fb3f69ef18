import type { NetworkCode } from '../core/errors';
import { RequestInterruptedError } from './requestTimeouts';

/** Codes of Node and of the HTTP library, sorted by what they mean for the caller. */
const meanings: Readonly<Partial<Record<NetworkCode, RegExp>>> = {
  dns: /^(ENOTFOUND|EAI_\w+|ENODATA)$/,
  refused: /^ECONNREFUSED$/,
  unreachable: /^(EHOSTUNREACH|ENETUNREACH|ENETDOWN|EHOSTDOWN|EADDRNOTAVAIL)$/,
  connectTimeout: /^UND_ERR_CONNECT_TIMEOUT$/,
  certificate:
    /^(CERT_\w+|CRL_\w+|UNABLE_TO_\w+|SELF_SIGNED_\w+|DEPTH_ZERO_\w+|ERROR_IN_CERT_\w+|INVALID_CA|INVALID_PURPOSE|PATH_LENGTH_EXCEEDED|HOSTNAME_MISMATCH|ERR_TLS_CERT_\w+)$/,
  proxyAuthentication: /^UND_ERR_SOCKS5_AUTH/,
  // The state of the server as the proxy sees it: failed, unreachable, refusing, too far away.
  proxyGateway: /^UND_ERR_SOCKS5_REPLY_[13456]$/,
  proxy: /^UND_ERR_SOCKS5/,
  // The last one is how a body that ends too soon is reported on a connection that is not kept.
  reset: /^(ECONNRESET|EPIPE|ECONNABORTED|UND_ERR_SOCKET|HPE_INVALID_EOF_STATE)$/,
  timeout: /^(ETIMEDOUT|UND_ERR_(HEADERS|BODY)_TIMEOUT)$/,
  protocol: /^(HPE_\w+|UND_ERR_HEADERS_OVERFLOW|UND_ERR_RES_CONTENT_LENGTH_MISMATCH|EPROTO|ERR_SSL_\w+)$/,
};

export interface TransportError {
  readonly code: NetworkCode;
  readonly systemCode?: string | undefined;
  /** HTTP status of the proxy's own answer. */
  readonly proxyStatus?: number | undefined;
}

/** A failure on the way to a proxy, or of the proxy itself: the server had no part in it. */
export class ProxyError extends Error {
  constructor(readonly fault: TransportError) {
    super(`The proxy failed: ${fault.code}`);
  }
}

/** The meaning of a status that comes from a proxy itself. */
export function proxyErrorFor(status: number): ProxyError {
  if (status === 407) return new ProxyError({ code: 'proxyAuthentication', proxyStatus: status });
  const isPassing = [502, 503, 504].includes(status);
  return new ProxyError({ code: isPassing ? 'proxyGateway' : 'proxy', proxyStatus: status });
}

/**
 * The meaning of an error from below, by its code alone: its message and properties may quote addresses and
 * headers, and stay behind. An AggregateError (one per address tried) is judged by its first part.
 */
export function classifyTransportError(error: unknown): TransportError {
  if (error instanceof ProxyError) return error.fault;
  if (error instanceof RequestInterruptedError) return { code: error.code };
  if (error instanceof AggregateError && error.errors.length > 0)
    return classifyTransportError(error.errors[0]);
  const systemCode = codeOf(error);
  if (systemCode === undefined) return { code: isFromParser(error) ? 'protocol' : 'other' };
  if (systemCode === 'ETIMEDOUT' && syscallOf(error) === 'connect')
    return { code: 'connectTimeout', systemCode };
  const codes = Object.keys(meanings) as NetworkCode[];
  return { code: codes.find((code) => meanings[code]?.test(systemCode)) ?? 'other', systemCode };
}

/**
 * Whether an error comes from the connection or the HTTP library rather than from the file being sent. A
 * class of its own with a code like `ETIMEDOUT` may tell of a file on a network share.
 */
export function isFromConnection(error: unknown): boolean {
  if (error instanceof ProxyError || error instanceof RequestInterruptedError) return true;
  if (/^(UND_ERR|HPE)_/.test(codeOf(error) ?? '') || isFromParser(error)) return true;
  const isPlain =
    error instanceof Error && [Error, AggregateError].includes(error.constructor as ErrorConstructor);
  return isPlain && classifyTransportError(error).code !== 'other';
}

/** The errors of the HTTP parser have a code in some cases only. */
function isFromParser(error: unknown): boolean {
  return error instanceof Error && error.name === 'HTTPParserError';
}

function codeOf(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' && /^[A-Z][A-Z0-9_]{1,63}$/.test(code) ? code : undefined;
}

function syscallOf(error: unknown): unknown {
  return error instanceof Error && 'syscall' in error ? error.syscall : undefined;
}
