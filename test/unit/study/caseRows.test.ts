import assert from 'node:assert/strict';
import { removeTempTrees, tempTree } from '../../support/tempTree';
import { tryColumns } from './support/outcomes';
import { prepareTrial } from './support/sentRows';

const cases = ['light,8', 'heavy,16'];
const filled = ['light|8', 'heavy|16'];

/** Tries a table with two cases and these lines below, or where they are put. */
const tryLines = async (...lines: string[]) => await tryLinesIn('name,load', ...cases, ...lines);
const tryLinesIn = async (...lines: string[]) => await tryColumns(`${lines.join('\n')}\n`, ['name', 'load']);

/** Checks that a line is passed over, and said to be. */
async function assertPassedOver(kind: string, line: string, shown: string, lines: readonly string[]) {
  const outcome = await tryLinesIn(...lines);
  assert.deepEqual(outcome, { said: [`Passed over as ${kind}: ${shown}`], filled }, line);
}

describe('The rows of a table that are no cases', () => {
  afterEach(removeTempTrees);

  it('are comments, by any mark, also with separators and quotation marks in them', async () => {
    const comments = [
      '# second series',
      '#',
      '! second',
      '!!! second',
      '% second',
      '%% second',
      '// second',
      '$ second',

      '* second',
      '** second',
      '***',
      '-- second',
      '; second',
      '/* second */',
      ' # second',
      '----',
      '=====',
    ];
    for (const text of comments)
      for (const line of [text, `${text},`, `"${text}",`])
        await assertPassedOver('comments', line, `line 4, “${text.trim()}”`, ['name,load', ...cases, line]);
    for (const [line, text] of [
      ['# second, by Jane', '# second | by Jane'],
      ['# second, by Jane, 2026', '# second | by Jane | 2026'],
      ['# a 5" pipe, "wide"', '# a 5" pipe, "wide"'],
      ['"# second, by Jane",', '# second, by Jane'],
      ['-----,-----', '----- | -----'],
      ['---,-', '--- | -'],
    ] as const)
      await assertPassedOver('comments', line, `line 3, “${text}”`, [
        'name,load',
        cases[0]!,
        line,
        cases[1]!,
      ]);
    assert.deepEqual(await tryLinesIn('name,load', '# a', ...cases, '# b', '# c', '# d'), {
      said: ['Passed over as comments: line 2, “# a”; line 5, “# b”; line 6, “# c”; line 7, “# d”'],
      filled,
    });
    assert.deepEqual(await tryLinesIn('# a', 'name,load', '# b'), { refused: ['2:1 noRows'] });
  });

  it('are those that somebody has switched off', async () => {
    for (const mark of ['#', '# ', '!', '! ', '%', '% ', '//', '// ', '$', '$ ', '*', '* ', '**', '-- '])
      await assertPassedOver('comments', mark, `line 4, “${mark}old | 32”`, [
        'name,load',
        ...cases,
        `${mark}old,32`,
      ]);
    const one = await tryLinesIn('name,load', '#light,8', 'heavy,16');
    assert.deepEqual(one, { said: ['Passed over as comments: line 2, “#light | 8”'], filled: ['heavy|16'] });
  });

  it('are those that somebody has switched off, also if these are most of them', async () => {
    for (const mark of ['#', '# ', '!', '%', '//', '$ ', '* '])
      assert.deepEqual(await tryLinesIn('name,load', `${mark}a,1`, `${mark}b,2`, 'c,3'), {
        said: [`Passed over as comments: line 2, “${mark}a | 1”; line 3, “${mark}b | 2”`],
        filled: ['c|3'],
      });
  });

  it('change neither which rows are sent, nor where a row is said to be', async () => {
    const plain = 'name;load,kN;note\na;1,5;x\nb;2,25;y\n';
    const noted =
      '\ufeffname;load,kN;note\r\n;kN;\r\n# one; two; three; four, five\r\na;1,5;x\r\n#c;1.75;z\r\nname;load,kN;note\r\n;kN;\r\nb;2,25;y\r\nTotal;3,75;\r\n';
    const files = { 'deck.inp.template': '{{ load,kN }} {{ note }}' };
    const root = await tempTree();
    const whole = await prepareTrial(plain, { files, root });
    const { study } = await prepareTrial(noted, { files, root });
    assert.deepEqual(
      study.rows,
      whole.study.rows.map((row, index) => ({ ...row, line: [4, 8][index] })),
    );
    assert.deepEqual(
      study.passedOver.map(({ kind, line }) => `${kind} ${line}`),
      ['units 2', 'comment 3', 'comment 5', 'header 6', 'units 7', 'totals 9'],
    );
    // The separators of a comment do not tell how cells are separated.
    const separated = 'name;load,kN\na;1,5\n# b; c; d\nb;2,25\n';
    assert.deepEqual((await tryColumns(separated, ['name', 'load,kN'])).filled, ['a|1.5', 'b|2.25']);
    const refused = await tryColumns(noted.replace('2,25', '02. Jan'), ['load,kN']);
    assert.deepEqual(refused, { refused: ['1:3 unknownColumn', '8:2 dateOrTime 02. Jan'] });
  });

  it('are not those that begin with a mark on purpose', async () => {
    for (const name of ['#1', '# 1', '#12', '#1a', '#-1', '#', '$5', '%50', '*2', '%x%', '*', '--fast', '-'])
      assert.deepEqual(await tryLines(`${name},32`), { said: [], filled: [...filled, `${name}|32`] }, name);
    for (const names of [
      ['#1', '#2', '#3'],
      ['# 1', '# 2'],
      ['#light', '#heavy'],
      ['*ELASTIC', '*PLASTIC', 'none'],
    ]) {
      const outcome = await tryLinesIn('name,load', ...names.map((name) => `${name},1`));
      assert.deepEqual(outcome, { said: [], filled: names.map((name) => `${name}|1`) });
    }
    const single = async (...cells: string[]) => await tryColumns(`note\n${cells.join('\n')}\n`, ['note']);
    for (const notes of [
      ['#1', '#2'],
      ['# a', '# b'],
      ['#a', '#b'],
      ['a', '#1'],
    ])
      assert.deepEqual(await single(...notes), { said: [], filled: notes });
    assert.deepEqual(await single('a', '# b'), {
      said: ['Passed over as comments: line 3, “# b”'],
      filled: ['a'],
    });
    // In a column of numbers, they are texts or amounts of money.
    assert.deepEqual(await tryColumns('load,name\n$t0,a\n5,b\n6,c\n', ['load']), {
      said: ['Cells of load that are no numbers (1): row 1, “$t0”'],
      filled: ['$t0', '5', '6'],
    });
    const money = await tryColumns('load,name\n$ 5,\n5,b\n6,c\n', ['load']);
    assert.deepEqual(money, { refused: ['2:1 unfitNumber $ 5'] });
  });

  it('are headers that stand there again', async () => {
    for (const line of [
      'name,load',
      'Name,LOAD',
      '"name","load"',
      '\ufeffname,load',
      '\ufeff"name",load',
      '#name,load',
    ])
      await assertPassedOver(
        'headers',
        line,
        `line 3, “${line.replace(/["\ufeff]/g, '').replace(',', ' | ')}”`,
        ['name,load', cases[0]!, line, cases[1]!],
      );
    await assertPassedOver('headers', 'sep=', 'line 4, “sep=”', ['name,load', ...cases, 'sep=,']);
    const twice = await tryLinesIn('name,load', 'name,load', ...cases);
    assert.deepEqual(twice, { said: ['Passed over as headers: line 2, “name | load”'], filled });
  });

  it('are refused as headers if they have other columns, because nobody knows what follows', async () => {
    for (const line of ['load,name', 'load,name,mass', 'name,load,mass'])
      assert.equal((await tryLines(line, '5,x')).refused?.[0], '4:1 otherHeader', line);
    const wide = async (line: string) =>
      (await tryColumns(`name,load,mass\na,1,2\n${line}\n`, ['name', 'load', 'mass'])).refused?.[0];
    assert.equal(await wide('name,load,cores'), '3:1 otherHeader');
    assert.equal(await wide('name,mass,load'), '3:1 otherHeader');
    assert.equal(await wide('name,3,4'), undefined);
  });

  it('are units below the header', async () => {
    for (const [line, shown] of [
      [',N', 'N'],
      ['-,N', '- | N'],
      ['[-],[N]', '[-] | [N]'],
      ['(-),(mm)', '(-) | (mm)'],
      ['Unit,N', 'Unit | N'],
      ['Einheit:,°C', 'Einheit: | °C'],
      ['"", kN ', 'kN'],
      [',N/mm²', 'N/mm²'],
      [',N/mm^2', 'N/mm^2'],
      [',W/(m·K)', 'W/(m·K)'],
      [',kg m^-3', 'kg m^-3'],
      [',lbf*in', 'lbf*in'],
      [',1/s', '1/s'],
      [',%', '%'],
      [',µm', 'µm'],
      [',[Newton]', '[Newton]'],
      [',Newton', 'Newton'],
      [',millimetre', 'millimetre'],
      ['[],[1/min]', '[] | [1/min]'],
      ['case,kN', 'case | kN'],
      ['text,[N]', 'text | [N]'],
    ] as const)
      await assertPassedOver('units', line, `line 2, “${shown}”`, ['name,load', line, ...cases]);
    // As files that were joined have them.
    const joined = ['name,load', ',[N]', cases[0]!, 'name,load', ',[N]', cases[1]!, ',[N]'];
    assert.deepEqual(await tryLinesIn(...joined), {
      said: [
        'Passed over as units: line 2, “[N]”; line 5, “[N]”; line 7, “[N]”',
        'Passed over as headers: line 4, “name | load”',
      ],
      filled,
    });
    // Found in reports of others: blanks, a row without values, and labels among the units.
    const dated = 'date;load\n    ;m²\n;;\n01.01.1990 00:00;1\n01.01.1990 01:00;5\n';
    assert.deepEqual(await tryColumns(dated, ['date', 'load']), {
      said: ['Passed over as units: line 2, “m²”'],
      filled: ['01.01.1990 00:00|1', '01.01.1990 01:00|5'],
    });
    const logger = 'time,record,u,v,w\nTS,RN,m/s,m/s,mg/m^3\na,1,2,3,4\nb,2,3,4,5\n';
    assert.deepEqual(await tryColumns(logger, ['time', 'record', 'u', 'v', 'w']), {
      said: ['Passed over as units: line 2, “TS | RN | m/s | m/s | mg/m^3”'],
      filled: ['a|1|2|3|4', 'b|2|3|4|5'],
    });
  });

  it('are no units if they may be a case', async () => {
    for (const text of ['auto', 'N', 'NA', '2b', 'A1', 'inf', 'max'])
      assert.deepEqual(
        await tryLinesIn('name,load', `base,${text}`, ...cases),
        {
          said: [`Cells of load that are no numbers (1): row 1, “${text}”`],
          filled: [`base|${text}`, ...filled],
        },
        text,
      );
    for (const text of ['auto', 'NA', 'NaN', '2b', 'A1', 'inf', 'TRUE'])
      assert.deepEqual(
        await tryColumns(`load,mass\n${text},${text}\n1,2\n3,4\n`, ['load', 'mass']),
        {
          said: ['load', 'mass'].map((name) => `Cells of ${name} that are no numbers (1): row 1, “${text}”`),
          filled: [`${text}|${text}`, '1|2', '3|4'],
        },
        text,
      );
    // A single word or letter beside a name may be a value, and so may a unit with other texts among numbers.
    for (const text of ['min', 'N', 'in'])
      assert.equal((await tryLinesIn('name,load', `base,${text}`, ...cases)).filled?.[0], `base|${text}`);
    const mixed = await tryColumns('name,load,mass\nbase,auto,kg\na,1,2\nb,3,4\n', ['load', 'mass']);
    assert.equal(mixed.filled?.[0], 'auto|kg');
    const below = await tryLines('-,mm');
    assert.deepEqual(below, {
      said: ['Cells of load that are no numbers (1): row 3, “mm”'],
      filled: [...filled, '-|mm'],
    });
    assert.deepEqual(await tryLinesIn('name,load', 'm,s', 'a,b'), { said: [], filled: ['m|s', 'a|b'] });
  });

  it('are sums of the rows above', async () => {
    for (const line of [
      'Total,24',
      'TOTAL:,24',
      'Summe,24',
      'Sum,24',
      'Σ,24',
      'Grand Total,',
      'Total,=SUM(B2:B3)',
      ',24',
    ])
      await assertPassedOver('totals', line, `line 4, “${line.replace(/^,|,$/, '').replace(',', ' | ')}”`, [
        'name,load',
        ...cases,
        line,
      ]);
    const groups = ['a,1', 'b,2', 'Subtotal,3', 'c,4', 'd,5', 'Subtotal,9', 'Total,12'];
    assert.deepEqual(await tryLinesIn('name,load', ...groups), {
      said: ['Passed over as totals: line 4, “Subtotal | 3”; line 7, “Subtotal | 9”; line 8, “Total | 12”'],
      filled: ['a|1', 'b|2', 'c|4', 'd|5'],
    });
    // Rounded, also as a mean.
    for (const [line, shown] of [
      ['Mean,12.1', 'Mean | 12.1'],
      ['Mittelwert,12.08', 'Mittelwert | 12.08'],
      ['Total,24.2', 'Total | 24.2'],
    ] as const)
      assert.deepEqual(await tryLinesIn('name,load', 'a,8.1', 'b,16.06', line), {
        said: [`Passed over as totals: line 4, “${shown}”`],
        filled: ['a|8.1', 'b|16.06'],
      });
    assert.equal((await tryLinesIn('name,load', 'a,8', 'b,16', 'mean,13')).filled?.length, 3);
    // A case that has all loads at once, as the same number of cores shows.
    const combined = 'name,load,cores\nfront,100,8\nrear,200,8\ntotal,300,8\n';
    assert.deepEqual(await tryColumns(combined, ['load', 'cores']), {
      said: [],
      filled: ['100|8', '200|8', '300|8'],
    });
    const zeros = await tryColumns('name,load\na,0\nb,0\n,0\n', ['load']);
    assert.deepEqual(zeros, { said: [], filled: ['0', '0', '0'] });
    for (const name of ['Total', 'sum', 'max'])
      assert.deepEqual(await tryLines(`${name},30`), { said: [], filled: [...filled, `${name}|30`] });
  });

  it('stand before the header with the marks of other languages', async () => {
    const table = ['% made by a script', '! for all', '// of us', '** and', '$ so on', 'name,load', ...cases];
    assert.deepEqual(await tryLinesIn(...table), { said: [], filled });
    assert.deepEqual(await tryColumns('% strain,load\n1,2\n', ['% strain', 'load']), {
      said: [],
      filled: ['1|2'],
    });
  });
});
