import assert from 'node:assert/strict';
import { groupByFolder } from '../../../src/flows/plan/planFolders';
import type { PlannedFile } from '../../../src/upload/uploadPlan';

function group(...names: string[]) {
  const state = { size: 1, mtimeNs: '0', ctimeNs: '0', inode: '0' };
  const files = names.map((name): PlannedFile => ({ name, path: `/${name}`, ...state }));
  return groupByFolder(files).map((folder) => [folder.name, folder.files.map(({ name }) => name)]);
}

describe('The folders of a plan', () => {
  it('hold the files that lie in them, without those in folders inside, and files in no folder come first', () =>
    assert.deepEqual(group('mesh/a', 'mesh/fine/n', 'mesh/fine/o', 'mesh/z', 'run.inp'), [
      ['', ['run.inp']],
      ['mesh/', ['mesh/a', 'mesh/z']],
      ['mesh/fine/', ['mesh/fine/n', 'mesh/fine/o']],
    ]));

  it('are none without files, and one for files beside each other', () => {
    assert.deepEqual(group(), []);
    assert.deepEqual(group('a', 'b'), [['', ['a', 'b']]]);
    assert.deepEqual(group('a/b/c/x', 'a/b/c/y'), [['a/b/c/', ['a/b/c/x', 'a/b/c/y']]]);
  });

  it('are told apart when one name begins like another', () =>
    assert.deepEqual(group('a-b/x', 'a.inp', 'a/x', 'ab/x'), [
      ['', ['a.inp']],
      ['a-b/', ['a-b/x']],
      ['a/', ['a/x']],
      ['ab/', ['ab/x']],
    ]));
});
