import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { Announcements } from './announcements';
import { ContextMenu } from './contextMenu';
import { Dialogs } from './dialogs';
import { DragAndDrop } from './dragAndDrop';
import { ExplorerView } from './explorerView';
import { Notifications } from './notifications';
import { matches, type PageElement } from './pageElement';
import { ProblemsView } from './problemsView';
import { QuickInput } from './quickInput';
import { TerminalPanel } from './terminalPanel';
import { TreeViews } from './treeViews';
import { TrustEditor } from './trustEditor';
import type { VscodeServer } from './vscodeServer';
import { defaultTimeoutMs, readUntil, waitFor } from './waitFor';
import { WalkthroughEditor } from './walkthroughEditor';

export interface WorkbenchOptions {
  /** A folder or a `.code-workspace` file. */
  readonly folder: string;
  readonly theme?: 'light' | 'dark';
  /** Display language of extensions, such as `de`. VS Code itself stays English without a language pack. */
  readonly language?: string;
  /** Pixels of a picture for each pixel of the page; 1 by default. */
  readonly pixelRatio?: number;
}

export interface StatusBarItem {
  readonly id: string;
  readonly text: string;
  readonly ariaLabel: string;
  /** Derived from the background colour. */
  readonly kind: 'usual' | 'warning' | 'error';
}

/** Opens VS Code in a browser page of its own; resolves once it is ready for use. */
export async function openWorkbench(
  browser: Browser,
  server: VscodeServer,
  options: WorkbenchOptions,
): Promise<Workbench> {
  const context = await newWorkbenchContext(browser, options.theme, options.pixelRatio);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await keepSecrets(context, server);
  try {
    await context.addInitScript(
      `globalThis._VSCODE_NLS_LANGUAGE = ${JSON.stringify(options.language ?? 'en')};`,
    );
    const page = await context.newPage();
    const workbench = new Workbench(page, context);
    await page.goto(server.url(options.folder));
    await workbench.waitUntilReady();
    if (options.folder.endsWith('.code-workspace')) await showFolders(workbench);
    return workbench;
  } catch (error) {
    await context.close();
    throw error;
  }
}

/** Opens another window of the same user on the same server, with the secrets stored so far. */
export async function openSecondWindow(
  first: Workbench,
  server: VscodeServer,
  folder: string,
): Promise<Workbench> {
  const context = first.page.context();
  const workbench = new Workbench(await context.newPage(), context);
  await workbench.page.goto(server.url(folder));
  await workbench.waitUntilReady();
  return workbench;
}

/**
 * A page that reads its `.code-workspace` file while it is still connecting may show no folder. It keeps the
 * content, so the folders appear after a reload.
 */
async function showFolders(workbench: Workbench): Promise<void> {
  await waitFor('the folders of the workspace', async () => {
    if (await workbench.explorer.hasRows()) return true;
    await workbench.reload();
    return false;
  });
}

/**
 * The page encrypts secrets with a key that the host of the server provides. Without the key, secrets would
 * be lost after a reload, unlike in a VS Code that uses the keyring of the system.
 */
async function keepSecrets(context: BrowserContext, server: VscodeServer): Promise<void> {
  const key = Buffer.alloc(32, 'key');
  await context.route(`http://127.0.0.1:${server.port}/mint-key`, (route) => route.fulfill({ body: key }));
}

/** A browser profile of its own, with the size of the screenshots. */
export async function newWorkbenchContext(
  browser: Browser,
  theme: 'light' | 'dark' = 'dark',
  pixelRatio = 1,
): Promise<BrowserContext> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    colorScheme: theme,
    deviceScaleFactor: pixelRatio,
  });
  context.setDefaultTimeout(defaultTimeoutMs);
  return context;
}

/** What a window shows, without what can be done with the window as a whole. */
export type WorkbenchParts = {
  readonly [
    Name in keyof Workbench as Workbench[Name] extends (...all: never[]) => unknown ? never : Name
  ]: Workbench[Name];
};

export class Workbench {
  readonly announcements: Announcements;
  readonly quickInput: QuickInput;
  readonly notifications: Notifications;
  readonly dialogs: Dialogs;
  readonly dragAndDrop: DragAndDrop;
  readonly menu: ContextMenu;
  readonly views: TreeViews;
  readonly explorer: ExplorerView;
  readonly problems: ProblemsView;
  readonly terminal: TerminalPanel;
  readonly trustEditor: TrustEditor;
  readonly walkthrough: WalkthroughEditor;
  /** Errors that the page wrote to its console, and uncaught errors. */
  readonly consoleErrors: string[] = [];

  readonly #context: BrowserContext;

  constructor(
    readonly page: Page,
    context: BrowserContext,
  ) {
    this.#context = context;
    this.menu = new ContextMenu(page);
    this.announcements = new Announcements(page);
    this.quickInput = new QuickInput(page);
    this.notifications = new Notifications(page);
    this.dialogs = new Dialogs(page);
    this.dragAndDrop = new DragAndDrop(page);
    this.views = new TreeViews(page, this.menu);
    this.explorer = new ExplorerView(page, this.menu);
    this.problems = new ProblemsView(page);
    this.terminal = new TerminalPanel(page);
    this.trustEditor = new TrustEditor(page);
    this.walkthrough = new WalkthroughEditor(page);
    page.on('console', (message) => {
      if (message.type() === 'error') this.consoleErrors.push(message.text());
    });
    page.on('pageerror', (error) => this.consoleErrors.push(String(error)));
  }

  /** Loads the window again; resolves once it is ready for use. */
  async reload(): Promise<void> {
    await this.page.reload();
    await this.waitUntilReady();
  }

  /** Resolves once VS Code is rendered and connected to its extension host. */
  async waitUntilReady(): Promise<void> {
    await waitFor(
      'the workbench to be ready',
      async () => {
        const items = await this.statusBarItems();
        return items.some((item) => item.id === 'status.host' && !/opening|connecting/i.test(item.ariaLabel));
      },
      {
        state: async () =>
          JSON.stringify({ statusBar: await this.statusBarItems(), errors: this.consoleErrors.slice(-5) }),
      },
    );
    await this.page.locator('.monaco-workbench .part.sidebar .pane-header').first().waitFor();
  }

  /** Dismisses the questions that are open: dialogs and quick inputs, also those that follow one of them. */
  async dismissQuestions(): Promise<void> {
    await waitFor('every question to be dismissed', async () => {
      if (await this.dialogs.isOpen()) await this.page.keyboard.press('Escape');
      else if (await this.quickInput.isOpen()) await this.quickInput.closeQuickInput();
      else return true;
      return false;
    });
  }

  /** Runs a command from the command palette by its whole title, with its category. */
  async runCommand(title: string): Promise<void> {
    await this.quickInput.runCommand(title);
  }

  async runTask(label: string): Promise<void> {
    const isListed = async () =>
      (await this.quickInput.read())?.placeholder.includes('Select the task to run');
    await waitFor('the list of tasks', async () => {
      await this.runCommand('Tasks: Run Task');
      // While the window is still being filled, the list may be closed at once.
      return await waitFor('it', isListed, { timeoutMs: 10_000 }).catch(() => false);
    });
    await this.quickInput.pick(label);
  }

  statusBarItems(): Promise<StatusBarItem[]> {
    return this.page.locator('.part.statusbar .statusbar-item').evaluateAll(
      (items: readonly PageElement[]) =>
        items.map((item) => ({
          id: item.id,
          text: (item.textContent ?? '').trim(),
          ariaLabel: item.getAttribute('aria-label') ?? '',
          kind: /\b(warning|error)-kind\b/.exec(item.className)?.[1] ?? 'usual',
        })) as StatusBarItem[],
    );
  }

  /** Waits for a status bar item with this whole text, or this pattern. */
  async waitForStatusBarItem(text: string | RegExp): Promise<StatusBarItem> {
    const isWanted = (item: StatusBarItem) => matches(item.text, text);
    const what = `a status bar item "${String(text)}"`;
    const items = await readUntil(
      what,
      () => this.statusBarItems(),
      (all) => all.some(isWanted),
    );
    return items.find(isWanted)!;
  }

  async clickStatusBarItem(text: string | RegExp): Promise<void> {
    const item = await this.waitForStatusBarItem(text);
    await this.statusBarElement(item).locator('a').click();
  }

  statusBarElement({ id }: StatusBarItem): Locator {
    return this.page.locator(`.statusbar-item[id=${JSON.stringify(id)}]`);
  }

  /**
   * Waits until the lines in view of the text editor contain all of these parts.
   * @returns these lines
   */
  async waitForEditorText(...parts: readonly string[]): Promise<string> {
    const lines = this.page.locator('.editor-instance .view-lines');
    const text = async () => (await lines.innerText()).replace(/\u00a0/g, ' ');
    const isWanted = (shown: string) => parts.every((part) => shown.includes(part));
    return await readUntil(`the text ${parts.join(' and ')}`, text, isWanted);
  }

  /**
   * The HTML of all markup in labels, messages, dialogs and hovers: links, pictures, emphasis and icons.
   * Plain text contains none, whatever its characters.
   */
  markup(): Promise<string[]> {
    const texts = [
      '.label-name, .label-description, .quick-input-message, .notification-list-item-message',
      '.dialog-message-container, .monaco-hover, .tree-explorer-viewlet-tree-view > .message',
    ];
    return this.page
      .locator(texts.join(', '))
      .locator('[href], [data-href], img, b, strong, em, code, .codicon')
      .evaluateAll((made: readonly PageElement[]) => made.map((element) => element.outerHTML));
  }

  clipboardText(): Promise<string> {
    return this.page.evaluate<string>('navigator.clipboard.readText()');
  }

  /** Puts a text on the clipboard. */
  async copyText(text: string): Promise<void> {
    await this.page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(text)})`);
  }

  async screenshot(path: string): Promise<void> {
    await this.page.screenshot({ path });
  }

  async close(): Promise<void> {
    await this.#context.close();
  }
}
