import assert from 'node:assert/strict';
import { symlinkSync } from 'node:fs';
import path from 'node:path';
import { describeRequestProblem } from '../../../src/messages/requestProblems';
import { findRequestedFiles } from '../../../src/request/requestedFiles';
import {
  inOneFolder,
  leadsOut,
  type RequestFolder,
  type RequestFolders,
  RequestPlaces,
} from '../../../src/request/requestFolders';
import { needs } from '../../support/capabilities';
import { onPlatform } from '../../support/otherSystems';
import { type FileTree, removeTempTrees, tempTree } from '../../support/tempTree';

const { signal } = new AbortController();

const tree = { 'case/wing.inp': 'w', 'case/mesh/nodes.inc': 'n', 'case/out.odb': 'o', 'notes.txt': 't' };

async function folderWith(files: FileTree, exclude: readonly string[] = []): Promise<RequestFolder> {
  return { root: await tempTree(files), exclude };
}

/** The names of the files, or the problems, of a request. */
async function find(folders: RequestFolders, files: readonly string[], exclude: readonly string[] = []) {
  assert.deepEqual(files.filter(leadsOut), []);
  const { plan, problems } = await findRequestedFiles({ files, exclude }, folders, signal);
  return problems.length > 0 ? problems : plan.files.map(({ name }) => name);
}

/** Where a written path is: its folder and the path in it. */
async function place(written: string, roots: readonly string[], own?: string) {
  const all = roots.map((root) => ({ root, exclude: [] }));
  const places = new RequestPlaces({ own: all.find(({ root }) => root === own), all });
  const placed = leadsOut(written) ? 'leads out' : await places.find(written);
  return typeof placed === 'string' ? placed : [placed.folder.root, placed.relative];
}

describe('An absolute path of a request', () => {
  afterEach(removeTempTrees);

  it('inside of a folder of the window is that file, folder or pattern', async () => {
    const folder = await folderWith(tree, ['*.odb']);
    const { root } = folder;
    for (const [files, names] of [
      [[path.join(root, 'case', 'wing.inp')], 'wing.inp'],
      [[`${root}/case`], 'mesh/nodes.inc wing.inp'],
      [[`${root}//case/./mesh/`], 'nodes.inc'],
      [[`${root}/case/**`], 'mesh/nodes.inc wing.inp'],
      [[`${root}/**/*.inc`, 'notes.txt'], 'case/mesh/nodes.inc notes.txt'],
      ...[root, `${root}/`, `${root}/**`].map(
        (all) => [[all], 'case/mesh/nodes.inc case/wing.inp notes.txt'] as const,
      ),
    ] as const)
      assert.deepEqual(await find(inOneFolder(folder), files), names.split(' '));
  });

  it('is never read as a pattern where it is the path of the folder', async () => {
    const around = await tempTree({ 'wing [v2]/case/wing.inp': 'w', 'wing v/case/other.inp': 'o' });
    const folders = inOneFolder({ root: path.join(around, 'wing [v2]'), exclude: [] });
    assert.deepEqual(await find(folders, [`${folders.own?.root}/case/*.inp`]), ['wing.inp']);
  });

  it('is refused outside, and nothing is looked at there', async () => {
    const folder = await folderWith(tree);
    const { root } = folder;
    const above = path.dirname(root);
    const outside = [`${root}2/case`, above, path.parse(root).root, `${above}/**/case`];
    assert.deepEqual(
      await find(inOneFolder(folder), ['case', ...outside]),
      outside.map((entry) => ({ kind: 'outsideFolder', entry: entry.slice(0, 100) })),
    );
  });

  it('leads out with “..”, from the home folder, from the current drive, and on another system', async () => {
    const written = ['/ws/../x', '/ws/a/..', '~/ws/a', '~\\ws', '~', 'c:a', 'C:', '\\ws\\a', '..\\a'];
    for (const platform of ['linux', 'win32'] as const)
      await onPlatform(platform, () => assert.deepEqual(written.filter(leadsOut), written));
    assert.deepEqual(['~a.inp', '~$a.inp', '~a/b.inp', './~/a.inp'].filter(leadsOut), []);
    const others = ['/ws/a', 'C:\\ws\\a', 'c:/ws/a', '\\\\server\\share\\ws'];
    await onPlatform('linux', () => assert.deepEqual(others.filter(leadsOut), others.slice(1)));
    await onPlatform('win32', () => assert.deepEqual(others.filter(leadsOut), others.slice(0, 1)));
  });

  needs('links').it('may have the links to its folder or none, but no link out of it', async () => {
    const real = await folderWith(tree);
    const around = await tempTree({ 'secret/key.inp': 's' });
    const linked = { root: path.join(around, 'link'), exclude: [] };
    symlinkSync(real.root, linked.root);
    symlinkSync(path.join(around, 'secret'), path.join(real.root, 'case/out'));
    for (const root of [real.root, linked.root])
      assert.deepEqual(await find(inOneFolder(linked), [`${root}/case/*.inp`]), ['wing.inp']);
    for (const file of ['case', `${real.root}/case/out`, `${linked.root}/case/out/key.inp`]) {
      const [problem, ...others] = await find(inOneFolder(linked), [file]);
      assert.ok(typeof problem === 'object' && problem.kind === 'refusedFile');
      assert.deepEqual([problem.file.reason, others], ['linkOutside', []]);
    }
    assert.deepEqual(await find(inOneFolder(real), [`${linked.root}/case`]), [
      { kind: 'outsideFolder', entry: `${linked.root}/case`.slice(0, 100) },
    ]);
  });

  it('belongs to the innermost folder, and a relative one to that of the request', async () => {
    const roots = ['/ws', '/ws/parts/wing', '/ws2'];
    const placeAt = (written: string, own?: string) => place(written, roots, own);
    await onPlatform('linux', async () => {
      assert.deepEqual(await placeAt('/ws/parts/wing/a.inp'), ['/ws/parts/wing', 'a.inp']);
      assert.deepEqual(await placeAt('/ws/parts/wing2/*.inp'), ['/ws', 'parts/wing2/*.inp']);
      assert.deepEqual(await placeAt('/ws2'), ['/ws2', '']);
      assert.deepEqual(await placeAt('parts/wing/a.inp', '/ws'), ['/ws', 'parts/wing/a.inp']);
      assert.deepEqual(await placeAt('/ws2/a.inp', '/ws'), ['/ws2', 'a.inp']);
      assert.equal(await placeAt('a.inp'), 'noFolder');
      assert.equal(await placeAt('/ws3/a.inp', '/ws'), 'outsideFolder');
    });
  });

  it('has either slash on Windows, in any case of letters, with a drive or a share', async () => {
    const roots = ['c:\\Users\\Me\\Fl\u00fcgel', '\\\\server\\share\\ws'];
    await onPlatform('win32', async () => {
      for (const written of ['C:\\users\\me\\FL\u00dcGEL\\case\\**', 'C:/Users/Me/Fl\u00fcgel/case/**'])
        assert.deepEqual(await place(written, roots), [roots[0], 'case/**'], written);
      for (const written of ['//server/share/ws/a.inp', '\\\\SERVER\\share\\ws\\a.inp'])
        assert.deepEqual(await place(written, roots), [roots[1], 'a.inp'], written);
      for (const written of ['c:\\Users\\Me', 'd:\\Users\\Me\\Fl\u00fcgel\\a', '//server/other/ws/a'])
        assert.equal(await place(written, roots), 'outsideFolder', written);
      for (const written of ['\\Users\\Me\\Fl\u00fcgel\\a', '/Users/Me/Fl\u00fcgel/a', 'c:a'])
        assert.equal(await place(written, roots), 'leads out', written);
    });
  });

  it('has any case and Unicode form on macOS', async () => {
    await onPlatform('darwin', async () => {
      const root = '/Users/me/Fl\u00fcgel';
      assert.deepEqual(await place('/users/ME/flu\u0308gel/Case/*.inp', [root]), [root, 'Case/*.inp']);
    });
  });
});

describe('An entry of a request that is the path of a file or a folder', () => {
  afterEach(removeTempTrees);

  const beside = {
    'wing [v2]/main.inp': 'm',
    'wing [v2]/mesh[a]/nodes.inc': 'n',
    'wing v/main.inp': 'x',
    'bracket[1].inp': 'b',
    'bracket1.inp': 'x',
    'rib[3].inp': 'r',
    'pin[x]/1.inp': 'p',
    'out[1].log': 'l',
    'out1.log': 'x',
  };

  it('is that one, and no pattern for the brackets in its name', async () => {
    const folder = await folderWith(beside, ['*.log']);
    const { root } = folder;
    for (const [entry, names] of [
      ['wing [v2]/main.inp', ['main.inp']],
      ['wing [v2]', ['main.inp', 'mesh[a]/nodes.inc']],
      ['./wing [v2]/mesh[a]/', ['nodes.inc']],
      ['bracket[1].inp', ['bracket[1].inp']],
      ['bracket[[]1].inp', ['bracket[1].inp']],
      ['rib[3].inp', ['rib[3].inp']],
      ['pin[x]', ['1.inp']],
      // A pattern, where no file has just this name.
      ['bracket[12].inp', ['bracket1.inp']],
      ['b*[1].inp', ['bracket1.inp']],
    ] as const)
      for (const written of [entry, `${root}/${entry.replace('./', '')}`])
        assert.deepEqual(await find(inOneFolder(folder), [written]), names, written);
    assert.deepEqual(await find(inOneFolder(folder), ['bracket[1].inp', 'bracket1.inp']), [
      'bracket1.inp',
      'bracket[1].inp',
    ]);
    // It is excluded, and what the same text matches as a pattern does not go in its place.
    assert.deepEqual(await find(inOneFolder(folder), ['out[1].log']), [
      { kind: 'noMatch', entry: 'out[1].log' },
    ]);
  });

  needs('anyNames').it('may have wildcards in its name', async () => {
    const names = ['a*.inp', 'ab.inp', 'a?.inp', 'c[*].inp', 'c*.inp', 'd[?].inp', 'dx.inp'];
    const folder = await folderWith(Object.fromEntries(names.map((name) => [name, name])));
    for (const [entry, found] of [
      ['a*.inp', 'a*.inp'],
      ['a?.inp', 'a?.inp'],
      // As Save as Task writes the path of c*.inp, which is there, and of d?.inp, which is not.
      ['c[*].inp', 'c*.inp'],
      ['d[?].inp', 'd[?].inp'],
    ] as const)
      assert.deepEqual(await find(inOneFolder(folder), [entry]), [found], entry);
  });

  needs('links').it('that cannot be looked at does not send other files', async () => {
    const folder = await folderWith({ 'loop1/a.inp': 'x' });
    symlinkSync('loop[1]', path.join(folder.root, 'loop[1]'), 'dir');
    const name = 'loop[1]/a.inp';
    const problems = await find(inOneFolder(folder), [name]);
    assert.deepEqual(problems, [
      {
        kind: 'refusedFile',
        file: { name: 'a.inp', path: path.join(folder.root, name), reason: 'linkLoop' },
      },
    ]);
  });

  needs('links').it('is not looked for behind a link that leads out', async () => {
    const outside = await tempTree({ 'a[1].inp': 'x' });
    const folder = await folderWith(tree);
    symlinkSync(outside, path.join(folder.root, 'away'), 'dir');
    const entry = 'away/a[1].inp';
    assert.deepEqual(await find(inOneFolder(folder), [entry]), [
      { kind: 'noMatch', entry, hasBracket: true },
    ]);
  });

  it('and is not there: the refusal says how a bracket is written in a pattern', async () => {
    const folder = await folderWith(tree);
    const entry = 'case/wing[2].inp';
    const problems = await find(inOneFolder(folder), [entry]);
    assert.deepEqual(problems, [{ kind: 'noMatch', entry, hasBracket: true }]);
    assert.equal(
      describeRequestProblem({ kind: 'noMatch', entry, hasBracket: true }),
      '“case/wing[2].inp” matches no file, or only excluded ones. No file or folder has exactly this path, so it was read as a pattern, in which “[” is written as “[[]”.',
    );
  });
});

describe('The files of a request in several folders', () => {
  afterEach(removeTempTrees);

  it('have names from their common folder, and each folder excludes what its settings say', async () => {
    const around = await tempTree({
      'wing/case/wing.inp': 'w',
      'wing/case/a.odb': 'o',
      'meshes/fine/nodes.inc': 'n',
      'meshes/fine/a.odb': 'o',
    });
    const wing = { root: path.join(around, 'wing'), exclude: ['*.odb'] };
    const meshes = { root: path.join(around, 'meshes'), exclude: [] };
    const folders = { own: wing, all: [wing, meshes] };
    assert.deepEqual(await find(folders, ['case/**', `${meshes.root}/fine/**`]), [
      'meshes/fine/a.odb',
      'meshes/fine/nodes.inc',
      'wing/case/wing.inp',
    ]);
    assert.deepEqual(await find({ ...folders, own: undefined }, ['case', `${meshes.root}/fine`]), [
      { kind: 'noFolder', entry: 'case' },
    ]);
    assert.deepEqual(await find(folders, ['case/*.inc', `${meshes.root}/fine/*.inc`]), [
      { kind: 'noMatch', entry: 'case/*.inc' },
    ]);
  });

  it('are each found once where one folder is in the other one', async () => {
    const outer = await folderWith(tree);
    const inner = { root: path.join(outer.root, 'case/mesh'), exclude: [] };
    const folders = { own: undefined, all: [outer, inner] };
    assert.deepEqual(await find(folders, [`${outer.root}/case/*.inp`, `${inner.root}/*.inc`]), [
      'case/mesh/nodes.inc',
      'case/wing.inp',
    ]);
    assert.deepEqual(await find({ ...folders, own: inner }, ['nodes.inc', `${outer.root}/case/**`]), [
      'case/mesh/nodes.inc',
      'case/out.odb',
      'case/wing.inp',
    ]);
  });
});

describe('A pattern that excludes files of a request', () => {
  afterEach(removeTempTrees);

  it('may begin with the path of a folder, and holds in that folder then', async () => {
    const one = await folderWith(tree);
    const other = await folderWith(tree);
    const found = async (...exclude: string[]) => {
      const files = [`${one.root}/case/**`, `${other.root}/case/**`];
      const names = (await find({ own: undefined, all: [one, other] }, files, exclude)) as readonly string[];
      return names
        .map((name) => name.replace(/^[^/]*/, (folder) => (folder === path.basename(one.root) ? '1' : '2')))
        .toSorted();
    };
    const all = ['1', '2'].flatMap((folder) =>
      ['case/mesh/nodes.inc', 'case/out.odb', 'case/wing.inp'].map((name) => `${folder}/${name}`),
    );
    const without = (...names: string[]) => all.filter((name) => !names.includes(name));
    assert.deepEqual(await found(), all);
    assert.deepEqual(await found('*.odb'), without('1/case/out.odb', '2/case/out.odb'));
    assert.deepEqual(await found(`${one.root}/case/*.odb`), without('1/case/out.odb'));
    assert.deepEqual(await found(`${other.root}/case/mesh/`), without('2/case/mesh/nodes.inc'));
    assert.deepEqual(await found('*.odb', `!${one.root}/case/out.odb`), without('2/case/out.odb'));
    const places = new RequestPlaces({ own: undefined, all: [one, other] });
    for (const root of [one.root, `${one.root}/`])
      assert.deepEqual(await places.patternsIn(one, [root]), ['/**']);
    assert.deepEqual(await found('/case/*.odb'), without('1/case/out.odb', '2/case/out.odb'));
    assert.deepEqual(await found(path.join(one.root, 'case', '*.inp')), without('1/case/wing.inp'));
  });
});
