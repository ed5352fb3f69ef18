import * as vscode from 'vscode';
import { errorOfKind } from '../errors';

export type FileAction = 'send' | 'write';

/** The workspace is not trusted, so its files are not sent and none is added. */
export class UntrustedError extends errorOfKind('untrusted') {
  constructor(readonly action: FileAction) {
    super('the workspace is not trusted');
  }
}

/** @throws UntrustedError in Restricted Mode */
export function assertTrusted(action: FileAction = 'send'): void {
  if (!vscode.workspace.isTrusted) throw new UntrustedError(action);
}
