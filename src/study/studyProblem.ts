import type { BodyOperation } from '../client/core/types';
import type { Answer } from '../client/mapping/prompts';
import { errorOfKind } from '../errors';
import type { RequestProblem } from '../request/requestProblem';

/** What separates the cells of a table. */
export type Delimiter = ',' | ';' | '\t';

/** Where a problem of a table is, as a person counts: from 1. A row is a line of the file. */
export interface Place {
  readonly row: number;
  readonly column: number;
}

/** Where a problem of a template is; lines and columns from 1. */
export interface TemplatePlace {
  /** Name of the template in the model. */
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** Why nobody can tell for certain which number a cell is. */
export type NumberProblem =
  /** The sign in it may be the decimal one, or separate thousands. */
  | {
      readonly kind: 'ambiguousNumber';
      readonly text: string;
      /** The numbers that it may be, as they can be written. */
      readonly readings: readonly [string, string];
    }
  | {
      /** Its decimal sign is not that of the table; or people read it as a number, and programs do not. */
      readonly kind: 'decimalComma' | 'decimalPoint' | 'unfitNumber';
      readonly text: string;
      /** The number as it can be written. */
      readonly reading: string;
    }
  /** A spreadsheet has probably made it of a number: a date of a decimal, or a formula that was to have a value. */
  | { readonly kind: 'dateOrTime' | 'formula'; readonly text: string };

/** Why a study cannot be prepared. Texts of the table are short and without invisible characters. */
export type StudyProblem =
  | (Place &
      (
        | { readonly kind: 'notUtf8' | 'utf16' | 'nul' | 'emptyTable' | 'noRows' }
        | { readonly kind: 'unclosedQuote' | 'misplacedQuote' }
        | {
            readonly kind: 'tooManyBytes' | 'tooManyRows' | 'tooManyColumns' | 'cellTooLong';
            readonly max: number;
          }
        | {
            readonly kind: 'cellCount';
            readonly expected: number;
            readonly found: number;
            readonly delimiter: Delimiter;
          }
        /** The column has values, but no name. */
        | { readonly kind: 'emptyHeader'; readonly delimiter: Delimiter }
        | { readonly kind: 'formulaError'; readonly text: string }
        /** A character in a cell that nobody sees, or a blank that is not the one of a keyboard: `U+00A0`. */
        | { readonly kind: 'unseen'; readonly code: string }
        | { readonly kind: 'equalHeaders'; readonly name: string; readonly first: number }
        /** The line that was read as the header is none, and another one below looks like it. */
        | {
            readonly kind: 'headerBelow';
            readonly line: number;
            readonly names: readonly string[];
          }
        /** The names of columns stand here again, but not as in the header. */
        | { readonly kind: 'otherHeader'; readonly headerLine: number }
        /** Names no question, no placeholder and none of the columns that are always known. */
        | {
            readonly kind: 'unknownColumn';
            readonly name: string;
            /** One of these in another spelling. */
            readonly near?: string;
          }
        /** The only column matches nothing, and its name looks like several names: blanks or bars may separate them. */
        | { readonly kind: 'unseparated'; readonly name: string }
        /** The column `files` or `name` beside a model that exists, or no column `files` where each row needs one. */
        | { readonly kind: 'unusedColumn' | 'missingColumn'; readonly name: string }
        | { readonly kind: 'missingAnswer'; readonly key: string; readonly operation: BodyOperation }
        | { readonly kind: 'notANumber'; readonly key: string; readonly text: string }
        | {
            readonly kind: 'notAChoice';
            readonly key: string;
            readonly text: string;
            readonly choices: readonly Answer[];
          }
        | NumberProblem
        | { readonly kind: 'unfitName' }
        | { readonly kind: 'emptyCell'; readonly name: string }
        | { readonly kind: 'outsideFolder'; readonly text: string }
        | { readonly kind: 'files'; readonly problem: RequestProblem }
        | {
            readonly kind: 'fileUnreadable';
            readonly file: string;
            /** The system's error code, such as `EACCES`. */
            readonly code: string;
          }
        | { readonly kind: 'fileChanged'; readonly file: string }
        /** No value for a placeholder, or one of several lines. */
        | {
            readonly kind: 'emptyPlaceholder' | 'lineBreak';
            readonly name: string;
            readonly at: TemplatePlace;
          }
        /** Longer than the width that a template gives to it. */
        | {
            readonly kind: 'tooWide';
            readonly name: string;
            readonly width: number;
            readonly at: TemplatePlace;
          }
      ))
  | (TemplatePlace &
      /** Looks like a placeholder that is misspelt. */
      (
        | { readonly kind: 'unclosedPlaceholder' | 'invalidPlaceholder' }
        | {
            readonly kind: 'unknownPlaceholder';
            readonly name: string;
            /** A column of this name in another spelling. */
            readonly near?: string;
          }
        | { readonly kind: 'templateNotUtf8' }
        | { readonly kind: 'templateTooLarge'; readonly max: number }
        /** The rendered file would replace another one of the model. */
        | { readonly kind: 'templateCollides'; readonly name: string }
        /** No file of a model may have the name of the rendered file. */
        | { readonly kind: 'unfitFileName'; readonly name: string }
      ));

/** Notes a problem; the preparation goes on to find the others. */
export type ReportProblem = (problem: StudyProblem) => undefined;

/** A table, its files or its templates have problems, all of them at once. Nothing was created. */
export class StudyError extends errorOfKind('study') {
  constructor(readonly problems: readonly StudyProblem[]) {
    super(`study: ${problems.map(({ kind }) => kind).join(', ')}`);
  }
}
