import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { checkDecks } from '../../../src/deck/checkDecks';
import type { DeckReport } from '../../../src/deck/finding';
import { describeFinding } from '../../../src/messages/deckFindings';
import { needs } from '../../support/capabilities';
import { removeTempTrees, tempTree, writeTree } from '../../support/tempTree';
import { check, deckOf, orderFor, summarise } from './support/checks';
import { recordFileCalls } from './support/fileCalls';

const nodes = '*NODE\n1, 0., 0., 0.\n';

/** As {@link deckOf} for more names than a function can have arguments. */
const longDeckOf = (names: readonly string[]) =>
  `*HEADING\n${names.map((name) => `*INCLUDE, INPUT=${name}\n`).join('')}`;

/** A check that gives no path to the file system that is not in the workspace folder. */
async function checkInside(...args: Parameters<typeof orderFor>): Promise<DeckReport> {
  const order = await orderFor(...args);
  const [workspace = ''] = order.roots;
  let report: DeckReport | undefined;
  const calls = recordFileCalls(() => (report = checkDecks(order)));
  const outside = calls.filter((call) => {
    const file = call.slice(call.indexOf(' ') + 1);
    return file !== workspace && !file.startsWith(`${workspace}${path.sep}`);
  });
  assert.deepEqual(outside, []);
  assert.ok(calls.length > 0 && report !== undefined);
  return report;
}

describe('A hostile deck', () => {
  afterEach(removeTempTrees);

  describe('ends nothing but its own check:', () => {
    it('one with a line of 1 GB', async () => {
      const root = await tempTree({ 'main.inp': `${deckOf('a.inc')}*NODE\n`, 'a.inc': nodes });
      const file = path.join(root, 'main.inp');
      writeFileSync(file, Buffer.alloc(65 * 2 ** 20, 'x'), { flag: 'a' });
      truncateSync(file, 2 ** 30);
      assert.deepEqual(await check(root), ['main.inp:2 a.inc deck found', 'main.inp read to line 4']);
    });

    it('one that is binary, from its beginning or later, or in UTF-16', async () => {
      const late = `${deckOf('a.inc')}${nodes.repeat(150_000)}`;
      const root = await tempTree({
        'binary.inp': Buffer.concat([Buffer.from(deckOf('a.inc')), Buffer.from([0, 1, 2, 255])]),
        'late.inp': `${late}\0\n*INCLUDE, INPUT=b.inc\n`,
        'wide.inp': Buffer.from(`\ufeff${deckOf('a.inc')}`, 'utf16le'),
        'a.inc': nodes,
      });
      const lines = Math.floor(2 ** 21 / nodes.length) * 2;
      assert.ok(late.length > 2 ** 21);
      const found = await check(root);
      assert.deepEqual(found.slice(0, -1), ['late.inp:2 a.inc deck found']);
      // The megabytes before the one that is no text.
      const [, readTo] = /^late\.inp read to line (\d+)$/.exec(found.at(-1) ?? '') ?? [];
      assert.ok(Math.abs(Number(readTo) - lines) < 10, found.at(-1));
      const formats = { 'binary.inp': 'abaqus', 'wide.inp': 'abaqus' };
      assert.deepEqual(await check(root, { formats, items: ['binary.inp', 'wide.inp'] }), [
        'binary.inp read to line 0',
        'wide.inp read to line 0',
      ]);
    });

    it('one of 1,000,000 names', async () => {
      const names = Array.from({ length: 1_000_000 }, (_, index) => `f${index}.inc`);
      const root = await tempTree({
        'main.inp': longDeckOf(names),
        'b.inp': deckOf('a.inc'),
        'a.inc': nodes,
      });
      assert.deepEqual(await check(root), [
        'b.inp:2 a.inc deck found',
        ...names.slice(0, 2000).map((name, index) => `main.inp:${index + 2} ${name} deck missing`),
        'main.inp read to line 2001',
      ]);
    });

    it('300 files of which each includes all', async () => {
      const names = Array.from({ length: 300 }, (_, index) => `f${String(index).padStart(3, '0')}.inp`);
      const root = await tempTree(Object.fromEntries(names.map((name) => [name, deckOf(...names)])));
      const { decks, findings, partlyRead } = await checkInside(root);
      assert.deepEqual(
        decks.map(({ name }) => name),
        ['f000.inp'],
      );
      assert.deepEqual(
        [findings.length, new Set(findings.map(({ state }) => state))],
        [2000, new Set(['found'])],
      );
      assert.ok(partlyRead.length > 0);
    });

    it('a circle of files that nobody selected', async () => {
      const root = await tempTree({ 'main.inp': deckOf('a.inc'), 'a.inc': deckOf('b.inc') });
      await writeTree(root, { 'b.inc': deckOf('c.inc', 'main.inp'), 'c.inc': deckOf('a.inc', 'c.inc') });
      assert.deepEqual(summarise(root, await checkInside(root, { items: ['main.inp'] })), [
        'main.inp:2 a.inc deck notSelected, could add a.inc',
        'a.inc:2 b.inc deck notSelected, could add b.inc',
        'b.inc:2 c.inc deck notSelected, could add c.inc',
        'c.inc:2 a.inc deck notSelected, could add a.inc',
        'c.inc:3 c.inc deck notSelected, could add c.inc',
        'b.inc:3 main.inp deck found',
      ]);
    });

    for (const { levels, cut } of [
      { levels: 9, cut: [] },
      { levels: 10, cut: ['l10.inc read to line 0'] },
    ])
      it(`one whose includes are ${levels} levels deep`, async () => {
        const files = Array.from({ length: levels }, (_, index) => {
          const next = index + 1 < levels ? [`l${index + 2}.inc`] : ['none.inc'];
          return [`l${index + 1}.inc`, deckOf(...next)] as const;
        });
        const root = await tempTree(Object.fromEntries(files));
        await writeTree(root, { 'main.inp': deckOf('l1.inc') });
        const links = Array.from({ length: levels - 1 }, (_, index) => {
          return `l${index + 1}.inc:2 l${index + 2}.inc deck found`;
        });
        const last = cut.length === 0 ? [`l${levels}.inc:2 none.inc deck missing`] : [];
        assert.deepEqual(await check(root), ['main.inp:2 l1.inc deck found', ...links, ...last, ...cut]);
      });

    it('one whose includes are 10 levels deep, of which it includes the last one itself', async () => {
      const files = Array.from({ length: 9 }, (_, index) => {
        return [`l${index + 1}.inc`, deckOf(`l${index + 2}.inc`)] as const;
      });
      const root = await tempTree(Object.fromEntries(files));
      await writeTree(root, { 'main.inp': deckOf('l1.inc', 'l10.inc'), 'l10.inc': deckOf('none.inc') });
      assert.deepEqual(await check(root), [
        'main.inp:2 l1.inc deck found',
        ...files.map(([name], index) => `${name}:2 l${index + 2}.inc deck found`),
        'main.inp:3 l10.inc deck found',
        'l10.inc:2 none.inc deck missing',
      ]);
    });

    it('60 files that include one of 2,000 names, which are more than 100,000 in all', async () => {
      const names = Array.from({ length: 60 }, (_, index) => `m${index + 10}.inp`);
      const root = await tempTree(
        Object.fromEntries(names.map((name) => [name, deckOf('part.inc', 'x.inc')])),
      );
      await writeTree(root, {
        'part.inc': deckOf(...Array<string>(1999).fill('leaf.inc')),
        'leaf.inc': nodes,
      });
      assert.deepEqual(await check(root), [
        'm10.inp:2 part.inc deck found',
        ...Array.from({ length: 1999 }, (_, index) => `part.inc:${index + 2} leaf.inc deck found`),
        ...names.slice(1, 50).map((name) => `${name}:2 part.inc deck found`),
        // Its own names are one too many for each of them, and there are none left for the others.
        ...names.slice(0, 50).map((name) => `${name} read to line 2`),
        ...names.slice(50).map((name) => `${name} read to line 1`),
      ]);
    });
  });

  describe('makes nothing outside of the workspace be looked at', () => {
    it('by names', async () => {
      const names = [
        ...['../../../../../../etc/passwd', '../secret.inc', '..', 'a/../../secret.inc'],
        ...['./../in/../secret.inc', '../in/main.inp', '../inside.inc'],
      ];
      const root = await tempTree({ 'in/main.inp': deckOf(...names), 'secret.inc': deckOf('x.inc') });
      await writeTree(root, { 'inside.inc': nodes });
      const states = names.map((name) =>
        name === '../in/main.inp' ? 'nameDiffers, actual main.inp' : 'outside',
      );
      const report = await checkInside(root, { items: ['in/main.inp'], workspace: 'in' });
      assert.deepEqual(
        summarise(root, report),
        names.map((name, index) => `in/main.inp:${index + 2} ${name} deck ${states[index] ?? ''}`),
      );
    });

    needs('links', 'devices').it('by names of links', async () => {
      const names = ['out.inc', 'out/secret.inc', 'zero', 'sub/up/secret.inc'];
      const root = await tempTree({ 'in/main.inp': deckOf(...names), 'secret.inc': deckOf('x.inc') });
      await writeTree(root, { 'in/sub/a.inc': nodes });
      const links = { 'out.inc': '../secret.inc', out: '..', zero: '/dev/zero', 'sub/up': '../..' };
      for (const [name, target] of Object.entries(links)) symlinkSync(target, path.join(root, 'in', name));
      const report = await checkInside(root, { items: ['in/main.inp'], workspace: 'in' });
      assert.deepEqual(
        summarise(root, report),
        names.map((name, index) => `in/main.inp:${index + 2} ${name} deck outside`),
      );
    });

    it('by absolute names of files and devices, or those of Windows', async () => {
      const root = await tempTree({ 'in/mesh.inc': nodes });
      const names = [
        ...['/etc/passwd', '/dev/zero', '/dev/stdin', '/proc/self/environ', '//host/share/a.inc', '/'],
        ...['C:\\Windows\\win.ini', 'C:/a.inc', '\\\\host\\share\\a.inc', '\\\\.\\COM1', '\\\\?\\C:\\a.inc'],
        `${root}/in/mesh.inc`,
      ];
      await writeTree(root, { 'in/main.inp': deckOf(...names) });
      assert.deepEqual(
        summarise(root, await checkInside(root, { workspace: 'in' })),
        names.map((name, index) => `in/main.inp:${index + 2} ${name} deck absolutePath`),
      );
    });

    it('by names that are variables', async () => {
      const names = ['$HOME/a.inc', '${PATH}', '~/a.inc', '%APPDATA%/a.inc', '~root/.ssh/id_rsa'];
      const root = await tempTree({ 'main.inp': deckOf(...names) });
      assert.deepEqual(
        summarise(root, await checkInside(root)),
        names.map((name, index) => `main.inp:${index + 2} ${name} variable cannotCheck`),
      );
    });

    needs('links').it('by folders to search', async () => {
      const folders = ['/etc', '/dev', '../../../../etc', '..', 'out', '~', 'C:\\Windows', '\\\\host\\share'];
      const text = [
        '*KEYWORD',
        '*INCLUDE_PATH',
        ...folders,
        '*INCLUDE',
        'passwd',
        'zero',
        'here.k',
        '*END',
        '',
      ];
      const root = await tempTree({ 'in/main.k': text.join('\n'), 'in/here.k': '*KEYWORD\n*END\n' });
      await writeTree(root, { passwd: 'x' });
      symlinkSync('..', path.join(root, 'in/out'));
      assert.deepEqual(summarise(root, await checkInside(root, { items: ['in/main.k'], workspace: 'in' })), [
        'in/main.k:12 passwd deck outside',
        'in/main.k:13 zero deck outside',
        'in/main.k:14 here.k deck notSelected, could add in/here.k',
      ]);
    });

    needs('links', 'pipes', 'devices').it(
      'by a folder, a pipe, a socket or a device in the place of a file, which is not opened',
      async () => {
        const states = {
          ...{ folder: 'notRegular', 'folder/': 'notRegular', '.': 'notRegular', pipe: 'notRegular' },
          ...{ socket: 'notRegular', link: 'notRegular', zero: 'outside' },
          ...{ 'pipe/a': 'missing', loop: 'missing', 'loop/a': 'missing' },
        };
        const names = Object.keys(states);
        const root = await tempTree({ 'main.inp': deckOf(...names), 'folder/a.inc': nodes });
        const at = (name: string) => path.join(root, name);
        execFileSync('mkfifo', [at('pipe')]);
        const server = createServer().listen(at('socket'));
        await once(server, 'listening');
        symlinkSync('/dev/zero', at('zero'));
        symlinkSync('loop', at('loop'));
        symlinkSync('pipe', at('link'));
        assert.deepEqual(
          summarise(root, await checkInside(root)),
          Object.entries(states).map(([name, state], index) => `main.inp:${index + 2} ${name} deck ${state}`),
        );
        server.close();
      },
    );
  });

  describe('is shown as it is:', () => {
    it('a name with placeholders, which are not replaced', async () => {
      const root = await tempTree({ 'main.k': '*KEYWORD\n*INCLUDE\n{0}.inc\n*END\n' });
      const { findings } = await checkInside(root);
      assert.deepEqual(findings.map(describeFinding), [
        '“{0}.inc” cannot be checked: it contains a variable.',
      ]);
    });

    it('a name with control characters, and others that nobody sees or that mean something', async () => {
      const name = 'a\u0007\u001b[31m\u202e\u200b\u2028\u0085$(trash)[a](command:x).inc';
      // Most other formats take these for variables.
      const root = await tempTree({ 'main.k': `*KEYWORD\n*INCLUDE\n${name}\n*END\n` });
      assert.deepEqual(summarise(root, await checkInside(root)), [`main.k:3 ${name} deck missing`]);
    });

    it('a name that is not Unicode, by the characters of its bytes', async () => {
      const name = Buffer.from([0x61, 0xff, 0xe9, 0x2e, 0x6b]);
      const root = await tempTree({
        'main.k': Buffer.concat([Buffer.from('*KEYWORD\n*INCLUDE\n'), name, Buffer.from('\n*END\n')]),
      });
      assert.deepEqual(summarise(root, await checkInside(root)), ['main.k:3 aÿé.k deck missing']);
    });
  });
});
