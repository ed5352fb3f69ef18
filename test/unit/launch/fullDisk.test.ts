import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { needs, ownMounts } from '../../support/capabilities';
import type { OnFullDisk } from '../../support/fullDiskProcess';
import { removeTempTrees, tempTree } from '../../support/tempTree';

const program = path.join(__dirname, '../../support/fullDiskProcess.js');

/** Runs the program on a small disk of its own. */
function runOnDisk(folder: string, size: string, argument: string): OnFullDisk {
  const script = `mount -t tmpfs -o ${size} none "$0" && exec "$1" "$2" "$0" "$3"`;
  const { status, stdout, stderr } = spawnSync(
    'unshare',
    [...ownMounts, 'sh', '-c', script, folder, process.execPath, program, argument],
    { encoding: 'utf8' },
  );
  assert.equal(status, 0, stderr);
  return JSON.parse(stdout) as OnFullDisk;
}

describe('A full disk', () => {
  afterEach(removeTempTrees);

  const disks: Record<string, readonly [size: string, argument: string]> = {
    'has no room for a byte': ['size=256k', 'noBytes'],
    'has no room for another file either': ['size=256k,nr_inodes=60', 'noFiles'],
  };
  for (const [what, [size, argument]] of Object.entries(disks)) {
    const title = `that ${what} lets no launch begin or resume, reports the reason, and lets launches be removed`;
    needs('privateMounts').it(title, async () => {
      assert.deepEqual(runOnDisk(await tempTree(), size, argument), {
        begin: 'JournalError ENOSPC',
        continue: 'JournalError ENOSPC',
        remove: '',
        continueAfterwards: '',
        left: ['.files', '.launch'],
      } satisfies OnFullDisk);
    });
  }
});
