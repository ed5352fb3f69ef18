import type { VariantName } from './apiVariant';
import type { ModelId, Operation, ProxySource } from './types';

/**
 * Everything that can go wrong between this client and the service, except cancelling, which rejects with
 * the reason of the signal. Decide by `kind` and codes. No property and no message holds a URL with a query,
 * a token or a header value, and there is no `cause`: what a library throws may quote them.
 */
export type ClientError =
  StatusError | NetworkError | ResponseError | UploadUrlError | SignedOutError | UnsupportedOperationError;

export abstract class ServiceError extends Error {
  abstract readonly kind: 'status' | 'network' | 'answer' | 'uploadUrl' | 'signedOut' | 'unsupported';

  constructor(
    readonly operation: Operation,
    /** Host and, unless it is the default one, port. */
    readonly host: string,
    /** For logs; people are shown other sentences. */
    message: string,
  ) {
    super(`${operation}: ${message}`);
  }
}

/** Where an answer came from; the part that the errors about answers share. */
export interface ResponseContext {
  readonly operation: Operation;
  readonly host: string;
  /** HTTP status. */
  readonly status: number;
  /** Takes out of free text what must not get into an error; no error keeps it. */
  readonly hide?: (text: string) => string;
  /** The model that was created, where the answer says which. */
  readonly modelId?: ModelId | undefined;
}

export interface StatusDetails {
  readonly words?: string | undefined;
  readonly code?: string | undefined;
  readonly retryAfter?: number | undefined;
  readonly redirectHost?: string | undefined;
  readonly clockDifference?: number | undefined;
}

/** The server answered with a status that is not a success. Redirects are never followed and end here too. */
export class StatusError extends ServiceError {
  override readonly name = 'StatusError';
  readonly kind = 'status';
  readonly status: number;
  /** The server's own words, cleaned, at most 300 characters. */
  readonly words: string | undefined;
  /** The error code of a file server or service, such as `RequestTimeout` or `ExpiredToken`. */
  readonly code: string | undefined;
  /** Milliseconds to wait, counted from the answer. */
  readonly retryAfter: number | undefined;
  readonly redirectHost: string | undefined;
  /** Milliseconds that the clock of this computer is ahead of the server's; absent when the answer had no date. */
  readonly clockDifference?: number;

  constructor(context: ResponseContext, details: StatusDetails = {}) {
    super(context.operation, context.host, `${context.host} answered ${context.status}`);
    this.status = context.status;
    this.words = details.words;
    this.code = details.code;
    this.retryAfter = details.retryAfter;
    this.redirectHost = details.redirectHost;
    if (details.clockDifference !== undefined) this.clockDifference = details.clockDifference;
  }
}

export type NetworkCode =
  | 'dns'
  | 'refused'
  | 'unreachable'
  | 'connectTimeout'
  | 'certificate'
  /** The proxy does not let the request through. */
  | 'proxy'
  /** The proxy wants to know who asks. */
  | 'proxyAuthentication'
  /** The proxy cannot reach the server for now. */
  | 'proxyGateway'
  /** The setting is no URL of a proxy, or of one of a kind that is not supported. */
  | 'proxyUnsupported'
  | 'reset'
  | 'timeout'
  | 'stalled'
  | 'protocol'
  | 'other';

/** The proxy that a request was to go through. */
export interface ProxyInfo {
  /** Host and, unless it is the default one, port; empty when what is set is no URL. */
  readonly host: string;
  readonly source: ProxySource;
  /** Whether the proxy failed, or could not be reached, rather than the server behind it. */
  readonly isAtFault: boolean;
  /** HTTP status of the proxy's own answer. */
  readonly status?: number | undefined;
}

export interface NetworkDetails {
  readonly code: NetworkCode;
  /** `no` only when it is proved that no byte of the request got to the server. */
  readonly sent: 'no' | 'maybe';
  readonly systemCode?: string | undefined;
  readonly proxy?: ProxyInfo | undefined;
}

/** No complete answer came. */
export class NetworkError extends ServiceError {
  override readonly name = 'NetworkError';
  readonly kind = 'network';
  readonly code: NetworkCode;
  readonly sent: 'no' | 'maybe';
  /** The code of the system or library, such as `ECONNREFUSED` or `CERT_HAS_EXPIRED`. */
  readonly systemCode: string | undefined;
  /** Absent when there was to be nothing between this computer and the server. */
  readonly proxy: ProxyInfo | undefined;

  constructor(operation: Operation, host: string, { code, sent, systemCode, proxy }: NetworkDetails) {
    const cause = systemCode === undefined ? code : `${code} (${systemCode})`;
    const way = proxy === undefined ? '' : ` ${wayText(proxy)}`;
    super(operation, host, `no answer from ${host}${way}: ${cause}, request sent: ${sent}`);
    this.code = code;
    this.sent = sent;
    this.systemCode = systemCode;
    this.proxy = proxy;
  }
}

function wayText({ host, source, isAtFault, status }: ProxyInfo): string {
  const fault = isAtFault ? ', which failed' : '';
  return `through the proxy ${host} (${source})${fault}${status === undefined ? '' : ` with ${status}`}`;
}

export type ResponseErrorReason =
  | 'notJson'
  | 'html'
  | 'tooLarge'
  | 'tooDeep'
  | 'encoded'
  | 'noIdentifier'
  | 'noList'
  | 'ambiguousList'
  | 'noName'
  | 'uploadUrls'
  /** The file server reported success before it had the whole file. */
  | 'tooEarly';

/** The status was a success, but the answer cannot be used. */
export class ResponseError extends ServiceError {
  override readonly name = 'AnswerError';
  readonly kind = 'answer';
  readonly status: number;
  /** Paths of the keys that came, such as `data.files[].url`, never values. */
  readonly keys: readonly string[];
  /** The model that was created and cannot get its files. */
  readonly modelId?: ModelId;

  constructor(
    context: ResponseContext,
    readonly reason: ResponseErrorReason,
    keys: readonly string[] = [],
  ) {
    const { hide = (text: string) => text } = context;
    const shown = keys.map(hide);
    const came = shown.length === 0 ? '' : `; keys: ${shown.join(', ')}`;
    super(
      context.operation,
      context.host,
      `unusable ${context.status} answer of ${context.host}: ${reason}${came}`,
    );
    this.status = context.status;
    this.keys = shown;
    if (context.modelId !== undefined) this.modelId = context.modelId;
  }
}

/**
 * Nothing may be sent to an upload URL that the service gave, and nothing was. `host` is that of the service.
 * When the answer to `createModel` had the URL, the model exists.
 */
export class UploadUrlError extends ServiceError {
  override readonly name = 'UploadUrlError';
  readonly kind = 'uploadUrl';
  readonly reason: UploadUrlReason;
  /** Host of the URL and, unless it is the default one, port; never its path or query. */
  readonly urlHost: string | undefined;
  /** For `signedHeaders` the names that are not known here, in lower case; else empty. */
  readonly headers: readonly string[];

  constructor(
    operation: Operation,
    host: string,
    problem: UploadUrlProblem,
    /** The model that was created and cannot get its files. */
    readonly modelId?: ModelId,
  ) {
    const names = problem.headers.length === 0 ? '' : `; headers: ${problem.headers.join(', ')}`;
    super(
      operation,
      host,
      `unusable upload URL for ${problem.urlHost ?? 'no host'}: ${problem.reason}${names}`,
    );
    this.reason = problem.reason;
    this.urlHost = problem.urlHost;
    this.headers = problem.headers;
  }
}

/** Whoever this client was made for is not signed in any more. Nothing was sent; `host` is that of the service. */
export class SignedOutError extends ServiceError {
  override readonly name = 'SignedOutError';
  readonly kind = 'signedOut';

  constructor(operation: Operation, host: string) {
    super(operation, host, `the account at ${host} that this client was made for is signed in no longer`);
  }
}

/** The variant of the interface has no such operation. Nothing was sent. */
export class UnsupportedOperationError extends ServiceError {
  override readonly name = 'UnsupportedOperationError';
  readonly kind = 'unsupported';

  constructor(
    operation: Operation,
    host: string,
    readonly variant: VariantName,
  ) {
    super(operation, host, `${variant} has no such operation`);
  }
}

/** Whether the service refused a request because it does not know who sent it. */
export function isSignInRequired(error: unknown): boolean {
  if (error instanceof SignedOutError) return true;
  return error instanceof StatusError && error.status === 401 && error.operation !== 'uploadFile';
}

export type UploadUrlReason =
  /** No scheme, or no host that can be understood. */
  | 'notAbsolute'
  /** Not https; http is for services that are reached over http themselves. */
  | 'scheme'
  | 'credentials'
  | 'fragment'
  /** A parser changes it, so that the signature no longer fits or another host or file is meant. */
  | 'altered'
  | 'tooLong'
  /** Its host is nearer to this computer than the service, which may want to reach into a network from outside. */
  | 'moreLocal'
  /** The signature covers headers that an upload is not sent with. */
  | 'signedHeaders';

/** Why nothing may be sent to an upload URL. Holds no path and no query. */
export interface UploadUrlProblem {
  readonly reason: UploadUrlReason;
  /** Host and, unless it is the default one, port; undefined when there is none or it cannot be told. */
  readonly urlHost: string | undefined;
  /** For `signedHeaders` the names that are not known here, in lower case; else empty. */
  readonly headers: readonly string[];
}
