import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  linkSync,
  mkdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { mock } from 'node:test';
import { toFileIdentity } from '../../../src/files/fileIdentity';
import { findChangedFiles, hashFiles } from '../../../src/upload/checkFiles';
import { FileChangedError } from '../../../src/upload/errors';
import { assertUnchanged, hashPlannedFile } from '../../../src/upload/fileState';
import { FileThread } from '../../../src/upload/fileThread';
import { type Capability, needs } from '../../support/capabilities';
import { sha256 } from '../../support/hashes';
import { rejectionOf } from '../../support/rejections';
import { stopServices } from '../../support/service';
import { prepareUpload } from './support/preparedUpload';

const content = 'what was planned';
/** Large enough to be streamed. */
const large = Buffer.alloc(3_000_000, content);
const never = new AbortController().signal;

/** Writes data of the same size, and restores the modification time. */
function rewriteUnseen(file: string): void {
  const { atimeNs, mtimeNs, size } = statSync(file, { bigint: true });
  writeFileSync(file, Buffer.alloc(Number(size), 'what is replaced'));
  utimesSync(file, Number(atimeNs) / 1e9, Number(mtimeNs) / 1e9);
}

function replaceUnseen(file: string, text: string): void {
  writeFileSync(`${file}.new`, text);
  renameSync(`${file}.new`, file);
  utimesSync(file, 1_700_000_000, 1_700_000_000);
}

async function prepare(text: string | Buffer = content) {
  // A time that can be restored to the nanosecond.
  const before = (root: string) => utimesSync(path.join(root, 'a.inp'), 1_700_000_000, 1_700_000_000);
  const { files, puts, root, upload, whileSending } = await prepareUpload({ 'a.inp': text }, { before });
  const planned = { ...files[0]!, ...(await hashPlannedFile(files[0]!, never)) };
  const hashes: string[] = [];
  return {
    file: path.join(root, 'a.inp'),
    planned,
    hashes,
    puts,
    upload: async (during: () => void = () => undefined) => {
      whileSending(during);
      await upload({ onFileDone: (_, hash) => void hashes.push(hash) }, [planned]);
    },
  };
}

type ThreadCall = (this: FileThread, ...args: readonly [operation: string, ...unknown[]]) => Promise<unknown>;

const changed = (change: string) => ({ name: 'FileChangedError', file: 'a.inp', change });

describe('A file that is not written to', () => {
  afterEach(stopServices);

  for (const text of [content, large])
    it(`is uploaded although its change time moves before and while it is sent (${text.length} bytes)`, async () => {
      const { file, planned, upload, hashes } = await prepare(text);
      chmodSync(file, 0o400);
      await assertUnchanged(planned, never);
      await upload(() => chmodSync(file, 0o600));
      assert.deepEqual(hashes, [sha256(text)]);
      await assertUnchanged(planned, never);
    });

  it('is rejected all the same when its bytes are not the planned ones', async () => {
    for (const text of [content, large]) {
      const { upload, planned } = await prepare(text);
      Object.assign(planned, { sha256: sha256('something else') });
      await assert.rejects(upload(), changed('content'));
    }
  });

  it('is the same with another inode', async () => {
    const { file, planned, upload } = await prepare();
    replaceUnseen(file, content);
    await upload(() => replaceUnseen(file, content));
    await assertUnchanged(planned, never);
  });

  it('is read although it got a hard link after it was planned, and hashed in that state', async () => {
    const { file, planned } = await prepare();
    const { sha256: _, ...unread } = planned;
    linkSync(file, `${file}.backup`);
    const now = toFileIdentity(statSync(file, { bigint: true }));
    assert.notEqual(now.ctimeNs, unread.ctimeNs);
    await assertUnchanged(unread, never);
    assert.deepEqual(await findChangedFiles([unread], never), []);
    const hashed = { ...unread, ...now, sha256: sha256(content) };
    assert.deepEqual({ ...unread, ...(await hashPlannedFile(unread, never)) }, hashed);
    assert.deepEqual(await hashFiles([unread], never), { files: [hashed], changes: [] });
  });

  it('is rejected before it was read if it was written to or replaced', async () => {
    for (const [change, shown] of [
      [(file: string) => writeFileSync(file, 'of another size'), 'size'],
      [(file: string) => replaceUnseen(file, content), 'replaced'],
      [(file: string) => utimesSync(file, 1_600_000_000, 1_600_000_000), 'content'],
    ] as const) {
      const { file, planned } = await prepare();
      const { sha256: _, ...unread } = planned;
      change(file);
      await assert.rejects(assertUnchanged(unread, never), changed(shown));
      await assert.rejects(hashPlannedFile(unread, never), changed(shown));
      const { files, changes } = await hashFiles([unread], never);
      assert.deepEqual([files, changes.map((error) => error.change)], [[], [shown]]);
    }
  });

  for (const [operation, text] of [
    ['hashWhole', content],
    ['open', large],
  ] as const)
    it(`is named if it was missing when it was to be hashed, although it is back (${operation})`, async () => {
      const { file, planned } = await prepare(text);
      const { sha256: _, ...unread } = planned;
      const call = Reflect.get(FileThread.prototype, 'call') as ThreadCall;
      const away: ThreadCall = async function (called, ...args) {
        if (called === operation) renameSync(file, `${file}.moved`);
        try {
          return await call.call(this, called, ...args);
        } finally {
          if (called === operation) renameSync(`${file}.moved`, file);
        }
      };
      const mocked = mock.method(FileThread.prototype, 'call', away);
      const { files, changes } = await hashFiles([unread], never);
      mocked.mock.restore();
      assert.deepEqual([files, changes.map((error) => error.change)], [[], ['gone']]);
      assert.deepEqual(await findChangedFiles([unread], never), []);
    });
});

describe('A file that is rewritten with its times restored', () => {
  afterEach(stopServices);

  for (const text of [content, large])
    it(`before it is sent is detected, and nothing is sent (${text.length} bytes)`, async () => {
      const { file, planned, upload, puts } = await prepare(text);
      rewriteUnseen(file);
      await assert.rejects(upload(), changed('content'));
      assert.deepEqual(puts(), []);
      await assert.rejects(assertUnchanged(planned, never), changed('content'));
    });

  it('while it is sent is detected afterwards, and the planned bytes were sent', async () => {
    const { file, planned, upload, hashes } = await prepare();
    await upload(() => rewriteUnseen(file));
    assert.deepEqual(hashes, [sha256(content)]);
    await assert.rejects(assertUnchanged(planned, never), changed('content'));
  });

  needs('replacement').it('or replaced while it is sent is detected at once if it is large', async () => {
    for (const change of [rewriteUnseen, (file: string) => replaceUnseen(file, 'what is replaced')]) {
      const { file, upload, hashes } = await prepare(large);
      await assert.rejects(
        upload(() => change(file)),
        FileChangedError,
      );
      assert.deepEqual(hashes, []);
    }
  });

  it('is not read to its end when the user cancels', async () => {
    const { file, planned } = await prepare();
    chmodSync(file, 0o600);
    const reason = new Error('cancelled by the user');
    assert.equal(await rejectionOf(assertUnchanged(planned, AbortSignal.abort(reason))), reason);
  });
});

type Swap = (file: string, root: string) => void;

/** Makes something else in the place of a file. */
const inPlace =
  (make: (file: string, root: string) => unknown): Swap =>
  (file, root) => {
    rmSync(file);
    make(file, root);
  };

const otherIn = (root: string) => path.join(root, 'other/a.inp');

/** Possible replacements of `<root>/deck/a.inp`; `<root>/other/a.inp` has the same size. */
const swaps: readonly (readonly [by: string, capabilities: readonly Capability[], swap: Swap])[] = [
  ['a FIFO', ['pipes'], inPlace((file) => execFileSync('mkfifo', [file]))],
  ['a folder', [], inPlace((file) => mkdirSync(file))],
  ['a link to another file', ['links'], inPlace((file, root) => symlinkSync(otherIn(root), file))],
  [
    'another file of the same size and time',
    [],
    (file, root) => {
      const { atime, mtime } = statSync(file);
      renameSync(otherIn(root), file);
      utimesSync(file, atime, mtime);
    },
  ],
  [
    'a file in a folder that is now a link to another folder',
    ['links'],
    (file, root) => {
      renameSync(path.dirname(file), path.join(root, 'moved'));
      symlinkSync('other', path.dirname(file));
    },
  ],
];

async function prepareDeck() {
  const tree = { 'deck/a.inp': content, 'other/a.inp': 'something secret' };
  const prepared = await prepareUpload(tree, { item: 'deck/a.inp' });
  return { ...prepared, file: path.join(prepared.root, 'deck/a.inp') };
}

describe('A planned file that was replaced', () => {
  afterEach(stopServices);

  for (const [by, capabilities, swap] of swaps) {
    needs(...capabilities).it(`by ${by}: no byte is sent`, async () => {
      const { root, file, files, puts, upload } = await prepareDeck();
      swap(file, root);
      for (const planned of [files[0]!, { ...files[0]!, sha256: sha256(content) }]) {
        await assert.rejects(upload({}, [planned]), changed('replaced'));
        await assert.rejects(assertUnchanged(planned, never), FileChangedError);
      }
      assert.deepEqual(puts(), []);
    });

    needs(...capabilities).it(`by ${by} while it is sent: only planned bytes are sent`, async () => {
      const { root, file, files, stored, upload, whileSending } = await prepareDeck();
      whileSending(() => swap(file, root));
      // Like a launch, which checks the paths once more when all files are sent.
      const uploadAndLook = async () => {
        await upload();
        await assertUnchanged({ ...files[0]!, sha256: sha256(content) }, never);
      };
      await assert.rejects(uploadAndLook(), FileChangedError);
      assert.deepEqual(stored(), { 'a.inp': sha256(content) });
    });
  }

  it('by a file in place of its folder: it is missing', async () => {
    const { file, puts, upload } = await prepareDeck();
    rmSync(path.dirname(file), { recursive: true });
    writeFileSync(path.dirname(file), '');
    await assert.rejects(upload(), changed('gone'));
    assert.deepEqual(puts(), []);
  });
});
