import type { Locator, Page } from 'playwright-core';
import { controlName, exactly, matches, type PageElement } from './pageElement';
import { waitFor } from './waitFor';

interface QuickInputItem {
  readonly label: string;
  readonly description: string;
  readonly detail: string;
  /** The heading over this row, when one begins here. */
  readonly separator: string;
  readonly buttons: readonly string[];
  /** Only in a quick pick of several items. */
  readonly checked?: boolean;
}

/** Content of a quick pick or an input box. A long list contains only the rows in view. */
export interface QuickInputState {
  readonly title: string;
  /** Such as `1/2`; empty for a single step. */
  readonly step: string;
  /** The part of the title behind the step and a colon; empty without one. */
  readonly total: string;
  readonly placeholder: string;
  readonly value: string;
  readonly message: string;
  readonly isBusy: boolean;
  /** A row says that others are being loaded. */
  readonly isLoading: boolean;
  readonly buttons: readonly string[];
  readonly items: readonly QuickInputItem[];
}

/** What a quick input must be like; each part that is missing may be anything. */
interface WantedQuickInput {
  readonly title?: string | RegExp;
  /** Tells a page of a wizard from the previous page. */
  readonly step?: string;
  readonly total?: string | RegExp;
  readonly placeholder?: string | RegExp;
  readonly message?: string | RegExp;
  readonly value?: string;
  /** All rows are there, and there is one. */
  readonly hasItems?: boolean;
}

export class QuickInput {
  readonly #widget: Locator;
  readonly #input: Locator;
  readonly #rows: Locator;

  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
    // An inert widget is being closed.
    this.#widget = page.locator('.quick-input-widget:not([inert])');
    this.#input = this.#widget.locator('.quick-input-box input');
    this.#rows = this.#widget.locator('.quick-input-list .monaco-list-row');
  }

  isOpen(): Promise<boolean> {
    return this.#widget.isVisible();
  }

  /** Content of the open quick input; waits until one is open that is like this. */
  async waitForQuickInput(
    wanted: WantedQuickInput = {},
    isWantedToo: (state: QuickInputState) => boolean = () => true,
  ): Promise<QuickInputState> {
    const what = JSON.stringify(wanted, (_, value: unknown) =>
      value instanceof RegExp ? String(value) : value,
    );
    return waitFor(
      `a quick input like ${what}`,
      async () => {
        const state = await this.read();
        if (state === undefined) return undefined;
        const isWanted =
          textParts.every((part) => matches(state[part], wanted[part] ?? /^/)) &&
          (wanted.hasItems !== true || (state.items.length > 0 && !state.isLoading)) &&
          isWantedToo(state);
        return isWanted ? state : undefined;
      },
      { state: () => this.#describe() },
    );
  }

  async waitUntilClosed(): Promise<void> {
    await waitFor('the quick input to close', async () => !(await this.isOpen()), {
      state: () => this.#describe(),
    });
  }

  /** Chooses the row with this label, in a quick pick of this kind. */
  async pick(label: string, wanted?: WantedQuickInput): Promise<void> {
    if (wanted !== undefined) await this.waitForQuickInput(wanted);
    await (await this.#row(label)).click();
  }

  /** Chooses a row by its number among those in view. */
  async pickAt(index: number): Promise<void> {
    await this.#rows.and(this.#page.locator(`[data-index="${index}"]`)).click();
  }

  async toggle(label: string): Promise<void> {
    const row = await this.#row(label);
    const before = await row.getAttribute('aria-checked');
    // At the beginning: a long heading reaches to the middle of the first row of its group.
    await row.click({ position: { x: 40, y: 10 } });
    await waitFor(
      `"${label}" to change its tick`,
      async () => (await row.getAttribute('aria-checked')) !== before,
    );
  }

  async typeInQuickInput(text: string): Promise<void> {
    await this.#input.fill(text);
  }

  /** Presses Enter, in a quick input of this kind. */
  async acceptQuickInput(wanted?: WantedQuickInput): Promise<void> {
    if (wanted !== undefined) await this.waitForQuickInput(wanted);
    await this.#input.press('Enter');
  }

  /** Types this text and presses Enter, in a quick input of this kind. */
  async enterInQuickInput(text: string, wanted?: WantedQuickInput): Promise<void> {
    if (wanted !== undefined) await this.waitForQuickInput(wanted);
    await this.typeInQuickInput(text);
    await this.acceptQuickInput();
  }

  async closeQuickInput(): Promise<void> {
    const center = this.#page.locator('.notifications-center.visible');
    // It may close by itself before it has the focus.
    await this.#input.focus({ timeout: 5_000 }).catch(() => undefined);
    // An open notification centre takes the first Escape, wherever the focus is.
    if (await center.isVisible()) {
      await this.#page.keyboard.press('Escape');
      await center.waitFor({ state: 'hidden' });
    }
    await this.#page.keyboard.press('Escape');
    await this.waitUntilClosed();
  }

  /** Clicks a button beside the title or the input field. */
  async quickInputButton(label: string): Promise<void> {
    await this.#widget
      .locator('.quick-input-titlebar, .quick-input-header')
      .getByLabel(controlName(label))
      .first()
      .click();
  }

  async itemButton(itemLabel: string, buttonLabel: string): Promise<void> {
    const row = await this.#row(itemLabel);
    await row.hover();
    await row.locator('.quick-input-list-entry-action-bar').getByLabel(controlName(buttonLabel)).click();
  }

  /** Runs a command from the command palette by its whole title, with its category. */
  async runCommand(title: string): Promise<void> {
    await waitFor(`the command "${title}" in the command palette`, () => this.#tryCommand(title), {
      state: async () => JSON.stringify((await this.read())?.items.map((item) => item.label)),
    });
  }

  /**
   * The palette lists the commands that were known when it was opened, so it is opened again for each
   * attempt.
   */
  async #tryCommand(title: string): Promise<boolean> {
    const actionTimeoutMs = 2_000;
    const row = this.#rowWith(title);
    try {
      await this.#page.keyboard.press('F1');
      await waitFor('the command palette', async () => (await this.read())?.value.startsWith('>'), {
        timeoutMs: actionTimeoutMs,
      });
      await this.#input.fill('>', { timeout: actionTimeoutMs });
      await this.#input.fill(`>${title}`, { timeout: actionTimeoutMs });
      await row.waitFor({ timeout: actionTimeoutMs });
    } catch {
      return false;
    }
    // The click may have succeeded although it timed out: a command must never run twice.
    await row.click({ timeout: 10 * actionTimeoutMs }).catch(() => undefined);
    return !(await row.isVisible());
  }

  async #row(label: string): Promise<Locator> {
    const row = this.#rowWith(label);
    await waitFor(`"${label}" in the quick pick`, () => row.isVisible(), {
      state: () => this.#describe(),
    });
    return row;
  }

  #rowWith(label: string): Locator {
    const name = this.#page.locator('.quick-input-list-row:first-child .label-name', {
      hasText: exactly(label),
    });
    return this.#rows.filter({ has: name }).first();
  }

  async #describe(): Promise<string> {
    const state = await this.read();
    return state === undefined ? 'no quick input' : JSON.stringify(state);
  }

  /** The quick input that is open; undefined when there is none. */
  async read(): Promise<QuickInputState | undefined> {
    // A page that opens another folder unloads while it is being read.
    const [state] = await this.#widget.evaluateAll(readWidgets).catch(() => []);
    if (state === undefined) return undefined;
    const [, title, step, total] = /^(.*?)(?: ?\((\d+\/\d+)\)(?:: (.+))?)?$/.exec(state.titleAndStep) ?? [];
    const { titleAndStep, ...rest } = state;
    return { ...rest, title: title ?? titleAndStep, step: step ?? '', total: total ?? '' };
  }
}

const textParts = ['title', 'step', 'total', 'placeholder', 'message', 'value'] as const;

type ReadState = Omit<QuickInputState, 'title' | 'step' | 'total'> & { titleAndStep: string };

/** Runs inside the page, so it cannot use anything defined outside of it. */
function readWidgets(widgets: readonly PageElement[]): ReadState[] {
  const textOf = (parent: PageElement, selector: string): string => {
    const element = parent.querySelector(selector);
    return element?.checkVisibility() === true ? (element.textContent ?? '').trim() : '';
  };
  const labelsOf = (parent: PageElement, selector: string): string[] =>
    [...parent.querySelectorAll(selector)]
      .filter((element) => element.checkVisibility())
      .map((element) => element.getAttribute('aria-label') ?? '');
  const position = (row: PageElement): number => Number(row.getAttribute('data-index'));
  return widgets
    .filter((widget) => widget.checkVisibility())
    .map((widget) => {
      const input = widget.querySelector('.quick-input-box input');
      const hasChecks = /\bshow-checkboxes\b/.test(widget.className);
      const rows = [...widget.querySelectorAll('.quick-input-list .monaco-list-row')];
      const items = rows
        .filter((row) => row.checkVisibility() && row.querySelector('.quick-input-list-entry') !== null)
        .sort((a, b) => position(a) - position(b))
        .map((row) => ({
          label: textOf(row, '.quick-input-list-row:first-child .label-name'),
          description: textOf(row, '.quick-input-list-row:first-child .label-description'),
          detail: textOf(row, '.quick-input-list-label-meta .label-name'),
          separator: textOf(row, '.quick-input-list-separator'),
          buttons: [...row.querySelectorAll('.quick-input-list-entry-action-bar .action-label')].map(
            (button) => button.getAttribute('aria-label') ?? '',
          ),
          ...(hasChecks ? { checked: row.getAttribute('aria-checked') === 'true' } : {}),
        }));
      return {
        titleAndStep: textOf(widget, '.quick-input-title'),
        placeholder: input?.getAttribute('placeholder') ?? '',
        value: (input as { value?: string } | null)?.value ?? '',
        message: textOf(widget, '.quick-input-message'),
        isBusy: widget.querySelector('.quick-input-progress.active') !== null,
        isLoading: widget.querySelector('.quick-input-list .codicon-loading') !== null,
        buttons: labelsOf(widget, '.quick-input-titlebar .action-label, .quick-input-header .action-label'),
        items,
      };
    });
}
