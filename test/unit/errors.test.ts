import assert from 'node:assert/strict';
import { errorOfKind } from '../../src/errors';
import { LockedError } from '../../src/journal/recordLock';
import { FolderNotOpenError } from '../../src/launch/errors';

describe('errorOfKind', () => {
  it('names errors after their kind, not after their class, whose name is another one in the package', () => {
    const error = new (class extends errorOfKind('linkedFolder', 'a folder is a link') {})();
    assert.ok(error instanceof Error);
    const { name, kind, message } = error;
    assert.deepEqual([name, kind, message], ['LinkedFolderError', 'linkedFolder', 'a folder is a link']);
  });

  it('makes classes of their own, with properties of their own', () => {
    const error: Error = new FolderNotOpenError('box.k');
    assert.ok(error instanceof FolderNotOpenError && !(error instanceof LockedError));
    assert.deepEqual(
      [error.name, error.kind, error.file, error.message],
      ['FolderNotOpenError', 'folderNotOpen', 'box.k', 'box.k is in a folder that is not open'],
    );
  });
});
