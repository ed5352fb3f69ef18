import { Readable } from 'node:stream';
import { systemClock } from './core/clock';
import {
  type ResponseContext,
  ResponseError,
  type UnreadResponse,
  UnsupportedOperationError,
  UploadUrlError,
} from './core/errors';
import { isPauseDue, pause } from './core/pause';
import type * as types from './core/types';
import { keepFromFailing } from './http/httpLog';
import { listPages } from './listPages';
import { buildRequestBody, type ModelRequestOptions, type PromptAnswers } from './mapping/requestBodies';
import type { ServiceMapping } from './mapping/serviceMapping';
import { fillStatusPath, type StatusIds } from './mapping/simulationStatus';
import { createModelBytes, createModelValues, operations } from './operations';
import { type Received, RequestSender } from './requestSender';
import { decodeOptionalJson } from './response/checkResponse';
import { assertDone, decodeCreated, decodeSimulation } from './response/decodeCreated';
import { decodeJson } from './response/decodeJson';
import { decodeList, getDisplayName, type ListPointers } from './response/decodeList';
import { decodeStatus } from './response/decodeStatus';
import { decodeUploadUrls } from './response/decodeUploadUrls';
import { readServerTime } from './response/httpDate';
import { listKeyPaths } from './response/keyPaths';
import type { CallOptions, FileUpload, ServiceClientOptions } from './serviceClientOptions';
import { findUploadUrlProblem } from './url/uploadUrl';

/**
 * The operations of the service (src/client/README.md, Endpoints): each method builds one request and decodes its
 * response. Nothing is repeated but the lists, and a refused request once the user has signed in. Each method
 * rejects with a `ClientError`, or with the reason of its signal when that is aborted. Before each request and each
 * file, the credentials are asked whether the user who was signed in still is.
 */
export class ServiceClient {
  readonly mapping: ServiceMapping;
  readonly #sender: RequestSender;
  readonly #baseUrl: URL;
  readonly #options: ServiceClientOptions;

  constructor(options: ServiceClientOptions) {
    this.#options = options;
    this.#sender = new RequestSender(options);
    this.mapping = this.#sender.mapping;
    this.#baseUrl = this.#sender.baseUrl;
  }

  /** Named as asked unless the response says otherwise. */
  async createProject(name: string, options: CallOptions & PromptAnswers = {}): Promise<types.Project> {
    const operation = 'createProject';
    const body = buildRequestBody(operation, this.mapping, { name }, options);
    const received = await this.#sender.send({ operation, ...options, body });
    const json = await decodeJson(received.response.body, received.context);
    const { createdProjectId } = this.mapping.responses;
    const context = withUnread(received, { operation, json });
    const { id, fields } = decodeCreated(json, 'project_id', context, createdProjectId);
    return { id, name: getDisplayName(fields) ?? name, fields };
  }

  async listProjects(options: CallOptions = {}): Promise<types.Listing<types.Project>> {
    const { projects, projectId, projectName } = this.mapping.responses;
    const pointers = { list: projects, id: projectId, name: projectName };
    return await this.#list('listProjects', 'project_id', pointers, options);
  }

  /**
   * The names of `files` must differ. The response must hold one upload URL for each.
   * @throws {UploadUrlError} when the model was created, but one of its URLs must not be used
   * @throws {ResponseError} with `modelId` when the model was created, but the response does not say its URLs
   */
  async createModel(
    name: string,
    files: readonly types.ModelFile[],
    options: CallOptions & PromptAnswers = {},
  ): Promise<types.CreatedModel> {
    const operation = 'createModel';
    const body = buildRequestBody(operation, this.mapping, { name, files }, options);
    const maxBodyBytes = createModelBytes(files.length);
    const received = await this.#sender.send({ operation, ...options, body, maxBodyBytes });
    const { response } = received;
    const json = await decodeJson(response.body, received.context, createModelValues(files.length));
    const context = withUnread(received, { operation, json, files });
    const { createdModelId, uploadUrls: container, uploadUrlName, uploadUrl } = this.mapping.responses;
    const { id } = decodeCreated(json, 'model_id', context, createdModelId);
    const pointers = { container, name: uploadUrlName, url: uploadUrl };
    const uploadUrls = await decodeUploadUrls(json, files, { ...context, modelId: id }, pointers);
    await this.#requireUsableUrls(uploadUrls, id);
    const respondedAt = readServerTime((header) => response.header(header));
    return { id, uploadUrls, ...(respondedAt !== undefined && { respondedAt }) };
  }

  async #requireUsableUrls(uploadUrls: ReadonlyMap<string, string>, modelId: types.ModelId): Promise<void> {
    for (const [index, url] of [...uploadUrls.values()].entries()) {
      if (isPauseDue(index)) await pause();
      this.#requireUsableUrl(url, 'createModel', modelId);
    }
  }

  /**
   * Sends one file, once, to the file server. The body is destroyed in every case; if it fails, its own error is
   * thrown.
   * @throws {RangeError} when a buffer has not `size` bytes; nothing is sent then
   * @throws {UploadUrlError} when nothing may be sent to the URL, which may have been kept for long
   */
  async uploadFile(url: string, upload: FileUpload, signal: AbortSignal): Promise<void> {
    const { size, body } = upload;
    if (!(body instanceof Readable) && body.length !== size)
      throw new RangeError('The size is not that of the body');
    try {
      this.#requireUsableUrl(url, 'uploadFile');
    } catch (error) {
      if (body instanceof Readable) body.destroy();
      throw error;
    }
    const { response, context } = await this.#sender.sendFile(url, upload, signal);
    assertDone(await decodeOptionalJson(response, context, { isToBeRead: false }), context);
  }

  /** Whether the service may still be preparing the model: it has only accepted the request, or says nothing. */
  async finaliseModel(
    id: types.ModelId,
    options: CallOptions & ModelRequestOptions = {},
  ): Promise<{ readonly isMaybeUnready: boolean }> {
    const operation = 'finaliseModel';
    const { name = String(id), files } = options;
    const body = buildRequestBody(operation, this.mapping, { name, model_id: id, files }, options);
    const { response, context } = await this.#sender.send({ operation, ...options, modelId: id, body });
    const json = await decodeOptionalJson(response, context, { isToBeRead: false });
    assertDone(json, context, this.mapping.responses.createdModelId);
    return { isMaybeUnready: response.status === 202 || response.status === 204 };
  }

  /** @throws {UnsupportedOperationError} before anything is sent, in a variant without this operation */
  async listReusableModels(options: CallOptions = {}): Promise<types.Listing<types.ReusableModel>> {
    const operation = 'listReusableModels';
    const { variant } = this.#options;
    if (!variant.reusableModels) {
      throw new UnsupportedOperationError(operation, this.#baseUrl.host, variant.name);
    }
    const { models, modelId, modelName } = this.mapping.responses;
    const pointers = { list: models, id: modelId, name: modelName };
    return await this.#list(operation, 'model_id', pointers, options);
  }

  async createSimulation(
    projectId: types.ProjectId,
    modelId: types.ModelId,
    options: CallOptions & ModelRequestOptions = {},
  ): Promise<types.CreatedSimulation> {
    const operation = 'createSimulation';
    const { name = String(modelId) } = options;
    const known = { name, project_id: projectId, model_id: modelId };
    const body = buildRequestBody(operation, this.mapping, known, options);
    const received = await this.#sender.send({ operation, ...options, body });
    const { response } = received;
    const json = await decodeOptionalJson(response, received.context, { isToBeRead: true });
    const context = withUnread(received, { operation, json });
    const created = decodeSimulation(json, context, this.mapping.responses.createdSimulationId);
    // Only 200 and 201 say that a simulation exists; what another success has created needs an identifier.
    if (created.id === undefined && response.status > 201)
      throw new ResponseError(context, 'noIdentifier', listKeyPaths(json));
    return created;
  }

  /**
   * Asks once for the status of a simulation, where a setting says how.
   * @returns undefined if no setting does, or if its path needs an identifier that is not known; nothing is sent then
   */
  async readSimulation(
    ids: StatusIds,
    options: Pick<CallOptions, 'signal' | 'unattended'> = {},
  ): Promise<types.SimulationStatus | undefined> {
    const operation = 'readSimulation';
    const { simulationStatus, responses } = this.mapping;
    const path = simulationStatus && fillStatusPath(simulationStatus, ids);
    if (simulationStatus === undefined || path === undefined) return undefined;
    const target = this.#sender.targetBelow(path);
    const received = await this.#sender.send({ operation, ...options, target });
    const json = await decodeJson(received.response.body, received.context);
    const asked = { id: ids.simulation_id, idPointer: responses.createdSimulationId };
    return decodeStatus(json, received.context, simulationStatus, asked);
  }

  /** The whole address of an operation without a model in its path. */
  addressOf(operation: 'listProjects' | 'listReusableModels'): string {
    return this.#sender.addressOf(operation);
  }

  /** Closes the connections that carry no request: a server may serve further ones only then. */
  closeIdleConnections(): void {
    this.#sender.closeIdleConnections();
  }

  /** Lets running requests finish and closes the connections. */
  async close(): Promise<void> {
    await this.#sender.close();
  }

  async #list(
    operation: types.ReadOperation,
    key: string,
    pointers: ListPointers,
    options: CallOptions,
  ): Promise<types.Listing<types.ListedItem>> {
    const { clock = systemClock, log, once = false } = this.#options;
    return await listPages({
      request: async (target, { before, maxBodyBytes }) => {
        const received = await this.#sender.send({ operation, ...options, target, maxBodyBytes });
        const { response } = received;
        const json = await decodeJson(response.body, received.context);
        const context = withUnread(received, { operation, json });
        const position = { header: (name: string) => response.header(name), before };
        const page = await decodeList(json, key, context, pointers, position);
        return { page, bytes: response.body.length };
      },
      findTarget: (next, page) => (once ? undefined : this.#sender.findNextTarget(operation, next, page)),
      maxBytes: operations[operation].maxBodyBytes,
      clock,
      log: (line) => keepFromFailing(log)(`${operation}: ${line}`),
    });
  }

  #requireUsableUrl(url: string, operation: types.Operation, modelId?: types.ModelId): void {
    const problem = findUploadUrlProblem(url, this.#baseUrl, this.mapping.uploadHeaders);
    if (problem === undefined) return;
    const { environment } = this.mapping;
    throw new UploadUrlError(operation, this.#baseUrl.host, problem, modelId, environment);
  }
}

/** Larger responses are not kept with an error about them; bytes. */
const maxUnreadBytes = 4 * 1024 * 1024;

/** The context of errors that keep what was received. */
function withUnread({ response, context }: Received, unread: UnreadResponse): ResponseContext {
  return response.body.length > maxUnreadBytes ? context : { ...context, unread };
}
