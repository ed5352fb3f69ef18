import type * as vscode from 'vscode';
import type { Session } from './session/session';
import type { Views } from './views/views';

/** The parts that the commands work with, built once in extension.ts. */
export interface CommandContext extends Session, Views {
  readonly extension: Pick<vscode.Extension<unknown>, 'id' | 'extensionUri'>;
  /** The version of this extension. */
  readonly version: string;
}
