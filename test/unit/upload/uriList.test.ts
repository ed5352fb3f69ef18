import assert from 'node:assert/strict';
import type { SelectionProblem } from '../../../src/upload/errors';
import { maxUris, parseFileUris } from '../../../src/upload/uriList';
import { onPlatform } from '../../support/otherSystems';

describe('A list of files that is dropped', () => {
  it('has its URIs in their order, each once, without comments and empty lines', () => {
    const lines = ['# three files', 'file:///cases/b.inp', '', 'file:///cases/a.inp', 'file:///cases/b.inp'];
    for (const end of ['\r\n', '\n', '\r'])
      assert.deepEqual(parseFileUris(`${lines.join(end)}${end}`), [lines[1], lines[3]]);
    assert.deepEqual(parseFileUris('\r\n# nothing\r\n'), []);
  });

  it('has names as they are escaped, with the positions that VS Code adds to editors', () => {
    const list = ['file:///cases/50%25%20%23%C3%A4%0A.inp', 'file:///c%3A/cases/a.inp', 'FILE:///b.inp#L3,5'];
    assert.deepEqual(parseFileUris(list.join('\r\n')), list);
  });

  it('may have many lines, and has a limit for what differs in them', () => {
    const lines = Array.from({ length: maxUris }, (_, index) => `file:///cases/${index}.inp`);
    assert.deepEqual(parseFileUris([...lines, ...lines].join('\r\n')), lines);
    assertRefused([...lines, 'file:///cases/last.inp'].join('\r\n'), 'notAFileList');
  });

  for (const [of, list, reason] of [
    ['a file of the user’s computer', 'vscode-local:/home/me/a.inp', 'outsideWindow'],
    ['the same in capitals', 'VSCODE-LOCAL:/home/me/a.inp', 'outsideWindow'],
    ['a page', 'https://simulation.example.com/a.inp', 'notOnDisk'],
    ['another window', 'vscode-remote://ssh-remote%2Bdevbox/a.inp', 'notOnDisk'],
    ['a path', '/cases/a.inp', 'notAFileList'],
    ['a sentence', 'All files: of the bracket', 'notAFileList'],
    ['an escape that is none', 'file:///cases/a%ZZ.inp', 'notAFileList'],
    ['an escape that is no UTF-8', 'file:///cases/%FF.inp', 'notAFileList'],
    ['a NUL', 'file:///cases/a.inp%00.txt', 'notAFileList'],
  ] as const) {
    it(`is refused as a whole because of ${of}`, () => {
      assertRefused(list, reason);
      assertRefused(`file:///cases/first.inp\r\n${list}\r\nfile:///cases/last.inp`, reason);
    });
  }

  it('may have a file of another computer on Windows only', async () => {
    const list = 'file://elsewhere/a.inp\r\nfile:///cases/a.inp';
    await onPlatform('win32', () => assert.deepEqual(parseFileUris(list), list.split('\r\n')));
    for (const platform of ['linux', 'darwin'] as const)
      await onPlatform(platform, () => assertRefused(list, 'outsideWindow'));
  });

  it('is refused for its place before its kind', () => {
    assertRefused('untitled:Untitled-1\r\nvscode-local:/home/me/a.inp', 'outsideWindow');
  });
});

function assertRefused(list: string, reason: SelectionProblem): void {
  assert.throws(() => parseFileUris(list), { name: 'SelectionError', reason });
}
