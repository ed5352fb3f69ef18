import assert from 'node:assert/strict';
import { bearerCredentials, TokenStore } from '../../../src/secrets/tokenStore';
import type { RecordingServer } from '../client/recordingServer';
import { closeServers, serve } from '../client/recordingServer';
import { testClient } from '../client/testClient';
import { keyring } from './keyring';

const never = new AbortController().signal;

/** What servers saw of a token for `origin` when the service at `baseUrl` was asked for its projects. */
async function ask(origin: string, baseUrl: string, server: RecordingServer): Promise<unknown[]> {
  const tokens = new TokenStore(keyring());
  await tokens.set(origin, 't1');
  const credentials = bearerCredentials(tokens, new URL(baseUrl).origin);
  await testClient(baseUrl, 'variant_b', { credentials }).client.listProjects();
  return server.requests.map(({ headers }) => headers.authorization);
}

describe('A token', () => {
  let server: RecordingServer;
  beforeEach(async () => (server = await serve({ status: 200, body: '[]' })));
  afterEach(closeServers);

  it('is sent to the origin that it was saved for', async () => {
    assert.deepEqual(await ask(server.origin, `${server.origin}/api`, server), ['Bearer t1']);
  });

  it('is sent on all of this computer without encryption', async () => {
    const origin = server.origin.replace('127.0.0.1', 'localhost');
    assert.deepEqual(await ask(origin, origin, server), ['Bearer t1']);
  });

  it('is not sent to another name of the same host', async () => {
    const origin = server.origin.replace('127.0.0.1', 'localhost');
    assert.deepEqual(await ask(server.origin, origin, server), [undefined]);
  });

  it('is not sent to another port', async () => {
    const other = await serve({ status: 200, body: '[]' });
    assert.deepEqual(await ask(server.origin, other.origin, other), [undefined]);
  });

  it('is not sent with another scheme', async () => {
    assert.deepEqual(await ask(server.origin.replace('http', 'https'), server.origin, server), [undefined]);
  });

  it('is not sent unencrypted to an address that may be another computer', async () => {
    const origin = server.origin.replace('127.0.0.1', '0.0.0.0');
    assert.deepEqual(await ask(origin, origin, server), [undefined]);
  });

  it('is not sent with a file, even to its own origin', async () => {
    const tokens = new TokenStore(keyring());
    await tokens.set(server.origin, 't1');
    const credentials = bearerCredentials(tokens, server.origin);
    const { client } = testClient(server.origin, 'variant_b', { credentials });
    const file = { file: 'a', size: 1, body: Buffer.from('a') };
    await client.uploadFile(`${server.origin}/a?sig=1`, file, never);
    await client.listProjects();
    assert.deepEqual(
      server.requests.map(({ method, headers }) => [method, headers.authorization]),
      [
        ['PUT', undefined],
        ['GET', 'Bearer t1'],
      ],
    );
  });
});
