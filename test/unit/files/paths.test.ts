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

/** Of the pairs, those for which it holds. */
function holding(
  test: (one: string, other: string) => boolean,
  pairs: readonly [string, string][],
): string[] {
  return pairs.filter(([one, other]) => test(one, other)).map((pair) => pair.join(' < '));
}

describe('Paths on Windows', () => {
  it('are the same in any case, and below one another in any case, but not in another Unicode form, drive or share', async () => {
    const pairs: [string, string][] = [
      ['c:\\ws', 'C:\\WS\\deck.inp'],
      ['C:\\ws', 'c:\\ws'],
      ['c:\\', 'C:\\ws'],
      ['\\\\server\\share', '\\\\SERVER\\Share\\a\\b'],
      ['c:\\ws', 'c:\\ws2\\deck.inp'],
      ['c:\\ws', 'd:\\ws\\deck.inp'],
      ['c:\\ws\\a', 'c:\\ws'],
      ['c:\\ws', 'c:\\..ws'],
      ['c:\\ws', '\\\\server\\share\\ws'],
      ['\\\\server\\share', '\\\\server\\share2\\a'],
      ['c:\\caf\u00e9', 'c:\\cafe\u0301\\deck.inp'],
      ['c:\\caf\u00e9', 'c:\\cafe\u0301'],
    ];
    await onPlatform('win32', () => {
      assert.deepEqual(holding(isInside, pairs), [
        'c:\\ws < C:\\WS\\deck.inp',
        'C:\\ws < c:\\ws',
        'c:\\ < C:\\ws',
        '\\\\server\\share < \\\\SERVER\\Share\\a\\b',
      ]);
      assert.deepEqual(holding(isSamePath, pairs), ['C:\\ws < c:\\ws']);
      assert.deepEqual(
        holding((one, other) => new PathSet([one, 'e:\\']).isAround(other), pairs),
        holding(isInside, pairs),
      );
    });
  });

  it('have no common folder on two drives, or on a drive and a share', async () => {
    await onPlatform('win32', () => {
      assert.equal(findCommonFolder(['c:\\ws\\a', 'd:\\other']), undefined);
      assert.equal(findCommonFolder(['c:\\', 'd:\\']), undefined);
      assert.equal(findCommonFolder(['c:\\ws', '\\\\server\\share\\ws']), undefined);
      assert.equal(findCommonFolder(['\\\\server\\one\\a', '\\\\server\\two\\a']), undefined);
      assert.equal(findCommonFolder(['c:\\ws\\a', 'C:\\WS\\b\\c']), 'c:\\ws');
      assert.equal(findCommonFolder(['c:\\a', 'C:\\b']), 'c:\\');
      assert.equal(findCommonFolder([]), undefined);
    });
  });

  it('lead from one spelling of a folder to a file, and have slashes in models', async () => {
    await onPlatform('win32', () => {
      assert.equal(relativePath('c:\\Ws', 'C:\\wS\\Case\\a.inp'), 'Case\\a.inp');
      assert.equal(relativePath('c:\\Ws', 'C:\\wS'), '');
      assert.equal(toSlashes(relativePath('c:\\ws', 'c:\\ws\\case\\a.inp')), 'case/a.inp');
      assert.deepEqual(filterOutermost(['c:\\ws', 'C:\\ws\\a', 'C:\\WS', 'd:\\a', 'd:\\']), [
        'C:\\WS',
        'd:\\',
      ]);
    });
  });
});

describe('Paths on macOS', () => {
  const [composed, decomposed] = ['/Users/Z\u00fc/ws', '/Users/zu\u0308/WS'];

  it('are the same in any case and Unicode form', async () => {
    await onPlatform('darwin', () => {
      assert.ok(isSamePath(composed, decomposed));
      assert.ok(isInside(composed, `${decomposed}/a\u0308.inp`));
      assert.ok(isInside(decomposed, composed));
      assert.ok(!isInside(composed, '/Users/Zu/ws/a.inp'));
      assert.ok(!isInside(composed, `${decomposed}2/a.inp`));
      assert.ok(new PathSet([composed]).isAround(`${decomposed}/a/b`));
      assert.ok(new PathSet([composed]).has(decomposed));
      assert.ok(!new PathSet([composed]).has(`${decomposed}/a`));
      assert.equal(findCommonFolder([`${composed}/a`, `${decomposed}/b`]), composed);
      assert.deepEqual(filterOutermost([`${composed}/a`, decomposed, '/Users/zu']), [
        decomposed,
        '/Users/zu',
      ]);
    });
  });

  it('lead from one spelling of a folder to a file, whose own name stays as it is', async () => {
    await onPlatform('darwin', () => {
      assert.equal(relativePath(composed, `${decomposed}/Sub/a\u0308.inp`), 'Sub/a\u0308.inp');
      assert.equal(relativePath(composed, decomposed), '');
      assert.equal(relativePath(`${composed}/Sub`, `${decomposed}/sub`), '');
      assert.equal(relativePath(composed, '/Users/other'), '../../other');
    });
  });
});

describe('Paths on Linux', () => {
  it('are as they are written', async () => {
    await onPlatform('linux', () => {
      const pairs: [string, string][] = [
        ['/ws', '/ws/deck.inp'],
        ['/ws', '/WS/deck.inp'],
        ['/ws', '/ws2'],
        ['/', '/ws'],
        ['/w\u00fc', '/wu\u0308/a'],
        ['/ws', '/ws/..deck'],
        ['/ws', '/ws/a\\b'],
      ];
      const inside = ['/ws < /ws/deck.inp', '/ < /ws', '/ws < /ws/..deck', '/ws < /ws/a\\b'];
      assert.deepEqual(holding(isInside, pairs), inside);
      assert.deepEqual(
        holding((one, other) => new PathSet([one]).isAround(other), pairs),
        inside,
      );
      assert.deepEqual(holding(isSamePath, pairs), []);
      assert.equal(toSlashes('a\\b/c'), 'a\\b/c');
      assert.equal(findCommonFolder(['/ws/a', '/WS/a']), '/');
    });
  });
});
