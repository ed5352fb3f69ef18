import assert from 'node:assert/strict';
import type { StudyProblem } from '../../../src/study/studyProblem';
import { prepareTrial, tryTable } from './support/sentRows';

const number = { type: 'number' };
const deck = (...names: string[]) => ({
  'deck.inp.template': names.map((name) => `{{ ${name} }}`).join('|'),
});

/** Where and why a table is refused; the decks of its rows and what they send otherwise. */
async function outcomeOf(table: string | Buffer, trial: Parameters<typeof tryTable>[1] = {}) {
  const found = await tryTable(table, trial);
  return found.map((one) => {
    if ('kind' in one)
      return 'row' in one ? `${one.kind} ${one.row}:${one.column}` : `${one.kind} ${one.line}:${one.column}`;
    const { 'deck.inp': text } = one.files;
    const body = one.body === '{}' ? [] : [one.body];
    return [...(text === undefined ? [] : [text]), ...body].join(' ');
  });
}

const isProblem = (one: object): one is StudyProblem => 'kind' in one;

describe('The decimal sign of a table', () => {
  const force = { prompts: { force: number }, files: deck('force', 'note') };

  it('is one for all columns, and what is sent is what fills in the deck', async () => {
    assert.deepEqual(await outcomeOf('force;note\n0,5;0,25\n-1,5e3;,5\n12;5,\n', force), [
      '0.5|0.25 {"force":0.5}',
      '-1.5e3|.5 {"force":-1.5e3}',
      '12|5. {"force":12}',
    ]);
    assert.deepEqual(await outcomeOf('force\tnote\n0,5\t0,25\n', force), ['0.5|0.25 {"force":0.5}']);
    assert.deepEqual(await outcomeOf('force,note\n0.50,1.000\n', force), ['0.50|1.000 {"force":0.50}']);
  });

  it('is not guessed for a number that may be a thousand', async () => {
    const [first, ...others] = await tryTable('force;note\n1.000;0,5\n', force);
    assert.deepEqual(
      [first, others],
      [{ kind: 'ambiguousNumber', row: 2, column: 1, text: '1.000', readings: ['1000', '1'] }, []],
    );
    const refused = async (table: string) => await outcomeOf(table, force);
    // Nothing in the table tells.
    assert.deepEqual(await refused('force;note\n1.000;a\n2.500;b\n'), [
      'ambiguousNumber 2:1',
      'ambiguousNumber 3:1',
    ]);
    assert.deepEqual(await refused('force;note\n1;1,000\n'), ['ambiguousNumber 2:2']);
    assert.deepEqual(await refused('force\tnote\n1\t1.000\n'), ['ambiguousNumber 2:2']);
    assert.deepEqual(await refused('force,note\n1,"1,000"\n'), ['ambiguousNumber 2:2']);
    // The point of another column may be one that somebody typed as text.
    assert.deepEqual(await refused('force;note\n1.000;0.5\n'), ['ambiguousNumber 2:1']);
    assert.deepEqual(await refused('force;note\n1.234;a\n0.5;a\n'), [
      '1.234|a {"force":1.234}',
      '0.5|a {"force":0.5}',
    ]);
    assert.deepEqual(await refused('force;note\n1,234;a\n0,5;a\n'), [
      '1.234|a {"force":1.234}',
      '0.5|a {"force":0.5}',
    ]);
  });

  it('is not mixed, and thousands are not separated', async () => {
    const refused = async (table: string) => await outcomeOf(table, force);
    assert.deepEqual(await refused('force;note\n0,5;0.5\n'), ['decimalPoint 2:2']);
    assert.deepEqual(await refused('force,note\n0.5,"0,5"\n'), ['decimalComma 2:2']);
    // In a deck, these may be two values.
    assert.deepEqual(await refused('force,note\n1,"0,5"\n'), ['decimalComma 2:2']);
    assert.deepEqual(await refused('force\tnote\n1\t0,5\n'), ['decimalComma 2:2']);
    for (const cell of [
      '1.000,5',
      '1.000.000',
      '1,000.5',
      '1,00,000.5',
      "1'000",
      '1’000,5',
      '−5',
      '−1.000,5',
    ])
      for (const row of [`1;${cell}`, `${cell};x`]) {
        const column = row.startsWith('1;') ? 2 : 1;
        assert.deepEqual(await refused(`force;note\n${row}\n`), [`unfitNumber 2:${column}`], row);
      }
    assert.deepEqual(await refused('force;note\n0,5;0,5 mm\n'), ['unfitNumber 2:2']);
    const [problem] = await tryTable('force;note\n1;1.000,50\n', force);
    assert.deepEqual(problem, {
      kind: 'unfitNumber',
      row: 2,
      column: 2,
      text: '1.000,50',
      reading: '1000,50',
    });
  });

  it('is not guessed where a spreadsheet has formatted a number', async () => {
    for (const [cell, reading] of [
      ['1 000', '1000'],
      ['1 000,5', '1000,5'],
      ['12 345 678', '12345678'],
      ['-1 000', '-1000'],
      ['−1 000', '-1000'],
      ['1´000', '1000'],
      ["1''000,5", '1000,5'],
      ['(1,5)', '-1,5'],
      ['(500)', '-500'],
      ['5-', '-5'],
      ['€ 1,5', '1,5'],
      ['1.234,50 €', '1234,50'],
      ['$1,000.50', '1000.50'],
      ["CHF 1'000.50", '1000.50'],
      ['1.000 mm', '1000 mm'],
      ['1.234,5 mm', '1234.5 mm'],
    ] as const) {
      const [problem] = await tryTable(`force;note\n1;2,5\n1;${cell}\n`, force);
      const at = { row: 3, column: 2 };
      assert.deepEqual(problem, { kind: 'unfitNumber', ...at, text: cell, reading }, cell);
    }
    // Pairs of numbers, and marks of parts, in columns without a number.
    const lists = { files: deck('note') };
    for (const text of ['100 200', '(1 2)', 'EUR 12', '10-20', '5-'])
      assert.deepEqual(await outcomeOf(`note;\n${text};\n`, lists), [text]);
  });

  it('is a comma in a table of one column that has commas', async () => {
    const { rows } = await prepareTrial('force\n1,5\n2\n', { prompts: { force: number } });
    assert.deepEqual(
      rows.map(({ body }) => body),
      ['{"force":1.5}', '{"force":2}'],
    );
    assert.deepEqual(await outcomeOf('force\n1,5,3\n', { prompts: { force: number } }), ['notANumber 2:1']);
  });

  it('does not concern texts', async () => {
    const trial = { prompts: { force: number, note: { type: 'text' } } };
    assert.deepEqual(await outcomeOf('force;note\n0,5;1.000\n0,5;0.5\n', trial), [
      '{"force":0.5,"note":"1.000"}',
      '{"force":0.5,"note":"0.5"}',
    ]);
    const lists = { files: deck('note') };
    for (const text of ['1,2,3', '0 0 -9.81', '2024-01-31', '31.12.2024', 'a,5', '50%'])
      assert.deepEqual(await outcomeOf(`note;\n${text};\n`, lists), [text]);
  });

  it('is named in the prepared study', async () => {
    const signOf = async (table: string) => (await prepareTrial(table, force)).study.decimalSign;
    assert.deepEqual(
      [
        await signOf('force;note\n0,5;a\n'),
        await signOf('force;note\n0.5;a\n'),
        await signOf('force;note\n5;a\n'),
      ],
      [',', '.', undefined],
    );
  });

  it('gives a choice one spelling', async () => {
    const trial = {
      prompts: { force: { type: 'choice', choices: [0.5, 1000, '2,0'] } },
      files: deck('force'),
    };
    assert.deepEqual(await outcomeOf('force;\n0,5;\n0,50;\n1000;\n2,0;\n', trial), [
      '0.5 {"force":0.5}',
      '0.5 {"force":0.5}',
      '1000 {"force":1000}',
      '2,0 {"force":"2,0"}',
    ]);
    assert.deepEqual(await outcomeOf('force;\n1.000;\n', trial), ['ambiguousNumber 2:1']);
    assert.deepEqual(await outcomeOf('force;\n0,6;\n', trial), ['notAChoice 2:1']);
  });
});

describe('Numbers of a table', () => {
  it('keep their digits, in the request and in the deck', async () => {
    const trial = { prompts: { force: number }, files: deck('force') };
    for (const text of [
      '9007199254740993',
      '12345678901234567890',
      '0.1234567890123456789',
      '1.50',
      '1e-400',
      '1E+05',
    ])
      assert.deepEqual(await outcomeOf(`force\n${text}\n`, trial), [`${text} {"force":${text}}`]);
    const others = [
      ['+5', '5'],
      ['.5', '0.5'],
      ['5.', '5.0'],
      ['007', '7'],
    ] as const;
    for (const [cell, text] of others)
      assert.deepEqual(await outcomeOf(`force\n${cell}\n`, trial), [`${text} {"force":${text}}`]);
  });

  it('are written as programs write them', async () => {
    const none = [
      '0x10',
      '0b1',
      'Infinity',
      'NaN',
      '1_000',
      '1 000',
      '5e',
      '1d3',
      '١٢',
      '１２',
      '1.5.2',
      '50%',
    ];
    for (const text of none)
      assert.deepEqual(
        await outcomeOf(`force\n${text}\n`, { prompts: { force: number } }),
        ['notANumber 2:1'],
        text,
      );
  });

  it('stay as they are where only a template has them', async () => {
    for (const text of ['+5', '.5', '5.', '007', '1.5d0', '  5'])
      assert.deepEqual(await outcomeOf(`force\n"${text}"\n`, { files: deck('force') }), [text]);
  });
});

describe('The cells of a table', () => {
  const trial = { files: deck('a') };

  it('are never the error of a formula', async () => {
    const errors = [
      ...[
        '#N/A',
        '#DIV/0!',
        '#NV',
        '#WERT!',
        '#BEZUG!',
        '#ZAHL!',
        '#ÜBERLAUF!',
        '#NAME?',
        '#NOM?',
        '#VALEUR!',
      ],
      ...[
        '#NOMBRE!',
        '#¡DIV/0!',
        '#¿NOMBRE?',
        '#N/D',
        '#I/T',
        '#ДЕЛ/0!',
        '#Н/Д',
        '#YOK',
        '#SPILL!',
        'Err:502',
        'Fout:502',
        'Błąd:502',
      ],
      ...['#NENÍ_K_DISPOZICI', '########'],
    ];
    for (const text of errors)
      assert.deepEqual(await outcomeOf(`a;\n"${text}";\n`, trial), ['formulaError 2:1'], text);
    for (const text of ['#1', '#INCLUDE', '# note', '#'])
      assert.deepEqual(await outcomeOf(`a;\n${text};\n`, trial), [text]);
  });

  it('have no character that nobody sees', async () => {
    for (const text of [
      '1\u00a0000',
      '1\u202f000',
      'a\u200bb',
      'a\ufeffb',
      'a\u00adb',
      'a\u0007b',
      'a\u2007b',
    ])
      assert.deepEqual(await outcomeOf(`a;\nx;\n${text};\n`, trial), ['unseen 3:1'], text);
    for (const text of ['\u00a05\u202f', '\u200b5', '\ufeff 5\u00a0 ', '5\u200e'])
      assert.deepEqual(
        (await outcomeOf(`a;\n${text};\n`, trial)).map((one) => one.trim()),
        ['5'],
        text,
      );
    assert.deepEqual(await outcomeOf('a\u200bb;\n1;\n', trial), ['unseen 1:1']);
    assert.deepEqual(await outcomeOf('\u00a0a\u200b;\n❤️;\n', trial), ['❤️']);
    const [found] = await tryTable('a;\n1\u00a0000;\n', trial);
    assert.deepEqual(found, { kind: 'unseen', row: 2, column: 1, code: 'U+00A0' });
  });

  it('are separated as the first line says', async () => {
    for (const table of [
      'sep=;\na;\n1;\n',
      '\ufeffsep=,\r\na,\r\n1,\r\n',
      '"sep=;"\na;\n1;\n',
      'SEP=\t\na\t\n1\t\n',
    ])
      assert.deepEqual(await outcomeOf(table, trial), ['1'], table);
    // A single column in spite of the commas in its name.
    assert.deepEqual(await outcomeOf('sep=;\na, b, c\n1\n', { files: deck('a, b, c') }), ['1']);
  });

  it('are separated by what makes all rows equally long, whatever the names of columns contain', async () => {
    assert.deepEqual(await outcomeOf('a, max;b\n1;2\n', { files: deck('a, max', 'b') }), ['1|2']);
    assert.deepEqual(await outcomeOf('a, b, c, d;e\n1;3\n2;4\n', { files: deck('a, b, c, d', 'e') }), [
      '1|3',
      '2|4',
    ]);
    assert.deepEqual(await outcomeOf('"a\n[m/s, abs]";b\n1;\n', trial), [
      'unknownPlaceholder 1:1',
      'unknownColumn 1:1',
      'unknownColumn 1:2',
    ]);
  });

  it('may lack a name and values, as spreadsheets leave such columns behind', async () => {
    assert.deepEqual(await outcomeOf('a,,b,\n1,,4,\n2,,5,,,\n3,,6\n', { files: deck('a', 'b') }), [
      ...['1|4', '2|5', '3|6'],
    ]);
    assert.deepEqual(await tryTable('a;;\n1;2;\n', trial), [
      { kind: 'emptyHeader', row: 1, column: 2, delimiter: ';' },
    ]);
  });
});

describe('The name of a model', () => {
  it('comes from the column that also fills in a template', async () => {
    const rows = await tryTable('name\nlight\nheavy\n', { files: deck('name') });
    assert.deepEqual(
      rows.map((row) => (isProblem(row) ? row : [row.name, row.files['deck.inp']])),
      [
        ['light', 'light'],
        ['heavy', 'heavy'],
      ],
    );
  });

  it('is mentioned if another model has it', async () => {
    const { study } = await prepareTrial('name,force\na,1\nb,2\na,3\na,1\n', { files: deck('force') });
    assert.deepEqual(
      study.rows.map(({ equalTo, namedAs }) => [equalTo, namedAs]),
      [
        [undefined, undefined],
        [undefined, undefined],
        [undefined, 1],
        [1, undefined],
      ],
    );
  });
});

describe('Files that are filled in', () => {
  it('name columns in any Unicode form', async () => {
    for (const [header, name] of [
      ['H\u00f6he', 'Ho\u0308he'],
      ['Ho\u0308he', 'H\u00f6he'],
    ] as const)
      assert.deepEqual(await outcomeOf(`${header};\n5;\n`, { files: deck(name) }), ['5']);
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
    const problems = (await tryTable('name\nlight\n', { files })).filter(isProblem);
    assert.deepEqual(problems, [
      { kind: 'templateCollides', file: 'E\u0301.inp.template', ...at, name: 'E\u0301.inp' },
      { kind: 'unfitFileName', file: 'deck..template', ...at, name: 'deck.' },
    ]);
  });
});
