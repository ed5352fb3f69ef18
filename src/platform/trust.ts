import * as vscode from 'vscode';
import { errorOfKind } from '../errors';

/**
 * The workspace is not trusted, so its files are not sent, and no file and no service is added: a text may come from
 * somebody else.
 */
export class UntrustedError extends errorOfKind('untrusted') {
  constructor() {
    super('the workspace is not trusted');
  }
}

/** @throws UntrustedError in Restricted Mode */
export function assertTrusted(): void {
  if (!vscode.workspace.isTrusted) throw new UntrustedError();
}
