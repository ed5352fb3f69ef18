import assert from 'node:assert/strict';
import { symlink } from 'node:fs/promises';
import path from 'node:path';
import { resolveInside, resolveLinks, resolveLinksSync } from '../../../src/files/resolveLinks';
import { resolveOpenFolders, takeSnapshot } from '../../../src/launch/fileSnapshot';
import { planUpload } from '../../../src/upload/planUpload';
import { needs } from '../../support/capabilities';
import { onPlatform, withRealPaths } from '../../support/otherSystems';
import { removeTempTrees, tempTree } from '../../support/tempTree';
import { selection } from '../upload/support/plans';

const tree = { 'case/deck.inp': 'deck', 'case/mesh/nodes.inc': 'nodes', 'table.csv': 'files' };

/** Spellings in which Windows answers the real path of a file on a drive. */
const spellings: Readonly<Record<string, (real: string, root: string) => string>> = {
  'in another case': (real, root) => root.toUpperCase() + real.slice(root.length),
  'as a share': (real) => `\\\\server\\share${real.replaceAll('/', '\\')}`,
};

describe('The real path of a file', () => {
  afterEach(removeTempTrees);

  it('keeps drive and case as given', async () => {
    const root = await tempTree(tree);
    const file = path.join(root, 'case', 'deck.inp');
    assert.equal(await resolveLinks(file), file);
    assert.equal(resolveLinksSync(file), file);
  });

  for (const [title, spell] of Object.entries(spellings)) {
    it(`is usable where the system answers it ${title}`, async () => {
      const root = await tempTree(tree);
      const answer = (real: string) => spell(real, root);
      await withRealPaths(answer, async () => {
        const plan = await planUpload([selection(root, ['case'])]);
        const found = plan.files.map(({ name, path: file }) => [name, path.relative(root, file)]);
        const [deck, mesh] = ['deck.inp', 'mesh/nodes.inc'].map((name) => [name, path.join('case', name)]);
        assert.deepEqual([found, plan.rejected], [[deck, mesh], []]);
        const open = await resolveOpenFolders([root]);
        const again = await Promise.all(plan.files.map((file) => takeSnapshot(file, open)));
        assert.deepEqual(again, plan.files);
        assert.equal(await resolveInside(root, path.join(root, 'table.csv')), path.join(root, 'table.csv'));
      });
    });
  }

  it('has the names on disk where case does not matter, so that a file has one name in all spellings', async () => {
    const root = await tempTree({ ...tree, 'deck.inp': '', 'Deck.inp': '', 'Case/Mesh/Nodes.inc': '' });
    const asOnDisk = (real: string) => root + real.slice(root.length).toLowerCase();
    const plan = async (items: string[]) => {
      const { files, rejected } = await planUpload([selection(root, items)]);
      return [...files.map(({ name, path: file }) => [name, path.relative(root, file)]), ...rejected];
    };
    const check = async () => {
      assert.deepEqual(await plan(['Deck.inp', 'Case/Mesh/Nodes.inc']), [
        ['case/mesh/nodes.inc', path.join('case', 'mesh', 'nodes.inc')],
        ['deck.inp', 'deck.inp'],
      ]);
      assert.deepEqual(await plan(['Case']), await plan(['case']));
      assert.deepEqual(await plan(['CASE/absent.inp']), [
        { name: 'absent.inp', path: path.join(root, 'CASE', 'absent.inp'), reason: 'gone' },
      ]);
    };
    const isInAnyCase = ['win32', 'darwin'].includes(process.platform);
    await (isInAnyCase ? check() : onPlatform('darwin', () => withRealPaths(asOnDisk, check)));
  });

  needs('links').it('leads through links, but not out of a folder', async () => {
    const root = await tempTree(tree);
    const other = await tempTree(tree);
    const link = path.join(other, 'link');
    await symlink(root, link, 'dir');
    await symlink(path.join(root, 'case'), path.join(root, 'inner'), 'dir');
    await symlink(path.join(other, 'case'), path.join(root, 'outer'), 'dir');
    assert.equal(await resolveLinks(path.join(link, 'case')), path.join(root, 'case'));
    const inside = async (name: string) => await resolveInside(link, path.join(link, name));
    assert.equal(await inside('table.csv'), path.join(link, 'table.csv'));
    assert.equal(await inside('inner/deck.inp'), path.join(link, 'case', 'deck.inp'));
    assert.equal(await inside('outer/deck.inp'), undefined);
    assert.equal(await inside('absent/deck.inp'), path.join(link, 'absent', 'deck.inp'));
    assert.equal(await resolveInside(link, path.join(other, 'table.csv')), undefined);
    assert.equal(await resolveInside(link, path.join(other, 'absent', 'table.csv')), undefined);
    assert.equal(await resolveInside(link, path.join(root, 'table.csv')), path.join(link, 'table.csv'));
  });
});
