import { Readable } from 'node:stream';
import { requireUsableResponse, decodeOptionalJson } from './response/checkResponse';
import type { Clock } from './core/clock';
import { systemClock } from './core/clock';
import type { CredentialHeaders } from './credentials';
import { CredentialGuard } from './credentials';
import { decodeCreated, decodeSimulation } from './response/decodeCreated';
import { decodeLongJson } from './response/decodeJson';
import type { ListedItem, ListPointers } from './response/decodeList';
import { decodeList } from './response/decodeList';
import { decodeUploadUrls } from './response/decodeUploadUrls';
import { getDisplayName } from './response/displayName';
import type { ResponseContext } from './core/errors';
import {
  ResponseError,
  isSignInRequired,
  ServiceError,
  UnsupportedOperationError,
  UploadUrlError,
} from './core/errors';
import { exactJson } from './response/exactJson';
import { keepFromFailing, withRequestLog } from './http/httpLog';
import { hideCredentials } from './text/credentialPatterns';
import { mergeHeaders } from './mapping/customHeaders';
import { secretsInHeaders, secretsInUrl } from './text/redactSecrets';
import type { HttpResponse, HttpRequest, Transport } from './http/httpTransport';
import { HttpTransport } from './http/httpTransport';
import { httpDate } from './response/httpDate';
import { pathSegment } from './response/identifier';
import { createModelBytes, createModelValues, operations } from './operations';
import { yieldIfLarge } from './response/yieldToEventLoop';
import type { PromptAnswers, ModelRequestOptions } from './mapping/requestBodies';
import { buildRequestBody } from './mapping/requestBodies';
import { retryDelay } from './retry';
import { hideSecrets } from './text/secretFinder';
import type { ServiceClientOptions } from './serviceClientOptions';
import type { ServiceMapping } from './mapping/serviceMapping';
import { defaultMapping } from './mapping/serviceMapping';
import type { Json } from './mapping/template';
import type * as types from './core/types';
import { targetOf, findUploadUrlProblem } from './url/uploadUrl';
import { uploadHeadersFor } from './url/uploadHeaders';

/** Milliseconds during which the connection accepts no byte of a file. */
const stall = 60_000;
const neverAborted = new AbortController().signal;

/** The content of one file. */
export interface FileUpload {
  /** Name of the file in the model, for the log. */
  readonly file: string;
  /** Bytes; sent as `Content-Length`. The body must have exactly this size. */
  readonly size: number;
  readonly body: Readable | Buffer;
  /** Opens the stream again from its start, to retry when a kept connection turned out closed. */
  readonly reopenBody?: () => Readable;
}

export interface CallOptions {
  readonly signal?: AbortSignal;
  /** No user waits for the response, so never prompt to sign in. */
  readonly unattended?: boolean;
  /**
   * For requests that create or finalise: called each time the request is about to be sent, when its connection is
   * established and nothing has been sent. When it rejects, nothing is sent, and the call rejects with the same
   * error.
   */
  readonly beforeSend?: () => Promise<void>;
  /** Called when the service requires authentication: nothing was done, and the user may be prompted to sign in. */
  readonly onRefused?: () => void;
}

interface Call extends CallOptions {
  readonly operation: types.Operation;
  readonly modelId?: types.ModelId;
  readonly body?: Json | undefined;
  /** Limit for the response body in bytes, if it differs between calls. */
  readonly bodyBytes?: number;
}

interface Answered {
  readonly answer: HttpResponse;
  readonly context: ResponseContext;
}

/**
 * The operations of the service (src/client/README.md, Endpoints). Nothing is repeated but the lists, and what
 * was refused until somebody has signed in. Each method rejects with a `ClientError`, or with the reason of
 * its signal when that is aborted. Before each request and each file, the credentials are asked whether
 * whoever was signed in still is.
 */
export class ServiceClient {
  private readonly baseUrl: URL;
  private readonly root: string;
  private readonly host: string;
  readonly shape: ServiceMapping;
  private readonly credentials: CredentialGuard;
  private readonly transport: Transport;
  private readonly clock: Clock;
  private readonly log: (line: string) => void;

  constructor(private readonly options: ServiceClientOptions) {
    this.baseUrl = new URL(options.baseUrl);
    const { origin, host, pathname } = this.baseUrl;
    this.shape = options.shape ?? defaultMapping;
    this.root = origin + pathname.replace(/\/+$/, '') + (this.shape.pathPrefix ?? options.variant.prefix);
    this.host = host;
    this.credentials = new CredentialGuard(options.credentials, this.baseUrl);
    this.clock = options.clock ?? systemClock;
    this.log = keepFromFailing(options.log);
    this.transport = options.transport ?? new HttpTransport(this.clock);
  }

  /** Uses the requested name unless the response has another one. */
  async createProject(name: string, options: CallOptions & PromptAnswers = {}): Promise<types.Project> {
    const body = buildRequestBody('createProject', this.shape, { name }, options);
    const { json, context } = await this.json({ operation: 'createProject', ...options, body });
    const { id, fields } = decodeCreated(json, 'project_id', context, this.shape.responses.createdProject);
    return { id, name: getDisplayName(fields) ?? name, fields };
  }

  async listProjects(options: CallOptions = {}): Promise<types.Listing<types.Project>> {
    return this.list('listProjects', 'project_id', this.shape.responses.projects, options);
  }

  /**
   * Creates a model. The names of `files` must differ. The response must hold one upload URL for each.
   * @throws {UploadUrlError} when the model was created, but one of its URLs must not be used
   * @throws {ResponseError} with `modelId` when the model was created, but the response does not hold its URLs
   */
  async createModel(
    name: string,
    files: readonly types.ModelFile[],
    options: CallOptions & PromptAnswers = {},
  ): Promise<types.CreatedModel> {
    const body = buildRequestBody('createModel', this.shape, { name, files }, options);
    const bodyBytes = createModelBytes(files.length);
    const { answer, context } = await this.call({ operation: 'createModel', ...options, body, bodyBytes });
    const json = await decodeLongJson(answer.body, context, createModelValues(files.length));
    const { responses, uploadHeaders } = this.shape;
    const { id } = decodeCreated(json, 'model_id', context, responses.createdModel);
    const uploadUrls = decodeUploadUrls(json, files, { ...context, modelId: id }, responses.uploadUrls);
    for (const url of uploadUrls.values()) {
      const problem = findUploadUrlProblem(url, this.baseUrl, uploadHeaders);
      if (problem !== undefined) throw new UploadUrlError('createModel', this.host, problem, id);
    }
    const answeredAt = httpDate(answer.header('date'));
    return { id, uploadUrls, ...(answeredAt !== undefined && { answeredAt }) };
  }

  /**
   * Sends one file, once, to the file server. Sends no headers but the length, the configured ones and what the kind
   * of URL requires: any other could invalidate its signature. The body is destroyed in every case; if it fails, its
   * own error is thrown.
   * @throws {RangeError} when a buffer does not have `size` bytes; nothing is sent then
   * @throws {UploadUrlError} when the URL must not be used; checked again because it may have been stored for long
   */
  async uploadFile(url: string, upload: FileUpload, signal: AbortSignal): Promise<void> {
    const { file, size, body, reopenBody } = upload;
    if (!(body instanceof Readable) && body.length !== size)
      throw new RangeError('The size is not that of the body');
    const { uploadHeaders } = this.shape;
    const problem = findUploadUrlProblem(url, this.baseUrl, uploadHeaders);
    if (problem !== undefined) {
      if (body instanceof Readable) body.destroy();
      throw new UploadUrlError('uploadFile', this.host, problem);
    }
    await this.requireSignedIn(body, signal);
    const request: HttpRequest = {
      operation: 'uploadFile',
      method: 'PUT',
      target: targetOf(url),
      headers: { ...uploadHeadersFor(new URL(url), uploadHeaders), 'content-length': String(size) },
      body,
      limits: { ...operations.uploadFile, stall },
      signal,
      about: file,
      ...(reopenBody && { reopenBody }),
    };
    const { answer, context } = await this.send(request, () => secretsInUrl(url));
    if (!answer.isSentWhole) throw new ResponseError(context, 'tooEarly');
  }

  async finaliseModel(id: types.ModelId, options: CallOptions & ModelRequestOptions = {}): Promise<void> {
    const { name = String(id), files } = options;
    const body = buildRequestBody('finaliseModel', this.shape, { name, model_id: id, files }, options);
    await this.call({ operation: 'finaliseModel', ...options, modelId: id, body });
  }

  /** @throws {UnsupportedOperationError} before anything is sent, in a variant without this operation */
  async listReusableModels(options: CallOptions = {}): Promise<types.Listing<types.ReusableModel>> {
    const { variant } = this.options;
    if (!variant.reusableModels) {
      throw new UnsupportedOperationError('listReusableModels', this.host, variant.name);
    }
    return this.list('listReusableModels', 'model_id', this.shape.responses.models, options);
  }

  async createSimulation(
    projectId: types.ProjectId,
    modelId: types.ModelId,
    options: CallOptions & ModelRequestOptions = {},
  ): Promise<types.CreatedSimulation> {
    const { name = String(modelId) } = options;
    const known = { name, project_id: projectId, model_id: modelId };
    const body = buildRequestBody('createSimulation', this.shape, known, options);
    const { answer, context } = await this.call({ operation: 'createSimulation', ...options, body });
    const json = decodeOptionalJson(answer, context);
    return decodeSimulation(json, context, this.shape.responses.createdSimulation);
  }

  /** Lets running requests finish and closes the connections. */
  async close(): Promise<void> {
    await this.transport.close();
  }

  private async list(
    operation: types.Operation,
    key: string,
    pointers: ListPointers,
    options: CallOptions,
  ): Promise<types.Listing<ListedItem>> {
    const { json, context, bytes } = await this.json({ operation, ...options });
    const listing = decodeList(json, key, context, pointers);
    await yieldIfLarge(bytes);
    return listing;
  }

  private async json(call: Call): Promise<{ json: unknown; context: ResponseContext; bytes: number }> {
    const { answer, context } = await this.call(call);
    const json = await decodeLongJson(answer.body, context);
    return { json, context, bytes: answer.body.length };
  }

  private async call(call: Call): Promise<Answered> {
    const { operation, signal = neverAborted } = call;
    let mayAsk = call.unattended !== true;
    for (let attempt = 1; ; attempt++) {
      const credentials = await this.credentials.headers(operation, signal);
      try {
        return await this.exchange(call, credentials);
      } catch (error) {
        if (isSignInRequired(error)) call.onRefused?.();
        // A refused request had no effect, so even a create may be sent again.
        if (mayAsk && (await this.credentials.renewed(credentials, error, signal))) mayAsk = false;
        else await this.waitToRepeat(call, error, attempt);
      }
    }
  }

  /** @throws the error when there is no retry */
  private async waitToRepeat(
    { operation, signal = neverAborted }: Call,
    error: unknown,
    attempt: number,
  ): Promise<void> {
    const isRead = operations[operation].method === 'GET';
    if (!isRead || !(error instanceof ServiceError)) throw error;
    const { random = Math.random, once = false } = this.options;
    if (once) throw error;
    const delay = retryDelay({ operation, error, attempt, random });
    if (delay === undefined) throw error;
    this.log(`${operation}: attempt ${attempt} failed, the next follows in ${Math.round(delay)} ms`);
    await this.clock.wait(delay, signal);
  }

  private async exchange(
    { operation, signal = neverAborted, modelId, body, bodyBytes, beforeSend }: Call,
    credentials: CredentialHeaders,
  ): Promise<Answered> {
    const rule = operations[operation];
    const path = modelId === undefined ? rule.path : rule.path.replace('{model_id}', pathSegment(modelId));
    const request: HttpRequest = {
      operation,
      method: rule.method,
      target: targetOf(this.root + path),
      headers: {
        accept: 'application/json',
        'accept-encoding': 'identity',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...mergeHeaders(this.shape.requestHeaders, credentials),
      },
      body: body === undefined ? undefined : exactJson(body),
      limits: { ...rule, stall, bodyBytes: bodyBytes ?? rule.bodyBytes },
      signal,
      ...(beforeSend && { beforeSend }),
    };
    const answered = await this.send(request, () => secretsInHeaders(credentials));
    await yieldIfLarge(answered.answer.body.length);
    return answered;
  }

  /**
   * The user may have signed out since the upload started. Credentials are checked but not sent to the file server.
   */
  private async requireSignedIn(body: FileUpload['body'], signal: AbortSignal): Promise<void> {
    try {
      await this.credentials.headers('uploadFile', signal);
    } catch (error) {
      if (body instanceof Readable) body.destroy();
      throw error;
    }
  }

  /**
   * @param secrets secrets that the request carries; redacted in an error response, left as they are in an accepted
   *   one
   */
  private async send(request: HttpRequest, secrets: () => readonly string[]): Promise<Answered> {
    const { clock, transport } = this;
    const answer = await withRequestLog(request, (sent) => transport.send(sent), { clock, log: this.log });
    this.options.onAnswer?.({ status: answer.status, serverTime: httpDate(answer.header('date')) });
    const hide = (text: string) => (this.options.hide ?? hideInWords)(text, secrets());
    const context = { operation: request.operation, host: request.target.host, status: answer.status, hide };
    requireUsableResponse(answer, context, { needsBody: request.limits.needsBody, now: clock.now(), hide });
    return { answer, context };
  }
}

function hideInWords(text: string, carried: readonly string[]): string {
  return hideCredentials(hideSecrets(text, carried));
}
