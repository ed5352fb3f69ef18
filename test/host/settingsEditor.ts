import type { PageElement } from './pageElement';
import { waitFor } from './waitFor';
import type { Workbench } from './workbench';

/**
 * Scrolls through the settings of an extension on the page of the remote machine, and closes the editor.
 * @returns their names, and each line of their descriptions and of the labels of choices
 */
export async function readSettings(
  workbench: Workbench,
  extension: string,
  count: number,
): Promise<{ names: string[]; texts: string[] }> {
  const { page } = workbench;
  await workbench.runCommand('Preferences: Open Settings (UI)');
  const editor = page.locator('.settings-editor');
  await editor.locator('.settings-tabs-widget .action-label', { hasText: 'Remote' }).click();
  await editor.locator('.suggest-input-container').click();
  await page.keyboard.type(`@ext:${extension}`);
  const tree = editor.locator('.settings-tree-container');
  const prefix = '[data-key^="simulationService."]';
  await tree.locator(`.setting-item-contents${prefix}`).first().waitFor();
  await tree.hover();
  const names = new Set<string>();
  const texts = new Set<string>();
  await waitFor(
    `${count} settings`,
    async () => {
      for (const { name, lines } of await tree
        .locator(`.setting-item-contents${prefix}`)
        .evaluateAll(readItems)) {
        names.add(name);
        for (const line of lines) texts.add(line);
      }
      await page.mouse.wheel(0, 300);
      return names.size === count;
    },
    { state: () => [...names].join(', ') },
  );
  // Some versions show the editor in an overlay above the others.
  await page.keyboard.press('Escape');
  await page.locator('.monaco-modal-editor-block').waitFor({ state: 'hidden' });
  return { names: [...names], texts: [...texts] };
}

/** Runs inside the page, so it cannot use anything defined outside of it. */
function readItems(items: readonly PageElement[]): { name: string; lines: string[] }[] {
  return items.map((item) => ({
    name: item.getAttribute('data-key') ?? '',
    lines: [...item.querySelectorAll('.setting-item-description, .setting-item-control option')].flatMap(
      (part) => (part.textContent ?? '').split('\n'),
    ),
  }));
}
