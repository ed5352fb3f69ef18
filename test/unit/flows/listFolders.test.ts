import assert from 'node:assert/strict';
import { listFolders, proposeFolder } from '../../../src/flows/listFolders';

// https://github.com/dotnet/vscode-csharp/issues/2720: the list was made of the first so many files, without a word.
describe('The folders of a workspace', () => {
  const files = ['/w/a/1/U', '/w/a/1/p', '/w/b', '/v/c/d', '/elsewhere/e'];
  const rootOf = (file: string) => ['/w', '/v'].find((root) => file.startsWith(`${root}/`));

  it('are those with files, with the number of their files, and the folders of the window last', () => {
    assert.deepEqual(listFolders(files, rootOf, 6), {
      isCut: false,
      folders: [
        { folder: '/v/c', count: 1, isRoot: false },
        { folder: '/w/a', count: 2, isRoot: false },
        { folder: '/w/a/1', count: 2, isRoot: false },
        { folder: '/v', count: 1, isRoot: true },
        { folder: '/w', count: 3, isRoot: true },
      ],
    });
  });

  it('are not said to be all, and to have so many files, if there may be more files', () => {
    const { folders, isCut } = listFolders(files, rootOf, 5);
    assert.deepEqual(
      [isCut, folders.map(({ folder }) => folder), folders.some(({ count }) => count !== undefined)],
      [true, ['/v/c', '/w/a', '/w/a/1', '/v', '/w'], false],
    );
  });

  // A user pressed Enter in the walkthrough, and uploaded all of the workspace.
  it('are proposed in the order of the wishes, but never a whole folder of the window', () => {
    const { folders } = listFolders(files, rootOf, 6);
    const propose = (...wanted: string[]) => proposeFolder(folders, wanted)?.folder;
    assert.equal(propose('/w', '/w/a/2', '/w/a/1', '/v/c'), '/w/a/1');
    assert.equal(propose('/v/c', '/w/a'), '/v/c');
    assert.equal(propose('/w', '/v'), undefined);
    assert.equal(propose(), undefined);
  });
});
