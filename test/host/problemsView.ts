import type { Locator, Page } from 'playwright-core';
import type { PageElement } from './pageElement';
import { readUntil, waitFor } from './waitFor';

export class ProblemsView {
  readonly #page: Page;
  readonly #rows: Locator;

  constructor(page: Page) {
    this.#page = page;
    this.#rows = page.locator('.markers-panel .monaco-list-row');
  }

  /** The texts of all rows in view: of each file, and of each problem with its source and its place. */
  texts(): Promise<string[]> {
    return this.#rows.evaluateAll((rows: readonly PageElement[]) =>
      rows.map((row) => (row.textContent ?? '').replace(/\u00a0/g, ' ')),
    );
  }

  /** Waits until Problems shows this many rows, those of files included. */
  async waitForRows(count: number): Promise<string[]> {
    const isWanted = (texts: readonly string[]) => texts.length === count;
    return await readUntil(`${count} rows in Problems`, () => this.texts(), isWanted);
  }

  /** Opens the file at the problem with this text, and chooses a quick fix of it. */
  async chooseFix(problem: string, title: string): Promise<void> {
    const row = this.#rows.filter({ hasText: problem });
    await row.click();
    // The bulb in place of the icon appears once the file is open.
    await row.locator('.markers-panel-action-quickfix').click();
    const menu = this.#page.locator('.monaco-menu');
    const fix = menu.locator('.action-item', { hasText: title });
    // A new menu ignores the mouse for a moment, but never the keyboard.
    await fix.hover();
    await waitFor(`the quick fix "${title}" to take the focus`, async () =>
      /\bfocused\b/.test((await fix.getAttribute('class')) ?? ''),
    );
    await this.#page.keyboard.press('Enter');
    await menu.first().waitFor({ state: 'detached' });
  }
}
