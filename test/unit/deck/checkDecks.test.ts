import assert from 'node:assert/strict';
import { mkdir, rm, symlink } from 'node:fs/promises';
import path from 'node:path';
import { checkDecks } from '../../../src/deck/checkDecks';
import { needs } from '../../support/capabilities';
import { removeTempTrees, tempTree, writeTree } from '../../support/tempTree';
import { check, checkTree, deckOf, summarise } from './support/checks';

const nodes = '*NODE\n1, 0., 0., 0.\n';

/** The same as {@link deckOf} for Nastran. */
const bulkOf = (...names: readonly string[]) =>
  ['SOL 101', 'CEND', 'BEGIN BULK', ...names.map((name) => `include '${name}'`), ''].join('\n');

describe('A check of decks', () => {
  afterEach(removeTempTrees);

  describe('says what became of a name:', () => {
    it('it is left out by a pattern, itself or with its folder', async () => {
      const tree = {
        'main.inp': deckOf('mesh.bak', 'old/mesh.inc'),
        'mesh.bak': nodes,
        'old/mesh.inc': nodes,
      };
      assert.deepEqual(await checkTree(tree, { exclude: ['*.bak', 'old/'] }), [
        'main.inp:2 mesh.bak deck excluded, by *.bak, could add mesh.bak',
        'main.inp:3 old/mesh.inc deck excluded, by old/, could add old/mesh.inc',
      ]);
    });

    needs('links').it('it is not in the workspace', async () => {
      const root = await tempTree({ 'main.inp': deckOf('parts/bolt.inc', 'main.inp/x', 'broken.inc') });
      await symlink('none.inc', path.join(root, 'broken.inc'));
      assert.deepEqual(await check(root), [
        'main.inp:2 parts/bolt.inc deck missing',
        'main.inp:3 main.inp/x deck missing',
        'main.inp:4 broken.inc deck missing',
      ]);
    });

    it('only the case differs', async () => {
      const parts = { 'mesh.inc': nodes, 'Parts/Bolt.inc': nodes, 'nut.inc': nodes };
      const tree = { 'main.inp': deckOf('MESH.inc', 'parts/bolt.inc', 'Nut.inc'), ...parts };
      assert.deepEqual(await checkTree(tree, { items: ['main.inp', 'mesh.inc'] }), [
        'main.inp:2 MESH.inc deck caseDiffers, actual mesh.inc',
        'main.inp:3 parts/bolt.inc deck caseDiffers, actual Parts/Bolt.inc, could add Parts/Bolt.inc',
        'main.inp:4 Nut.inc deck caseDiffers, actual nut.inc, could add nut.inc',
      ]);
    });

    needs('caseNames').it('several files differ from it in case only', async () => {
      const parts = { 'mesh.inc': nodes, 'Mesh.inc': nodes, 'parts/x': '', 'Parts/bolt.inc': nodes };
      const tree = { 'main.inp': deckOf('MESH.inc', 'Parts/BOLT.inc'), ...parts };
      assert.deepEqual(await checkTree(tree, { items: ['main.inp'] }), [
        'main.inp:2 MESH.inc deck missing',
        'main.inp:3 Parts/BOLT.inc deck caseDiffers, actual Parts/bolt.inc, could add Parts/bolt.inc',
      ]);
    });

    it('its letters are composed in another way', async () => {
      const main = deckOf('L\u00f6sung.inc', 'Te\u0301/a.inc', 'l\u00f6sung.inc', 't\u00e9/a.inc');
      const tree = { 'main.inp': main, 'Lo\u0308sung.inc': nodes, 'T\u00e9/a.inc': nodes };
      assert.deepEqual(await checkTree(tree), [
        'main.inp:2 L\u00f6sung.inc deck encodingDiffers, actual Lo\u0308sung.inc',
        'main.inp:3 Te\u0301/a.inc deck encodingDiffers, actual T\u00e9/a.inc',
        'main.inp:4 l\u00f6sung.inc deck caseDiffers, actual Lo\u0308sung.inc',
        'main.inp:5 t\u00e9/a.inc deck caseDiffers, actual T\u00e9/a.inc',
      ]);
    });

    needs('links').it('it has another name in the model: a flat one, or that of a link', async () => {
      const parts = { 'plate.inc': nodes, 'real.inc': nodes };
      const root = await tempTree({ 'main.inp': deckOf('mesh/plate.inc', 'real.inc'), ...parts });
      await symlink('real.inc', path.join(root, 'alias.inc'));
      const files = ['main.inp', 'plate.inc'].map((name) => ({ name, path: path.join(root, name) }));
      const linked = { name: 'alias.inc', path: path.join(root, 'real.inc') };
      const order = { excluded: [], roots: [root], formats: new Map<string, string>() };
      assert.deepEqual(summarise(root, checkDecks({ ...order, files: [...files, linked] })), [
        'main.inp:2 mesh/plate.inc deck nameDiffers, actual plate.inc',
        'main.inp:3 real.inc deck nameDiffers, actual alias.inc',
      ]);
    });

    it('it is selected in another workspace folder, where names begin anew', async () => {
      const root = await tempTree({ 'a/main.inp': deckOf('../b/mesh.inc'), 'b/mesh.inc': nodes });
      const roots = ['a', 'b'].map((folder) => path.join(root, folder));
      const files = ['main.inp', 'mesh.inc'].map((name, at) => ({ name, path: path.join(roots[at]!, name) }));
      const report = summarise(root, checkDecks({ files, roots, excluded: [], formats: new Map() }));
      assert.deepEqual(report, ['a/main.inp:2 ../b/mesh.inc deck nameDiffers, actual mesh.inc']);
    });

    it('it is relative to a folder above the deck', async () => {
      const main = deckOf('runs/1/a.inc', 'b.inc', 'runs/1/main.inp');
      const tree = { 'runs/1/main.inp': main, 'runs/1/a.inc': nodes, 'b.inc': nodes };
      assert.deepEqual(await checkTree(tree, { items: ['runs'] }), [
        'runs/1/main.inp:2 runs/1/a.inc deck nameDiffers, actual 1/a.inc',
        'runs/1/main.inp:3 b.inc deck notSelected, could add b.inc',
        'runs/1/main.inp:4 runs/1/main.inp deck missing',
      ]);
    });

    it('only Windows finds it', async () => {
      const main = deckOf('parts\\bolt.inc', '.\\parts\\Nut.inc', 'parts\\x.inc');
      const tree = { 'main.inp': main, 'parts/bolt.inc': nodes, 'parts/nut.inc': nodes };
      assert.deepEqual(await checkTree(tree), [
        'main.inp:2 parts\\bolt.inc deck backslashes',
        'main.inp:3 .\\parts\\Nut.inc deck caseDiffers, actual parts/nut.inc, has backslashes',
        'main.inp:4 parts\\x.inc deck missing',
      ]);
    });

    it('a script is yet to put a value into it, whatever the format', async () => {
      const main = bulkOf('{{ mesh }}.inc', '@MESH@.inc', '%MESH%.inc', '__MESH__.inc', '#MESH#.inc');
      assert.deepEqual(await checkTree({ 'main.bdf': main, '@MESH@.inc': '$' }), [
        'main.bdf:4 {{ mesh }}.inc variable cannotCheck',
        'main.bdf:5 @MESH@.inc deck found',
        'main.bdf:6 %MESH%.inc variable cannotCheck',
        'main.bdf:7 __MESH__.inc variable cannotCheck',
        'main.bdf:8 #MESH#.inc variable cannotCheck',
      ]);
    });

    it('only the solver can tell', async () => {
      const gmsh =
        'SetFactory("OpenCASCADE");\nIf (fine)\n  Include "fine.geo";\n  Include "/x.geo";\n  Include "a.geo";\nEndIf\n';
      const decks = { 'main.inp': deckOf('<mesh>.inc', '${DIR}/a.inc'), 'plate.geo': gmsh };
      const dictionary = { 'b.dict': 'FoamFile\n{\n}\n#includeEtc "b.dict"\n' };
      assert.deepEqual(await checkTree({ ...decks, ...dictionary, 'a.geo': '' }), [
        'b.dict:4 b.dict installation cannotCheck',
        'main.inp:2 <mesh>.inc parameter cannotCheck',
        'main.inp:3 ${DIR}/a.inc variable cannotCheck',
        'plate.geo:3 fine.geo optional cannotCheck',
        'plate.geo:4 /x.geo optional cannotCheck',
        'plate.geo:5 a.geo optional found',
      ]);
    });
  });

  describe('follows includes', () => {
    it('through files that are not selected', async () => {
      const decks = { 'main.inp': deckOf('a/one.inc'), 'a/one.inc': deckOf('two.inc', 'main.inp') };
      const parts = { 'a/two.inc': deckOf('three.inc', 'leaf.inc'), 'leaf.inc': nodes };
      assert.deepEqual(await checkTree({ ...decks, ...parts }, { items: ['main.inp', 'leaf.inc'] }), [
        'main.inp:2 a/one.inc deck notSelected, could add a/one.inc',
        'a/one.inc:2 two.inc deck notSelected, could add a/two.inc',
        'a/two.inc:2 three.inc deck missing',
        'a/two.inc:3 leaf.inc deck found',
        'a/one.inc:3 main.inp deck found',
      ]);
    });

    needs('links').it('through links to files and folders, without reading a file twice', async () => {
      const root = await tempTree({
        'main.bdf': bulkOf('self/main.bdf', 'self/self/a.bdf', 'b.bdf', 'a.bdf'),
        'a.bdf': "include 'x.bdf'\n",
        'b.bdf': "include 'self/alias.bdf'\n",
      });
      await symlink('.', path.join(root, 'self'));
      await symlink('a.bdf', path.join(root, 'alias.bdf'));
      const found = [
        'main.bdf:4 self/main.bdf deck notSelected, could add self/main.bdf',
        'main.bdf:5 self/self/a.bdf deck notSelected, could add self/self/a.bdf',
        'a.bdf:1 x.bdf deck missing',
      ];
      // The folder, of which the link to itself is refused.
      assert.deepEqual(await check(root), [
        ...found,
        'main.bdf:6 b.bdf deck found',
        'b.bdf:1 self/alias.bdf deck notSelected, could add self/alias.bdf',
        'main.bdf:7 a.bdf deck found',
      ]);
      assert.deepEqual(await check(root, { items: ['main.bdf'] }), [
        ...found,
        'main.bdf:6 b.bdf deck notSelected, could add b.bdf',
        'b.bdf:1 self/alias.bdf deck notSelected, could add self/alias.bdf',
        'main.bdf:7 a.bdf deck notSelected, could add a.bdf',
      ]);
    });

    needs('links').it('in a workspace folder that is a link, under its own path', async () => {
      const parent = await tempTree({
        'real/main.bdf': bulkOf('self/part.bdf'),
        'real/part.bdf': "include 'main.bdf'\ninclude 'x.bdf'\n",
      });
      await symlink('.', path.join(parent, 'real/self'));
      const root = path.join(parent, 'ws');
      await symlink('real', root);
      assert.deepEqual(await check(root, { items: ['main.bdf'] }), [
        'main.bdf:4 self/part.bdf deck notSelected, could add self/part.bdf',
        'part.bdf:1 main.bdf deck found',
        'part.bdf:2 x.bdf deck missing',
      ]);
    });

    it('not into data', async () => {
      const tree = { 'main.inp': '*HEADING\n*NODE, INPUT=nodes.inp\n', 'nodes.inp': deckOf('x.inc') };
      assert.deepEqual(await checkTree(tree), ['main.inp:2 nodes.inp data found']);
    });

    it('that two decks share, and takes the worse result', async () => {
      const included = { 'common/all.inc': deckOf('steel.inc'), 'steel.inc': nodes };
      const main = { 'a.inp': deckOf('common/all.inc'), 'b/b.inp': deckOf('../common/all.inc') };
      const root = await tempTree({ ...included, ...main });
      const fromA = 'a.inp:2 common/all.inc deck found';
      const fromB = 'b/b.inp:2 ../common/all.inc deck found';
      const worse = 'common/all.inc:2 steel.inc deck nameDiffers, actual steel.inc';
      assert.deepEqual(await check(root), [fromA, worse, fromB]);
      await rm(path.join(root, 'a.inp'));
      assert.deepEqual(await check(root), [fromB, worse]);
    });
  });

  describe('takes as a main file', () => {
    it('none that another one includes, whatever their order and format', async () => {
      const included = { 'a/part.inp': deckOf('b/bolt.inp'), 'a/b/bolt.inp': deckOf('x.inc') };
      const main = { 'a/z.inp': deckOf('part.inp'), 'main.inp': deckOf('a/b/bolt.inp') };
      assert.deepEqual(await checkTree({ ...included, ...main }), [
        'a/z.inp:2 part.inp deck found',
        'a/part.inp:2 b/bolt.inp deck found',
        'a/b/bolt.inp:2 x.inc deck missing',
        'main.inp:2 a/b/bolt.inp deck found',
      ]);
    });

    it('one of the format that the user has chosen', async () => {
      const root = await tempTree({ 'a.txt': "include 'mesh.bdf'\n1.0\n", 'mesh.bdf': '' });
      assert.deepEqual(await check(root), []);
      const checkAs = (format: string) => check(root, { formats: { 'a.txt': format } });
      assert.deepEqual(await checkAs('nastran'), ['a.txt:1 mesh.bdf deck found']);
      assert.deepEqual(await checkAs('marc'), []);
    });

    it('one whose content the user knows better', async () => {
      const root = await tempTree({ 'a.inp': `${deckOf('mesh.inc')}/INPUT,loads,inp\n`, 'mesh.inc': nodes });
      const checkAs = (format: string) => check(root, { formats: { 'a.inp': format } });
      assert.deepEqual(await check(root), ['a.inp:2 mesh.inc deck found']);
      assert.deepEqual(await checkAs('apdl'), ['a.inp:4 loads.inp deck missing']);
      assert.deepEqual(await checkAs('unknown'), ['a.inp:2 mesh.inc deck found']);
    });

    it('no more files of one kind in one folder once 100 are no decks', async () => {
      const names = Array.from({ length: 100 }, (_, index) => `results/f${index + 100}.dat`);
      const root = await tempTree(Object.fromEntries(names.map((name) => [name, 'Time 1 2 3\n'])));
      const decks = { 'results/z.inp': deckOf('y.inc'), 'z.dat': deckOf('z.inc') };
      await writeTree(root, { ...decks, 'results/z.dat': deckOf('x.inc') });
      const others = ['results/z.inp:2 y.inc deck missing', 'z.dat:2 z.inc deck missing'];
      const all = ['results/z.dat:2 x.inc deck missing', ...others];
      assert.deepEqual(await check(root), others);
      assert.deepEqual(await check(root, { formats: { 'results/z.dat': 'abaqus' } }), all);
      await rm(path.join(root, names[0] ?? ''));
      assert.deepEqual(await check(root), all);
    });
  });

  describe('looks in folders that a deck adds', () => {
    const keyword = (...parts: readonly string[]) => ['*KEYWORD', ...parts, '*END', ''].join('\n');
    const searching = (folders: readonly string[], ...names: readonly string[]) =>
      keyword('*INCLUDE', 'early.k', '*INCLUDE_PATH', ...folders, '*INCLUDE', ...names);

    it('for the names that follow, also in files that it includes', async () => {
      const tree = {
        'run/main.k': searching(['../lib', 'own\\'], 'late.k', 'own.k'),
        'lib/early.k': keyword(),
        'lib/late.k': keyword('*INCLUDE', 'own.k', 'none.k'),
        'run/own/own.k': keyword(),
      };
      assert.deepEqual(await checkTree(tree), [
        'run/main.k:3 early.k deck missing',
        'run/main.k:8 late.k deck found',
        'lib/late.k:3 own.k deck found',
        'lib/late.k:4 none.k deck missing',
        'run/main.k:9 own.k deck found',
      ]);
    });

    it('and cannot tell what an absolute one, or one outside of the workspace, has', async () => {
      for (const folder of ['/opt/lib', 'C:\\lib', '../../lib', '~/../../../lib']) {
        const main = searching([folder], 'late.k', 'here.k', 'Here.k');
        const tree = { 'in/main.k': main, 'in/here.k': keyword('*INCLUDE', 'deep.k') };
        assert.deepEqual(await checkTree(tree, { items: ['in'], workspace: 'in' }), [
          'in/main.k:3 early.k deck missing',
          'in/main.k:7 late.k deck cannotCheck',
          'in/main.k:8 here.k deck found',
          'in/here.k:3 deep.k deck cannotCheck',
          'in/main.k:9 Here.k deck caseDiffers, actual here.k',
        ]);
      }
    });

    it('up to a number of them', async () => {
      const folders = Array.from({ length: 101 }, (_, index) => `lib${index}`);
      const tree = {
        'a.k': keyword('*INCLUDE_PATH', ...folders.slice(1), ...folders.slice(1), '*INCLUDE', 'x.k', 'y.k'),
        'b.k': keyword('*INCLUDE_PATH', ...folders, '*INCLUDE', 'x.k'),
        'lib100/x.k': keyword(),
      };
      assert.deepEqual(await checkTree(tree), [
        'a.k:204 x.k deck found',
        'a.k:205 y.k deck missing',
        'b.k:105 x.k deck cannotCheck',
      ]);
    });

    it('and reads no more once they are 2,000', async () => {
      const folders = Array.from({ length: 5000 }, (_, index) => `lib${index}`);
      const tree = {
        'a.k': keyword('*INCLUDE_PATH', ...folders, '*INCLUDE', 'x.k'),
        'b.k': keyword('*INCLUDE_PATH', ...folders.map(() => 'lib0'), '*INCLUDE', 'x.k'),
      };
      assert.deepEqual(await checkTree(tree), ['b.k:5004 x.k deck missing', 'a.k read to line 2002']);
    });
  });

  it('finds each spelling of a name, the first one first, and no folder', async () => {
    const root = await tempTree({ 'main.bdf': bulkOf('a.bdf', 'b.bdf', 'c.bdf') });
    await mkdir(path.join(root, 'c.bdf'));
    await writeTree(root, { 'a.bdf.gz': 'x\0', 'b.bdf': '', 'b.bdf.gz': 'x\0', 'c.bdf.gz': 'x\0' });
    const a = 'main.bdf:4 a.bdf deck';
    const b = 'main.bdf:5 b.bdf deck';
    const c = 'main.bdf:6 c.bdf deck';
    // Compressed, and so not read.
    const notRead = ['a.bdf.gz read to line 0', 'c.bdf.gz read to line 0'];
    assert.deepEqual(await check(root), [`${a} found`, `${b} found`, `${c} found`, ...notRead]);
    assert.deepEqual(await check(root, { items: ['main.bdf'] }), [
      `${a} notSelected, could add a.bdf.gz`,
      `${b} notSelected, could add b.bdf`,
      `${c} notSelected, could add c.bdf.gz`,
      ...notRead,
    ]);
  });
});
