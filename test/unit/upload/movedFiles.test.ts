import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { chmodSync, linkSync, renameSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { FileChangedError } from '../../../src/upload/errors';
import { requirePlanned, requireSent } from '../../../src/upload/fileState';
import { uploadFiles } from '../../../src/upload/uploadFiles';
import { planUpload, type PlannedFile } from '../../../src/upload/uploadPlan';
import { ManualClock } from '../../support/manualClock';
import { startService, stopServices } from '../../support/service';
import { tempTree } from '../../support/tempTree';

const content = 'what was planned';
const never = new AbortController().signal;

const sha256 = (text: string | Buffer) => createHash('sha256').update(text).digest('hex');

/** What moves the change time of a file that nobody writes to. */
const marks: Readonly<Record<string, (file: string) => void>> = {
  permissions: (file) => chmodSync(file, 0o600),
  'a hard link': (file) => linkSync(file, `${file}.backup`),
};

/** Writes something of the same size, and sets the modification time back. */
function rewriteUnseen(file: string): void {
  const { atimeNs, mtimeNs } = statSync(file, { bigint: true });
  writeFileSync(file, 'what is replaced');
  utimesSync(file, Number(atimeNs) / 1e9, Number(mtimeNs) / 1e9);
}

async function prepare(text: string | Buffer = content) {
  const root = await tempTree({ 'a.inp': text });
  const file = path.join(root, 'a.inp');
  // A time that can be set again to the nanosecond.
  utimesSync(file, 1_700_000_000, 1_700_000_000);
  const service = await startService();
  const { files } = await planUpload([{ root, items: [file], exclude: [] }]);
  const { uploadUrls } = await service.client.createModel('deck', files);
  const hashes: string[] = [];
  const upload = (during: () => void = () => undefined) => {
    service.emulator.setIntercept(({ server }) => {
      if (server === 'files') during();
      return undefined;
    });
    return uploadFiles(files, uploadUrls, {
      client: service.client,
      parallelFiles: 1,
      signal: never,
      clock: new ManualClock(),
      onFileDone: (_, hash) => void hashes.push(hash),
    });
  };
  return { file, planned: files[0]!, upload, hashes };
}

const changed = (change: string) => (error: unknown) =>
  error instanceof FileChangedError && error.file === 'a.inp' && error.change === change;

describe('A file to which nobody writes', () => {
  afterEach(stopServices);

  for (const [name, mark] of Object.entries(marks)) {
    for (const [size, text] of [
      ['small', content],
      ['large', Buffer.alloc(3_000_000, content)],
    ] as const) {
      it(`and which gets ${name} before and while it is sent is uploaded, ${size} or not`, async () => {
        const { file, planned, upload, hashes } = await prepare(text);
        mark(file);
        await requirePlanned(planned);
        await upload(() => chmodSync(file, 0o400));
        assert.deepEqual(hashes, [sha256(text)]);
        await requireSent(planned, sha256(text), never);
      });
    }
  }

  it('is the same with another inode after it was sent, and not before', async () => {
    const { file, planned, upload, hashes } = await prepare();
    await upload();
    writeFileSync(`${file}.new`, content);
    renameSync(`${file}.new`, file);
    utimesSync(file, 1_700_000_000, 1_700_000_000);
    await requireSent(planned, hashes[0]!, never);
    await assert.rejects(requirePlanned(planned), changed('replaced'));
  });
});

describe('A file that is written to unseen, its times set back,', () => {
  afterEach(stopServices);

  it('while it is sent is noticed', async () => {
    const { file, upload, hashes } = await prepare();
    await assert.rejects(
      upload(() => rewriteUnseen(file)),
      changed('content'),
    );
    assert.deepEqual(hashes, []);
  });

  it('after it was sent is noticed', async () => {
    const { file, planned, upload, hashes } = await prepare();
    await upload();
    rewriteUnseen(file);
    await assert.rejects(requireSent(planned, hashes[0]!, never), changed('content'));
  });

  it('and has another inode is noticed', async () => {
    const { file, planned, upload, hashes } = await prepare();
    await upload();
    writeFileSync(`${file}.new`, 'what is replaced');
    renameSync(`${file}.new`, file);
    utimesSync(file, 1_700_000_000, 1_700_000_000);
    await assert.rejects(requireSent(planned, hashes[0]!, never), changed('replaced'));
  });

  it('is not read to its end when the user cancels', async () => {
    const { file, planned } = await prepare();
    chmodSync(file, 0o600);
    const reason = new Error('cancelled by the user');
    const state: PlannedFile = planned;
    await assert.rejects(requireSent(state, '', AbortSignal.abort(reason)), (error) => error === reason);
  });
});
