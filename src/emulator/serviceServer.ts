import { createHash } from 'node:crypto';
import {
  createProblem,
  type EmulatedExchange,
  type JsonResponse,
  receive,
  type RequestHandler,
} from './exchange';
import { InvalidField, readFiles, readText } from './requestFields';
import type { EmulatedOperation, EmulatedVariant } from './requestRecord';
import type { EmulatedModel, ServiceState } from './state';

/** Limit for a request body, chosen by the emulator because the interface specifies none; bytes. */
const maxBodyBytes = 64 * 1024 * 1024;

export interface ServiceContext {
  readonly state: ServiceState;
  /** Issues a signed upload URL for one file of a model. */
  uploadUrl(modelId: string, fileIndex: number): string;
}

interface Call {
  readonly context: ServiceContext;
  readonly variant: EmulatedVariant;
  /** The decoded JSON body; undefined when there was none. */
  readonly body: unknown;
  /** The identifier in the path, or an empty string. */
  readonly id: string;
}

interface Route {
  readonly operation: EmulatedOperation;
  readonly method: 'GET' | 'POST';
  readonly path: RegExp;
  readonly variants: readonly EmulatedVariant[];
  readonly handle: (call: Call) => JsonResponse;
}

const both: readonly EmulatedVariant[] = ['variant_a', 'variant_b'];
const prefix = /^\/(?:(variant_a)\/v1|(variant_b)\/v7)(\/.*)$/;

/** All operations (src/client/README.md, Endpoints). */
const routes: readonly Route[] = [
  { operation: 'createProject', method: 'POST', path: /^\/projects$/, variants: both, handle: createProject },
  { operation: 'listProjects', method: 'GET', path: /^\/projects$/, variants: both, handle: listProjects },
  { operation: 'createModel', method: 'POST', path: /^\/models$/, variants: both, handle: createModel },
  {
    operation: 'finaliseModel',
    method: 'POST',
    path: /^\/models\/([^/]+)\/finalise$/,
    variants: both,
    handle: finaliseModel,
  },
  {
    operation: 'listReusableModels',
    method: 'GET',
    path: /^\/models\/reusable$/,
    variants: ['variant_b'],
    handle: listReusableModels,
  },
  {
    operation: 'createSimulation',
    method: 'POST',
    path: /^\/simulations$/,
    variants: both,
    handle: createSimulation,
  },
  {
    operation: 'readSimulation',
    method: 'GET',
    path: /^\/simulations\/([^/]+)$/,
    variants: both,
    handle: readSimulation,
  },
];

/** Finds the operation of a request, names it in the record and returns its handler. */
export function beginServiceRequest(exchange: EmulatedExchange, context: ServiceContext): RequestHandler {
  const { record } = exchange;
  const [, a, b, path = ''] = prefix.exec(record.path) ?? [];
  const variant = [a, b].find((name) => name !== undefined) as EmulatedVariant | undefined;
  if (variant !== undefined) record.variant = variant;
  const matching = routes.filter(
    (route) => route.path.test(path) && variant && route.variants.includes(variant),
  );
  const route = matching.find(({ method }) => method === record.method);
  if (route !== undefined) record.operation = route.operation;
  return {
    async takeBody() {
      await readBody(exchange);
    },
    async apply() {
      const refused = await readBody(exchange);
      if (variant === undefined || matching.length === 0) {
        return createProblem(404, 'There is nothing at this path.');
      }
      if (route === undefined) return createMethodNotAllowed(matching);
      // The body of finalise is not specified (src/client/README.md, Unspecified), so any is accepted.
      if (refused !== undefined && route.operation !== 'finaliseModel') return refused;
      const id = route.path.exec(path)?.[1] ?? '';
      return route.handle({ context, variant, body: exchange.record.body, id });
    },
  };
}

/** Reads the JSON body; returns an error response if it is too long or not JSON. */
async function readBody(exchange: EmulatedExchange): Promise<JsonResponse | undefined> {
  const tooLong = createProblem(413, `The body is longer than ${maxBodyBytes} bytes.`);
  if (Number(exchange.record.headers['content-length'] ?? 0) > maxBodyBytes) return tooLong;
  const chunks: Buffer[] = [];
  await receive(exchange, (chunk) => {
    chunks.push(chunk);
    return exchange.record.bytesReceived <= maxBodyBytes;
  });
  if (exchange.record.bytesReceived > maxBodyBytes) return tooLong;
  if (chunks.length === 0) return undefined;
  const bytes = Buffer.concat(chunks);
  exchange.record.bodySha256 = createHash('sha256').update(bytes).digest('hex');
  try {
    exchange.record.body = JSON.parse(bytes.toString()) as unknown;
    return undefined;
  } catch {
    return createProblem(400, 'The body is not valid JSON.');
  }
}

function createMethodNotAllowed(matching: readonly Route[]): JsonResponse {
  const allow = matching.map(({ method }) => method).join(', ');
  return createProblem(405, `This path allows ${allow} only.`, { allow });
}

function createProject({ context, body }: Call): JsonResponse {
  const name = readText(body, 'name');
  if (name instanceof InvalidField) return createProblem(400, name.reason);
  return { status: 201, body: context.state.addProject(name) };
}

function listProjects({ context }: Call): JsonResponse {
  return { status: 200, body: { projects: context.state.projects } };
}

function createModel({ context, body }: Call): JsonResponse {
  const name = readText(body, 'name');
  if (name instanceof InvalidField) return createProblem(400, name.reason);
  const files = readFiles(body);
  if (files instanceof InvalidField) return createProblem(400, files.reason);
  const model = context.state.addModel({ name, description: '', status: 'created', reusable: false, files });
  const links = files.map((file, index) => ({
    ...file,
    upload_url: context.uploadUrl(model.model_id, index),
  }));
  return { status: 201, body: { model_id: model.model_id, name, files: links } };
}

function finaliseModel({ context, variant, id }: Call): JsonResponse {
  const model = findVisibleModel(context, variant, id);
  if (model === undefined) return createProblem(404, 'There is no such model.');
  const missing = model.files.filter(({ stored }) => stored === undefined).map(({ name }) => name);
  if (missing.length > 0) {
    const first = missing.slice(0, 3).join(', ') + (missing.length > 3 ? ', …' : '');
    return createProblem(
      409,
      `${missing.length} of ${model.files.length} files are not uploaded yet: ${first}`,
    );
  }
  context.state.finalise(id);
  return { status: 200, body: { model_id: id, status: 'finalised' } };
}

function listReusableModels({ context }: Call): JsonResponse {
  const reusable = context.state.models.filter((model) => model.reusable);
  const models = reusable.map(({ model_id, name, description, created_at }) => ({
    model_id,
    name,
    description,
    created_at,
  }));
  return { status: 200, body: { models } };
}

function createSimulation({ context, variant, body }: Call): JsonResponse {
  const projectId = readText(body, 'project_id');
  if (projectId instanceof InvalidField) return createProblem(400, projectId.reason);
  const modelId = readText(body, 'model_id');
  if (modelId instanceof InvalidField) return createProblem(400, modelId.reason);
  if (context.state.project(projectId) === undefined) return createProblem(404, 'There is no such project.');
  const model = findVisibleModel(context, variant, modelId);
  if (model === undefined) return createProblem(404, 'There is no such model.');
  if (model.status !== 'finalised') return createProblem(409, 'The model is not finalised yet.');
  return { status: 201, body: context.state.addSimulation(projectId, modelId) };
}

function readSimulation({ context, id }: Call): JsonResponse {
  const simulation = context.state.readSimulation(id);
  return simulation === undefined
    ? createProblem(404, 'There is no such simulation.')
    : { status: 200, body: simulation };
}

/** A model that the variant knows: reusable models exist only in the second one (src/client/README.md, Variants). */
function findVisibleModel(
  context: ServiceContext,
  variant: EmulatedVariant,
  id: string,
): EmulatedModel | undefined {
  const model = context.state.model(id);
  return model?.reusable === true && variant !== 'variant_b' ? undefined : model;
}
