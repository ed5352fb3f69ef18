import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { takeSnapshot } from '../../../src/launch/fileSnapshot';
import { describeError } from '../../../src/messages/describeError';
import { describeRejection } from '../../../src/messages/rejections';
import { findRequestedFiles } from '../../../src/request/requestedFiles';
import { inOneFolder } from '../../../src/request/requestFolders';
import { planUpload } from '../../../src/upload/planUpload';
import { needs } from '../../support/capabilities';
import { rejectionOf } from '../../support/rejections';
import { removeTempTrees, tempTree } from '../../support/tempTree';
import { nothing, planIn, selection, summary } from './support/plans';

const oid = 'oid sha256:4d7a214614ab2935c943f9e0ff69d22eadbb8f32b1258daaa5e2ca24d17e2393';
const lfs = `version https://git-lfs.github.com/spec/v1\n${oid}\nsize 175385569\n`;
const key = 'SHA256E-s175385569--4d7a214614ab2935c943f9e0ff69d22e.inc';
const fetchLfs = 'only a pointer of Git LFS; run “git lfs pull” to fetch the file, then try again';
const fetchAnnex = 'only a pointer of git-annex; run “git annex get” to fetch the file, then try again';
const fetchICloud = 'only a placeholder of iCloud; download the file in the Finder, then try again';

/** What may stand for a file, with its name. */
const standIns: readonly (readonly [
  what: string,
  name: string,
  content: string,
  reason: string,
  text: string,
])[] = [
  ['a pointer of Git LFS', 'mesh.inc', lfs, 'gitLfs', fetchLfs],
  ['one with the line ends of Windows', 'mesh.inc', lfs.replaceAll('\n', '\r\n'), 'gitLfs', fetchLfs],
  [
    'one with the filters of an extension',
    'mesh.inc',
    lfs.replace('oid', 'ext-0-foo sha256:00ff\noid'),
    'gitLfs',
    fetchLfs,
  ],
  ['one of the first version of Git LFS', 'mesh.inc', lfs.replace('git-lfs', 'hawser'), 'gitLfs', fetchLfs],
  ['a pointer of git-annex', 'mesh.inc', `/annex/objects/${key}\n`, 'gitAnnex', fetchAnnex],
  [
    'the text of a link of git-annex',
    'mesh.inc',
    `../.git/annex/objects/Kj/0q/${key}/${key}`,
    'gitAnnex',
    fetchAnnex,
  ],
  ['a placeholder of iCloud', '.mesh.inc.icloud', 'bplist00\u0001\u0002', 'iCloud', fetchICloud],
];

/** Contents that only look like those. */
const harmless = {
  'about.txt': `A pointer begins with\n${lfs}`,
  'large.inc': lfs + '*NODE\n'.repeat(200),
  'objects.txt': 'annex/objects',
  'paths.inc': '../mesh/annex/objects/x',
  'version.txt': 'version https://git-lfs.github.com/spec/v1\n',
  'wing.icloud': 'bplist00',
  'empty.inc': '',
};

describe('A file that stands for another one', () => {
  afterEach(removeTempTrees);

  for (const [what, name, content, reason, text] of standIns)
    it(`is refused in the plan with the remedy: ${what}`, async () => {
      const root = await tempTree({ 'wing.inp': 'deck', [name]: content });
      const plan = await planUpload([selection(root, [''])]);
      assert.deepEqual(summary(plan), { ...nothing, files: ['wing.inp 4'], rejected: [`${name} ${reason}`] });
      assert.deepEqual(plan.rejected.map(describeRejection), [text]);
    });

  it('is told from files that only look like it', async () => {
    const files = Object.entries(harmless).map(([name, content]) => `${name} ${content.length}`);
    assert.deepEqual(await planIn(await tempTree(harmless)), { ...nothing, files: files.sort() });
  });

  it('is a problem of a request, so that neither a task nor an agent sends it', async () => {
    const root = await tempTree({ 'wing.inp': 'deck', 'mesh.inc': lfs });
    const folders = inOneFolder({ root, exclude: [] });
    const { plan, problems } = await findRequestedFiles(
      { files: ['.'], exclude: [] },
      folders,
      new AbortController().signal,
    );
    assert.deepEqual(
      plan.files.map(({ name }) => name),
      ['wing.inp'],
    );
    const file = { name: 'mesh.inc', path: path.join(root, 'mesh.inc'), reason: 'gitLfs' };
    assert.deepEqual(problems, [{ kind: 'refusedFile', file }]);
  });

  it('stops a launch that is created again', async () => {
    const root = await tempTree({ 'mesh.inc': '*NODE' });
    const { files } = await planUpload([selection(root, [''])]);
    await writeFile(path.join(root, 'mesh.inc'), lfs);
    const error = await rejectionOf(takeSnapshot(files[0]!, [{ path: root, real: root }]));
    assert.equal(describeError(error), `“mesh.inc” cannot be uploaded: ${fetchLfs}.`);
  });

  needs('descriptors').it('may be the file itself, which has content although its size reads 0', async () => {
    const plan = await planUpload([selection('/proc/sys/kernel', ['ostype', 'osrelease'])]);
    assert.deepEqual(summary(plan), {
      ...nothing,
      rejected: ['osrelease unknownSize', 'ostype unknownSize'],
    });
    const remedy = 'has content, but its size is given as 0; copy it to another drive and try again';
    assert.deepEqual(plan.rejected.map(describeRejection), [remedy, remedy]);
  });
});
