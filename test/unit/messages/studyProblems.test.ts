import assert from 'node:assert/strict';
import { describeOddities, describeStopReason, describeStudyCounts } from '../../../src/messages/studies';
import { describeStudyPlace, describeStudyProblem } from '../../../src/messages/studyProblems';
import type { StudyProblem } from '../../../src/study/studyProblem';

const place = { row: 4, column: 2 };
const limit = { ...place, max: 7 };
const at = { file: 'deck.inp.template', line: 7, column: 3 };

/** What sentences have to contain. */
interface Facts {
  readonly name?: string;
  readonly text?: string;
  readonly reading?: string;
  readonly readings?: readonly string[];
}

/** What is known of a problem of each kind. */
const known: {
  readonly [Kind in StudyProblem['kind']]: Omit<StudyProblem & { readonly kind: Kind }, 'kind'>;
} = {
  notUtf8: place,
  utf16: place,
  nul: place,
  emptyTable: place,
  noRows: place,
  unclosedQuote: place,
  misplacedQuote: place,
  unfitName: place,
  tooManyBytes: limit,
  tooManyRows: limit,
  tooManyColumns: limit,
  cellTooLong: limit,
  cellCount: { ...place, expected: 2, found: 3, delimiter: ',' },
  emptyHeader: { ...place, delimiter: ';' },
  equalHeaders: { ...place, name: 'speed', first: 1 },
  unknownColumn: { ...place, name: 'colour' },
  unusedColumn: { ...place, name: 'files' },
  missingColumn: { ...place, name: 'files' },
  missingAnswer: { ...place, key: 'speed', operation: 'createSimulation' },
  notANumber: { ...place, key: 'speed', text: 'fast' },
  notAChoice: { ...place, key: 'solver', text: 'x', choices: ['a', 8] },
  unseparated: { ...place, name: 'speed angle' },
  ambiguousNumber: { ...place, text: '1.000', readings: ['1000', '1'] },
  decimalComma: { ...place, text: '0,5', reading: '0.5' },
  decimalPoint: { ...place, text: '0.5', reading: '0,5' },
  unfitNumber: { ...place, text: '1.000,5', reading: '1000,5' },
  dateOrTime: { ...place, text: '02. Jan' },
  formula: { ...place, text: '=B2*2' },
  otherHeader: { ...place, headerLine: 1 },
  headerBelow: { ...place, line: 6, names: ['load', 'speed'] },
  formulaError: { ...place, text: '#NV' },
  unseen: { ...place, code: 'U+00A0' },
  emptyPlaceholder: { ...place, name: 'speed', at },
  lineBreak: { ...place, name: 'speed', at },
  emptyCell: { ...place, name: 'files' },
  outsideFolder: { ...place, text: '../x' },
  files: { ...place, problem: { kind: 'noMatch', entry: 'x' } },
  fileUnreadable: { ...place, file: 'deck.inp', code: 'EACCES' },
  fileChanged: { ...place, file: 'deck.inp' },
  tooWide: { ...place, name: 'speed', width: 8, at },
  unclosedPlaceholder: at,
  invalidPlaceholder: at,
  templateNotUtf8: at,
  unknownPlaceholder: { ...at, name: 'speed' },
  templateTooLarge: { ...at, max: 7 },
  templateCollides: { ...at, name: 'deck.inp' },
  unfitFileName: { ...at, name: 'deck.' },
};

/** One of each kind. */
const problems = Object.entries(known).map(([kind, facts]) => ({ kind, ...facts }) as StudyProblem);

describe('The problems of a study', () => {
  it('have a sentence of their own each, with everything that is known', () => {
    const sentences = problems.map(describeStudyProblem);
    assert.equal(new Set(sentences).size, sentences.length);
    for (const [index, problem] of problems.entries()) {
      const sentence = sentences[index] ?? '';
      assert.match(sentence, /^[“A-Z].+[.”]$/u, problem.kind);
      assert.doesNotMatch(sentence, /\{\d\}|undefined/, problem.kind);
      const { name, text, reading, readings = [] } = problem as Facts;
      for (const fact of [name, text, reading, ...readings])
        if (fact !== undefined) assert.ok(sentence.includes(fact), sentence);
    }
  });

  it('name the line that looks like the header', () => {
    assert.equal(
      describeStudyProblem({ kind: 'headerBelow', row: 1, column: 1, line: 6, names: ['load', 'speed'] }),
      'Line 1 was read as the header, but line 6 looks like one: “load”, “speed”. The header must be the first line. Delete the lines above it, or begin each of them with “# ”.',
    );
  });

  it('name what is spelt alike', () => {
    const unknown = { ...place, kind: 'unknownColumn', name: 'Force', near: 'force' } as const;
    assert.equal(
      describeStudyProblem(unknown),
      'The column “Force” matches nothing. Name it “force” if that is what you mean.',
    );
    assert.equal(
      describeStudyProblem({ ...at, kind: 'unknownPlaceholder', name: 'force', near: 'Force' }),
      'The table has no column “force” for this placeholder, but “Force”. Write both alike.',
    );
  });

  it('say where they are', () => {
    assert.equal(describeStudyPlace({ kind: 'nul', ...place }), 'line 4, column 2');
    const inTemplate = describeStudyPlace({ kind: 'templateNotUtf8', ...at });
    assert.equal(inTemplate, '“deck.inp.template”, line 7, column 3');
  });
});

describe('What nobody may expect of a table', () => {
  const text = (row: number, column = 'load') => ({ row, column, text: `t${row}` });
  const describe = (changes: Partial<Parameters<typeof describeOddities>[0]>) =>
    describeOddities({ passedOver: [], textsAmongNumbers: [], ...changes });

  it('is said in a line for each kind of rows and each column', () => {
    assert.deepEqual(describe({}), []);
    assert.deepEqual(
      describe({
        passedOver: [
          { kind: 'units', line: 2, text: 'mm' },
          { kind: 'comment', line: 3, text: '# a' },
          { kind: 'totals', line: 9, text: 'Total' },
          { kind: 'header', line: 5, text: 'load' },
          { kind: 'comment', line: 4, text: '# b' },
        ],
        textsAmongNumbers: [text(7), text(1, 'mass'), text(8, 'mass')],
      }),
      [
        'Passed over as units: line 2, “mm”',
        'Passed over as comments: line 3, “# a”; line 4, “# b”',
        'Passed over as totals: line 9, “Total”',
        'Passed over as headers: line 5, “load”',
        'Cells of load that are no numbers (1): row 7, “t7”',
        'Cells of mass that are no numbers (2): row 1, “t1”; row 8, “t8”',
      ],
    );
  });

  it('is named apart where a spreadsheet has shortened answers', () => {
    const shortened = (row: number) => ({
      row,
      column: 'target',
      text: '3.91E+16',
      isShortened: true as const,
    });
    assert.deepEqual(describe({ textsAmongNumbers: [shortened(1), text(1), shortened(2)] }), [
      'Cells of load that are no numbers (1): row 1, “t1”',
      'A spreadsheet may have shortened texts of target, so that different ones look alike: row 1, “3.91E+16”; row 2, “3.91E+16”',
    ]);
  });

  it('is cut where there is much of it', () => {
    assert.deepEqual(describe({ textsAmongNumbers: [1, 2, 3, 4, 5, 6].map((row) => text(row)) }), [
      'Cells of load that are no numbers (6): row 1, “t1”; row 2, “t2”; row 3, “t3”; row 4, “t4”; row 5, “t5”; …',
    ]);
    const columns = Array.from({ length: 12 }, (_, index) => text(1, `c${index}`));
    const lines = describe({ textsAmongNumbers: columns });
    assert.deepEqual([lines.length, lines[5]], [6, '7 more columns have texts among their numbers.']);
    assert.deepEqual(describe({ textsAmongNumbers: [text(1, 'a\u200bb')] }), [
      'Cells of a\\u{200b}b that are no numbers (1): row 1, “t1”',
    ]);
  });
});

describe('The state of a study', () => {
  it('is its counts, without those that are zero', () => {
    const counts = { rows: 48, started: 20, failed: 1, unknown: 1, waiting: 25, leftOut: 1 };
    assert.equal(describeStudyCounts(counts, String), '1 unknown, 1 failed, 20 of 48 started, 1 left out');
    const none = { ...counts, failed: 0, unknown: 0, leftOut: 0 };
    assert.equal(describeStudyCounts(none, String), '20 of 48 started');
  });

  it('has a reason if it stopped', () => {
    const reasons = (['stopped', 'probeFailed', 'threeFailed', 'noAnswer', 'error'] as const).map(
      describeStopReason,
    );
    assert.equal(new Set(reasons).size, 5);
  });
});
