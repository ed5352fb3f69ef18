import assert from 'node:assert/strict';
import fs, { mkdirSync, symlinkSync } from 'node:fs';
import { stat, symlink } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import path from 'node:path';
import { mock } from 'node:test';
import { isNotRegular } from '../../../src/files/fileAccessError';
import { toFileIdentity } from '../../../src/files/fileIdentity';
import { FileReader } from '../../../src/upload/fileReader';
import { needs } from '../../support/capabilities';
import { sha256 as sha256Of } from '../../support/hashes';
import { nextDescriptor } from '../../support/openFiles';
import { onPlatform } from '../../support/otherSystems';
import { removeTempTrees, tempTree } from '../../support/tempTree';

const content = Buffer.from('*NODE\n1, 0., 0., 0.\n'.repeat(1000));
const sha256 = sha256Of(content);

async function identityOf(file: string) {
  return toFileIdentity(await stat(file, { bigint: true }));
}

const look = (file: string) => () => new FileReader().lookAtRegular(file);

/** A file with the content above, and its state. */
async function makeFile() {
  const file = path.join(await tempTree({ 'a.inp': content }), 'a.inp');
  return { file, identity: await identityOf(file) };
}

describe('Reading files', () => {
  const sockets: Server[] = [];

  afterEach(async () => {
    for (const socket of sockets.splice(0)) socket.close();
    await removeTempTrees();
  });

  for (const [kind, capabilities, make] of [
    ['folder', [], mkdirSync],
    ['link', ['links'], (file: string) => symlinkSync('a.inp', file)],
    ['socket', ['sockets'], (file: string) => sockets.push(createServer().listen(file))],
    ['device', ['devices'], () => '/dev/null'],
  ] as const)
    needs(...capabilities).it(`rejects a ${kind}, with nothing left open`, async () => {
      const made = path.join(await tempTree({ 'a.inp': 'deck' }), 'made');
      const device = make(made);
      const open = nextDescriptor();
      assert.throws(look(typeof device === 'string' ? device : made), isNotRegular);
      assert.equal(nextDescriptor(), open);
    });

  needs('links').it('rejects links where opening cannot refuse to follow them', async () => {
    const { file, identity } = await makeFile();
    const link = path.join(path.dirname(file), 'link');
    await symlink('a.inp', link);
    await onPlatform('win32', () => {
      assert.throws(look(link), isNotRegular);
      assert.deepEqual(look(file)(), identity);
    });
  });

  it('rejects a file that becomes another one as it is opened, where opening cannot refuse links', async () => {
    const { file } = await makeFile();
    const secret = path.join(await tempTree({ 'secret.txt': 'secret' }), 'secret.txt');
    const { openSync } = fs;
    const mocked = mock.method(fs, 'openSync', () => openSync(secret, 'r'));
    try {
      await onPlatform('win32', () => assert.throws(look(file), isNotRegular));
    } finally {
      mocked.mock.restore();
    }
  });

  it('reads a file in one piece with its hash and its state before and after', async () => {
    const { file, identity } = await makeFile();
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
    const { file, identity } = await makeFile();
    const reader = new FileReader();
    const open = nextDescriptor();
    const { file: opened } = reader.open(file);
    assert.equal(reader.skim(opened, 15_000), 15_000);
    assert.deepEqual(Buffer.from(reader.read(opened, new Uint8Array(10_000))), content.subarray(15_000));
    assert.equal(reader.skim(opened, 10_000), 0);
    assert.deepEqual(reader.finish(opened), { sha256, opened: identity, closed: identity });
    assert.equal(nextDescriptor(), open, 'other programs may replace the file');
    reader.close(opened);
  });

  it('keeps apart two readings of one file, and never gives the number of a closed one again', async () => {
    const { file } = await makeFile();
    const reader = new FileReader();
    const given = reader.open(file).file;
    const other = reader.open(file).file;
    reader.skim(given, 10_000);
    assert.deepEqual(Buffer.from(reader.read(other, new Uint8Array(100))), content.subarray(0, 100));
    reader.close(given);
    const next = reader.open(file).file;
    assert.throws(() => reader.skim(given, 10_000), /not open/);
    assert.equal(reader.skim(other, content.length), content.length - 100);
    assert.equal(reader.skim(next, content.length), content.length);
    assert.deepEqual([reader.finish(other).sha256, reader.finish(next).sha256], [sha256, sha256]);
    for (const one of [other, next]) reader.close(one);
  });

  it('hashes many files one after the other, each without the bytes of those before', async () => {
    const { file, identity } = await makeFile();
    const root = await tempTree({ 'b.inp': 'deck' });
    const short = path.join(root, 'b.inp');
    const shorter = await identityOf(short);
    const reader = new FileReader();
    const results = [file, short, file].map((one) => reader.hashWhole(one, content.length));
    const whole = { sha256: sha256, opened: identity, closed: identity };
    assert.deepEqual(results, [whole, { sha256: sha256Of('deck'), opened: shorter, closed: shorter }, whole]);
    assert.throws(() => reader.hashWhole(path.join(root, 'c.inp'), 1), { code: 'ENOENT' });
    assert.throws(() => reader.hashWhole(root, 1), { code: 'NOT_REGULAR' });
  });
});
