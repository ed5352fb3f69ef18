import type { VariantName } from './apiVariant';
import type { ModelFile, ModelId, Operation, ProxySource, ReadOperation } from './types';

/**
 * Everything that can go wrong between this client and the service, except cancelling, which rejects with the reason
 * of the signal. Decide by `kind` and codes. No property and no message holds a URL with a query, a token or a
 * header value, except for {@link ResponseError.unread}, and there is no `cause`: errors of libraries may quote them.
 */
export type ClientError =
  StatusError | NetworkError | ResponseError | UploadUrlError | SignedOutError | UnsupportedOperationError;

export abstract class ServiceError extends Error {
  abstract readonly kind: 'status' | 'network' | 'response' | 'uploadUrl' | 'signedOut' | 'unsupported';
  /** The environment that describes the requests and responses of the service, if it is not the plain settings. */
  readonly environment?: string;

  constructor(
    readonly operation: Operation,
    /** Host, with its port unless it is the default one. */
    readonly host: string,
    /** For logs; users see texts made from `kind` and codes. */
    message: string,
    environment?: string,
  ) {
    super(`${operation}: ${message}`);
    if (environment !== undefined) this.environment = environment;
  }
}

/** Identifies the response that an error is about; shared by all errors about responses. */
export interface ResponseContext {
  readonly operation: Operation;
  readonly host: string;
  /** HTTP status. */
  readonly status: number;
  /** Redacts free text before it enters an error; not kept in the error. */
  readonly hide?: (text: string) => string;
  /** The model that was created, if the response names it. */
  readonly modelId?: ModelId | undefined;
  /** See {@link ServiceError.environment}. */
  readonly environment?: string | undefined;
  /** See {@link ResponseError.unread}. */
  readonly unread?: UnreadResponse | undefined;
}

/** A decoded response, as it came: it may hold upload URLs and other secrets. */
export interface UnreadResponse {
  readonly operation: ReadOperation;
  readonly json: unknown;
  /** The files of the model that was to be created. */
  readonly files?: readonly ModelFile[];
}

/**
 * The server responded with a status that is not a success, or its body says that the request failed. Redirects are
 * never followed and end here too.
 */
export class StatusError extends ServiceError {
  override readonly name = 'StatusError';
  readonly kind = 'status';
  readonly status: number;
  /** The server's own message, sanitised, at most 300 characters. */
  readonly serverMessage: string | undefined;
  /** The error code of a file server or service, such as `RequestTimeout` or `ExpiredToken`. */
  readonly code: string | undefined;
  /**
   * Present when the body is a web page: its title, as in {@link ResponseError.pageTitle}, or its words, at most 300
   * characters, where the title says no more than the status.
   */
  readonly pageTitle?: string;
  /** Milliseconds to wait, counted from the response. */
  readonly retryAfter: number | undefined;
  readonly redirectHost: string | undefined;
  /** Why it redirects, if the address there tells. */
  readonly redirectReason?: RedirectReason;
  /** The end of the base URL, if the path that is added to it stands there already and the path was not found. */
  readonly repeatedPath?: string;
  /** Milliseconds by which this computer's clock is ahead of the server's; absent when the response had no date. */
  readonly clockDifference?: number;
  /** Milliseconds until the upload URL becomes valid; 0 if only that is known. Absent for all other refusals. */
  readonly validInMs?: number;
  /** Whether the upload URL had expired when it was refused, by the clock of the file server; absent if unknown. */
  readonly urlState?: 'expired' | 'inTime';
  /** Present for 401 and 403 where it may be the reason. */
  readonly lack?: CredentialLack;
  /** How the service wants users to sign in, as `WWW-Authenticate` says it, sanitised; at most 300 characters. */
  readonly challenge?: string;

  constructor(context: ResponseContext, details: StatusDetails = {}) {
    const { operation, host, status, environment } = context;
    super(operation, host, `${host} responded with ${status}`, environment);
    this.status = context.status;
    this.serverMessage = details.serverMessage;
    this.code = details.code;
    this.retryAfter = details.retryAfter;
    this.redirectHost = details.redirectHost;
    if (details.pageTitle !== undefined) this.pageTitle = details.pageTitle;
    if (details.redirectReason !== undefined) this.redirectReason = details.redirectReason;
    if (details.repeatedPath !== undefined) this.repeatedPath = details.repeatedPath;
    if (details.clockDifference !== undefined) this.clockDifference = details.clockDifference;
    if (details.validInMs !== undefined) this.validInMs = details.validInMs;
    if (details.urlState !== undefined) this.urlState = details.urlState;
    if (details.lack !== undefined) this.lack = details.lack;
    if (details.challenge !== undefined) this.challenge = details.challenge;
  }
}

/**
 * What may be missing in the credentials of a request: all of them, though the user can sign in, or a user name and
 * password in ASCII, whose other characters servers read in different encodings.
 */
export type CredentialLack = 'notSignedIn' | 'notAscii';

/**
 * To a page where users sign in, to `https:`, to the same path with a slash at its end, to the requested address itself,
 * or to one that the service seems to have only behind a proxy.
 */
export type RedirectReason = 'signIn' | 'encryption' | 'slash' | 'itself' | 'proxy';

/** What a response with such a status says besides it. */
export type StatusDetails = {
  readonly [Key in keyof Omit<StatusError, keyof ServiceError | 'status'>]?: StatusError[Key] | undefined;
};

export type NetworkCode =
  | 'dns'
  | 'refused'
  | 'unreachable'
  | 'connectTimeout'
  | 'certificate'
  /** The proxy refused the request. */
  | 'proxy'
  /** The proxy requires authentication. */
  | 'proxyAuthentication'
  /** The proxy cannot reach the server at the moment. */
  | 'proxyGateway'
  /** The setting is not a proxy URL, or names an unsupported kind of proxy. */
  | 'proxyUnsupported'
  /** A character in the user name or password of the proxy ends its host. */
  | 'proxyUnescaped'
  | 'reset'
  /** The connection was lost behind the beginning of a response. */
  | 'cut'
  | 'timeout'
  | 'stalled'
  | 'protocol'
  | 'other';

/** The proxy that was chosen for a request. */
export interface ProxyInfo {
  /** Host, with its port unless it is the default one; empty when the setting is not a URL. */
  readonly host: string;
  readonly source: ProxySource;
  /** Whether the proxy failed or could not be reached, rather than the server behind it. */
  readonly isAtFault: boolean;
  /** HTTP status of the proxy's own response. */
  readonly status?: number | undefined;
}

export interface NetworkDetails {
  readonly code: NetworkCode;
  /** `no` only when it is proved that no byte of the request reached the server. */
  readonly sent: 'no' | 'maybe';
  readonly systemCode?: string | undefined;
  readonly proxy?: ProxyInfo | undefined;
}

/** No complete response arrived. */
export class NetworkError extends ServiceError {
  override readonly name = 'NetworkError';
  readonly kind = 'network';
  readonly code: NetworkCode;
  readonly sent: 'no' | 'maybe';
  /** The code of the system or library, such as `ECONNREFUSED` or `CERT_HAS_EXPIRED`. */
  readonly systemCode: string | undefined;
  /** Absent for a direct connection. */
  readonly proxy: ProxyInfo | undefined;

  constructor(operation: Operation, host: string, { code, sent, systemCode, proxy }: NetworkDetails) {
    const cause = systemCode === undefined ? code : `${code} (${systemCode})`;
    const route = proxy === undefined ? '' : ` ${describeRoute(proxy)}`;
    super(operation, host, `no response from ${host}${route}: ${cause}, request sent: ${sent}`);
    this.code = code;
    this.sent = sent;
    this.systemCode = systemCode;
    this.proxy = proxy;
  }
}

function describeRoute({ host, source, isAtFault, status }: ProxyInfo): string {
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
  /** No status of the simulation that was asked for. */
  | 'noStatus'
  | 'noList'
  | 'ambiguousList'
  | 'noName'
  | 'uploadUrls'
  /** The only URL of each file is an address of the service itself, and nothing says that it is for its upload. */
  | 'ownUploadUrls'
  /** The files are to be sent as forms. */
  | 'uploadForm';

/** Where a response has a value, and as much of the value as certainly is no secret. */
export interface KeyPath {
  /** A JSON pointer, such as `/data/files/0/url`. */
  readonly pointer: string;
  /** Such as `array of 2`, `text` or `URL`. */
  readonly type: string;
  /** A number, a boolean, or the scheme and host of a URL. */
  readonly sample?: string;
}

/** A list that was found, and the place in it at which an identifier or a name was expected. */
export interface UnmatchedElement {
  /** JSON pointer to the list. */
  readonly list: string;
  readonly entries: number;
  /** JSON pointer to the place. */
  readonly place: string;
  /** The pointer as it has to be written: it begins at an element. Absent if that is not known. */
  readonly fromElement?: string;
}

/** What was found instead of one value. */
export interface ResponseFindings {
  /** JSON pointers to the values, of which none is more likely than the others; the first few of them. */
  readonly candidates?: readonly string[];
  readonly element?: UnmatchedElement;
  /** The pointer of a setting, which leads to no array. */
  readonly noListAt?: string;
}

/** More places than these tell nobody more. */
const maxCandidates = 6;

/** The status was a success, but the response cannot be used. */
export class ResponseError extends ServiceError {
  override readonly name = 'ResponseError';
  readonly kind = 'response';
  readonly status: number;
  readonly keys: readonly KeyPath[];
  /** The model that was created but cannot receive its files. */
  readonly modelId?: ModelId;
  /** Present when a web page came instead: its title, sanitised, at most 100 characters, or empty. */
  readonly pageTitle?: string;
  /** Present when something was found, but not one value. */
  readonly findings?: ResponseFindings;
  /** Private, so that neither a log nor a copy of this error has it. */
  readonly #unread: UnreadResponse | undefined;

  constructor(
    context: ResponseContext,
    readonly reason: ResponseErrorReason,
    keys: readonly KeyPath[] = [],
    pageTitle?: string,
    findings?: ResponseFindings,
  ) {
    const { hide = (text: string) => text } = context;
    const shown = keys.map(({ pointer, type, sample }) => ({
      pointer: hide(pointer),
      type,
      ...(sample !== undefined && { sample: hide(sample) }),
    }));
    const list = shown.map(({ pointer, type }) => `${pointer} (${type})`).join(', ');
    const came = shown.length === 0 ? '' : `; keys: ${list}`;
    super(
      context.operation,
      context.host,
      `unusable ${context.status} response from ${context.host}: ${reason}${came}`,
      context.environment,
    );
    this.status = context.status;
    this.keys = shown;
    if (findings !== undefined)
      this.findings = {
        ...findings,
        ...(findings.candidates && { candidates: findings.candidates.slice(0, maxCandidates).map(hide) }),
      };
    if (context.modelId !== undefined) this.modelId = context.modelId;
    if (pageTitle !== undefined) this.pageTitle = pageTitle;
    this.#unread = context.unread;
  }

  /**
   * The response, so that a person can say where the values are. It is kept only as long as this error is, and no part of
   * it may be shown or stored as it came. Undefined where it cannot be decoded or is large.
   */
  get unread(): UnreadResponse | undefined {
    return this.#unread;
  }
}

/**
 * The service returned an upload URL that must not be used, and nothing was sent to it. `host` is the service's
 * host. When the URL came in the response to `createModel`, the model exists.
 */
export class UploadUrlError extends ServiceError {
  override readonly name = 'UploadUrlError';
  readonly kind = 'uploadUrl';
  readonly reason: UploadUrlReason;
  /** Host of the upload URL, with its port unless it is the default one; never its path or query. */
  readonly urlHost: string | undefined;
  /** For `signedHeaders` the header names unknown to this client, in lower case; else empty. */
  readonly headers: readonly string[];

  constructor(
    operation: Operation,
    host: string,
    problem: UploadUrlProblem,
    /** The model that was created but cannot receive its files. */
    readonly modelId?: ModelId,
    environment?: string,
  ) {
    const names = problem.headers.length === 0 ? '' : `; headers: ${problem.headers.join(', ')}`;
    super(
      operation,
      host,
      `unusable upload URL for ${problem.urlHost ?? 'no host'}: ${problem.reason}${names}`,
      environment,
    );
    this.reason = problem.reason;
    this.urlHost = problem.urlHost;
    this.headers = problem.headers;
  }
}

/** The user of this client has signed out. Nothing was sent; `host` is the service's host. */
export class SignedOutError extends ServiceError {
  override readonly name = 'SignedOutError';
  readonly kind = 'signedOut';

  constructor(operation: Operation, host: string) {
    super(operation, host, `the account at ${host} for which this client was created is no longer signed in`);
  }
}

/** The API variant has no such operation. Nothing was sent. */
export class UnsupportedOperationError extends ServiceError {
  override readonly name = 'UnsupportedOperationError';
  readonly kind = 'unsupported';

  constructor(
    operation: Operation,
    host: string,
    readonly variant: VariantName,
  ) {
    super(operation, host, `${variant} does not have this operation`);
  }
}

/** Whether a web page came instead of what was requested, such as a sign-in page or one of a proxy. */
export function hasWebPage(error: unknown): boolean {
  return (error instanceof StatusError || error instanceof ResponseError) && error.pageTitle !== undefined;
}

/** Whether the service refused a request because it is not authenticated. */
export function isSignInRequired(error: unknown): boolean {
  if (error instanceof SignedOutError) return true;
  if (!(error instanceof StatusError) || error.operation === 'uploadFile') return false;
  return error.status === 401;
}

/**
 * Whether a refusal may be about missing credentials: some frameworks respond with 403 to a request without any (FastAPI,
 * Django REST), but so does a service that has no licence left.
 */
export function mayLackCredentials(error: unknown): boolean {
  return error instanceof StatusError && error.status === 403 && error.lack === 'notSignedIn';
}

export type UploadUrlReason =
  /** No scheme, or no valid host. */
  | 'notAbsolute'
  /** Not https; http is accepted only if the service itself is reached over http. */
  | 'scheme'
  | 'credentials'
  | 'fragment'
  /** URL parsing rewrites it, so that the signature no longer matches or another host or file is addressed. */
  | 'altered'
  | 'tooLong'
  /**
   * Its host is closer to this computer than the service: a remote service may be trying to reach into a local
   * network.
   */
  | 'closerThanService'
  /** The signature covers headers that uploads do not carry. */
  | 'signedHeaders';

/** Why an upload URL must not be used. Holds no path and no query. */
export interface UploadUrlProblem {
  readonly reason: UploadUrlReason;
  /** Host, with its port unless it is the default one; undefined when it is missing or invalid. */
  readonly urlHost: string | undefined;
  /** For `signedHeaders` the header names unknown to this client, in lower case; else empty. */
  readonly headers: readonly string[];
}
