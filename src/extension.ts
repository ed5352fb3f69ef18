import * as vscode from 'vscode';
import { variants } from './client/core/apiVariant';
import { registerCommands, runShown } from './commands';
import { offerInterrupted } from './commands/interruptedLaunches';
import { registerTasks } from './commands/task/registerTasks';
import type { openTaskTerminal } from './commands/task/taskTerminal';
import type { CommandContext } from './context';
import { contextKeys } from './contributions';
import { load } from './load';
import { afterActivation } from './platform/afterActivation';
import { openLog } from './platform/log';
import type { Redactor } from './secrets/redactor';
import { createSession, type Session } from './session/session';
import { registerTools } from './tools/registerTools';
import type { createListItem } from './views/listItems';
import { createViews } from './views/views';

/** The parts that tests use. Tests cannot import them, because their own bundle has other copies of the classes. */
export interface TestAccess extends CommandContext {
  readonly createListItem: typeof createListItem;
  readonly openTaskTerminal: typeof openTaskTerminal;
  readonly redactor: Redactor;
  readonly journalFolder: string;
  readonly logFolder: string;
}

/** @returns the live objects for tests; undefined otherwise */
export function activate(extension: vscode.ExtensionContext): Promise<TestAccess> | undefined {
  const log = openLog('Simulation Service');
  const journalFolder = vscode.Uri.joinPath(extension.globalStorageUri, 'launches').fsPath;
  const session = createSession(extension, { log, journalFolder });
  const { packageJSON } = extension.extension as { readonly packageJSON: { readonly version?: unknown } };
  const context: CommandContext = {
    ...session,
    ...createViews(extension, session, (row, dropped) => {
      void runShown(session.log, ({ uploadDropped }) => uploadDropped(context, row, dropped));
    }),
    extension: extension.extension,
    version: String(packageJSON.version),
  };
  const registrations = [registerCommands(context), registerTasks(context), registerTools(context)];
  extension.subscriptions.push(
    ...[log, ...registrations, followService(session)],
    afterActivation(() => void offerInterrupted(context)),
  );
  return extension.extensionMode === vscode.ExtensionMode.Test
    ? testAccess(context, { journalFolder, logFolder: extension.logUri.fsPath })
    : undefined;
}

async function testAccess(
  context: CommandContext,
  folders: Pick<TestAccess, 'journalFolder' | 'logFolder'>,
): Promise<TestAccess> {
  const { createListItem, openTaskTerminal, redactor } = await load();
  return { ...context, createListItem, openTaskTerminal, redactor, ...folders };
}

/** Keeps views and menus to what applies to the service of this window. */
function followService({ connection, settings }: Session): vscode.Disposable {
  const set = (key: string, value: boolean) => void vscode.commands.executeCommand('setContext', key, value);
  const show = () => {
    set(contextKeys.reusableModelsOffered, variants[connection.variant].reusableModels);
    set(contextKeys.environmentSelected, settings.environment !== '');
  };
  return vscode.Disposable.from(connection.onDidChange(show), afterActivation(show));
}
