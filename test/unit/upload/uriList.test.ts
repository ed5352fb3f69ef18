import assert from 'node:assert/strict';
import type { SelectionProblem } from '../../../src/upload/errors';
import { maxUris, parseFileUris } from '../../../src/upload/uriList';
import { onPlatform } from '../../support/otherSystems';

describe('A list of files that is dropped', () => {
  const refusals: readonly {
    readonly of: string;
    readonly list: string;
    readonly reason: SelectionProblem;
  }[] = [
    { of: 'a file of the user’s computer', list: 'vscode-local:/home/me/a.inp', reason: 'outsideWindow' },
    { of: 'the same in capitals', list: 'VSCODE-LOCAL:/home/me/a.inp', reason: 'outsideWindow' },
    { of: 'a page', list: 'https://simulation.example.com/a.inp', reason: 'notOnDisk' },
    { of: 'a new document', list: 'untitled:Untitled-1', reason: 'notOnDisk' },
    { of: 'another window', list: 'vscode-remote://ssh-remote%2Bdevbox/a.inp', reason: 'notOnDisk' },
    { of: 'a path', list: '/cases/a.inp', reason: 'notAFileList' },
    { of: 'a sentence', list: 'All files: of the bracket', reason: 'notAFileList' },
    { of: 'an escape that is none', list: 'file:///cases/a%ZZ.inp', reason: 'notAFileList' },
    { of: 'an escape that ends early', list: 'file:///cases/a.inp%2', reason: 'notAFileList' },
    { of: 'an escape that is no UTF-8', list: 'file:///cases/%FF.inp', reason: 'notAFileList' },
    { of: 'a NUL', list: 'file:///cases/a.inp%00.txt', reason: 'notAFileList' },
  ];

  it('has its URIs in their order, each once, without comments and empty lines', () => {
    const lines = ['# three files', 'file:///cases/b.inp', '', 'file:///cases/a.inp', 'file:///cases/b.inp'];
    for (const end of ['\r\n', '\n', '\r']) {
      assert.deepEqual(parseFileUris(`${lines.join(end)}${end}`), [
        'file:///cases/b.inp',
        'file:///cases/a.inp',
      ]);
    }
    assert.deepEqual(parseFileUris('\r\n# nothing\r\n'), []);
  });

  it('has names as they are escaped, with the positions that VS Code adds to editors', () => {
    const list = ['file:///cases/50%25%20%23%C3%A4%0A.inp', 'file:///c%3A/cases/a.inp', 'FILE:///b.inp#L3,5'];
    assert.deepEqual(parseFileUris(list.join('\r\n')), list);
  });

  it('may have many lines, and has a limit for what differs in them', () => {
    const lines = Array.from({ length: maxUris }, (_, index) => `file:///cases/${index}.inp`);
    assert.equal(
      parseFileUris([...lines.slice(0, 10_000), ...lines.slice(0, 9)].join('\r\n')).length,
      10_000,
    );
    assert.deepEqual(parseFileUris([...lines, ...lines].join('\r\n')), lines);
    assertRefused([...lines, 'file:///cases/last.inp'].join('\r\n'), 'notAFileList');
  });

  for (const { of, list, reason } of refusals) {
    it(`is refused as a whole because of ${of}`, () => {
      const files = ['file:///cases/first.inp', 'file:///cases/last.inp'];
      assertRefused(list, reason);
      assertRefused([files[0], list, files[1]].join('\r\n'), reason);
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
