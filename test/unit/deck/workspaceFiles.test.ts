import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdir, rename, rm, symlink } from 'node:fs/promises';
import path from 'node:path';
import { WorkspaceFiles } from '../../../src/deck/workspaceFiles';
import { toSlashes } from '../../../src/files/paths';
import { needs } from '../../support/capabilities';
import { removeTempTrees, tempTree } from '../../support/tempTree';
import { recordFileCalls } from './support/fileCalls';

describe('Files of a workspace', () => {
  afterEach(removeTempTrees);

  needs('links', 'pipes').it('are regular files, through links that stay inside', async () => {
    const root = await tempTree({ 'ws/a.inc': '', 'ws/sub/b.inc': '', 'other/c.inc': '' });
    const inside = (name: string) => path.join(root, 'ws', name);
    await symlink('sub', inside('relative'));
    await symlink(inside('relative/b.inc'), inside('absolute.inc'));
    await symlink('../../ws/a.inc', inside('sub/back.inc'));
    await mkdir(inside('folder'));
    execFileSync('mkfifo', [inside('pipe')]);
    const workspace = new WorkspaceFiles([inside('')]);
    const locate = (name: string) => {
      const location = workspace.locate(path.resolve(inside(''), name));
      return typeof location === 'object' ? path.relative(root, location.file) : location;
    };
    const none = ['pipe/x', 'none', 'a.inc/x', 'none/x', 'A.inc', 'a\0.inc', 'x'.repeat(5000)];
    for (const [found, names] of [
      ['ws/a.inc', ['a.inc', 'relative/back.inc']],
      ['ws/sub/b.inc', ['sub/b.inc', 'relative/b.inc', 'absolute.inc']],
      ['notRegular', ['.', 'folder', 'pipe']],
      [undefined, none],
      ['outside', ['../other/c.inc', '/', '../ws2/a.inc']],
    ] as const)
      for (const name of names) assert.equal(locate(name), found, name);
  });

  needs('links', 'devices').it('are not looked at where a link leads out', async () => {
    const root = await tempTree({ 'ws/a.inc': '', 'other/c.inc': '', 'other/deep/d.inc': '' });
    const ws = path.join(root, 'ws');
    await symlink('/dev/zero', path.join(ws, 'zero'));
    await symlink(path.join(root, 'other/c.inc'), path.join(ws, 'c.inc'));
    await symlink('../other', path.join(ws, 'folder'));
    await symlink('folder/deep', path.join(ws, 'through'));
    await symlink('../../../../../../../../etc', path.join(ws, 'etc'));
    const workspace = new WorkspaceFiles([ws]);
    const names = ['zero', 'c.inc', 'folder/c.inc', 'folder', 'through/d.inc', 'etc/passwd'];
    const calls = recordFileCalls(() => {
      for (const name of [...names, '../other/c.inc']) {
        const file = path.resolve(ws, name);
        assert.equal(workspace.locate(file), 'outside', name);
        assert.equal(workspace.findInAnyCase(file), undefined, name);
      }
    });
    const links = ['zero', 'c.inc', 'folder', 'through', 'etc'].map((name) => `${ws}/${name}`);
    const looks = links.flatMap((link) => [`lstatSync ${link}`, `readlinkSync ${link}`]);
    assert.deepEqual(new Set(calls), new Set([`readdirSync ${ws}`, ...looks]));
  });

  needs('links').it(
    'are not behind links that lead to themselves, or to one another without end',
    async () => {
      const ws = await tempTree({ 'a.inc': '' });
      await symlink('loop', path.join(ws, 'loop'));
      await symlink('there/x', path.join(ws, 'here'));
      await symlink('here/x', path.join(ws, 'there'));
      await symlink('.', path.join(ws, 'self'));
      const length = 100;
      for (let index = 0; index < length; index++) await symlink(`l${index + 1}`, path.join(ws, `l${index}`));
      await symlink('a.inc', path.join(ws, `l${length}`));
      const workspace = new WorkspaceFiles([ws]);
      const locate = (name: string) => workspace.locate(path.join(ws, name));
      for (const name of ['loop', 'loop/a.inc', 'here', 'there', 'l0'])
        assert.equal(locate(name), undefined, name);
      assert.deepEqual(locate(`${'self/'.repeat(1000)}a.inc`), { file: path.join(ws, 'a.inc') });
      assert.deepEqual(locate(`l${length - 39}`), { file: path.join(ws, 'a.inc') });
    },
  );

  needs('links').it(
    'are found in a workspace folder that is a link itself, by both of its paths',
    async () => {
      const root = await tempTree({ 'real/a.inc': '', 'real/sub/b.inc': '' });
      const real = path.join(root, 'real');
      const ws = path.join(root, 'ws');
      await symlink('real', ws);
      await symlink(path.join(real, 'a.inc'), path.join(real, 'by-real.inc'));
      await symlink(path.join(ws, 'a.inc'), path.join(real, 'by-link.inc'));
      const workspace = new WorkspaceFiles([ws]);
      for (const name of ['a.inc', 'by-real.inc', 'by-link.inc'])
        assert.deepEqual(workspace.locate(path.join(ws, name)), { file: path.join(ws, 'a.inc') }, name);
      assert.equal(workspace.findInAnyCase(path.join(ws, 'SUB/B.inc')), path.join(ws, 'sub/b.inc'));
    },
  );

  it('are unknown where a folder cannot be listed', async () => {
    const ws = await tempTree({ 'a.inc': '' });
    const workspace = new WorkspaceFiles([ws]);
    await rm(ws, { recursive: true });
    for (const one of [workspace, new WorkspaceFiles([ws])]) {
      assert.equal(one.locate(path.join(ws, 'a.inc')), 'unknown');
      assert.equal(one.findInAnyCase(path.join(ws, 'A.inc')), undefined);
    }
  });

  needs('caseNames').it('are found in any case if only one entry fits, an equal one first', async () => {
    const files = ['Mesh/Steel.inc', 'two/a.inc', 'two/A.inc', 'x.inc', 'X.inc'];
    const ws = await tempTree(Object.fromEntries(files.map((name) => [name, ''])));
    const workspace = new WorkspaceFiles([ws]);
    const find = (name: string) => {
      const found = workspace.findInAnyCase(path.join(ws, name));
      return found === undefined ? undefined : path.relative(ws, found);
    };
    const found = ['mesh/steel.INC', 'TWO/a.inc', 'TWO/A.inc', 'X.inc'].map(find);
    assert.deepEqual(found, ['Mesh/Steel.inc', 'two/a.inc', 'two/A.inc', 'X.inc']);
    for (const name of ['mesh', 'two/a.INC', 'x.INC', 'mesh/none', 'none/steel.inc', 'x.inc/y', '..'])
      assert.equal(find(name), undefined, name);
  });

  it('are known from one look at each folder and entry', async () => {
    const ws = await tempTree({ 'a/b.inc': '', 'a/c.inc': '' });
    const workspace = new WorkspaceFiles([ws]);
    const calls = recordFileCalls(() => {
      for (const name of ['a/b.inc', 'a/c.inc', 'a/b.inc', 'a/none', 'none/x', 'none/y', 'a/none'])
        workspace.locate(path.join(ws, name));
    });
    assert.deepEqual(
      calls.map((call) => toSlashes(call.replace(ws, ''))),
      ['readdirSync ', 'lstatSync /a', 'readdirSync /a', 'lstatSync /a/b.inc', 'lstatSync /a/c.inc'],
    );
  });

  it('may go while they are looked at', async () => {
    const ws = await tempTree({ 'a/b.inc': '', 'a/c.inc': '' });
    const workspace = new WorkspaceFiles([ws]);
    assert.deepEqual(workspace.locate(path.join(ws, 'a/b.inc')), { file: path.join(ws, 'a/b.inc') });
    await rm(path.join(ws, 'a/c.inc'));
    assert.equal(workspace.locate(path.join(ws, 'a/c.inc')), undefined);
    await rename(path.join(ws, 'a'), path.join(ws, 'z'));
    assert.equal(workspace.locate(path.join(ws, 'z/b.inc')), undefined);
  });
});
