import * as vscode from 'vscode';
import { variants } from './client/apiVariant';
import type { ReusableModel } from './client/types';
import { registerCommands } from './commands';
import type { CommandContext } from './commands/context';
import { Memory } from './commands/memory';
import { Account } from './account';
import { askForToken } from './commands/account';
import { Connection } from './connection';
import { contextKeys, views } from './contributions';
import type { DamageReason } from './launch/journalLine';
import { Launches } from './launches';
import { LocalEmulator } from './localEmulator';
import { offerInterrupted } from './commands/interruptedLaunches';
import { launchScheme } from './commands/launchCommands';
import { asksForSignIn } from './errorReport';
import { openLog, redactor, showMessage, type Log } from './outlets';
import { secretLinks } from './secretLinks';
import { TokenStore } from './secrets/tokenStore';
import { ServiceMark } from './serviceMark';
import { LaunchDocuments } from './views/launchDocuments';
import { LaunchesView } from './views/launchesView';
import { projectNodes } from './views/projectNodes';
import { Settings } from './settings';
import { ListStore } from './views/listStore';
import { ListView } from './views/listView';
import { treeItem } from './views/treeItems';

/** What tests reach: classes of their own bundle would be others. */
export interface TestAccess extends CommandContext {
  readonly treeItem: typeof treeItem;
  /** Where the journal is. */
  readonly journalFolder: string;
  /** Where VS Code writes the log. */
  readonly logFolder: string;
}

/** @returns in tests, the live objects; nothing otherwise. */
export function activate(extension: vscode.ExtensionContext): TestAccess | undefined {
  const log = openLog('Simulation Service');
  const settings = new Settings();
  const tokens = new TokenStore(extension.secrets, { onSecret: (token) => redactor.addToken(token) });
  const connection = new Connection(settings, tokens, (line) => log.info(line));
  const account: Account = new Account(tokens, extension.secrets, 'Simulation Service', () =>
    askForToken(account, connection.address()),
  );
  const emulator = new LocalEmulator(connection, (line) => log.debug(line));

  const memory = new Memory(extension.globalState);
  const journalFolder = vscode.Uri.joinPath(extension.globalStorageUri, 'launches').fsPath;
  const launches = new Launches({
    folder: journalFolder,
    links: secretLinks(extension.secrets, redactor, (line) => log.warn(line)),
    connection,
    settings,
    rates: memory,
    onSetAside: (reasons) => void tellSetAside(log, reasons),
  });
  const launchesView = new LaunchesView(launches);

  const onFailed = (error: unknown) => {
    log.failed(error);
    if (asksForSignIn(error)) account.offerInMenu();
  };
  const projects = new ListStore(connection, (client) => client.listProjects(), onFailed);
  const reusableModels = new ListStore(connection, (client) => client.listReusableModels(), onFailed);

  const projectsView = new ListView({
    viewId: views.projects,
    stateKey: contextKeys.projectsState,
    store: projects,
    node: () => projectNodes(connection, launches),
    alsoOn: [launches.onDidChange],
    description: () =>
      emulator.running === undefined
        ? connection.addressIfAny?.baseUrl.host
        : vscode.l10n.t('local emulator'),
  });
  const reusableModelsView = new ListView({
    viewId: views.reusableModels,
    stateKey: contextKeys.reusableModelsState,
    store: reusableModels,
    node: () => Promise.resolve((model: ReusableModel) => ({ kind: 'reusableModel', model })),
  });

  const context: CommandContext = {
    settings,
    connection,
    account,
    emulator,
    projects,
    reusableModels,
    launches,
    launchesView,
    memory,
    log,
    selectedLaunch: () => selectedLaunch(launchesView),
    selectedNode: () => projectsView.tree.selection[0] ?? reusableModelsView.tree.selection[0],
  };

  extension.subscriptions.push(
    log,
    settings,
    connection,
    account,
    new ServiceMark(connection),
    emulator,
    projects,
    reusableModels,
    projectsView,
    reusableModelsView,
    launches,
    launchesView,
    vscode.workspace.registerTextDocumentContentProvider(launchScheme, new LaunchDocuments(launches)),
    offerReusableModels(connection),
    account.onDidChangeSessions(() => [projects, reusableModels].forEach((list) => list.refresh())),
    registerCommands(context),
  );
  void offerInterrupted(context);
  return extension.extensionMode === vscode.ExtensionMode.Test
    ? { ...context, treeItem, journalFolder, logFolder: extension.logUri.fsPath }
    : undefined;
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

function selectedLaunch(view: LaunchesView): string | undefined {
  const [node] = view.tree.selection;
  return node === undefined || node.kind === 'day' ? undefined : node.launch.id;
}

/** Said once: what is set aside is not looked at again. */
async function tellSetAside(log: Log, reasons: readonly DamageReason[]): Promise<void> {
  log.warn(`Records of launches were set aside: ${reasons.join(', ')}`);
  await showMessage(
    'warning',
    reasons.length === 1
      ? vscode.l10n.t('The record of a launch is damaged and was set aside. It cannot be resumed.')
      : vscode.l10n.t(
          'The records of {0} launches are damaged and were set aside. They cannot be resumed.',
          reasons.length,
        ),
  );
}
