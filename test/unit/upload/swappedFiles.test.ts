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
import { type Capability, needs } from '../../support/capabilities';
import { FakeClock } from '../../support/fakeClock';
import { type EmulatedService, startService, stopServices } from '../../support/service';
import { tempTree } from '../../support/tempTree';

const planned = 'what was planned';
const sha256 = createHash('sha256').update(planned).digest('hex');
const other = 'something secret';

interface Swap {
  readonly by: string;
  readonly capabilities: readonly Capability[];
  readonly swap: (root: string, file: string) => void;
}

/** Makes something else in the place of a file. */
const inPlace =
  (make: (file: string, root: string) => unknown): Swap['swap'] =>
  (root, file) => {
    rmSync(file);
    make(file, root);
  };

/** Possible replacements of `<root>/deck/a.inp`; `<root>/other/a.inp` has the same size. */
const swaps: readonly Swap[] = [
  { by: 'a FIFO', capabilities: ['pipes'], swap: inPlace((file) => execFileSync('mkfifo', [file])) },
  { by: 'a folder', capabilities: [], swap: inPlace((file) => mkdirSync(file)) },
  {
    by: 'a link to another file',
    capabilities: ['links'],
    swap: inPlace((file, root) => symlinkSync(path.join(root, 'other/a.inp'), file)),
  },
  { by: 'a link to itself', capabilities: ['links'], swap: inPlace((file) => symlinkSync('a.inp', file)) },
  {
    by: 'a link to /dev/zero',
    capabilities: ['links'],
    swap: inPlace((file) => symlinkSync('/dev/zero', file)),
  },
  {
    by: 'another file of the same size and time',
    capabilities: [],
    swap: (root, file) => {
      const { atime, mtime } = statSync(file);
      renameSync(path.join(root, 'other/a.inp'), file);
      utimesSync(file, atime, mtime);
    },
  },
  {
    by: 'a hard link to another file',
    capabilities: [],
    swap: inPlace((file, root) => linkSync(path.join(root, 'other/a.inp'), file)),
  },
  {
    by: 'a file in a folder that is now a link to another folder',
    capabilities: ['links'],
    swap: (root, file) => {
      renameSync(path.dirname(file), path.join(root, 'moved'));
      symlinkSync('other', path.dirname(file));
    },
  },
];

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
      clock: new FakeClock(),
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

  for (const { by, capabilities, swap } of swaps) {
    needs(...capabilities).it(`by ${by}: no byte is sent`, async () => {
      const { root, file, files, service, upload } = await prepare();
      swap(root, file);
      await assert.rejects(upload(), replaced);
      await assert.rejects(upload(sha256), replaced);
      assert.deepEqual(puts(service), []);
      for (const planned of [files[0]!, { ...files[0]!, sha256 }])
        await assert.rejects(assertUnchanged(planned, new AbortController().signal), FileChangedError);
    });

    needs(...capabilities).it(
      `by ${by} while it is sent: it is detected, and only planned bytes are sent`,
      async () => {
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
      },
    );
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
