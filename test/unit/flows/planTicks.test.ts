import assert from 'node:assert/strict';
import { findFolders } from '../../../src/flows/plan/planFolders';
import { PlanTicks } from '../../../src/flows/plan/planTicks';
import { Random } from '../../simulation/random';

const names = ['a.inp', 'mesh/coarse/n', 'mesh/fine/n', 'mesh/fine/o', 'steel/x', 'steel/y'];

/** Rows are strings; those of folders end with `/`. */
function createRows(ofFiles: readonly string[]) {
  const groups = findFolders(ofFiles).map(({ name, start, end }) => {
    return { row: name, members: ofFiles.slice(start, end) };
  });
  const rows = [...ofFiles, ...groups.map(({ row }) => row)].sort();
  return { rows, groups };
}

const createTicks = (ticked: readonly string[] = names) => {
  const { rows, groups } = createRows(names);
  return new PlanTicks(rows, groups, ticked);
};

const without = (rows: readonly string[], ...left: readonly string[]) =>
  rows.filter((row) => !left.includes(row));

describe('The folders of a plan', () => {
  const found = (...files: string[]) =>
    findFolders(files.sort()).map(({ name, start, end }) => [name, end - start]);

  it('stand for all files below them, each before the folders in it', () =>
    assert.deepEqual(found(...names), [
      ['mesh/', 3],
      ['mesh/coarse/', 1],
      ['mesh/fine/', 2],
      ['steel/', 2],
    ]));

  it('are none for files beside each other', () => assert.deepEqual(found('a', 'b'), []));

  it('are one where one folder holds nothing but another', () => {
    assert.deepEqual(found('a/b/c/x', 'a/b/c/y'), [['a/b/c/', 2]]);
    assert.deepEqual(found('a/b/c/x', 'a/b/y'), [
      ['a/b/', 2],
      ['a/b/c/', 1],
    ]);
  });

  it('are told apart when one name begins like another', () =>
    assert.deepEqual(found('a-b/x', 'a.inp', 'a/x', 'ab/x'), [
      ['a-b/', 1],
      ['a/', 1],
      ['ab/', 1],
    ]));

  it('are found quickly in ten thousand files', () => {
    const nameOf = (index: number) => `run${Math.floor(index / 100)}/out/${index}.bin`;
    const many = Array.from({ length: 10_000 }, (_, index) => nameOf(index));
    const start = performance.now();
    assert.equal(found(...many).length, 100);
    assert.ok(performance.now() - start < 1000);
  });
});

describe('The ticks of a plan', () => {
  it('are on a folder at first if all of its files are ticked', () => {
    assert.deepEqual(createTicks().ticked, [
      'a.inp',
      'mesh/',
      'mesh/coarse/',
      'mesh/coarse/n',
      'mesh/fine/',
      'mesh/fine/n',
      'mesh/fine/o',
      'steel/',
      'steel/x',
      'steel/y',
    ]);
    assert.deepEqual(createTicks(['mesh/fine/n', 'steel/x', 'steel/y']).ticked, [
      'mesh/fine/n',
      'steel/',
      'steel/x',
      'steel/y',
    ]);
  });

  it('leave a folder, and those around it, with one of its files', () => {
    const ticks = createTicks();
    const told = without(ticks.ticked, 'mesh/fine/o');
    assert.deepEqual(ticks.noteTold(told), without(told, 'mesh/', 'mesh/fine/'));
  });

  it('leave and return to all files of a folder with it', () => {
    const ticks = createTicks();
    const all = ticks.ticked;
    const left = all.filter((row) => !row.startsWith('mesh/'));
    assert.deepEqual(ticks.noteTold(without(all, 'mesh/')), left);
    assert.equal(ticks.noteTold(left), undefined);
    assert.deepEqual(ticks.noteTold([...left, 'mesh/']), all);
  });

  it('return to a folder with the last of its files', () => {
    const ticks = createTicks(without(names, 'mesh/fine/o'));
    assert.deepEqual(ticks.noteTold([...ticks.ticked, 'mesh/fine/o']), createTicks().ticked);
  });

  it('need no correction when files without a folder change, or all rows', () => {
    const ticks = createTicks();
    const all = ticks.ticked;
    assert.equal(ticks.noteTold(without(all, 'a.inp')), undefined);
    assert.equal(ticks.noteTold([]), undefined);
    assert.equal(ticks.noteTold(all), undefined);
    assert.deepEqual(ticks.ticked, all);
  });

  it('keep two changes that follow each other faster than the list is corrected', () => {
    const ticks = createTicks();
    const first = without(ticks.ticked, 'mesh/fine/n');
    ticks.noteTold(first);
    // The list still shows the ticks of the folders.
    ticks.noteTold(without(first, 'steel/x'));
    assert.deepEqual(ticks.ticked, ['a.inp', 'mesh/coarse/', 'mesh/coarse/n', 'mesh/fine/o', 'steel/y']);
  });

  it('of a folder can return at once, after the correction', () => {
    const ticks = createTicks(['steel/x', 'steel/y']);
    const corrected = ticks.noteTold(['steel/', 'steel/y']);
    assert.deepEqual(corrected, ['steel/y']);
    // As it was before the correction, because the user has ticked the folder again.
    assert.deepEqual(ticks.noteTold(['steel/', 'steel/y']), ['steel/', 'steel/x', 'steel/y']);
  });

  for (const [what, isGrowing] of [
    ['its corrections', false],
    ['further rows', true],
  ] as const)
    it(`are in the end what the list shows, however late ${what} arrive`, () => proveAgreement(isGrowing));

  function proveAgreement(isGrowing: boolean): void {
    const { rows: first, groups } = createRows(names);
    for (let seed = 1; seed <= 300; seed++) {
      const random = new Random(seed);
      let rows = first;
      const ticks = new PlanTicks(rows, groups, isGrowing && seed % 3 === 0 ? [] : names);
      let shown = new Set(ticks.ticked);
      const toTell: string[][] = [];
      const toShow: (string[] & { hasNewRows?: true })[] = [];
      const step = (what: number) => {
        // A user who is faster still sees the rows flicker while they grow.
        if (what === 0 && isGrowing && toTell.length + toShow.length > 1) return;
        if (what === 0) {
          const row = random.pick(rows);
          shown = new Set(shown.has(row) ? without([...shown], row) : [...shown, row]);
          toTell.push([...shown]);
        } else if (what === 1) {
          const told = toTell.shift();
          const corrected = told && ticks.noteTold(told);
          if (corrected !== undefined) toShow.push(corrected);
        } else {
          const next = toShow.shift();
          if (next === undefined) return;
          // New rows are without ticks until these are set, and VS Code tells both.
          if (next.hasNewRows && shown.size > 0) {
            shown = new Set();
            toTell.push([]);
          }
          const isSame = next.length === shown.size && next.every((row) => shown.has(row));
          shown = new Set(next);
          // VS Code tells also what it was made to show.
          if (!isSame) toTell.push([...shown]);
        }
      };
      const lateAt = random.below(200);
      for (let count = 0; count < 200; count++) {
        step(random.below(3));
        if (!isGrowing || count !== lateAt) continue;
        const late = ['late/x', 'late/y'];
        ticks.addRows(late, []);
        toShow.push(Object.assign(ticks.setAgain(), { hasNewRows: true as const }));
        rows = [...rows, ...late];
      }
      for (let count = 0; toTell.length + toShow.length > 0; count++) {
        assert.ok(count < 1000, `seed ${seed}`);
        for (const what of [1, 2]) step(what);
      }
      assert.deepEqual([...shown].sort(), ticks.ticked.sort(), `seed ${seed}`);
      for (const { row, members } of groups) {
        const isWhole = members.every((one) => shown.has(one));
        assert.equal(shown.has(row), isWhole, `seed ${seed}, ${row}`);
      }
    }
  }

  it('of three thousand files in thirty folders change in some milliseconds', () => {
    const nameOf = (index: number) => `run${10 + Math.floor(index / 100)}/${index}.bin`;
    const many = Array.from({ length: 3000 }, (_, index) => nameOf(index)).sort();
    const { rows, groups } = createRows(many);
    const ticks = new PlanTicks(rows, groups, many);
    const start = performance.now();
    for (const name of many.slice(0, 100)) ticks.noteTold(without(ticks.ticked, name));
    assert.ok(performance.now() - start < 2000);
    assert.equal(ticks.ticked.length, 2929);
  });

  it('keep a change on its way while rows are added', () => {
    const ticks = createTicks(['a.inp', 'steel/x']);
    ticks.addRows(['late'], []);
    assert.deepEqual(ticks.setAgain(), ['a.inp', 'steel/x']);
    // The user unticked it before the further rows arrived, and these then showed the ticks from before.
    assert.deepEqual(ticks.noteTold(['a.inp']), ['a.inp']);
    assert.equal(ticks.noteTold([]), undefined);
    assert.equal(ticks.noteTold(['a.inp', 'steel/x']), undefined);
    assert.equal(ticks.noteTold(['a.inp']), undefined);
    assert.deepEqual(ticks.ticked, ['a.inp']);
  });

  it('are not gone while a list shows new rows before it shows their ticks', () => {
    const ticks = createTicks(['a.inp']);
    ticks.addRows(['late'], []);
    ticks.setAgain();
    for (const told of [['a.inp'], [], ['a.inp']]) {
      assert.equal(ticks.noteTold(told), undefined);
      assert.deepEqual(ticks.ticked, ['a.inp']);
    }
  });

  it('keep a change on its way while rows are added to a list without ticks, which tells nothing then', () => {
    const ticks = createTicks([]);
    ticks.addRows(['late'], []);
    assert.deepEqual(ticks.setAgain(), []);
    assert.deepEqual(ticks.noteTold(['a.inp']), ['a.inp']);
    // The list may have shown the tick all the time.
    assert.equal(ticks.noteTold(['a.inp', 'late']), undefined);
    assert.deepEqual(ticks.ticked, ['a.inp', 'late']);
  });

  it('take no tick in rows that only inform, and keep those of the others when rows are added', () => {
    const ticks = createTicks(['a.inp']);
    ticks.addRows(['found.inc', 'gone.inc'], ['gone.inc']);
    assert.deepEqual(ticks.ticked, ['a.inp']);
    assert.equal(ticks.noteTold(['a.inp', 'found.inc']), undefined);
    assert.deepEqual(ticks.noteTold(['a.inp', 'found.inc', 'gone.inc']), ['a.inp', 'found.inc']);
    assert.equal(ticks.noteTold(['a.inp', 'found.inc']), undefined);
    assert.deepEqual(ticks.ticked, ['a.inp', 'found.inc']);
  });
});
