import type { ExcludePattern } from '../upload/excludePatterns';
import type { UncheckableReason } from './core/deckFormat';

/** A file of the selection, with its name in the model. */
export interface DeckFile {
  /** Relative path with `/`; empty for a file that is not selected, and so has no name in the model. */
  readonly name: string;
  /** Absolute path, never of a link. */
  readonly path: string;
}

/** A file or folder that is not to be uploaded because of a pattern. */
export interface ExcludedPath {
  readonly path: string;
  readonly kind: 'file' | 'folder';
  readonly pattern: string;
}

/** The work of one check. All paths are absolute. */
export interface DeckCheckOrder {
  /** Every one of them may be a deck. */
  readonly files: readonly DeckFile[];
  readonly excluded: readonly ExcludedPath[];
  /** The workspace folders: besides the selected files, only files inside them are read. */
  readonly roots: readonly string[];
  /** Patterns in the syntax of `.gitignore` that exclude files from uploads, by workspace folder. */
  readonly exclude?: ReadonlyMap<string, readonly ExcludePattern[]>;
  /** The ids of the formats that the user has chosen, by path. */
  readonly formats: ReadonlyMap<string, string>;
}

/**
 * - `found`: it is selected, under the name that the deck wants.
 * - `notSelected`: it is in the workspace, but not selected.
 * - `excluded`: it is in the workspace, but excluded by a pattern.
 * - `missing`: it is not in the workspace.
 * - `notRegular`: there is a folder, a pipe, a device or the like in its place.
 * - `caseDiffers`: there is only a file whose name differs in upper and lower case.
 * - `encodingDiffers`: there is only a file whose name has the same characters, but composed in another Unicode form.
 * - `nameDiffers`: it is selected, but its name in the model is not the one that the deck wants; or it has a name with
 *   blanks, which the solver takes out of that in the deck.
 * - `absolutePath`: the deck names a place on a computer, where the service has other files.
 * - `backslashes`: it is there, but only Windows finds it under this name.
 * - `outside`: it may be outside of the workspace, where nothing is looked up.
 * - `cannotCheck`: only the solver can tell, or a folder in which it may be is absolute or cannot be read.
 */
export type FindingState =
  | 'found'
  | 'notSelected'
  | 'excluded'
  | 'missing'
  | 'notRegular'
  | 'caseDiffers'
  | 'encodingDiffers'
  | 'nameDiffers'
  | 'absolutePath'
  | 'backslashes'
  | 'outside'
  | 'cannotCheck';

/** The result for one name in a deck. */
export interface Finding {
  /** The file that contains the name. */
  readonly deck: DeckFile;
  /** Counted from 1. */
  readonly line: number;
  /** As written in the deck. */
  readonly name: string;
  readonly kind: 'deck' | 'data' | UncheckableReason;
  readonly state: FindingState;
  /** The path of a file that could be added: it exists in the workspace and is not selected. */
  readonly target?: string;
  /** The name that the file has instead; with `caseDiffers`, `encodingDiffers` and `nameDiffers` only. */
  readonly actual?: string;
  /** The name as the solver reads it, without the blanks that the file has; with `nameDiffers` only. */
  readonly readAs?: string;
  /** Besides what the state says, only Windows finds the file under this name. */
  readonly hasBackslashes?: true;
  /** The pattern that excludes the file; with `target` only. */
  readonly pattern?: string;
}

/** A deck that was not read to its end. */
export interface PartlyRead {
  readonly deck: DeckFile;
  /** The last line that was read; 0 if none was. */
  readonly line: number;
}

export interface DeckReport {
  /** The main files: those that were recognised and that no other one includes. */
  readonly decks: readonly DeckFile[];
  /** In the order of the main files; those of an included file follow the name that includes it. */
  readonly findings: readonly Finding[];
  readonly partlyRead: readonly PartlyRead[];
}
