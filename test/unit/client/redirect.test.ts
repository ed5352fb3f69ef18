import assert from 'node:assert/strict';
import { testClient } from '../../support/client';
import { clientCalls, type InterfaceOperation } from '../../support/clientCalls';
import { failureOf, propertiesOf, rejectionOf, shownBy } from '../../support/rejections';
import { closeServers, serve } from '../../support/testServer';

describe('A redirect', () => {
  afterEach(closeServers);

  for (const status of [301, 302, 303, 307, 308]) {
    for (const operation of Object.keys(clientCalls) as InterfaceOperation[]) {
      it(`with ${status} of ${operation} is not followed, and only its host is kept`, async () => {
        const other = await serve({ status: 200, body: '[]' });
        const location = `${other.origin}/CANARY?token=CANARY#CANARY`;
        const server = await serve({ status, headers: { location } });
        const { client, log } = testClient(server.origin, 'variant_b');
        const error = await rejectionOf(clientCalls[operation](client, server.origin));
        assert.deepEqual(propertiesOf(error), {
          name: 'StatusError',
          kind: 'status',
          operation,
          host: server.host,
          status,
          redirectHost: other.host,
        });
        assert.doesNotMatch(shownBy(error, log), /CANARY/);
        assert.deepEqual([server.requests.length, other.connections()], [1, 0]);
      });
    }
  }

  for (const [name, location, redirectHost] of [
    ['another scheme', 'https://elsewhere.test/x', () => 'elsewhere.test'],
    ['another port', '//elsewhere.test:8443/x', () => 'elsewhere.test:8443'],
    ['itself', '/CANARY', (host: string) => host],
    ['a file', 'file:///etc/passwd', () => undefined],
    ['nowhere', 'http://', () => undefined],
  ] as const) {
    it(`to ${name} is not followed either`, async () => {
      const server = await serve({ status: 307, headers: { location } });
      const error = await failureOf(testClient(server.origin).client.createProject('x'));
      assert.deepEqual([error.status, error.redirectHost], [307, redirectHost(server.host)]);
      assert.equal(server.requests.length, 1);
    });
  }

  for (const status of [200, 201, 202, 204, 299, 400, 409, 429, 503]) {
    it(`is none with ${status}, which says the address of something else`, async () => {
      const headers = { location: '/jobs/77', 'content-type': 'application/json' };
      const body = '{"project_id":7,"message":"The name is in use"}';
      const server = await serve({ status, headers, ...(status !== 204 && { body }) });
      const sent = testClient(server.origin).client.createProject('x');
      const shown = status === 204 ? undefined : 'The name is in use';
      if (status <= 203) assert.equal((await sent).id, 7);
      else {
        const { redirectHost, serverMessage } = await failureOf(sent);
        assert.deepEqual([redirectHost, serverMessage], [undefined, shown]);
      }
    });
  }
});
