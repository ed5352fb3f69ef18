import type { Locator, Page } from 'playwright-core';
import { exactly } from './pageElement';
import { waitFor } from './waitFor';

interface Dialog {
  readonly message: string;
  readonly detail: string;
  readonly buttons: readonly string[];
}

/** Answers that come sooner do not count, because nobody can have read the question; ms. */
const readingMs = 600;

/** How long Enter is held, with a repetition every few ms. */
const heldMs = 3000;

export class Dialogs {
  readonly #page: Page;
  readonly #box: Locator;

  constructor(page: Page) {
    this.#page = page;
    this.#box = page.locator('.monaco-dialog-box');
  }

  async dialog(): Promise<Dialog> {
    await waitFor('a modal dialog', () => this.#box.isVisible());
    const text = await this.#box.locator('.dialog-message-text').allTextContents();
    // The detail may contain elements, so its lines are read one by one.
    const detail = await this.#box.locator('.dialog-message-detail').allInnerTexts();
    const buttons = await this.#box.locator('.dialog-buttons .monaco-button').allTextContents();
    // A dialog without a detail shows its message in the place of the detail.
    const [message = '', rest = ''] = [...text, ...detail].filter((part) => part !== '');
    return { message: message.trim(), detail: rest.trim(), buttons: buttons.map((label) => label.trim()) };
  }

  isOpen(): Promise<boolean> {
    return this.#box.isVisible();
  }

  async clickDialogButton(label: string): Promise<void> {
    const button = this.#box.locator('.dialog-buttons .monaco-button', { hasText: exactly(label) });
    await waitFor(`a dialog button "${label}"`, () => button.isVisible(), {
      state: async () => ((await this.isOpen()) ? JSON.stringify(await this.dialog()) : 'no dialog'),
    });
    await this.#answer(() => button.click());
  }

  /** Presses Enter, which chooses the button that needs no further key. */
  async pressEnter(): Promise<void> {
    await this.#box.waitFor();
    await this.#answer(() => this.#page.keyboard.press('Enter'));
  }

  /**
   * Presses Enter once the question could be read, and holds it as somebody does who fell asleep on the key. It goes on
   * to whatever has the focus then.
   */
  async holdEnter(): Promise<void> {
    await this.#box.waitFor();
    await this.#untilRead();
    await this.repeatEnter();
  }

  /** Holds Enter at once, whether there is a question yet or not. */
  async repeatEnter(): Promise<void> {
    const begunAt = performance.now();
    await waitFor('the end of Enter', async () => {
      await this.#page.keyboard.down('Enter');
      return performance.now() - begunAt > heldMs;
    });
    await this.#page.keyboard.up('Enter');
  }

  async #answer(act: () => Promise<void>): Promise<void> {
    await this.#untilRead();
    // Another dialog may follow at once.
    const answered = await this.#box.elementHandle();
    await act();
    await answered.waitForElementState('hidden');
  }

  async #untilRead(): Promise<void> {
    const shownAt = performance.now();
    await waitFor('the question to be read', () => performance.now() - shownAt > readingMs);
  }
}
