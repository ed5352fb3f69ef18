import assert from 'node:assert/strict';
import { cp, mkdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { FolderNotOpenError, LinkedFolderError } from '../../../src/launch/errors';
import { assertOpenFolders, takeSnapshot, toSnapshot } from '../../../src/launch/fileSnapshot';
import type { FileSnapshot } from '../../../src/launch/journalEntry';
import { planUpload } from '../../../src/upload/planUpload';
import { removeTempTrees, tempTree } from '../../support/tempTree';

const tree = { 'deck/aws/config': 'harmless', 'deck/main.inp': '*INCLUDE' };

async function launched(): Promise<{ root: string; files: FileSnapshot[] }> {
  const root = await tempTree(tree);
  const deck = path.join(root, 'deck');
  const { files } = await planUpload([{ root: deck, items: [deck], exclude: [] }]);
  return { root, files: files.map(toSnapshot) };
}

const kindOf = (error: unknown) => (error as { kind?: string }).kind;

describe('A file that is launched again', () => {
  afterEach(removeTempTrees);

  it('is read in its current state', async () => {
    const { root, files } = await launched();
    await writeFile(path.join(root, 'deck/main.inp'), 'longer than before');
    const again = await Promise.all(files.map(takeSnapshot));
    assert.deepEqual(again.map(({ name, size }) => [name, size]).sort(), [
      ['aws/config', 8],
      ['main.inp', 18],
    ]);
  });

  it('is not read through a link that replaced its folder', async () => {
    const { root, files } = await launched();
    const secret = await tempTree({ config: 'aws_secret_access_key' });
    await rm(path.join(root, 'deck/aws'), { recursive: true });
    await symlink(secret, path.join(root, 'deck/aws'), 'dir');
    const [config] = files.filter(({ name }) => name === 'aws/config');
    await assert.rejects(takeSnapshot(config!), (error) => {
      assert.ok(error instanceof LinkedFolderError);
      assert.equal(error.file, 'aws/config');
      return true;
    });
  });

  it('is not read through a link further up either', async () => {
    const { root, files } = await launched();
    await cp(path.join(root, 'deck'), path.join(root, 'moved'), { recursive: true });
    await rm(path.join(root, 'deck'), { recursive: true });
    await symlink(path.join(root, 'moved'), path.join(root, 'deck'), 'dir');
    for (const file of files) {
      const kind = await takeSnapshot(file).catch(kindOf);
      assert.equal(kind, 'linkedFolder');
    }
  });

  it('is missing when its folder is', async () => {
    const { root, files } = await launched();
    await rename(path.join(root, 'deck'), path.join(root, 'moved'));
    assert.deepEqual(await Promise.all(files.map((file) => takeSnapshot(file).catch(kindOf))), [
      'fileChanged',
      'fileChanged',
    ]);
  });
});

describe('The folders of files that are launched again', () => {
  afterEach(removeTempTrees);

  it('must be open, each of them', async () => {
    const { root, files } = await launched();
    await assertOpenFolders(files, [root]);
    await assertOpenFolders(files, [path.join(root, 'deck'), '/elsewhere']);
    await assert.rejects(assertOpenFolders(files, [path.join(root, 'deck', 'aws')]), (error) => {
      assert.ok(error instanceof FolderNotOpenError);
      assert.equal(error.file, 'main.inp');
      return true;
    });
    await assert.rejects(assertOpenFolders(files, []), FolderNotOpenError);
    await assert.rejects(assertOpenFolders(files, [path.join(root, 'dec')]), FolderNotOpenError);
  });

  it('may be open under the name of a link to them', async () => {
    const { root, files } = await launched();
    const links = await tempTree();
    await mkdir(links, { recursive: true });
    await symlink(root, path.join(links, 'link'), 'dir');
    await assertOpenFolders(files, [path.join(links, 'link')]);
  });
});
