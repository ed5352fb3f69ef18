import { parseStoredJson } from '../../src/client/core/storedForm';
import type { TimedEntry } from '../../src/launch/journalEntry';

/** All that the simulator knows about the names and lines of the files of records. */

export const journalFolder = '/home/user/storage/launches';
export const studiesFolder = `${journalFolder}/studies`;

/** What a record is of. */
export type Kind = 'launch' | 'study';

export const folderOf: Readonly<Record<Kind, string>> = { launch: journalFolder, study: studiesFolder };

/** A file of a record. */
export interface Place {
  readonly file: string;
  readonly id: string;
  readonly generation: number;
  /** Whether it says that this file and those before it are removed. */
  readonly isMarker: boolean;
}

/** @returns undefined for a file that is not of such a record */
export function placeOf(file: string | undefined, kind: Kind = 'launch'): Place | undefined {
  const [, id, generation = '0', extension] =
    /([^/.]+)(?:\.(\d+))?\.(launch|study|removed)$/.exec(file ?? '') ?? [];
  if (file === undefined || id === undefined) return undefined;
  if (extension !== kind && extension !== 'removed') return undefined;
  return { file, id, generation: Number(generation), isMarker: extension === 'removed' };
}

/** What stands beside a file of the record of a launch: its files, and which of them were accepted. */
export function filesPlaceOf(id: string, generation: number): string {
  return `${journalFolder}/${id}${generation === 0 ? '' : `.${generation}`}.files`;
}

export function lockOf(folder: string, id: string): string {
  return `${folder}/${id}.lock`;
}

/**
 * Whether a file may stay for ever: a record that the user has moved out of the way; or the guard of a stale lock, which
 * a window leaves behind that dies in that very moment, and which stops nobody.
 */
export function mayStay(name: string): boolean {
  return name.endsWith('.damaged') || name.endsWith('.takeover');
}

/** The lines of a file without its header. @returns undefined while those that it copies are not complete */
export function linesOf(
  data: Buffer,
  generation: number,
): { readonly all: Buffer; readonly copiedBytes: number } | undefined {
  if (generation === 0) return { all: data, copiedBytes: 0 };
  const start = data.indexOf(10) + 1;
  const header = parseLine(data.subarray(0, start).toString()) as
    { readonly copiedBytes?: number } | undefined;
  if (header?.copiedBytes === undefined) return undefined;
  const begun = data.subarray(0, start + header.copiedBytes);
  const isComplete = begun.length === start + header.copiedBytes && begun.at(-1) === 10 && !begun.includes(0);
  return isComplete ? { all: data.subarray(start), copiedBytes: header.copiedBytes } : undefined;
}

export function parseLine(line: string): TimedEntry | undefined {
  try {
    return parseStoredJson(line.slice(line.indexOf(' ') + 1)) as TimedEntry;
  } catch {
    return undefined;
  }
}
