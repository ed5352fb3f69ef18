import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { constants, truncateSync } from 'node:fs';
import { chmod, mkdir, open, rename, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { planUpload } from '../../../src/upload/planUpload';
import { needs } from '../../support/capabilities';
import { removeTempTrees, tempTree } from '../../support/tempTree';
import { nothing, planIn, selection, summary } from './support/plans';

/** Runs work as a user with restricted permissions; root switches to another user for a while. */
async function asOrdinaryUser<T>(work: () => Promise<T>): Promise<T> {
  if (process.geteuid?.() !== 0) return await work();
  process.seteuid?.(65_534);
  try {
    return await work();
  } finally {
    process.seteuid?.(0);
  }
}

describe('Bad files in a plan', () => {
  afterEach(removeTempTrees);

  it('an empty selection, an empty folder and nested empty folders give an empty plan', async () => {
    const root = await tempTree();
    await mkdir(path.join(root, 'empty/deep'), { recursive: true });
    for (const items of [[], ['empty'], ['']]) assert.deepEqual(await planIn(root, items), nothing);
    assert.deepEqual(await planUpload([]), nothing);
  });

  it('a file that disappeared between the click and the plan is named', async () => {
    const root = await tempTree({ 'main.inp': 'deck', 'old.inp': 'x', 'mesh/nodes.inc': 'n' });
    await rm(path.join(root, 'old.inp'));
    await rm(path.join(root, 'mesh'), { recursive: true });
    await writeFile(path.join(root, 'mesh'), 'a file where the folder was');
    assert.deepEqual(await planIn(root, ['main.inp', 'old.inp', 'mesh/nodes.inc']), {
      ...nothing,
      files: ['main.inp 4'],
      rejected: ['mesh/nodes.inc gone', 'old.inp gone'],
    });
  });

  needs('modes').it('all files and folders without read permission are named', async () => {
    const root = await tempTree({
      'a.inp': 'a',
      'b.inp': 'b',
      'closed/c.inp': 'c',
      'd.inp': 'd',
      'listed/e.inp': 'e',
    });
    const modes = { '': 0o755, 'a.inp': 0o644, 'b.inp': 0, closed: 0, 'd.inp': 0o200, listed: 0o444 };
    for (const [name, mode] of Object.entries(modes)) await chmod(path.join(root, name), mode);
    const plan = await asOrdinaryUser(() => planIn(root));
    for (const name of ['closed', 'listed']) await chmod(path.join(root, name), 0o755);
    assert.deepEqual(plan, {
      ...nothing,
      files: ['a.inp 1'],
      rejected: ['b.inp unreadable', 'closed unreadable', 'd.inp unreadable', 'listed/e.inp unreadable'],
    });
  });

  needs('links').it('links out, dangling links and loops are rejected, links inside are not', async () => {
    const outside = await tempTree({ 'x.inp': 'x' });
    const root = await tempTree({ 'deck/main.inp': 'deck', 'deck/mesh/nodes.inc': 'nodes' });
    for (const [name, target] of [
      ['also', 'main.inp'],
      ['grid', 'mesh'],
      ['out', path.join(outside, 'x.inp')],
      ['up', '../..'],
      ['dangling', 'nowhere'],
      ['danglingOut', '/nowhere/at/all'],
      ['here', '.'],
      ['mesh/back', '..'],
      ['one', 'two'],
      ['two', 'one'],
    ] as const)
      await symlink(target, path.join(root, 'deck', name));
    assert.deepEqual(await planIn(root, ['deck']), {
      ...nothing,
      files: ['also 4', 'grid/nodes.inc 5', 'main.inp 4', 'mesh/nodes.inc 5'],
      rejected: [
        'dangling linkBroken',
        'danglingOut linkBroken',
        'grid/back linkLoop',
        'here linkLoop',
        'mesh/back linkLoop',
        'one linkLoop',
        'out linkOutside',
        'two linkLoop',
        'up linkOutside',
      ],
    });
  });

  it('sparse files of 5 GB and 64 GiB are planned without reading, with their full size', async () => {
    const root = await tempTree({ 'five.bin': '', 'huge.bin': '' });
    truncateSync(path.join(root, 'five.bin'), 5_000_000_000);
    truncateSync(path.join(root, 'huge.bin'), 64 * 1024 ** 3);
    const files = ['five.bin 5000000000', `huge.bin ${64 * 1024 ** 3}`];
    assert.deepEqual(await planIn(root), { ...nothing, files });
  });

  needs('anyNames').it('names that are hidden or that some system changes are rejected', async () => {
    const names = ['C:x', 'a\u202eb', 'main.inp.', 'nul/nodes.inc'];
    const root = await tempTree(Object.fromEntries(names.map((name) => [name, 'x'])));
    const reasons = ['pathLike', 'controlCharacters', 'trailing', 'reserved'];
    const rejected = names.map((name, index) => `${name} ${reasons[index]}`);
    assert.deepEqual(await planIn(root), { ...nothing, rejected });
  });

  needs('pathLimit').it('a path too long for the system is rejected with its length in bytes', async () => {
    const root = await tempTree();
    const segment = 'ä'.repeat(50);
    const deep = Array<string>(39).fill(segment).join('/');
    await mkdir(path.join(root, 'short', deep), { recursive: true });
    // A path becomes longer than the system limit only when a folder above it is renamed.
    const long = path.join(root, 'l'.repeat(255));
    await rename(path.join(root, 'short'), long);
    const plan = await planUpload([{ root, items: [path.join(long, segment)], exclude: [] }]);
    const [rejected, ...others] = plan.rejected;
    await rename(long, path.join(root, 'short'));
    assert.deepEqual([rejected?.reason, others], ['tooLong', []]);
    assert.equal(rejected?.length, Buffer.byteLength(rejected?.path ?? ''));
    assert.ok(rejected.length > 4095);
  });
});

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

    needs('links').it('accepts files of a root that is a link, with patterns relative to it', async () => {
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
    });

    needs('links').it('excludes a file under every name if a pattern excludes it under its own', async () => {
      const root = await tempTree({ '.env': 's', '.ssh/id': 's', 'mesh/nodes.inc': 'n', 'mesh/a.key': 's' });
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
    });
  });
});
