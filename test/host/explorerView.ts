import type { Locator, Page } from 'playwright-core';
import type { ContextMenu } from './contextMenu';
import { appears, type PageElement, setExpanded } from './pageElement';
import { waitFor } from './waitFor';

/** Time after which the Explorer is refreshed when it does not show a file; ms. */
const refreshIntervalMs = 10_000;

/** The Explorer. A name is the end of a path, with as many folders as are needed to make it unique. */
export class ExplorerView {
  readonly #rows: Locator;

  readonly #header: Locator;

  readonly #menu: ContextMenu;

  constructor(page: Page, menu: ContextMenu) {
    this.#menu = menu;
    this.#rows = page.getByRole('tree', { name: 'Files Explorer', exact: true }).locator('.monaco-list-row');
    this.#header = page
      .locator('.pane', { has: page.locator('.explorer-folders-view') })
      .locator('.pane-header');
  }

  /** Whether any row is shown within a second. */
  hasRows(): Promise<boolean> {
    return appears(this.#rows.first(), 1_000);
  }

  async expandFolder(name: string): Promise<void> {
    const row = await this.row(name);
    await setExpanded(`the folder "${name}"`, row, { by: row.locator('.monaco-tl-twistie') });
  }

  /** Selects exactly these files and folders, without opening or expanding any. @returns the row of the last one */
  async #select(names: readonly string[]): Promise<Locator> {
    // Rows are identified by their position, so the selection is checked again after rows were added or
    // removed.
    await waitFor(`the Explorer to select ${names.join(', ')}`, async () => {
      const wanted = await Promise.all(names.map((name) => this.row(name)));
      const wantedIds = await Promise.all(wanted.map((row) => row.getAttribute('id')));
      const selected = await this.#selectedIds();
      const wrong = [...selected, ...wantedIds].filter(
        (id) => selected.includes(id) !== wantedIds.includes(id),
      );
      for (const id of new Set(wrong)) await this.#toggle(id);
      return wrong.length === 0;
    });
    return this.row(names.at(-1)!);
  }

  async explorerContextMenu(
    names: readonly string[],
    itemLabel: string,
    look?: () => Promise<void>,
  ): Promise<void> {
    await this.#menu.choose(await this.#select(names), itemLabel, look);
  }

  async explorerContextMenuItems(names: readonly string[]): Promise<string[]> {
    return this.#menu.itemsOf(await this.#select(names));
  }

  /**
   * The row of a file or folder; waits until it is there. The Explorer is refreshed meanwhile, because it does not
   * show a file that was written before VS Code watched the folder.
   */
  async row(name: string): Promise<Locator> {
    let refreshAt = Date.now() + refreshIntervalMs;
    const row = this.#rows.filter({ has: this.#rows.page().locator(labelOf(name)) });
    const isVisible = async (): Promise<boolean> => {
      if (await row.isVisible()) return true;
      if (Date.now() >= refreshAt) {
        await this.#refresh();
        refreshAt = Date.now() + refreshIntervalMs;
      }
      return false;
    };
    await waitFor(`"${name}" in the Explorer`, isVisible, {
      state: async () => (await this.#rows.allTextContents()).join(', '),
    });
    return row;
  }

  async #refresh(): Promise<void> {
    await this.#header.hover();
    await this.#header.locator('.codicon-explorer-view-refresh, .codicon-refresh').click();
  }

  /** Evaluated at once, because locators would wait for rows that change meanwhile. */
  #selectedIds(): Promise<(string | null)[]> {
    return this.#rows
      .and(this.#rows.page().locator('[aria-selected="true"]'))
      .evaluateAll((selected: readonly PageElement[]) => selected.map((row) => row.getAttribute('id')));
  }

  /** A click with the control key changes the selection and does nothing else. */
  async #toggle(id: string | null): Promise<void> {
    const row = this.#rows.page().locator(`[id="${id ?? ''}"]`);
    await row.click({ modifiers: ['ControlOrMeta'] });
  }
}

/**
 * The path has the separators of the system of VS Code, which adds what it finds out about a file after a moment:
 * "/a/pipe • Unknown File Type".
 */
function labelOf(name: string): string {
  const ends = [`/${name}`, `/${name}`.replaceAll('/', '\\')];
  const attributes = ends.flatMap((end) => [
    `[aria-label$=${JSON.stringify(end)}]`,
    `[aria-label*=${JSON.stringify(`${end} • `)}]`,
  ]);
  return `.monaco-icon-label:is(${attributes.join(', ')})`;
}
