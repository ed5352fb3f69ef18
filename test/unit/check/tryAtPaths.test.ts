import assert from 'node:assert/strict';
import { tryAtPaths } from '../../../src/check/tryAtPaths';
import { closeClients, createClient } from '../../support/client';
import { closeServers, type Reply, serve } from '../../support/testServer';

const refused: Reply = { status: 401, body: '' };
const missing: Reply = { status: 404, body: '' };
const page: Reply = { status: 200, headers: { 'content-type': 'text/html' }, body: '<html>Sign in</html>' };
const wrapped: Reply = { status: 200, body: '{"payload":{"a":[{"no":1}],"b":[{"no":2}]}}' };
const list: Reply = { status: 200, body: '{"projects":[{"project_id":"p1"}]}' };

/** Tries at each of these paths, which are answered so. @returns how it ended, and how many were requested */
async function tryAt(...replies: readonly Reply[]): Promise<readonly [string, number]> {
  const server = await serve(({ path }) => replies[Number(path.split('/')[1])] ?? missing);
  const paths = replies.map((_, index) => `${server.origin}/${index}`);
  const check = async (path: string) => {
    await createClient(path, { once: true }).listProjects();
  };
  const end = await tryAtPaths(paths, check).then(
    () => 'accepted',
    (error: unknown) => String((error as { readonly status?: number }).status),
  );
  return [end, server.requests.length];
}

describe('A secret that is tried at several paths', () => {
  afterEach(closeClients);
  afterEach(closeServers);

  it('is accepted by the first that responds with a list, also one that is not understood', async () => {
    assert.deepEqual(await tryAt(refused, list, list), ['accepted', 2]);
    assert.deepEqual(await tryAt(wrapped, refused), ['accepted', 1]);
  });

  it('is not accepted by a page to sign in', async () => {
    assert.deepEqual(await tryAt(page, refused), ['401', 2]);
    assert.deepEqual(await tryAt(page), ['200', 1]);
  });

  it('is refused where one path refuses it, whatever the others say', async () =>
    assert.deepEqual(await tryAt(missing, refused), ['401', 2]));

  it('fails as at the first path where none refuses it', async () =>
    assert.deepEqual(await tryAt(missing, { status: 500, body: '' }), ['404', 2]));
});
