import assert from 'node:assert/strict';
import { type OpenApiProblem, type OpenApiProposal, parseOpenApi } from '../../../src/serviceFile/openApi';

const text = { type: 'string' };
const uri = { type: 'string', format: 'uri' };
const list = (items: object) => ({ type: 'array', items });
const object = (properties: object, required = Object.keys(properties)) => ({
  type: 'object',
  properties,
  required,
});
const json = (schema: unknown) => ({ content: { 'application/json': { schema } } });

interface Described {
  readonly body?: unknown;
  readonly response?: unknown;
}

/** A document with one request. */
function documentOf(path: string, { body, response = object({ id: text }) }: Described, more: object = {}) {
  const post = { requestBody: json(body), responses: { 201: json(response) } };
  return {
    openapi: '3.1.0',
    servers: [{ url: 'https://sim.example' }],
    paths: { [path]: { post } },
    ...more,
  };
}

async function read(document: unknown, from?: URL): Promise<OpenApiProposal | OpenApiProblem> {
  return await parseOpenApi(typeof document === 'string' ? document : JSON.stringify(document), from);
}

async function propose(document: unknown, from?: URL): Promise<OpenApiProposal> {
  const found = await read(document, from);
  assert.ok(!('kind' in found), JSON.stringify(found));
  return found;
}

/** The sentences about the requests that the document describes. */
function listOmissions({ omissions }: OpenApiProposal) {
  return omissions.filter(({ kind }) => kind !== 'operation');
}

describe('The addresses in the response to a new model', () => {
  const find = async (response: object, body: object = object({ name: text })) => {
    const proposal = await propose(
      documentOf('/models', { body, response: object({ id: text, ...response }) }),
    );
    return [proposal.entry['responses'], listOmissions(proposal)];
  };
  const nothing = [undefined, [{ kind: 'response', operation: 'createModel' }]];

  for (const [name, response] of Object.entries({
    webhooks: list(object({ url: uri })),
    members: list(object({ name: text, avatar_url: uri })),
    thumbnails: list(uri),
    download_urls: list(uri),
    signed_download_urls: list(uri),
    links: list(object({ rel: text, href: uri })),
    previous_versions: list(object({ url: uri })),
    errors: list(object({ type: uri })),
  }))
    it(`are not for uploads: ${name}`, async () =>
      assert.deepEqual(await find({ [name]: response }), nothing));

  it('are for uploads by their names, or in the list in which the request names the files', async () => {
    assert.deepEqual((await find({ targets: list(object({ location: uri })) }))[1], []);
    const body = object({ name: text, artifacts: list(object({ path: text })) });
    assert.deepEqual((await find({ artifacts: list(object({ path: text, link: uri })) }, body))[1], []);
  });
});

describe('The body of a document that is not clear', () => {
  const ids = { project_id: text, model_id: text };
  const bodyOf = async (body: unknown, path = '/simulations', more: object = {}) => {
    const proposal = await propose(documentOf(path, { body }, more));
    const left = listOmissions(proposal).flatMap((one) => (one.kind === 'property' ? [one.property] : []));
    const requests = (proposal.entry['requests'] ?? {}) as Readonly<Record<string, unknown>>;
    return [Object.values(requests)[0], left] as const;
  };
  const sent = { project_id: '{project_id}', model_id: '{model_id}' };

  it('has what stands beside a reference', async () => {
    const components = { schemas: { Base: object(ids) } };
    const reference = { $ref: '#/components/schemas/Base' };
    const solver = object({ solver: { enum: ['a', 'b'] } });
    const expected = [
      {
        ...sent,
        solver: '{prompt.solver}',
        $prompts: { solver: { type: 'choice', choices: ['a', 'b'] } },
      },
      [],
    ];
    assert.deepEqual(await bodyOf({ ...reference, ...solver }, '/simulations', { components }), expected);
    assert.deepEqual(
      await bodyOf({ ...reference, allOf: [solver] }, '/simulations', { components }),
      expected,
    );
  });

  it('asks for no number that it cannot read with all digits', async () => {
    const document = JSON.stringify(
      documentOf('/simulations', { body: object({ ...ids, seed: { type: 'integer', default: 5 } }) }),
    ).replace('"default":5', '"default":9007199254740993');
    assert.deepEqual((await propose(document)).entry['requests'], {
      createSimulation: { ...sent, seed: '{prompt.seed}', $prompts: { seed: { type: 'number' } } },
    });
  });

  it('asks for a text where a number may be a text', async () => {
    const [body] = await bodyOf(object({ ...ids, queue: { anyOf: [{ type: 'integer' }, text] } }));
    assert.deepEqual(body, { ...sent, queue: '{prompt.queue}', $prompts: { queue: { type: 'text' } } });
  });

  it('asks for no secret', async () => {
    const secrets = {
      password: { type: 'string', default: 'hunter2' },
      api_key: text,
      code: { type: 'string', format: 'password' },
    };
    assert.deepEqual(await bodyOf(object({ ...ids, ...secrets })), [undefined, Object.keys(secrets)]);
  });

  it('gives the name to what is created, and to nothing else', async () => {
    for (const [path, own, others] of [
      ['/projects', 'project_name', ['model_name', 'simulation_name']],
      ['/models', 'model_name', ['project_name']],
      ['/simulations', 'run_name', ['project_name', 'model_name']],
    ] as const) {
      const [body] = await bodyOf(
        object(Object.fromEntries([own, ...others].map((name) => [name, text]))),
        path,
      );
      const values = [own, ...others].map((name) => (body as Record<string, unknown>)[name]);
      assert.deepEqual(values, ['{name}', ...others.map((name) => `{prompt.${name}}`)]);
    }
  });
});

describe('The paths and addresses of a document', () => {
  it('say where one ends with a slash, and one without goes first', async () => {
    const post = (field: string) => ({ post: { requestBody: json(object({ name: text, [field]: text })) } });
    const one = documentOf('/simulations', {}, { paths: { '/api/projects/': post('a') } });
    assert.deepEqual(listOmissions(await propose(one))[0], {
      kind: 'path',
      operation: 'createProject',
      path: '/api/projects/',
    });
    const paths = { '/api/projects': post('a'), '/api/projects/': post('b') };
    const both = await propose(documentOf('/simulations', {}, { paths }));
    assert.ok(JSON.stringify(both.entry).includes('{prompt.a}'));
    assert.ok(!JSON.stringify(both.entry).includes('{prompt.b}'));
  });

  it('are never the address of the document', async () => {
    const document = documentOf('/simulations', { body: object({}) }, { servers: [{ url: '' }] });
    const { entry } = await propose(document, new URL('https://svc.example/team/docs.json'));
    assert.equal(entry['baseUrl'], 'https://svc.example/team');
  });

  for (const url of [
    'https://*',
    'https://{host}.example',
    'https://${host}.example',
    'https://$(id).example',
    'https://a.example;evil.example',
    'https://a..example',
    'https://a.example./x',
    'https://a.example/\u202ex',
    'https://a.example/\u200bx',
    'https://a.example/{version}',
  ])
    it(`have no host or path like ${JSON.stringify(url)}`, async () => {
      const variables = { version: { default: '{b}' }, host: { default: '{b}' } };
      const document = documentOf('/simulations', { body: object({}) }, { servers: [{ url, variables }] });
      assert.deepEqual((await propose(document)).questions, [{ about: 'server', choices: [] }]);
    });
});

describe('The servers and paths of a document', () => {
  const post = { requestBody: json(object({ name: text })), responses: { 201: json(object({ id: text })) } };
  const at = (url: string) => ({ ...post, servers: [{ url }] });
  const from = new URL('https://sim.example/openapi.json');
  const outline = async (document: object, from?: URL) => {
    const { entry, omissions } = await propose({ openapi: '3.1.0', ...document }, from);
    return [entry['baseUrl'], Object.keys(entry['requests'] ?? {}), omissions.filter(isAboutPlaces)];
  };
  const isAboutPlaces = ({ kind }: { readonly kind: string }) =>
    ['servers', 'prefixes', 'otherServers'].includes(kind);

  it('are those that every request has for itself', async () => {
    const paths = { '/projects': { post: at('/v2') }, '/models': { post, servers: [{ url: '/v2' }] } };
    const expected = ['https://sim.example/v2', ['createModel'], []];
    assert.deepEqual(await outline({ paths }, from), expected);
    assert.deepEqual(await outline({ servers: [{ url: '/' }], paths }, from), expected);
  });

  it('are the same with a slash at their end', async () => {
    const document = {
      servers: [{ url: 'https://sim.example' }],
      paths: { '/models': { post: at('https://sim.example/') } },
    };
    assert.deepEqual(await outline(document), ['https://sim.example', ['createModel'], []]);
  });

  it('leave out a request that has others', async () => {
    const paths = { '/models': { post }, '/simulations': { post: at('https://other.example') } };
    assert.deepEqual(await outline({ servers: [{ url: 'https://sim.example' }], paths }), [
      'https://sim.example',
      ['createModel'],
      [{ kind: 'otherServers', operation: 'createSimulation' }],
    ]);
  });

  it('are counted where they cannot be used or are too many', async () => {
    const urls = ['https://a.example', 'https://u:p@b.example', 'https://c.example/?k=1', 'https://{d}'];
    const servers = urls.map((url) => ({ url }));
    const [, , left] = await outline({ servers, paths: { '/models': { post } } });
    assert.deepEqual(left, [{ kind: 'servers', count: 3 }]);
    const many = Array.from({ length: 53 }, (_, index) => index);
    const found = await propose({
      openapi: '3.1.0',
      servers: many.map((index) => ({ url: `https://s${index}.example` })),
      paths: Object.fromEntries(many.map((index) => [`/p${index}/models`, { post }])),
    });
    assert.deepEqual(found.omissions.filter(isAboutPlaces), [
      { kind: 'servers', count: 3 },
      { kind: 'prefixes', count: 3 },
    ]);
    assert.deepEqual(
      found.questions.map(({ choices }) => choices.length),
      [50, 50],
    );
  });

  it('say which part of a path is left open', async () => {
    for (const prefix of ['/{tenant}', '/api/v{version}'])
      assert.deepEqual(await read({ openapi: '3.1.0', paths: { [`${prefix}/models`]: { post } } }), {
        kind: 'openPrefix',
        prefix,
      });
  });
});

describe('A document', () => {
  it('has no key twice', async () => {
    const valid = JSON.stringify(documentOf('/models', { body: object({ name: text }) }));
    const twice = valid.replace('"servers"', '"servers":[],"servers"');
    assert.deepEqual(await read(twice), { kind: 'duplicate', field: 'servers' });
    const long = valid.replace('"servers"', `"x-text":"${'a\\n'.repeat(300_000)}","servers"`);
    assert.equal('kind' in (await read(long)), false);
  });

  it('says by an omission that a body has conditions', async () => {
    const ids = { project_id: text, model_id: text };
    const condition = { kind: 'condition', operation: 'createSimulation' };
    for (const [more, expected] of [
      [{ dependentRequired: { solver: ['cores'] } }, [condition]],
      [{ dependentSchemas: { solver: {} } }, [condition]],
      [{ if: {}, then: {} }, [condition]],
      [{ not: {} }, [condition]],
      [{ minProperties: 3 }, [condition]],
      [{ minProperties: 2 }, []],
      [{ allOf: [{ if: {}, then: {} }] }, [condition]],
    ] as const)
      assert.deepEqual(
        listOmissions(await propose(documentOf('/simulations', { body: { ...object(ids), ...more } }))),
        expected,
        JSON.stringify(more),
      );
  });

  it('has no hidden characters in what is sent', async () => {
    const ids = { project_id: text, model_id: text };
    const body = object({
      ...ids,
      choice: { enum: ['a\u202eb', 'c'] },
      fixed: { const: 'a\r\nb' },
      'na\u200bme': text,
      question: { ...text, default: '\u2066x' },
    });
    const proposal = await propose(documentOf('/simulations', { body }));
    assert.deepEqual(proposal.entry['requests'], {
      createSimulation: {
        project_id: '{project_id}',
        model_id: '{model_id}',
        question: '{prompt.question}',
        $prompts: { question: { type: 'text' } },
      },
    });
    assert.equal(listOmissions(proposal).length, 3);
  });

  it('asks for a field without a name', async () => {
    const body = object({ project_id: text, model_id: text, '': text });
    const { entry } = await propose(documentOf('/simulations', { body }));
    assert.deepEqual(entry['requests'], {
      createSimulation: {
        project_id: '{project_id}',
        model_id: '{model_id}',
        '': '{prompt.value}',
        $prompts: { value: { type: 'text' } },
      },
    });
  });
});
