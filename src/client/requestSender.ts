import { Readable } from 'node:stream';
import { type Clock, systemClock } from './core/clock';
import { isSignInRequired, type ResponseContext, ServiceError } from './core/errors';
import { stringifyExactly } from './core/exactJson';
import type * as types from './core/types';
import { CredentialGuard, type CredentialHeaders } from './credentials';
import { keepFromFailing, withRequestLog } from './http/httpLog';
import { type HttpRequest, type HttpResponse, HttpTransport, type Transport } from './http/httpTransport';
import { mergeHeaders } from './mapping/customHeaders';
import { defaultMapping, type ServiceMapping } from './mapping/serviceMapping';
import type { Json } from './mapping/template';
import { operations } from './operations';
import { assertUsableResponse, type ResponseCheck } from './response/checkResponse';
import { readServerTime } from './response/httpDate';
import { toPathSegment } from './response/identifier';
import { retryDelay } from './retry';
import type { CallOptions, FileUpload, ServiceClientOptions } from './serviceClientOptions';
import { hideCredentials } from './text/credentialPatterns';
import { findSecretsInHeaders, findSecretsInSettings, findSecretsInUrl } from './text/redactSecrets';
import { redactSecrets } from './text/secretFinder';
import { findNextTarget } from './url/nextPage';
import { uploadHeadersFor } from './url/uploadHeaders';
import { type RequestTarget, targetOf } from './url/uploadUrl';
import { findRepeatedPath } from './url/variantPath';

/** Longest time in which the connection takes no byte of a file. */
const stallTimeoutMs = 60_000;
const neverAborted = new AbortController().signal;

/** One request to the service. */
export interface ServiceCall extends CallOptions {
  readonly operation: types.Operation;
  /** Takes the place of `{model_id}` in the path. */
  readonly modelId?: types.ModelId;
  readonly body?: Json | undefined;
  /** The address, if it is not that of the operation: see {@link RequestSender.findNextTarget} and `targetBelow`. */
  readonly target?: RequestTarget | undefined;
  /** Largest accepted response in bytes, where that is not the same for each call. */
  readonly maxBodyBytes?: number;
}

/** A response that is a success. */
export interface Received {
  readonly response: HttpResponse;
  readonly context: ResponseContext;
}

/**
 * Sends requests to the service and files to the file server, and passes on the responses that are a success. It
 * adds the credentials, has the user sign in where they are refused, repeats the lists, writes the log and keeps
 * out of errors what the requests carried. Nothing else is repeated.
 */
export class RequestSender {
  readonly baseUrl: URL;
  /** How the fields of this client map to those of the service. */
  readonly mapping: ServiceMapping;
  readonly #root: string;
  readonly #repeatedPath: string | undefined;
  readonly #secretsOfSettings: readonly string[];
  readonly #credentials: CredentialGuard;
  readonly #transport: Transport;
  readonly #clock: Clock;
  readonly #log: (line: string) => void;

  readonly #options: ServiceClientOptions;

  constructor(options: ServiceClientOptions) {
    this.#options = options;
    this.baseUrl = new URL(options.baseUrl);
    const { origin, pathname } = this.baseUrl;
    this.mapping = options.mapping ?? defaultMapping;
    const prefix = this.mapping.pathPrefix ?? options.variant.prefix;
    this.#root = origin + pathname.replace(/\/+$/, '') + prefix;
    this.#repeatedPath = findRepeatedPath(this.baseUrl, prefix);
    const { requestHeaders, uploadHeaders } = this.mapping;
    this.#secretsOfSettings = [requestHeaders, uploadHeaders].flatMap(findSecretsInSettings);
    this.#credentials = new CredentialGuard(options.credentials, this.baseUrl);
    this.#clock = options.clock ?? systemClock;
    this.#log = keepFromFailing(options.log);
    this.#transport = options.transport ?? new HttpTransport(this.#clock);
  }

  /** Sends one request to the service, again after a sign-in, and again after a failure of a list that may pass. */
  async send(call: ServiceCall): Promise<Received> {
    const { operation, signal = neverAborted } = call;
    let mayAsk = call.unattended !== true;
    for (let attempt = 1; ; attempt++) {
      const credentials = await this.#credentials.headers(operation, signal);
      try {
        const request = this.#requestFor(call, credentials);
        return await this.#exchange(request, () => findSecretsInHeaders(credentials), {
          lack: this.#credentials.findLack(credentials),
        });
      } catch (error) {
        if (isSignInRequired(error)) call.onRefused?.();
        // A refused request had no effect, so even a create may be sent again.
        if (mayAsk && (await this.#credentials.renewed(credentials, error, signal))) mayAsk = false;
        else await this.#waitToRepeat(call, error, attempt);
      }
    }
  }

  /**
   * Sends one file, once, with no header but the length, those of the settings and what the kind of the URL needs:
   * another one could break its signature. The body is destroyed in every case.
   */
  async sendFile(url: string, upload: FileUpload, signal: AbortSignal): Promise<Received> {
    const { file, size, body, reopenBody } = upload;
    await this.#requireSignedIn(body, signal);
    const parsed = new URL(url);
    const request: HttpRequest = {
      operation: 'uploadFile',
      method: 'PUT',
      target: targetOf(url, parsed),
      headers: {
        ...uploadHeadersFor(parsed, this.mapping.uploadHeaders),
        'content-length': String(size),
      },
      body,
      limits: { ...operations.uploadFile, stallTimeoutMs },
      signal,
      about: file,
      reopenBody,
    };
    return await this.#exchange(request, () => findSecretsInUrl(url), { uploadUrl: url });
  }

  /**
   * Where the next page of a list is requested.
   * @param next as a response has it
   * @param page the page that has it; undefined for the first one
   * @returns undefined if that is not below the root of this service, to which alone the credentials go
   */
  findNextTarget(
    operation: types.Operation,
    next: string,
    page: RequestTarget | undefined,
  ): RequestTarget | undefined {
    const address = page === undefined ? this.addressOf(operation) : page.origin + page.path;
    return findNextTarget(next, address, this.#root);
  }

  /** Where something below the root of this service is requested. @param path begins with a slash */
  targetBelow(path: string): RequestTarget {
    return targetOf(this.#root + path);
  }

  /** The address of an operation, with `{model_id}` where it has a model. */
  addressOf(operation: types.Operation): string {
    return this.#root + operations[operation].path;
  }

  /** Closes the connections that carry no request. */
  closeIdleConnections(): void {
    this.#transport.closeIdle?.();
  }

  /** Lets running requests finish and closes the connections. */
  async close(): Promise<void> {
    await this.#transport.close();
  }

  /** @throws the error when there is no retry */
  async #waitToRepeat(
    { operation, signal = neverAborted }: ServiceCall,
    error: unknown,
    attempt: number,
  ): Promise<void> {
    const isRead = operations[operation].method === 'GET';
    if (!isRead || !(error instanceof ServiceError)) throw error;
    const { random = Math.random, once = false } = this.#options;
    if (once) throw error;
    const delay = retryDelay({ operation, error, attempt, random });
    if (delay === undefined) throw error;
    this.#log(`${operation}: attempt ${attempt} failed, the next follows in ${Math.round(delay)} ms`);
    await this.#clock.wait(delay, signal);
  }

  #requestFor(call: ServiceCall, credentials: CredentialHeaders): HttpRequest {
    const { operation, signal = neverAborted, modelId, target, body, maxBodyBytes, beforeSend } = call;
    const rule = operations[operation];
    const { 'content-type': type = 'application/json', ...headers } = this.mapping.requestHeaders;
    const path = modelId === undefined ? rule.path : rule.path.replace('{model_id}', toPathSegment(modelId));
    return {
      operation,
      method: rule.method,
      target: target ?? targetOf(this.#root + path),
      headers: {
        accept: 'application/json',
        'accept-encoding': 'identity',
        ...(body === undefined ? {} : { 'content-type': type }),
        ...mergeHeaders(headers, credentials),
      },
      body: body === undefined ? undefined : stringifyExactly(body),
      limits: { ...rule, stallTimeoutMs, maxBodyBytes: maxBodyBytes ?? rule.maxBodyBytes },
      signal,
      beforeSend,
    };
  }

  /** The user who started an upload may have signed out since. The file server is sent no credentials. */
  async #requireSignedIn(body: FileUpload['body'], signal: AbortSignal): Promise<void> {
    try {
      await this.#credentials.headers('uploadFile', signal);
    } catch (error) {
      if (body instanceof Readable) body.destroy();
      throw error;
    }
  }

  /**
   * Sends a request, once.
   * @param secrets what it carries: an error response is searched for it, an accepted one is left as it came
   */
  async #exchange(
    request: HttpRequest,
    secrets: () => readonly string[],
    { uploadUrl, lack }: Pick<ResponseCheck, 'uploadUrl' | 'lack'>,
  ): Promise<Received> {
    const tools = { clock: this.#clock, log: this.#log };
    const response = await withRequestLog(request, (sent) => this.#transport.send(sent), tools);
    this.#options.onResponse?.({
      status: response.status,
      serverTimeMs: readServerTime((header) => response.header(header)),
    });
    const hide = (text: string) =>
      (this.#options.hide ?? hideInWords)(text, [...secrets(), ...this.#secretsOfSettings]);
    const context = {
      operation: request.operation,
      host: request.target.host,
      status: response.status,
      hide,
      environment: this.mapping.environment,
    };
    assertUsableResponse(response, context, {
      needsBody: request.limits.needsBody,
      now: this.#clock.now(),
      url: new URL(request.target.origin + request.target.path),
      repeatedPath: uploadUrl === undefined ? this.#repeatedPath : undefined,
      uploadUrl,
      lack,
      hide,
    });
    return { response, context };
  }
}

function hideInWords(text: string, carried: readonly string[]): string {
  return hideCredentials(redactSecrets(text, carried));
}
