import assert from 'node:assert/strict';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import type { NetworkError, StatusError } from '../../src/client/core/errors';
import { closeClients, createClient } from '../support/client';
import { sendFile } from '../support/clientCalls';
import { gateways, maxGatewayBodyBytes, startGateway } from '../support/gateways';
import { rejectionOf } from '../support/rejections';
import { removeTempTrees } from '../support/tempTree';
import { closeServers, type RecordedRequest, type Reply, serve, unusedPort } from '../support/testServer';
import { stopWebServers } from '../support/webServers';

const codings = {
  'as they are': (body: string) => ({ headers: {}, body }),
  'in gzip': (body: string) => ({ headers: { 'content-encoding': 'gzip' }, body: gzipSync(body) }),
  'in deflate': (body: string) => ({ headers: { 'content-encoding': 'deflate' }, body: deflateSync(body) }),
  'in br': (body: string) => ({ headers: { 'content-encoding': 'br' }, body: brotliCompressSync(body) }),
};

const names = ['Flügel', 'Nabe'];

/** A service that compresses all its responses. */
function respondIn(code: (body: string) => Reply) {
  return ({ method, path, headers }: RecordedRequest): Reply => {
    const reply = (status: number, body: unknown): Reply => {
      const coded = code(JSON.stringify(body));
      return { ...coded, status, headers: { 'content-type': 'application/json', ...coded.headers } };
    };
    if (method === 'PUT') return { status: 204 };
    if (path.endsWith('/finalise')) return { status: 204 };
    if (path.endsWith('/simulations')) return reply(202, { simulation_id: 's-1' });
    if (path.endsWith('/models')) {
      const upload_url = `http://${headers.host}/files/a.inp?signature=4f9d2a6b8c1e3f507a9b`;
      return reply(201, { model_id: 'm-1', files: [{ name: 'a.inp', upload_url }] });
    }
    if (method === 'POST') return reply(422, { title: ['This name is taken.'] });
    return reply(
      200,
      names.map((name, index) => ({ project_id: index, name })),
    );
  };
}

describe('An installed gateway before a service', function () {
  this.timeout(60_000);
  afterEach(async () => {
    await closeClients();
    await stopWebServers();
    await closeServers();
    await removeTempTrees();
  });

  for (const gateway of gateways) {
    it(`adds 180 KiB of headers, and its responses are read in any coding: ${gateway.name}`, async () => {
      let code: (body: string) => Reply = codings['as they are'];
      const service = await serve((request) => respondIn(code)(request));
      const client = createClient(await startGateway(gateway, service.host));
      for (code of Object.values(codings)) {
        const { items } = await client.listProjects();
        assert.deepEqual(
          items.map(({ name }) => name),
          names,
        );
        const { id, uploadUrls } = await client.createModel('x', [{ name: 'a.inp', size: 1 }]);
        await sendFile(client, uploadUrls.get('a.inp')!);
        await client.finaliseModel(id);
        assert.equal((await client.createSimulation('p', id)).id, 's-1');
        const refusal = (await rejectionOf(client.createProject('x'))) as StatusError;
        assert.deepEqual([refusal.status, refusal.serverMessage], [422, 'title: This name is taken.']);
      }
    });

    it(`says that it refuses a request, or that there is no service: ${gateway.name}`, async () => {
      const origin = await startGateway(gateway, `127.0.0.1:${await unusedPort()}`);
      const refused = (await rejectionOf(
        createClient(`${origin}/refused`).createProject('x'),
      )) as StatusError;
      assert.deepEqual([refused.kind, refused.status], ['status', 403]);
      const failed = (await rejectionOf(createClient(origin).createProject('x'))) as StatusError;
      assert.deepEqual([failed.kind, [502, 503].includes(failed.status)], ['status', true]);
    });

    const { tooLarge } = gateway;
    if (tooLarge === undefined) continue;
    it(`refuses a file that is too large, while it is sent: ${gateway.name}`, async () => {
      const service = await serve({ status: 204 });
      const origin = await startGateway(gateway, service.host);
      const client = createClient(origin);
      const file = Buffer.alloc(32 * maxGatewayBodyBytes);
      const tryToSend = async () => {
        const error = (await rejectionOf(sendFile(client, `${origin}/a.inp?sig=1`, file))) as
          StatusError | NetworkError;
        return error.kind === 'network' ? undefined : [error.kind, error.status];
      };
      // A gateway that closes at once may end the connection before its refusal has been read.
      let refusal: unknown;
      for (let tries = 0; tries < 5 && refusal === undefined; tries++) refusal = await tryToSend();
      assert.deepEqual(refusal, ['status', tooLarge]);
    });
  }
});
