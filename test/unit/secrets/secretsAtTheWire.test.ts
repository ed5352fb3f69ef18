import assert from 'node:assert/strict';
import type { Authentication } from '../../../src/client/authentication';
import { AccountSecrets, getAccountAt } from '../../../src/secrets/accountSecrets';
import { createCurrentCredentials } from '../../../src/secrets/credentialSources';
import { testClient } from '../../support/client';
import { keyring } from '../../support/keyring';
import { closeServers, type RecordingServer, serve } from '../../support/testServer';
import { schemes } from './support/strictSignIn';

const never = new AbortController().signal;
const signIn = () => Promise.resolve(undefined);

/** Signs in at `origin` under all schemes. */
async function signInAt(origin: string): Promise<AccountSecrets> {
  const secrets = new AccountSecrets(keyring());
  for (const { authentication, right } of schemes) {
    await secrets.set(getAccountAt(authentication.scheme, origin), right);
  }
  return secrets;
}

async function clientFor(origin: string, baseUrl: string, authentication: Authentication) {
  const source = { secrets: await signInAt(origin), signIn };
  const credentials = createCurrentCredentials(source, { authentication, origin: new URL(baseUrl).origin });
  return testClient(baseUrl, 'variant_b', { credentials }).client;
}

/** The credential headers of each request. */
function credentialHeadersOf({ requests }: RecordingServer): unknown[] {
  return requests.map(({ headers }) => [headers.authorization, headers['x-sim-key']]);
}

for (const { authentication, header, value } of schemes) {
  const all = header === 'authorization' ? [[value, undefined]] : [[undefined, value]];
  const nothing = [[undefined, undefined]];

  describe(`A secret for ${authentication.scheme}`, () => {
    let server: RecordingServer;
    beforeEach(async () => (server = await serve({ status: 200, body: '[]' })));
    afterEach(closeServers);

    /** Requests the projects of the service at `baseUrl` while signed in at `origin`. */
    async function requestProjects(origin: string, baseUrl: string): Promise<void> {
      await (await clientFor(origin, baseUrl, authentication)).listProjects();
    }

    it('is sent to the origin that it was saved for, and without any other secret', async () => {
      await requestProjects(server.origin, `${server.origin}/api`);
      assert.deepEqual(credentialHeadersOf(server), all);
    });

    it('is sent unencrypted to all addresses of this computer', async () => {
      const origin = server.origin.replace('127.0.0.1', 'localhost');
      await requestProjects(origin, origin);
      assert.deepEqual(credentialHeadersOf(server), all);
    });

    it('is not sent to another name of the same host', async () => {
      await requestProjects(server.origin, server.origin.replace('127.0.0.1', 'localhost'));
      assert.deepEqual(credentialHeadersOf(server), nothing);
    });

    it('is not sent to another port', async () => {
      const other = await serve({ status: 200, body: '[]' });
      await requestProjects(server.origin, other.origin);
      assert.deepEqual(credentialHeadersOf(other), nothing);
    });

    it('is not sent with another URL scheme', async () => {
      await requestProjects(server.origin.replace('http', 'https'), server.origin);
      assert.deepEqual(credentialHeadersOf(server), nothing);
    });

    it('is not sent unencrypted to an address that may be another computer', async () => {
      const origin = server.origin.replace('127.0.0.1', '0.0.0.0');
      await requestProjects(origin, origin);
      assert.deepEqual(credentialHeadersOf(server), nothing);
    });

    it('is not sent with a file, even to its own origin', async () => {
      const client = await clientFor(server.origin, server.origin, authentication);
      const file = { file: 'a', size: 1, body: Buffer.from('a') };
      await client.uploadFile(`${server.origin}/a?sig=1`, file, never);
      await client.listProjects();
      assert.deepEqual(credentialHeadersOf(server), [...nothing, ...all]);
    });
  });
}

describe('Without authentication', () => {
  afterEach(closeServers);

  it('no secret is sent, even if the user has signed in before', async () => {
    const server = await serve({ status: 200, body: '[]' });
    const client = await clientFor(server.origin, server.origin, { scheme: 'none' });
    await client.listProjects();
    assert.deepEqual(credentialHeadersOf(server), [[undefined, undefined]]);
  });
});
