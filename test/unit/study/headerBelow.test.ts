import assert from 'node:assert/strict';
import { removeTempTrees } from '../../support/tempTree';
import { tryTable } from './support/sentRows';

const files = { 'deck.inp.template': 'l {{ load }} s {{ speed }}\n' };
const below = (line: number, names: readonly string[], row = 1) => [
  { kind: 'headerBelow', row, column: 1, line, names },
];
const twoRows = '100,1.5\n200,2.5\n';

/** Tables of instruments, as https://github.com/PlotJuggler/PlotJuggler/issues/734 and others report them. */
describe('A header below other lines', () => {
  afterEach(removeTempTrees);

  it('is named by the names that the study wants', async () => {
    for (const [above, line] of [
      ['Model,TB-9\nSerial Number,T-0007\nOperator,\nDate,2026-03-01\n\n', 6],
      ['Test bench TB-9\nSerial Number: T-0007\n\n', 4],
      ['Waveform Type,ANALOG\nPoint Format,Y\nSample Interval,4e-05\n', 4],
      ['Operator: X\n', 2],
    ] as const)
      assert.deepEqual(
        await tryTable(`${above}load,speed\n${twoRows}`, { files }),
        below(line, ['load', 'speed']),
      );
    const first = '# bench 9\nTitle;a\n"load"; speed ;Kühlung\n1;2;x\n';
    assert.deepEqual(await tryTable(first, { files }), below(3, ['load', 'speed', 'Kühlung'], 2));
    const prompts = { cores: { type: 'number' } };
    const asked = await tryTable('Plan of May\nEnd of plan\nname,cores\na,8\n', { prompts });
    assert.deepEqual(asked, below(3, ['name', 'cores']));
    const tabs = await tryTable('Plan\tMay\r\ncores\tnote\r\n8\tx\r\n', { prompts });
    assert.deepEqual(tabs, below(2, ['cores', 'note']));
    // The title of a spreadsheet, which fills the row with empty cells.
    const perRow = { model: { perRow: true, exclude: [], name: 'wing' } } as const;
    const ofRows = await tryTable('Plan,May\nfiles,name\na,1\n', perRow);
    assert.deepEqual(ofRows, below(2, ['files', 'name']));
  });

  it('is named where it has more cells than the first line', async () => {
    for (const title of ['Results', 'Results,,', 'Results,May,', 'Results: May', 'a,a'])
      assert.deepEqual(
        await tryTable(`${title}\nname,load,speed\na,${twoRows.replace('200', 'b,200')}`, { files }),
        below(2, ['name', 'load', 'speed']),
        title,
      );
    // Without the names that are wanted, and below lines of several lengths.
    const design = await tryTable('Plan,May\nBy,N.,N.\n\nkraft,weg,zeit\n1,2,3\n', { files });
    assert.deepEqual(design, below(4, ['kraft', 'weg', 'zeit']));
  });

  it('can be read as the problem says', async () => {
    const commented = await tryTable(`# Model,TB-9\n# Date,2026-03-01\n\nload,speed\n${twoRows}`, { files });
    assert.deepEqual(
      commented.map((one) => 'files' in one && one.files),
      [{ 'deck.inp': 'l 100 s 1.5\n' }, { 'deck.inp': 'l 200 s 2.5\n' }],
    );
  });

  it('is not looked for where the first line is one, or no line is', async () => {
    const listKinds = async (table: string) =>
      (await tryTable(table, { files })).map((one) => ('kind' in one ? one.kind : 'row'));
    // A row that was cut off, or has too much.
    assert.deepEqual(await listKinds('load,speed,note\nauto,max\n1,2\n'), ['cellCount', 'cellCount']);
    assert.deepEqual(await listKinds('load,speed\n1,2,3\n1,2,4\n'), ['cellCount', 'cellCount']);
    assert.deepEqual(await listKinds('load,speed\na,b,c\nd,e,f\n'), ['cellCount', 'cellCount']);
    // Names on their side, other spellings, and a text that is called as a column.
    assert.deepEqual(await listKinds('Model,TB-9\nload,100\nspeed,1.5\n'), [
      'unknownPlaceholder',
      'unknownPlaceholder',
      'unknownColumn',
      'unknownColumn',
    ]);
    assert.deepEqual(await listKinds('Load,Speed\nload,max\n'), [
      'unknownPlaceholder',
      'unknownPlaceholder',
      'unknownColumn',
      'unknownColumn',
    ]);
    assert.deepEqual(await listKinds('load,speed,a\nload,1.5,speed\n'), ['unknownColumn']);
  });
});
