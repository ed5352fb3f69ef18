import assert from 'node:assert/strict';
import { stringifyExactly } from '../../../src/client/core/exactJson';
import { parseMapping } from '../../../src/client/mapping/serviceMapping';
import type { ServiceClient } from '../../../src/client/serviceClient';
import { testClient } from '../../support/client';
import { sendFile } from '../../support/clientCalls';
import { failureOf, rejectionOf } from '../../support/rejections';
import { closeServers, serve } from '../../support/testServer';

interface Case {
  readonly run: (client: ServiceClient) => Promise<unknown>;
  readonly sent: readonly [method: 'GET' | 'POST', path: string, body?: string];
  readonly response: string;
  readonly result: unknown;
}

const cases: Readonly<Record<string, Case>> = {
  createProject: {
    run: (client) => client.createProject('Wing "1" {name}'),
    sent: ['POST', '/projects', '{"name":"Wing \\"1\\" {name}"}'],
    response: '{"data":{"project_id":7}}',
    result: { id: 7, name: 'Wing "1" {name}', fields: { project_id: 7 } },
  },
  listProjects: {
    run: (client) => client.listProjects(),
    sent: ['GET', '/projects'],
    response: '[{"project_id":"p1","name":"Wing","x":1},{"project_id":2},{"project_id":null}]',
    result: {
      items: [
        { id: 'p1', name: 'Wing', fields: { project_id: 'p1', name: 'Wing', x: 1 } },
        { id: 2, name: '2', fields: { project_id: 2 } },
      ],
      skipped: 1,
    },
  },
  createModel: {
    run: (client) =>
      client.createModel('Rotor', [
        { name: 'in/a.dat', size: 3 },
        { name: '__proto__', size: 0 },
      ]),
    sent: [
      'POST',
      '/models',
      '{"name":"Rotor","files":[{"name":"in/a.dat","size":3},{"name":"__proto__","size":0}]}',
    ],
    response: '{"model_id":"m1","files":{"__proto__":"https://f/2?s=2","in/a.dat":"https://f/1?s=1"}}',
    result: {
      id: 'm1',
      uploadUrls: new Map([
        ['__proto__', 'https://f/2?s=2'],
        ['in/a.dat', 'https://f/1?s=1'],
      ]),
      respondedAt: Date.UTC(2026, 10, 21, 9, 30),
    },
  },
  finaliseModel: {
    run: (client) => client.finaliseModel('a/b ?#%2e'),
    sent: ['POST', '/models/a%2Fb%20%3F%23%252e/finalise'],
    response: 'whatever',
    result: { isMaybeUnready: false },
  },
  createSimulation: {
    run: (client) => client.createSimulation('p1', 42),
    sent: ['POST', '/simulations', '{"project_id":"p1","model_id":42}'],
    response: '{"simulation_id":"s1","state":"queued"}',
    result: { id: 's1', fields: { simulation_id: 's1', state: 'queued' } },
  },
};

const reusable: Case = {
  run: (client) => client.listReusableModels(),
  sent: ['GET', '/models/reusable'],
  response: '{"models":[]}',
  result: { items: [], skipped: 0 },
};

const date = 'Sat, 21 Nov 2026 09:30:00 GMT';
const variants = [
  { variant: 'variant_a', prefix: '/variant_a/v1', supported: cases },
  { variant: 'variant_b', prefix: '/variant_b/v7', supported: { ...cases, listReusableModels: reusable } },
] as const;

describe('The service client', () => {
  afterEach(closeServers);

  for (const { variant, prefix, supported } of variants) {
    for (const [operation, { run, sent, response, result }] of Object.entries(supported)) {
      it(`sends ${operation} of ${variant} as documented and decodes the response`, async () => {
        const [method, path, body = ''] = sent;
        const status = method === 'POST' && operation !== 'finaliseModel' ? 201 : 200;
        const server = await serve({ status, headers: { date }, body: response });
        assert.deepEqual(await run(testClient(server.origin, variant).client), result);
        const headers = {
          host: server.host,
          connection: 'keep-alive',
          accept: 'application/json',
          'accept-encoding': 'identity',
          ...(body !== '' && { 'content-type': 'application/json' }),
          ...(method === 'POST' && { 'content-length': String(body.length) }),
        };
        assert.deepEqual(server.requests, [{ method, path: prefix + path, headers, body }]);
      });
    }
  }

  it('sends nothing when the variant has no such operation, whatever its paths begin with', async () => {
    const server = await serve({ body: '[]' });
    const mapping = parseMapping({ pathPrefix: '/x' });
    const { client } = testClient(server.origin, 'variant_a', { mapping });
    assert.deepEqual(await failureOf(client.listReusableModels()), {
      name: 'UnsupportedOperationError',
      kind: 'unsupported',
      operation: 'listReusableModels',
      host: server.host,
      variant: 'variant_a',
    });
    assert.deepEqual(server.requests, []);
  });

  for (const [id, segment] of [
    ['../projects', '..%2Fprojects'],
    [' a b ', '%20a%20b%20'],
    [9007199254740993n, '9007199254740993'],
    [-12345678901234567890n, '-12345678901234567890'],
  ] as const) {
    it(`puts the created identifier ${stringifyExactly(id)} into one segment of a path`, async () => {
      const made = { status: 201, body: stringifyExactly({ model_id: id, urls: ['https://f/a?s=1'] }) };
      const server = await serve(made, { status: 200 });
      const { client } = testClient(server.origin);
      const created = await client.createModel('m', [{ name: 'a', size: 1 }]);
      await client.finaliseModel(created.id);
      assert.equal(server.requests[1]?.path, `/variant_a/v1/models/${segment}/finalise`);
    });
  }

  for (const id of ['', '.', '..', 'a\nb', 'x'.repeat(257), '\ud800', 0.5, 2 ** 53]) {
    it(`refuses to put ${JSON.stringify(id).slice(0, 20)} into a path`, async () => {
      const server = await serve({ status: 200 });
      await assert.rejects(testClient(server.origin).client.finaliseModel(id), RangeError);
      assert.deepEqual(server.requests, []);
    });
  }

  for (const [name, headers, body] of [
    ['no body', {}, ''],
    ['spaces', {}, ' \n'],
    ['an empty page', { 'content-type': 'text/html' }, ''],
    ['the text "Created"', { 'content-type': 'text/plain; charset=utf-8' }, 'Created'],
  ] as const) {
    it(`accepts a simulation as created when the 201 has ${name}`, async () => {
      const server = await serve({ status: 201, headers, body });
      assert.deepEqual(await testClient(server.origin).client.createSimulation('p', 'm'), { fields: {} });
    });
  }

  it('logs one line before and one after a request, without query or bodies', async () => {
    const server = await serve({ status: 201, body: '{"project_id":1,"secret":"CANARY"}' }, { status: 500 });
    const { client, log } = testClient(server.origin);
    await client.createProject('CANARY');
    await rejectionOf(client.createProject('CANARY'));
    await rejectionOf(sendFile(client, `${server.origin}/f?sig=CANARY`));
    const projects = `POST ${server.host}/variant_a/v1/projects`;
    const file = `PUT ${server.host} (a.dat)`;
    assert.deepEqual(log, [
      projects,
      `${projects}: 201 in 0 ms`,
      projects,
      `${projects}: 500 in 0 ms`,
      file,
      `${file}: 500 in 0 ms`,
    ]);
  });

  it('stops waiting for the next attempt of a list with the reason of the signal', async () => {
    const server = await serve({ status: 503 });
    const controller = new AbortController();
    const { client, log } = testClient(server.origin);
    const reason = new Error('enough');
    const push = log.push.bind(log);
    log.push = (line) => (line.includes('attempt 1') && controller.abort(reason), push(line));
    assert.equal(await rejectionOf(client.listProjects({ signal: controller.signal })), reason);
    assert.equal(server.requests.length, 1);
  });
});
