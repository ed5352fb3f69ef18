import assert from 'node:assert/strict';
import { parseMapping, type RawMapping } from '../../../src/client/mapping/serviceMapping';
import { type TestClient, testClient } from '../../support/client';
import { clientCalls, sendFile } from '../../support/clientCalls';
import { failureOf, rejectionOf } from '../../support/rejections';
import { closeServers, serve } from '../../support/testServer';

function shaped(baseUrl: string, given: RawMapping, token?: Record<string, string>): TestClient {
  const credentials = { headers: () => Promise.resolve(token) };
  return testClient(baseUrl, 'variant_b', {
    mapping: parseMapping(given),
    ...(token !== undefined && { credentials }),
  });
}

async function upload(url: string, uploadHeaders: Record<string, string> = {}): Promise<void> {
  const { client } = shaped('http://127.0.0.1:9', { uploadHeaders, requestHeaders: { 'x-tenant': 'acme' } });
  await sendFile(client, url);
}

describe('On the wire,', () => {
  afterEach(closeServers);

  for (const [pathPrefix, expected] of [
    ['', '/base/variant_b/v7'],
    ['/api/v9/', '/base/api/v9'],
    ['/', '/base'],
  ] as const) {
    it(`the path prefix ${JSON.stringify(pathPrefix)} makes ${expected} of a base URL with a path and slashes at its end`, async () => {
      const server = await serve({ status: 400 });
      const { client } = shaped(`${server.origin}/base//`, { pathPrefix });
      for (const [operation, call] of Object.entries(clientCalls)) {
        if (operation !== 'uploadFile') await rejectionOf(call(client, server.origin));
      }
      const paths = ['projects', 'projects', 'models', 'models/m/finalise', 'models/reusable', 'simulations'];
      assert.deepEqual(
        server.requests.map(({ path }) => path),
        paths.map((path) => `${expected}/${path}`),
      );
    });
  }

  it('headers from the settings are sent to the service with each request, and to no file server', async () => {
    const server = await serve({ status: 400 });
    const { client, log } = shaped(server.origin, { requestHeaders: { 'X-Tenant': 'canary-tenant' } });
    for (const call of Object.values(clientCalls)) await rejectionOf(call(client, server.origin));
    assert.equal(server.requests.length, Object.keys(clientCalls).length);
    for (const { method, headers } of server.requests)
      assert.equal(headers['x-tenant'], method === 'PUT' ? undefined : 'canary-tenant');
    assert.doesNotMatch(log.join('\n'), /canary|tenant/i);
  });

  it('headers from the settings determine the accepted types, and never the credentials', async () => {
    const server = await serve({ status: 400 });
    const requestHeaders = { Accept: 'application/vnd.sim+json', 'X-Api-Key': 'of the settings' };
    const { client } = shaped(server.origin, { requestHeaders }, { 'x-API-key': 'of the account' });
    await rejectionOf(client.createProject('x'));
    const { headers } = server.requests[0]!;
    assert.deepEqual(
      [headers.accept, headers['x-api-key'], headers['content-type']],
      ['application/vnd.sim+json', 'of the account', 'application/json'],
    );
  });

  it('the type of bodies is the one of the settings, and only requests with a body have it', async () => {
    const server = await serve({ status: 400 });
    const { client } = shaped(server.origin, {
      requestHeaders: { 'CONTENT-TYPE': 'application/vnd.api+json' },
    });
    await rejectionOf(client.createProject('x'));
    await rejectionOf(client.listProjects());
    assert.deepEqual(
      server.requests.map(({ headers }) => headers['content-type']),
      ['application/vnd.api+json', undefined],
    );
  });

  it('headers for uploads are sent to the file server with each file', async () => {
    const server = await serve({ status: 201 });
    await upload(`${server.origin}/a?sig=1`, { 'Content-Type': 'a/b', 'x-amz-acl': 'private' });
    assert.deepEqual(server.requests[0]?.headers, {
      host: server.host,
      connection: 'keep-alive',
      'content-length': '1',
      'content-type': 'a/b',
      'x-amz-acl': 'private',
    });
  });

  for (const [query, given, sent] of [
    ['sv=2024-11-04&sr=b&sig=x', {}, 'BlockBlob'],
    ['sv=2024-11-04&ss=b&srt=o&sp=cw&se=2026-11-21&sig=x', {}, 'BlockBlob'],
    ['sv=1&sr=b&sig=x', { 'X-Ms-Blob-Type': 'AppendBlob' }, 'AppendBlob'],
    ['sv=1&sr=b', {}, undefined],
    ['sv=1&sig=x', {}, undefined],
    ['sr=b&sig=x', {}, undefined],
  ] as const) {
    it(`an Azure Blob Storage upload URL with ${query} is sent ${sent === undefined ? 'no blob type' : `the blob type ${sent}`}`, async () => {
      const server = await serve({ status: 201 });
      await upload(`${server.origin}/c/a?${query}`, given);
      assert.equal(server.requests[0]?.headers['x-ms-blob-type'], sent);
    });
  }

  const link = 'http://127.0.0.1:9/a?X-Amz-Signature=x&X-Amz-SignedHeaders=host;x-amz-acl;Content-Type';

  it('an upload URL that was signed with headers is used if all of them are set, and is rejected otherwise', async () => {
    const server = await serve({ status: 201, body: JSON.stringify({ model_id: 'm', urls: [link] }) });
    const make = (uploadHeaders: Record<string, string>) =>
      shaped(server.origin, { uploadHeaders }).client.createModel('x', [{ name: 'a', size: 1 }]);
    assert.deepEqual((await failureOf(make({}))).headers, ['x-amz-acl', 'content-type']);
    assert.deepEqual((await failureOf(make({ 'X-AMZ-ACL': 'private' }))).headers, ['content-type']);
    assert.equal((await make({ 'X-AMZ-ACL': 'private', 'content-type': 'a/b' })).id, 'm');
  });

  it('each value of a response is read where the settings say', async () => {
    const uploadsOf = (artifact: string, previous: string) => {
      const [put, get] = ['put', 'get'].map((name) => `http://127.0.0.1:9/${artifact}?${name}`);
      return { artifact, previous, put, get };
    };
    const body = JSON.stringify({
      projects: [{ uid: 1, caption: 'Project', key: 8, text: 'other', name: 'other' }],
      models: [{ uid: 9, caption: 'other', key: 2, text: 'Model', name: 'other' }],
      made: { project: 3, model: 4, simulation: 5, uploads: [uploadsOf('b', 'a'), uploadsOf('a', 'b')] },
    });
    const server = await serve({ status: 201, body });
    const { client } = shaped(server.origin, {
      responses: {
        projects: '/projects',
        projectId: '/uid',
        projectName: '/caption',
        models: '/models',
        modelId: '/key',
        modelName: '/text',
        createdProjectId: '/made/project',
        createdSimulationId: '/made/simulation',
        createdModelId: '/made/model',
        uploadUrls: '/made/uploads',
        uploadUrlName: '/artifact',
        uploadUrl: '/put',
      },
    });
    const [project] = (await client.listProjects()).items;
    assert.deepEqual([project?.id, project?.name], [1, 'Project']);
    const [model] = (await client.listReusableModels()).items;
    assert.deepEqual([model?.id, model?.name], [2, 'Model']);
    assert.equal((await client.createProject('x')).id, 3);
    const files = ['a', 'b'].map((name) => ({ name, size: 1 }));
    const { id, uploadUrls } = await client.createModel('x', files);
    assert.deepEqual([id, uploadUrls.get('a')], [4, 'http://127.0.0.1:9/a?put']);
    assert.equal((await client.createSimulation(1, 2)).id, 5);
  });

  it('a body without a required answer prevents its request from being sent', async () => {
    const server = await serve({ status: 201 });
    const body = { $prompts: { cores: { type: 'number' } }, cores: '{prompt.cores}' };
    const { client } = shaped(server.origin, { 'requests.createSimulation': body });
    assert.deepEqual(await failureOf(client.createSimulation('p', 'm')), {
      name: 'MappingError',
      kind: 'mapping',
      setting: 'requests.createSimulation',
      reason: 'noAnswer',
      entry: 'cores',
    });
    assert.equal(server.connections(), 0);
    await client.createSimulation('p', 'm', { answers: { 'prompt.cores': 3 } });
    assert.equal(server.requests[0]?.body, '{"cores":3}');
  });

  it('the body of a finalise request has the known properties of the model', async () => {
    const server = await serve({});
    const body = { of: '{model_id}', n: '{name}', bytes: '{total}', files: ['{file.name}'] };
    const { client } = shaped(server.origin, { 'requests.finaliseModel': body });
    await client.finaliseModel(7, { name: 'deck', files: [{ name: 'a', size: 2 }] });
    await client.finaliseModel('m', { files: [] });
    assert.deepEqual(
      server.requests.map(({ headers, body }) => [headers['content-type'], JSON.parse(body) as unknown]),
      [
        ['application/json', { of: 7, n: 'deck', bytes: 2, files: ['a'] }],
        ['application/json', { of: 'm', n: 'm', bytes: 0, files: [] }],
      ],
    );
  });
});
