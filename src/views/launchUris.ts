import * as vscode from 'vscode';
import { schemes } from './schemes';

/** The folder of the documents that show all of a launch. */
export const detailsFolder = '/details';

/** The document that is compared with that of another launch. */
export function createComparisonUri(id: string, otherId: string): vscode.Uri {
  return vscode.Uri.from({ scheme: schemes.launch, path: `/${id}.txt`, query: otherId });
}

/** The document that shows all that is recorded of a launch. */
export function createDetailsUri(id: string): vscode.Uri {
  return vscode.Uri.from({ scheme: schemes.launch, path: `${detailsFolder}/${id}.txt` });
}
