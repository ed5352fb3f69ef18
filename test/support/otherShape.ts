import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { listen, type ListeningServer } from './testServer';

/** The fields of the documented service, and what the other one calls them. */
const strangeNames = {
  project_id: 'study_no',
  model_id: 'artifact_no',
  simulation_id: 'job_no',
  projects: 'studies',
  models: 'artifacts',
  files: 'parts',
  upload_url: 'target',
  size: 'bytes',
  name: 'caption',
};

/** The same, by names that say what they mean. */
export const tellingNames = {
  project_id: 'projectUuid',
  model_id: 'modelUuid',
  simulation_id: 'jobUuid',
  files: 'artifacts',
  upload_url: 'putUrl',
  size: 'sizeBytes',
};

/** How an environment describes the service of {@link startOtherShape}. */
export const otherShape = {
  pathPrefix: '/api/v3',
  authentication: 'apiKey',
  apiKeyHeader: 'X-Team-Token',
  requests: {
    createProject: { payload: { caption: '{name}' } },
    createModel: {
      payload: { caption: '{name}', parts: [{ caption: '{file.name}', bytes: '{file.size}' }] },
    },
    createSimulation: { payload: { study_no: '{project_id}', artifact_no: '{model_id}', solver: 'solid' } },
  },
  responses: {
    projects: '/payload/studies',
    projectId: '/study_no',
    projectName: '/caption',
    models: '/payload/artifacts',
    modelId: '/artifact_no',
    modelName: '/caption',
    createdProjectId: '/payload/study_no',
    createdModelId: '/payload/artifact_no',
    createdSimulationId: '/payload/job_no',
    uploadUrls: '/payload/parts',
    uploadUrlName: '/caption',
    uploadUrl: '/target',
  },
};

interface OtherShapeOptions {
  /** The names of the documented fields. */
  readonly names?: Readonly<Record<string, string>>;
  /** The document at `/openapi.json`, which needs no key. */
  readonly document?: object;
}

/**
 * A service of another shape in front of one with the documented interface: with a prefix, a key in a header, and an
 * envelope around each body, in which fields have other names. The file server stays that of the documented one.
 * @param target base URL of the documented service, of variant B
 * @param key without it, requests are refused with 401
 */
export async function startOtherShape(
  target: string,
  key: string,
  { names = strangeNames, document }: OtherShapeOptions = {},
): Promise<ListeningServer> {
  const server = createServer((request, response) => {
    const forward = async () => {
      const { method = 'GET', url = '/', headers } = request;
      const reply = (status: number, body: unknown) =>
        response
          .writeHead(status, { 'content-type': 'application/json' })
          .end(JSON.stringify({ payload: body }));
      if (url === '/openapi.json' && document !== undefined)
        return response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(document));
      if (headers['x-team-token'] !== key) return reply(401, { problem: 'Send your key in X-Team-Token.' });
      const path = /^\/api\/v3(\/.*)$/.exec(url)?.[1];
      if (path === undefined) return reply(404, { problem: 'The API is below /api/v3.' });
      const sent = method === 'POST' ? await json(request).catch(() => undefined) : undefined;
      const problem = findBodyProblem(path, sent);
      if (problem !== undefined) return reply(422, { problem });
      const answered = await fetch(`${target}/variant_b/v7${path}`, {
        method,
        headers: { 'content-type': 'application/json', 'x-shape': 'other' },
        ...(sent !== undefined && { body: JSON.stringify(toDocumented(sent, names)) }),
      });
      return reply(answered.status, toOther(await answered.json(), names));
    };
    // A response that is lost behind this service is lost for its client as well.
    forward().catch(() => request.socket.destroy());
  });
  return await listen(server);
}

/** The words for a body without the envelope; undefined for one with it, and for no body. */
function findBodyProblem(path: string, sent: unknown): string | undefined {
  const hasEnvelope = typeof sent !== 'object' || sent === null || 'payload' in sent;
  return hasEnvelope ? undefined : `The body for ${path} must have its fields in “payload”.`;
}

type Names = Readonly<Record<string, string>>;

function toDocumented(body: unknown, names: Names): unknown {
  const { payload = {} } = (body ?? {}) as { readonly payload?: unknown };
  return rename(payload, names, (text, [name, other]) => text.replaceAll(`"${other}":`, `"${name}":`));
}

function toOther(body: unknown, names: Names): unknown {
  return rename(body, names, (text, [name, other]) => text.replaceAll(`"${name}":`, `"${other}":`));
}

function rename(
  body: unknown,
  names: Names,
  renameField: (text: string, field: [string, string]) => string,
): unknown {
  return JSON.parse(Object.entries(names).reduce(renameField, JSON.stringify(body)));
}
