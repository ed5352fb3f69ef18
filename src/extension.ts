import * as vscode from 'vscode';
import { variants } from './client/core/apiVariant';
import type { Project, ReusableModel } from './client/core/types';
import { registerCommands } from './commands';
import type { CommandContext } from './context';
import { Memory } from './session/recentChoices';
import { Account } from './session/account';
import { Connection } from './session/connection';
import { commands, contextKeys, views } from './contributions';
import { Launches } from './session/launchStore';
import { LocalEmulator } from './session/localEmulator';
import { offerInterrupted } from './commands/interruptedLaunches';
import { asksForSignIn } from './client/core/errors';
import type { Routing } from './client/http/route';
import type { NetworkSettings } from './platform/routing';
import { openLog, redactor } from './platform/output';
import { secretLinks } from './platform/uploadUrlStorage';
import { AccountSecrets } from './secrets/accountSecrets';
import type { SignIn } from './secrets/credentialSources';
import { SignInPrompts } from './secrets/signInPrompts';
import { ServiceMark } from './views/serviceStatusBar';
import { CheckDocument, checkScheme } from './views/checkDocument';
import { LaunchDocuments, launchScheme } from './views/launchDocuments';
import { LaunchesView } from './views/launchesView';
import { ProjectLaunches } from './views/projectLaunches';
import { RequestDocuments, requestScheme } from './views/requestDocuments';
import { Settings } from './session/settings';
import { ListStore } from './session/listStore';
import { ListView } from './views/listView';
import type { treeItem } from './views/listItems';
import { followSteps } from './views/walkthroughProgress';

/** The parts that tests use: the classes of their own bundle are different ones. */
export interface TestAccess extends CommandContext {
  readonly treeItem: typeof treeItem;
  /** Where the journal is. */
  readonly journalFolder: string;
  /** Where VS Code writes the log. */
  readonly logFolder: string;
}

/** @returns in tests, the live objects; nothing otherwise. */
export function activate(extension: vscode.ExtensionContext): Promise<TestAccess> | undefined {
  const log = openLog('Simulation Service');
  const settings = new Settings();
  const secrets = new AccountSecrets(extension.secrets, {
    onSecret: (secret) => redactor.addSecret(secret),
  });
  const account: Account = new Account({
    secrets,
    keyring: extension.secrets,
    label: 'Simulation Service',
    ask: async () => (await onDemand()).signInTo({ connection, prompts }, connection.address()),
  });
  const prompts = new SignInPrompts(async (to, reason, signal) =>
    (await onDemand()).promptForSignIn(account, to, reason, signal),
  );
  const signIn: SignIn = (to, signal) => prompts.open(to, 'refused', signal);
  const routing = () => routingOnDemand(settings.network);
  const connection = new Connection(settings, { secrets, signIn }, routing, (line) => log.info(line));
  const emulator = new LocalEmulator(connection, (line) => log.debug(line));

  const memory = new Memory(extension.globalState);
  const journalFolder = vscode.Uri.joinPath(extension.globalStorageUri, 'launches').fsPath;
  const launches = new Launches({
    folder: journalFolder,
    links: secretLinks(extension.secrets, redactor, (line) => log.warn(line)),
    connection,
    settings,
    rates: memory,
  });
  const launchesView = new LaunchesView(launches, (error) => log.failed(error));
  const requestDocuments = new RequestDocuments();
  const checkDocument = new CheckDocument();

  const onFailed = (error: unknown) => {
    log.failed(error);
    if (asksForSignIn(error)) account.offerInMenu();
  };
  const projects = new ListStore(connection, (client, options) => client.listProjects(options), onFailed);
  const reusableModels = new ListStore(
    connection,
    (client, options) => client.listReusableModels(options),
    onFailed,
  );

  const projectsView = new ListView({
    viewId: views.projects,
    stateKey: contextKeys.projectsState,
    store: projects,
    showMore: commands.showMoreProjects,
    node: (project: Project) => ({ kind: 'project', project }),
    launches: {
      byProject: new ProjectLaunches(connection, launches),
      onDidChange: launches.onDidChange,
    },
    description: () =>
      emulator.running === undefined
        ? connection.addressIfAny?.baseUrl.host
        : vscode.l10n.t('local emulator'),
  });
  const reusableModelsView = new ListView({
    viewId: views.reusableModels,
    stateKey: contextKeys.reusableModelsState,
    store: reusableModels,
    showMore: commands.showMoreReusableModels,
    node: (model: ReusableModel) => ({ kind: 'reusableModel', model }),
  });

  const context: CommandContext = {
    settings,
    connection,
    account,
    prompts,
    emulator,
    projects,
    reusableModels,
    launches,
    launchesView,
    projectsView,
    reusableModelsView,
    requestDocuments,
    checkDocument,
    extension: extension.extension,
    version: String((extension.extension.packageJSON as { version?: unknown }).version),
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
    new ServiceMark(settings, connection),
    emulator,
    projects,
    reusableModels,
    projectsView,
    reusableModelsView,
    launches,
    launchesView,
    requestDocuments,
    checkDocument,
    vscode.workspace.registerTextDocumentContentProvider(launchScheme, new LaunchDocuments(launches)),
    vscode.workspace.registerTextDocumentContentProvider(requestScheme, requestDocuments),
    vscode.workspace.registerTextDocumentContentProvider(checkScheme, checkDocument),
    offerReusableModels(connection),
    account.onDidChangeSessions(() => [projects, reusableModels].forEach((list) => list.refresh())),
    registerCommands(context),
    followSteps(launches, launchesView),
  );
  void offerInterrupted(context);
  return extension.extensionMode === vscode.ExtensionMode.Test
    ? testAccess(context, { journalFolder, logFolder: extension.logUri.fsPath })
    : undefined;
}

/** The parts that most windows never need. */
const onDemand = () => import('./lazy');

async function testAccess(
  context: CommandContext,
  folders: Pick<TestAccess, 'journalFolder' | 'logFolder'>,
): Promise<TestAccess> {
  const { treeItem } = await onDemand();
  return { ...context, treeItem, ...folders };
}

/** Most windows never send a request, and so need no way to servers. */
function routingOnDemand(settings: NetworkSettings): Routing {
  let routing: Promise<Routing> | undefined;
  return async (origin) => {
    routing ??= onDemand().then(({ networkRouting }) =>
      networkRouting(settings, (secret) => redactor.addSecret(secret)),
    );
    const route = await routing;
    return await route(origin);
  };
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
  return node !== undefined && 'launch' in node ? node.launch.id : undefined;
}
