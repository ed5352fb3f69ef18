import * as vscode from 'vscode';
import { variants } from './client/core/apiVariant';
import { registerCommands } from './commands';
import { offerInterrupted } from './commands/interruptedLaunches';
import type { CommandContext } from './context';
import { contextKeys } from './contributions';
import { openLog } from './platform/output';
import type { Connection } from './session/connection';
import { createSession } from './session/session';
import type { createListItem } from './views/listItems';
import { createViews } from './views/views';

/** The parts that tests use: the classes of their own bundle are different ones. */
export interface TestAccess extends CommandContext {
  readonly createListItem: typeof createListItem;
  /** Where the journal is. */
  readonly journalFolder: string;
  /** Where VS Code writes the log. */
  readonly logFolder: string;
}

/** The parts that most windows never need. */
const load = () => import('./lazy');

/** The journal with all that works on it: most windows have no launches. */
const loadLaunches = () => import('./session/createRunner');

/** @returns in tests, the live objects; nothing otherwise. */
export function activate(extension: vscode.ExtensionContext): Promise<TestAccess> | undefined {
  const log = openLog('Simulation Service');
  const journalFolder = vscode.Uri.joinPath(extension.globalStorageUri, 'launches').fsPath;
  const session = createSession(extension, { log, journalFolder, load, loadLaunches });
  const { packageJSON } = extension.extension as { readonly packageJSON: { readonly version?: unknown } };
  const context: CommandContext = {
    ...session,
    ...createViews(extension, session, load),
    extension: extension.extension,
    version: String(packageJSON.version),
  };
  extension.subscriptions.push(log, offerReusableModels(session.connection), registerCommands(context, load));
  void offerInterrupted(context, load);
  return extension.extensionMode === vscode.ExtensionMode.Test
    ? testAccess(context, { journalFolder, logFolder: extension.logUri.fsPath })
    : undefined;
}

async function testAccess(
  context: CommandContext,
  folders: Pick<TestAccess, 'journalFolder' | 'logFolder'>,
): Promise<TestAccess> {
  const { createListItem } = await load();
  return { ...context, createListItem, ...folders };
}

/** The view of reusable models is there only when the variant has them. */
function offerReusableModels(connection: Connection): vscode.Disposable {
  const show = () =>
    void vscode.commands.executeCommand(
      'setContext',
      contextKeys.reusableModelsOffered,
      variants[connection.variant].reusableModels,
    );
  show();
  return connection.onDidChange(show);
}
