import assert from 'node:assert/strict';
import { directRoute } from '../../../src/client/http/route';
import { OtherServiceError } from '../../../src/launch/errors';
import { AccountSecrets, getAccountAt } from '../../../src/secrets/accountSecrets';
import type { SignInRequest } from '../../../src/secrets/signInPrompts';
import { parseEnvironments } from '../../../src/session/environments';
import { ServiceClients } from '../../../src/session/serviceClients';
import { ServiceConnection } from '../../../src/session/serviceConnection';
import { keyring } from '../../support/keyring';
import { failureOf, rejectionOf } from '../../support/rejections';
import { closeServers, type RecordedRequest, type Reply, serve } from '../../support/testServer';

const never = new AbortController().signal;
const noChange = () => assert.fail('changed');

/** A window that uses a service, and a user whose sign-in is checked. */
function connectTo(
  origin: string,
  enterSecret: (request: Omit<SignInRequest, 'reason'>) => Promise<string | undefined>,
) {
  const kept = keyring();
  const redacted: string[] = [];
  const log: string[] = [];
  const secrets = new AccountSecrets(kept, { onSecret: (secret) => redacted.push(secret) });
  const address = { baseUrl: new URL(`${origin}/sim`), variant: 'variant_b' } as const;
  const settings = {
    baseUrl: address.baseUrl.href,
    variant: address.variant,
    allowInsecureHttp: false,
    mapping: {},
    finaliseAfterUpload: true,
    environments: [],
    environment: '',
    authentication: { scheme: 'bearer' } as const,
  };
  const clients = new ServiceClients({
    secrets,
    signIn: (_, request) => enterSecret(request),
    createRouting: () => directRoute,
    clientOptions: { log: (line) => log.push(line), hide: (text) => text },
  });
  const changed = { event: noChange, fire: noChange };
  const connection = new ServiceConnection(settings, { secrets, changed, clients });
  const check = (secret: string, signal = never) =>
    clients.checkSecret(connection.serviceAt(address), secret, signal);
  return { connection, check, secrets, kept, redacted, log };
}

const challenge = 'Bearer realm="sim", error="invalid_token", error_description="The token has expired"';

const replyTo =
  (right: string) =>
  ({ headers }: RecordedRequest): Reply =>
    headers.authorization === `Bearer ${right}`
      ? { body: '[]' }
      : { status: 401, headers: { 'www-authenticate': challenge } };

describe('The check of a secret that was entered', () => {
  afterEach(closeServers);

  const noUser = () => assert.fail('asked');

  it('asks the service for its projects, and keeps nothing', async () => {
    const server = await serve(replyTo('right-token'));
    const { check, kept, redacted } = connectTo(server.origin, noUser);
    await check('right-token');
    const sent = server.requests.map(({ method, path, headers }) => [method, path, headers.authorization]);
    assert.deepEqual(sent, [['GET', '/sim/variant_b/v7/projects', 'Bearer right-token']]);
    assert.deepEqual([kept.content.size, redacted], [0, ['right-token']]);
  });

  for (const status of [401, 403, 503])
    it(`fails at once with status ${status}, asks nobody and writes the secret nowhere`, async () => {
      const server = await serve({ status });
      const { check, kept, redacted, log } = connectTo(server.origin, noUser);
      const failure = await failureOf(check('wrong-token'));
      assert.deepEqual([failure.kind, failure.status, server.requests.length], ['status', status, 1]);
      assert.deepEqual([kept.content.size, redacted], [0, ['wrong-token']]);
      assert.equal(log.join('\n').includes('wrong-token'), false);
    });

  it('ends on the wire when it is cancelled', async () => {
    const cancel = new AbortController();
    const reason = new Error('left');
    const server = await serve(() => {
      cancel.abort(reason);
      return { body: '[]' };
    });
    const { check } = connectTo(server.origin, noUser);
    assert.equal(await rejectionOf(check('right-token', cancel.signal)), reason);
    assert.equal(server.requests.length, 1);
  });

  it('goes to the service that refused a request, which is then repeated', async () => {
    const server = await serve(replyTo('right-token'));
    const said: unknown[] = [];
    const { connection, secrets } = connectTo(server.origin, async ({ check, words }) => {
      said.push(words);
      await assert.rejects(check('wrong-token', never));
      await check('right-token', never);
      await secrets.set(getAccountAt('bearer', server.origin), 'right-token');
      return 'right-token';
    });
    const { client } = await connection.service();
    assert.deepEqual((await client.listProjects()).items, []);
    const wrong = 'Bearer wrong-token';
    const right = 'Bearer right-token';
    const sent = server.requests.map(({ headers }) => headers.authorization);
    assert.deepEqual(sent, [undefined, wrong, right, right]);
    assert.deepEqual(said, ['The token has expired']);
  });
});

const baseUrl = new URL('https://sim.example/api');

/** A window whose settings can be edited. */
function newWindow(given: Readonly<Record<string, unknown>> = {}) {
  const settings: ConstructorParameters<typeof ServiceConnection>[0] = {
    baseUrl: baseUrl.href,
    variant: 'variant_b',
    allowInsecureHttp: false,
    mapping: {},
    finaliseAfterUpload: true,
    environments: parseEnvironments(given),
    environment: '',
    authentication: { scheme: 'basic' },
  };
  const secrets = new AccountSecrets(keyring());
  const clients = new ServiceClients({
    secrets,
    signIn: () => assert.fail('asked'),
    createRouting: () => directRoute,
    clientOptions: { log: noChange },
  });
  const changed = { event: noChange, fire: () => undefined };
  const connection = new ServiceConnection(settings, { secrets, changed, clients });
  const set = (next: Partial<typeof settings>) => {
    Object.assign(settings, next);
    connection.settingsChanged();
  };
  const edit = (next: Readonly<Record<string, unknown>>) => set({ environments: parseEnvironments(next) });
  return { connection, secrets, set, edit };
}

describe('A flow that began with a service', () => {
  const other = { other: { baseUrl: 'https://other.example' } };

  for (const [what, next] of Object.entries({
    'another environment is selected': { environment: 'other' },
    'the base URL is another one': { baseUrl: 'https://sim.example/api2' },
    'the variant is another one': { variant: 'variant_a' },
    'the path prefix is another one': { mapping: { pathPrefix: '/v9' } },
    'the headers are others': { mapping: { requestHeaders: { 'x-tenant': 'b' } } },
    'requests are authenticated in another way': { authentication: { scheme: 'none' } },
  } satisfies Record<string, Parameters<ReturnType<typeof newWindow>['set']>[0]>))
    it(`creates nothing once ${what}`, async () => {
      const { connection, set } = newWindow(other);
      const service = await connection.service();
      await connection.requireSelected(service);
      set(next);
      await assert.rejects(connection.requireSelected(service), OtherServiceError);
    });

  it('creates nothing once another user has signed in', async () => {
    const { connection, secrets } = newWindow();
    const account = getAccountAt('basic', baseUrl);
    await secrets.set(account, 'anton:one');
    const service = await connection.service();
    await secrets.set(account, 'anton:two');
    await connection.requireSelected(service);
    await secrets.set(account, 'berta:one');
    await assert.rejects(connection.requireSelected(service), OtherServiceError);
  });
});

describe('The protection of a service', () => {
  const open = { careful: { baseUrl: 'https://other.example', protected: true } };

  for (const spelling of ['https://sim.example/api', 'https://SIM.example.:443//%61pi']) {
    const careful = { careful: { baseUrl: spelling, protected: true } };

    it(`holds if its environment, ${spelling}, becomes protected while questions are open`, () => {
      const { connection, edit } = newWindow(open);
      const service = connection.serviceAt({ baseUrl, variant: 'variant_b' });
      assert.equal(connection.protectedEnvironment(service), undefined);
      edit(careful);
      assert.equal(connection.protectedEnvironment(service)?.name, 'careful');
    });

    it(`holds if its environment, ${spelling}, is edited or removed while questions are open`, () => {
      for (const next of [open, {}, { careful: { baseUrl: baseUrl.href } }]) {
        const { connection, edit } = newWindow(careful);
        const service = connection.serviceAt({ baseUrl, variant: 'variant_b' });
        edit(next);
        assert.equal(connection.protectedEnvironment(service)?.name, 'careful');
        const now = connection.serviceAt(service);
        assert.equal(connection.protectedEnvironment(now), undefined);
      }
    });
  }

  it('is unknown while an entry for its host is invalid, so that nothing is created', () => {
    const broken = { baseUrl: 'https://sim.example:443/other', protected: 'yes' };
    const { connection } = newWindow({ broken });
    const service = connection.serviceAt({ baseUrl, variant: 'variant_b' });
    assert.throws(() => connection.protectedEnvironment(service), { name: 'SettingError' });
  });
});
