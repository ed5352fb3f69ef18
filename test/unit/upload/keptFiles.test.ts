import assert from 'node:assert/strict';
import type { WholeFile } from '../../../src/upload/fileReader';
import { KeptFiles } from '../../../src/upload/keptFiles';
import type { PlannedFile } from '../../../src/upload/uploadPlan';

const megabyte = 1024 * 1024;
const identity = { size: 1n, mtimeNs: 1n, ctimeNs: 1n, inode: 1n };
const content: WholeFile = { opened: identity, closed: identity, checksum: 1, bytes: Buffer.from('a') };

describe('Files that are kept to be sent', () => {
  let nowMs = 0;
  let kept: KeptFiles;
  beforeEach(() => {
    nowMs = 5;
    kept = new KeptFiles({ elapsed: () => nowMs });
  });

  it('are taken once, because a file that is sent again is read again', () => {
    const file = createFile(1);
    kept.keep(file, content);
    assert.deepEqual([kept.has(file), kept.take(file), kept.take(file)], [true, content, undefined]);
  });

  it('take up to 48 MB', () => {
    const file = createFile(16 * megabyte);
    const reserved = [[file, file], [file], [createFile(1)]].map((files) => kept.reserve(files));
    assert.deepEqual(reserved, [true, true, false]);
  });

  it('are read again when they are old, so that a change is noticed before the end of a slow upload', () => {
    const file = createFile(1);
    assert.equal(kept.reserve([file]), true);
    kept.keep(file, content);
    nowMs += 10_000;
    assert.equal(kept.has(file), true);
    nowMs += 1;
    assert.deepEqual([kept.has(file), kept.take(file), kept.reserve([file])], [false, undefined, false]);
  });
});

function createFile(size: number): PlannedFile {
  return { name: 'a', path: '/a', size, identity };
}
