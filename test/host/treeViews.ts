import type { Locator, Page } from 'playwright-core';
import type { ContextMenu } from './contextMenu';
import { controlName, exactly, matches, type PageElement, setExpanded } from './pageElement';
import { readUntil, waitFor } from './waitFor';

export interface TreeRow {
  readonly label: string;
  readonly description: string;
  readonly ariaLabel: string;
  /** 1 for a row at the root. */
  readonly level: number;
  readonly isSelected: boolean;
  /** The name of the row's icon, without the `$()` around it; empty for other images. */
  readonly icon: string;
}

/** The welcome content that a view shows in place of an empty tree. */
interface ViewWelcome {
  readonly text: string;
  readonly buttons: readonly string[];
  readonly links: readonly string[];
}

export class TreeViews {
  readonly #page: Page;
  readonly #menu: ContextMenu;

  constructor(page: Page, menu: ContextMenu) {
    this.#page = page;
    this.#menu = menu;
  }

  /** Shows the side bar container with this title. */
  async openView(activityBarTitle: string): Promise<void> {
    const item = this.icon(activityBarTitle);
    await waitFor(`"${activityBarTitle}" in the activity bar`, () => item.isVisible());
    // A click on the open container would hide it. A badge may cover the icon itself.
    if (!(await this.isOpen(activityBarTitle))) await item.click();
    await waitFor(`the side bar to show "${activityBarTitle}"`, () => this.isOpen(activityBarTitle));
  }

  /** Text of the badge on the icon of a side bar container; empty without a badge. */
  async activityBadge(activityBarTitle: string): Promise<string> {
    const badge = this.icon(activityBarTitle).locator('.badge');
    return (await badge.isVisible()) ? ((await badge.textContent()) ?? '').trim() : '';
  }

  async isOpen(activityBarTitle: string): Promise<boolean> {
    return /\bchecked\b/.test((await this.icon(activityBarTitle).getAttribute('class')) ?? '');
  }

  /** Unfolds one view among those of the open container. */
  async expandSection(viewName: string): Promise<void> {
    const header = this.#pane(viewName).locator('.pane-header');
    await setExpanded(`the view "${viewName}"`, header, { by: header });
  }

  /** Leaves its room to the other views. */
  async collapseSection(viewName: string): Promise<void> {
    const header = this.#pane(viewName).locator('.pane-header');
    await setExpanded(`the view "${viewName}"`, header, { by: header, expanded: false });
  }

  /** The rows in view, in their order; does not wait for any. */
  treeRows(viewName: string): Promise<TreeRow[]> {
    return this.#rows(viewName).evaluateAll(readRows);
  }

  async waitForTreeRows(viewName: string, isWanted: (rows: TreeRow[]) => boolean): Promise<TreeRow[]> {
    return readUntil(`the wanted rows in "${viewName}"`, () => this.treeRows(viewName), isWanted);
  }

  /** Waits until a row with this label is in view that satisfies the condition. */
  async waitForRow(viewName: string, label: string, isWanted: (row: TreeRow) => boolean): Promise<void> {
    await this.waitForTreeRows(viewName, (rows) => rows.some((row) => row.label === label && isWanted(row)));
  }

  /** The only row with this label; waits until it is there. Two rows are an error, because either could be meant. */
  async treeRow(viewName: string, label: string): Promise<Locator> {
    const name = this.#page.locator('.label-name', { hasText: exactly(label) });
    const row = this.#rows(viewName).filter({ has: name });
    await waitFor(`the row "${label}" in "${viewName}"`, () => row.isVisible(), {
      state: async () => JSON.stringify((await this.treeRows(viewName)).map((one) => one.label)),
    });
    return row;
  }

  /** Waits until the hover over a row has this whole text, or this pattern. */
  async waitForTooltip(row: Locator, text: string | RegExp): Promise<string> {
    const hovers = this.#page.locator('.monaco-hover:visible');
    await row.hover();
    const isWanted = (shown: string) => matches(shown.trim(), text);
    const what = `a tooltip "${String(text)}"`;
    const texts = await readUntil(
      what,
      () => hovers.allInnerTexts(),
      (all) => all.some(isWanted),
    );
    return texts.find(isWanted)!;
  }

  /** The icon of a side bar container, which a click opens, and something that is dragged over it. */
  icon(activityBarTitle: string): Locator {
    return this.#page
      .locator('.part.activitybar .composite-bar .action-item')
      .filter({ has: this.#page.getByLabel(controlName(activityBarTitle)) })
      .first();
  }

  /** The list of a view, whose lower end is the area below the rows. */
  list(viewName: string): Locator {
    return this.#page.getByRole('tree', { name: viewName, exact: true });
  }

  async expandRow(viewName: string, label: string): Promise<void> {
    const row = await this.treeRow(viewName, label);
    await setExpanded(`the row "${label}"`, row, { by: row.locator('.monaco-tl-twistie') });
  }

  async contextMenu(row: Locator, itemLabel: string): Promise<void> {
    await this.#menu.choose(row, itemLabel);
  }

  async chooseFromRow(viewName: string, label: string, itemLabel: string): Promise<void> {
    await this.contextMenu(await this.treeRow(viewName, label), itemLabel);
  }

  contextMenuItems(row: Locator): Promise<string[]> {
    return this.#menu.itemsOf(row);
  }

  async viewAction(viewName: string, title: string): Promise<void> {
    const pane = this.#pane(viewName);
    await pane.hover();
    // The only view of a container shows its actions in the title of the container.
    await pane
      .locator('.pane-header .actions')
      .or(this.#page.locator('.part.sidebar .composite.title .title-actions'))
      .locator('.action-label')
      .and(this.#page.getByLabel(controlName(title)))
      .first()
      .click();
  }

  /** The message above the tree of a view; waits until it is there, because it appears later than the rows. */
  async viewMessage(viewName: string): Promise<string> {
    const message = this.#pane(viewName).locator('.tree-explorer-viewlet-tree-view > .message:not(.hide)');
    const read = async () => (await message.allTextContents()).join('').trim();
    return await readUntil(`a message in "${viewName}"`, read, (text) => text !== '');
  }

  /** Waits until a view shows its welcome content, and reads it. */
  async viewWelcome(viewName: string): Promise<ViewWelcome> {
    const content = this.#welcome(viewName);
    await waitFor(`the welcome content of "${viewName}"`, () => content.isVisible());
    const paragraphs = await content.locator('p').allTextContents();
    const trim = (texts: string[]): string[] => texts.map((text) => text.trim());
    return {
      text: trim(paragraphs).join('\n'),
      buttons: trim(await content.locator('.monaco-button').allTextContents()),
      links: trim(await content.locator('.monaco-link').allTextContents()),
    };
  }

  async clickWelcomeButton(viewName: string, label: string): Promise<void> {
    await this.#welcome(viewName)
      .locator('.monaco-button, .monaco-link')
      .filter({ hasText: exactly(label) })
      .click();
  }

  #welcome(viewName: string): Locator {
    return this.#pane(viewName).locator('.welcome-view-content');
  }

  #pane(viewName: string): Locator {
    const header = this.#page.locator('.pane-header h3.title', { hasText: exactly(viewName) });
    return this.#page.locator('.pane').filter({ has: header });
  }

  #rows(viewName: string): Locator {
    return this.list(viewName).locator('.monaco-list-row');
  }
}

/** Runs inside the page, so it cannot use anything defined outside of it. */
function readRows(rows: readonly PageElement[]): TreeRow[] {
  const position = (row: PageElement): number => Number(row.getAttribute('data-index'));
  const text = (row: PageElement, selector: string): string =>
    (row.querySelector(selector)?.textContent ?? '').trim();
  return [...rows]
    .sort((a, b) => position(a) - position(b))
    .map((row) => {
      const icon = row.querySelector('.custom-view-tree-node-item-icon')?.className ?? '';
      return {
        label: text(row, '.label-name'),
        description: text(row, '.label-description'),
        ariaLabel: row.getAttribute('aria-label') ?? '',
        level: Number(row.getAttribute('aria-level')),
        isSelected: row.getAttribute('aria-selected') === 'true',
        icon: /codicon-(?!colored|modifier)([\w-]+)/.exec(icon)?.[1] ?? '',
      };
    });
}
