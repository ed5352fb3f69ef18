import * as vscode from 'vscode';
import { SelectionError } from '../upload/errors';
import { parseFileUris } from '../upload/uriList';

/**
 * The files that were dropped. Their content is not read: a file that comes without a place would have to be held in
 * memory as a whole.
 * @returns undefined if no files were dropped, as when a row of a view is dragged
 * @throws SelectionError if any of them is not on a disk of this extension host
 */
export async function readDroppedUris(dropped: vscode.DataTransfer): Promise<vscode.Uri[] | undefined> {
  const files = [...dropped].flatMap(([, item]) => item.asFile() ?? []);
  const list = dropped.get('text/uri-list');
  if (list === undefined && files.length === 0) return undefined;
  // A browser does not say where a file is, only what it contains.
  if (list === undefined || files.some(({ uri }) => uri === undefined)) {
    throw new SelectionError('outsideWindow');
  }
  return parseFileUris(await list.asString()).map((uri) => vscode.Uri.parse(uri, true));
}
