import type { Locator, Page } from 'playwright-core';
import { appears, exactly, matches, type PageElement } from './pageElement';
import { defaultTimeoutMs, waitFor } from './waitFor';

/** How long a notification may take to appear as a toast, before the notification centre is opened. */
const toastGraceMs = 2_000;

/**
 * VS Code shows no toast for the fourth notification within a second, and no dot on the bell if another
 * notification closes meanwhile. Only the notification centre shows it then.
 */
const silentGraceMs = 5_000;

/** A message that VS Code shows in its corner. */
interface Notification {
  readonly message: string;
  readonly severity: 'info' | 'warning' | 'error';
  readonly buttons: readonly string[];
  readonly hasProgress: boolean;
}

export class Notifications {
  readonly #rows: Locator;
  readonly #center: Locator;

  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
    this.#rows = page.locator(
      '.notifications-toasts.visible .monaco-list-row, .notifications-center.visible .monaco-list-row',
    );
    this.#center = page.locator('.notifications-center.visible');
  }

  /** The notifications in view. Toasts hide after a while; `openCenter` brings them back. */
  notifications(): Promise<Notification[]> {
    return this.#rows.evaluateAll(readRows);
  }

  /**
   * Waits for a notification with this whole text, or this pattern. VS Code shows few toasts at once and not
   * for long, so the notification centre is opened after a while, unless that would take the focus from a
   * quick input or a dialog.
   */
  async waitForNotification(message: string | RegExp, timeoutMs = defaultTimeoutMs): Promise<Notification> {
    return this.#waitForOne(`a notification "${String(message)}"`, timeoutMs, (one) =>
      matches(one.message, message),
    );
  }

  /** Waits until no notification in view has this text. */
  async waitUntilGone(message: string | RegExp): Promise<void> {
    await waitFor(`the notification "${String(message)}" to go`, async () =>
      (await this.notifications()).every((one) => !matches(one.message, message)),
    );
  }

  async clickNotificationButton(message: string | RegExp, button: string): Promise<void> {
    await this.waitForNotification(message);
    const row = this.#row(message);
    const target = row.locator('.monaco-button', { hasText: exactly(button) });
    const expand = row.locator('.codicon-notifications-expand');
    await row.hover();
    if (!(await target.isVisible()) && (await expand.isVisible())) await expand.click();
    await target.click();
  }

  /** Presses the Cancel button of a progress notification, by default of the only one that has one. */
  async cancelProgress(message: string | RegExp = /^/): Promise<void> {
    const running = await this.#waitForOne(
      `a progress notification "${String(message)}" that can be cancelled`,
      defaultTimeoutMs,
      (one) => one.hasProgress && one.buttons.includes('Cancel') && matches(one.message, message),
    );
    // The text keeps changing, but the part before the first colon is the title and stays.
    const title = running.message.split(':')[0] ?? '';
    await this.#rows
      .filter({ has: this.#page.locator('.notification-list-item-message', { hasText: title }) })
      .filter({ has: this.#page.locator('.monaco-progress-container.active') })
      .locator('.monaco-button', { hasText: exactly('Cancel') })
      .first()
      .click();
  }

  async openCenter(): Promise<void> {
    await waitFor('the notification centre', async () => {
      if (await this.#center.isVisible()) return true;
      // A tooltip for the element under the mouse may cover the bell.
      await this.#page.mouse.move(640, 300);
      const bell = this.#page.locator('.statusbar-item[id="status.notifications"] a');
      await bell.click({ timeout: 2_000 }).catch(() => undefined);
      // The tooltip of the bell would cover the buttons of the lowest notification.
      await this.#page.mouse.move(640, 300);
      // The click closes a centre that was just opening, so a second click may be needed.
      return await appears(this.#center, 1_000);
    });
  }

  async closeCenter(): Promise<void> {
    await waitFor('the notification centre to close', async () => {
      if (!(await this.#center.isVisible())) return true;
      // Without notifications it closes by itself, and the button is gone.
      const hide = this.#center.locator('.codicon-notifications-hide');
      await hide.click({ timeout: 1_000 }).catch(() => undefined);
      return !(await this.#center.isVisible());
    });
  }

  /** Removes all notifications, including hidden ones; running progress stays. */
  async clearNotifications(): Promise<void> {
    const clear = this.#center.locator('.codicon-notifications-clear-all');
    await waitFor('the notifications to be cleared', async () => {
      await this.openCenter();
      try {
        if (await clear.isEnabled({ timeout: 2_000 })) await clear.click({ timeout: 2_000 });
        return true;
      } catch {
        // The centre closes by itself when the last notification ends; an empty one can be opened again.
        return false;
      }
    });
    await this.closeCenter();
  }

  #row(message: string | RegExp): Locator {
    const hasText = typeof message === 'string' ? exactly(message) : message;
    return this.#rows
      .filter({ has: this.#page.locator('.notification-list-item-message', { hasText }) })
      .first();
  }

  async #waitForOne(
    what: string,
    timeoutMs: number,
    isWanted: (one: Notification) => boolean,
  ): Promise<Notification> {
    const start = Date.now();
    return waitFor(
      what,
      async () => {
        const found = (await this.notifications()).find(isWanted);
        const waited = Date.now() - start;
        if (found === undefined && waited > toastGraceMs && !(await this.#isCovered())) {
          if (waited > silentGraceMs || (await this.#hasNew())) await this.openCenter();
        }
        return found;
      },
      { timeoutMs, state: async () => JSON.stringify(await this.notifications()) },
    );
  }

  async #isCovered(): Promise<boolean> {
    const overlay = this.#page.locator('.quick-input-widget:not([inert]), .monaco-dialog-box');
    return (await overlay.and(this.#page.locator(':visible')).count()) > 0;
  }

  #hasNew(): Promise<boolean> {
    return this.#page.locator('.statusbar-item[id="status.notifications"] .codicon-bell-dot').isVisible();
  }
}

/** Runs inside the page, so it cannot use anything defined outside of it. */
function readRows(rows: readonly PageElement[]): Notification[] {
  const text = (element: PageElement | null): string => (element?.textContent ?? '').trim();
  return rows.map((row) => {
    const icon = row.querySelector('.notification-list-item-icon')?.className ?? '';
    return {
      message: text(row.querySelector('.notification-list-item-message')),
      severity: /codicon-error/.test(icon) ? 'error' : /codicon-warning/.test(icon) ? 'warning' : 'info',
      buttons: [...row.querySelectorAll('.notification-list-item-buttons-container .monaco-button')].map(
        text,
      ),
      hasProgress: row.querySelector('.monaco-progress-container.active') !== null,
    };
  });
}
