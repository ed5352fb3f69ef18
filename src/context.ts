import type * as vscode from 'vscode';
import type { Session } from './session/session';
import type { Views } from './views/views';

/**
 * The parts that commands work with, created once in main.ts. Only what hands all of it on takes it whole. Other functions
 * say which parts they use, by `Pick`, or by a type with a name where they are many: `FlowContext` for the questions,
 * `ResultContext` and `WorkflowContext` for a launch, `RequestContext` for one without clicks.
 */
export interface CommandContext extends Session, Views {
  readonly extension: Pick<vscode.Extension<unknown>, 'id' | 'extensionUri'>;
  readonly version: string;
  /** The folder for data of all windows. */
  readonly globalStorage: vscode.Uri;
}
