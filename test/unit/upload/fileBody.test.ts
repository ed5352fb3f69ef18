import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import path from 'node:path';
import { mock } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { FileBody, getChunkBytes } from '../../../src/upload/fileBody';
import { OpenFile } from '../../../src/upload/openFile';
import { stopServices } from '../../support/service';
import { tempTree } from '../../support/tempTree';

const mebibyte = 1024 * 1024;

/** The body of a new file, and what is in the file. */
async function openBody(bytes: number, chunkBytes: number) {
  const content = randomBytes(bytes);
  const file = path.join(await tempTree({ 'a.inp': content }), 'a.inp');
  const opened = await OpenFile.open(file, new AbortController().signal);
  const planned = { ...opened.opened, name: 'a.inp', path: file };
  return { content, body: new FileBody(planned, () => Promise.resolve(opened), chunkBytes) };
}

/**
 * Takes a body of so many bytes as undici does: pauses it with each chunk, and resumes it when it no longer needs it.
 * @param use called with each chunk, once the next one has been read
 */
async function take(body: FileBody, bytes: number, use: (chunk: Buffer, position: number) => void) {
  let position = 0;
  const useLater = async (chunk: Buffer, start: number): Promise<void> => {
    while (body.readableLength === 0 && position < bytes) await setImmediate();
    use(chunk, start);
    body.resume();
  };
  body.on('data', (chunk: Buffer) => {
    body.pause();
    position += chunk.length;
    void useLater(chunk, position - chunk.length);
  });
  await once(body, 'close');
}

describe('The body of a request for a file', () => {
  afterEach(stopServices);

  it('has the bytes of the file, and each chunk as long as it is needed', async () => {
    const { content, body } = await openBody(9 * 64 * 1024 + 1, 64 * 1024);
    let same = 0;
    await take(body, content.length, (chunk, position) => {
      assert.deepEqual(chunk, content.subarray(position, position + chunk.length));
      same += chunk.length;
    });
    assert.equal(same, content.length);
  });

  it('leaves chunks to whoever keeps them and never resumes it', async () => {
    const { content, body } = await openBody(9 * 64 * 1024 + 1, 64 * 1024);
    const chunks: Buffer[] = [];
    for await (const chunk of body) chunks.push(chunk as Buffer);
    assert.deepEqual(Buffer.concat(chunks), content);
  });

  it('needs two pieces of memory, however many chunks the file has', async () => {
    const { content, body } = await openBody(40 * 64 * 1024, 64 * 1024);
    const { mock: made } = mock.method(Buffer, 'allocUnsafeSlow');
    try {
      await take(body, content.length, () => undefined);
      assert.equal(made.callCount(), 2);
    } finally {
      made.restore();
    }
  });

  it('has smaller chunks where only whole ones are seen to go: 3 kB/s take one before a connection stalls', () => {
    for (const parallelFiles of [1, 8, 64])
      assert.ok(getChunkBytes(parallelFiles, { areQueuesShown: false }) < 60 * 3000);
  });

  it('has chunks of 16 MiB in all, so that many at once do not need much more memory than a few', () => {
    const sizes = [1, 16, 64, 256].map((parallelFiles) =>
      getChunkBytes(parallelFiles, { areQueuesShown: true }),
    );
    assert.deepEqual(sizes, [mebibyte, mebibyte, mebibyte / 4, mebibyte / 16]);
  });
});
