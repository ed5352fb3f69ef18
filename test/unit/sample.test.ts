import assert from 'node:assert/strict';
import { lstatSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { rename, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { copySample, findSample, isNameOfSample, SampleError } from '../../src/platform/sampleModel';
import { needs } from '../support/capabilities';
import { removeTempTrees, tempTree } from '../support/tempTree';

const sample = path.join('media', 'sample', 'cantilever');

/** Contents of all files below a folder, by their relative paths. */
function readContents(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => statSync(path.join(folder, name)).isFile())
    .sort();
  return Object.fromEntries(files.map((name) => [name, readFileSync(path.join(folder, name), 'hex')]));
}

describe('The sample', () => {
  afterEach(removeTempTrees);

  it('is copied byte for byte into a new folder', async () => {
    const parent = await tempTree();
    assert.equal(await copySample(sample, parent), path.join(parent, 'cantilever'));
    assert.deepEqual(readContents(path.join(parent, 'cantilever')), readContents(sample));
    assert.equal(Object.keys(readContents(sample)).length, 6);
  });

  it('uses the next free name, and does not change existing files', async () => {
    const parent = await tempTree({ 'cantilever/loads.inc': 'mine', 'cantilever-2': 'a file' });
    for (const name of ['cantilever-3', 'cantilever-4'])
      assert.equal(await copySample(sample, parent), path.join(parent, name));
    assert.deepEqual(readdirSync(path.join(parent, 'cantilever')), ['loads.inc']);
    assert.equal(readFileSync(path.join(parent, 'cantilever/loads.inc'), 'utf8'), 'mine');
    assert.equal(readFileSync(path.join(parent, 'cantilever-2'), 'utf8'), 'a file');
  });

  needs('links').it('is not written through a link of its name', async () => {
    const parent = await tempTree();
    const elsewhere = await tempTree();
    await symlink(elsewhere, path.join(parent, 'cantilever'));
    await symlink(path.join(elsewhere, 'nothing'), path.join(parent, 'cantilever-2'));
    assert.equal(await copySample(sample, parent), path.join(parent, 'cantilever-3'));
    assert.deepEqual(readdirSync(elsewhere), []);
    assert.ok(lstatSync(path.join(parent, 'cantilever-2')).isSymbolicLink());
  });

  it('is found again, also when it was changed, but not among other folders of its name', async () => {
    const parent = await tempTree({ 'cantilever/loads.inc': 'mine', 'cantilever-x/loads.inc': 'mine' });
    assert.equal(await findSample(sample, parent), undefined);
    const created = await copySample(sample, parent);
    await writeFile(path.join(created, 'loads.inc'), 'changed');
    assert.equal(await findSample(sample, parent), created);
    await rename(created, path.join(parent, 'cantilever-10'));
    const second = await copySample(sample, parent);
    assert.equal(await findSample(sample, parent), second);
    await rm(path.join(second, 'mesh', 'nodes.inc'));
    assert.equal(await findSample(sample, parent), path.join(parent, 'cantilever-10'));
    assert.equal(await findSample(sample, path.join(parent, 'gone')), undefined);
  });

  it('has its name, or its name and a number', () => {
    const names = [
      'cantilever',
      'cantilever-2',
      'cantilever-study',
      'cantilever-',
      'cantilever2',
      'my-cantilever',
    ];
    assert.deepEqual(
      names.filter((name) => isNameOfSample('cantilever', name)),
      ['cantilever', 'cantilever-2'],
    );
  });

  needs('links').it('is not found through a link', async () => {
    const parent = await tempTree();
    const elsewhere = await tempTree();
    await symlink(await copySample(sample, elsewhere), path.join(parent, 'cantilever'));
    assert.equal(await findSample(sample, parent), undefined);
  });

  it('reports where it cannot be written, and why', async () => {
    const parent = await tempTree();
    await rm(parent, { recursive: true });
    await assert.rejects(copySample(sample, parent), new SampleError(path.basename(parent), 'ENOENT'));
  });

  it('is written completely or not at all', async () => {
    const parent = await tempTree();
    const gone = path.join(parent, 'gone', 'cantilever');
    await assert.rejects(copySample(gone, parent), new SampleError(path.basename(parent), 'ENOENT'));
    assert.deepEqual(readdirSync(parent), []);
  });
});
