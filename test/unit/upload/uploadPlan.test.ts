import assert from 'node:assert/strict';
import { link, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { arrangePlan, planUpload } from '../../../src/upload/planUpload';
import { addFiles, getBaseFolder, type Selection } from '../../../src/upload/uploadPlan';
import { Random } from '../../simulation/random';
import { needs } from '../../support/capabilities';
import { rejectionOf } from '../../support/rejections';
import { removeTempTrees, tempTree } from '../../support/tempTree';
import { nothing, planIn, selection, summary } from './support/plans';

const deck = {
  'deck/main.inp': 'main',
  'deck/mesh/nodes.inc': 'nodes',
  'deck/mesh/elements.inc': 'elements!',
  'notes.txt': '',
};

describe('Planning an upload', () => {
  afterEach(removeTempTrees);

  const mesh = ['mesh/elements.inc 9', 'mesh/nodes.inc 5'];
  const all = ['deck/main.inp 4', 'deck/mesh/elements.inc 9', 'deck/mesh/nodes.inc 5', 'notes.txt 0'];
  const whole = ['main.inp 4', ...mesh];
  for (const [what, items, files] of [
    ['folders recursively, named from the parent of the selection', ['deck', 'notes.txt'], all],
    ['a folder that is selected alone, which is the model, without its name', ['deck'], whole],
    ['another folder that is selected alone', ['deck/mesh'], ['elements.inc 9', 'nodes.inc 5']],
    ['a folder with its name beside other files', ['deck/main.inp', 'deck/mesh'], whole],
    ['the workspace folder, with names relative to it', [''], all],
    ['a file once', ['deck/mesh/nodes.inc', 'deck', 'deck', 'deck/main.inp'], whole],
  ] as const)
    it(`includes ${what}`, async () => {
      assert.deepEqual(await planIn(await tempTree(deck), items), { ...nothing, files });
    });

  it('is named after what is around all selected files', async () => {
    const root = await tempTree(deck);
    assert.equal(getBaseFolder(selection(root, ['deck/mesh/nodes.inc', 'deck', 'deck/main.inp'])), root);
  });

  it('keeps the name of a folder that is selected in one of two workspace folders', async () => {
    const root = await tempTree(deck);
    const other = await tempTree({ 'x.inp': '' });
    const two = await planUpload([selection(root, ['deck/mesh']), selection(other, ['x.inp'])]);
    assert.deepEqual(summary(two).files, [...mesh, 'x.inp 0']);
  });

  it('excludes files that match the patterns, and does not read excluded folders', async () => {
    const root = await tempTree({ ...deck, '.git/config': 'x', '.env': 'x', 'deck/server.key': 'x' });
    assert.deepEqual(await planIn(root, ['deck', '.git', '.env'], ['.git/', '.env*', '*.key']), {
      ...nothing,
      files: all.slice(0, 3),
      excluded: ['file .env by .env*', 'folder .git by .git/', 'file deck/server.key by *.key'],
    });
  });

  it('includes an excluded file when the user ticks it, and a folder with all its content', async () => {
    const root = await tempTree({ '.git/config': 'ab', '.git/x.key': 'c', '.env': 'd', 'a.key': 'e' });
    const include = new Set([path.join(root, '.git'), path.join(root, '.env')]);
    assert.deepEqual(await planIn(root, [''], ['.git/', '.env*', '*.key'], { include }), {
      ...nothing,
      files: ['.env 1', '.git/config 2', '.git/x.key 1'],
      excluded: ['file a.key by *.key'],
    });
  });

  it('matches patterns against the path in the workspace folder, not in the selection', async () => {
    const { excluded } = await planIn(await tempTree(deck), ['deck/mesh'], ['/deck/mesh/nodes.inc']);
    assert.deepEqual(excluded, ['file nodes.inc by /deck/mesh/nodes.inc']);
  });

  needs('links').it('rejects a selected link whose target was not selected', async () => {
    const root = await tempTree(deck);
    await symlink('main.inp', path.join(root, 'deck/also.inp'));
    assert.deepEqual((await planIn(root, ['deck/also.inp'])).rejected, ['also.inp linkOutside']);
  });

  it('rejects both of two files with the same name from two roots', async () => {
    const one = await tempTree({ 'main.inp': '1', 'other.inc': '1' });
    const two = await tempTree({ 'main.inp': '22' });
    const plan = await planUpload([selection(one, ['main.inp', 'other.inc']), selection(two, ['main.inp'])]);
    const rejected = ['main.inp equalName', 'main.inp equalName'];
    assert.deepEqual(summary(plan), { ...nothing, files: ['other.inc 1'], rejected });
  });

  it('includes one file of an excluded folder, and nothing else in it', async () => {
    const root = await tempTree({ 'a.inp': '', 'lib/b.inc': '', 'lib/c.inc': '' });
    const include = new Set([path.join(root, 'lib/b.inc')]);
    const files = ['a.inp 0', 'lib/b.inc 0'];
    const expected = { ...nothing, files, excluded: ['folder lib by lib/'] };
    for (const items of [
      ['', 'lib/b.inc'],
      ['a.inp', 'lib', 'lib/b.inc'],
    ])
      assert.deepEqual(await planIn(root, items, ['lib/'], { include }), expected);
    const folder = new Set([...include, path.join(root, 'lib')]);
    const plan = await planIn(root, ['', 'lib/b.inc'], ['lib/'], { include: folder });
    assert.deepEqual(plan, { ...nothing, files: [...files, 'lib/c.inc 0'] });
  });

  it('begins names at a common folder once files of another workspace folder are added', async () => {
    const parent = await tempTree({ 'one/case/a.inp': '', 'one/b.inc': '', 'two/lib/c.inc': '' });
    const one = path.join(parent, 'one');
    const two = path.join(parent, 'two');
    const deck = selection(one, ['case/a.inp']);
    const names = async (...added: Selection[]) => summary(await planUpload(addFiles([deck], added))).files;
    assert.deepEqual(await names(), ['a.inp 0']);
    assert.deepEqual(await names(selection(one, ['b.inc'])), ['b.inc 0', 'case/a.inp 0']);
    assert.deepEqual(await names(selection(two, ['lib/c.inc'])), ['one/case/a.inp 0', 'two/lib/c.inc 0']);
  });

  it('includes two hard links to one file as two files', async () => {
    const root = await tempTree({ 'a.inp': 'same' });
    await link(path.join(root, 'a.inp'), path.join(root, 'b.inp'));
    assert.deepEqual((await planIn(root)).files, ['a.inp 4', 'b.inp 4']);
  });

  needs('byteNames').it('rejects a name that is not valid Unicode', async () => {
    const root = await tempTree();
    await writeFile(Buffer.concat([Buffer.from(`${root}/bad-`), Buffer.from([0xff])]), 'x');
    assert.deepEqual(await planIn(root), { ...nothing, rejected: ['bad-\ufffd notUnicode'] });
  });

  it('sorts many files by their names, and rejects those of which two are equal on some system', () => {
    const random = new Random(1);
    const numbers = random.shuffled(Array.from({ length: 12_345 }, (_, index) => index));
    const identity = { size: 1, mtimeNs: '1', ctimeNs: '1', inode: '1' };
    const file = (name: string) => ({ name, path: `/${name}`, ...identity });
    const left = (name: string) => ({ name, path: `/${name}`, kind: 'file', pattern: '*' }) as const;
    const files = [...numbers.map((number) => file(`a${number}`)), file('A7'), file('B')];
    const excluded = files.map(({ name }) => left(name));
    const rejected = [{ name: 'b7', path: '/b7', reason: 'gone' }] as const;
    const plan = arrangePlan({ files, excluded, rejected });
    const sorted = files.map(({ name }) => name).sort();
    const names = (entries: readonly { readonly name: string }[]) => entries.map(({ name }) => name);
    const distinct = sorted.filter((name) => !/^[aA]7$/.test(name));
    assert.deepEqual(names(plan.files), distinct);
    assert.deepEqual(names(plan.excluded), sorted);
    assert.deepEqual(names(plan.rejected), ['A7', 'a7', 'b7']);
  });

  it('lets other work be done between parts of a large folder, of which nothing is taken', async () => {
    const names = Array.from({ length: 1000 }, (_, index) => `${index}.key`);
    const root = await tempTree(Object.fromEntries(names.map((name) => [name, ''])));
    const { signal } = new AbortController();
    let visits = 0;
    let most = 0;
    let isOver = false;
    // It is asked before each visit.
    signal.throwIfAborted = () => visits++;
    const endTurn = (): void => {
      [visits, most] = [0, Math.max(most, visits)];
      if (!isOver) setImmediate(endTurn);
    };
    endTurn();
    const { excluded } = await planIn(root, [''], ['*.key'], { signal });
    isOver = true;
    assert.equal(excluded.length, 1000);
    assert.ok(most > 0 && most < 300, String(most));
  });

  it('stops when it is cancelled', async () => {
    const root = await tempTree(deck);
    const reason = new Error('enough');
    const planning = planIn(root, ['deck'], [], { signal: AbortSignal.abort(reason) });
    assert.equal(await rejectionOf(planning), reason);
  });
});
