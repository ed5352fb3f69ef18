import assert from 'node:assert/strict';
import {
  filterOutermost,
  findCommonFolder,
  isInside,
  isSamePath,
  PathSet,
  relativePath,
  toSlashes,
} from '../../../src/files/paths';
import { onPlatform } from '../../support/otherSystems';

/** Checks for each pair whether they are the same, and whether the second is inside of the first. */
function assertPairs(
  pairs: readonly (readonly [one: string, other: string, is?: 'same' | 'inside'])[],
): void {
  for (const [one, other, is] of pairs) {
    const found = [isSamePath(one, other), isInside(one, other), new PathSet([one]).isAround(other)];
    assert.deepEqual(found, [is === 'same', is !== undefined, is !== undefined], `${one} < ${other}`);
  }
}

describe('Paths on Windows', () => {
  it('are the same in any case, and below one another in any case, but not in another Unicode form, drive or share', async () => {
    await onPlatform('win32', () =>
      assertPairs([
        ['c:\\ws', 'C:\\WS\\deck.inp', 'inside'],
        ['C:\\ws', 'c:\\ws', 'same'],
        ['c:\\', 'C:\\ws', 'inside'],
        ['\\\\server\\share', '\\\\SERVER\\Share\\a\\b', 'inside'],
        ['c:\\ws', 'c:\\ws2\\deck.inp'],
        ['c:\\ws', 'd:\\ws\\deck.inp'],
        ['c:\\ws\\a', 'c:\\ws'],
        ['c:\\ws', 'c:\\..ws'],
        ['c:\\ws', '\\\\server\\share\\ws'],
        ['\\\\server\\share', '\\\\server\\share2\\a'],
        ['c:\\caf\u00e9', 'c:\\cafe\u0301\\deck.inp'],
        ['c:\\caf\u00e9', 'c:\\cafe\u0301'],
      ]),
    );
  });

  it('have no common folder on two drives, or on a drive and a share', async () => {
    await onPlatform('win32', () => {
      for (const [folders, common] of [
        [['c:\\ws\\a', 'd:\\other']],
        [['c:\\', 'd:\\']],
        [['c:\\ws', '\\\\server\\share\\ws']],
        [['\\\\server\\one\\a', '\\\\server\\two\\a']],
        [['c:\\ws\\a', 'C:\\WS\\b\\c'], 'c:\\ws'],
        [['c:\\a', 'C:\\b'], 'c:\\'],
        [[]],
      ] as const)
        assert.equal(findCommonFolder(folders), common);
    });
  });

  it('lead from one spelling of a folder to a file, and have slashes in models', async () => {
    await onPlatform('win32', () => {
      assert.equal(relativePath('c:\\Ws', 'C:\\wS\\Case\\a.inp'), 'Case\\a.inp');
      assert.equal(relativePath('c:\\Ws', 'C:\\wS'), '');
      assert.equal(toSlashes(relativePath('c:\\ws', 'c:\\ws\\case\\a.inp')), 'case/a.inp');
      const outermost = filterOutermost(['c:\\ws', 'C:\\ws\\a', 'C:\\WS', 'd:\\a', 'd:\\']);
      assert.deepEqual(outermost, ['C:\\WS', 'd:\\']);
    });
  });
});

describe('Paths on macOS', () => {
  const composed = '/Users/Z\u00fc/ws';
  const decomposed = '/Users/zu\u0308/WS';

  it('are the same in any case and Unicode form', async () => {
    await onPlatform('darwin', () => {
      assertPairs([
        [composed, decomposed, 'same'],
        [composed, `${decomposed}/a\u0308.inp`, 'inside'],
        [composed, '/Users/Zu/ws/a.inp'],
        [composed, `${decomposed}2/a.inp`],
      ]);
      assert.ok(new PathSet([composed]).has(decomposed));
      assert.ok(!new PathSet([composed]).has(`${decomposed}/a`));
      assert.equal(findCommonFolder([`${composed}/a`, `${decomposed}/b`]), composed);
      const outermost = filterOutermost([`${composed}/a`, decomposed, '/Users/zu']);
      assert.deepEqual(outermost, [decomposed, '/Users/zu']);
    });
  });

  it('lead from one spelling of a folder to a file, whose own name stays as it is', async () => {
    await onPlatform('darwin', () => {
      assert.equal(relativePath(composed, `${decomposed}/Sub/a\u0308.inp`), 'Sub/a\u0308.inp');
      assert.equal(relativePath(composed, decomposed), '');
      assert.equal(relativePath(composed, '/Users/other'), '../../other');
    });
  });
});

describe('Paths on Linux', () => {
  it('are as they are written', async () => {
    await onPlatform('linux', () => {
      assertPairs([
        ['/ws', '/ws/deck.inp', 'inside'],
        ['/ws', '/WS/deck.inp'],
        ['/ws', '/ws2'],
        ['/', '/ws', 'inside'],
        ['/w\u00fc', '/wu\u0308/a'],
        ['/ws', '/ws/..deck', 'inside'],
        ['/ws', '/ws/a\\b', 'inside'],
      ]);
      assert.equal(toSlashes('a\\b/c'), 'a\\b/c');
      assert.equal(findCommonFolder(['/ws/a', '/WS/a']), '/');
    });
  });
});
