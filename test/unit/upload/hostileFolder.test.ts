import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { constants } from 'node:fs';
import { open, symlink } from 'node:fs/promises';
import path from 'node:path';
import { planUpload } from '../../../src/upload/planUpload';
import { needs } from '../../support/capabilities';
import { removeTempTrees, tempTree } from '../../support/tempTree';
import { nothing, planIn, selection, summary } from './support/plans';

describe('A hostile folder', () => {
  afterEach(removeTempTrees);

  needs('links', 'pipes').it('does not wake the process at the other end of a FIFO', async () => {
    const root = await tempTree();
    execFileSync('mkfifo', [path.join(root, 'pipe')]);
    await symlink('pipe', path.join(root, 'link'));
    const writer = open(path.join(root, 'pipe'), 'w');
    let isWoken = false;
    void writer.then(() => (isWoken = true));
    const { rejected } = await planIn(root);
    const wasWoken = isWoken;
    const reader = await open(path.join(root, 'pipe'), constants.O_RDONLY | constants.O_NONBLOCK);
    await Promise.all([reader.close(), (await writer).close()]);
    assert.deepEqual([rejected, wasWoken], [['link notRegular', 'pipe notRegular'], false]);
  });

  it('is not too large until it has one entry more than the limit', async () => {
    const root = await tempTree({ 'a.inp': '', 'b/c.inp': '' });
    const other = await tempTree({ 'd.inp': '' });
    const selections = [selection(root, ['']), selection(other, ['d.inp'])];
    const planUpTo = async (maxEntries: number) => summary(await planUpload(selections, { maxEntries }));
    assert.deepEqual(await planUpTo(5), { ...nothing, files: ['a.inp 0', 'b/c.inp 0', 'd.inp 0'] });
    assert.deepEqual(await planUpTo(4), { ...nothing, rejected: [`${path.basename(other)} tooMany`] });
  });

  describe('reached through links', () => {
    needs('links').it('rejects a selected item whose path leads out of the root', async () => {
      const outside = await tempTree({ 'secret.inp': 'x', 'more/deep.inp': 'y' });
      const root = await tempTree({ 'main.inp': 'deck' });
      await symlink(outside, path.join(root, 'link'));
      const beyond = ['link/more', 'link/nothing.inp', 'link/secret.inp'];
      const rejected = beyond.map((item) => `${item} linkOutside`);
      const expected = { ...nothing, files: ['main.inp 4'], rejected };
      assert.deepEqual(await planIn(root, ['main.inp', ...beyond]), expected);
    });

    it('rejects an item outside the root', async () => {
      const outside = await tempTree({ 'secret.inp': 'x' });
      const root = await tempTree({ 'main.inp': 'deck' });
      const items = [path.join(outside, 'secret.inp'), `${root}/../${path.basename(outside)}/secret.inp`];
      for (const item of items) {
        const { files, rejected } = await planUpload([{ root, items: [item], exclude: [] }]);
        assert.deepEqual([files, rejected.map(({ reason }) => reason)], [[], ['linkOutside']], item);
      }
    });

    needs('links').it('accepts an item whose path leads through a link inside the root', async () => {
      const root = await tempTree({ 'mesh/nodes.inc': 'nodes' });
      await symlink('mesh', path.join(root, 'grid'));
      assert.deepEqual(await planIn(root, ['grid/nodes.inc']), { ...nothing, files: ['nodes.inc 5'] });
    });

    needs('links').it(
      'accepts the files of a root that was itself opened through a link, with patterns relative to it',
      async () => {
        const real = await tempTree({ 'main.inp': 'deck', 'mesh/nodes.inc': 'n', 'mesh/old/x.inc': 'x' });
        const opened = path.join(await tempTree(), 'opened');
        await symlink(real, opened);
        for (const items of [[''], ['main.inp', 'mesh']]) {
          const plan = await planUpload([selection(opened, items, ['/mesh/old/'])]);
          const files = ['main.inp 4', 'mesh/nodes.inc 1'];
          assert.deepEqual(summary(plan), { ...nothing, files, excluded: ['folder mesh/old by /mesh/old/'] });
          assert.equal(plan.files[0]?.path, path.join(opened, 'main.inp'));
        }
        const elsewhere = { root: opened, items: [path.join(real, 'main.inp')], exclude: [] };
        assert.deepEqual(summary(await planUpload([elsewhere])).rejected, ['main.inp linkOutside']);
      },
    );

    needs('links').it(
      'excludes under every name the files that a pattern excludes under their own',
      async () => {
        const root = await tempTree({
          '.env': 's',
          '.ssh/id': 's',
          'mesh/nodes.inc': 'n',
          'mesh/a.key': 's',
        });
        await symlink('../.env', path.join(root, 'mesh/readme.txt'));
        await symlink('../.ssh', path.join(root, 'mesh/notes'));
        await symlink('mesh', path.join(root, 'grid'));
        const exclude = ['.env*', '.ssh/', '/mesh/a.key'];
        assert.deepEqual(await planIn(root, [''], exclude), {
          ...nothing,
          files: ['grid/nodes.inc 1', 'mesh/nodes.inc 1'],
          excluded: [
            'file .env by .env*',
            'folder .ssh by .ssh/',
            'file grid/a.key by /mesh/a.key',
            'folder grid/notes by .ssh/',
            'file grid/readme.txt by .env*',
            'file mesh/a.key by /mesh/a.key',
            'folder mesh/notes by .ssh/',
            'file mesh/readme.txt by .env*',
          ],
        });
        const include = new Set([path.join(root, 'mesh/readme.txt'), path.join(root, 'mesh/notes')]);
        const { files } = await planIn(root, ['mesh', '.env', '.ssh'], exclude, { include });
        assert.deepEqual(files, ['mesh/nodes.inc 1', 'mesh/notes/id 1', 'mesh/readme.txt 1']);
      },
    );
  });
});
