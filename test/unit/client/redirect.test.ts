import assert from 'node:assert/strict';
import { closeServers, serve } from './recordingServer';
import { failure, testClient } from './testClient';

const never = new AbortController().signal;

describe('A redirect', () => {
  afterEach(closeServers);

  for (const status of [301, 302, 303, 307, 308]) {
    it(`with ${status} is not followed, and only its host is kept`, async () => {
      const other = await serve({ status: 200 });
      const location = `${other.origin}/next?token=CANARY`;
      const server = await serve({ status, headers: { location } });
      const { client } = testClient(server.origin);
      const put = (): Promise<void> =>
        client.uploadFile(server.origin, { file: 'a', size: 1, body: Buffer.of(1) }, never);
      const list = (): Promise<unknown> => client.listProjects();
      const create = (): Promise<unknown> => client.createProject('x');
      for (const attempt of [list, create, put]) {
        const { kind, status: came, redirectHost } = await failure(attempt());
        assert.deepEqual(
          { kind, came, redirectHost },
          { kind: 'status', came: status, redirectHost: other.host },
        );
      }
      assert.deepEqual(other.requests, []);
    });
  }
});
