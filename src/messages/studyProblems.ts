import * as l10n from '@vscode/l10n';
import { extensionPrefix } from '../contributions';
import type { Delimiter, StudyProblem } from '../study/studyProblem';
import { describeUnreadableFile } from './describeError';
import { describeRequestProblem } from './requestProblems';

/** Says in a sentence what is wrong at a place of a table or of a template. */
export function describeStudyProblem(problem: StudyProblem): string {
  return (
    describeFileProblem(problem) ??
    describeHeaderProblem(problem) ??
    describeCellProblem(problem) ??
    describeNumberProblem(problem) ??
    describeTemplateProblem(problem)
  );
}

/** Where a problem is, for places that show no line: "line 4, column 2". A row is a case here, as in the question. */
export function describeStudyPlace(problem: StudyProblem): string {
  return 'row' in problem
    ? l10n.t('line {0}, column {1}', problem.row, problem.column)
    : l10n.t('“{0}”, line {1}, column {2}', problem.file, problem.line, problem.column);
}

function describeFileProblem(problem: StudyProblem): string | undefined {
  switch (problem.kind) {
    case 'notUtf8':
      return l10n.t('The table is not valid UTF-8. Save it as “CSV UTF-8”.');
    case 'utf16':
      return l10n.t('The table is UTF-16. Save it as “CSV UTF-8”.');
    case 'nul':
      return l10n.t('The table has a NUL character, so it is not a text file.');
    case 'emptyTable':
      return l10n.t('The table is empty. Its first line must name the columns.');
    case 'noRows':
      return l10n.t('The table has no rows below its header.');
    case 'unclosedQuote':
      return l10n.t('The quotation mark that opens here is never closed.');
    case 'misplacedQuote':
      return l10n.t(
        'A quotation mark inside a cell must be doubled, and the cell must be in quotation marks.',
      );
    case 'tooManyBytes':
      return l10n.t('The table has more than {0} bytes.', problem.max);
    case 'tooManyRows':
      return l10n.t(
        'The table has more than {0} rows. The setting {1} sets the limit.',
        problem.max,
        `${extensionPrefix}.study.maxRows`,
      );
    case 'tooManyColumns':
      return l10n.t('The table has more than {0} columns.', problem.max);
    case 'cellTooLong':
      return l10n.t('The cell has more than {0} characters.', problem.max);
    case 'cellCount':
      return l10n.t(
        'The row has {0} cells, but the header has {1}. Cells are separated by “{2}”.',
        ...[problem.found, problem.expected, showDelimiter(problem.delimiter)],
      );
    default:
      return undefined;
  }
}

function describeHeaderProblem(problem: StudyProblem): string | undefined {
  switch (problem.kind) {
    case 'emptyHeader':
      return l10n.t(
        'The column has no name. Cells are separated by “{0}”.',
        showDelimiter(problem.delimiter),
      );
    case 'equalHeaders':
      return l10n.t(
        'The column “{0}” appears twice: column {1} has the same name.',
        problem.name,
        problem.first,
      );
    case 'unknownColumn':
      return l10n.t(
        'The column “{0}” matches nothing: no question of the request bodies and no placeholder has this name.',
        problem.name,
      );
    case 'unusedColumn':
      return l10n.t(
        'The column “{0}” has no meaning here, because the model of the rows is chosen.',
        problem.name,
      );
    case 'missingColumn':
      return l10n.t('The table has no column “{0}”.', problem.name);
    case 'missingAnswer':
      return l10n.t(
        'The setting {0} asks for “{1}”, which has neither a value here nor a default.',
        `${extensionPrefix}.requests.${problem.operation}`,
        problem.key,
      );
    default:
      return undefined;
  }
}

function describeCellProblem(problem: StudyProblem): string | undefined {
  switch (problem.kind) {
    case 'notANumber':
      return l10n.t('“{0}” is not a number, but “{1}” is asked for as one.', problem.text, problem.key);
    case 'notAChoice':
      return l10n.t('“{0}” is not a valid value for “{1}”.', problem.text, problem.key);
    case 'formulaError':
      return l10n.t(
        'A spreadsheet shows “{0}” instead of a value. Correct the formula, or widen its column, and save the table again.',
        problem.text,
      );
    case 'unseen':
      return l10n.t(
        'The cell has a character that cannot be seen or told from a space ({0}). Delete it.',
        problem.code,
      );
    case 'unfitName':
      return l10n.t('The name is too long or has invisible characters.');
    case 'emptyCell':
      return l10n.t('The cell of the column “{0}” is empty.', problem.name);
    case 'outsideFolder':
      return l10n.t(
        '“{0}” is outside the workspace folder. Paths are relative to the folder of the table, or begin with the path of a folder of this window, with “/”.',
        problem.text,
      );
    case 'files':
      return describeRequestProblem(problem.problem);
    case 'fileUnreadable':
      return describeUnreadableFile(problem);
    case 'fileChanged':
      return l10n.t('“{0}” changed while it was being read.', problem.file);
    case 'emptyPlaceholder':
      return l10n.t(
        'The cell is empty, but “{0}”, line {1}, needs it for “{2}”. Enter a space to leave it blank.',
        problem.at.file,
        problem.at.line,
        problem.name,
      );
    case 'lineBreak':
      return l10n.t(
        'The cell has a line break, but “{0}”, line {1}, needs it for “{2}”.',
        problem.at.file,
        problem.at.line,
        problem.name,
      );
    case 'tooWide':
      return l10n.t(
        'The cell is longer than the {0} characters that “{1}”, line {2}, has for “{3}”.',
        problem.width,
        problem.at.file,
        problem.at.line,
        problem.name,
      );
    default:
      return undefined;
  }
}

function describeNumberProblem(problem: StudyProblem): string | undefined {
  switch (problem.kind) {
    case 'ambiguousNumber':
      return l10n.t(
        '“{0}” can mean {1} or {2}. Write the one that you mean.',
        problem.text,
        ...problem.readings,
      );
    case 'decimalComma':
      return l10n.t(
        '“{0}” has a decimal comma, but this table is read with decimal points. Write {1} if it is one number.',
        ...[problem.text, problem.reading],
      );
    case 'decimalPoint':
      return l10n.t(
        '“{0}” has a decimal point, but this table has decimal commas. Write {1}.',
        ...[problem.text, problem.reading],
      );
    case 'unfitNumber':
      return l10n.t('Only people read “{0}” as a number. Write {1}.', ...[problem.text, problem.reading]);
    default:
      return undefined;
  }
}

function describeTemplateProblem(problem: StudyProblem): string {
  switch (problem.kind) {
    case 'unclosedPlaceholder':
      return l10n.t(
        'The placeholder that begins here has no “}}” in this line. If it is not a placeholder, put a space between its braces: “{ {”.',
      );
    case 'invalidPlaceholder':
      return l10n.t(
        'A placeholder is the name of a column, such as “{{ speed }}”, or has a width too: “{{ speed:8 }}”. If this is not a placeholder, put a space between its braces: “{ {”.',
      );
    case 'unknownPlaceholder':
      return l10n.t(
        'The table has no column “{0}” for this placeholder. If it is not a placeholder, put a space between its braces: “{ {”.',
        problem.name,
      );
    case 'templateNotUtf8':
      return l10n.t('The template is not valid UTF-8.');
    case 'templateTooLarge':
      return l10n.t('The template has more than {0} bytes.', problem.max);
    case 'templateCollides':
      return l10n.t('The template expands to “{0}”, but that file already exists.', problem.name);
    case 'unfitFileName':
      return l10n.t('The template expands to “{0}”, a name that no file of a model may have.', problem.name);
    default:
      return l10n.t('The table cannot be used.');
  }
}

function showDelimiter(delimiter: Delimiter): string {
  return delimiter === '\t' ? 'Tab' : delimiter;
}
