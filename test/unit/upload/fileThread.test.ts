import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { closeSync, constants, openSync } from 'node:fs';
import path from 'node:path';
import { FileAccessError, isNotRegular } from '../../../src/files/fileAccessError';
import { FileThread, getFileThread } from '../../../src/upload/fileThread';
import { waitFor } from '../../host/waitFor';
import { needs } from '../../support/capabilities';
import { rejectionOf } from '../../support/rejections';
import { removeTempTrees, tempTree } from '../../support/tempTree';

/** A program that waits for a lost drive at its first call: no signal reaches it. */
const silentProgram = 'require("worker_threads").parentPort.on("message", () => { for (;;); })';

const brokenProgram = silentProgram.replace('for (;;);', 'throw new Error("broken");');

describe('A thread that reads files', () => {
  afterEach(removeTempTrees);

  it('returns results, and the codes of errors', async () => {
    const root = await tempTree({ 'a.inp': 'deck' });
    const thread = new FileThread();
    assert.equal(await readText(thread, path.join(root, 'a.inp')), 'deck');
    const error = await rejectionOf(thread.call('look', path.join(root, 'b.inp')));
    assert.ok(error instanceof FileAccessError);
    assert.equal(error.code, 'ENOENT');
  });

  needs('pipes').it('does not wait for the writer of a pipe', async () => {
    const pipe = path.join(await tempTree({}), 'pipe');
    execFileSync('mkfifo', [pipe]);
    const thread = new FileThread({ maxSilenceMs: 1000, timeoutMs: 1000 });
    const error = await rejectionOf(thread.call('lookAtRegular', pipe));
    // Lets the thread go on if it waits.
    closeSync(openSync(pipe, constants.O_RDWR | constants.O_NONBLOCK));
    assert.equal(isNotRegular(error), true, String(error));
  });

  it('answers many calls, each with its own result', async () => {
    const names = Array.from({ length: 300 }, (_, index) => `f${index}`);
    const root = await tempTree(Object.fromEntries(names.map((name) => [name, name])));
    const thread = new FileThread();
    const texts = await Promise.all(names.map((name) => readText(thread, path.join(root, name))));
    assert.deepEqual(texts, names);
  });

  it('is shared while it responds, and ends when it is idle', async () => {
    const thread = getFileThread();
    await thread.call('look', '/');
    assert.equal(getFileThread(), thread);
    const idle = new FileThread({ maxIdleMs: 1 });
    await idle.call('look', '/');
    await waitFor('its end', () => !idle.isUsable);
    assert.ok((await rejectionOf(idle.call('look', '/'))) instanceof FileAccessError);
  });

  it('does not end while a file is open', async () => {
    const file = path.join(await tempTree({ 'a.inp': 'deck' }), 'a.inp');
    const thread = new FileThread({ maxIdleMs: 1 });
    const { file: opened } = await thread.call('open', file);
    const other = new FileThread({ maxIdleMs: 1 });
    await other.call('look', '/');
    await waitFor('the end of another one', () => !other.isUsable);
    assert.equal(thread.isUsable, true);
    await thread.call('close', opened);
    await waitFor('its end', () => !thread.isUsable);
  });

  it('takes no new work while it does not respond, and its calls fail in the end', async () => {
    const thread = new FileThread({ program: silentProgram, maxSilenceMs: 1, timeoutMs: 500 });
    let hasFailed = false;
    const failed = rejectionOf(thread.call('look', '/')).finally(() => (hasFailed = true));
    await waitFor('its silence', () => !thread.isUsable);
    assert.equal(hasFailed, false);
    const error = await failed;
    assert.ok(error instanceof FileAccessError);
    assert.equal(error.code, 'ETIMEDOUT');
  });

  it('fails all calls when its program breaks', async () => {
    const thread = new FileThread({ program: brokenProgram });
    const errors = await Promise.all([1, 2].map(() => rejectionOf(thread.call('look', '/'))));
    assert.ok(errors.every((error) => error instanceof FileAccessError));
    assert.equal(thread.isUsable, false);
  });
});

async function readText(thread: FileThread, file: string): Promise<string> {
  return Buffer.from((await thread.call('readWhole', file, 9)).bytes).toString();
}
