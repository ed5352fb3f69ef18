import assert from 'node:assert/strict';
import { directRoute } from '../../../src/client/http/route';
import { AccountSecrets } from '../../../src/secrets/accountSecrets';
import { joinCredentials } from '../../../src/secrets/basicCredentials';
import { parseEnvironments } from '../../../src/session/environments';
import { toServiceRef } from '../../../src/session/service';
import { ServiceClients } from '../../../src/session/serviceClients';
import { ServiceConnection } from '../../../src/session/serviceConnection';
import { findStatusClient } from '../../../src/session/statusClient';
import { keyring } from '../../support/keyring';
import { closeServers, serve } from '../../support/testServer';

const ignore = () => undefined;
const simulationStatus = { path: '/simulations/{simulation_id}', state: '/status' };
const reply = { body: '{"status":"running"}' };

/** A window with the secrets of its user, whose settings can be edited. */
function openWindow(given: Readonly<Record<string, unknown>>, plain = {}) {
  let entries = given;
  const settings = {
    baseUrl: '',
    variant: 'variant_b' as const,
    allowInsecureHttp: true,
    mapping: {},
    finaliseAfterUpload: true,
    get environments() {
      return parseEnvironments(entries);
    },
    environment: '',
    authentication: { scheme: 'bearer' as const },
    ...plain,
  };
  const secrets = new AccountSecrets(keyring());
  const clients = new ServiceClients({
    secrets,
    signIn: () => assert.fail('asked'),
    createRouting: () => directRoute,
    clientOptions: { log: ignore },
  });
  const changed = { event: () => ({ dispose: ignore }), fire: ignore };
  const connection = new ServiceConnection(settings, { secrets, changed, clients });
  const signIn = (origin: string, secret: string, scheme: 'basic' | 'bearer' = 'bearer') =>
    secrets.set({ scheme, origin }, secret);
  return { connection, signIn, edit: (next: typeof given) => (entries = next) };
}

describe('A service that is asked what became of simulations', () => {
  afterEach(closeServers);

  it('is the one that the launch was made with, whatever is selected, with its own credentials', async () => {
    const first = await serve(reply);
    const second = await serve(reply);
    const { connection, signIn } = openWindow({
      first: { baseUrl: first.origin, simulationStatus },
      second: {
        baseUrl: second.origin,
        simulationStatus: { ...simulationStatus, path: '/s/{simulation_id}' },
      },
    });
    await signIn(first.origin, 'token-of-first');
    await signIn(second.origin, 'token-of-second');
    for (const [{ origin, requests }, environment, path] of [
      [first, 'first', '/variant_b/v7/simulations/1'],
      [second, 'second', '/variant_b/v7/s/1'],
    ] as const) {
      const address = { baseUrl: new URL(origin), variant: 'variant_b', environment } as const;
      const service = connection.serviceAt(address);
      const ref = toServiceRef(service, await connection.accountOf(service));
      const client = await findStatusClient(connection, ref);
      assert.deepEqual(await client?.readSimulation({ simulation_id: 1 }), { state: 'running' });
      assert.deepEqual(
        requests.map((one) => [one.path, one.headers.authorization]),
        [[path, `Bearer token-of-${environment}`]],
      );
    }
  });

  it('is not asked if another account is signed in, nobody says how, or it is not defined any more', async () => {
    const server = await serve(reply);
    const described = { baseUrl: server.origin, simulationStatus, authentication: 'basic' };
    const { connection, edit, signIn } = openWindow({ own: described }, { mapping: { simulationStatus } });
    const address = { baseUrl: new URL(server.origin), variant: 'variant_b', environment: 'own' } as const;
    const signInAs = (user: string) =>
      signIn(server.origin, joinCredentials({ user, password: 'x' }), 'basic');
    await signInAs('ada');
    const service = connection.serviceAt(address);
    const ref = toServiceRef(service, await connection.accountOf(service));
    const isAsked = async () => (await findStatusClient(connection, ref)) !== undefined;
    assert.equal(await isAsked(), true);
    await signInAs('bob');
    assert.equal(await isAsked(), false, 'another account');
    await signInAs('ada');
    assert.equal(await isAsked(), true);
    edit({ own: { baseUrl: server.origin, pathPrefix: '/variant_b/v7' } });
    assert.equal(await isAsked(), false, 'nothing says how');
    edit({ own: { ...described, baseUrl: 'http://127.0.0.1:9' } });
    assert.equal(await isAsked(), false, 'not defined, although the plain settings say how');
    edit({ own: { ...described, requestHeaders: { 'X-Tenant': 'other' } } });
    await assert.rejects(isAsked(), { name: 'ServiceChangedError' });
    assert.equal(server.connections(), 0);
  });

  it('is the emulator while it runs', async () => {
    const { connection } = openWindow({});
    const address = { baseUrl: new URL('http://127.0.0.1:9'), variant: 'variant_b' } as const;
    connection.override(address);
    const service = connection.serviceAt(address);
    const ref = toServiceRef(service, await connection.accountOf(service));
    assert.equal((await findStatusClient(connection, ref)) !== undefined, true);
    connection.override(undefined);
    assert.equal(await findStatusClient(connection, ref), undefined);
  });
});
