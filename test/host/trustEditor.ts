import type { Locator, Page } from 'playwright-core';
import { exactly } from './pageElement';

export class TrustEditor {
  readonly #header: Locator;
  readonly #trustButton: Locator;
  readonly #closeButton: Locator;

  constructor(page: Page) {
    const editor = page.locator('.workspace-trust-editor');
    this.#header = editor.locator('.workspace-trust-header');
    this.#trustButton = editor.locator('.monaco-button', { hasText: exactly('Trust') });
    // The latest VS Code shows it over the whole window, an older one in a tab.
    this.#closeButton = page
      .locator('.monaco-modal-editor-block, .tab', {
        has: page.getByText('Workspace Trust', { exact: true }),
      })
      .locator('.action-label.codicon-close');
  }

  async waitUntilOpen(): Promise<void> {
    await this.#trustButton.waitFor();
  }

  /** Trusts the workspace and closes the editor. */
  async trust(): Promise<void> {
    await this.#trustButton.click();
    await this.#header.filter({ hasText: 'You trust this' }).waitFor();
    await this.#closeButton.click();
    await this.#header.waitFor({ state: 'hidden' });
  }
}
