import * as vscode from 'vscode';

/** The URI scheme of the documents that the extension shows: launches, and texts by their name. */
export const documentScheme = 'simulation-service';

/** The folder of the documents that show all of a launch. */
export const detailsFolder = '/details';

/** The document that is compared with that of another launch. */
export function createComparisonUri(id: string, otherId: string): vscode.Uri {
  return vscode.Uri.from({ scheme: documentScheme, path: `/${id}.txt`, query: otherId });
}

/** The document that shows all that is recorded of a launch. */
export function createDetailsUri(id: string): vscode.Uri {
  return vscode.Uri.from({ scheme: documentScheme, path: `${detailsFolder}/${id}.txt` });
}
