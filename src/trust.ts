import * as vscode from 'vscode';

/** The workspace is not trusted, so none of its files is sent anywhere. */
export class UntrustedError extends Error {
  override readonly name = 'UntrustedError';
  readonly kind = 'untrusted';

  constructor() {
    super('the workspace is not trusted');
  }
}

/** @throws UntrustedError in Restricted Mode */
export function requireTrust(): void {
  if (!vscode.workspace.isTrusted) throw new UntrustedError();
}
