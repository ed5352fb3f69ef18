import * as vscode from 'vscode';
import { variants } from './client/core/apiVariant';
import { registerCommands, runShown } from './commands';
import { offerInterrupted } from './commands/interruptedLaunches';
import { registerTasks } from './commands/task/registerTasks';
import type { openTaskTerminal } from './commands/task/taskTerminal';
import type { CommandContext } from './context';
import { contextKeys } from './contributions';
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

/** Loaded on demand, because most windows never need it. */
const load = () => import('./lazy');

/** Loads the client with its HTTP library: most windows never send a request. */
const loadConnector = () => import('./session/serviceConnector');

/** Loads the connection check, which connects to servers by itself. */
const loadCheck = () => import('./check/checkConnection');

/** Loads what redacts texts: most windows show and log none. */
const loadOutput = () => import('./platform/output');

const loadEmulator = () => import('./emulator/emulator');

/** Loads the journal and everything that works on it: most windows have no launches. */
const loadLaunches = () => import('./session/createRunners');

/** @returns the live objects for tests; undefined otherwise */
export function activate(extension: vscode.ExtensionContext): Promise<TestAccess> | undefined {
  const log = openLog('Simulation Service', loadOutput);
  const journalFolder = vscode.Uri.joinPath(extension.globalStorageUri, 'launches').fsPath;
  const loaders = { load, loadConnector, loadEmulator, loadLaunches, loadOutput };
  const session = createSession(extension, { log, journalFolder, ...loaders });
  const { packageJSON } = extension.extension as { readonly packageJSON: { readonly version?: unknown } };
  const context: CommandContext = {
    ...session,
    ...createViews(extension, session, load, (row, dropped) => {
      void runShown(session.log, load, ({ uploadDropped }) => uploadDropped(context, row, dropped));
    }),
    extension: extension.extension,
    version: String(packageJSON.version),
    loadCheck,
  };
  const registrations = [
    registerCommands(context, load),
    registerTasks(context, load),
    registerTools(context, load),
  ];
  extension.subscriptions.push(
    ...[log, ...registrations, followService(session)],
    afterActivation(() => void offerInterrupted(context, load)),
  );
  return extension.extensionMode === vscode.ExtensionMode.Test
    ? testAccess(context, { journalFolder, logFolder: extension.logUri.fsPath })
    : undefined;
}

async function testAccess(
  context: CommandContext,
  folders: Pick<TestAccess, 'journalFolder' | 'logFolder'>,
): Promise<TestAccess> {
  const [{ createListItem, openTaskTerminal }, { redactor }] = await Promise.all([load(), loadOutput()]);
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
