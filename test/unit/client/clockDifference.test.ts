import assert from 'node:assert/strict';
import { StatusError } from '../../../src/client/core/errors';
import { testClient } from '../../support/client';
import { rejectionOf } from '../../support/rejections';
import { closeServers, serve, serveRaw } from '../../support/testServer';

const never = new AbortController().signal;

/** Uses the clock of a test client, which shows the first millisecond of 1970. */
async function differenceOf(call: Promise<unknown>): Promise<number | undefined> {
  const error = await rejectionOf(call);
  assert.ok(error instanceof StatusError);
  return error.clockDifference;
}

describe('An error response', () => {
  afterEach(closeServers);

  for (const [way, date, expected] of [
    ['behind', 'Thu, 01 Jan 1970 00:20:00 GMT', -20 * 60_000],
    ['ahead', 'Wed, 31 Dec 1969 23:40:00 GMT', 20 * 60_000],
  ] as const) {
    it(`shows by how much the clock of this computer is ${way}`, async () => {
      const { origin } = await serve({ status: 403, headers: { date } });
      const { client } = testClient(origin);
      assert.equal(await differenceOf(client.listProjects()), expected);
      const file = { file: 'a', size: 1, body: Buffer.of(1) };
      assert.equal(await differenceOf(client.uploadFile(`${origin}/a?signature=x`, file, never)), expected);
    });
  }

  it('without a valid date shows no clock difference', async () => {
    const nonsense = await serve({ status: 403, headers: { date: '20 minutes ago' } });
    const nothing = await serveRaw((socket) =>
      socket.once('data', () => socket.end('HTTP/1.1 403 Forbidden\r\ncontent-length: 0\r\n\r\n')),
    );
    for (const { origin } of [nonsense, nothing]) {
      assert.equal(await differenceOf(testClient(origin).client.listProjects()), undefined);
    }
  });
});
