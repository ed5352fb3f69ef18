import * as vscode from 'vscode';
import { authenticationProvider, commands, problemMatcher, taskType, tools, views } from './contributions';
import { watchForUse } from './idle';
import { LazyMain } from './load';
import type { Started } from './main';
import { documentScheme } from './views/documentUris';
import type { Trees } from './views/views';

/** The parts that tests use. */
export type TestAccess = Started['tested'];

/**
 * Registers everything that VS Code can ask for. The code behind it loads on demand, because most windows never use the
 * extension and must not pay for it.
 * @returns the live objects for tests; undefined otherwise
 */
export function activate(extension: vscode.ExtensionContext): Promise<TestAccess> | undefined {
  const { subscriptions, secrets } = extension;
  const journalFolder = vscode.Uri.joinPath(extension.globalStorageUri, 'launches').fsPath;
  const main = new LazyMain(({ start }) => start(extension, journalFolder, trees));

  const dragAndDropController = createDropTarget(main);
  const trees: Trees = {
    projects: createTree(main, views.projects, ({ context }) => context.projectsView, {
      dragAndDropController,
    }),
    reusableModels: createTree(main, views.reusableModels, ({ context }) => context.reusableModelsView),
    launches: createTree(main, views.launches, ({ context }) => context.launchesView, {
      dragAndDropController,
      canSelectMany: true,
    }),
  };

  subscriptions.push(
    trees.projects,
    trees.reusableModels,
    trees.launches,
    registerDocuments(main),
    ...Object.values(commands).map((id) =>
      vscode.commands.registerCommand(id, async (...args: readonly unknown[]) => {
        // Returns nothing, so that other extensions calling a command learn nothing from it.
        await (await main.load()).runCommand(id, args);
      }),
    ),
    // Whether a tool may be used is decided at each call.
    ...Object.values(tools).map((id) =>
      vscode.lm.registerTool(id, {
        invoke: async ({ input }, token) => await (await main.load()).runTool(id, input, token),
      }),
    ),
    registerTasks(main),
    registerAccount(main, secrets),
    // A failure shows when something is asked for.
    watchForUse(journalFolder, () => void main.load().catch(() => undefined)),
  );
  if (extension.extensionMode !== vscode.ExtensionMode.Test) return undefined;
  return main.load().then(({ tested }) => tested);
}

/** A provider whose rows can change. */
interface Rows<T> extends vscode.TreeDataProvider<T> {
  readonly onDidChangeTreeData: vscode.Event<T[] | undefined>;
}

function createTree<T>(
  main: LazyMain,
  id: string,
  pick: (started: Started) => Rows<T>,
  options: Omit<vscode.TreeViewOptions<NoInfer<T>>, 'treeDataProvider'> = {},
): vscode.TreeView<T> {
  return vscode.window.createTreeView<T>(id, {
    ...options,
    treeDataProvider: {
      onDidChangeTreeData: main.forward((started) => pick(started).onDidChangeTreeData),
      getChildren: async (row) => await pick(await main.load()).getChildren(row),
      getTreeItem: async (row) => await pick(await main.load()).getTreeItem(row),
      getParent: async (row) => await pick(await main.load()).getParent?.(row),
    },
  });
}

/** Lets files be dropped on the rows of a view. VS Code then lets its rows be picked up as well, but they carry nothing. */
function createDropTarget(main: LazyMain): vscode.TreeDragAndDropController<unknown> {
  return {
    // Without `files`, what is dropped from a browser would be ignored without a word.
    dropMimeTypes: ['text/uri-list', 'files'],
    dragMimeTypes: [],
    handleDrop: async (row, dropped) => void (await main.load()).drop(row, dropped),
  };
}

/** Lets `tasks.json` describe launches. No task is offered that nobody has written. */
function registerTasks(main: LazyMain): vscode.Disposable {
  return vscode.tasks.registerTaskProvider(taskType, {
    provideTasks: () => [],
    resolveTask({ definition, scope = vscode.TaskScope.Workspace, name }) {
      const execution = new vscode.CustomExecution(async (resolved) =>
        (await main.load()).openTaskTerminal({ label: name, scope, definition: resolved }),
      );
      // VS Code finds the task again by its definition, so that has to be the same object.
      return new vscode.Task(definition, scope, name, taskType, execution, `$${problemMatcher}`);
    },
  });
}

function registerAccount(main: LazyMain, keyring: vscode.SecretStorage): vscode.Disposable {
  const account = async () => (await main.load()).context.account;
  // VS Code asks for sessions in every window, and without a secret there is none.
  const isEmpty = () =>
    keyring.keys().then(
      (keys) => keys.length === 0,
      () => false,
    );
  const isUnused = async () => !main.isLoaded && (await isEmpty());
  const provider: vscode.AuthenticationProvider = {
    onDidChangeSessions: main.forward(({ context }) => context.account.onDidChangeSessions),
    getSessions: async () => ((await isUnused()) ? [] : await (await account()).getSessions()),
    createSession: async () => await (await account()).createSession(),
    removeSession: async (id) => await (await account()).removeSession(id),
  };
  return vscode.authentication.registerAuthenticationProvider(
    authenticationProvider,
    // As in package.json.
    'Simulation Service',
    provider,
    { supportsMultipleAccounts: true },
  );
}

function registerDocuments(main: LazyMain): vscode.Disposable {
  return vscode.workspace.registerTextDocumentContentProvider(documentScheme, {
    onDidChange: main.forward(({ context }) => context.documents.onDidChange),
    provideTextDocumentContent: async (uri) =>
      await (await main.load()).context.documents.provideTextDocumentContent(uri),
  });
}
