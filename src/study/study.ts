import type { ModelId, ProjectId } from '../client/core/types';
import type { AgreedBodies, LaunchAnswers, ServiceRef, SourceState } from '../launch/journalEntry';
import type { PlannedFile, UploadPlan } from '../upload/uploadPlan';
import type { PassedOverRow } from './caseRows';
import type { TableValues } from './cellValues';
import type { DecimalSign } from './numberText';
import type { RowOfStudy } from './rowLaunch';
import type { Delimiter } from './studyProblem';

/** A model of a study. Rows have the same one if they have the same files and create and finalise it alike. */
export type StudyModel =
  | { readonly id: ModelId; readonly name: string }
  | {
      /** The same array in all models with the same ones, of which there may be thousands. */
      readonly files: readonly PlannedFile[];
      /** Those that were rendered for it. */
      readonly rendered?: readonly PlannedFile[];
      /** Bytes of all files. */
      readonly bytes: number;
    };

/** One case of a study; counted from 1. */
export interface StudyRow {
  readonly row: number;
  /** Line of the table, from 1. */
  readonly line: number;
  /** Cells as the table has them, in the order of the columns. */
  readonly cells: readonly string[];
  /** The model's name, which also names the launch. */
  readonly name: string;
  /** Index of its model in the study. */
  readonly model: number;
  readonly answers?: LaunchAnswers;
  /** SHA-256 in hex of the bytes of its files, or of its model, and of the service. */
  readonly modelHash: string;
  /** Its content: SHA-256 in hex of `made` and of the bodies of its requests. */
  readonly contentHash: string;
  /** The first row with the same model, name and answers. */
  readonly equalToRow?: number;
  /** The first row with the same name, if that row has another model. */
  readonly sameNameAsRow?: number;
}

/** Rows of other studies, from 1, by the identifiers of these. */
export type RowsByStudy = Readonly<Record<string, readonly number[]>>;

/** The rows of other studies with the content of one of its rows that a question has named, as they were then. */
export interface ShownRows {
  /** Those that had begun. */
  readonly begun: RowsByStudy;
  readonly waiting: RowsByStudy;
}

/** A study as it is agreed to. Nothing of it changes any more. */
export interface StudyPlan {
  readonly id: string;
  /** SHA-256 in hex of everything that is sent and of the table: equal only if both, and the service, are the same. */
  readonly hash: string;
  readonly service: ServiceRef;
  readonly project: { readonly id: ProjectId; readonly name: string };
  readonly table: {
    /** Absolute path. */
    readonly path: string;
    /** SHA-256 of its bytes in hex. */
    readonly sha256: string;
    readonly delimiter: Delimiter;
    readonly columns: readonly string[];
  };
  readonly models: readonly StudyModel[];
  readonly rows: readonly StudyRow[];
  /** Present if only the first row was agreed to, so that the others have to be asked about. */
  readonly firstRowOnly?: true;
  readonly shownRows?: ShownRows;
  readonly bodies: AgreedBodies;
  readonly source?: SourceState;
  readonly protectionConfirmed?: boolean;
}

/** A file that is rendered from a template for some rows. */
export interface RenderedFile {
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  readonly sha256: string;
}

/** A study that could begin now, with everything that a user wants to know before. */
export interface PreparedStudy extends Pick<StudyPlan, 'hash' | 'project' | 'table' | 'rows'> {
  /** The cells by row and column as they are sent and filled into templates. */
  readonly values: TableValues['rows'];
  /** The decimal sign of the numbers in the table; absent if no number has one. */
  readonly decimalSign?: DecimalSign;
  /** Texts in columns of numbers, and shortened ones. They may be meant, so they are sent, but not without a word. */
  readonly textsAmongNumbers: readonly TextAmongNumbers[];
  /** The rows of the table that are no cases. */
  readonly passedOver: readonly PassedOverRow[];
  /** The models, with the files and the plan of each one that is created. */
  readonly models: readonly PreparedModel[];
  /** Bytes to upload; those of a model that several rows have count once. */
  readonly bytes: number;
}

/** A cell that is no number, in a column where nearly all others are numbers. */
export interface TextAmongNumbers {
  readonly row: number;
  /** Name of the column. */
  readonly column: string;
  /** Short and without invisible characters. */
  readonly text: string;
  /** The cell is the answer to a question for a text instead, and a spreadsheet has probably shortened it. */
  readonly isShortened?: true;
}

export type PreparedModel =
  | { readonly id: ModelId; readonly name: string }
  | {
      /** Without the templates. */
      readonly files: readonly PlannedFile[];
      readonly rendered: readonly RenderedFile[];
      /** Bytes of all files. */
      readonly bytes: number;
      readonly plan: UploadPlan;
      /** Renders the files from the templates. @throws FileChangedError when one has changed since, FileUnreadableError */
      readonly render: () => Promise<ReadonlyMap<string, Buffer>>;
    };

/** Why a study is not running although rows wait. */
export type StopReason =
  /** The user stopped it. */
  | 'stopped'
  /** The user has agreed to the first row only, which was started. */
  | 'firstRowOnly'
  /** The first row that was tried was refused, or the response to it could not be read. */
  | 'probeFailed'
  | 'threeFailed'
  /** After an unknown outcome, the service did not answer a request for a list. */
  | 'noAnswer'
  /** Something on this side: a full disk, the settings, the sign-in. The error is thrown to whoever started it. */
  | 'error';

/** An entry of the record of a study: what its launches cannot say. */
export type StudyEntry =
  /** A person says that the simulation of a row exists, of which no launch can be read. */
  | { readonly kind: 'rowStarted'; readonly row: number; readonly startedAt: number }
  /** A person says that a row has no simulation, and its launches so far no longer count. */
  | { readonly kind: 'rowRepeated'; readonly row: number; readonly launches: readonly string[] }
  /** The row is not begun, because a row of another study has the same content. */
  | {
      readonly kind: 'rowLeftOut';
      readonly row: number;
      readonly otherRow: RowOfStudy & { readonly at: number };
    }
  /** The user has agreed to go on, with these bodies, which change the content of these rows; by their numbers. */
  | {
      readonly kind: 'agreed';
      readonly bodies: AgreedBodies;
      readonly contentHashes: Readonly<Record<string, string>>;
      readonly shownRows: ShownRows;
    }
  | { readonly kind: 'stopped'; readonly reason: StopReason }
  /** Written when the study goes on after a stop. */
  | { readonly kind: 'resumed' }
  /** The study and its launches are being removed. Whoever lists the studies finishes it. */
  | { readonly kind: 'removing' };

export type TimedStudyEntry = StudyEntry & { readonly at: number };
