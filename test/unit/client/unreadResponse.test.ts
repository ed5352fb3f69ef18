import assert from 'node:assert/strict';
import { inspect } from 'node:util';
import { ResponseError } from '../../../src/client/core/errors';
import { closeClients, createClient } from '../../support/client';
import { closeServers, serve } from '../../support/testServer';

const headers = { 'content-type': 'application/json' };
const files = [{ name: 'a.inp', size: 1 }];

describe('A response in which something is not found', () => {
  afterEach(closeClients);
  afterEach(closeServers);

  async function fail(run: () => Promise<unknown>): Promise<ResponseError> {
    const error = await run().catch((reason: unknown) => reason);
    assert.ok(error instanceof ResponseError, String(error));
    return error;
  }

  it('is kept with the error, but neither in its copies nor in logs', async () => {
    const json = { handle: 'm-1', there: 'https://files.test/a?sig=canary' };
    const { origin } = await serve({ status: 201, headers, body: JSON.stringify(json) });
    const client = createClient(origin);
    const error = await fail(() => client.createModel('a', files));
    assert.deepEqual(error.unread, { operation: 'createModel', json, files });
    const shown = [
      JSON.stringify(error),
      inspect(error, { depth: 9, showHidden: true }),
      String(error.stack),
    ];
    assert.doesNotMatch(shown.join('\n'), /canary/);

    for (const [operation, run] of [
      ['listProjects', () => client.listProjects()],
      ['listReusableModels', () => client.listReusableModels()],
      ['createProject', () => client.createProject('a')],
    ] as const)
      assert.deepEqual((await fail(run)).unread, { operation, json });
  });

  it('is kept up to 4 MiB', async () => {
    const maxBytes = 4 * 1024 * 1024;
    const empty = JSON.stringify({ fill: '' }).length;
    let length = maxBytes;
    const { origin } = await serve(() => ({
      headers,
      body: JSON.stringify({ fill: 'x'.repeat(length - empty) }),
    }));
    const client = createClient(origin);
    const isKept = async () => (await fail(() => client.listProjects())).unread !== undefined;
    assert.equal(await isKept(), true);
    length++;
    assert.equal(await isKept(), false);
  });
});
