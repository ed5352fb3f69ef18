import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { removeTempTrees } from '../../support/tempTree';
import { tryColumns } from './support/outcomes';

/** Tables of ours as other programs have written them: LibreOffice Calc 7.4, pandas 1.5 and R 4.2. */
const folder = path.resolve('test/unit/study/fixtures/tables');

const tryFile = async (name: string, ...columns: string[]) =>
  await tryColumns(readFileSync(path.join(folder, name)), columns);

describe('A table that another program has written', () => {
  afterEach(removeTempTrees);

  it('is refused where LibreOffice Calc has saved the numbers as it shows them', async () => {
    const dates = [
      '18:2 dateOrTime 02. Jan',
      '19:2 dateOrTime 4-Mär',
      '20:2 dateOrTime Jan 26',
      '21:2 dateOrTime Mär-26',
      '22:2 dateOrTime 01.05.2026',
      '23:2 dateOrTime 1.2.2026',
      '24:2 dateOrTime 2026-01-02 12:00',
      '25:2 dateOrTime 2. Januar 2026',
      '26:2 dateOrTime 1月2日',
      '27:2 dateOrTime 12:30:00',
      '28:2 dateOrTime 1:12 nachm.',
      '29:2 dateOrTime 42:00',
    ];
    const numbers = [
      '30:2 ambiguousNumber 12,5%',
      '31:2 unfitNumber -1.234.567,50',
      '32:2 unfitNumber 1 1/2',
      '33:2 unfitNumber 1.234,50 €',
      '34:2 unfitNumber -$12,50',
      '35:2 unfitNumber (5,00)',
      '36:2 unfitNumber 5,00-',
      '37:2 unfitNumber ١٢٫٥',
    ];
    const german = await tryFile('libreoffice-formats-de.csv', 'name', 'load');
    assert.deepEqual(german, { refused: [...dates, ...numbers] });
    const english = await tryFile('libreoffice-formats-en.csv', 'name', 'load');
    const kindOf = (one: string) => one.split(' ').slice(0, 2).join(' ');
    assert.deepEqual(english.refused?.map(kindOf), [...dates, ...numbers].map(kindOf));
    // Thousands are separated by blanks that no keyboard has.
    const french = await tryFile('libreoffice-formats-fr.csv', 'name', 'load');
    assert.deepEqual(french, { refused: ['31:2 unseen', '33:2 unseen'] });
  });

  it('is refused where LibreOffice Calc has read dates in a table from elsewhere', async () => {
    assert.deepEqual(await tryFile('libreoffice-english-de.csv', 'name', 'load'), {
      refused: ['4:2 dateOrTime 01.01.25', '5:2 dateOrTime 3/2/2026', '6:2 dateOrTime 12:30:00'],
    });
  });

  it('has the cases of LibreOffice Calc without comments, units and totals', async () => {
    assert.deepEqual(await tryFile('libreoffice-notes-de.csv', 'name', 'load', 'cores'), {
      said: [
        'Passed over as units: line 2, “[N] | -”',
        'Passed over as comments: line 3, “# from the wind tunnel, May”; line 9, “* switched off, see mail”',
        'Passed over as totals: line 11, “Summe | -498,25 | 64”',
        'Cells of load that are no numbers (1): row 5, “AUTO”',
      ],
      filled: ['light|-500|8', '#1|0.25|8', 'heavy|1.5|16', 'guarded|-7|16', 'auto|AUTO|16'],
    });
    const { said, filled } = await tryFile('libreoffice-formulas-en.csv', 'name', 'load', 'cores');
    assert.equal(said?.[2], 'Passed over as totals: line 11, “Summe | =SUM(B4:B10) | =SUM(C4:C10)”');
    assert.equal(filled?.length, 5);
  });

  it('names what pandas and R write for missing and infinite numbers', async () => {
    const said = (nan: string, inf: string) =>
      `Cells of load that are no numbers (2): row 2, “${nan}”; row 3, “${inf}”`;
    assert.deepEqual(await tryFile('pandas.csv', 'name', 'load', 'mass'), {
      said: [said('NaN', '-inf')],
      filled: ['a|1.5|1e+16', 'b|NaN|100000.0', 'c|-inf|123456789.0', 'd|1e-07|2.5'],
    });
    assert.deepEqual(await tryFile('r.csv', 'name', 'load', 'mass'), {
      said: [said('NA', '-Inf')],
      filled: ['a|1.5|1e+05', 'b|NA|1e+15', 'c|-Inf|123456789', 'd|1e-07|2.5'],
    });
  });

  it('is refused where pandas and R write dates, times and percents among numbers', async () => {
    assert.deepEqual(await tryFile('pandas-times.csv', 'name', 'load', 'time', 'mass'), {
      refused: ['3:4 dateOrTime 2026-05-01 00:00:00'],
    });
    assert.deepEqual(await tryFile('r-texts.csv', 'name', 'load', 'share', 'day'), {
      refused: ['2:3 ambiguousNumber 50%', '3:4 dateOrTime 2026-05-01 12:30:00'],
    });
  });

  it('may have been appended to another one by pandas or R, header and comments included', async () => {
    assert.deepEqual(await tryFile('pandas-appended.csv', 'name', 'load', 'mass'), {
      said: ['Passed over as headers: line 4, “name | load | mass”'],
      filled: ['a|1.5|1e+16', 'd|1e-07|2.5', 'e|2.25|1.0', 'f|3.5|2.0'],
    });
    assert.deepEqual(await tryFile('r-appended.csv', 'name', 'load', 'mass'), {
      said: [
        'Passed over as comments: line 5, “# second series, "quoted"”',
        'Passed over as headers: line 6, “name | load | mass”',
      ],
      filled: ['a|1.5|1e+05', 'd|1e-07|2.5', 'e|2.25|1'],
    });
  });

  it('may begin with the index of pandas or the names of rows of R', async () => {
    const filled = ['a|1.5|1', 'b|2.25|2', 'c|3.5|3'];
    const said = (labels: string) => [
      `Passed over as labels of the rows, because the column has no name: line 1, “${labels}”`,
    ];
    assert.deepEqual(await tryFile('pandas-index.csv', 'name', 'load', 'mass'), {
      said: said('0 | 1 | 2'),
      filled,
    });
    assert.deepEqual(await tryFile('r-names.csv', 'name', 'load', 'mass'), {
      said: said('case a | case b | case c'),
      filled,
    });
  });
});
