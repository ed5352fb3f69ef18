import assert from 'node:assert/strict';
import { countContents } from '../../../src/study/sameRows';
import { removeTempTrees } from '../../support/tempTree';
import { tryColumns } from './support/outcomes';
import { prepareTrial, tryTable } from './support/sentRows';

/** A table in which the text stands among the numbers of a column. */
const amongNumbers = (cell: string, numbers: readonly string[] = ['1', '2', '3']) =>
  `name;load\na;${numbers[0]}\nb;${cell}\nc;${numbers[1]}\nd;${numbers[2]}\n`;

const tryCell = async (cell: string, numbers?: readonly string[]) =>
  await tryColumns(amongNumbers(cell, numbers), ['load']);

describe('A text among numbers that fill in a template', () => {
  afterEach(removeTempTrees);

  it('is read where a program has put something before a number, so that it runs no formula', async () => {
    for (const [cell, read] of [
      ["'-500", '-500'],
      ['\u2019-0.5', '-0.5'],
      ["'1,5E3", '1.5E3'],
      ['"\t-500"', '-500'],
      ['="00123"', '00123'],
      ['"=""00123"""', '00123'],
      ['="-1.5"', '-1.5'],
    ] as const)
      assert.deepEqual(await tryCell(cell), { said: [], filled: ['1', read, '2', '3'] }, cell);
    // Also if all cells have it, and for a question.
    const all = { said: [], filled: ['-1', '-2.5'] };
    assert.deepEqual(await tryColumns("load;\n'-1;\n'-2.5;\n", ['load']), all);
    const { rows } = await prepareTrial('load;\n\'-0,5;\n="007";\n', {
      prompts: { load: { type: 'number' } },
    });
    assert.deepEqual(
      rows.map(({ body }) => body),
      ['{"load":-0.5}', '{"load":7}'],
    );
    // Quotation marks around a text, and the text of a question, are as they are.
    assert.deepEqual((await tryColumns("load;\n'5';\n'a;\n", ['load'])).filled, ["'5'", "'a"]);
    const text = await prepareTrial("note;\n'-500;\n", { prompts: { note: { type: 'text' } } });
    assert.equal(text.rows[0]?.body, '{"note":"\'-500"}');
  });

  it('is refused if it is a date or a time, in any language', async () => {
    const dates = [
      '02. Jan',
      '02.Jan',
      '2-Jan',
      'Jan 25',
      'Jan-25',
      '4-Mär',
      '01. Mrz',
      'janv. 26',
      '02-janv',
      '2 févr.',
      '02-ene',
      'gen-25',
      '02/jan',
      '02.sty',
      'sty.25',
      '2. led',
      '02.янв',
      'янв.25',
      '02.Oca',
      '2-mrt',

      '02-Ιαν',
      '2. Januar 2026',
      'January 5, 2026',
      'May-2026',
      '1月2日',
      '2026年1月2日',
      '1월 2일',
      '02.01.',
      '01.05.2026',
      '01.05.26',
      '1/2/2026',
      '12/31/26',
      '31-12-2026',
      '2026-05-01',
      '2026/5/1',
      '2026. 5. 1.',
      '12:30:00',
      '12:30',
      '0:05:00.5',
      '36:00:00',
      '1:12 PM',
      '1:12 nachm.',
      '12:30:00 PM',
      '2026-05-01 12:30',
      '2026-05-01T00:00:00Z',
      '01.05.2026 00:00',
      '0 days 01:30:00',
    ];
    for (const text of dates)
      assert.deepEqual(await tryCell(text), { refused: [`3:2 dateOrTime ${text}`] }, text);
    const [problem] = await tryTable(amongNumbers('2-Sep'), { prompts: { load: { type: 'number' } } });
    assert.equal('kind' in problem! && problem.kind, 'dateOrTime');
  });

  it('is refused if a spreadsheet has formatted a number, with the numbers that it may be', async () => {
    for (const [text, ...readings] of [
      ['50%', '50', '0.5'],
      ['12.5 %', '12.5', '0.125'],
      ['-0.05%', '-0.05', '-0.0005'],
      ['%7', '7', '0.07'],
      ['100%', '100', '1'],
      ['٥٠٪', '50', '0.5'],
    ] as const) {
      const expected = { kind: 'ambiguousNumber', row: 3, column: 2, text, readings };
      assert.deepEqual(await tryTable(amongNumbers(text), deckOf('load')), [expected]);
    }
    for (const [text, reading] of [
      ['١٢', '12'],
      ['-١٢٫٥', '-12.5'],
      ['۱۲', '12'],
      ['१२', '12'],
      ['１２．５', '12.5'],
      ['－１２', '-12'],
      ['1.5E\u22123', '1.5E-3'],
      ['\u20135', '-5'],
      ['1 1/2', '1.5'],
      ['-$12.50', '-12.50'],
      ['US$ 5', '5'],
      ['₽5', '5'],
      ['5EUR', '5'],
      ["'1,234.5", '1234.5'],
    ] as const) {
      const shown = text.replace(/^'/, '');
      const expected = { kind: 'unfitNumber', row: 3, column: 2, text: shown, reading };
      assert.deepEqual(await tryTable(amongNumbers(text), deckOf('load')), [expected], text);
    }
    const comma = ['1,5', '2,5', '3,5'];
    assert.deepEqual(await tryTable(amongNumbers('12,5%', comma), deckOf('load')), [
      { kind: 'ambiguousNumber', row: 3, column: 2, text: '12,5%', readings: ['12,5', '0,125'] },
    ]);
    assert.deepEqual(await tryTable(amongNumbers('٣٫٥', comma), deckOf('load')), [
      { kind: 'unfitNumber', row: 3, column: 2, text: '٣٫٥', reading: '3,5' },
    ]);
    assert.deepEqual(await tryCell('=B2*2'), { refused: ['3:2 formula =B2*2'] });
  });

  it('is named in the question if it can be meant, and sent as it is', async () => {
    const texts = [
      'inf',
      '-Infinity',
      'NaN',
      'NA',
      'NULL',
      'AUTO',
      '2b',
      'TRUE',
      'WAHR',
      '0x10',
      '1_000',
      '5 mm',
      '5 kr',
      '-',
      '1:2',
      '1:30',
      '1/2',
      '½',
      '1 1/3',
      '1.2.3',
      '3 set',
      'SEPT2',
      '#1',
      '$t0',
      '%x%',
      '2 days',
      '7.+6',
      '10.20.30',
      'Mon',
      '1,2,3',
      '99 Jan',
      '0.0.2026',
      '5e3%',
      '=',
    ];
    for (const text of texts)
      assert.deepEqual(
        await tryCell(text),
        { said: [`Cells of load that are no numbers (1): row 2, “${text}”`], filled: ['1', text, '2', '3'] },
        text,
      );
    const { study } = await prepareTrial(amongNumbers('auto'), deckOf('load'));
    assert.deepEqual(study.textsAmongNumbers, [{ row: 2, column: 'load', text: 'auto' }]);
  });

  it('is one also if half of the cells are texts, but a column of texts stays as it is', async () => {
    const said = async (...cells: string[]) => (await tryColumns(cells.join(';\n') + ';\n', ['load'])).said;
    assert.deepEqual(await said('load', 'auto', '5'), [
      'Cells of load that are no numbers (1): row 1, “auto”',
    ]);
    assert.deepEqual(await said('load', 'steel', 'wood', '304'), []);
    assert.deepEqual(await said('load', 'NA', 'NA', 'NA', '5'), [
      'Cells of load that are no numbers (3): row 1, “NA”; row 2, “NA”; row 3, “NA”',
    ]);
    assert.deepEqual(await said('load', '2026-05-01', '2026-05-02'), []);
    assert.deepEqual(await said('load', '12:30:00', '13:00:00'), []);
    // What spreadsheets make of numbers in a whole column.
    assert.deepEqual(await said('load', '01. Mai', '02. Mai'), [
      'Cells of load that are no numbers (2): row 1, “01. Mai”; row 2, “02. Mai”',
    ]);
    assert.equal((await said('load', '50%', '60%', 'x'))?.length, 1);
    // Names that have a percent.
    for (const names of [
      ['%50', 'b'],
      ['%50', '%60', 'b'],
      ['b', '50%'],
      ['50% load', '100%'],
    ])
      assert.deepEqual(await said('load', ...names), [], names.join());
  });

  it('is nothing unexpected where a question has it among its choices, or asks for a text', async () => {
    const choices = { prompts: { load: { type: 'choice', choices: ['auto', 1, 2, 3] } }, ...deckOf('load') };
    const { study } = await prepareTrial(amongNumbers('auto'), choices);
    assert.deepEqual(study.textsAmongNumbers, []);
    const asked = await prepareTrial(amongNumbers('2b'), { prompts: { load: { type: 'text' } } });
    assert.deepEqual(asked.study.textsAmongNumbers, []);
  });

  it('is named where a column has nothing but numbers as a program shows them', async () => {
    for (const shape of [
      'np.float64(#)',
      'np.int64(#)',
      'numpy.float32(#)',
      'tensor(#)',
      'tensor(#, dtype=torch.float64)',
      'torch.tensor([#])',
      "Decimal('#')",
      'array([#])',
      'Fraction(#, 2)',
      "mpf('#')",
      '[#]',
      "'#'",
      '"#"',
      '(#+0j)',
      '#-0.5i',
      '<Quantity # N>',
      "<Quantity(#, 'newton')>",
    ]) {
      const cells = ['5', '-1.5e-3'].map((number) => shape.replace('#', number));
      const table = `name;load\n${cells.map((cell) => `x;"${cell.replaceAll('"', '""')}"\n`).join('')}`;
      const [first = '', second = ''] = cells;
      assert.deepEqual(
        await tryColumns(table, ['load']),
        {
          said: [`Cells of load that are no numbers (2): row 1, “${first}”; row 2, “${second}”`],
          filled: cells,
        },
        shape,
      );
    }
    // Names of cases, sizes in inches, lists and units are texts on purpose.
    for (const shape of ['case(#)', 'M#', '#"', "#'", '[#, 2]', '# kN', '<#>', 'sin(#)', 'L#i'])
      assert.deepEqual(
        (await tryColumns(`load;\n"${shape.replace('#', '5').replaceAll('"', '""')}";\n`, ['load'])).said,
        [],
        shape,
      );
  });

  it('is named where a spreadsheet has shortened the answer to a question for a text', async () => {
    const prompts = { target: { type: 'text' }, speed: { type: 'number' } };
    const ask = async (table: string, trial = {}) =>
      (await tryColumns(table, [], { prompts, ...trial })).said;
    const said = (cells: string) => [
      `A spreadsheet may have shortened texts of target, so that different ones look alike: ${cells}`,
    ];
    assert.deepEqual(
      await ask('target,speed\n3.91E+16,1.5\n3.91E+16,2.5\nNGC 7,2.5\n'),
      said('row 1, “3.91E+16”; row 2, “3.91E+16”'),
    );
    assert.deepEqual(
      await ask('target;speed\n3,91E+16;1,5\n;2,5\n', {
        prompts: { ...prompts, target: { type: 'text', default: 'x' } },
      }),
      said('row 1, “3,91E+16”'),
    );
    // As of `12E5` and of more than 99 digits.
    assert.deepEqual(
      await ask('target,speed\n1.20E+06,1\n1E+100,2\n'),
      said('row 1, “1.20E+06”; row 2, “1E+100”'),
    );
    assert.deepEqual(await ask('target,speed\n12E5,1\n3910000000000001,2\n1e16,3\n'), []);
    // In a template, the number may be meant, and a question for a number has it.
    const files = { 'deck.inp.template': '{{ target }}' };
    assert.deepEqual(await ask('target,speed\n3.91E+16,1.5\n', { files }), []);
    assert.deepEqual(await ask('target,speed\na,1.5E+16\n'), []);
    const { study } = await prepareTrial('target,speed\n3.91E+16,1.5\n', { prompts });
    assert.deepEqual(study.textsAmongNumbers, [
      { row: 1, column: 'target', text: '3.91E+16', isShortened: true },
    ]);
  });

  it('is named by the rows of the study, without those that are left out', async () => {
    const table = 'load;\n1;\nauto;\n2;\nmax;\n3;\n4;\n';
    const whole = await prepareTrial(table, deckOf('load'));
    const excluded = countContents(whole.study.rows.slice(1, 3));
    const { study } = await prepareTrial(table, { ...deckOf('load'), excluded });
    assert.deepEqual(study.textsAmongNumbers, [{ row: 2, column: 'load', text: 'max' }]);
  });
});

function deckOf(name: string) {
  return { files: { 'deck.inp.template': `{{ ${name} }}` } };
}
