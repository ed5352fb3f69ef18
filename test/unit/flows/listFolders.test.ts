import assert from 'node:assert/strict';
import { listFolders } from '../../../src/flows/listFolders';

// https://github.com/dotnet/vscode-csharp/issues/2720: the list was made of the first so many files, without a word.
describe('The folders of a workspace', () => {
  const files = ['/w/a/1/U', '/w/a/1/p', '/w/b', '/v/c/d', '/elsewhere/e'];
  const rootOf = (file: string) => ['/w', '/v'].find((root) => file.startsWith(`${root}/`));

  it('are those with files, up to the folders of the window, with the number of their files', () => {
    assert.deepEqual(listFolders(files, rootOf, 6), {
      isCut: false,
      folders: [
        { folder: '/v', count: 1 },
        { folder: '/v/c', count: 1 },
        { folder: '/w', count: 3 },
        { folder: '/w/a', count: 2 },
        { folder: '/w/a/1', count: 2 },
      ],
    });
  });

  it('are not said to be all, and to have so many files, if there may be more files', () => {
    const { folders, isCut } = listFolders(files, rootOf, 5);
    assert.deepEqual(
      [isCut, folders.map(({ folder }) => folder), folders.some(({ count }) => count !== undefined)],
      [true, ['/v', '/v/c', '/w', '/w/a', '/w/a/1'], false],
    );
  });
});
