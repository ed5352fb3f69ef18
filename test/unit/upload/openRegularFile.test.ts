import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { mkdir, stat, symlink } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import { toFileIdentity } from '../../../src/upload/fileIdentity';
import { isNotRegular, openRegularFile } from '../../../src/upload/openRegularFile';
import { removeTempTrees, tempTree } from '../../support/tempTree';

/** Whether the error says that the file is not a regular one; fails when it was opened. */
async function meetsOtherKind(file: string): Promise<boolean> {
  return await openRegularFile(file).then(
    async ({ handle }) => {
      await handle.close();
      throw new Error(`${file} was opened`);
    },
    (error: unknown) => isNotRegular(error),
  );
}

describe('Opening a regular file', () => {
  afterEach(removeTempTrees);

  it('returns the state of the opened file', async () => {
    const file = path.join(await tempTree({ 'a.inp': 'deck' }), 'a.inp');
    const { handle, identity } = await openRegularFile(file);
    await handle.close();
    assert.deepEqual(identity, toFileIdentity(await stat(file, { bigint: true })));
  });

  it('rejects links, folders, FIFOs, sockets and devices, without waiting and with nothing left open', async () => {
    const root = await tempTree({ 'a.inp': 'deck' });
    await symlink('a.inp', path.join(root, 'link'));
    await mkdir(path.join(root, 'folder'));
    execFileSync('mkfifo', [path.join(root, 'pipe')]);
    const socket = createServer().listen(path.join(root, 'socket'));
    await once(socket, 'listening');
    const open = readdirSync('/proc/self/fd').length;
    for (const name of ['link', 'folder', 'pipe', 'socket']) {
      assert.equal(await meetsOtherKind(path.join(root, name)), true, name);
    }
    assert.equal(await meetsOtherKind('/dev/null'), true);
    assert.equal(readdirSync('/proc/self/fd').length, open);
    socket.close();
  });

  it('distinguishes a missing file from an irregular one', async () => {
    assert.equal(await meetsOtherKind(path.join(await tempTree(), 'nothing')), false);
  });
});
