import type { Locator, Page } from 'playwright-core';
import { appears, exactly, type PageElement } from './pageElement';
import { waitFor } from './waitFor';

export class ContextMenu {
  readonly #menu: Locator;

  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
    this.#menu = page.locator('.monaco-menu');
  }

  /** Right-clicks `target` and runs one item of the menu. `look` is called while the item has the focus. */
  async choose(target: Locator, itemLabel: string, look?: () => Promise<void>): Promise<void> {
    const item = this.#menu
      .locator('.action-item')
      .filter({ has: this.#page.locator('.action-label', { hasText: exactly(itemLabel) }) });
    let labels: string[] = [];
    const hasFocus = async () => {
      // When something else takes the focus, such as a row that is revealed, the menu closes.
      if ((await this.#menu.count()) === 0) await this.#open(target);
      labels = await this.#labels();
      if (labels.length > 0 && !labels.some((label) => exactly(itemLabel).test(label))) {
        // The menu is that of the row as it was: a message may be shown before the row changes.
        await this.#close();
        return false;
      }
      // A new menu ignores the mouse for a moment, but never the keyboard.
      const classes = await item
        .hover({ timeout: 5_000 })
        .then(() => item.getAttribute('class', { timeout: 1_000 }))
        .catch(() => null);
      return /\bfocused\b/.test(classes ?? '');
    };
    await waitFor(`the menu item "${itemLabel}" to take the focus`, hasFocus, {
      state: () => labels.join(', '),
    });
    await look?.();
    await this.#page.keyboard.press('Enter');
    await this.#menu.first().waitFor({ state: 'detached' });
  }

  async itemsOf(target: Locator): Promise<string[]> {
    await this.#open(target);
    const labels = await this.#labels();
    await this.#close();
    return labels;
  }

  async #open(target: Locator): Promise<void> {
    const wanted = target.and(this.#page.locator('.focused, :not(.monaco-list-row)'));
    await waitFor('the context menu', async () => {
      await target.click({ button: 'right' });
      // Rows that are drawn anew under the mouse open none, or that of another row, which then has the focus.
      if (!(await appears(this.#menu.first(), 5_000))) return false;
      if ((await wanted.count()) > 0) return true;
      await this.#close();
      return false;
    });
  }

  #labels(): Promise<string[]> {
    return this.#menu
      .locator('.action-menu-item .action-label')
      .evaluateAll((labels: readonly PageElement[]) =>
        labels.map((label) => label.textContent?.trim() ?? '').filter((label) => label !== ''),
      );
  }

  async #close(): Promise<void> {
    await this.#page.keyboard.press('Escape');
    await this.#menu.first().waitFor({ state: 'detached' });
  }
}
