import type { Locator } from 'playwright-core';
import { waitFor } from './waitFor';

/**
 * The part of a DOM element that is read inside the page; the tests themselves are compiled without the DOM.
 */
export interface PageElement {
  readonly textContent: string | null;
  readonly className: string;
  readonly id: string;
  readonly outerHTML: string;
  getAttribute(name: string): string | null;
  querySelector(selector: string): PageElement | null;
  querySelectorAll(selector: string): Iterable<PageElement>;
  checkVisibility(): boolean;
}

/** Whether an element is shown within this time. */
export function appears(element: Locator, timeout: number): Promise<boolean> {
  return element.waitFor({ timeout }).then(
    () => true,
    () => false,
  );
}

/** Unfolds or folds an element by a click on this part of it, unless it is already so. */
export async function setExpanded(
  what: string,
  element: Locator,
  { by, expanded = true }: { readonly by: Locator; readonly expanded?: boolean },
): Promise<void> {
  const isNow = async (wanted: boolean) => (await element.getAttribute('aria-expanded')) === String(wanted);
  if (await isNow(!expanded)) await by.click();
  await waitFor(`${what} to ${expanded ? 'unfold' : 'fold'}`, () => isNow(expanded));
}

/** Matches exactly this text, whatever characters it contains, apart from surrounding spaces. */
export function exactly(text: string): RegExp {
  return new RegExp(`^\\s*${escape(text)}\\s*$`);
}

/** Matches the name of a control, to which VS Code may have appended a key binding or the text of a badge. */
export function controlName(name: string): RegExp {
  return new RegExp(`^${escape(name)}( \\(.*\\)| - .*)?$`);
}

/** Whether a text equals the expected text or matches the expected pattern. */
export function matches(text: string, wanted: string | RegExp): boolean {
  return typeof wanted === 'string' ? text === wanted : wanted.test(text);
}

function escape(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
