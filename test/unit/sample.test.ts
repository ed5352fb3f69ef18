import assert from 'node:assert/strict';
import { lstatSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { rm, symlink } from 'node:fs/promises';
import path from 'node:path';
import { copySample, SampleError } from '../../src/platform/sampleModel';
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
