import assert from 'node:assert/strict';
import type { KeyPath } from '../../../src/client/core/errors';
import { stringifyExactly } from '../../../src/client/core/exactJson';
import type { ServiceClient } from '../../../src/client/serviceClient';
import { testClient } from '../../support/client';
import { clientCalls } from '../../support/clientCalls';
import { failureOf } from '../../support/rejections';
import { closeServers, type Reply, serve, serveRaw } from '../../support/testServer';

const files = [
  { name: 'a', size: 1 },
  { name: 'b', size: 1 },
];
const a = 'https://files.test/a?sig=CANARY';
const b = 'https://files.test/b?sig=CANARY';
const c = 'https://files.test/c?sig=CANARY';

/**
 * Result of creating a model of two files with this response, without host and time. The service gets one
 * request.
 */
async function createModel(body: string): Promise<object> {
  const server = await serve({ status: 201, body });
  const created = testClient(server.origin).client.createModel('m', files);
  const outcome = (await created.catch(() => failureOf(created))) as Record<string, unknown>;
  assert.equal(server.requests.length, 1);
  const { host, respondedAt, ...rest } = outcome;
  const { keys } = rest as { keys?: readonly KeyPath[] };
  return keys === undefined ? rest : { ...rest, keys: keys.map(({ pointer }) => pointer) };
}

function unusable(operation: string, status: number, reason: string, keys: readonly string[] = []): object {
  return { name: 'ResponseError', kind: 'response', operation, status, reason, keys };
}

describe('The response to the creation of a model', () => {
  afterEach(closeServers);

  const urls = `"urls":["${a}","${b}"]`;
  const uploadUrls = new Map([
    ['a', a],
    ['b', b],
  ]);

  for (const id of [
    'null',
    'true',
    '{}',
    '""',
    '"."',
    '".."',
    `"${'x'.repeat(10_000)}"`,
    '"a\\nb"',
    '"\\ud800"',
    '1.5',
    '9007199254740993.0',
    '9.007199254740993e15',
    '-1e300',
  ]) {
    it(`is rejected with the identifier ${id.slice(0, 20)}`, async () => {
      assert.deepEqual(
        await createModel(`{"model_id":${id},${urls}}`),
        unusable('createModel', 201, 'noIdentifier', ['/model_id', '/urls', '/urls/0']),
      );
    });
  }

  it('is rejected without an identifier', async () => {
    assert.deepEqual(
      await createModel(`{"id":"m",${urls}}`),
      unusable('createModel', 201, 'noIdentifier', ['/id', '/urls', '/urls/0']),
    );
  });

  for (const [id, segment] of [
    ['../projects', '..%2Fprojects'],
    ['a/b', 'a%2Fb'],
    ['?a=1#b', '%3Fa%3D1%23b'],
    [' a b ', '%20a%20b%20'],
    [42, '42'],
    [9007199254740993n, '9007199254740993'],
    [-12345678901234567890n, '-12345678901234567890'],
  ] as const) {
    it(`may have the identifier ${stringifyExactly(id)}, which stays one segment of a path`, async () => {
      const made = { status: 201, body: stringifyExactly({ model_id: id, urls: [a] }) };
      const server = await serve(made, { status: 200 });
      const { client } = testClient(server.origin);
      const created = await client.createModel('m', files.slice(0, 1));
      await client.finaliseModel(created.id);
      assert.equal(server.requests[1]?.path, `/variant_a/v1/models/${segment}/finalise`);
    });
  }

  it('is read without duplicate keys and inherited properties', async () => {
    const traps = `"__proto__":{"model_id":"x"},"constructor":{"prototype":{"model_id":"y"}}`;
    assert.deepEqual(await createModel(`{"model_id":"m","model_id":"n",${traps},${urls}}`), {
      id: 'n',
      uploadUrls,
    });
    assert.equal('model_id' in {}, false);
  });

  it('may name the files in any order', async () => {
    const entries = `[{"name":"b","url":"${b}"},{"url":"${a}","name":"a"}]`;
    assert.deepEqual(await createModel(`{"model_id":"m","files":${entries}}`), { id: 'm', uploadUrls });
  });

  for (const [name, list] of [
    ['fewer URLs than files', [{ name: 'a', url: a }]],
    ['more URLs than files', { a, b, c }],
    ['URLs in another order and one more', [b, a, c]],
    ['the name of another file', { a, c }],
    ['one URL for two files', { a, b: a }],
    [
      'one file twice',
      [
        { name: 'a', url: a },
        { name: 'a', url: b },
      ],
    ],
    [
      'two URLs for one file',
      [
        { name: 'a', url: a, other: c },
        { name: 'b', url: b },
      ],
    ],
  ] as const) {
    it(`is rejected with ${name}, and the error names its keys but not its URLs`, async () => {
      const outcome = await createModel(JSON.stringify({ model_id: 'm', list }));
      assert.deepEqual(
        { ...outcome, keys: [] },
        { ...unusable('createModel', 201, 'uploadUrls'), modelId: 'm' },
      );
      assert.match(JSON.stringify(outcome), /"keys":\["\/model_id","\/list",/);
      assert.doesNotMatch(JSON.stringify(outcome), /CANARY/);
    });
  }
});

describe('A response body', () => {
  afterEach(closeServers);

  const project = '{"project_id":"p"}';

  /**
   * The name of the body, and the reasons for rejecting it as a created project and as a list of projects;
   * none if accepted.
   */
  const bodies: readonly (readonly [name: string, reply: Reply, created?: string, listed?: string])[] = [
    ['empty', { body: '' }, 'notJson', 'notJson'],
    ['null', { body: 'null' }, 'noIdentifier', 'noList'],
    ['true', { body: 'true' }, 'noIdentifier', 'noList'],
    ['a string', { body: '"text"' }, 'noIdentifier', 'noList'],
    ['XML', { body: '<project_id>p</project_id>' }, 'notJson', 'notJson'],
    ['HTML', { headers: { 'content-type': 'text/html' }, body: `[${project}]` }, 'html', 'html'],
    ['HTML without a content type', { body: '<!DOCTYPE html><p>Sign in' }, 'html', 'html'],
    ['UTF-16', { body: Buffer.from(`[${project}]`, 'utf16le') }, 'notJson', 'notJson'],
    [
      'UTF-16 with a byte order mark',
      { body: Buffer.from(`\ufeff[${project}]`, 'utf16le') },
      'notJson',
      'notJson',
    ],
    ['Latin-1', { body: Buffer.from('[{"project_id":"p","name":"ü"}]', 'latin1') }, 'notJson', 'notJson'],
    [
      'an unpaired surrogate',
      { body: Buffer.from('[{"project_id":"\xed\xa0\x80"}]', 'latin1') },
      'notJson',
      'notJson',
    ],
    ['cut', { body: '[{"project_id":"p"}' }, 'notJson', 'notJson'],
    ['two JSON values', { body: `[${project}][${project}]` }, 'notJson', 'notJson'],
    ['JSON with a byte order mark', { body: `\ufeff[${project}]` }],
    ['JSON with another content type', { headers: { 'content-type': 'image/png' }, body: `[${project}]` }],
  ];

  for (const [name, reply, created, listed] of bodies) {
    it(`that is ${name} is ${listed === undefined ? 'accepted' : 'rejected'}`, async () => {
      const server = await serve({ status: 200, ...reply });
      const { client } = testClient(server.origin);
      const outcomes = await Promise.all([
        outcomeOf(client, 'createProject', server.origin),
        outcomeOf(client, 'listProjects', server.origin),
      ]);
      const expected = [
        created === undefined
          ? { id: 'p', name: 'x', fields: { project_id: 'p' } }
          : { ...unusable('createProject', 200, created), host: server.host },
        listed === undefined
          ? { items: [{ id: 'p', name: 'p', fields: { project_id: 'p' } }], skipped: 0 }
          : { ...unusable('listProjects', 200, listed), host: server.host },
      ];
      const withoutDetails = (outcome: object) => {
        const { pageTitle: _, ...rest } = outcome as { readonly pageTitle?: string };
        return 'keys' in rest ? { ...rest, keys: [] } : rest;
      };
      assert.deepEqual(outcomes.map(withoutDetails), expected);
    });
  }

  for (const operation of ['createProject', 'listProjects', 'createModel', 'createSimulation'] as const) {
    it(`that is cut without a known length is rejected for ${operation}`, async () => {
      const body = `[{"project_id":"p","model_id":"m","simulation_id":"s","url":"${a}"}`;
      const server = await serveRaw((socket) =>
        socket.once('data', () => socket.end(`HTTP/1.1 201 Created\r\n\r\n${body}`)),
      );
      const outcome = await outcomeOf(testClient(server.origin).client, operation, server.origin);
      assert.deepEqual(outcome, { ...unusable(operation, 201, 'notJson'), host: server.host });
      assert.equal(server.connections(), 1);
    });
  }
});

async function outcomeOf(
  client: ServiceClient,
  operation: keyof typeof clientCalls,
  origin: string,
): Promise<object> {
  const call = clientCalls[operation](client, origin);
  return (await call.catch(() => failureOf(call))) as object;
}

describe('A list of projects that is temporarily unavailable', () => {
  afterEach(closeServers);

  for (const [header, requests] of [
    ['-1', 4],
    ['abc', 4],
    ['1e12', 4],
    ['Wed, 21 Oct 2015 07:28:00 GMT', 4],
    ['1000000000000', 1],
    ['Wed, 21 Oct 2099 07:28:00 GMT', 1],
  ] as const) {
    it(`is requested ${requests === 1 ? 'only once' : 'again soon'} with Retry-After: ${header}`, async () => {
      const server = await serve({ status: 503, headers: { 'retry-after': header } });
      const { client, waits } = testClient(server.origin);
      const { status, retryAfter } = await failureOf(client.listProjects());
      assert.deepEqual([status, retryAfter === undefined], [503, requests > 1]);
      assert.equal(server.requests.length, requests);
      assert.ok(waits.every((wait) => wait < 20_000));
    });
  }
});

describe('A cookie', () => {
  afterEach(closeServers);

  it('is never sent back', async () => {
    const headers = { 'set-cookie': 'session=CANARY; Path=/' };
    const server = await serve({ status: 200, headers, body: '[{"project_id":"p"}]' });
    const { client } = testClient(server.origin);
    for (const operation of ['listProjects', 'createProject', 'uploadFile', 'listProjects'] as const) {
      await clientCalls[operation](client, server.origin);
    }
    assert.equal(server.requests.length, 4);
    assert.doesNotMatch(JSON.stringify(server.requests), /cookie|CANARY/i);
  });
});
