import * as vscode from 'vscode';
import { errorOfKind } from '../errors';

/** An action that needs a trusted workspace: it uses its files, or a text that somebody else may have put into it. */
export type TrustedAction = 'send' | 'write' | 'addService';

/** The workspace is not trusted, so its files are not sent, and no file and no service is added. */
export class UntrustedError extends errorOfKind('untrusted') {
  constructor(readonly action: TrustedAction) {
    super('the workspace is not trusted');
  }
}

/** @throws UntrustedError in Restricted Mode */
export function assertTrusted(action: TrustedAction = 'send'): void {
  if (!vscode.workspace.isTrusted) throw new UntrustedError(action);
}
