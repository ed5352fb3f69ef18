import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { mayLackCredentials, type StatusError } from '../../../src/client/core/errors';
import type { Credentials } from '../../../src/client/credentials';
import { type TestClient, testClient } from '../../support/client';
import { clientCalls, sendFile } from '../../support/clientCalls';
import { failureOf, rejectionOf } from '../../support/rejections';
import { closeServers, serve } from '../../support/testServer';

/** Supplies the elements of `suppliedInTurn` one after the other, and repeats the last one. */
function createCredentials(
  ...suppliedInTurn: (Record<string, string> | undefined)[]
): Credentials & { asked: number } {
  return {
    asked: 0,
    headers() {
      return Promise.resolve(suppliedInTurn[Math.min(this.asked++, suppliedInTurn.length - 1)]);
    },
  };
}

function clientWith(given: Credentials, baseUrl: string): TestClient {
  return testClient(baseUrl, 'variant_b', { credentials: given });
}

describe('Credentials', () => {
  afterEach(closeServers);

  for (const [operation, run] of Object.entries(clientCalls)) {
    it(`are ${operation === 'uploadFile' ? 'not ' : ''}sent with ${operation}`, async () => {
      const server = await serve({ status: 400 });
      const { client } = clientWith(createCredentials({ authorization: 'Bearer t1' }), server.origin);
      await rejectionOf(run(client, server.origin));
      const sent = server.requests.map(({ headers }) => headers.authorization);
      assert.deepEqual(sent, [operation === 'uploadFile' ? undefined : 'Bearer t1']);
    });

    it(`that no longer exist prevent ${operation} from being sent`, async () => {
      const server = await serve({ status: 200 });
      const { client, log } = clientWith(createCredentials(undefined), server.origin);
      const expected = { name: 'SignedOutError', kind: 'signedOut', operation, host: server.host };
      assert.deepEqual(await failureOf(run(client, server.origin)), expected);
      assert.deepEqual([server.requests, log], [[], []]);
    });
  }

  it('are requested again before each attempt, repetitions included', async () => {
    const server = await serve({ status: 503 }, { status: 200, body: '[]' });
    const given = createCredentials({ authorization: 'Bearer t1' }, {}, { authorization: 'Bearer t3' });
    const { client } = clientWith(given, server.origin);
    await client.listProjects();
    await client.listProjects();
    assert.deepEqual(
      server.requests.map(({ headers }) => headers.authorization),
      ['Bearer t1', undefined, 'Bearer t3'],
    );
  });

  it('that disappear between two attempts end the repetitions', async () => {
    const server = await serve({ status: 503 });
    const given = createCredentials({ authorization: 'Bearer t1' }, undefined);
    const { kind } = await failureOf(clientWith(given, server.origin).client.listProjects());
    assert.deepEqual([kind, server.requests.length], ['signedOut', 1]);
  });

  it('are checked before each file and never sent with it, not even to the host of the service', async () => {
    const server = await serve({ status: 200 });
    const given = createCredentials({ authorization: 'Bearer t1', 'x-key': 't1' });
    const { client } = clientWith(given, server.origin);
    for (const text of ['ab', 'c']) await sendFile(client, `${server.origin}/a?sig=1`, Buffer.from(text));
    const headers = { host: server.host, connection: 'keep-alive' };
    assert.deepEqual(server.requests, [
      { method: 'PUT', path: '/a?sig=1', headers: { ...headers, 'content-length': '2' }, body: 'ab' },
      { method: 'PUT', path: '/a?sig=1', headers: { ...headers, 'content-length': '1' }, body: 'c' },
    ]);
    assert.equal(given.asked, 2);
  });

  it('that cannot be read prevent every request', async () => {
    const server = await serve({ status: 200 });
    const reason = new Error('broken');
    const { client } = clientWith({ headers: () => Promise.reject(reason) }, server.origin);
    const body = Readable.from([Buffer.from('a')]);
    assert.equal(await rejectionOf(client.listProjects()), reason);
    assert.equal(await rejectionOf(sendFile(client, server.origin, body)), reason);
    assert.deepEqual([body.destroyed, server.requests], [true, []]);
  });

  it('that are never supplied do not delay the cancellation of a request', async () => {
    const server = await serve({ status: 200 });
    const { client } = clientWith({ headers: () => new Promise(() => undefined) }, server.origin);
    const controller = new AbortController();
    const { signal } = controller;
    const body = Readable.from([Buffer.from('a')]);
    const sent = [
      rejectionOf(client.listProjects({ signal })),
      rejectionOf(client.createProject('x', { signal })),
      rejectionOf(sendFile(client, server.origin, body, 1, signal)),
    ];
    const reason = new Error('stop');
    controller.abort(reason);
    assert.deepEqual(await Promise.all(sent), [reason, reason, reason]);
    assert.deepEqual([body.destroyed, server.requests], [true, []]);
  });

  it('are not requested by a request that was cancelled before', async () => {
    const given = createCredentials({});
    const { client } = clientWith(given, 'http://127.0.0.1:9');
    const reason = new Error('stop');
    assert.equal(await rejectionOf(client.listProjects({ signal: AbortSignal.abort(reason) })), reason);
    assert.equal(given.asked, 0);
  });

  it('do not include cookies: a cookie that the service sets is not sent back', async () => {
    const headers = { 'set-cookie': 'session=1; Path=/' };
    const server = await serve({ status: 200, headers, body: '[]' }, { status: 200, body: '[]' });
    const { client } = testClient(server.origin);
    await client.listProjects();
    await client.listProjects();
    await sendFile(client, server.origin);
    assert.deepEqual(
      server.requests.map(({ headers: { cookie } }) => cookie),
      [undefined, undefined, undefined],
    );
  });
});

// https://github.com/fastapi/fastapi/issues/2026
describe('A service that forbids a request without credentials', () => {
  afterEach(closeServers);

  const forbidden = {
    status: 403,
    headers: { 'content-type': 'application/json' },
    body: '{"detail":"Not authenticated"}',
  };
  const page = {
    status: 403,
    headers: { 'content-type': 'text/html' },
    body: '<html><title>Wait</title></html>',
  };
  const signedIn = { authorization: 'Bearer t1' };

  async function list(replies: Parameters<typeof serve>, first: Record<string, string>, mayRefresh = true) {
    const server = await serve(...replies);
    let asked = 0;
    const refresh = (): Promise<boolean> => {
      asked++;
      return Promise.resolve(true);
    };
    const given = { headers: () => Promise.resolve(first), ...(mayRefresh && { refresh }) };
    const listed = await clientWith(given, server.origin)
      .client.listProjects()
      .then(
        () => 'listed',
        (error: unknown) => (mayLackCredentials(error) ? 'may lack credentials' : 'refused'),
      );
    return [listed, asked, server.requests.length];
  }

  it('asks nobody to sign in, but is known to be possibly about the credentials', async () => {
    assert.deepEqual(await list([forbidden], {}), ['may lack credentials', 0, 1]);
  });

  it('is not about credentials for who is signed in, cannot sign in, or got the page of a device on the way', async () => {
    assert.deepEqual(await list([forbidden], signedIn), ['refused', 0, 1]);
    assert.deepEqual(await list([forbidden], {}, false), ['refused', 0, 1]);
    assert.deepEqual(await list([page], {}), ['refused', 0, 1]);
  });
});

// https://github.com/gbif/registry/issues/67
it('A user name or password beyond ASCII is named when it is refused', async () => {
  const server = await serve({ status: 401 });
  const lackOf = async (userPassword: string) => {
    const headers = { authorization: `Basic ${Buffer.from(userPassword).toString('base64')}` };
    const error = await rejectionOf(
      clientWith(createCredentials(headers), server.origin).client.listProjects(),
    );
    return (error as StatusError).lack;
  };
  assert.deepEqual(
    [await lackOf('me:K\u00e4se'), await lackOf('j\u00f6rg:cheese'), await lackOf('me:cheese')],
    ['notAscii', 'notAscii', undefined],
  );
  await closeServers();
});
