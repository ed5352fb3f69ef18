import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { chmod, mkdir, symlink } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import { DeckFiles } from '../../../src/deck/deckFiles';
import { needs } from '../../support/capabilities';
import { nextDescriptor } from '../../support/openFiles';
import { removeTempTrees, tempTree, writeTree } from '../../support/tempTree';
import { recordFileCalls } from './support/fileCalls';

const mebibyte = 2 ** 20;

/** A text of lines of 1,024 bytes. */
const linesOf = (bytes: number) => Buffer.alloc(bytes, `${'x'.repeat(1023)}\n`);

interface ReadFile {
  readonly lines: readonly string[];
  /** The lines after which reading stopped before the end. */
  readonly stops: readonly number[];
}

function read(files: DeckFiles, file: string, hint?: RegExp): ReadFile {
  const stops: number[] = [];
  const lines = [...files.readLines(file, hint, (line) => stops.push(line))];
  lines.forEach(({ number }, index) => assert.equal(number, index + 1));
  return { lines: lines.map(({ text }) => text), stops };
}

/** The same without the texts, of which there are many. */
function count(
  files: DeckFiles,
  file: string,
): { readonly lines: number; readonly stops: readonly number[] } {
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
    const ws = await tempTree({
      'a.inp': '*HEADING\r\nPlate\n*STEP',
      'b.inp': linesOf(70 * 1024),
      'c.inp': '',
    });
    const files = new DeckFiles(new Map(), [ws]);
    const at = (name: string) => path.join(ws, name);
    const calls = recordFileCalls(() => {
      assert.equal(files.readHead(at('a.inp')), '*HEADING\r\nPlate\n*STEP');
      assert.deepEqual(read(files, at('a.inp')), { lines: ['*HEADING', 'Plate', '*STEP'], stops: [] });
      assert.equal(files.readHead(at('b.inp')), linesOf(64 * 1024).toString());
      assert.deepEqual(count(files, at('b.inp')), { lines: 70, stops: [] });
      assert.equal(files.readHead(at('c.inp')), '');
      assert.deepEqual(read(files, at('c.inp')), { lines: [], stops: [] });
    });
    assert.deepEqual(
      calls.filter((call) => call.startsWith('openSync')),
      ['a.inp', 'b.inp', 'b.inp', 'c.inp'].map((name) => `openSync ${at(name)}`),
    );
  });

  it('are taken from the memory only while it holds them', async () => {
    const ws = await tempTree({ 'a.inp': 'one\n', 'b.inp': 'two\n' });
    const files = new DeckFiles(new Map(), [ws]);
    const [a, b] = [path.join(ws, 'a.inp'), path.join(ws, 'b.inp')];
    assert.deepEqual([files.readHead(a), files.readHead(b)], ['one\n', 'two\n']);
    assert.deepEqual([read(files, a).lines, read(files, b).lines], [['one'], ['two']]);
  });

  it('have no lines if they are short and nothing in them can be a name', async () => {
    const ws = await tempTree({ 'a.inc': '*NODE\n', 'b.inc': 'x\nINPUT\n', 'c.inc': linesOf(2 * mebibyte) });
    const files = new DeckFiles(new Map(), [ws]);
    const lines = ['a.inc', 'b.inc', 'c.inc'].map(
      (name) => read(files, path.join(ws, name), /INPUT/).lines.length,
    );
    assert.deepEqual(lines, [0, 2, 2048]);
    files.readHead(path.join(ws, 'a.inc'));
    assert.deepEqual(read(files, path.join(ws, 'a.inc'), /INPUT/), { lines: [], stops: [] });
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
        ...['folder', '.', 'pipe', 'pipe-link', 'socket', 'out.inc', 'out/b.inc', 'zero', 'loop', 'broken'],
      ];
      const others = [
        ...['none', 'a.inc/x', '../other/b.inc', '/dev/zero', '/dev/stdin', '/proc/self/environ', '/'],
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
      assert.deepEqual(
        calls.filter((call) => !/^(?:lstat|readlink|readdir)Sync /.test(call)),
        [],
      );
      assert.deepEqual(
        calls.filter((call) => !call.includes(` ${path.join(root, 'ws')}`)),
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
    assert.deepEqual(
      calls,
      looks.map((call) => `${call} ${path.join(root, 'a.inc')}`),
    );
    assert.deepEqual(
      ['a.inc', 'b.inc', 'ws/c.inc', 'ws', 'ws2/c.inc'].map((name) =>
        files.workspace.contains(path.join(root, name)),
      ),
      [false, false, true, true, false],
    );
  });

  needs('modes').it('have no lines if they cannot be read', async () => {
    const ws = await tempTree({ 'secret.inc': 'a\n', 'closed/b.inc': 'b\n', 'listed/c.inc': 'c\n' });
    await chmod(ws, 0o755);
    await chmod(path.join(ws, 'listed'), 0o444);
    await chmod(path.join(ws, 'secret.inc'), 0);
    await chmod(path.join(ws, 'closed'), 0);
    asStranger(() => {
      const files = new DeckFiles(new Map(), [ws]);
      for (const name of ['secret.inc', 'closed/b.inc', 'listed/c.inc']) {
        const file = path.join(ws, name);
        assert.equal(files.readHead(file), undefined, name);
        assert.deepEqual(read(files, file), nothing, name);
      }
      assert.deepEqual(
        ['secret.inc', 'closed/b.inc', 'closed', 'listed/c.inc', 'listed/d.inc'].map((name) =>
          files.locate(path.join(ws, name)),
        ),
        [{ file: path.join(ws, 'secret.inc') }, 'unknown', 'unknown', 'unknown', undefined],
      );
    });
    for (const name of ['closed', 'listed']) await chmod(path.join(ws, name), 0o755);
  });

  it('are read up to 64 MiB: not one byte more, and the whole of a file that is as large', async () => {
    const ws = await tempTree({});
    const file = path.join(ws, 'a.inp');
    writeFileSync(file, linesOf(64 * mebibyte));
    const files = new DeckFiles(new Map(), [ws]);
    assert.deepEqual(count(files, file), { lines: 65_536, stops: [] });
    appendFileSync(file, 'y');
    assert.deepEqual(count(files, file), { lines: 65_536, stops: [65_536] });
    truncateSync(file, 64 * mebibyte - 1);
    // Without its end, the last line is one all the same.
    assert.deepEqual(count(files, file), { lines: 65_536, stops: [] });
  });

  it('are no texts from the first NUL on', async () => {
    const ws = await tempTree({ 'head.inp': 'a\n\0\n' });
    const late = Buffer.concat([linesOf(mebibyte), Buffer.from('b\n\0\n')]);
    await writeTree(ws, { 'late.inp': late });
    const files = new DeckFiles(new Map(), [ws]);
    assert.equal(files.readHead(path.join(ws, 'head.inp')), undefined);
    assert.deepEqual(read(files, path.join(ws, 'head.inp')), nothing);
    assert.equal(files.readHead(path.join(ws, 'late.inp')), linesOf(64 * 1024).toString());
    assert.deepEqual(count(files, path.join(ws, 'late.inp')), { lines: 1024, stops: [1024] });
  });

  /** Reads the first line of a file of 3 MiB, and goes on once something has happened to it. */
  async function readWhile(happen: (file: string) => void) {
    const ws = await tempTree({});
    const file = path.join(ws, 'a.inp');
    writeFileSync(file, linesOf(3 * mebibyte));
    const files = new DeckFiles(new Map(), [ws]);
    const stops: number[] = [];
    let lines = 0;
    for (const { number } of files.readLines(file, undefined, (line) => stops.push(line))) {
      if (number === 1) happen(file);
      lines = number;
    }
    return { lines, stops };
  }

  it('may shrink, grow or vanish while they are read', async () => {
    assert.deepEqual(await readWhile((file) => truncateSync(file, 1.5 * mebibyte)), {
      lines: 1536,
      stops: [],
    });
    assert.deepEqual(await readWhile((file) => truncateSync(file, 0)), { lines: 1024, stops: [] });
    const whole = { lines: 3072, stops: [] };
    assert.deepEqual(await readWhile((file) => appendFileSync(file, linesOf(mebibyte))), whole);
    assert.deepEqual(await readWhile((file) => rmSync(file)), whole);
  });

  for (const { what, by, capabilities } of [
    { what: 'vanish', by: () => undefined, capabilities: [] },
    { what: 'be replaced by a pipe', by: makePipe, capabilities: ['pipes'] },
    {
      what: 'be replaced by a link',
      by: (file: string) => symlinkSync('other.inp', file),
      capabilities: ['links'],
    },
  ] as const)
    needs(...capabilities).it(`may ${what} between two looks`, async () => {
      const ws = await tempTree({ 'other.inp': 'b\n' });
      const file = path.join(ws, 'a.inp');
      writeFileSync(file, linesOf(mebibyte));
      const files = new DeckFiles(new Map(), [ws]);
      assert.equal(files.readHead(file), linesOf(64 * 1024).toString());
      rmSync(file);
      by(file);
      assert.deepEqual(read(files, file), nothing);
    });

  it('are closed, also those that are not read to their end', async () => {
    const ws = await tempTree({ 'a.inp': linesOf(3 * mebibyte), 'nul.inp': 'a\n\0' });
    const files = new DeckFiles(new Map(), [ws]);
    const open = nextDescriptor();
    for (let round = 0; round < 5; round++) {
      for (const { number } of files.readLines(path.join(ws, 'a.inp'), undefined, () => undefined))
        if (number === 2) break;
      files.readHead(path.join(ws, 'a.inp'));
      files.readHead(path.join(ws, 'nul.inp'));
      read(files, path.join(ws, 'nul.inp'));
    }
    assert.equal(nextDescriptor(), open);
  });
});
