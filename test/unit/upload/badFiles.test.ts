import assert from 'node:assert/strict';
import { truncateSync, writeFileSync } from 'node:fs';
import { chmod, mkdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { planUpload } from '../../../src/upload/planUpload';
import { needs } from '../../support/capabilities';
import { removeTempTrees, tempTree } from '../../support/tempTree';
import { selection, summary } from './support/plans';

const nothing = { files: [], excluded: [], rejected: [] };

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
    for (const items of [[], ['empty'], ['']]) {
      assert.deepEqual(summary(await planUpload([selection(root, items)])), nothing);
    }
    assert.deepEqual(summary(await planUpload([])), nothing);
  });

  it('a file that disappeared between the click and the plan is named', async () => {
    const root = await tempTree({ 'main.inp': 'deck', 'old.inp': 'x', 'mesh/nodes.inc': 'n' });
    const selected = selection(root, ['main.inp', 'old.inp', 'mesh/nodes.inc']);
    await rm(path.join(root, 'old.inp'));
    await rm(path.join(root, 'mesh'), { recursive: true });
    await writeFile(path.join(root, 'mesh'), 'a file where the folder was');
    assert.deepEqual(summary(await planUpload([selected])), {
      ...nothing,
      files: ['main.inp 4'],
      rejected: ['mesh/nodes.inc gone', 'old.inp gone'],
    });
  });

  needs('modes').it('all files and folders without read permission are named', async () => {
    const root = await tempTree({
      ...{ 'a.inp': 'a', 'b.inp': 'b', 'closed/c.inp': 'c', 'd.inp': 'd', 'listed/e.inp': 'e' },
    });
    const modes = { '': 0o755, 'a.inp': 0o644, 'b.inp': 0, closed: 0, 'd.inp': 0o200, listed: 0o444 };
    for (const [name, mode] of Object.entries(modes)) await chmod(path.join(root, name), mode);
    const plan = await asOrdinaryUser(() => planUpload([selection(root, [''])]));
    for (const name of ['closed', 'listed']) await chmod(path.join(root, name), 0o755);
    assert.deepEqual(summary(plan), {
      ...nothing,
      files: ['a.inp 1'],
      rejected: ['b.inp unreadable', 'closed unreadable', 'd.inp unreadable', 'listed/e.inp unreadable'],
    });
  });

  needs('links').it(
    'links out, dangling links and link loops are rejected and listed, links inside are not',
    async () => {
      const outside = await tempTree({ 'x.inp': 'x' });
      const root = await tempTree({ 'deck/main.inp': 'deck' });
      const links = {
        inside: 'main.inp',
        out: path.join(outside, 'x.inp'),
        up: '../..',
        dangling: 'nowhere',
        danglingOut: '/nowhere/at/all',
        here: '.',
        one: 'two',
        two: 'one',
      };
      for (const [name, target] of Object.entries(links))
        await symlink(target, path.join(root, 'deck', name));
      assert.deepEqual(summary(await planUpload([selection(root, ['deck'])])), {
        ...nothing,
        files: ['inside 4', 'main.inp 4'],
        rejected: [
          'dangling linkBroken',
          'danglingOut linkBroken',
          'here linkLoop',
          'one linkLoop',
          'out linkOutside',
          'two linkLoop',
          'up linkOutside',
        ],
      });
    },
  );

  it('sparse files of 5 GB and 64 GiB are planned without reading, with their full size', async () => {
    const sizes = { 'five.bin': 5_000_000_000, 'huge.bin': 64 * 1024 ** 3 };
    const root = await tempTree({ 'five.bin': '', 'huge.bin': '' });
    for (const [name, size] of Object.entries(sizes)) truncateSync(path.join(root, name), size);
    const plan = await planUpload([selection(root, [''])]);
    assert.deepEqual(
      summary(plan).files,
      Object.entries(sizes).map(([name, size]) => `${name} ${size}`),
    );
  });

  it('a thousand files are planned, selected with their folder or one by one', async () => {
    const names = Array.from({ length: 1000 }, (_, index) => `many/${String(index).padStart(5, '0')}.inc`);
    const root = await tempTree({ 'main.inp': 'deck' });
    await mkdir(path.join(root, 'many'));
    for (const name of names) writeFileSync(path.join(root, name), '');
    for (const items of [['many'], names]) {
      const plan = await planUpload([selection(root, ['main.inp', ...items], ['*.key', '.git/'])]);
      assert.deepEqual(
        plan.files.map(({ name }) => name),
        ['main.inp', ...names],
      );
    }
  });

  needs('anyNames').it(
    'names that are hidden, or stored otherwise on some system, are rejected',
    async () => {
      const names = {
        ...{ 'a\rb': 'controlCharacters', 'a\nb': 'controlCharacters', 'a\u001b[2Jb': 'controlCharacters' },
        ...{ 'a\u0085b': 'controlCharacters', 'a\u202eb': 'controlCharacters' },
        ...{ 'C:x': 'pathLike', 'a\\b': 'pathLike', '..\\up': 'pathLike' },
        ...{ 'aux.inp': 'reserved', 'nul/nodes.inc': 'reserved', 'COM¹.txt': 'reserved' },
        ...{ 'main.inp.': 'trailing', 'mesh /nodes.inc': 'trailing' },
      };
      const root = await tempTree(Object.fromEntries(Object.keys(names).map((name) => [name, 'x'])));
      assert.deepEqual(summary(await planUpload([selection(root, [''])])), {
        ...nothing,
        rejected: Object.entries(names)
          .sort(([a], [b]) => (a < b ? -1 : 1))
          .map(([name, reason]) => `${name} ${reason}`),
      });
    },
  );

  needs('pathLimit').it(
    'a path that is longer than the platform limit is rejected with its length in bytes',
    async () => {
      const root = await tempTree();
      const segment = 'ä'.repeat(50);
      const deep = Array<string>(39).fill(segment).join('/');
      await mkdir(path.join(root, 'short', deep), { recursive: true });
      // A path becomes longer than the system limit only when a folder above it is renamed.
      const long = path.join(root, 'l'.repeat(255));
      await rename(path.join(root, 'short'), long);
      const plan = await planUpload([{ root, items: [path.join(long, segment)], exclude: [] }]);
      await rename(long, path.join(root, 'short'));
      assert.deepEqual(
        plan.rejected.map(({ reason, length, path: file }) => [reason, length === Buffer.byteLength(file)]),
        [['tooLong', true]],
      );
      assert.ok((plan.rejected[0]?.length ?? 0) > 4095);
    },
  );
});
