import assert from 'node:assert/strict';
import { Random } from '../../simulation/random';
import { removeTempTrees } from '../../support/tempTree';
import { tryTable } from './support/sentRows';
import { type Cell, SpreadsheetMaker } from './support/spreadsheet';

const runs = process.env['TEST_DEPTH'] === 'full' ? 10_000 : 400;

/** Seed of a single table to repeat. */
const replayed = process.env['SEED'];

/** The columns: what they have, and whether a question asks for them, for what, or a template. */
const columns = { speed: 'number', force: 'number', note: 'mixed', size: 'number', angle: 'mixed' } as const;
const trial = {
  prompts: { speed: { type: 'number' }, size: { type: 'number' }, note: { type: 'text' } },
  files: { 'deck.inp.template': '{{ force }}\n{{ size }}\n{{ angle }}' },
};

/** A text that was sent for a cell is what a person reads in it. */
function assertRead({ shown, read }: Cell, sent: string | undefined, isText: boolean, why: string): void {
  assert.ok(sent !== undefined && typeof read === 'object', why);
  if (isText) assert.equal(sent, 'text' in read ? read.text : shown, why);
  else if ('text' in read) assert.equal(sent, read.text, why);
  // That all digits are sent is proved elsewhere.
  else assert.equal(Number(sent), Number(read.number), why);
}

/** The first of a few hundred seeds in which every kind of refusal occurs. */
const firstSeed = 601;

describe('Any table of a spreadsheet', () => {
  afterEach(removeTempTrees);

  it('is refused with row and column, or sends what a person reads in it', async function () {
    this.timeout(600_000);
    let accepted = 0;
    const refusals = new Set<string>();
    const first = Number(replayed ?? firstSeed);
    for (let seed = first; seed < first + (replayed === undefined ? runs : 1); seed++) {
      const { rows, file, isClear } = new SpreadsheetMaker(new Random(seed)).make(columns);
      const why = `SEED=${seed}\n${file.toString()}`;
      const sent = await tryTable(file, trial);
      for (const [index, one] of sent.entries()) {
        if ('kind' in one) {
          refusals.add(one.kind);
          assert.ok('row' in one && one.row >= 1 && one.row <= rows.length + 2, why);
          assert.ok(one.column >= 1 && one.column <= Object.keys(columns).length, why);
          assert.ok(!isClear, `${why}\n${JSON.stringify(one)}`);
          continue;
        }
        const [speed, force, note, size, angle] = rows[index] as [Cell, Cell, Cell, Cell, Cell];
        const [, sentSpeed, sentSize] = /"speed":([^,]+),"size":([^,]+),/.exec(one.body) ?? [];
        const sentNote = (JSON.parse(one.body) as { readonly note: string }).note;
        const [filledForce, filledSize, filledAngle] = one.files['deck.inp']?.split('\n') ?? [];
        assertRead(speed, sentSpeed, false, why);
        assertRead(size, sentSize, false, why);
        assertRead(note, sentNote, true, why);
        assertRead(force, filledForce, false, why);
        assertRead(angle, filledAngle, false, why);
        assert.equal(filledSize, sentSize, why);
        accepted++;
      }
      await removeTempTrees();
    }
    if (replayed !== undefined) return;
    // Without this, a reader that refuses everything would look like a success.
    assert.ok(accepted > runs / 2, `${accepted} rows of ${runs} tables`);
    const expected = ['ambiguousNumber', 'decimalComma', 'formulaError', 'unfitNumber', 'unseen'];
    for (const kind of expected) assert.ok(refusals.has(kind), [...refusals].join(', '));
  });
});
