import type * as vscode from 'vscode';
import type { Session } from './session/session';
import type { Views } from './views/views';

/** The parts that commands work with, created once in main.ts. */
export interface CommandContext extends Session, Views {
  readonly extension: Pick<vscode.Extension<unknown>, 'id' | 'extensionUri'>;
  readonly version: string;
}
