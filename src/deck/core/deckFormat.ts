/** A line of a deck. */
export interface DeckLine {
  /** Counted from 1. */
  readonly number: number;
  /** Without its end. Of a line that is too long, the beginning only. */
  readonly text: string;
}

/** A folder in which names are looked for; `case`: that of a simulation with OpenFOAM, whose scripts may make files. */
export type LookIn = 'includingFile' | 'mainFile' | 'case';

/**
 * Why only the solver can tell which file a name means: it contains a variable of the process or of the solver, a
 * parameter of the deck, a logical symbol or an expression; or the file belongs to the installation of the solver, may
 * be in a folder where the solver keeps what many decks use (`library`), may be absent, or is written by the solver
 * itself. Nobody can tell where the quotation mark of the name is never closed, nor which files of an earlier job a
 * statement reads that does not name them (`earlierJob`).
 */
export type UncheckableReason =
  | 'variable'
  | 'parameter'
  | 'symbol'
  | 'expression'
  | 'quotationMark'
  | 'installation'
  | 'library'
  | 'optional'
  | 'earlierJob'
  | 'output';

const foundHere: readonly (UncheckableReason | undefined)[] = [
  undefined,
  'installation',
  'library',
  'optional',
];

/** Whether a file is looked for in the workspace, for whatever reason it may not be there. */
export function mayBeHere({ uncheckable }: Pick<Reference, 'uncheckable'>): boolean {
  return foundHere.includes(uncheckable);
}

/** Limit for the name of a file over all of its lines; characters. A longer one is none. */
export const maxFileNameLength = 4096;

/** A file that a deck names. */
export interface Reference {
  /** The line on which the name begins, counted from 1. */
  readonly line: number;
  /** As written, without quotes; a name that goes on over several lines is joined. It may have a number added to it. */
  readonly name: string;
  /** Undefined if the name can be checked. */
  readonly uncheckable?: UncheckableReason;
  /** The names under which the solver finds the file, the first choice first; `[name]` unless given. */
  readonly spellings?: readonly string[];
  /** Names under which people may have the file, and under which the solver does not look for it, because of blanks. */
  readonly namesWithBlanks?: readonly string[];
  /** The files of a series that the name may stand for, each by its spellings. The solver reads all that exist. */
  readonly series?: readonly (readonly string[])[];
  /** The file has the name of the main file without its extension and this ending, and `name` after it. */
  readonly afterDeck?: {
    readonly ending: string;
    /** The statement that reads the file. Without such a file, it reads others of an earlier job, and is named itself. */
    readonly statement?: string;
  };
  /** Where the solver looks for it; as {@link DeckFormat.lookIn} unless given. Nowhere in the workspace if empty. */
  readonly lookIn?: readonly LookIn[];
  /** Whether the file is a part of the deck, or only data such as a mesh or a table. */
  readonly content: 'deck' | 'data';
  /** The id of the format of a deck in another format. */
  readonly format?: string;
}

/** A statement that adds a folder in which later names are looked for. */
export interface SearchFolder {
  readonly line: number;
  /** As written, without quotes; relative to the folder of the main file. */
  readonly folder: string;
}

export type DeckItem = Reference | SearchFolder;

/** Called with each item of a deck as soon as its lines are read. */
export type ReportItem = (item: DeckItem) => void;

/** How sure it is that a file has the format: it can have no other one, or it may have this one. */
export type Certainty = 'certain' | 'possible';

/** A format of input files. */
export interface DeckFormat {
  readonly id: string;
  /** With a dot, in lower case. They decide between formats that the content leaves possible. */
  readonly extensions: readonly string[];
  /** Where relative names are looked for, the first place first. */
  readonly lookIn: readonly LookIn[];
  /**
   * @param head the first 64 KiB of a file, which may end in the middle of a line
   * @param extension of the file, with a dot, in lower case
   */
  recognise(head: string, extension?: string): Certainty | undefined;
  /** A text without a match names no files; most included ones are such, and need not be read line by line. */
  readonly hint?: RegExp;
  /** Reports the files that the lines name, in their order. Stops reading when nothing can follow. */
  read(lines: Iterable<DeckLine>, report: ReportItem): void;
}
