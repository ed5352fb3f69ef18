import assert from 'node:assert/strict';
import { parseMapping } from '../../../src/client/mapping/serviceMapping';
import { type OpenApiProposal, parseOpenApi } from '../../../src/serviceFile/openApi';
import { parseServiceFile } from '../../../src/serviceFile/serviceFile';
import { parseEnvironments } from '../../../src/session/environments';

const text = { type: 'string' };
const ids = { project_id: text, model_id: text };
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const json = (schema: unknown) => ({ 'application/json': { schema } });
const object = (properties: object, required = Object.keys(properties)) => ({
  type: 'object',
  properties,
  required,
});

/** A document whose simulation has this body and response. */
function simulationOf(
  body: unknown,
  { response = {}, ...more }: Readonly<Record<string, unknown>> = {},
): string {
  const post = {
    requestBody: { content: json(body), required: true },
    responses: { 201: { content: json(response) } },
  };
  const servers = [{ url: 'https://sim.example' }];
  return JSON.stringify({ openapi: '3.1.0', servers, paths: { '/simulations': { post } }, ...more });
}

/** Values that JSON.stringify could not write, because they are too deep. */
function nest(levels: number, open = '[', close = ']'): string {
  return open.repeat(levels) + close.repeat(levels);
}

/** Limit for the time in which a window may stand still, ms of this process. */
const maxBusyMs = 300;

async function propose(document: string, from?: URL): Promise<OpenApiProposal> {
  const before = process.cpuUsage();
  const proposal = await parseOpenApi(document, from);
  const { user, system } = process.cpuUsage(before);
  assert.ok((user + system) / 1000 < maxBusyMs, `${(user + system) / 1000} ms`);
  assert.ok(!('kind' in proposal), JSON.stringify(proposal));
  assertUsable(proposal);
  return proposal;
}

/** Whether the settings take what was proposed: nothing of it fails only later. */
function assertUsable({ entry }: OpenApiProposal): void {
  const [environment] = parseEnvironments({ Added: { baseUrl: 'https://sim.example', ...entry } });
  assert.ok(environment !== undefined && !('invalidField' in environment), JSON.stringify(environment));
  parseMapping(environment.description?.mapping ?? {});
}

async function bodyOf(schema: unknown, more?: Readonly<Record<string, unknown>>): Promise<unknown> {
  const { entry, omissions } = await propose(simulationOf(schema, more));
  const requests = entry['requests'] as { createSimulation?: unknown } | undefined;
  const unread = omissions.filter((one) => one.kind === 'property' || one.kind === 'body');
  return [requests?.createSimulation, unread.map((one) => ('property' in one ? one.property : one.kind))];
}

const nothing = [undefined, ['body']];
const plain = { project_id: '{project_id}', model_id: '{model_id}' };

describe('A document that describes more than can be read', () => {
  const chain = (make: (next: object) => object, length = 18) =>
    Object.fromEntries(
      Array.from({ length }, (_, index) => [
        `S${index}`,
        index + 1 < length ? make(ref(`S${index + 1}`)) : text,
      ]),
    );

  for (const [what, schemas] of [
    ['parts, each twice', chain((next) => ({ allOf: [next, next] }))],
    ['parts, each twenty times', chain((next) => ({ allOf: Array.from({ length: 20 }, () => next) }))],
    ['more parts than anybody writes', { S0: { allOf: Array.from({ length: 100_000 }, () => text) } }],
    ['alternatives in alternatives', chain((next) => ({ anyOf: [next, next, { type: 'null' }] }))],
    ['a circle', { S0: ref('S1'), S1: ref('S0') }],
    ['itself', { S0: { allOf: [ref('S0')] } }],
  ] as const)
    it(`is left out: ${what}`, async () =>
      assert.deepEqual(await bodyOf(ref('S0'), { components: { schemas } }), nothing));

  const many = (count: number, value: unknown) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`field${index}`, value]));

  for (const [what, schemas] of [
    ['objects in objects', { S0: object(many(60, ref('S0'))) }],
    ['lists in lists', { S0: object(many(60, { type: 'array', items: ref('S0') })) }],
    ['maps in maps', { S0: object(many(60, { type: 'object', additionalProperties: ref('S0') })) }],
    ['ten thousand properties', { S0: object(many(10_000, text)) }],
  ] as const)
    it(`is left out, in bodies and responses: ${what}`, async () => {
      const response = ref('S0');
      const { entry, omissions } = await propose(
        simulationOf(ref('S0'), { response, components: { schemas } }),
      );
      assert.deepEqual([entry['requests'], entry['responses']], [undefined, undefined]);
      const own = omissions.filter((one) => 'operation' in one && one.operation === 'createSimulation');
      assert.deepEqual(
        own.map(({ kind }) => kind),
        ['body', 'response'],
      );
    });

  it('asks 40 questions, but no more', async () => {
    const questions = (count: number) => object({ ...ids, ...many(count, text) });
    assert.deepEqual(await bodyOf(questions(41)), nothing);
    const [asked] = (await bodyOf(questions(40))) as [{ readonly $prompts?: object }];
    assert.equal(Object.keys(asked.$prompts ?? {}).length, 40);
  });

  it('has a body that is longer than any that a service takes', async () => {
    assert.deepEqual(await bodyOf(object({ ...ids, kind: { const: 'x'.repeat(100_000) } })), nothing);
  });

  it('is 10,000 levels deep in any place', async () => {
    const lists = nest(10_000);
    const objects = `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`;
    for (const deep of [lists, objects]) {
      const body = simulationOf(object({ ...ids, x: 'DEEP', y: { const: 'DEEP' }, z: { default: 'DEEP' } }), {
        response: 'DEEP',
        info: { title: 'DEEP' },
        components: { securitySchemes: { a: { type: 'DEEP', scheme: 'DEEP' } } },
        security: 'DEEP',
        servers: [{ url: 'DEEP', description: 'DEEP' }],
      });
      await propose(body.replaceAll('"DEEP"', deep));
      const all = JSON.stringify({
        openapi: '3.1.0',
        servers: 'DEEP',
        paths: {
          '/simulations': {
            servers: 'DEEP',
            parameters: 'DEEP',
            post: { security: 'DEEP', responses: 'DEEP' },
          },
          '/projects': { post: 'DEEP', get: {} },
        },
      });
      await parseOpenApi(all.replaceAll('"DEEP"', deep));
    }
  });

  it('has a path or an address of a megabyte', async () => {
    const slashes = `${'/'.repeat(1_000_000)}x`;
    await propose(simulationOf(object(ids), { servers: [{ url: `https://sim.example${slashes}` }] }));
    const paths = { [slashes]: { post: {} }, '/simulations': { post: {} } };
    await propose(simulationOf(object(ids), { paths }));
    const variables = { a: { default: 'x'.repeat(2000) } };
    await propose(
      simulationOf(object(ids), { servers: [{ url: `https://${'{a}'.repeat(600)}`, variables }] }),
    );
  });
});

describe('A document with values that mean something else', () => {
  it('adds no property to all objects, and none of that name, which settings do not keep', async () => {
    const named = (value: object) =>
      JSON.parse(JSON.stringify(object({ ...ids, X: value })).replaceAll('"X"', '"__proto__"')) as object;
    for (const value of [{ const: 1 }, text])
      assert.deepEqual(await bodyOf(named(value)), [undefined, ['__proto__']]);
    const parts = `{"allOf":[{"properties":{"__proto__":{"type":"string"}},"required":["__proto__"]},{}]}`;
    const ofParts = { allOf: [object(ids), JSON.parse(parts) as object] };
    assert.deepEqual(await bodyOf(ofParts), [undefined, ['__proto__']]);
    const inside = { const: JSON.parse('{"__proto__":1}') as object };
    assert.deepEqual(await bodyOf(object({ ...ids, x: inside })), [undefined, ['x']]);
    assert.equal(({} as { polluted?: unknown }).polluted, undefined);
  });

  it('has objects and lists where texts belong', async () => {
    for (const odd of [{ toString: 1 }, [[]], null, 5, true])
      await propose(
        simulationOf(
          object({ ...ids, x: { type: odd, format: odd, title: odd, enum: odd, required: odd } }),
          {
            info: { title: odd },
            servers: [{ url: odd, description: odd, variables: odd }],
            components: { securitySchemes: { a: { type: odd, scheme: odd, name: odd, in: odd } } },
            security: [{ a: [] }, odd],
          },
        ),
      );
  });

  it('has braces in constants, which are no placeholders', async () => {
    const schema = object({
      ...ids,
      '{name}': { const: '{name} {{ }' },
      note: { const: { a: ['{file.name}'] } },
    });
    assert.deepEqual(await bodyOf(schema), [
      { ...plain, '{name}': '{{name} {{{{ }', note: { a: ['{{file.name}'] } },
      [],
    ]);
  });

  it('has numbers that this client cannot send as they are, and numbers as texts', async () => {
    const schema = simulationOf(
      object({
        ...ids,
        big: { const: 'BIG' },
        endless: { const: 'ENDLESS' },
        one: { type: 'integer', enum: ['BIG', 1] },
        cores: { type: 'integer', default: '4' },
        same: { enum: ['a', 'a', 'b', null], default: 'c' },
      }),
    ).replaceAll('"BIG"', '12345678901234567890');
    const { entry, omissions } = await propose(schema.replace('"ENDLESS"', '1e999'));
    assert.deepEqual(entry['requests'], {
      createSimulation: {
        ...plain,
        cores: '{prompt.cores}',
        same: '{prompt.same}',
        $prompts: { cores: { type: 'number' }, same: { type: 'choice', choices: ['a', 'b'] } },
      },
    });
    assert.deepEqual(
      omissions.flatMap((one) => (one.kind === 'property' ? [one.property] : [])),
      ['big', 'endless', 'one'],
    );
  });

  it('asks two questions of one name, and none that is called like the setting for questions', async () => {
    assert.deepEqual(await bodyOf(object({ ...ids, 'a b': text, a_b: text, $prompts: text })), [
      {
        ...plain,
        'a b': '{prompt.a_b}',
        a_b: '{prompt.a_b_2}',
        $prompts: { a_b: { type: 'text' }, a_b_2: { type: 'text' } },
      },
      ['$prompts'],
    ]);
  });

  it('has words with hidden characters, line breaks and addresses', async () => {
    const description = 'Cores\r\nX-Evil: 1 \u202E of https://evil.example/?token=5';
    const { title, entry } = await propose(
      simulationOf(object({ ...ids, cores: { type: 'integer', description } }), {
        info: { title: description },
      }),
    );
    assert.equal(title, 'Cores X-Evil: 1 of [URL]');
    assert.ok(JSON.stringify(entry).includes('"label":"Cores X-Evil: 1 of [URL]"'));
  });

  for (const reference of [
    'https://evil.example/openapi.json#/components/schemas/S',
    'other.json#/components/schemas/S',
    'x/components/schemas/S',
    '#/components/schemas/%',
    '#/components/schemas/Missing',
  ])
    it(`refers to ${reference}, which is not followed, nor are the other parts enough`, async () => {
      const components = { schemas: { S: object(ids) } };
      assert.deepEqual(await bodyOf({ $ref: reference }, { components }), nothing);
      assert.deepEqual(await bodyOf({ allOf: [object(ids), { $ref: reference }] }, { components }), nothing);
    });

  it('has alternatives that say more than a type, or are too many', async () => {
    const number = { type: 'integer' };
    for (const anyOf of [
      [{ ...text, enum: ['a'] }, number],
      [{ ...text, const: 'a' }, number],
      Array.from({ length: 21 }, () => text),
    ])
      assert.deepEqual(await bodyOf(object({ ...ids, x: { anyOf } })), [undefined, ['x']]);
    const [asked] = (await bodyOf(object({ ...ids, x: { anyOf: [text, number] } }))) as [object];
    assert.ok(JSON.stringify(asked).includes('"x":"{prompt.x}"'));
  });

  it('requires what only the service says, and what is no text', async () => {
    const state = { ...text, readOnly: true };
    assert.deepEqual(await bodyOf(object({ ...ids, state })), [undefined, []]);
    for (const format of ['binary', 'byte'])
      assert.deepEqual(await bodyOf(object({ ...ids, mesh: { ...text, format } })), [undefined, ['mesh']]);
  });

  it('has two responses to a success, or bodies of two types', async () => {
    const post = {
      requestBody: { content: { 'application/a+json': { schema: object(ids) } } },
      responses: {
        200: { content: json(object({ id: text })) },
        201: { content: json(object({ job: object({ id: text }) })) },
      },
    };
    const model = { requestBody: { content: { 'application/b+json': { schema: object({ name: text }) } } } };
    const paths = { '/simulations': { post }, '/models': { post: model } };
    const { entry, omissions } = await propose(simulationOf({}, { paths }));
    assert.deepEqual([entry['responses'], entry['requestHeaders']], [undefined, undefined]);
    assert.ok(omissions.some((one) => one.kind === 'response' && one.operation === 'createSimulation'));
    // Both go as application/json.
    assert.deepEqual(
      omissions.filter(({ kind }) => kind === 'mediaType'),
      [
        { kind: 'mediaType', operation: 'createSimulation', type: 'application/a+json' },
        { kind: 'mediaType', operation: 'createModel', type: 'application/b+json' },
      ],
    );
  });

  const schemes = {
    a: { type: 'http', scheme: 'bearer' },
    b: { type: 'apiKey', in: 'header', name: 'X-Key' },
    c: { type: 'mutual\u202ETLS' },
  };
  for (const [what, first, second, left] of [
    [
      'one way each',
      [{ a: [] }],
      [{ b: [] }],
      [{ kind: 'severalAuthentications', types: 'http bearer, apiKey in header X-Key' }],
    ],
    [
      'one way, and another with it',
      [{ a: [] }],
      [{ a: [], b: [] }],
      [{ kind: 'severalAuthentications', types: 'http bearer, http bearer + apiKey in header X-Key' }],
    ],
    [
      'a way of which nothing is known',
      [{ c: [] }],
      [{ c: [] }],
      [{ kind: 'authentication', type: 'mutualTLS' }],
    ],
  ] as const)
    it(`wants its operations to be signed in to in ${what}, which is not guessed`, async () => {
      const paths = {
        '/simulations': { post: { security: first } },
        '/projects': { get: { security: second } },
      };
      const components = { securitySchemes: schemes };
      const { entry, omissions } = await propose(simulationOf({}, { paths, components }));
      assert.equal(entry['authentication'], undefined);
      assert.deepEqual(
        omissions.filter(({ kind }) => /authentication/i.test(kind)),
        left,
      );
    });

  it('has names with hidden characters, and long ones', async () => {
    const hidden = object({ ...ids, 'a\u202E': text, x: { const: { 'k\u200B': 1 } } });
    assert.deepEqual(await bodyOf(hidden), [undefined, ['a', 'x']]);
    const [asked] = (await bodyOf(object({ ...ids, ['x'.repeat(100)]: text }))) as [{ $prompts?: object }];
    assert.deepEqual(Object.keys(asked.$prompts ?? {}), ['x'.repeat(60)]);
  });

  it('says of one property what two parts say', async () => {
    const parts = [object({ ...ids, x: text }), { properties: { x: { description: 'Solver' } } }];
    const [asked] = (await bodyOf({ allOf: parts })) as [{ readonly $prompts?: unknown }];
    assert.deepEqual(asked.$prompts, { x: { type: 'text', label: 'Solver' } });
  });

  it('has such words where it cannot be read', async () => {
    const words = '2\u202E\r\nof https://evil.example/?token=5';
    assert.deepEqual(await parseOpenApi(JSON.stringify({ openapi: words, paths: {} })), {
      kind: 'version',
      version: '2 of [URL]',
    });
    const parameters = [{ name: `tenant${words}`, in: 'query', required: true }];
    const paths = {
      '/api/Models/{id\u202E}/Finalise': { post: { parameters } },
      '/api/simulations': { post: {} },
    };
    const { omissions } = await propose(simulationOf({}, { paths }));
    assert.deepEqual(
      omissions.filter(({ kind }) => kind === 'path' || kind === 'parameter'),
      [
        { kind: 'path', operation: 'finaliseModel', path: '/api/Models/{id}/Finalise' },
        { kind: 'parameter', operation: 'finaliseModel', parameter: 'tenant2 of [URL]' },
      ],
    );
    const twice = `{"openapi":"3.1.0","paths":{},${`${JSON.stringify(words)}:1,`.repeat(2)}"info":{}}`;
    assert.deepEqual(await parseOpenApi(twice), { kind: 'duplicate', field: '2 of [URL]' });
    for (const paths of [undefined, null, [], 'x'])
      assert.deepEqual(await parseOpenApi(JSON.stringify({ openapi: '3.1.0', paths })), {
        kind: 'noOperations',
      });
  });

  for (const name of [
    'X-Key\r\nX-Evil: 1',
    'Host',
    'Cookie',
    'Content-Length',
    'Proxy-Authorization',
    'X Key',
    '',
  ])
    it(`has no key in the header ${JSON.stringify(name)}`, async () => {
      const components = { securitySchemes: { key: { type: 'apiKey', in: 'header', name } } };
      const { entry, omissions } = await propose(
        simulationOf(object(ids), { components, security: [{ key: [] }] }),
      );
      assert.equal(entry['authentication'], undefined);
      const place = `apiKey in header ${name.replace(/\s+/g, ' ')}`.trim();
      assert.deepEqual(omissions.at(-1), { kind: 'authentication', type: place });
    });

  for (const prefix of ['/a b', '/a%2fb', '/..', '/a/../b', '/a?b', '/a#b', '//evil.example', '/a\\b', 'x'])
    it(`has no prefix ${prefix}`, async () =>
      assert.deepEqual(
        await parseOpenApi(simulationOf({}, { paths: { [`${prefix}/simulations`]: { post: {} } } })),
        { kind: 'noOperations' },
      ));
});

describe('The host in a document', () => {
  const from = new URL('https://sim.example/openapi.json');
  const choicesOf = async (url: string, source?: URL) => {
    const { entry, questions } = await propose(simulationOf(object(ids), { servers: [{ url }] }), source);
    const [question] = questions;
    return question?.about === 'server' ? question.choices.map((choice) => choice.url) : entry['baseUrl'];
  };

  for (const url of [
    'javascript:alert(1)',
    'file:///etc/passwd',
    'ftp://sim.example',
    'https://sim.example@evil.example',
    'https://user:password@sim.example',
    'https://sim.example:0',
    'https://sim.example:99999',
    'https://0x7f.1',
    'https://sim.example/?x=1',
    'https://sim.example/#x',
    'https://sim.example\\@evil.example',
    'https://sim.\u202Eexample',
    'ht\ttps://evil.example',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    'https:evil.example',
    '',
    'https://',
  ])
    it(`is not taken from ${JSON.stringify(url)}`, async () => assert.deepEqual(await choicesOf(url), []));

  for (const url of [
    '//evil.example',
    ' //evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/{a}',
  ])
    it(`is not taken from ${JSON.stringify(url)}, which is relative to another`, async () =>
      assert.deepEqual(await choicesOf(url, from), []));

  it('is followed by a path with each character of a variable', async () => {
    const servers = [{ url: 'https://sim.example/{a}', variables: { a: { default: "$&$'" } } }];
    const [question] = (await propose(simulationOf(object(ids), { servers }))).questions;
    assert.deepEqual(question?.about === 'server' && question.choices, [
      { url: "https://sim.example/$&$'", description: '' },
    ]);
  });

  for (const url of [
    'https://[::1]:8443/api',
    'http://127.0.0.1:8080',
    'https://xn--bcher-kva.example',
    'https://sim.ex\u0430mple',
  ])
    it(`may be ${url}`, async () => assert.equal(await choicesOf(url), url));

  it('is asked about where the document came from another one', async () => {
    for (const url of [
      'https://sim.example:8443/api',
      'http://sim.example/api',
      'https://sim-example.example/api',
    ])
      assert.deepEqual(await choicesOf(url, from), [url, 'https://sim.example/api']);
    assert.equal(await choicesOf('https://SIM.example/api', from), 'https://SIM.example/api');
  });

  it('has a description in one line, and at most 50 others beside it', async () => {
    const description = 'Test\u202E\nof https://evil.example/?token=5';
    const servers = Array.from({ length: 60 }, (_, index) => ({
      url: `https://{a}${index}.example`,
      description,
      variables: { a: { default: 'a', enum: ['b'] } },
    }));
    const [question] = (await propose(simulationOf(object(ids), { servers }))).questions;
    assert.ok(question?.about === 'server');
    assert.equal(question.choices.length, 50);
    assert.deepEqual(question.choices[0], { url: 'https://a0.example', description: 'Test of [URL]' });
  });

  it('is asked about where a part of it has only a default, or several values', async () => {
    const servers = [{ url: 'https://{team}.sim.example', variables: { team: { default: 'demo' } } }];
    const { questions } = await propose(simulationOf(object(ids), { servers }));
    assert.deepEqual(questions, [
      { about: 'server', choices: [{ url: 'https://demo.sim.example', description: '' }] },
    ]);
  });

  it('of one operation differs from the others', async () => {
    const servers = [{ url: 'https://other.example' }];
    const paths = { '/simulations': { servers, post: {} }, '/projects': { get: {}, post: { servers } } };
    const { entry, omissions } = await propose(simulationOf({}, { paths }));
    assert.equal(entry['baseUrl'], 'https://sim.example');
    assert.deepEqual(
      omissions.filter(({ kind }) => kind === 'operation' || kind === 'otherServers'),
      [
        { kind: 'otherServers', operation: 'createProject' },
        { kind: 'operation', operation: 'createModel' },
        { kind: 'operation', operation: 'finaliseModel' },
        { kind: 'otherServers', operation: 'createSimulation' },
      ],
    );
  });
});

describe('The file of a service that is 10,000 levels deep', () => {
  for (const [field, value] of [
    ['requests', `{"createModel":{"a":${nest(10_000)}}}`],
    ['requests', `{"createModel":${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}}`],
    ['responses', nest(10_000)],
    ['pages', nest(10_000)],
    ['baseUrl', nest(10_000)],
    ['protected', nest(100_000)],
  ] as const)
    it(`is refused: ${field}`, () => {
      const file = `{"name":"Wing","baseUrl":"https://sim.example","${field}":${value}}`;
      assert.ok('kind' in parseServiceFile(file));
    });
});
