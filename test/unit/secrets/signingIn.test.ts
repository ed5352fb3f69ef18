import assert from 'node:assert/strict';
import type { ServiceClient } from '../../../src/client/serviceClient';
import { failureOf, rejectionOf } from '../../support/rejections';
import { closeServers, serve } from '../../support/testServer';
import { requiresHeader, schemes, signInBench } from './support/strictSignIn';

const requests: Readonly<Record<string, (client: ServiceClient) => Promise<unknown>>> = {
  'a list': (client) => client.listProjects(),
  'a request that creates something': (client) => client.createProject('x'),
};

for (const scheme of schemes) {
  const { authentication, header, right, wrong, value } = scheme;

  describe(`A service that requires ${authentication.scheme}`, () => {
    afterEach(closeServers);

    for (const [what, send] of Object.entries(requests)) {
      for (const [how, secret] of [
        ['the secret is wrong', wrong],
        ['the user has not signed in', undefined],
      ] as const) {
        it(`causes one prompt when ${how}, and gets ${what} once more`, async () => {
          const server = await serve(requiresHeader(scheme));
          const bench = await signInBench(scheme, server.origin, { secret, enterSecret: () => right });
          await send(bench.client);
          assert.deepEqual(bench.asked, [bench.account]);
          assert.equal(server.requests.length, 2);
          assert.equal(server.requests[1]!.headers[header], value);
          assert.equal(server.requests[0]!.body, server.requests[1]!.body);
        });
      }

      for (const [how, entered, sent] of [
        ['its second rejection', wrong, 2],
        ['its rejection when the prompt is dismissed', undefined, 1],
      ] as const)
        it(`ends ${what} with ${how}`, async () => {
          const server = await serve(requiresHeader(scheme));
          const user = { secret: wrong, enterSecret: () => entered };
          const { client, asked } = await signInBench(scheme, server.origin, user);
          const { kind, status } = await failureOf(send(client));
          assert.deepEqual([kind, status, server.requests.length, asked.length], ['status', 401, sent, 1]);
        });
    }

    for (const [why, host, unattended] of [
      ['for an automatic list request', '127.0.0.1', true],
      ['if no secret may be sent', '0.0.0.0', false],
    ] as const)
      it(`causes no prompt ${why}`, async () => {
        const server = await serve(requiresHeader(scheme));
        const baseUrl = server.origin.replace('127.0.0.1', host);
        const { client, asked } = await signInBench(scheme, baseUrl, { enterSecret: () => right });
        const { status } = await failureOf(client.listProjects({ unattended }));
        assert.deepEqual([status, server.requests.length, asked], [401, 1, []]);
      });
  });
}

describe('Signing in', () => {
  const scheme = schemes[0]!;
  const { right, wrong } = scheme;
  const insists = requiresHeader(scheme);
  afterEach(closeServers);

  it('is not prompted for when it has happened since the request was sent', async () => {
    const server = await serve((request) => {
      void bench.secrets.set(bench.account, right);
      return insists(request);
    });
    const bench = await signInBench(scheme, server.origin, { secret: wrong });
    await bench.client.listProjects();
    assert.deepEqual([server.requests.length, bench.asked], [2, []]);
  });

  it('is prompted for once for a list, whatever happens to its repetitions', async () => {
    const server = await serve({ status: 401 }, { status: 503 }, { status: 401 });
    const { client, asked } = await signInBench(scheme, server.origin, { enterSecret: () => right });
    const { status } = await failureOf(client.listProjects());
    assert.deepEqual([status, server.requests.length, asked.length], [401, 3, 1]);
  });

  it('is prompted for after a rejection and after no other failure', async () => {
    const server = await serve({ status: 400 });
    const { client, asked } = await signInBench(scheme, server.origin, { enterSecret: () => right });
    const { status } = await failureOf(client.listProjects());
    assert.deepEqual([status, server.requests.length, asked], [400, 1, []]);
  });

  it('has no time limit, and ends with the request when that is cancelled', async () => {
    const server = await serve(insists);
    const cancel = new AbortController();
    const reason = new Error('stop');
    let closed: AbortSignal | undefined;
    const { client } = await signInBench(scheme, server.origin, {
      enterSecret: (signal) => {
        closed = signal;
        cancel.abort(reason);
        return new Promise(() => undefined);
      },
    });
    assert.equal(await rejectionOf(client.createProject('x', { signal: cancel.signal })), reason);
    assert.deepEqual([server.requests.length, closed?.aborted], [1, true]);
  });
});
