import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import fs, { appendFileSync, mkdirSync, symlinkSync, truncateSync } from 'node:fs';
import { stat, symlink } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import path from 'node:path';
import { getErrnoCode } from '../../../src/files/errnoCode';
import { isNotRegular } from '../../../src/files/fileAccessError';
import { toFileIdentity } from '../../../src/files/fileIdentity';
import { FileReader } from '../../../src/upload/fileReader';
import { needs } from '../../support/capabilities';
import { nextDescriptor } from '../../support/openFiles';
import { onPlatform } from '../../support/otherSystems';
import { removeTempTrees, tempTree } from '../../support/tempTree';

const content = Buffer.from('*NODE\n1, 0., 0., 0.\n'.repeat(1000));
const sha256 = createHash('sha256').update(content).digest('hex');

async function identityOf(file: string) {
  return toFileIdentity(await stat(file, { bigint: true }));
}

/** The error of opening a file; fails when it was opened. */
function openingError(file: string): unknown {
  const reader = new FileReader();
  try {
    reader.lookAtRegular(file);
  } catch (error) {
    return error;
  }
  throw new Error(`${file} was opened`);
}

const sockets: Server[] = [];

function makeIn(root: string, make: (file: string) => void): string {
  const file = path.join(root, 'made');
  make(file);
  return file;
}

describe('Reading files', () => {
  afterEach(async () => {
    for (const socket of sockets.splice(0)) socket.close();
    await removeTempTrees();
  });

  it('returns the state of an opened file', async () => {
    const file = path.join(await tempTree({ 'a.inp': content }), 'a.inp');
    assert.deepEqual(new FileReader().lookAtRegular(file), await identityOf(file));
  });

  for (const { kind, capabilities, make } of [
    { kind: 'folder', capabilities: [], make: (root: string) => makeIn(root, mkdirSync) },
    {
      kind: 'link',
      capabilities: ['links'],
      make: (root: string) => makeIn(root, (file) => symlinkSync('a.inp', file)),
    },
    {
      kind: 'socket',
      capabilities: ['sockets'],
      make: (root: string) => makeIn(root, (file) => sockets.push(createServer().listen(file))),
    },
    { kind: 'device', capabilities: ['devices'], make: () => '/dev/null' },
  ] as const)
    needs(...capabilities).it(`rejects a ${kind}, with nothing left open`, async () => {
      const file = make(await tempTree({ 'a.inp': 'deck' }));
      const open = nextDescriptor();
      assert.equal(isNotRegular(openingError(file)), true);
      assert.equal(nextDescriptor(), open);
    });

  needs('links').it('rejects links where opening cannot refuse to follow them', async () => {
    const root = await tempTree({ 'a.inp': 'deck' });
    const [file, link] = [path.join(root, 'a.inp'), path.join(root, 'link')];
    await symlink('a.inp', link);
    await onPlatform('win32', async () => {
      assert.equal(isNotRegular(openingError(link)), true);
      assert.deepEqual(new FileReader().lookAtRegular(file), await identityOf(file));
    });
  });

  it('rejects a file that becomes another one as it is opened, where opening cannot refuse links', async () => {
    const root = await tempTree({ 'a.inp': 'deck', 'secret.txt': 'secret' });
    const [file, secret] = [path.join(root, 'a.inp'), path.join(root, 'secret.txt')];
    const { openSync } = fs;
    Object.assign(fs, { openSync: () => openSync(secret, 'r') });
    try {
      await onPlatform('win32', () => assert.equal(isNotRegular(openingError(file)), true));
    } finally {
      Object.assign(fs, { openSync });
    }
  });

  it('distinguishes a missing file from an irregular one', async () => {
    const error = openingError(path.join(await tempTree(), 'nothing'));
    assert.deepEqual([isNotRegular(error), getErrnoCode(error)], [false, 'ENOENT']);
  });

  it('reads a file in one piece with its hash and its state before and after', async () => {
    const file = path.join(await tempTree({ 'a.inp': content }), 'a.inp');
    const identity = await identityOf(file);
    const open = nextDescriptor();
    const { bytes, ...rest } = new FileReader().readWhole(file, content.length);
    assert.deepEqual(Buffer.from(bytes), content);
    assert.deepEqual(rest, { opened: identity, sha256, closed: identity });
    assert.equal(nextDescriptor(), open);
  });

  it('reads no more than asked for, and less at the end', async () => {
    const file = path.join(await tempTree({ 'a.inp': content, empty: '' }), 'a.inp');
    const reader = new FileReader();
    assert.equal(reader.readWhole(file, 10).bytes.length, 10);
    assert.equal(reader.readWhole(file, content.length + 10).bytes.length, content.length);
    assert.equal(reader.readWhole(path.join(path.dirname(file), 'empty'), 0).bytes.length, 0);
  });

  it('reads and hashes an open file in steps', async () => {
    const file = path.join(await tempTree({ 'a.inp': content }), 'a.inp');
    const identity = await identityOf(file);
    const reader = new FileReader();
    const open = nextDescriptor();
    const { file: opened } = reader.open(file);
    assert.equal(reader.skim(opened, 15_000), 15_000);
    assert.deepEqual(Buffer.from(reader.read(opened, 10_000)), content.subarray(15_000));
    assert.equal(reader.skim(opened, 10_000), 0);
    assert.deepEqual(reader.finish(opened), { sha256, opened: identity, closed: identity });
    assert.equal(nextDescriptor(), open, 'other programs may replace the file');
    reader.close(opened);
  });

  it('keeps apart two readings of one file, and never gives the number of a closed one again', async () => {
    const file = path.join(await tempTree({ 'a.inp': content }), 'a.inp');
    const reader = new FileReader();
    const [given, other] = [reader.open(file).file, reader.open(file).file];
    reader.skim(given, 10_000);
    assert.deepEqual(Buffer.from(reader.read(other, 100)), content.subarray(0, 100));
    reader.close(given);
    const next = reader.open(file).file;
    assert.throws(() => reader.skim(given, 10_000), /not open/);
    assert.equal(reader.skim(other, content.length), content.length - 100);
    assert.equal(reader.skim(next, content.length), content.length);
    assert.deepEqual([reader.finish(other).sha256, reader.finish(next).sha256], [sha256, sha256]);
    for (const one of [other, next]) reader.close(one);
  });

  it('sees a change between opening and the end', async () => {
    const file = path.join(await tempTree({ 'a.inp': content }), 'a.inp');
    const reader = new FileReader();
    const { file: opened, opened: before } = reader.open(file);
    appendFileSync(file, '!');
    assert.equal(reader.finish(opened).closed.size, before.size + 1n);
    reader.close(opened);
    const { file: again } = reader.open(file);
    truncateSync(file, 5);
    assert.equal(reader.read(again, content.length).length, 5);
    reader.close(again);
  });

  it('hashes many files one after the other, each without the bytes of those before', async () => {
    const root = await tempTree({ 'a.inp': content, 'b.inp': 'deck' });
    const [file, short] = [path.join(root, 'a.inp'), path.join(root, 'b.inp')];
    const [whole, shorter] = [await identityOf(file), await identityOf(short)];
    const reader = new FileReader();
    const results = [file, short, file].map((one) => reader.hashWhole(one, content.length));
    assert.deepEqual(results, [
      { sha256, opened: whole, closed: whole },
      { sha256: createHash('sha256').update('deck').digest('hex'), opened: shorter, closed: shorter },
      { sha256, opened: whole, closed: whole },
    ]);
    assert.throws(() => reader.hashWhole(path.join(root, 'c.inp'), 1), { code: 'ENOENT' });
    assert.throws(() => reader.hashWhole(root, 1), { code: 'NOT_REGULAR' });
  });
});
