import assert from 'node:assert/strict';
import { describeListedFile, formatListedFile } from '../../../src/messages/listedFile';

const formatSize = (bytes: number) => `${bytes} bytes`;

describe('A file in a list', () => {
  it('has its name, and its size in the words of the list', () =>
    assert.deepEqual(describeListedFile({ name: 'case/mesh.inc', size: 7 }, formatSize), {
      name: 'case/mesh.inc',
      details: '7 bytes',
    }));

  it('has a name whose hidden characters are visible, and in which nothing is read as an icon', () =>
    assert.deepEqual(describeListedFile({ name: 'a\u202eb$(check)', size: 0 }, formatSize), {
      name: 'a\\u{202e}b$\u200b(check)',
      details: '0 bytes',
    }));

  it('is one line of a document', () =>
    assert.equal(formatListedFile({ name: 'a b.inp', size: 1 }, formatSize), 'a b.inp  1 bytes'));
});
