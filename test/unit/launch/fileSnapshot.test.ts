import assert from 'node:assert/strict';
import { cp, rename, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { FolderNotOpenError } from '../../../src/launch/errors';
import { resolveOpenFolders, takeSnapshot } from '../../../src/launch/fileSnapshot';
import { planUpload } from '../../../src/upload/planUpload';
import type { PlannedFile } from '../../../src/upload/uploadPlan';
import { needs } from '../../support/capabilities';
import { onPlatform } from '../../support/otherSystems';
import { removeTempTrees, tempTree } from '../../support/tempTree';

const tree = { 'deck/aws/config': 'harmless', 'deck/main.inp': '*INCLUDE' };

async function launched(): Promise<{ root: string; files: readonly PlannedFile[] }> {
  const root = await tempTree(tree);
  const deck = path.join(root, 'deck');
  const { files } = await planUpload([{ root: deck, items: [deck], exclude: [] }]);
  return { root, files };
}

/** The files as they are now, in a window with these folders. */
async function again(files: readonly PlannedFile[], ...open: readonly string[]): Promise<PlannedFile[]> {
  const folders = await resolveOpenFolders(open);
  return await Promise.all(files.map((file) => takeSnapshot(file, folders)));
}

const kindOf = (error: unknown) => (error as { kind?: string }).kind;

describe('A file that is launched again', () => {
  afterEach(removeTempTrees);

  it('is read in its current state', async () => {
    const { root, files } = await launched();
    await writeFile(path.join(root, 'deck/main.inp'), 'longer than before');
    const now = (await again(files, root)).map(({ name, size }) => `${name} ${size}`);
    assert.deepEqual(now.sort(), ['aws/config 8', 'main.inp 18']);
  });

  needs('links').it('is not read through a link that replaced its folder', async () => {
    const { root, files } = await launched();
    const secret = await tempTree({ config: 'aws_secret_access_key' });
    await rm(path.join(root, 'deck/aws'), { recursive: true });
    await symlink(secret, path.join(root, 'deck/aws'), 'dir');
    const [config] = files.filter(({ name }) => name === 'aws/config');
    await assert.rejects(again([config!], root), { name: 'LinkedFolderError', file: 'aws/config' });
  });

  needs('links').it('is not read through a link further up either', async () => {
    const { root, files } = await launched();
    await cp(path.join(root, 'deck'), path.join(root, 'moved'), { recursive: true });
    await rm(path.join(root, 'deck'), { recursive: true });
    await symlink(path.join(root, 'moved'), path.join(root, 'deck'), 'dir');
    for (const file of files) assert.equal(await again([file], root).catch(kindOf), 'linkedFolder');
  });

  it('is missing when its folder is', async () => {
    const { root, files } = await launched();
    await rename(path.join(root, 'deck'), path.join(root, 'moved'));
    for (const file of files) assert.equal(await again([file], root).catch(kindOf), 'fileChanged');
  });
});

describe('The folders of files that are launched again', () => {
  afterEach(removeTempTrees);

  it('must be open, each of them', async () => {
    const { root, files } = await launched();
    assert.deepEqual(await again(files, root), files);
    assert.deepEqual(await again(files, path.join(root, 'deck'), path.resolve('/elsewhere')), files);
    const notOpen = { name: 'FolderNotOpenError', file: 'main.inp' };
    await assert.rejects(again(files, path.join(root, 'deck', 'aws')), notOpen);
    await assert.rejects(again(files), FolderNotOpenError);
    await assert.rejects(again(files, path.join(root, 'dec')), FolderNotOpenError);
  });

  needs('links').it('may be open under the name of a link to them, then and now', async () => {
    const { root, files } = await launched();
    const link = path.join(await tempTree(), 'link');
    await symlink(root, link, 'dir');
    assert.deepEqual(await again(files, link), files);
    const deck = path.join(link, 'deck');
    await symlink('main.inp', path.join(root, 'deck', 'also.inp'));
    const { files: linked } = await planUpload([{ root: link, items: [deck], exclude: [] }]);
    assert.deepEqual(
      linked.map(({ path: file }) => path.relative(deck, file)),
      ['main.inp', path.join('aws', 'config'), 'main.inp'],
    );
    assert.deepEqual(await again(linked, link), linked);
    await assert.rejects(again(linked, root), FolderNotOpenError);
  });

  it('may be open in another case where case does not matter', async () => {
    const { root, files } = await launched();
    const other = path.join(path.dirname(root), path.basename(root).toUpperCase());
    await onPlatform('linux', () => assert.rejects(again(files, other), FolderNotOpenError));
    const insensitive = process.platform === 'win32' ? 'win32' : 'darwin';
    await onPlatform(insensitive, async () => assert.deepEqual(await again(files, other), files));
  });
});
