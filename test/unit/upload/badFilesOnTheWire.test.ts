import assert from 'node:assert/strict';
import { once } from 'node:events';
import { appendFileSync, truncateSync } from 'node:fs';
import path from 'node:path';
import { finished } from 'node:stream/promises';
import { setImmediate } from 'node:timers/promises';
import { FileBody } from '../../../src/upload/fileBody';
import { FileReader } from '../../../src/upload/fileReader';
import { OpenFile } from '../../../src/upload/openFile';
import { needs } from '../../support/capabilities';
import { hashesOf } from '../../support/hashes';
import { stopServices } from '../../support/service';
import { tempTree } from '../../support/tempTree';
import { prepareUpload } from './support/preparedUpload';

/** The body of a file of this size that is open already. */
async function openBody(size: number) {
  const source = path.join(await tempTree({ 'a.inp': Buffer.alloc(size) }), 'a.inp');
  const opened = await OpenFile.open(source, new AbortController().signal);
  const file = { ...opened.opened, name: 'a.inp', path: 'a.inp' };
  return { source, opened, body: new FileBody(file, () => Promise.resolve(opened)) };
}

const unreadable = (file: string, code: string) => ({ name: 'FileUnreadableError', file, code });

describe('Bad files on the wire', () => {
  afterEach(stopServices);

  it('strange names are unchanged in JSON and in no URL', async () => {
    const strange = ['#hash', '%2e%2e', '-rf', '__proto__', '📐 été.inp', 'a&b=c;d', 'mesh/%2F/n.inc'].sort();
    const tree = Object.fromEntries(strange.map((name) => [name, name]));
    const { emulator, puts, stored, upload } = await prepareUpload(tree);
    await upload({ parallelFiles: 1 });
    const files = strange.map((name) => ({ name, size: Buffer.byteLength(name) }));
    assert.deepEqual(emulator.requests[0]?.body, { name: 'deck', files });
    const sent = puts().map(({ fileName }) => fileName);
    assert.deepEqual(sent, strange);
    for (const { path: asked } of puts()) assert.match(asked, /^[\w/-]+\/\d+$/);
    assert.deepEqual(stored(), hashesOf(tree));
  });

  needs('failingFiles').it('a file on a failing disk is named with its error, and not repeated', async () => {
    const { upload, puts } = await prepareUpload({ 'share/a.inp': 'x' });
    // A regular file whose first bytes cannot be read, as on a disconnected network share.
    const source = '/proc/self/mem';
    const identity = new FileReader().look(source);
    const file = { ...identity, name: 'share/a.inp', path: source, size: 1000 };
    await assert.rejects(upload({}, [file]), unreadable('share/a.inp', 'EIO'));
    assert.ok(puts().length <= 1);
  });

  it('no more of a file is sent than was planned, although it grows once it is open', async () => {
    const { source, body } = await openBody(1_500_000);
    appendFileSync(source, Buffer.alloc(1_000_000));
    let bytes = 0;
    for await (const chunk of body) bytes += (chunk as Buffer).length;
    assert.equal(bytes, 1_500_000);
  });

  it('a file on a share that disconnects while it is read ends its body with the error of the system', async () => {
    const { opened, body } = await openBody(4_000_000);
    body.once('data', () => opened.close());
    await assert.rejects(finished(body), unreadable('a.inp', 'unknown'));
    assert.ok(body.bytesRead > 0 && body.bytesRead < 4_000_000);
  });

  it('a drive that does not respond does not delay the end of a body', async () => {
    const { opened, body } = await openBody(4_000_000);
    opened.read = () => new Promise(() => undefined);
    body.read(0);
    await setImmediate();
    body.destroy();
    await once(body, 'close');
    assert.equal(body.bytesRead, 0);
  });

  it('a destroyed body reports no further errors, whatever the file is', async () => {
    const { source, body } = await openBody(1_000_000);
    truncateSync(source, 256 * 1024);
    const unhandled: unknown[] = [];
    const note = (error: unknown) => void unhandled.push(error);
    process.on('unhandledRejection', note);
    body.once('data', () => body.destroy());
    await once(body, 'close');
    await setImmediate();
    process.off('unhandledRejection', note);
    assert.deepEqual([body.errored, unhandled], [null, []]);
  });
});
