import * as l10n from '@vscode/l10n';
import type { Answer } from '../client/mapping/prompts';
import { escapeInvisible } from '../client/text/visibleText';
import { extensionPrefix, settings } from '../contributions';
import type { Delimiter, StudyProblem } from '../study/studyProblem';
import { describeByKind, type TextsByKind } from './byKind';
import { describeUnreadableFile } from './describeError';
import { describeRequestProblem } from './requestProblems';

/** Says in a sentence what is wrong at a place of a table or of a template. */
export function describeStudyProblem(problem: StudyProblem): string {
  return describeByKind(problem, texts);
}

/** Where a problem is, for places that show no line: "line 4, column 2". A row is a case here, as in the question. */
export function describeStudyPlace(problem: StudyProblem): string {
  return 'row' in problem
    ? l10n.t('line {0}, column {1}', problem.row, problem.column)
    : l10n.t('“{0}”, line {1}, column {2}', problem.file, problem.line, problem.column);
}

const texts: TextsByKind<StudyProblem> = {
  notUtf8: () => l10n.t('The table is not valid UTF-8. Save it as “CSV UTF-8”.'),
  utf16: () => l10n.t('The table is UTF-16. Save it as “CSV UTF-8”.'),
  nul: () => l10n.t('The table has a NUL character, so it is not a text file.'),
  emptyTable: () => l10n.t('The table is empty. Its first line must name the columns.'),
  noRows: () => l10n.t('The table has no rows below its header.'),
  unclosedQuote: () => l10n.t('The quotation mark that opens here is never closed.'),
  misplacedQuote: () =>
    l10n.t('A quotation mark inside a cell must be doubled, and the cell must be in quotation marks.'),
  tooManyBytes: ({ max }) => l10n.t('The table has more than {0} bytes.', max),
  tooManyRows: ({ max }) =>
    l10n.t('The table has more than {0} rows. The setting {1} sets the limit.', max, settings.studyMaxRows),
  tooManyColumns: ({ max }) => l10n.t('The table has more than {0} columns.', max),
  cellTooLong: ({ max }) => l10n.t('The cell has more than {0} characters.', max),
  cellCount: ({ found, expected, delimiter }) =>
    found < expected
      ? l10n.t(
          'The row has {0} cells, but the header has {1}. Cells are separated by “{2}”. If its last cells are empty, enter their values, because some programs leave out empty cells at the ends of rows. Otherwise, the row may be cut off.',
          found,
          expected,
          showDelimiter(delimiter),
        )
      : l10n.t(
          'The row has {0} cells, but the header has {1}. Cells are separated by “{2}”.',
          found,
          expected,
          showDelimiter(delimiter),
        ),
  emptyHeader: ({ delimiter }) =>
    l10n.t('The column has no name. Cells are separated by “{0}”.', showDelimiter(delimiter)),
  equalHeaders: ({ name, first }) =>
    l10n.t('The column “{0}” appears twice: column {1} has the same name.', name, first),
  headerBelow: ({ row, line, names }) =>
    l10n.t(
      'Line {0} was read as the header, but line {1} looks like one: {2}. The header must be the first line. Delete the lines above it, or begin each of them with “# ”.',
      row,
      line,
      showChoices(names),
    ),
  otherHeader: ({ headerLine }) =>
    l10n.t(
      'The names of columns appear here again, but not as in line {0}. Make a table of its own of the rows below.',
      headerLine,
    ),
  unknownColumn: ({ name, near }) =>
    near === undefined
      ? l10n.t(
          'The column “{0}” matches nothing: no question of the request bodies and no placeholder has this name.',
          name,
        )
      : l10n.t('The column “{0}” matches nothing. Name it “{1}” if that is what you mean.', name, near),
  unseparated: ({ name }) =>
    l10n.t(
      'The table has a single column, “{0}”, which matches nothing. Separate its cells by commas, semicolons or tabs.',
      name,
    ),
  unusedColumn: ({ name }) =>
    l10n.t('The column “{0}” has no meaning here, because a model is already selected for all rows.', name),
  missingColumn: ({ name }) => l10n.t('The table has no column “{0}”.', name),
  missingAnswer: ({ operation, key }) =>
    l10n.t(
      'The setting {0} asks for “{1}”, which has no answer and no default.',
      `${extensionPrefix}.requests.${operation}`,
      key,
    ),
  notANumber: ({ text, key }) => l10n.t('“{0}” is not a number, but “{1}” requires one.', text, key),
  notAChoice: ({ text, key, choices }) =>
    l10n.t('“{0}” is not a valid value for “{1}”. Valid values: {2}', text, key, showChoices(choices)),
  formulaError: ({ text }) =>
    l10n.t(
      'A spreadsheet shows “{0}” instead of a value. Correct the formula, or widen its column, and save the table again.',
      text,
    ),
  unseen: ({ code }) =>
    l10n.t(
      'The cell has a character that is invisible or looks like a space ({0}). Delete it, or write the sign that it stands for, such as a minus.',
      code,
    ),
  unfitName: () => l10n.t('The name is too long or has invisible characters.'),
  emptyCell: ({ name }) => l10n.t('The cell of the column “{0}” is empty.', name),
  outsideFolder: ({ text }) =>
    l10n.t(
      '“{0}” is outside the workspace folder. Paths are written with “/”. They are relative to the folder of the table, or begin with the path of a folder of this window.',
      text,
    ),
  files: ({ problem }) => describeRequestProblem(problem),
  fileUnreadable: (problem) => describeUnreadableFile(problem),
  fileChanged: ({ file }) => l10n.t('“{0}” changed while it was being read.', file),
  emptyPlaceholder: ({ at, name }) =>
    l10n.t(
      'The cell is empty, but “{0}”, line {1}, needs it for “{2}”. Enter a space to leave it blank.',
      at.file,
      at.line,
      name,
    ),
  lineBreak: ({ at, name }) =>
    l10n.t(
      'The cell has a line break. Its text cannot be inserted for “{2}” in “{0}”, line {1}.',
      at.file,
      at.line,
      name,
    ),
  tooWide: ({ width, at, name }) =>
    l10n.t(
      'The cell is longer than the {0} characters that “{1}”, line {2}, has for “{3}”.',
      width,
      at.file,
      at.line,
      name,
    ),
  ambiguousNumber: ({ text, readings }) =>
    l10n.t('“{0}” can mean {1} or {2}. Write the one that you mean.', text, ...readings),
  decimalComma: ({ text, reading }) =>
    l10n.t(
      '“{0}” has a decimal comma, but this table is read with decimal points. Write {1} if it is one number.',
      text,
      reading,
    ),
  decimalPoint: ({ text, reading }) =>
    l10n.t('“{0}” has a decimal point, but this table has decimal commas. Write {1}.', text, reading),
  unfitNumber: ({ text, reading }) =>
    l10n.t('“{0}” is readable as a number only for people. Write {1}.', text, reading),
  unclosedPlaceholder: () =>
    l10n.t(
      'The placeholder that begins here has no “}}” in this line. If it is not a placeholder, put a space between its braces: “{ {”.',
    ),
  invalidPlaceholder: () =>
    l10n.t(
      'A placeholder contains the name of a column, such as “{{ speed }}”, and can also have a width: “{{ speed:8 }}”. If this is not a placeholder, put a space between its braces: “{ {”.',
    ),
  dateOrTime: ({ text }) =>
    l10n.t(
      '“{0}” is a date or a time in a column of numbers. Spreadsheets make dates of numbers such as 2.1: format the column as text, and enter the number again.',
      text,
    ),
  formula: ({ text }) =>
    l10n.t(
      '“{0}” is a formula in a column of numbers. Save the table with the values of its formulas.',
      text,
    ),
  unknownPlaceholder: ({ name, near }) =>
    near === undefined
      ? l10n.t(
          'The table has no column “{0}” for this placeholder. If it is not a placeholder, put a space between its braces: “{ {”.',
          name,
        )
      : l10n.t(
          'The table has no column “{0}” for this placeholder, but “{1}”. Write both alike.',
          name,
          near,
        ),
  templateNotUtf8: () =>
    l10n.t(
      'The template is not valid UTF-8: it has other bytes from here on. Open it, select its encoding by “Reopen with Encoding” in the status bar, and save it as UTF-8 by “Save with Encoding”.',
    ),
  templateTooLarge: ({ max }) => l10n.t('The template has more than {0} bytes.', max),
  templateCollides: ({ name }) =>
    l10n.t('The template expands to “{0}”, but that file already exists.', name),
  unfitFileName: ({ name }) =>
    l10n.t('The template expands to “{0}”, a name that no file of a model may have.', name),
};

/** Limit for the choices that a sentence names. */
const maxChoices = 10;
/** Limit for the text of one of them; characters. */
const maxChoiceLength = 60;

function showChoices(choices: readonly Answer[]): string {
  const named = choices
    .slice(0, maxChoices)
    .map((choice) => l10n.t('“{0}”', escapeInvisible(String(choice), maxChoiceLength)));
  return [...named, ...(choices.length > maxChoices ? ['…'] : [])].join(', ');
}

function showDelimiter(delimiter: Delimiter): string {
  return delimiter === '\t' ? 'Tab' : delimiter;
}
