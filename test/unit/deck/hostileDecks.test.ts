import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { checkDecks } from '../../../src/deck/checkDecks';
import type { DeckReport } from '../../../src/deck/finding';
import { needs } from '../../support/capabilities';
import { removeTempTrees, tempTree, writeTree } from '../../support/tempTree';
import { check, checkTree, deckOf, orderFor, summarise } from './support/checks';
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

    it('one of 1,000,000 names', async () => {
      const names = Array.from({ length: 1_000_000 }, (_, index) => `f${index}.inc`);
      const tree = { 'main.inp': longDeckOf(names), 'b.inp': deckOf('a.inc'), 'a.inc': nodes };
      assert.deepEqual(await checkTree(tree), [
        'b.inp:2 a.inc deck found',
        ...names.slice(0, 2000).map((name, index) => `main.inp:${index + 2} ${name} deck missing`),
        'main.inp read to line 2001',
      ]);
    });

    it('300 files of which each includes all', async () => {
      const names = Array.from({ length: 300 }, (_, index) => `f${index + 100}.inp`);
      const root = await tempTree(Object.fromEntries(names.map((name) => [name, deckOf(...names)])));
      const { decks, findings, partlyRead } = await checkInside(root);
      const states = new Set(findings.map(({ state }) => state));
      assert.deepEqual([decks.length, decks[0]?.name], [1, 'f100.inp']);
      assert.deepEqual([findings.length, states], [2000, new Set(['found'])]);
      assert.ok(partlyRead.length > 0);
    });

    /** Files of which each includes the next one, and the last one a file that is not there. */
    const chainOf = (levels: number) =>
      Object.fromEntries(
        Array.from({ length: levels }, (_, index) => [
          `l${index + 1}.inc`,
          deckOf(index + 1 < levels ? `l${index + 2}.inc` : 'none.inc'),
        ]),
      );
    for (const [what, levels, alsoNamed, last] of [
      ['9 levels deep', 9, [], ['l9.inc:2 none.inc deck missing']],
      ['10 levels deep', 10, [], ['l10.inc read to line 0']],
      [
        '10 levels deep, of which it includes the last one itself',
        10,
        ['l10.inc'],
        ['main.inp:3 l10.inc deck found', 'l10.inc:2 none.inc deck missing'],
      ],
    ] as const)
      it(`one whose includes are ${what}`, async () => {
        const tree = { 'main.inp': deckOf('l1.inc', ...alsoNamed), ...chainOf(levels) };
        const links = Array.from({ length: levels - 1 }, (_, index) => {
          return `l${index + 1}.inc:2 l${index + 2}.inc deck found`;
        });
        assert.deepEqual(await checkTree(tree), ['main.inp:2 l1.inc deck found', ...links, ...last]);
      });

    it('60 files that include one of 2,000 names, which are more than 100,000 in all', async () => {
      const names = Array.from({ length: 60 }, (_, index) => `m${index + 10}.inp`);
      const main = Object.fromEntries(names.map((name) => [name, deckOf('part.inc', 'x.inc')]));
      const part = deckOf(...Array<string>(1999).fill('leaf.inc'));
      assert.deepEqual(await checkTree({ ...main, 'part.inc': part, 'leaf.inc': nodes }), [
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
        '../../../../../../etc/passwd',
        '../secret.inc',
        '..',
        'a/../../secret.inc',
        './../in/../secret.inc',
        '../in/main.inp',
        '../inside.inc',
      ];
      const others = { 'secret.inc': deckOf('x.inc'), 'inside.inc': nodes };
      const root = await tempTree({ 'in/main.inp': deckOf(...names), ...others });
      const states = names.map((name) =>
        name === '../in/main.inp' ? 'nameDiffers, actual main.inp' : 'outside',
      );
      const report = await checkInside(root, { items: ['in/main.inp'], workspace: 'in' });
      const expected = names.map((name, index) => `in/main.inp:${index + 2} ${name} deck ${states[index]}`);
      assert.deepEqual(summarise(root, report), expected);
    });

    it('by absolute names of files and devices, by those of Windows, or by variables', async () => {
      const root = await tempTree({ 'in/mesh.inc': nodes });
      const absolute = [
        '/etc/passwd',
        '/dev/zero',
        '/dev/stdin',
        '/proc/self/environ',
        '//host/share/a.inc',
        '/',
        'C:\\Windows\\win.ini',
        'C:/a.inc',
        '\\\\host\\share\\a.inc',
        '\\\\.\\COM1',
        '\\\\?\\C:\\a.inc',
        `${root}/in/mesh.inc`,
      ];
      const variables = ['$HOME/a.inc', '${PATH}', '~/a.inc', '%APPDATA%/a.inc', '~root/.ssh/id_rsa'];
      await writeTree(root, { 'in/main.inp': deckOf(...absolute, ...variables) });
      const results = [
        ...absolute.map((name) => `${name} deck absolutePath`),
        ...variables.map((name) => `${name} variable cannotCheck`),
      ];
      const expected = results.map((result, index) => `in/main.inp:${index + 2} ${result}`);
      assert.deepEqual(summarise(root, await checkInside(root, { workspace: 'in' })), expected);
    });

    needs('links').it('by folders to search', async () => {
      const folders = ['/etc', '/dev', '../../../../etc', '..', 'out', '~', 'C:\\Windows', '\\\\host\\share'];
      const text = ['*INCLUDE_PATH', ...folders, '*INCLUDE', 'passwd', 'zero', 'here.k', ''].join('\n');
      const others = { 'in/here.k': '*KEYWORD\n*END\n', passwd: 'x' };
      const root = await tempTree({ 'in/main.k': `*KEYWORD\n${text}`, ...others });
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
          folder: 'notRegular',
          'folder/': 'notRegular',
          '.': 'notRegular',
          pipe: 'notRegular',
          socket: 'notRegular',
          link: 'notRegular',
          zero: 'outside',
          'pipe/a': 'missing',
          loop: 'missing',
          'loop/a': 'missing',
        };
        const expected = Object.entries(states).map(([name, state], index) => {
          return `main.inp:${index + 2} ${name} deck ${state}`;
        });
        const root = await tempTree({ 'main.inp': deckOf(...Object.keys(states)), 'folder/a.inc': nodes });
        const at = (name: string) => path.join(root, name);
        execFileSync('mkfifo', [at('pipe')]);
        const server = createServer().listen(at('socket'));
        await once(server, 'listening');
        symlinkSync('/dev/zero', at('zero'));
        symlinkSync('loop', at('loop'));
        symlinkSync('pipe', at('link'));
        assert.deepEqual(summarise(root, await checkInside(root)), expected);
        server.close();
      },
    );
  });
});
