import assert from 'node:assert/strict';
import { describeStopReason, describeStudyCounts } from '../../../src/messages/studies';
import { describeStudyPlace, describeStudyProblem } from '../../../src/messages/studyProblems';
import type { StudyProblem } from '../../../src/study/studyProblem';

const place = { row: 4, column: 2 };
const at = { file: 'deck.inp.template', line: 7, column: 3 };

/** One of each kind. */
const problems: { readonly [Kind in StudyProblem['kind']]: StudyProblem & { readonly kind: Kind } } = {
  notUtf8: { kind: 'notUtf8', ...place },
  utf16: { kind: 'utf16', ...place },
  nul: { kind: 'nul', ...place },
  emptyTable: { kind: 'emptyTable', ...place },
  noRows: { kind: 'noRows', ...place },
  unclosedQuote: { kind: 'unclosedQuote', ...place },
  misplacedQuote: { kind: 'misplacedQuote', ...place },
  tooManyBytes: { kind: 'tooManyBytes', ...place, max: 7 },
  tooManyRows: { kind: 'tooManyRows', ...place, max: 7 },
  tooManyColumns: { kind: 'tooManyColumns', ...place, max: 7 },
  cellTooLong: { kind: 'cellTooLong', ...place, max: 7 },
  cellCount: { kind: 'cellCount', ...place, expected: 2, found: 3, delimiter: ',' },
  emptyHeader: { kind: 'emptyHeader', ...place, delimiter: ';' },
  equalHeaders: { kind: 'equalHeaders', ...place, name: 'speed', first: 1 },
  unknownColumn: { kind: 'unknownColumn', ...place, name: 'colour' },
  unusedColumn: { kind: 'unusedColumn', ...place, name: 'files' },
  missingColumn: { kind: 'missingColumn', ...place, name: 'files' },
  missingAnswer: { kind: 'missingAnswer', ...place, key: 'speed', operation: 'createSimulation' },
  notANumber: { kind: 'notANumber', ...place, key: 'speed', text: 'fast' },
  notAChoice: { kind: 'notAChoice', ...place, key: 'solver', text: 'x' },
  ambiguousNumber: { kind: 'ambiguousNumber', ...place, text: '1.000', readings: ['1000', '1'] },
  decimalComma: { kind: 'decimalComma', ...place, text: '0,5', reading: '0.5' },
  decimalPoint: { kind: 'decimalPoint', ...place, text: '0.5', reading: '0,5' },
  unfitNumber: { kind: 'unfitNumber', ...place, text: '1.000,5', reading: '1000,5' },
  formulaError: { kind: 'formulaError', ...place, text: '#NV' },
  unseen: { kind: 'unseen', ...place, code: 'U+00A0' },
  emptyPlaceholder: { kind: 'emptyPlaceholder', ...place, name: 'speed', at },
  lineBreak: { kind: 'lineBreak', ...place, name: 'speed', at },
  unfitName: { kind: 'unfitName', ...place },
  emptyCell: { kind: 'emptyCell', ...place, name: 'files' },
  outsideFolder: { kind: 'outsideFolder', ...place, text: '../x' },
  files: { kind: 'files', ...place, problem: { kind: 'noMatch', entry: 'x' } },
  fileUnreadable: { kind: 'fileUnreadable', ...place, file: 'deck.inp', code: 'EACCES' },
  fileChanged: { kind: 'fileChanged', ...place, file: 'deck.inp' },
  tooWide: { kind: 'tooWide', ...place, name: 'speed', width: 8, at },
  unclosedPlaceholder: { kind: 'unclosedPlaceholder', ...at },
  invalidPlaceholder: { kind: 'invalidPlaceholder', ...at },
  unknownPlaceholder: { kind: 'unknownPlaceholder', ...at, name: 'speed' },
  templateNotUtf8: { kind: 'templateNotUtf8', ...at },
  templateTooLarge: { kind: 'templateTooLarge', ...at, max: 7 },
  templateCollides: { kind: 'templateCollides', ...at, name: 'deck.inp' },
  unfitFileName: { kind: 'unfitFileName', ...at, name: 'deck.' },
};

describe('The problems of a study', () => {
  it('have a sentence of their own each, with everything that is known', () => {
    const sentences = Object.values(problems).map(describeStudyProblem);
    assert.equal(new Set(sentences).size, sentences.length);
    for (const [index, problem] of Object.values(problems).entries()) {
      const sentence = sentences[index] ?? '';
      assert.match(sentence, /^[“A-Z].+[.”]$/u, problem.kind);
      assert.doesNotMatch(sentence, /\{\d\}|undefined/, problem.kind);
      const {
        name,
        text,
        reading,
        readings = [],
      } = problem as Partial<
        Readonly<Record<'name' | 'text' | 'reading', string> & { readings: readonly string[] }>
      >;
      for (const known of [name, text, reading, ...readings])
        if (known !== undefined) assert.ok(sentence.includes(known), sentence);
    }
  });

  it('say where they are', () => {
    assert.equal(describeStudyPlace(problems.nul), 'line 4, column 2');
    assert.equal(describeStudyPlace(problems.templateNotUtf8), '“deck.inp.template”, line 7, column 3');
  });
});

describe('The state of a study', () => {
  it('is its counts, without those that are zero', () => {
    const counts = { rows: 48, started: 20, failed: 1, unknown: 1, waiting: 26 };
    assert.equal(describeStudyCounts(counts, String), '20 of 48 started, 1 failed, 1 unknown');
    assert.equal(describeStudyCounts({ ...counts, failed: 0, unknown: 0 }, String), '20 of 48 started');
  });

  it('has a reason if it stopped', () => {
    const reasons = (['stopped', 'probeFailed', 'threeFailed', 'noAnswer', 'error'] as const).map(
      describeStopReason,
    );
    assert.equal(new Set(reasons).size, 5);
  });
});
