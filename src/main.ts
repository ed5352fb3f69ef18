import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { variants } from './client/core/apiVariant';
import { handlers } from './commands/handlers';
import { offerInterrupted } from './commands/interruptedLaunches';
import type { TaskRun } from './commands/task/runTask';
import { openTaskTerminal } from './commands/task/taskTerminal';
import { uploadDropped } from './commands/uploadModel';
import type { CommandContext } from './context';
import { type CommandId, contextKeys, type ToolId } from './contributions';
import { promptForSignIn, signInTo } from './flows/askToSignIn';
import { setLanguage } from './platform/format';
import { openLog } from './platform/log';
import { redactor } from './platform/output';
import { createSession, type Session } from './session/session';
import { runTool } from './tools/runTool';
import { showError } from './ui/showError';
import { describeListFailure } from './views/listFailure';
import { createListItem } from './views/listItems';
import { createViews, type Trees } from './views/views';
import { showEnds } from './workflow/simulationEnds';

// Passes VS Code's language and translations to what does not depend on VS Code.
l10n.config({ contents: vscode.l10n.bundle ?? {} });
setLanguage(vscode.env.language);

/** The parts of a window that is in use. */
export type Started = ReturnType<typeof start>;

/** Everything behind the registrations of `extension.ts`, which calls this once, when the extension is first used. */
export function start(extension: vscode.ExtensionContext, journalFolder: string, trees: Trees) {
  const log = openLog('Simulation Service');
  const session = createSession(extension, {
    log,
    journalFolder,
    promptForSignIn,
    signInTo,
    describeListFailure,
  });
  const { packageJSON } = extension.extension as { readonly packageJSON: { readonly version?: unknown } };
  const context: CommandContext = {
    ...session,
    ...createViews(extension, session, trees),
    extension: extension.extension,
    globalStorage: extension.globalStorageUri,
    version: String(packageJSON.version),
  };
  extension.subscriptions.push(
    log,
    followService(session),
    session.launches.onDidEnd((ended) => void runShown(() => showEnds(context, ended))),
  );
  void offerInterrupted(context);

  /** Handlers throw; their errors are logged and shown here and nowhere else. */
  async function runShown(run: () => void | Promise<void>): Promise<void> {
    try {
      await run();
    } catch (error) {
      log.failed(error);
      void showError(error);
    }
  }

  return {
    context,
    runCommand: (id: CommandId, args: readonly unknown[]) => runShown(() => handlers[id](context, ...args)),
    drop: (row: unknown, dropped: vscode.DataTransfer) =>
      runShown(() => uploadDropped(context, row, dropped)),
    runTool: (id: ToolId, input: unknown, token: vscode.CancellationToken) =>
      runTool(context, id, input, token),
    openTaskTerminal: (task: TaskRun) => openTaskTerminal(context, task),
    /** The parts that tests use. Tests cannot import them, because their own bundle has other copies of the classes. */
    tested: {
      ...context,
      createListItem,
      openTaskTerminal,
      redactor,
      journalFolder,
      logFolder: extension.logUri.fsPath,
    },
  };
}

/** Keeps views and menus to what applies to the service of this window. */
function followService({ connection, settings }: Session): vscode.Disposable {
  const set = (key: string, value: boolean) => void vscode.commands.executeCommand('setContext', key, value);
  const show = () => {
    set(contextKeys.reusableModelsOffered, variants[connection.variant].reusableModels);
    set(contextKeys.environmentSelected, settings.environment !== '');
  };
  show();
  return connection.onDidChange(show);
}
