import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
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
import { FileChangedError } from '../../../src/upload/errors';
import { assertUnchanged } from '../../../src/upload/fileState';
import { planUpload } from '../../../src/upload/planUpload';
import { uploadFiles } from '../../../src/upload/uploadFiles';
import { ManualClock } from '../../support/manualClock';
import { type EmulatedService, startService, stopServices } from '../../support/service';
import { tempTree } from '../../support/tempTree';

const planned = 'what was planned';
const sha256 = createHash('sha256').update(planned).digest('hex');
const other = 'something secret';

/** Possible replacements of `<root>/deck/a.inp`; `<root>/other/a.inp` has the same size. */
const swaps: Readonly<Record<string, (root: string, file: string) => void>> = {
  'a FIFO': (_, file) => {
    rmSync(file);
    execFileSync('mkfifo', [file]);
  },
  'a folder': (_, file) => {
    rmSync(file);
    mkdirSync(file);
  },
  'a link to another file': (root, file) => {
    rmSync(file);
    symlinkSync(path.join(root, 'other/a.inp'), file);
  },
  'a link to itself': (_, file) => {
    rmSync(file);
    symlinkSync('a.inp', file);
  },
  'a link to /dev/zero': (_, file) => {
    rmSync(file);
    symlinkSync('/dev/zero', file);
  },
  'another file of the same size and time': (root, file) => {
    const { atime, mtime } = statSync(file);
    renameSync(path.join(root, 'other/a.inp'), file);
    utimesSync(file, atime, mtime);
  },
  'a hard link to another file': (root, file) => {
    rmSync(file);
    linkSync(path.join(root, 'other/a.inp'), file);
  },
  'a file in a folder that is now a link to another folder': (root, file) => {
    renameSync(path.dirname(file), path.join(root, 'moved'));
    symlinkSync('other', path.dirname(file));
  },
};

async function prepare() {
  const root = await tempTree({ 'deck/a.inp': planned, 'other/a.inp': other });
  const service = await startService();
  const { files } = await planUpload([{ root, items: [path.join(root, 'deck/a.inp')], exclude: [] }]);
  const { uploadUrls } = await service.client.createModel('deck', files);
  const upload = (sha256?: string) =>
    uploadFiles(sha256 === undefined ? files : files.map((one) => ({ ...one, sha256 })), uploadUrls, {
      client: service.client,
      parallelFiles: 1,
      signal: new AbortController().signal,
      clock: new ManualClock(),
    });
  return { root, file: path.join(root, 'deck/a.inp'), files, service, upload };
}

const puts = ({ emulator }: EmulatedService) =>
  emulator.requests.filter(({ server }) => server === 'files').map(({ bytesReceived }) => bytesReceived);

const replaced = (error: unknown) => {
  assert.ok(error instanceof FileChangedError, String(error));
  assert.deepEqual([error.file, error.change], ['a.inp', 'replaced']);
  return true;
};

describe('A planned file that was replaced', () => {
  afterEach(stopServices);

  for (const [name, swap] of Object.entries(swaps)) {
    it(`by ${name}: no byte is sent`, async () => {
      const { root, file, files, service, upload } = await prepare();
      swap(root, file);
      await assert.rejects(upload(), replaced);
      await assert.rejects(upload(sha256), replaced);
      assert.deepEqual(puts(service), []);
      for (const planned of [files[0]!, { ...files[0]!, sha256 }])
        await assert.rejects(assertUnchanged(planned, new AbortController().signal), FileChangedError);
    });

    it(`by ${name} while it is sent: it is detected, and only planned bytes are sent`, async () => {
      const { root, file, files, service, upload } = await prepare();
      service.emulator.setIntercept(({ server }) => {
        if (server === 'files') swap(root, file);
        return undefined;
      });
      // Like a launch, which checks the paths once more when all files are sent.
      const uploadAndLook = async () => {
        await upload();
        await assertUnchanged({ ...files[0]!, sha256 }, new AbortController().signal);
      };
      await assert.rejects(uploadAndLook(), FileChangedError);
      const stored = service.emulator.models.flatMap(({ model_id }) => [
        ...service.emulator.storedFiles(model_id),
      ]);
      assert.deepEqual(
        stored.map(([stored, { sha256 }]) => [stored, sha256]),
        [['a.inp', sha256]],
      );
    });
  }

  it('by a file in place of its folder: it is missing', async () => {
    const { file, service, upload } = await prepare();
    rmSync(path.dirname(file), { recursive: true });
    writeFileSync(path.dirname(file), '');
    await assert.rejects(
      upload(),
      (error) => error instanceof FileChangedError && error.change === 'gone' && error.file === 'a.inp',
    );
    assert.deepEqual(puts(service), []);
  });
});
