import assert from 'node:assert/strict';
import path from 'node:path';
import { systemClock } from '../../../src/client/core/clock';
import { Journal } from '../../../src/launch/journal';
import type { AcceptedFile } from '../../../src/launch/journalEntry';
import type { PlannedFile } from '../../../src/upload/uploadPlan';
import { removeTempTrees, tempTree } from '../../support/tempTree';
import { somePlan } from './support/somePlan';

/** So long that a few hundred of them are longer than a line that is read back. */
const maxNameLength = 4096;

const count = 1500;

function nameOf(index: number): string {
  return `${'é'.repeat(maxNameLength / 2 - 4)}${index}`;
}

describe('The record of a launch whose files have very long names', () => {
  afterEach(removeTempTrees);

  it('can be read, whatever was accepted during one slow write, and continued', async () => {
    const folder = path.join(await tempTree(), 'launches');
    const journal = new Journal(folder, systemClock);
    const files = Array.from({ length: count }, (_, index) => {
      const name = nameOf(index);
      return { name, path: `/models/${name}`, size: 1, mtimeNs: '1', ctimeNs: '1', inode: String(index) };
    }) as unknown as readonly PlannedFile[];
    const accepted = files.map(({ name }): AcceptedFile => ({ name, sha256: 'a'.repeat(64) }));
    const begun = await journal.begin({ ...somePlan, model: { name: 'wing', files } });
    const { launch } = begun.record.plan;
    // All but the first are accepted while that is written.
    await Promise.all(accepted.map((file) => begun.noteAccepted(file)));
    await begun.close();
    const expected = new Map(accepted.map(({ name, sha256 }) => [name, sha256]));
    for (let round = 0; round < 2; round++) {
      const read = await new Journal(folder, systemClock).readFiles(launch);
      assert.deepEqual([read.planned.length, read.accepted], [count, expected]);
      await (await journal.continue(launch)).close();
    }
  });
});
