import type { NetworkCode } from '../core/errors';
import { isPassing } from '../core/isPassing';

/** Codes of Node and undici, grouped by their meaning for the caller. */
const meanings: Readonly<Partial<Record<NetworkCode, RegExp>>> = {
  dns: /^(ENOTFOUND|EAI_\w+|ENODATA)$/,
  refused: /^ECONNREFUSED$/,
  unreachable: /^(EHOSTUNREACH|ENETUNREACH|ENETDOWN|EHOSTDOWN|EADDRNOTAVAIL)$/,
  connectTimeout: /^UND_ERR_CONNECT_TIMEOUT$/,
  certificate:
    /^(CERT_\w+|CRL_\w+|UNABLE_TO_\w+|SELF_SIGNED_\w+|DEPTH_ZERO_\w+|ERROR_IN_CERT_\w+|INVALID_CA|INVALID_PURPOSE|PATH_LENGTH_EXCEEDED|HOSTNAME_MISMATCH|ERR_TLS_CERT_\w+)$/,
  proxyAuthentication: /^UND_ERR_SOCKS5_AUTH/,
  // The proxy reports the server as failed, unreachable, refusing, or too far away.
  proxyGateway: /^UND_ERR_SOCKS5_REPLY_[13456]$/,
  proxy: /^UND_ERR_SOCKS5/,
  // The last codes report a truncated body, a record that was damaged on the way, and a server that is starting.
  reset:
    /^(ECONNRESET|EPIPE|ECONNABORTED|UND_ERR_SOCKET|HPE_INVALID_EOF_STATE|ERR_SSL_\w*(BAD_RECORD_MAC|INTERNAL_ERROR))$/,
  timeout: /^(ETIMEDOUT|UND_ERR_(HEADERS|BODY)_TIMEOUT)$/,
  protocol: /^(HPE_\w+|UND_ERR_HEADERS_OVERFLOW|UND_ERR_RES_CONTENT_LENGTH_MISMATCH|EPROTO|ERR_SSL_\w+)$/,
};

export interface TransportError {
  readonly code: NetworkCode;
  readonly systemCode?: string | undefined;
  /** HTTP status of the proxy's own response. */
  readonly proxyStatus?: number | undefined;
}

/** Reports that this client ended a request by itself, and why. */
export class RequestInterruptedError extends Error {
  constructor(
    readonly code: NetworkCode,
    readonly systemCode?: string,
  ) {
    super(`Interrupted: ${code}`);
  }
}

/** The connection to a proxy, or the proxy itself, failed; the server was not involved. */
export class ProxyError extends Error {
  constructor(readonly fault: TransportError) {
    super(`The proxy failed: ${fault.code}`);
  }
}

/** Translates a status that the proxy itself sent. */
export function proxyErrorFor(status: number): ProxyError {
  if (status === 407) return new ProxyError({ code: 'proxyAuthentication', proxyStatus: status });
  return new ProxyError({ code: isPassing(status) ? 'proxyGateway' : 'proxy', proxyStatus: status });
}

/**
 * Classifies a transport error by its code alone; its message and properties are dropped because they may quote
 * addresses and headers. An AggregateError (one error per address tried) is classified by its first error.
 */
export function classifyTransportError(error: unknown): TransportError {
  if (error instanceof ProxyError) return error.fault;
  if (error instanceof RequestInterruptedError)
    return { code: error.code, ...(error.systemCode !== undefined && { systemCode: error.systemCode }) };
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
 * Whether an error comes from the connection or undici rather than from the file being sent. An error of a class of
 * its own does not, even with a code like `ETIMEDOUT`, because the file may be on a network share.
 */
export function isFromConnection(error: unknown): boolean {
  if (error instanceof ProxyError || error instanceof RequestInterruptedError) return true;
  if (/^(UND_ERR|HPE)_/.test(codeOf(error) ?? '') || isFromParser(error)) return true;
  const isPlain =
    error instanceof Error && [Error, AggregateError].includes(error.constructor as ErrorConstructor);
  return isPlain && classifyTransportError(error).code !== 'other';
}

/** Errors of the HTTP parser do not always have a code. */
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
