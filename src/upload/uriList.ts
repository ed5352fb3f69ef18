/** The files of a list of URIs, as drag and drop passes it. */

import { SelectionError } from './errors';

/** Limit for the entries of a selection. */
export const maxUris = 100_000;

/** The scheme that VS Code gives to files of the user's computer in a window that works on another one. */
const scheme = { onDisk: 'file', ofUser: 'vscode-local' } as const;

/**
 * Reads a list of files as programs pass it when files are dropped: one URI on each line, and comments that begin with
 * `#` (`text/uri-list`, RFC 2483).
 * @returns the distinct `file:` URIs, in their order
 * @throws SelectionError if any entry is something else: a part of what was dropped would be another model
 */
export function parseFileUris(list: string): string[] {
  const lines = list.split(/\r\n|\r|\n/).map((line) => line.trim());
  const uris = [...new Set(lines.filter((line) => line !== '' && !line.startsWith('#')))];
  if (uris.length > maxUris || !uris.every(isUri)) throw new SelectionError('notAFileList');
  if (uris.some(isOutside)) throw new SelectionError('outsideWindow');
  if (uris.some((uri) => schemeOf(uri) !== scheme.onDisk)) throw new SelectionError('notOnDisk');
  return uris;
}

/** Whether a line has a scheme, and escapes that stand for text without a NUL, which no path can have. */
function isUri(line: string): boolean {
  try {
    return schemeOf(line) !== undefined && !decodeURIComponent(line).includes('\0');
  } catch {
    return false;
  }
}

function isOutside(uri: string): boolean {
  // Only Windows reads the files of other computers under paths that begin with a name.
  const namesComputer = process.platform !== 'win32' && /^file:\/\/[^/]/i.test(uri);
  return namesComputer || schemeOf(uri) === scheme.ofUser;
}

function schemeOf(uri: string): string | undefined {
  return /^([a-z][a-z\d+.-]*):/i.exec(uri)?.[1]?.toLowerCase();
}
