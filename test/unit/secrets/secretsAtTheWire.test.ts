import assert from 'node:assert/strict';
import type { Authentication } from '../../../src/client/authentication';
import { AccountSecrets, getAccountAt } from '../../../src/secrets/accountSecrets';
import { createCurrentCredentials } from '../../../src/secrets/credentialSources';
import { testClient } from '../../support/client';
import { keyring } from '../../support/keyring';
import { closeServers, type RecordingServer, serve } from '../../support/testServer';
import { schemes } from './support/strictSignIn';

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
  const credentials = createCurrentCredentials(source, { authentication, baseUrl: new URL(baseUrl) });
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

    // The port is that of the server.
    for (const [title, saved, base, expected] of [
      ['sent to its own origin, without any other secret', '127.0.0.1:PORT', '127.0.0.1:PORT/api', all],
      ['sent unencrypted to all names of this computer', 'localhost:PORT', 'localhost:PORT', all],
      ['not sent to another name of the host', '127.0.0.1:PORT', 'localhost:PORT', nothing],
      ['not sent to another port', '127.0.0.1:1', '127.0.0.1:PORT', nothing],
      ['not sent unencrypted to what may be elsewhere', '0.0.0.0:PORT', '0.0.0.0:PORT', nothing],
    ] as const)
      it(`is ${title}`, async () => {
        const urlOf = (place: string) => `http://${place.replace('PORT', String(server.port))}`;
        await (await clientFor(urlOf(saved), urlOf(base), authentication)).listProjects();
        assert.deepEqual(credentialHeadersOf(server), expected);
      });
  });
}
