import type { Locator, Page } from 'playwright-core';
import { exactly, type PageElement, setExpanded } from './pageElement';
import { readUntil, waitFor } from './waitFor';

export interface WalkthroughStep {
  readonly title: string;
  readonly isDone: boolean;
  readonly isOpen: boolean;
}

export class WalkthroughEditor {
  readonly #steps: Locator;

  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
    this.#steps = page.locator('.gettingStartedContainer .getting-started-step');
  }

  async waitUntilOpen(): Promise<void> {
    await this.#steps.first().waitFor();
  }

  read(): Promise<WalkthroughStep[]> {
    return this.#steps.evaluateAll((steps: readonly PageElement[]) =>
      steps.map((step) => ({
        title: (step.querySelector('.step-title')?.textContent ?? '').trim(),
        isDone: step.querySelector('[data-done-step-id]')?.getAttribute('aria-checked') === 'true',
        isOpen: step.getAttribute('aria-expanded') === 'true',
      })),
    );
  }

  async openStep(title: string): Promise<void> {
    const step = this.#steps.filter({
      has: this.#page.locator('.step-title', { hasText: exactly(title) }),
    });
    await setExpanded(`the step "${title}"`, step, { by: step.locator('.step-title') });
  }

  /** Clicks a button or a link of the expanded step. */
  async click(label: string): Promise<void> {
    await this.#page
      .locator('.getting-started-step.expanded')
      .locator('.monaco-button, .monaco-link')
      .filter({ hasText: exactly(label) })
      .click();
  }

  /** Waits until the steps with these titles, and no others, are ticked. */
  async waitUntilDone(titles: readonly string[]): Promise<void> {
    const isWanted = (steps: readonly WalkthroughStep[]) => {
      const done = steps.filter(({ isDone }) => isDone);
      return done.map(({ title }) => title).join() === titles.join();
    };
    await readUntil(`the ticks of ${titles.join(', ')}`, () => this.read(), isWanted);
  }

  /** Waits until the picture of the expanded step is rendered. @returns its width in pixels */
  async pictureWidth(): Promise<number> {
    return waitFor('the picture of the step', async () => {
      for (const frame of this.#page.frames()) {
        const widths = await frame.evaluate<number[]>(widthsOfPictures).catch(() => []);
        if (widths.length > 0) return Math.max(...widths);
      }
      return undefined;
    });
  }
}

/** Runs inside the frame of the picture, where no code of the tests is available. */
const widthsOfPictures = `[...document.querySelectorAll('body > svg')]
  .map((picture) => picture.getBoundingClientRect().width)
  .filter((width) => width > 0)`;
