import assert from 'node:assert/strict';
import { PlanTicks } from '../../../src/flows/plan/planTicks';
import { Random } from '../../simulation/random';

const rows = ['a', 'b', 'c', 'gone'];

const createTicks = (...ticked: string[]) => new PlanTicks(ticked, (row) => row === 'gone');

const tickedIn = (ticks: PlanTicks<string>) => rows.filter((row) => ticks.has(row));

describe('The ticks of a plan', () => {
  it('are those that the list shows', () => {
    const ticks = createTicks('a');
    assert.deepEqual(tickedIn(ticks), ['a']);
    for (const shown of [['a', 'c'], [], ['b']]) {
      assert.equal(ticks.noteShown(shown), undefined);
      assert.deepEqual(tickedIn(ticks), shown);
    }
  });

  it('are never on a row that only informs, and those of the others stay', () => {
    const ticks = createTicks('a');
    assert.deepEqual(ticks.noteShown(['a', 'b', 'gone']), ['a', 'b']);
    assert.deepEqual(tickedIn(ticks), ['a', 'b']);
    assert.equal(ticks.noteShown(['a', 'b']), undefined);
  });

  it('keep a change on its way while rows are added', () => {
    const ticks = createTicks('a', 'b');
    assert.deepEqual(ticks.setAgain(), ['a', 'b']);
    // The user unticked it before the further rows arrived, and these then show the ticks from before.
    assert.deepEqual(ticks.noteShown(['a']), ['a']);
    for (const shown of [[], ['a', 'b'], ['a']]) assert.equal(ticks.noteShown(shown), undefined);
    assert.deepEqual(tickedIn(ticks), ['a']);
  });

  it('are left alone by changes after rows were added', () => {
    for (const before of [[], ['a']]) {
      const ticks = createTicks(...before);
      assert.deepEqual(ticks.setAgain(), before);
      if (before.length > 0)
        for (const shown of [[], before]) assert.equal(ticks.noteShown(shown), undefined);
      assert.equal(ticks.noteShown([...before, 'c']), undefined);
      assert.deepEqual(tickedIn(ticks), [...before, 'c']);
    }
  });

  it('are in the end what the list shows, however late it reports and is set', () => {
    for (let seed = 1; seed <= 300; seed++) {
      const random = new Random(seed);
      const ticks = createTicks(...(seed % 3 === 0 ? [] : ['a', 'b']));
      let shown = new Set(tickedIn(ticks));
      const reports: string[][] = [];
      const orders: { readonly ticked: readonly string[]; readonly hasNewRows: boolean }[] = [];
      const show = (ticked: readonly string[]) => {
        const isSame = ticked.length === shown.size && ticked.every((row) => shown.has(row));
        shown = new Set(ticked);
        if (!isSame) reports.push([...ticked]);
      };
      const click = () => {
        const row = random.pick(rows);
        show(shown.has(row) ? [...shown].filter((one) => one !== row) : [...shown, row]);
      };
      const report = () => {
        const next = reports.shift();
        const ticked = next && ticks.noteShown(next);
        if (ticked !== undefined) orders.push({ ticked, hasNewRows: false });
      };
      const obey = () => {
        const next = orders.shift();
        if (next?.hasNewRows === true) show([]);
        if (next !== undefined) show(next.ticked);
      };
      const addAt = random.below(200);
      for (let count = 0; count < 200; count++) {
        random.pick([click, report, obey])();
        if (count === addAt) orders.push({ ticked: ticks.setAgain(), hasNewRows: true });
      }
      for (let count = 0; reports.length + orders.length > 0; count++) {
        assert.ok(count < 1000, `seed ${seed}`);
        report();
        obey();
      }
      assert.deepEqual([...shown].sort(), tickedIn(ticks), `seed ${seed}`);
    }
  });
});
