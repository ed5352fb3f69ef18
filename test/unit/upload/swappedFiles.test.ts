import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, renameSync, rmSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { FileChangedError } from '../../../src/upload/errors';
import { assertUnchanged } from '../../../src/upload/fileState';
import { type Capability, needs } from '../../support/capabilities';
import { stopServices } from '../../support/service';
import { sha256 } from './support/fileServer';
import { prepareUpload } from './support/preparedUpload';

const planned = 'what was planned';
const hash = sha256(planned);

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

async function prepare() {
  const tree = { 'deck/a.inp': planned, 'other/a.inp': 'something secret' };
  const prepared = await prepareUpload(tree, { item: 'deck/a.inp' });
  return { ...prepared, file: path.join(prepared.root, 'deck/a.inp') };
}

const changed = (change: string) => ({ name: 'FileChangedError', file: 'a.inp', change });

describe('A planned file that was replaced', () => {
  afterEach(stopServices);

  for (const [by, capabilities, swap] of swaps) {
    needs(...capabilities).it(`by ${by}: no byte is sent`, async () => {
      const { root, file, files, puts, upload } = await prepare();
      swap(file, root);
      for (const planned of [files[0]!, { ...files[0]!, sha256: hash }]) {
        await assert.rejects(upload({}, [planned]), changed('replaced'));
        await assert.rejects(assertUnchanged(planned, new AbortController().signal), FileChangedError);
      }
      assert.deepEqual(puts(), []);
    });

    needs(...capabilities).it(
      `by ${by} while it is sent: it is detected, and only planned bytes are sent`,
      async () => {
        const { root, file, files, stored, upload, whileSending } = await prepare();
        whileSending(() => swap(file, root));
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
    await assert.rejects(upload(), changed('gone'));
    assert.deepEqual(puts(), []);
  });
});
