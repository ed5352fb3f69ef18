import assert from 'node:assert/strict';
import type { IncomingHttpHeaders } from 'node:http';
import type { RawMapping } from '../../../../src/client/mapping/serviceMapping';
import { serve } from '../../../support/testServer';

/** A service that differs from the built-in mapping, and rejects every other request with 400. */
export interface StrictService {
  /** The settings for this service. */
  readonly settings: RawMapping;
  /**
   * @returns the response body
   * @throws when the request is not exactly as required
   */
  readonly respond: (asked: {
    /** Method and path, without the query. */
    readonly request: string;
    readonly headers: IncomingHttpHeaders;
    /** JSON, or undefined without a body. */
    readonly body: unknown;
    /** Origin of the service. */
    readonly origin: string;
  }) => unknown;
}

export async function start({ respond }: StrictService) {
  /** Method, path and body of accepted requests. */
  const accepted: (readonly [request: string, text: string])[] = [];
  const refused: string[] = [];
  const server = await serve(({ method, path, headers, body: text }) => {
    const request = `${method} ${path.replace(/\?.*/, '')}`;
    try {
      const body: unknown = text === '' || method === 'PUT' ? undefined : JSON.parse(text);
      const response = respond({ request, headers, body, origin: server.origin });
      accepted.push([request, text]);
      const isMade = method === 'POST' && !path.endsWith('/finalise');
      return {
        status: isMade ? 201 : 200,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(response),
      };
    } catch (error) {
      refused.push(`${request}: ${(error as Error).message}`);
      return { status: 400 };
    }
  });
  return { baseUrl: server.origin, accepted, refused };
}

/**
 * Uses other field names and another prefix, wraps everything, requires fields that only the user knows, and a file
 * server that requires the purpose of a file.
 */
export const wrapped: StrictService = {
  settings: {
    'requests.createProject': { project: { title: '{name}', about: '{description}' } },
    'requests.createModel': {
      model: {
        title: '{name}',
        total_bytes: '{total}',
        artifacts: [{ path: '{file.name}', bytes: '{file.size}' }],
      },
    },
    'requests.createSimulation': {
      $prompts: {
        cores: { label: 'Number of cores', type: 'number', default: 8 },
        queue: { label: 'Queue', type: 'choice', choices: ['short', 'long'], default: 'short' },
        note: { type: 'text' },
      },
      run: { title: 'run of {name}', project: { id: '{project_id}' }, model: { id: '{model_id}' } },
      resources: { cores: '{prompt.cores}', queue: '{prompt.queue}' },
      tags: ['note: {prompt.note}', 'literal {{braces}'],
    },
    pathPrefix: '/api/v9/',
    uploadHeaders: { 'X-Upload-Class': 'bulk' },
    responses: {
      createdProjectId: '/data/project/key',
      createdModelId: '/data/model/id',
      uploadUrls: '/data/uploads',
      uploadUrlName: '/artifact',
      uploadUrl: '/put_url',
      createdSimulationId: '/data/run/id',
    },
  },
  respond({ request, headers, body, origin }) {
    const link = (name: string) => ({
      artifact: name,
      put_url: `${origin}/files/${name}?sig=1`,
      get_url: `${origin}/get/${name}?sig=2`,
    });
    switch (request) {
      case 'POST /api/v9/projects':
        assert.deepEqual(body, { project: { title: 'Study', about: 'Wings in wind' } });
        return { data: { project: { key: 'prj-1' }, owner: { id: 'me' } } };
      case 'POST /api/v9/models':
        assert.deepEqual(body, {
          model: {
            title: 'deck',
            total_bytes: 11,
            artifacts: [
              { path: 'main.inp', bytes: 8 },
              { path: 'mesh.inc', bytes: 3 },
            ],
          },
        });
        return { data: { model: { id: 41 }, uploads: [link('mesh.inc'), link('main.inp')] } };
      case 'POST /api/v9/models/41/finalise':
        assert.equal(body, undefined);
        return {};
      case 'POST /api/v9/simulations':
        assert.deepEqual(body, {
          run: { title: 'run of deck', project: { id: 'prj-1' }, model: { id: 41 } },
          resources: { cores: 2, queue: 'long' },
          tags: ['note: first try', 'literal {braces}'],
        });
        return { data: { run: { id: 'run-9' }, model: { id: 41 } } };
      case 'PUT /files/main.inp':
      case 'PUT /files/mesh.inc':
        assert.equal(headers['x-upload-class'], 'bulk');
        return {};
      default:
        throw new Error('there is nothing like this');
    }
  },
};

/** Flat, with another name for identifiers, two lists in one response, and a header on everything. */
export const flat: StrictService = {
  settings: {
    'requests.createModel': {
      label: '{name}',
      summary: '{total} bytes in all',
      paths: ['{file.name}'],
      sizes: ['{file.size} B'],
    },
    'requests.finaliseModel': { uid: '{model_id}', confirmed: true, bytes: '{total}' },
    'requests.createSimulation': { projectUid: '{project_id}', modelUid: '{model_id}' },
    requestHeaders: { 'X-Tenant': 'acme' },
    responses: {
      projects: '/mine',
      projectId: '/uid',
      projectName: '/caption',
      models: '/catalogue/free',
      modelId: '/uid',
      modelName: '/caption',
      createdModelId: '/uid',
      createdSimulationId: '/uid',
      uploadUrls: '/put',
    },
  },
  respond({ request, headers, body, origin }) {
    assert.equal(headers['x-tenant'], request.startsWith('PUT') ? undefined : 'acme');
    const link = (kind: string) => (name: string) => `${origin}/files/${name}?${kind}=1`;
    switch (request) {
      case 'GET /variant_b/v7/projects':
        return {
          mine: [{ uid: 5, caption: 'Study', name: 'internal-5' }],
          shared: [{ uid: 6, caption: 'Theirs', name: 'internal-6' }],
        };
      case 'GET /variant_b/v7/models/reusable':
        return { catalogue: { free: [{ uid: 'w', caption: 'Wing' }], paid: [{ uid: 'x', caption: 'No' }] } };
      case 'POST /variant_b/v7/models':
        assert.deepEqual(body, {
          label: 'deck',
          summary: '11 bytes in all',
          paths: ['main.inp', 'mesh.inc'],
          sizes: ['8 B', '3 B'],
        });
        return {
          uid: 'm/1',
          put: ['main.inp', 'mesh.inc'].map(link('put')),
          get: ['main.inp', 'mesh.inc'].map(link('get')),
        };
      case 'POST /variant_b/v7/models/m%2F1/finalise':
        assert.deepEqual(body, { uid: 'm/1', confirmed: true, bytes: 11 });
        return {};
      case 'POST /variant_b/v7/simulations':
        assert.deepEqual(body, { projectUid: 5, modelUid: 'm/1' });
        return { uid: 77, project: { uid: 5 } };
      case 'PUT /files/main.inp':
      case 'PUT /files/mesh.inc':
        return {};
      default:
        throw new Error('there is nothing like this');
    }
  },
};
