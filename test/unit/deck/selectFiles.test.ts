import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { symlink } from 'node:fs/promises';
import path from 'node:path';
import { checkDecks } from '../../../src/deck/checkDecks';
import { selectForDeckCheck } from '../../../src/deck/selectFiles';
import { needs } from '../../support/capabilities';
import { removeTempTrees, tempTree, writeTree } from '../../support/tempTree';
import { deckOf, summarise } from './support/checks';

describe('The selection of the command line program', () => {
  afterEach(removeTempTrees);

  needs('anyNames', 'caseNames', 'links', 'pipes').it(
    'has all files of a folder, also those that no service takes under their names',
    async () => {
      const parts = ['Steel.inc', 'steel.inc', 'aux.inc', 'end.', 'a\u200bb.inc', 'c:d.inc', 'e.inc'];
      const names = [...parts, 'link.inc'];
      const root = await tempTree({ 'main.inp': deckOf(...names, 'pipe.inc', 'none.inc') });
      await writeTree(root, Object.fromEntries(parts.map((name) => [name, ''])));
      await symlink('e.inc', path.join(root, 'link.inc'));
      execFileSync('mkfifo', [path.join(root, 'pipe.inc'), path.join(root, 'nul')]);
      const { order, rejected } = await selectForDeckCheck(path.dirname(root), [root]);
      const expected = [
        'Steel.inc equalName',
        'steel.inc equalName',
        'aux.inc reserved',
        'nul reserved',
        'a\u200bb.inc controlCharacters',
        'c:d.inc pathLike',
        'end. trailing',
        'pipe.inc notRegular',
      ];
      const reasons = rejected.map(({ name, reason }) => `${name} ${reason}`);
      assert.deepEqual(reasons, expected.sort());
      assert.deepEqual(order.files.map(({ name }) => name).sort(), [...names, 'main.inp'].sort());
      assert.deepEqual(summarise(root, checkDecks(order)), [
        ...names.map((name, index) => `main.inp:${index + 2} ${name} deck found`),
        'main.inp:10 pipe.inc deck notRegular',
        'main.inp:11 none.inc deck missing',
      ]);
    },
  );

  it('is looked at in the folder of the caller, or else in the folder that all items share', async () => {
    const root = await tempTree({ 'a/main.inp': deckOf('../b/x.inc'), 'b/x.inc': '', 'c/y.inc': '' });
    const rootsOf = async (here: string, ...items: readonly string[]) => {
      const inside = items.map((item) => path.join(root, item));
      const { order } = await selectForDeckCheck(path.join(root, here), inside);
      return order.roots.map((one) => path.relative(root, one));
    };
    assert.deepEqual(await rootsOf('', 'a/main.inp'), ['']);
    assert.deepEqual(await rootsOf('c', 'a/main.inp'), ['a']);
    assert.deepEqual(await rootsOf('c', 'a', 'b/x.inc'), ['']);
    await assert.rejects(rootsOf('', 'none.inp'), { code: 'ENOENT' });
  });
});
