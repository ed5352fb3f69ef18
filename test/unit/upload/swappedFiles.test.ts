import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
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
import { type Capability, needs } from '../../support/capabilities';
import { stopServices } from '../../support/service';
import { sha256 } from './support/fileServer';
import { prepareUpload } from './support/preparedUpload';

const planned = 'what was planned';
const hash = sha256(planned);
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
  const prepared = await prepareUpload(
    { 'deck/a.inp': planned, 'other/a.inp': other },
    { item: 'deck/a.inp' },
  );
  return { ...prepared, file: path.join(prepared.root, 'deck/a.inp') };
}

const replaced = (error: unknown) => {
  assert.ok(error instanceof FileChangedError, String(error));
  assert.deepEqual([error.file, error.change], ['a.inp', 'replaced']);
  return true;
};

describe('A planned file that was replaced', () => {
  afterEach(stopServices);

  for (const { by, capabilities, swap } of swaps) {
    needs(...capabilities).it(`by ${by}: no byte is sent`, async () => {
      const { root, file, files, puts, upload } = await prepare();
      swap(root, file);
      for (const planned of [files[0]!, { ...files[0]!, sha256: hash }]) {
        await assert.rejects(upload({}, [planned]), replaced);
        await assert.rejects(assertUnchanged(planned, new AbortController().signal), FileChangedError);
      }
      assert.deepEqual(puts(), []);
    });

    needs(...capabilities).it(
      `by ${by} while it is sent: it is detected, and only planned bytes are sent`,
      async () => {
        const { root, file, files, stored, upload, whileSending } = await prepare();
        whileSending(() => swap(root, file));
        // Like a launch, which checks the paths once more when all files are sent.
        const uploadAndLook = async () => {
          await upload();
          await assertUnchanged({ ...files[0]!, sha256: hash }, new AbortController().signal);
        };
        await assert.rejects(uploadAndLook(), FileChangedError);
        assert.deepEqual(stored(), { 'a.inp': hash });
      },
    );
  }

  it('by a file in place of its folder: it is missing', async () => {
    const { file, puts, upload } = await prepare();
    rmSync(path.dirname(file), { recursive: true });
    writeFileSync(path.dirname(file), '');
    await assert.rejects(
      upload(),
      (error) => error instanceof FileChangedError && error.change === 'gone' && error.file === 'a.inp',
    );
    assert.deepEqual(puts(), []);
  });
});
