import { randomUUID } from 'node:crypto';
import Fastify from 'fastify';
import { sha256 } from '../../../support/hashes';
import type { FrameworkEvent } from './frameworks';

const id = { type: 'string', format: 'uuid' } as const;
const named = { type: 'string', minLength: 1, maxLength: 30 } as const;

function bodyOf<T extends object>(properties: T) {
  return { schema: { body: { type: 'object', required: Object.keys(properties), properties } } };
}

/** A service as Fastify makes it: `data` around everything, names such as `projectId`, and 204 where there is no body. */
export async function startFastifyService(key: string, tell: (event: FrameworkEvent) => void) {
  const app = Fastify({ bodyLimit: 1024 ** 3 });
  const projects: { projectId: string; name: string }[] = [];
  const parts = new Map<string, { modelId: string; name: string }>();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_, body, done) => done(null, body));

  app.addHook('onRequest', async (request, reply) => {
    if (request.url.startsWith('/upload/') || request.headers['x-api-key'] === key) return;
    await reply.code(401).send({ statusCode: 401, error: 'Unauthorized', message: 'Invalid API key' });
  });

  app.get('/v3/projects', () => ({ data: projects, meta: { total: projects.length } }));

  app.post<{ Body: { name: string } }>('/v3/projects', bodyOf({ name: named }), (request, reply) => {
    const project = { projectId: randomUUID(), name: request.body.name };
    projects.push(project);
    return reply.code(201).send({ data: project });
  });

  const files = { type: 'array', minItems: 1, items: { type: 'string' } } as const;
  app.post<{ Body: { name: string; files: string[] } }>(
    '/v3/models',
    bodyOf({ name: named, files }),
    (request, reply) => {
      const modelId = randomUUID();
      const uploads = request.body.files.map((name) => {
        const part = randomUUID();
        parts.set(part, { modelId, name });
        return { name, uploadUrl: `http://${request.host}/upload/${part}?sig=${randomUUID()}` };
      });
      return reply.code(201).send({ data: { modelId, uploads } });
    },
  );

  app.put<{ Params: { part: string }; Body: Buffer | undefined }>('/upload/:part', (request, reply) => {
    const part = parts.get(request.params.part);
    if (part === undefined) {
      reply.callNotFound();
      return;
    }
    const { modelId: model, name } = part;
    tell({ kind: 'file', model, name, sha256: sha256(request.body ?? Buffer.alloc(0)) });
    return reply.code(204).send();
  });

  app.post<{ Params: { model: string } }>('/v3/models/:model/finalise', (request, reply) => {
    tell({ kind: 'finalised', model: request.params.model });
    return reply.code(204).send();
  });

  app.post<{ Body: { projectId: string; modelId: string } }>(
    '/v3/simulations',
    bodyOf({ projectId: id, modelId: id }),
    (request, reply) => {
      const simulationId = randomUUID();
      const { projectId: project, modelId: model } = request.body;
      tell({ kind: 'simulation', id: simulationId, project, model });
      return reply.code(202).send({ data: { simulationId, state: 'QUEUED' } });
    },
  );

  return { origin: await app.listen({ host: '127.0.0.1', port: 0 }), stop: () => app.close() };
}
