import assert from 'node:assert/strict';
import { listShownValues } from '../../../src/study/shownValues';
import type { StudyProblem } from '../../../src/study/studyProblem';
import { only } from '../../support/only';
import { prepareTrial, type Trial, tryTable } from './support/sentRows';

const number = { type: 'number' };
const deck = (...names: string[]) => ({
  'deck.inp.template': names.map((name) => `{{ ${name} }}`).join('|'),
});

/** Where and why a table is refused; the decks of its rows and what they send otherwise. */
async function outcomeOf(table: string | Buffer, trial: Trial = {}) {
  const found = await tryTable(table, trial);
  return found.map((one) => {
    if ('kind' in one) return `${one.kind} ${'row' in one ? one.row : one.line}:${one.column}`;
    const body = one.body === '{}' ? [] : [one.body];
    return [...Object.values(one.files), ...body].join(' ');
  });
}

/** Checks what becomes of each table. */
async function assertOutcomes(trial: Trial, outcomes: Record<string, string[]>) {
  for (const [table, expected] of Object.entries(outcomes))
    assert.deepEqual(await outcomeOf(table, trial), expected, table);
}

/** Checks what becomes of each text as the only cell of a table. */
async function assertCells(trial: Trial, outcomeOfCell: (text: string) => string, texts: readonly string[]) {
  for (const text of texts)
    assert.deepEqual(await outcomeOf(`a;\n"${text}";\n`, trial), [outcomeOfCell(text)], text);
}

const asItIs = (text: string) => text;

describe('The decimal sign of a table', () => {
  const force = { prompts: { force: number }, files: deck('force', 'note') };

  it('is one for all columns, and what is sent is what fills in the deck', async () => {
    await assertOutcomes(force, {
      'force;note\n0,5;0,25\n-1,5e3;,5\n12;5,\n': [
        '0.5|0.25 {"force":0.5}',
        '-1.5e3|.5 {"force":-1.5e3}',
        '12|5. {"force":12}',
      ],
      'force\tnote\n0,5\t0,25\n': ['0.5|0.25 {"force":0.5}'],
      'force,note\n0.50,1.000\n': ['0.50|1.000 {"force":0.50}'],
    });
  });

  it('is not guessed for a number that may be a thousand', async () => {
    assert.deepEqual(await tryTable('force;note\n1.000;0,5\n', force), [
      { kind: 'ambiguousNumber', row: 2, column: 1, text: '1.000', readings: ['1000', '1'] },
    ]);
    await assertOutcomes(force, {
      // Nothing in the table tells.
      'force;note\n1.000;a\n2.500;b\n': ['ambiguousNumber 2:1', 'ambiguousNumber 3:1'],
      'force;note\n1;1,000\n': ['ambiguousNumber 2:2'],
      'force\tnote\n1\t1.000\n': ['ambiguousNumber 2:2'],
      'force,note\n1,"1,000"\n': ['ambiguousNumber 2:2'],
      // The point of another column may be one that somebody typed as text.
      'force;note\n1.000;0.5\n': ['ambiguousNumber 2:1'],
      'force;note\n1.234;a\n0.5;a\n': ['1.234|a {"force":1.234}', '0.5|a {"force":0.5}'],
      'force;note\n1,234;a\n0,5;a\n': ['1.234|a {"force":1.234}', '0.5|a {"force":0.5}'],
    });
  });

  it('is not mixed, and thousands are not separated', async () => {
    await assertOutcomes(force, {
      'force;note\n0,5;0.5\n': ['decimalPoint 2:2'],
      'force,note\n0.5,"0,5"\n': ['decimalComma 2:2'],
      // In a deck, these may be two values.
      'force,note\n1,"0,5"\n': ['decimalComma 2:2'],
      'force\tnote\n1\t0,5\n': ['decimalComma 2:2'],
      'force;note\n0,5;0,5 mm\n': ['unfitNumber 2:2'],
    });
    const cells = ['1.000,5', '1.000.000', '1,000.5', '1,00,000.5', "1'000", '1’000,5', '−5', '−1.000,5'];
    for (const cell of cells)
      await assertOutcomes(force, {
        [`force;note\n1;${cell}\n`]: ['unfitNumber 2:2'],
        [`force;note\n${cell};x\n`]: ['unfitNumber 2:1'],
      });
    const problem = { kind: 'unfitNumber', row: 2, column: 2, text: '1.000,50', reading: '1000,50' };
    assert.deepEqual(await tryTable('force;note\n1;1.000,50\n', force), [problem]);
  });

  it('is not guessed where a spreadsheet has formatted a number', async () => {
    for (const [text, reading] of [
      ['1 000,5', '1000,5'],
      ['12 345 678', '12345678'],
      ['−1 000', '-1000'],
      ['1´000', '1000'],
      ["1''000,5", '1000,5'],
      ['(1,5)', '-1,5'],
      ['5-', '-5'],
      ['€ 1,5', '1,5'],
      ['1.234,50 €', '1234,50'],
      ["CHF 1'000.50", '1000.50'],
      ['1.000 mm', '1000 mm'],
      ['1.234,5 mm', '1234.5 mm'],
    ] as const) {
      const problem = { kind: 'unfitNumber', row: 3, column: 2, text, reading };
      assert.deepEqual(await tryTable(`force;note\n1;2,5\n1;${text}\n`, force), [problem], text);
    }
    // Pairs of numbers, and marks of parts, in columns without a number.
    await assertCells({ files: deck('a') }, asItIs, ['100 200', '(1 2)', 'EUR 12', '10-20', '5-']);
  });

  it('is a comma in a table of one column that has commas', async () => {
    await assertOutcomes(
      { prompts: { force: number } },
      { 'force\n1,5\n2\n': ['{"force":1.5}', '{"force":2}'], 'force\n1,5,3\n': ['notANumber 2:1'] },
    );
  });

  it('does not concern texts', async () => {
    await assertOutcomes(
      { prompts: { force: number, note: { type: 'text' } } },
      {
        'force;note\n0,5;1.000\n0,5;0.5\n': ['{"force":0.5,"note":"1.000"}', '{"force":0.5,"note":"0.5"}'],
      },
    );
    const texts = ['1,2,3', '0 0 -9.81', '2024-01-31', '31.12.2024', 'a,5', '50%'];
    await assertCells({ files: deck('a') }, asItIs, texts);
  });

  it('is named in the prepared study', async () => {
    for (const [cell, sign] of [
      ['0,5', ','],
      ['0.5', '.'],
      ['5', undefined],
    ] as const)
      assert.equal((await prepareTrial(`force;note\n${cell};a\n`, force)).study.decimalSign, sign);
  });

  it('gives a choice one spelling', async () => {
    const choice = { type: 'choice', choices: [0.5, 1000, '2,0'] };
    await assertOutcomes(
      { prompts: { force: choice }, files: deck('force') },
      {
        'force;\n0,5;\n0,50;\n1000;\n2,0;\n': [
          '0.5 {"force":0.5}',
          '0.5 {"force":0.5}',
          '1000 {"force":1000}',
          '2,0 {"force":"2,0"}',
        ],
        'force;\n1.000;\n': ['ambiguousNumber 2:1'],
        'force;\n0,6;\n': ['notAChoice 2:1'],
      },
    );
  });
});

describe('Numbers of a table', () => {
  const trial = { prompts: { a: number }, files: deck('a') };

  it('keep their digits, in the request and in the deck', async () => {
    const sent = (text: string) => `${text} {"a":${text}}`;
    const exact = ['9007199254740993', '0.1234567890123456789', '1.50', '1e-400', '1E+05'];
    await assertCells(trial, sent, exact);
    for (const [cell, text] of [
      ['+5', '5'],
      ['.5', '0.5'],
      ['5.', '5.0'],
      ['007', '7'],
    ] as const)
      await assertCells(trial, () => sent(text), [cell]);
  });

  it('are written as programs write them', async () => {
    const none = ['0x10', 'Infinity', '1_000', '1 000', '5e', '1d3', '١٢', '１２', '1.5.2', '50%'];
    await assertCells(trial, () => 'notANumber 2:1', none);
  });

  it('stay as they are where only a template has them', async () => {
    await assertCells({ files: deck('a') }, asItIs, ['+5', '.5', '5.', '007', '1.5d0', '  5']);
  });
});

describe('The cells of a table', () => {
  const trial = { files: deck('a') };

  it('are never the error of a formula', async () => {
    const errors = [
      '#DIV/0!',
      '#NAME?',
      '#¿NOMBRE?',
      '#ÜBERLAUF!',
      '#ДЕЛ/0!',
      '#N/A',
      '#Н/Д',
      '########',
      '#NV',
      '#YOK',
      '#NENÍ_K_DISPOZICI',
      'Err:502',
      'Fout:502',
      'Błąd:502',
    ];
    await assertCells(trial, () => 'formulaError 2:1', errors);
    await assertCells(trial, asItIs, ['#1', '#INCLUDE', '# note', '#']);
  });

  it('have no character that nobody sees', async () => {
    const hidden = ['1\u00a0000', '1\u202f000', 'a\u200bb', 'a\ufeffb', 'a\u00adb', 'a\u0007b', '\u00ad500'];
    await assertCells(trial, () => 'unseen 2:1', hidden);
    await assertCells(trial, () => '5', ['\u00a05\u202f', '\u30005', '5\u2003']);
    await assertOutcomes(trial, { 'a\u200bb;\n1;\n': ['unseen 1:1'], '\u00a0a\u3000;\n❤️;\n': ['❤️'] });
    const problem = { kind: 'unseen', row: 3, column: 1, code: 'U+00A0' };
    assert.deepEqual(await tryTable('a;\nx;\n1\u00a0000;\n', trial), [problem]);
  });

  it('have no character that nobody sees at their ends either, because it may have been a minus', async () => {
    // A dash of Windows-1252, read as Latin-1; the minus of the font Symbol; a soft hyphen; controls; what only shapes text.
    const signs = [
      '\u0096',
      '\u0097',
      '\uf02d',
      '\uf8ff',
      '\u00ad',
      '\u0085',
      '\u001c',
      '\u007f',
      '\u200b',
      '\u200e',
    ];
    const blanks = ['\u000b', '\u000c', '\ufeff', '\u2028'];
    for (const sign of [...signs, ...blanks])
      await assertCells(trial, () => 'unseen 2:1', [
        `${sign}500`,
        `500${sign}`,
        ` ${sign} 500`,
        `\u00a0${sign}500`,
      ]);
    await assertCells(trial, () => 'unseen 2:1', signs);
    await assertOutcomes(trial, {
      'a\uf02d;\n1;\n': ['unseen 1:1'],
      'a\u000b;\n1;\n': ['unseen 1:1'],
      'a\uf031;a\uf032\n1;2\n': ['unseen 1:1', 'unseen 1:2'],
      // Marks at the beginning and at the end of a file are none of its cells.
      '\ufeffa;\r\n500;\r\n\u001a': ['500'],
    });
  });

  it('are separated as the first line says', async () => {
    await assertOutcomes(trial, {
      'sep=;\na;\n1;\n': ['1'],
      '\ufeffsep=,\r\na,\r\n1,\r\n': ['1'],
      '"sep=;"\na;\n1;\n': ['1'],
      'SEP=\t\na\t\n1\t\n': ['1'],
    });
    // A single column in spite of the commas in its name.
    assert.deepEqual(await outcomeOf('sep=;\na, b, c\n1\n', { files: deck('a, b, c') }), ['1']);
  });

  it('are separated by what makes all rows equally long, whatever the names of columns contain', async () => {
    const wordy = { files: deck('a, b, c, d', 'e') };
    assert.deepEqual(await outcomeOf('a, b, c, d;e\n1;3\n2;4\n', wordy), ['1|3', '2|4']);
    await assertOutcomes(trial, {
      '"a\n[m/s, abs]";b\n1;\n': ['unknownPlaceholder 1:1', 'unknownColumn 1:1', 'unknownColumn 1:2'],
    });
  });

  it('may lack a name and values, as spreadsheets leave such columns behind', async () => {
    const table = 'a,,b,\n1,,4,\n2,,5,,,\n3,,6\n';
    assert.deepEqual(await outcomeOf(table, { files: deck('a', 'b') }), ['1|4', '2|5', '3|6']);
    assert.deepEqual(await tryTable('a;;\n1;2;\n', trial), [
      { kind: 'emptyHeader', row: 1, column: 2, delimiter: ';' },
    ]);
  });

  it('needs a name in front of values that do not tell the rows apart', async () => {
    const refused = [{ kind: 'emptyHeader', row: 1, column: 1, delimiter: ',' }];
    assert.deepEqual(await tryTable(',a\n0,1\n1,2\n0,3\n', trial), refused);
    assert.deepEqual(await tryTable(',a\n0,1\n,2\n', trial), refused);
  });

  it('may have types of values below it', async () => {
    const passes = async (types: string) =>
      await outcomeOf(`a,b\n${types}\n1,x\n2,y\n`, { files: deck('a', 'b') });
    for (const types of ['float64,object', '<dbl>,<chr>', 'number,text'])
      assert.deepEqual(await passes(types), ['1|x', '2|y'], types);
    // A value among numbers may be called so.
    assert.deepEqual(await passes('float64,z'), ['float64|z', '1|x', '2|y']);
    assert.deepEqual(await outcomeOf('a\ntext\nint\n', { files: deck('a') }), ['text', 'int']);
  });
});

describe('The names of columns', () => {
  const near = async (table: string, trial: Trial) =>
    (await tryTable(table, trial)).map((one) => ('kind' in one ? { kind: one.kind, ...nearOf(one) } : one));
  const nearOf = (one: StudyProblem) => ('near' in one ? { near: one.near } : {});

  it('are named where one is spelt in another way, also those of placeholders', async () => {
    for (const [header, name] of [
      ['Force', 'force'],
      ['FORCE', 'force'],
      ['Force [N]', 'force'],
      ['force (kN)', 'force'],
      ['max-force', 'max_force'],
      ['Max Force', 'max_force'],
      ['\uff26orce', 'force'],
      ['Größe', 'größe'],
    ] as const)
      assert.deepEqual(
        await near(`${header};\n1;\n`, { files: deck(name) }),
        [
          { kind: 'unknownPlaceholder', near: header },
          { kind: 'unknownColumn', near: name },
        ],
        header,
      );
    assert.deepEqual(await near('Speed;\n1;\n', { prompts: { speed: number } }), [
      { kind: 'missingAnswer' },
      { kind: 'unknownColumn', near: 'speed' },
    ]);
    // One that would be sent with its default.
    const prompts = { speed: { ...number, default: 1 } };
    for (const [header, name] of [
      ['SPEED', 'speed'],
      ['createsimulation.Speed', 'createSimulation.speed'],
    ] as const)
      assert.deepEqual(await near(`${header};\n1;\n`, { prompts }), [{ kind: 'unknownColumn', near: name }]);
    assert.deepEqual(await near('Name;force\na;1\n', { files: deck('force') }), [
      { kind: 'unknownColumn', near: 'name' },
    ]);
    const perRow = { model: { perRow: true, exclude: [], name: 'x' } } as const;
    assert.deepEqual(await near('Files;\nmodel;\n', perRow), [
      { kind: 'missingColumn' },
      { kind: 'unknownColumn', near: 'files' },
    ]);
    // Nothing is near if the name that was meant has a column, or none is spelt alike.
    assert.deepEqual(await near('force;Force\n1;2\n', { files: deck('force') }), [{ kind: 'unknownColumn' }]);
    assert.deepEqual(await near('speed;\n1;\n', { files: deck('force') }), [
      { kind: 'unknownPlaceholder' },
      { kind: 'unknownColumn' },
    ]);
  });

  it('are not said to match nothing while not all placeholders are known', async () => {
    const latin = Buffer.from('{{ force }} \u00b0', 'latin1');
    for (const [files, expected] of [
      [{ 'deck.inp.template': latin }, ['templateNotUtf8 1:13']],
      [{ 'deck.inp.template': '{{ force }' }, ['unclosedPlaceholder 1:1']],
      [{ 'deck.inp.template': '{{ force:0 }}' }, ['invalidPlaceholder 1:1']],
      [{ 'deck.inp.template': `${'x'.repeat(16 * 1024 * 1024)}{{ force }}` }, ['templateTooLarge 1:1']],
    ] as const)
      assert.deepEqual(await outcomeOf('force;\n1;\n', { files }), expected);
    const perRow = { model: { perRow: true, exclude: [], name: 'x' } } as const;
    const missing = await outcomeOf('files;force\nnone;1\n', perRow);
    assert.deepEqual(missing, ['files 2:1']);
    // The folder that is missing may be the one with the template.
    const partly = await outcomeOf('files;force\nmodel;1\nnone;2\n', perRow);
    assert.deepEqual(partly, ['files 3:1']);
    // What cannot be meant by a placeholder is still said.
    const existing = { model: { id: 'm1', name: 'Wing' } };
    assert.deepEqual(await outcomeOf('force;\n1;\n', existing), ['unknownColumn 1:1']);
  });
});

describe('The name of a model', () => {
  it('comes from the column that also fills in a template', async () => {
    const { rows } = await prepareTrial('name\nlight\nheavy\n', { files: deck('name') });
    assert.deepEqual(rows, [
      { name: 'light', body: '{}', files: { 'deck.inp': 'light' } },
      { name: 'heavy', body: '{}', files: { 'deck.inp': 'heavy' } },
    ]);
  });

  it('is mentioned if another model has it', async () => {
    const { study } = await prepareTrial('name,force\na,1\nb,2\na,3\na,1\n', { files: deck('force') });
    const marks = study.rows.map(({ equalToRow, sameNameAsRow }) => ({ equalToRow, sameNameAsRow }));
    const none = { equalToRow: undefined, sameNameAsRow: undefined };
    assert.deepEqual(marks, [none, none, { ...none, sameNameAsRow: 1 }, { ...none, equalToRow: 1 }]);
  });
});

describe('Files that are filled in', () => {
  it('name columns in any Unicode form', async () => {
    const composed = 'H\u00f6he';
    const decomposed = 'Ho\u0308he';
    await assertOutcomes({ files: deck(composed) }, { [`${decomposed};\n5;\n`]: ['5'] });
    await assertOutcomes({ files: deck(decomposed) }, { [`${composed};\n5;\n`]: ['5'] });
  });

  it('have numbers as they are sent, and no blanks or lines that nobody meant', async () => {
    const template = '{{ speed }}|{{ note }}|{{ force:4 }}';
    const trial = { prompts: { speed: number }, files: { 'deck.inp.template': template } };
    assert.deepEqual(await outcomeOf('speed;note;force\n0,5;a;1,5\n5,; ;,5\n', trial), [
      '0.5|a| 1.5 {"speed":0.5}',
      '5.0| |  .5 {"speed":5.0}',
    ]);
    const at = { file: 'deck.inp.template', line: 1, column: 13 };
    assert.deepEqual(await tryTable('speed;note;force\n1;"a\nb";1\n2;;2\n', trial), [
      { kind: 'lineBreak', row: 2, column: 2, name: 'note', at },
      { kind: 'emptyPlaceholder', row: 4, column: 2, name: 'note', at },
    ]);
  });

  it('have names that a model may have, and no other file has in any case and Unicode form', async () => {
    const files = { 'a.inp': 'a', 'deck..template': 'x', 'E\u0301.inp.template': 'x', '\u00e9.inp': 'x' };
    const at = { line: 1, column: 1 };
    assert.deepEqual(await tryTable('name\nlight\n', { files }), [
      { kind: 'templateCollides', file: 'E\u0301.inp.template', ...at, name: 'E\u0301.inp' },
      { kind: 'unfitFileName', file: 'deck..template', ...at, name: 'deck.' },
    ]);
  });
});

describe('The values of a row that a person sees', () => {
  const trial = {
    prompts: { force: number, kind: { type: 'text' } },
    files: deck('force', 'note'),
  };

  it('are those that are sent and filled in', async () => {
    const { study, rows } = await prepareTrial('force;kind;note;name;\n0,50;1,5;2,5;x;\n', trial);
    const row = only(study.rows);
    const shown = listShownValues(row, study.table.columns, study.values[0] ?? [], ['name']);
    assert.deepEqual(shown, [
      ['force', '0.50'],
      ['kind', '1,5'],
      ['note', '2.5'],
    ]);
    const sent = { name: 'x', body: '{"force":0.50,"kind":"1,5"}', files: { 'deck.inp': '0.50|2.5' } };
    assert.deepEqual(rows, [sent]);
  });

  it('are those that are sent, also of a study that goes on, which keeps the cells of the table', async () => {
    const { study } = await prepareTrial('force;kind;\n0,50;1,5;\n', { ...trial, files: deck('force') });
    const row = only(study.rows);
    assert.deepEqual(row.cells, ['0,50', '1,5', '']);
    assert.deepEqual(listShownValues(row, study.table.columns, row.cells), [
      ['force', '0.50'],
      ['kind', '1,5'],
    ]);
  });
});
