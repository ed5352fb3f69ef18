import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, rmSync, symlinkSync, truncateSync } from 'node:fs';
import { chmod, mkdir, symlink } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import { DeckFiles } from '../../../src/deck/deckFiles';
import { needs } from '../../support/capabilities';
import { nextDescriptor } from '../../support/openFiles';
import { type FileTree, removeTempTrees, tempTree } from '../../support/tempTree';
import { recordFileCalls } from './support/fileCalls';

const mebibyte = 2 ** 20;

/** A text of lines of 1,024 bytes. */
const linesOf = (bytes: number) => Buffer.alloc(bytes, `${'x'.repeat(1023)}\n`);

/** The files of decks in a new workspace folder. */
async function openWorkspace(tree: FileTree) {
  const ws = await tempTree(tree);
  return { ws, files: new DeckFiles(new Map(), [ws]), at: (name: string) => path.join(ws, name) };
}

/** The lines of a file, and those after which reading stopped before the end. */
function read(files: DeckFiles, file: string, hint?: RegExp) {
  const stops: number[] = [];
  const lines = [...files.readLines(file, { hint, onStop: (line) => stops.push(line) })];
  lines.forEach(({ number }, index) => assert.equal(number, index + 1));
  return { lines: lines.map(({ text }) => text), stops };
}

/** The same without the texts, of which there are many. */
function count(files: DeckFiles, file: string) {
  const { lines, stops } = read(files, file);
  return { lines: lines.length, stops };
}

const nothing = { lines: [], stops: [0] };

/** Runs without the permissions of the administrator, who may read everything. */
function asStranger<T>(run: () => T): T {
  if (process.getuid?.() !== 0) return run();
  process.seteuid?.(65_534);
  try {
    return run();
  } finally {
    process.seteuid?.(0);
  }
}

const makePipe = (file: string) => execFileSync('mkfifo', [file]);

describe('Files of decks', () => {
  afterEach(removeTempTrees);

  it('are read by lines, a short one from the head that was read before', async () => {
    const tree = { 'a.inp': '*HEADING\r\nPlate\n*STEP', 'b.inp': linesOf(70 * 1024), 'c.inp': '' };
    const { files, at } = await openWorkspace(tree);
    const calls = recordFileCalls(() => {
      assert.equal(files.readHead(at('a.inp')), '*HEADING\r\nPlate\n*STEP');
      assert.deepEqual(read(files, at('a.inp')), { lines: ['*HEADING', 'Plate', '*STEP'], stops: [] });
      assert.equal(files.readHead(at('b.inp')), linesOf(64 * 1024).toString());
      assert.deepEqual(count(files, at('b.inp')), { lines: 70, stops: [] });
      assert.equal(files.readHead(at('c.inp')), '');
      assert.deepEqual(read(files, at('c.inp')), { lines: [], stops: [] });
    });
    const opened = ['a.inp', 'b.inp', 'b.inp', 'c.inp'].map((name) => `openSync ${at(name)}`);
    assert.deepEqual(
      calls.filter((call) => call.startsWith('openSync')),
      opened,
    );
  });

  it('are taken from the memory only while it holds them', async () => {
    const { files, at } = await openWorkspace({ 'a.inp': 'one\n', 'b.inp': 'two\n' });
    const a = at('a.inp');
    const b = at('b.inp');
    assert.deepEqual([files.readHead(a), files.readHead(b)], ['one\n', 'two\n']);
    assert.deepEqual([read(files, a).lines, read(files, b).lines], [['one'], ['two']]);
  });

  it('have no lines if they are short and nothing in them can be a name', async () => {
    const tree = { 'a.inc': '*NODE\n', 'b.inc': 'x\nINPUT\n', 'c.inc': linesOf(2 * mebibyte) };
    const { files, at } = await openWorkspace(tree);
    const lines = Object.keys(tree).map((name) => read(files, at(name), /INPUT/).lines.length);
    assert.deepEqual(lines, [0, 2, 2048]);
    files.readHead(at('a.inc'));
    assert.deepEqual(read(files, at('a.inc'), /INPUT/), { lines: [], stops: [] });
  });

  needs('links', 'pipes', 'devices').it(
    'are regular ones, also if they are selected: nothing else is opened',
    async () => {
      const root = await tempTree({ 'ws/a.inc': 'a\n', 'other/b.inc': 'b\n' });
      const at = (name: string) => path.join(root, 'ws', name);
      await mkdir(at('folder'));
      makePipe(at('pipe'));
      for (const [name, target] of [
        ['out.inc', '../other/b.inc'],
        ['out', '../other'],
        ['zero', '/dev/zero'],
        ['pipe-link', 'pipe'],
        ['loop', 'loop'],
        ['broken', 'none'],
      ] as const)
        await symlink(target, at(name));
      const server = createServer().listen(at('socket'));
      await once(server, 'listening');
      const files = new DeckFiles(new Map(), [at('')]);
      const names = [
        'folder',
        '.',
        'pipe',
        'pipe-link',
        'socket',
        'out.inc',
        'out/b.inc',
        'zero',
        'loop',
        'broken',
      ];
      const others = [
        'none',
        'a.inc/x',
        '../other/b.inc',
        '/dev/zero',
        '/dev/stdin',
        '/proc/self/environ',
        '/',
      ];
      const expectNothing = (from: DeckFiles, file: string) => {
        assert.equal(from.readHead(file), undefined, file);
        assert.deepEqual(read(from, file), nothing, file);
      };
      const calls = recordFileCalls(() => {
        for (const name of [...names, ...others]) expectNothing(files, path.resolve(at(''), name));
      });
      // A file in a linked folder is one that was selected.
      const selected = [...names.filter((name) => name !== 'out/b.inc').map(at), at('none'), '/dev/zero'];
      const chosen = new DeckFiles(new Map(selected.map((file) => [file, {}])), []);
      for (const file of selected) expectNothing(chosen, file);
      server.close();
      const isLook = (call: string) =>
        /^(?:lstat|readlink|readdir)Sync /.test(call) && call.includes(` ${path.join(root, 'ws')}`);
      assert.deepEqual(
        calls.filter((call) => !isLook(call)),
        [],
      );
    },
  );

  it('may be outside of all workspace folders if they are selected; those beside them are not read', async () => {
    const root = await tempTree({ 'a.inc': 'a\n', 'b.inc': 'b\n', 'ws/c.inc': 'c\n' });
    const files = new DeckFiles(new Map([[path.join(root, 'a.inc'), {}]]), [path.join(root, 'ws')]);
    const calls = recordFileCalls(() => {
      assert.deepEqual(read(files, path.join(root, 'a.inc')), { lines: ['a'], stops: [] });
      assert.deepEqual(read(files, path.join(root, 'b.inc')), nothing);
    });
    // Windows cannot open a file without following a link.
    const looks = process.platform === 'win32' ? ['lstatSync', 'openSync'] : ['openSync'];
    const expected = looks.map((call) => `${call} ${path.join(root, 'a.inc')}`);
    assert.deepEqual(calls, expected);
    const names = ['a.inc', 'b.inc', 'ws/c.inc', 'ws', 'ws2/c.inc'];
    const isInside = names.map((name) => files.workspace.contains(path.join(root, name)));
    assert.deepEqual(isInside, [false, false, true, true, false]);
  });

  needs('modes').it('have no lines if they cannot be read', async () => {
    const tree = { 'secret.inc': 'a\n', 'closed/b.inc': 'b\n', 'listed/c.inc': 'c\n' };
    const { ws, files, at } = await openWorkspace(tree);
    await chmod(ws, 0o755);
    await chmod(at('listed'), 0o444);
    await chmod(at('secret.inc'), 0);
    await chmod(at('closed'), 0);
    asStranger(() => {
      for (const name of Object.keys(tree)) {
        assert.equal(files.readHead(at(name)), undefined, name);
        assert.deepEqual(read(files, at(name)), nothing, name);
      }
      const names = ['secret.inc', 'closed/b.inc', 'closed', 'listed/c.inc', 'listed/d.inc'];
      const found = names.map((name) => files.locate(at(name)));
      assert.deepEqual(found, [{ file: at('secret.inc') }, 'unknown', 'unknown', 'unknown', undefined]);
    });
    for (const name of ['closed', 'listed']) await chmod(at(name), 0o755);
  });

  it('are read up to 64 MiB: not one byte more, and the whole of a file that is as large', async () => {
    const { files, at } = await openWorkspace({ 'a.inp': linesOf(64 * mebibyte) });
    const file = at('a.inp');
    assert.deepEqual(count(files, file), { lines: 65_536, stops: [] });
    appendFileSync(file, 'y');
    assert.deepEqual(count(files, file), { lines: 65_536, stops: [65_536] });
    truncateSync(file, 64 * mebibyte - 1);
    // Without its end, the last line is one all the same.
    assert.deepEqual(count(files, file), { lines: 65_536, stops: [] });
  });

  it('are no texts from the first NUL on', async () => {
    const late = Buffer.concat([linesOf(mebibyte), Buffer.from('b\n\0\n')]);
    const { files, at } = await openWorkspace({ 'head.inp': 'a\n\0\n', 'late.inp': late });
    assert.equal(files.readHead(at('head.inp')), undefined);
    assert.deepEqual(read(files, at('head.inp')), nothing);
    assert.equal(files.readHead(at('late.inp')), linesOf(64 * 1024).toString());
    assert.deepEqual(count(files, at('late.inp')), { lines: 1024, stops: [1024] });
  });

  /** Reads the first line of a file of 3 MiB, and goes on once something has happened to it. */
  async function readWhile(happen: (file: string) => void) {
    const { files, at } = await openWorkspace({ 'a.inp': linesOf(3 * mebibyte) });
    const file = at('a.inp');
    const stops: number[] = [];
    let lines = 0;
    for (const { number } of files.readLines(file, { onStop: (line) => stops.push(line) })) {
      if (number === 1) happen(file);
      lines = number;
    }
    return { lines, stops };
  }

  it('may shrink, grow or vanish while they are read', async () => {
    for (const [lines, happen] of [
      [1536, (file: string) => truncateSync(file, 1.5 * mebibyte)],
      [1024, (file: string) => truncateSync(file, 0)],
      [3072, (file: string) => appendFileSync(file, linesOf(mebibyte))],
      [3072, (file: string) => rmSync(file)],
    ] as const)
      assert.deepEqual(await readWhile(happen), { lines, stops: [] });
  });

  for (const [what, by, ...capabilities] of [
    ['vanish', () => undefined],
    ['be replaced by a pipe', makePipe, 'pipes'],
    ['be replaced by a link', (file: string) => symlinkSync('other.inp', file), 'links'],
  ] as const)
    needs(...capabilities).it(`may ${what} between two looks`, async () => {
      const { files, at } = await openWorkspace({ 'other.inp': 'b\n', 'a.inp': linesOf(mebibyte) });
      const file = at('a.inp');
      assert.equal(files.readHead(file), linesOf(64 * 1024).toString());
      rmSync(file);
      by(file);
      assert.deepEqual(read(files, file), nothing);
    });

  it('are closed, also those that are not read to their end', async () => {
    const { files, at } = await openWorkspace({ 'a.inp': linesOf(3 * mebibyte), 'nul.inp': 'a\n\0' });
    const open = nextDescriptor();
    for (let round = 0; round < 5; round++) {
      for (const { number } of files.readLines(at('a.inp'), { onStop: () => undefined }))
        if (number === 2) break;
      files.readHead(at('a.inp'));
      files.readHead(at('nul.inp'));
      read(files, at('nul.inp'));
    }
    assert.equal(nextDescriptor(), open);
  });
});
