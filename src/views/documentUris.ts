import * as vscode from 'vscode';

/** The URI schemes of the documents that the extension shows. */
export const schemes = {
  /** Launches as documents. */
  launch: 'simulation-service-launch',
  /** Request bodies. */
  requests: 'simulation-service-requests',
  /** The results of a connection check. */
  check: 'simulation-service-check',
} as const;

export type Scheme = (typeof schemes)[keyof typeof schemes];

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
