import assert from 'node:assert/strict';
import { maxOpenApiBytes, type OpenApiProposal, parseOpenApi } from '../../../src/serviceFile/openApi';

const text = { type: 'string' };

/** A document as FastAPI generates it, for a service with fields of its own. */
const fastApi = {
  openapi: '3.1.0',
  info: { title: 'Wing service', version: '1' },
  servers: [{ url: 'https://sim.example/api' }],
  paths: {
    '/v3/projects': {
      get: { responses: { 200: { content: json({ $ref: '#/components/schemas/ProjectPage' }) } } },
      post: {
        requestBody: { content: json({ $ref: '#/components/schemas/NewProject' }) },
        responses: { 201: { content: json({ $ref: '#/components/schemas/Project' }) } },
      },
    },
    '/v3/projects/{project_id}': { get: { responses: {} } },
    '/v3/models': {
      post: {
        requestBody: { content: json({ $ref: '#/components/schemas/NewModel' }) },
        responses: { 202: { content: json({ $ref: '#/components/schemas/CreatedModel' }) }, 422: {} },
      },
    },
    '/v3/models/{model_id}/finalise': { post: { responses: { 204: { description: 'done' } } } },
    '/v3/models/reusable': {
      get: {
        responses: {
          200: { content: json({ type: 'array', items: { $ref: '#/components/schemas/Model' } }) },
        },
      },
    },
    '/v3/simulations': {
      post: {
        requestBody: { content: json({ $ref: '#/components/schemas/NewRun' }) },
        responses: { 201: { content: json({ $ref: '#/components/schemas/Run' }) } },
      },
    },
  },
  components: {
    securitySchemes: { team: { type: 'apiKey', in: 'header', name: 'X-Team-Token' } },
    schemas: {
      Project: object({ uuid: text, title: text }),
      ProjectPage: object({
        result: object({ rows: { type: 'array', items: { $ref: '#/components/schemas/Project' } } }),
      }),
      NewProject: object(
        { title: text, department: { type: 'string', enum: ['Aero', 'Structures'], default: 'Aero' } },
        ['title', 'department'],
      ),
      NewModel: object(
        {
          label: text,
          artifacts: {
            type: 'array',
            items: object({ path: text, bytes: { type: 'integer' } }, ['path', 'bytes']),
          },
          keep_days: { type: 'integer', default: 30 },
        },
        ['label', 'artifacts'],
      ),
      CreatedModel: object({
        data: object({
          ref: object({ uuid: text }),
          uploads: {
            type: 'array',
            items: object({ path: text, put_url: { type: 'string', format: 'uri' } }),
          },
        }),
      }),
      Model: object({ model_id: text, name: text }),
      NewRun: object(
        {
          run: object(
            {
              projectUuid: text,
              modelUuid: text,
              cores: { type: 'integer', title: 'Number of cores', default: 4 },
              strict: { type: 'boolean' },
            },
            ['projectUuid', 'modelUuid', 'cores', 'strict'],
          ),
        },
        ['run'],
      ),
      Run: object({ run: object({ number: text, uuid: text }) }),
    },
  },
};

function json(schema: object) {
  return { 'application/json': { schema } };
}

function object(properties: object, required: readonly string[] = Object.keys(properties)) {
  return { type: 'object', properties, required };
}

async function propose(document: unknown, from?: URL): Promise<OpenApiProposal> {
  const found = await parseOpenApi(JSON.stringify(document), from);
  assert.ok(!('kind' in found), JSON.stringify(found));
  return found;
}

describe('An OpenAPI document', () => {
  it('of a service with fields of its own becomes an environment', async () => {
    assert.deepEqual(await propose(fastApi), {
      title: 'Wing service',
      entry: {
        baseUrl: 'https://sim.example/api',
        variant: 'variant_b',
        authentication: 'apiKey',
        apiKeyHeader: 'X-Team-Token',
        pathPrefix: '/v3',
        requests: {
          createProject: {
            title: '{name}',
            department: '{prompt.department}',
            $prompts: { department: { type: 'choice', choices: ['Aero', 'Structures'], default: 'Aero' } },
          },
          createModel: { label: '{name}', artifacts: [{ path: '{file.name}', bytes: '{file.size}' }] },
          createSimulation: {
            run: {
              projectUuid: '{project_id}',
              modelUuid: '{model_id}',
              cores: '{prompt.run_cores}',
            },
            $prompts: { run_cores: { type: 'number', default: 4, label: 'Number of cores' } },
          },
        },
        responses: { createdModelId: '/data/ref/uuid' },
      },
      questions: [],
      omissions: [{ kind: 'property', operation: 'createSimulation', property: 'run.strict' }],
    });
  });
});

/** The smallest document that is one, with changes. */
function small(change: object = {}, simulation: object = {}) {
  const operation = { responses: { 201: { content: json(object({ id: text })) } }, ...simulation };
  return {
    openapi: '3.0.3',
    servers: [{ url: 'https://sim.example' }],
    paths: { '/simulations': { post: operation } },
    ...change,
  };
}

async function bodyOf(schema: object, components: object = {}): Promise<unknown> {
  const requestBody = { content: json(schema) };
  const { entry, omissions } = await propose(small({ components }, { requestBody }));
  const requests = entry['requests'] as { createSimulation?: unknown } | undefined;
  return [requests?.createSimulation, omissions.filter(({ kind }) => kind === 'property' || kind === 'body')];
}

describe('A document that leaves something open', () => {
  it('has a person choose among several servers', async () => {
    const servers = [
      { url: 'https://sim.example', description: 'Production' },
      { url: 'https://{region}.test.example', variables: { region: { default: 'eu' } } },
    ];
    const { entry, questions } = await propose(small({ servers }));
    assert.equal(entry['baseUrl'], undefined);
    assert.deepEqual(questions, [
      {
        about: 'server',
        choices: [
          { url: 'https://sim.example', description: 'Production' },
          { url: 'https://eu.test.example', description: '' },
        ],
      },
    ]);
  });

  it('takes a server without a host from the address of the document only', async () => {
    const from = new URL('https://sim.example/api/openapi.json');
    for (const [url, address] of [
      ['/', 'https://sim.example'],
      ['/v2/', 'https://sim.example/v2'],
      ['.', 'https://sim.example/api'],
    ])
      assert.equal((await propose(small({ servers: [{ url }] }), from)).entry['baseUrl'], address, url);
    const { entry, questions } = await propose(small({ servers: undefined }));
    assert.deepEqual([entry['baseUrl'], questions], [undefined, [{ about: 'server', choices: [] }]]);
  });

  it('has a person choose among several prefixes, and passes over paths below something else', async () => {
    const post = { responses: {} };
    const paths = {
      '/v1/simulations': { post },
      '/v2/simulations/': { post },
      '/teams/{team}/simulations': { post },
    };
    const { entry, questions } = await propose(small({ paths }));
    assert.equal(entry['pathPrefix'], undefined);
    assert.deepEqual(questions, [{ about: 'prefix', choices: ['/v1', '/v2'] }]);
    const again = await parseOpenApi(JSON.stringify(small({ paths })), undefined, '/v2');
    assert.deepEqual('entry' in again && [again.entry['pathPrefix'], again.questions], ['/v2', []]);
  });

  it('takes the prefix with the most operations', async () => {
    const post = { responses: {} };
    const paths = {
      '/v2/simulations': { post },
      '/v2/projects': { post },
      '/admin/projects': { post },
    };
    assert.equal((await propose(small({ paths }))).entry['pathPrefix'], '/v2');
  });

  it('takes nothing from below another prefix', async () => {
    const post = { responses: {} };
    const paths = { '/v2/simulations': { post }, '/v2/projects': { post }, '/admin/models': { post } };
    const { omissions } = await propose(small({ paths }));
    assert.ok(omissions.some((one) => one.kind === 'operation' && one.operation === 'createModel'));
  });
});

describe('A document that differs from the interface', () => {
  const post = { responses: {} };
  const kindsOf = async (document: unknown, ...kinds: readonly string[]) =>
    (await propose(document)).omissions.filter(({ kind }) => kinds.includes(kind));

  it('in the spelling of a path says so, because requests go to the path of the interface', async () => {
    const paths = {
      '/api/models/{id}/finalize': { post },
      '/api/Models': { post },
      '/api/models': { post },
      '/api/Simulations': { post },
    };
    assert.deepEqual(await kindsOf(small({ paths }), 'path'), [
      { kind: 'path', operation: 'finaliseModel', path: '/api/models/{id}/finalize' },
      { kind: 'path', operation: 'createSimulation', path: '/api/Simulations' },
    ]);
  });

  it('in capitals, or in names that only end like those of the interface, says so', async () => {
    const paths = {
      '/Sim-Api/Models/{Id}/Finalize/': { post },
      '/Sim-Api/simulation-models': { post },
      '/Sim-Api/simulationModels': { post },
      '/Sim-Api/models/{id}:finalise': { post },
      '/Sim-Api/createSimulations': { post },
    };
    const { entry, omissions } = await propose(small({ paths }));
    assert.equal(entry['pathPrefix'], '/Sim-Api');
    assert.deepEqual(omissions, [
      { kind: 'operation', operation: 'listProjects' },
      { kind: 'operation', operation: 'createProject' },
      { kind: 'operation', operation: 'createModel' },
      { kind: 'path', operation: 'finaliseModel', path: '/Sim-Api/Models/{Id}/Finalize/' },
      { kind: 'operation', operation: 'createSimulation' },
    ]);
  });

  it('in parameters that it requires says so', async () => {
    const parameters = [
      { name: 'api-version', in: 'query', required: true },
      { name: 'X-Tenant', in: 'header', required: true },
      { name: 'page', in: 'query', required: false },
      { name: 'accept', in: 'header', required: true },
    ];
    assert.deepEqual(await kindsOf(small({}, { parameters }), 'parameter'), [
      { kind: 'parameter', operation: 'createSimulation', parameter: 'api-version' },
      { kind: 'parameter', operation: 'createSimulation', parameter: 'X-Tenant' },
    ]);
  });

  it('in parameters that are described elsewhere says so, because they may be required', async () => {
    const tenant = { name: 'X-Tenant', in: 'header', required: true };
    const elsewhere = { $ref: 'common.json#/Version' };
    const parameters = [elsewhere, { $ref: '#/components/parameters/None' }, { $ref: '#/x/Tenant' }];
    const post = { parameters };
    assert.deepEqual(
      await kindsOf(
        small({ paths: { '/simulations': { parameters: [elsewhere], post } }, x: { Tenant: tenant } }),
        'parameter',
        'parameterElsewhere',
      ),
      [
        { kind: 'parameter', operation: 'createSimulation', parameter: 'X-Tenant' },
        { kind: 'parameterElsewhere', operation: 'createSimulation', reference: 'common.json#/Version' },
        {
          kind: 'parameterElsewhere',
          operation: 'createSimulation',
          reference: '#/components/parameters/None',
        },
      ],
    );
  });

  it('in a parameter of its path that it does not require says nothing', async () => {
    const tenant = { name: 'X-Tenant', in: 'header', required: true };
    const version = { name: 'version', in: 'query', required: true };
    const post = {
      parameters: [
        { ...tenant, required: false },
        { ...version, in: 'header', required: false },
      ],
    };
    assert.deepEqual(
      await kindsOf(
        small({ paths: { '/simulations': { parameters: [tenant, version], post } } }),
        'parameter',
      ),
      [{ kind: 'parameter', operation: 'createSimulation', parameter: 'version' }],
    );
  });

  it('in a body without the project and the model says so', async () => {
    assert.deepEqual(await bodyOf(object({ study: text })), [
      { study: '{prompt.study}', $prompts: { study: { type: 'text' } } },
      [
        { kind: 'property', operation: 'createSimulation', property: 'project_id' },
        { kind: 'property', operation: 'createSimulation', property: 'model_id' },
      ],
    ]);
  });

  it('in the name of something else asks for it', async () => {
    const solver = object({ name: text, model: text });
    const [body] = (await bodyOf(object({ project_id: text, model_id: text, solver }))) as [object];
    assert.deepEqual((body as { solver?: unknown }).solver, {
      name: '{prompt.solver_name}',
      model: '{prompt.solver_model}',
    });
  });

  it('in the type of its JSON has the headers for it', async () => {
    const type = 'application/vnd.api+json';
    const media = { [type]: { schema: object({ project_id: text, model_id: text }) } };
    const described = { requestBody: { content: media }, responses: { 201: { content: media } } };
    const { entry } = await propose(small({}, described));
    assert.deepEqual(entry['requestHeaders'], { Accept: `${type}, application/json`, 'Content-Type': type });
    assert.deepEqual(await kindsOf(small({}, described), 'mediaType'), []);
  });

  it('in any type of JSON, or in one of a body that is not sent, is sent as JSON', async () => {
    const schema = { type: 'object', properties: {} };
    for (const type of ['*/*', 'application/*+json'])
      assert.deepEqual(
        await kindsOf(small({}, { requestBody: { content: { [type]: { schema } } } }), 'mediaType'),
        [],
      );
    const finalise = { requestBody: { content: { 'text/json': { schema } } } };
    assert.deepEqual(
      await kindsOf(small({ paths: { '/models/{id}/finalise': { post: finalise } } }), 'mediaType'),
      [],
    );
  });

  it('in a body to finalise sends one', async () => {
    const requestBody = { required: true, content: json({ type: 'object' }) };
    const { entry } = await propose(small({ paths: { '/models/{id}/finalise': { post: { requestBody } } } }));
    assert.deepEqual(entry['requests'], { finaliseModel: {} });
  });
});

describe('How users sign in', () => {
  const key = { type: 'apiKey', in: 'header', name: 'X-Key' };
  const bearer = { type: 'http', scheme: 'Bearer' };
  const digest = { type: 'http', scheme: 'digest' };
  const securitySchemes = { key, bearer, digest };
  const find = async (change: object, simulation: object = {}) => {
    const { entry, omissions } = await propose(
      small({ components: { securitySchemes }, ...change }, simulation),
    );
    return [
      entry['authentication'],
      omissions.flatMap((one) => (one.kind === 'authentication' ? [one.type] : [])),
    ];
  };

  it('is what the operations require, not what others do', async () => {
    assert.deepEqual(await find({ security: [{ key: [] }] }, { security: [{ bearer: [] }] }), ['bearer', []]);
  });

  it('is the first way that is supported', async () => {
    assert.deepEqual(await find({ security: [{ digest: [] }, { key: [] }, { bearer: [] }] }), ['apiKey', []]);
  });

  it('is nothing where nothing is required', async () => {
    assert.deepEqual(await find({ security: [] }), ['none', []]);
  });

  it('is left out where two are required at once, or where it is not said which one', async () => {
    assert.deepEqual(await find({ security: [{ key: [], bearer: [] }] }), [
      undefined,
      ['apiKey in header X-Key + http Bearer'],
    ]);
    const { omissions } = await propose(small({ components: { securitySchemes } }));
    assert.deepEqual(
      omissions.filter(({ kind }) => /authentication/i.test(kind)),
      [
        {
          kind: 'severalAuthentications',
          types: 'apiKey in header X-Key, http Bearer, http digest',
        },
      ],
    );
  });

  it('is named as far as it is described', async () => {
    const query = { type: 'apiKey', in: 'query', name: 'key' };
    assert.deepEqual(
      await find({ components: { securitySchemes: { query } }, security: [{ query: [] }, { gone: [] }] }),
      [undefined, ['apiKey in query key', 'gone']],
    );
  });

  it('is the only one that is described', async () => {
    assert.deepEqual(await find({ components: { securitySchemes: { key } } }), ['apiKey', []]);
  });
});

describe('The body in a document', () => {
  const ids = { project_id: text, model_id: text };

  it('is left to the built-in one where that fits', async () => {
    assert.deepEqual(await bodyOf(object(ids)), [undefined, []]);
  });

  it('is read through chains of references and parts', async () => {
    const schemas = {
      A: { $ref: '#/components/schemas/B' },
      B: { allOf: [{ $ref: '#/components/schemas/Ids' }, object({ title: text })] },
      Ids: object({ projectId: text, modelId: text }),
    };
    assert.deepEqual(await bodyOf({ $ref: '#/components/schemas/A' }, { schemas }), [
      { projectId: '{project_id}', modelId: '{model_id}', title: '{name}' },
      [],
    ]);
  });

  it('may have null beside one form, but not several forms', async () => {
    const nullable = { anyOf: [{ type: 'integer' }, { type: 'null' }] };
    assert.deepEqual(await bodyOf(object({ ...ids, cores: nullable })), [
      {
        project_id: '{project_id}',
        model_id: '{model_id}',
        cores: '{prompt.cores}',
        $prompts: { cores: { type: 'number' } },
      },
      [],
    ]);
    assert.deepEqual(await bodyOf({ oneOf: [object(ids), object({ ref: text })] }), [
      undefined,
      [{ kind: 'body', operation: 'createSimulation' }],
    ]);
  });

  it('ends in a circle of references, or one that leads elsewhere', async () => {
    const schemas = {
      A: { $ref: '#/components/schemas/B' },
      B: { $ref: '#/components/schemas/A' },
      Node: object({ ...ids, child: { $ref: '#/components/schemas/Node' } }),
    };
    const nothing = [undefined, [{ kind: 'body', operation: 'createSimulation' }]];
    assert.deepEqual(await bodyOf({ $ref: '#/components/schemas/A' }, { schemas }), nothing);
    assert.deepEqual(await bodyOf({ $ref: 'https://evil.example/schema.json' }), nothing);
    const [body, omissions] = (await bodyOf({ $ref: '#/components/schemas/Node' }, { schemas })) as [
      object,
      unknown[],
    ];
    assert.ok(JSON.stringify(body).length < 1000);
    assert.ok(omissions.length > 0);
  });

  it('asks no question that nobody could answer, and leaves out what is not required', async () => {
    const choices = Array.from({ length: 10_000 }, (_, index) => `solver ${index}`);
    const schema = object(
      {
        ...ids,
        solver: { type: 'string', enum: choices },
        priority: { type: 'integer' },
        kind: { const: 'run' },
      },
      ['project_id', 'model_id', 'solver', 'kind'],
    );
    assert.deepEqual(await bodyOf(schema), [
      { project_id: '{project_id}', model_id: '{model_id}', kind: 'run' },
      [{ kind: 'property', operation: 'createSimulation', property: 'solver' }],
    ]);
  });
});

describe('The status of a simulation', () => {
  const statusOf = async (
    properties: object,
    { path = '/v3/simulations/{id}', ...more }: { readonly [name: string]: unknown; path?: string } = {},
  ) => {
    const responses = { 200: { content: json(object({ id: text, ...properties })) } };
    const paths = {
      '/v3/simulations': { post: { responses: {} } },
      '/v3/simulations/{id}/results': { get: { responses } },
      [path]: { get: { responses, ...more } },
    };
    const { entry, omissions } = await propose(small({ paths }));
    const unclear = omissions.filter((one) => 'operation' in one && one.operation === 'readSimulation');
    return [entry['simulationStatus'], unclear.length];
  };
  const words = ['Queued', 'Done', 'succeeded', 'FAILED', 'error', 'canceled', 'aborted', 'timeout', 'lost'];
  const ended = {
    Done: 'success',
    succeeded: 'success',
    FAILED: 'failure',
    error: 'failure',
    canceled: 'neutral',
    aborted: 'neutral',
  };
  const path = '/simulations/{simulation_id}';

  it('is proposed from a list of words, with the meaning of those that are plain', async () => {
    const state = { type: 'string', enum: words };
    assert.deepEqual(await statusOf({ state }), [{ path, state: '/state', ended }, 0]);
    assert.deepEqual(await statusOf({ state, status: text }), [{ path, state: '/state', ended }, 0]);
    const schema = { $ref: '#/paths/~1v3~1simulations~1{id}~1/get/responses/x' };
    const slash = await statusOf({ state, schema }, { path: '/v3/simulations/{id}/' });
    assert.deepEqual(slash, [{ path: `${path}/`, state: '/state', ended }, 0]);
  });

  it('is proposed from a text, and says that the words are not clear', async () =>
    assert.deepEqual(await statusOf({ status: text }), [{ path, state: '/status', ended: {} }, 1]));

  it('is not proposed where it is not clear, which is said', async () => {
    const parameters = [{ name: 'tenant', in: 'query', required: true }];
    const listed = { type: 'string', enum: words };
    for (const found of [
      await statusOf({}),
      await statusOf({ status: { type: 'object' } }),
      await statusOf({ status: listed, state: listed }),
      await statusOf({ status: listed }, { parameters }),
      await statusOf({ status: listed }, { parameters: [{ $ref: 'common.json#/Tenant' }] }),
    ])
      assert.deepEqual(found, [undefined, 1]);
  });

  it('is not proposed from other paths and servers', async () => {
    const status = { type: 'string', enum: words };
    for (const elsewhere of ['/v2/simulations/{id}', '/v3/simulations/latest', '/v3/simulations/{a}/{b}'])
      assert.deepEqual(await statusOf({ status }, { path: elsewhere }), [undefined, 0]);
    const servers = [{ url: 'https://status.example' }];
    assert.deepEqual(await statusOf({ status }, { servers }), [undefined, 0]);
  });
});

describe('What is no such document', () => {
  for (const [what, content, problem] of [
    ['text', 'openapi: 3.1.0', { kind: 'notJson' }],
    ['another JSON', '{"name": "package"}', { kind: 'notOpenApi' }],
    ['Swagger 2', '{"swagger": "2.0", "paths": {}}', { kind: 'version', version: '2.0' }],
    ['a version that YAML took for a number', '{"openapi": 3.1, "paths": {}}', { kind: 'noOperations' }],
    ['a version of one digit', '{"openapi": "3", "paths": {}}', { kind: 'noOperations' }],
    ['one of webhooks only', '{"openapi": "3.1.0", "webhooks": {}}', { kind: 'noOperations' }],
    ['a later version', '{"openapi": "4.0.0", "paths": {}}', { kind: 'version', version: '4.0.0' }],
    ['another service', '{"openapi": "3.0.3", "paths": {"/pets": {"get": {}}}}', { kind: 'noOperations' }],
    ['5 MB', ' '.repeat(maxOpenApiBytes + 1), { kind: 'tooLarge' }],
  ] as const)
    it(`is refused: ${what}`, async () => assert.deepEqual(await parseOpenApi(content), problem));
});
