import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import fs, { appendFileSync, mkdirSync, symlinkSync, truncateSync } from 'node:fs';
import { stat, symlink } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import path from 'node:path';
import { crc32 } from 'node:zlib';
import { getErrnoCode } from '../../../src/upload/errnoCode';
import { isNotRegular } from '../../../src/upload/fileAccessError';
import { toFileIdentity } from '../../../src/upload/fileIdentity';
import { FileReader, type WholeFile } from '../../../src/upload/fileReader';
import { needs } from '../../support/capabilities';
import { nextDescriptor } from '../../support/openFiles';
import { onPlatform } from '../../support/otherSystems';
import { removeTempTrees, tempTree } from '../../support/tempTree';

const content = Buffer.from('*NODE\n1, 0., 0., 0.\n'.repeat(1000));
const sha256 = createHash('sha256').update(content).digest('hex');
const checksum = crc32(content);

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

  it('reads a whole file with its hash, its checksum and its state before and after', async () => {
    const file = path.join(await tempTree({ 'a.inp': content }), 'a.inp');
    const identity = await identityOf(file);
    const open = nextDescriptor();
    const { bytes, ...rest } = readOne(new FileReader(), file, content.length, true);
    assert.deepEqual(Buffer.from(bytes), content);
    assert.deepEqual(rest, { opened: identity, sha256, checksum, closed: identity });
    assert.equal(nextDescriptor(), open);
  });

  it('does not hash when only the checksum is asked for', async () => {
    const file = path.join(await tempTree({ 'a.inp': content }), 'a.inp');
    const { sha256: hash, checksum: sum } = readOne(new FileReader(), file, content.length);
    assert.deepEqual([hash, sum], [undefined, checksum]);
  });

  it('reads no more than asked for, and less at the end', async () => {
    const file = path.join(await tempTree({ 'a.inp': content, empty: '' }), 'a.inp');
    const reader = new FileReader();
    assert.equal(readOne(reader, file, 10).bytes.length, 10);
    assert.equal(readOne(reader, file, content.length + 10).bytes.length, content.length);
    assert.equal(readOne(reader, path.join(path.dirname(file), 'empty'), 0).bytes.length, 0);
  });

  it('hashes an open file in steps, and anew from its beginning', async () => {
    const file = path.join(await tempTree({ 'a.inp': content }), 'a.inp');
    const reader = new FileReader();
    const { file: opened } = reader.open(file, true);
    assert.equal(reader.skim(opened, 0, 15_000), 15_000);
    assert.equal(reader.skim(opened, 0, 15_000), 15_000);
    assert.deepEqual(Buffer.from(reader.read(opened, 15_000, 10_000)), content.subarray(15_000));
    assert.equal(reader.skim(opened, content.length, 10_000), 0);
    const { sha256: hash, checksum: sum } = reader.finish(opened);
    reader.close(opened);
    assert.deepEqual([hash, sum], [sha256, checksum]);
  });

  it('sees a change between opening and the end', async () => {
    const file = path.join(await tempTree({ 'a.inp': content }), 'a.inp');
    const reader = new FileReader();
    const { file: opened, identity } = reader.open(file, false);
    appendFileSync(file, '!');
    assert.equal(reader.finish(opened).closed.size, identity.size + 1n);
    truncateSync(file, 5);
    assert.equal(reader.read(opened, 0, content.length).length, 5);
    reader.close(opened);
  });

  it('says of each of many files what is wrong with it', async () => {
    const root = await tempTree({ 'a.inp': content });
    const [file, missing] = [path.join(root, 'a.inp'), path.join(root, 'b.inp')];
    const closed = await identityOf(file);
    const reader = new FileReader();
    assert.deepEqual(reader.lookAll([file, missing]), [closed, { code: 'ENOENT' }]);
    const parts = [file, missing, root].map((one) => ({ path: one, size: content.length }));
    const [{ opened: _, ...hashed }, ...failed] = reader.hashAll(parts) as [
      { opened: unknown },
      ...unknown[],
    ];
    assert.deepEqual(hashed, { sha256, checksum, closed });
    assert.deepEqual(failed, [{ code: 'ENOENT' }, { code: 'NOT_REGULAR' }]);
  });

  it('reads many files with the bytes of each, even after one that is shorter than it was', async () => {
    const root = await tempTree({ 'a.inp': 'deck', 'b.inp': 'mesh', 'c.inp': 'loads' });
    const parts = ['a.inp', 'b.inp', 'd.inp', 'c.inp'].map((name) => ({
      path: path.join(root, name),
      size: 6,
    }));
    const results = new FileReader().readAll(parts.map((part) => ({ ...part, isHashed: false })));
    const texts = results.map((one) => ('bytes' in one ? Buffer.from(one.bytes).toString() : one.code));
    assert.deepEqual(texts, ['deck', 'mesh', 'ENOENT', 'loads']);
  });
});

function readOne(reader: FileReader, file: string, size: number, isHashed = false): WholeFile {
  const [result] = reader.readAll([{ path: file, size, isHashed }]);
  assert.ok(result !== undefined && 'bytes' in result);
  return result;
}
