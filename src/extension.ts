import * as vscode from 'vscode';
import { variants } from './client/apiVariant';
import { registerCommands } from './commands';
import type { CommandContext } from './commands/context';
import { Memory } from './commands/memory';
import { Connection } from './connection';
import { contextKeys, views } from './contributions';
import { ModelLedger } from './launch/modelLedger';
import { LocalEmulator } from './localEmulator';
import { Settings } from './settings';
import { ListStore } from './views/listStore';
import { ListView } from './views/listView';
import { treeItem } from './views/treeItems';

/** What tests reach: classes of their own bundle would be others. */
export interface TestAccess extends CommandContext {
  readonly treeItem: typeof treeItem;
}

/** @returns in tests, the live objects; nothing otherwise. */
export function activate(extension: vscode.ExtensionContext): TestAccess | undefined {
  const log = vscode.window.createOutputChannel('Simulation Service', { log: true });
  const settings = new Settings();
  const connection = new Connection(settings, (line) => log.info(line));
  const emulator = new LocalEmulator(connection, (line) => log.debug(line));

  const onFailed = (error: unknown) => log.error(String(error));
  const projects = new ListStore(connection, (client) => client.listProjects(), onFailed);
  const reusableModels = new ListStore(connection, (client) => client.listReusableModels(), onFailed);

  const projectsView = new ListView({
    viewId: views.projects,
    stateKey: contextKeys.projectsState,
    store: projects,
    node: (project) => ({ kind: 'project', project }),
    description: () => (emulator.running === undefined ? connection.host : vscode.l10n.t('local emulator')),
  });
  const reusableModelsView = new ListView({
    viewId: views.reusableModels,
    stateKey: contextKeys.reusableModelsState,
    store: reusableModels,
    node: (model) => ({ kind: 'reusableModel', model }),
  });

  const context: CommandContext = {
    settings,
    connection,
    emulator,
    projects,
    reusableModels,
    ledger: new ModelLedger(extension.globalState),
    memory: new Memory(extension.globalState),
    log,
    selectedNode: () => projectsView.tree.selection[0] ?? reusableModelsView.tree.selection[0],
  };

  extension.subscriptions.push(
    log,
    settings,
    connection,
    emulator,
    projects,
    reusableModels,
    projectsView,
    reusableModelsView,
    offerReusableModels(connection),
    registerCommands(context),
  );
  return extension.extensionMode === vscode.ExtensionMode.Test ? { ...context, treeItem } : undefined;
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
