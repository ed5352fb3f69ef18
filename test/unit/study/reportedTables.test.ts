import assert from 'node:assert/strict';
import { describeStudyProblem } from '../../../src/messages/studyProblems';
import { StudyError, type StudyProblem } from '../../../src/study/studyProblem';
import { removeTempTrees } from '../../support/tempTree';
import { tryColumns } from './support/outcomes';
import { prepareTrial, type Trial, tryTable } from './support/sentRows';

/** Tables as people have reported them to other programs. */

const number = { type: 'number' };
const text = { type: 'text' };

/** The bodies that a table sends; or where and why it is refused. */
async function tryBodies(table: string | Buffer, prompts: NonNullable<Trial['prompts']>) {
  const found = await tryTable(table, { prompts });
  return found.map((one) => {
    if (!('kind' in one)) return one.body;
    return `${one.kind} ${'row' in one ? one.row : one.line}:${one.column}`;
  });
}

/** The sentences about a table that is refused. */
async function listSentences(table: string | Buffer, trial: Trial): Promise<readonly string[]> {
  const found = (await tryTable(table, trial)).filter((one): one is StudyProblem => 'kind' in one);
  return found.map(describeStudyProblem);
}

describe('Blanks beside the separators of a table', () => {
  afterEach(removeTempTrees);
  const prompts = { cores: number, note: text };

  // https://github.com/adaltas/node-csv-parse/issues/138: blanks before a cell in quotation marks.
  it('may stand before and behind cells in quotation marks', async () => {
    const table = 'name, cores, note\n"base", 8, "thin, steel"\n"fine" , 16,\t"say ""x"" , y" \n';
    assert.deepEqual(await tryBodies(table, prompts), [
      '{"cores":8,"note":"thin, steel"}',
      '{"cores":16,"note":"say \\"x\\" , y"}',
    ]);
    for (const delimiter of [';', '\t']) {
      const other = `note ${delimiter} cores\n "a${delimiter} b" ${delimiter}"8"\n`;
      assert.deepEqual(await tryBodies(other, prompts), [
        JSON.stringify({ cores: 8, note: `a${delimiter} b` }),
      ]);
    }
    // A mark inside of a cell is still refused.
    assert.deepEqual(await tryBodies('cores, note\n8, "a" b\n', prompts), ['misplacedQuote 2:2']);
  });

  // https://github.com/nikosarcevic/CosmOracle/issues/14: a blank behind each comma.
  it('are part neither of what is sent nor of what is filled in', async () => {
    const table = 'z, DCz, material\n1, 2, steel\n';
    const files = { 'deck.inp.template': 'z={{ z }}|d={{ DCz }}|m={{ material }}' };
    assert.deepEqual(await tryTable(table, { files, prompts: { material: text } }), [
      { name: 'wing', body: '{"material":"steel"}', files: { 'deck.inp': 'z=1|d=2|m=steel' } },
    ]);
    assert.deepEqual(await tryColumns('a ;\tb\n x  ;y z\t\n\t="007" ; v\n u; w\n', ['a', 'b']), {
      said: [],
      filled: ['x|y z', '007|v', 'u|w'],
    });
  });

  it('stay where they are in quotation marks, or are all that a cell has', async () => {
    assert.deepEqual(await tryColumns('a,b\n"  5"," x "\n1, \n', ['a', 'b']), {
      said: [],
      filled: ['  5| x ', '1| '],
    });
    // Where the header has blanks beside its separators as well, they are no cell.
    assert.deepEqual(await tryColumns('a, b\n1, \n2," "\n', ['a', 'b']), {
      refused: ['2:2 emptyPlaceholder'],
    });
  });

  it('do not keep a row with cells in quotation marks from being switched off', async () => {
    const outcome = await tryColumns('a, b\n1, "x, y"\n# old, "z, y"\n', ['a', 'b']);
    assert.deepEqual(outcome, {
      said: ['Passed over as comments: line 3, “# old, "z, y"”'],
      filled: ['1|x, y'],
    });
  });
});

// Stata FAQ "How Excel Writes Empty Cells": Excel leaves out the separators of empty cells at the ends of rows.
describe('A row that is shorter than the header', () => {
  afterEach(removeTempTrees);

  it('is refused, because a file that was cut off looks the same, with the remedy for both', async () => {
    const prompts = { speed: number, cores: { ...number, default: 4 }, note: { ...text, default: '' } };
    const remedy =
      'If its last cells are empty, enter their values, because some programs leave out empty cells at the ends of rows. Otherwise, the row may be cut off.';
    for (const [row, found] of [
      ['2,8', 2],
      ['2', 1],
    ] as const)
      assert.deepEqual(await listSentences(`speed,cores,note\n1,8,a\n${row}\n`, { prompts }), [
        `The row has ${found} cells, but the header has 3. Cells are separated by “,”. ${remedy}`,
      ]);
    assert.deepEqual(await listSentences('speed;cores;note\n1;8;a;2\n', { prompts }), [
      'The row has 4 cells, but the header has 3. Cells are separated by “;”.',
    ]);
  });
});

// https://github.com/astropy/astropy/issues/8674: numpy.savetxt writes the names of columns behind a mark.
describe('A header behind the mark of a comment', () => {
  afterEach(removeTempTrees);
  const prompts = { speed: number, angle: { ...number, default: 1 } };

  it('is read where numbers stand below it', async () => {
    const bodies = ['{"speed":1.5,"angle":2.5}', '{"speed":2.5,"angle":5}'];
    for (const table of [
      '# speed,angle\n1.5,2.5\n2.5,5\n',
      '# by a script, 2026\n#\n#speed,angle\n1.5,2.5\n2.5,5\n',
      '\ufeff# speed;angle\r\n1,5;2,5\r\n2,5;5\r\n',
      '## speed\tangle\r1.5\t2.5\r2.5\t5\r',
      '# speed, "angle"\n\n1.5, 2.5\n2.5, 5\n',
    ])
      assert.deepEqual(await tryBodies(table, prompts), bodies, table);
    for (const mark of ['#', '%', '!', '//'])
      assert.deepEqual(await tryBodies(`${mark} speed\n1.5\n`, prompts), ['{"speed":1.5,"angle":1}']);
  });

  it('has its own line', async () => {
    assert.deepEqual(await tryBodies('# a\n# speed,angles\n1,2\n3,x\n', prompts), ['unknownColumn 2:2']);
  });

  it('is none if it has not as many names as the first row has cells, or that row is a header', async () => {
    for (const comment of ['# speed', '# a,b,c', '# speed,2026', '# ,', '#'])
      assert.deepEqual(
        await tryBodies(`${comment}\nspeed,angle\n1,2\n`, prompts),
        ['{"speed":1,"angle":2}'],
        comment,
      );
    assert.deepEqual(await tryBodies('# angle,speed\nspeed,angle\n1,2\n', prompts), [
      '{"speed":1,"angle":2}',
    ]);
    assert.deepEqual(await tryBodies('# a,b,c\n1,2\n3,4\n', prompts), [
      'missingAnswer 2:3',
      'unknownColumn 2:1',
      'unknownColumn 2:2',
    ]);
    const wider = await tryBodies('# speed,angle\n1,2,3\n4,5,6\n', { angle: prompts.angle });
    assert.deepEqual(wider, ['unknownColumn 2:1', 'unknownColumn 2:2', 'unknownColumn 2:3']);
  });
});

describe('A choice in a table', () => {
  afterEach(removeTempTrees);

  // https://github.com/microsoft/AzureStorageExplorer/issues/6821: Excel writes TRUE for true.
  it('may be written in another case, because spreadsheets write TRUE', async () => {
    const prompts = { restart: { type: 'choice', choices: ['true', 'false'] } };
    assert.deepEqual(await tryBodies('restart;\nTRUE;\nFalse;\n true ;\n', prompts), [
      '{"restart":"true"}',
      '{"restart":"false"}',
      '{"restart":"true"}',
    ]);
    const mixed = { queue: { type: 'choice', choices: ['auto', 8, 'Größe', 'Mar-26'] } };
    assert.deepEqual(await tryBodies('queue;\n8;\nAUTO;\nGRÖSSE;\nGRößE;\nMAR-26;\n', mixed), [
      'notAChoice 4:1',
    ]);
    const filled = { prompts: mixed, files: { 'deck.inp.template': '{{ queue }}' } };
    assert.deepEqual(await tryTable('queue;\n8;\nAUTO;\nMAR-26;\n', filled), [
      { name: 'wing', body: '{"queue":8}', files: { 'deck.inp': '8' } },
      { name: 'wing', body: '{"queue":"auto"}', files: { 'deck.inp': 'auto' } },
      { name: 'wing', body: '{"queue":"Mar-26"}', files: { 'deck.inp': 'Mar-26' } },
    ]);
  });

  it('is the one in its own case where there are several', async () => {
    const prompts = { queue: { type: 'choice', choices: ['short', 'Short', 'long'] } };
    assert.deepEqual(await tryBodies('queue;\nShort;\nLONG;\n', prompts), [
      '{"queue":"Short"}',
      '{"queue":"long"}',
    ]);
    assert.deepEqual(await tryBodies('queue;\nSHORT;\n', prompts), ['notAChoice 2:1']);
  });

  // https://github.com/elabftw/elabftw/pull/7339: what the valid values are is not said.
  it('that there is not is refused with those that there are', async () => {
    const prompts = (choices: readonly (string | number)[]) => ({
      prompts: { queue: { type: 'choice', choices } },
    });
    assert.deepEqual(await listSentences('queue;\nmiddle;\n', prompts(['short', 8, 'a\u200bb'])), [
      '“middle” is not a valid value for “queue”. Valid values: “short”, “8”, “a\\u{200b}b”',
    ]);
    const many = Array.from({ length: 12 }, (_, index) => `q${index}`);
    assert.deepEqual(await listSentences('queue;\nq;\n', prompts(many)), [
      '“q” is not a valid value for “queue”. Valid values: “q0”, “q1”, “q2”, “q3”, “q4”, “q5”, “q6”, “q7”, “q8”, “q9”, …',
    ]);
  });
});

// https://github.com/sandialabs/slycat/issues/247: blanks separate the cells of dakota_tabular.dat.
describe('A table whose cells are separated by something else', () => {
  afterEach(removeTempTrees);

  it('says what separates cells', async () => {
    for (const [table, name] of [
      ['%eval_id interface speed angle\n1 NO_ID 10.5 2.5\n', '%eval_id interface speed angle'],
      ['  speed   angle\n  10.5   2.5\n', 'speed   angle'],
      ['# speed angle\n10.5 2.5\n20 5\n', '10.5 2.5'],
      ['speed|angle\n10.5|2.5\n', 'speed|angle'],
    ] as const) {
      const sentences = await listSentences(table, { prompts: { speed: { ...number, default: 1 } } });
      assert.deepEqual(sentences, [
        `The table has a single column, “${name}”, which matches nothing. Separate its cells by commas, semicolons or tabs.`,
      ]);
    }
    assert.deepEqual(
      await listSentences('max speed\n1\n', { files: { 'deck.inp.template': '{{ speed }}' } }),
      [
        'The table has no column “speed” for this placeholder. If it is not a placeholder, put a space between its braces: “{ {”.',
        'The table has a single column, “max speed”, which matches nothing. Separate its cells by commas, semicolons or tabs.',
      ],
    );
    // One name that is spelt in another way, and one that is asked for.
    const prompts = { max_speed: { ...number, default: 1 } };
    assert.deepEqual(await listSentences('Max Speed\n1\n', { prompts }), [
      'The column “Max Speed” matches nothing. Name it “max_speed” if that is what you mean.',
    ]);
    const outcome = await tryColumns('max speed\n1 2\n', ['max speed']);
    assert.deepEqual(outcome, { said: [], filled: ['1 2'] });
  });
});

// https://github.com/ansys/pydyna/issues/749: a degree sign in Windows-1252 in a comment of a deck.
describe('A template that is not UTF-8', () => {
  afterEach(removeTempTrees);

  const tryTemplate = async (template: Buffer) => {
    try {
      await prepareTrial('speed\n1\n', { files: { 'deck.k.template': template } });
      return undefined;
    } catch (error) {
      if (error instanceof StudyError) return error.problems;
      throw error;
    }
  };

  it('is refused at its first byte that is none', async () => {
    for (const [before, bytes, line, column] of [
      ['$ 23 ', [0xb0, 0x43], 1, 6],
      ['*KEYWORD\r\n$ \u00e9 ', [0x83, 0x5c], 2, 5],
      ['*KEYWORD\r$ ', [0xc4, 0xe3], 2, 3],
      ['', [0xff, 0xfe, 0x24, 0], 1, 1],
    ] as const) {
      const template = Buffer.concat([Buffer.from(before), Buffer.from(bytes), Buffer.from('\n{{ speed }}')]);
      assert.deepEqual(await tryTemplate(template), [
        { kind: 'templateNotUtf8', file: 'deck.k.template', line, column },
      ]);
    }
  });

  it('says how it becomes so', () => {
    assert.equal(
      describeStudyProblem({ kind: 'templateNotUtf8', file: 'deck.k.template', line: 1, column: 6 }),
      'The template is not valid UTF-8: it has other bytes from here on. Open it, select its encoding by “Reopen with Encoding” in the status bar, and save it as UTF-8 by “Save with Encoding”.',
    );
  });
});

describe('A template whose name is in upper case', () => {
  afterEach(removeTempTrees);

  it('is filled in as well', async () => {
    const found = await tryTable('speed\n1\n', { files: { 'DECK.K.TEMPLATE': '{{ speed }}' } });
    assert.deepEqual(found, [{ name: 'wing', body: '{}', files: { 'DECK.K': '1' } }]);
  });
});

// https://seeblog.seenet.ca/category/musings: Excel for Mac ends lines with a carriage return alone.
describe('A table whose lines end with a carriage return alone', () => {
  afterEach(removeTempTrees);

  it('is read, and its problems are told at their lines', async () => {
    const prompts = { speed: number };
    assert.deepEqual(await tryBodies('name,speed\rflat,10\rhigh,20\r', prompts), [
      '{"speed":10}',
      '{"speed":20}',
    ]);
    const latin = Buffer.from('name,speed\rB\u009fgel,10\rflat,20\r', 'latin1');
    assert.deepEqual(await tryBodies(latin, prompts), ['notUtf8 2:1']);
    assert.deepEqual(await tryBodies('name,speed\rflat,10\rhigh,2\0\r', prompts), ['nul 3:2']);
    assert.deepEqual(await tryBodies('name,speed\rflat,10\r"high,20\r', prompts), ['unclosedQuote 3:1']);
    assert.deepEqual(await tryBodies('name,speed\rflat,10\rhi"gh,20\r', prompts), ['misplacedQuote 3:1']);
    const files = { 'deck.inp.template': 'a\rb\r {{ sped }}' };
    assert.deepEqual(await tryTable('speed\r1\r', { files }), [
      { kind: 'unknownPlaceholder', name: 'sped', file: 'deck.inp.template', line: 3, column: 2 },
      { kind: 'unknownColumn', row: 1, column: 1, name: 'speed' },
    ]);
  });
});
