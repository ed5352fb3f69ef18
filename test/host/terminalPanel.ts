import type { Locator, Page } from 'playwright-core';
import type { PageElement } from './pageElement';
import { readUntil } from './waitFor';

export class TerminalPanel {
  readonly #rows: Locator;
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
    this.#rows = page.locator('.terminal-wrapper.active .xterm-rows > div');
  }

  /** The lines in view. A line that is longer than the terminal is wide continues in the next one. */
  async text(): Promise<string> {
    const lines = await this.#rows.evaluateAll((rows: readonly PageElement[]) =>
      rows.map((row) => (row.textContent ?? '').replace(/\u00a0/g, ' ').trimEnd()),
    );
    return lines.join('\n').trim();
  }

  async waitForText(pattern: RegExp): Promise<string> {
    const what = `the text ${String(pattern)} in the terminal`;
    return await readUntil(
      what,
      () => this.text(),
      (text) => pattern.test(text),
    );
  }

  /** Types a key into the terminal, such as `Control+c`. */
  async press(key: string): Promise<void> {
    await this.#page.locator('.terminal-wrapper.active').click();
    await this.#page.keyboard.press(key);
  }
}
