import type { Page } from 'playwright-core';

/** Texts that a screen reader reads aloud at once, because they appear in alerts. */
export class Announcements {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  /** Forgets what was announced so far, and notes all that follows. */
  async listen(): Promise<void> {
    await this.#page.evaluate(`(() => {
      globalThis.announcedTexts = [];
      globalThis.announcementObserver?.disconnect();
      const regions = '[role=alert], [aria-live=assertive]';
      const note = (region) => {
        const text = (region?.textContent ?? '').trim();
        // A region is emptied before its next text.
        if (text !== '') globalThis.announcedTexts.push(text);
      };
      globalThis.announcementObserver = new MutationObserver((changes) => {
        const changed = new Set();
        for (const { type, target, addedNodes } of changes) {
          const element = target.nodeType === 1 ? target : target.parentElement;
          if (type === 'characterData' || addedNodes.length > 0) changed.add(element?.closest(regions));
          for (const added of addedNodes) for (const inside of added.querySelectorAll?.(regions) ?? []) changed.add(inside);
          for (const added of addedNodes) if (added.matches?.(regions)) changed.add(added);
        }
        changed.delete(null);
        changed.delete(undefined);
        changed.forEach(note);
      });
      globalThis.announcementObserver.observe(document, { subtree: true, childList: true, characterData: true });
    })()`);
  }

  /** All texts since then, in their order; a repeated text counts again. */
  async read(): Promise<string[]> {
    return await this.#page.evaluate<string[]>('globalThis.announcedTexts');
  }
}
