import assert from 'node:assert/strict';
import path from 'node:path';
import { describeStudyProblem } from '../../../src/messages/studyProblems';
import { readTableFile } from '../../../src/study/readTableFile';
import { holdAlone } from '../../support/heldFiles';
import { openStudyWindow } from '../../support/studies';
import { removeTempTrees, tempTree } from '../../support/tempTree';
import { problemsOf } from './support/studyWorld';

const tree = {
  'cases.csv': 'files,speed\none,1\n',
  'one/deck.inp.template': '*SPEED\n{{ speed }}\n',
  'one/mesh.inc': '*NODE\n',
};

async function prepare(root: string): Promise<unknown> {
  const { prepare } = openStudyWindow({
    baseUrl: 'http://localhost:1',
    folder: path.join(root, 'launches'),
    root,
    table: 'cases.csv',
    project: { id: 'p1', name: 'Wing' },
    model: { perRow: true, exclude: [], name: 'Wing' },
  });
  return await prepare();
}

describe('A study whose files another program has open', () => {
  let close: () => void = () => undefined;

  afterEach(async () => {
    close();
    await removeTempTrees();
  });

  it('says so of its table', async () => {
    const table = path.join(await tempTree(tree), 'cases.csv');
    close = holdAlone(table);
    const problems = await problemsOf(readTableFile(table, new AbortController().signal));
    assert.deepEqual(problems, [{ kind: 'fileUnreadable', row: 1, column: 1, file: table, code: 'EBUSY' }]);
    assert.deepEqual(problems.map(describeStudyProblem), [
      `“${table}” is open in another program. Close it there and try again.`,
    ]);
  });

  for (const { file, since, when } of [
    { file: 'mesh.inc', since: 'hashWhole', when: 'as it is hashed' },
    { file: 'deck.inp.template', since: 'hashWhole', when: 'as it is hashed' },
    { file: 'deck.inp.template', since: 'readWhole', when: 'as it is read' },
  ] as const)
    it(`says so of ${file} ${when}`, async () => {
      const root = await tempTree(tree);
      close = holdAlone(path.join(root, 'one', file), since);
      const problems = await problemsOf(prepare(root));
      assert.deepEqual(problems, [{ kind: 'fileUnreadable', row: 2, column: 1, file, code: 'EBUSY' }]);
      close();
      await prepare(root);
    });
});

describe('A file or folder that a cell names and that is not there', () => {
  afterEach(removeTempTrees);

  for (const cell of ['two', 'one/none.inp', '${workspaceFolder}/one', 'one/*.inc'])
    it(`is called as in the cell (${cell})`, async () => {
      const root = await tempTree({ ...tree, 'cases.csv': `files,speed\n${cell},1\n` });
      const problems = await problemsOf(prepare(root));
      assert.deepEqual(problems.map(describeStudyProblem), [`“${cell}” cannot be uploaded: does not exist.`]);
    });
});
