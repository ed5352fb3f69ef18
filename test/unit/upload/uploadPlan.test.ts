import assert from 'node:assert/strict';
import { link, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { arrangePlan, planUpload } from '../../../src/upload/planUpload';
import { addFiles, getBaseFolder, type Selection } from '../../../src/upload/uploadPlan';
import { Random } from '../../simulation/random';
import { needs } from '../../support/capabilities';
import { finishSteps } from '../../support/steps';
import { removeTempTrees, tempTree } from '../../support/tempTree';
import { selection, summary } from './support/plans';

const deck = {
  'deck/main.inp': 'main',
  'deck/mesh/nodes.inc': 'nodes',
  'deck/mesh/elements.inc': 'elements!',
  'notes.txt': '',
};

describe('Planning an upload', () => {
  afterEach(removeTempTrees);

  it('includes folders recursively, with names relative to the parent of the selection', async () => {
    const root = await tempTree(deck);
    assert.deepEqual(summary(await planUpload([selection(root, ['deck', 'notes.txt'])])), {
      files: ['deck/main.inp 4', 'deck/mesh/elements.inc 9', 'deck/mesh/nodes.inc 5', 'notes.txt 0'],
      excluded: [],
      rejected: [],
    });
  });

  it('begins names inside a folder that is selected alone, because that is the model', async () => {
    const root = await tempTree(deck);
    for (const [item, names] of [
      ['deck', ['main.inp 4', 'mesh/elements.inc 9', 'mesh/nodes.inc 5']],
      ['deck/mesh', ['elements.inc 9', 'nodes.inc 5']],
    ] as const) {
      assert.deepEqual(summary(await planUpload([selection(root, [item])])).files, names);
    }
  });

  it('keeps the name of a folder that is selected with something else, or in two workspace folders', async () => {
    const root = await tempTree(deck);
    const files = ['mesh/elements.inc 9', 'mesh/nodes.inc 5'];
    const both = await planUpload([selection(root, ['deck/main.inp', 'deck/mesh'])]);
    assert.deepEqual(summary(both).files, ['main.inp 4', ...files]);
    const other = await tempTree({ 'x.inp': '' });
    const two = await planUpload([selection(root, ['deck/mesh']), selection(other, ['x.inp'])]);
    assert.deepEqual(summary(two).files, [...files, 'x.inp 0']);
  });

  it('gives names relative to the workspace folder when that is selected itself', async () => {
    const root = await tempTree(deck);
    const plan = await planUpload([selection(root, [''])]);
    assert.deepEqual(summary(plan).files, [
      'deck/main.inp 4',
      'deck/mesh/elements.inc 9',
      'deck/mesh/nodes.inc 5',
      'notes.txt 0',
    ]);
  });

  it('includes a file inside a selected folder once', async () => {
    const root = await tempTree(deck);
    const nested = selection(root, ['deck/mesh/nodes.inc', 'deck', 'deck', 'deck/main.inp']);
    assert.deepEqual(summary(await planUpload([nested])).files, [
      'main.inp 4',
      'mesh/elements.inc 9',
      'mesh/nodes.inc 5',
    ]);
    assert.equal(getBaseFolder(nested), root);
  });

  it('excludes files that match the patterns, and does not read excluded folders', async () => {
    const root = await tempTree({ ...deck, '.git/config': 'x', '.env': 'x', 'deck/server.key': 'x' });
    const plan = await planUpload([selection(root, ['deck', '.git', '.env'], ['.git/', '.env*', '*.key'])]);
    assert.deepEqual(summary(plan), {
      files: ['deck/main.inp 4', 'deck/mesh/elements.inc 9', 'deck/mesh/nodes.inc 5'],
      excluded: ['file .env by .env*', 'folder .git by .git/', 'file deck/server.key by *.key'],
      rejected: [],
    });
  });

  it('includes an excluded file when the user ticks it, and a folder with all its content', async () => {
    const root = await tempTree({ '.git/config': 'ab', '.git/x.key': 'c', '.env': 'd', 'a.key': 'e' });
    const include = new Set([path.join(root, '.git'), path.join(root, '.env')]);
    const plan = await planUpload([selection(root, [''], ['.git/', '.env*', '*.key'])], { include });
    assert.deepEqual(summary(plan), {
      files: ['.env 1', '.git/config 2', '.git/x.key 1'],
      excluded: ['file a.key by *.key'],
      rejected: [],
    });
  });

  it('matches patterns against the path in the workspace folder, not in the selection', async () => {
    const root = await tempTree(deck);
    const plan = await planUpload([selection(root, ['deck/mesh'], ['/deck/mesh/nodes.inc'])]);
    assert.deepEqual(summary(plan).excluded, ['file nodes.inc by /deck/mesh/nodes.inc']);
  });

  needs('links').it(
    'follows links that stay inside the selection and rejects one that leads back',
    async () => {
      const root = await tempTree(deck);
      await symlink('main.inp', path.join(root, 'deck/also.inp'));
      await symlink('mesh', path.join(root, 'deck/grid'));
      await symlink('..', path.join(root, 'deck/mesh/up'));
      const plan = await planUpload([selection(root, ['deck'])]);
      assert.deepEqual(summary(plan), {
        files: [
          'also.inp 4',
          'grid/elements.inc 9',
          'grid/nodes.inc 5',
          'main.inp 4',
          'mesh/elements.inc 9',
          'mesh/nodes.inc 5',
        ],
        excluded: [],
        rejected: ['grid/up linkLoop', 'mesh/up linkLoop'],
      });
    },
  );

  needs('links').it('rejects a selected link whose target was not selected', async () => {
    const root = await tempTree(deck);
    await symlink('main.inp', path.join(root, 'deck/also.inp'));
    const plan = await planUpload([selection(root, ['deck/also.inp'])]);
    assert.deepEqual(summary(plan).rejected, ['also.inp linkOutside']);
  });

  it('rejects both of two files with the same name from two roots', async () => {
    const one = await tempTree({ 'main.inp': '1', 'other.inc': '1' });
    const two = await tempTree({ 'main.inp': '22' });
    const plan = await planUpload([selection(one, ['main.inp', 'other.inc']), selection(two, ['main.inp'])]);
    assert.deepEqual(summary(plan), {
      files: ['other.inc 1'],
      excluded: [],
      rejected: ['main.inp equalName', 'main.inp equalName'],
    });
  });

  for (const [what, capability, names] of [
    ['case', 'caseNames', ['A.inp', 'a.inp']],
    ['Unicode form', 'formNames', ['caf\u00e9', 'cafe\u0301']],
  ] as const)
    needs(capability).it(`rejects names that differ in ${what} only`, async () => {
      const root = await tempTree(Object.fromEntries([...names, 'b'].map((name) => [name, name])));
      const plan = await planUpload([selection(root, [''])]);
      assert.deepEqual(summary(plan), {
        files: ['b 1'],
        excluded: [],
        rejected: names.toSorted().map((name) => `${name} equalName`),
      });
    });

  it('includes one file of an excluded folder, and nothing else in it', async () => {
    const root = await tempTree({ 'a.inp': '', 'lib/b.inc': '', 'lib/c.inc': '' });
    const include = new Set([path.join(root, 'lib/b.inc')]);
    for (const items of [
      ['', 'lib/b.inc'],
      ['a.inp', 'lib', 'lib/b.inc'],
    ]) {
      const plan = await planUpload([selection(root, items, ['lib/'])], { include });
      assert.deepEqual(summary(plan), {
        files: ['a.inp 0', 'lib/b.inc 0'],
        excluded: ['folder lib by lib/'],
        rejected: [],
      });
    }
    const folder = new Set([...include, path.join(root, 'lib')]);
    const plan = await planUpload([selection(root, ['', 'lib/b.inc'], ['lib/'])], { include: folder });
    assert.deepEqual(summary(plan).files, ['a.inp 0', 'lib/b.inc 0', 'lib/c.inc 0']);
  });

  it('begins names at a common folder once files of another workspace folder are added', async () => {
    const parent = await tempTree({ 'one/case/a.inp': '', 'one/b.inc': '', 'two/lib/c.inc': '' });
    const [one, two] = [path.join(parent, 'one'), path.join(parent, 'two')];
    const deck = selection(one, ['case/a.inp']);
    const names = async (...added: Selection[]) => summary(await planUpload(addFiles([deck], added))).files;
    assert.deepEqual(await names(), ['a.inp 0']);
    assert.deepEqual(await names(selection(one, ['b.inc'])), ['b.inc 0', 'case/a.inp 0']);
    assert.deepEqual(await names(selection(two, ['lib/c.inc'])), ['one/case/a.inp 0', 'two/lib/c.inc 0']);
  });

  it('includes two hard links to one file as two files', async () => {
    const root = await tempTree({ 'a.inp': 'same' });
    await link(path.join(root, 'a.inp'), path.join(root, 'b.inp'));
    assert.deepEqual(summary(await planUpload([selection(root, [''])])).files, ['a.inp 4', 'b.inp 4']);
  });

  needs('byteNames').it('rejects a name that is not valid Unicode', async () => {
    const root = await tempTree();
    await writeFile(Buffer.concat([Buffer.from(`${root}/bad-`), Buffer.from([0xff])]), 'x');
    const plan = await planUpload([selection(root, [''])]);
    assert.equal(plan.files.length, 0);
    assert.deepEqual(summary(plan).rejected, ['bad-\ufffd notUnicode']);
  });

  it('sorts many files by their names, and rejects those of which two are equal on some system', () => {
    const random = new Random(1);
    const numbers = random.shuffled(Array.from({ length: 12_345 }, (_, index) => index));
    const identity = { size: 1n, mtimeNs: 1n, ctimeNs: 1n, inode: 1n };
    const file = (name: string) => ({ name, path: `/${name}`, size: 1, identity });
    const left = (name: string) => ({ name, path: `/${name}`, kind: 'file', pattern: '*' }) as const;
    const files = [...numbers.map((number) => file(`a${number}`)), file('A7'), file('B')];
    const excluded = files.map(({ name }) => left(name));
    const rejected = [{ name: 'b7', path: '/b7', reason: 'gone' }] as const;
    const plan = finishSteps(arrangePlan({ files, excluded, rejected }));
    const sorted = files.map(({ name }) => name).sort();
    const names = (entries: readonly { readonly name: string }[]) => entries.map(({ name }) => name);
    assert.deepEqual(
      names(plan.files),
      sorted.filter((name) => !/^[aA]7$/.test(name)),
    );
    assert.deepEqual(names(plan.excluded), sorted);
    assert.deepEqual(names(plan.rejected), ['A7', 'a7', 'b7']);
  });

  it('lets other work be done between parts of a large folder, of which nothing is taken', async () => {
    const names = Array.from({ length: 1000 }, (_, index) => `${index}.key`);
    const root = await tempTree(Object.fromEntries(names.map((name) => [name, ''])));
    const { signal } = new AbortController();
    let [visits, most, isOver] = [0, 0, false];
    // It is asked before each visit.
    signal.throwIfAborted = () => visits++;
    const endTurn = (): void => {
      [visits, most] = [0, Math.max(most, visits)];
      if (!isOver) setImmediate(endTurn);
    };
    endTurn();
    const { excluded } = await planUpload([selection(root, [''], ['*.key'])], { signal });
    isOver = true;
    assert.equal(excluded.length, 1000);
    assert.ok(most > 0 && most < 300, String(most));
  });

  it('stops when it is cancelled', async () => {
    const root = await tempTree(deck);
    const reason = new Error('enough');
    await assert.rejects(
      planUpload([selection(root, ['deck'])], { signal: AbortSignal.abort(reason) }),
      (error) => error === reason,
    );
  });
});
