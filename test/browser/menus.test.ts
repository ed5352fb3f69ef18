import assert from 'node:assert/strict';
import { appears, type PageElement } from '../host/pageElement';
import type { TreeRow } from '../host/treeViews';
import { waitFor } from '../host/waitFor';
import { resetAfterEach, useSession } from './support/hooks';
import { fieldsOf, labelsOf } from './support/rows';
import { screenshotPath } from './support/session';
import { firstProject, secondProject, uploadFromContextMenu } from './support/upload';

describe('A user who looks for what the extension can do', () => {
  const session = useSession();
  resetAfterEach(session);

  /** Opens the menu behind the three dots in the title of a view, and reads it. */
  async function openTitleMenu(view: string): Promise<string[]> {
    const { page } = session.workbench;
    const header = page.locator('.pane-header', { hasText: view });
    const labels = page.locator('.monaco-menu .action-menu-item .action-label');
    await waitFor('the menu of the title', async () => {
      await header.hover();
      await header.locator('.codicon-toolbar-more').click({ timeout: 5_000 });
      // Buttons that are drawn anew under the mouse open none, and a row that takes the focus closes it.
      return await appears(labels.first(), 5_000);
    });
    return (await labels.allTextContents()).filter((label) => label !== '');
  }

  it('finds the main job first in the menu of the Explorer, above Cut and Copy', async () => {
    const { explorer } = session;
    const items = await explorer.explorerContextMenuItems(['cantilever']);
    const first = items.indexOf('Upload and Create Simulation…');
    assert.equal(items[first + 1], 'Upload as New Simulation Model…');
    const cut = items.findIndex((label) => label.startsWith('Cut'));
    assert.ok(
      first > items.findIndex((label) => label.startsWith('New File')) && first < cut,
      items.join(', '),
    );
  });

  it('finds everything about the service in the menu of the projects, by use', async () => {
    const { workbench } = session;
    await workbench.views.openView('Simulation Service');
    await workbench.views.waitForTreeRows('Projects', (rows) => rows.length === 2);
    const panes = await workbench.page.locator('.part.sidebar .pane').all();
    const heights = await Promise.all(panes.map(async (pane) => (await pane.boundingBox())?.height ?? 0));
    const [projects = 0, reusableModels = 0, launches = 0] = heights;
    assert.ok(reusableModels < 40 && launches > 1.3 * projects, heights.join(', '));
    assert.deepEqual(await openTitleMenu('Projects'), [
      'Upload as New Simulation Model…',
      'Finalise Model…',
      'Check Connection',
      'Show Log',
      'Report Issue…',
      'Sign In…',
      'Sign Out…',
      'Add Service…',
      'Select Environment…',
      'Set Base URL…',
      'Select Variant…',
      'Settings',
      'Start Local Emulator',
      'Open Walkthrough',
    ]);
    await workbench.screenshot(screenshotPath('menu-projects-dark'));
    await workbench.page.keyboard.press('Escape');
  });

  it('opens the settings where they are: on the tab of the remote machine, in categories', async () => {
    const { page } = session.workbench;
    const item = page.locator('.monaco-menu .action-menu-item', { hasText: /^Settings$/ });
    // Whatever takes the focus closes the menu.
    await waitFor('the item for the settings', async () => {
      await openTitleMenu('Projects');
      return await item.hover({ timeout: 5_000 }).then(
        () => true,
        () => false,
      );
    });
    await page.keyboard.press('Enter');
    const editor = page.locator('.settings-editor');
    await editor.locator('[data-key="simulationService.baseUrl"]').waitFor();
    const tab = editor.locator('.settings-tabs-widget .action-item.checked, .settings-tabs-widget .checked');
    assert.match((await tab.first().textContent()) ?? '', /^Remote/);
    const categories = () =>
      editor
        .locator('.settings-toc-entry')
        .evaluateAll((entries: readonly PageElement[]) => entries.map((entry) => entry.textContent ?? ''));
    const found = await waitFor('the categories', async () => {
      const shown = await categories();
      return shown.some((title) => title.startsWith('Connection')) && shown;
    });
    const titles = found
      .map((title) => title.replace(/\W*\(?\d*\)?$/, ''))
      .filter((title) => /^(Conn|Upl|Laun|Adapt)/.test(title));
    const all = ['Connection', 'Upload', 'Launches', 'Adapt to Your Service'];
    // While an extension is searched for, VS Code 1.106 puts all of its settings under its first category.
    assert.deepEqual(titles, titles.length === 1 ? all.slice(0, 1) : all);
    await session.workbench.screenshot(screenshotPath('settings-dark'));
    await page.keyboard.press('Escape');
    await page.locator('.monaco-modal-editor-block').waitFor({ state: 'hidden' });
  });

  it('pins a project and a model, which are on top of their lists and of the questions then', async () => {
    const { views, workbench, quickInput } = session;
    await views.openView('Simulation Service');
    await views.expandSection('Reusable Models');
    const models = labelsOf(await views.waitForTreeRows('Reusable Models', (rows) => rows.length === 2));
    await views.chooseFromRow('Projects', secondProject, 'Pin');
    await views.chooseFromRow('Reusable Models', models[1]!, 'Pin');
    const isFirst = (label: string) => (rows: readonly TreeRow[]) => rows[0]?.label === label;
    const [project] = await views.waitForTreeRows('Projects', isFirst(secondProject));
    await views.waitForTreeRows('Reusable Models', isFirst(models[1]!));
    assert.deepEqual([project?.icon, project?.ariaLabel], ['pinned', `${secondProject}, project, pinned`]);
    await workbench.screenshot(screenshotPath('pinned-dark'));
    await workbench.runCommand('Simulation Service: Create Simulation…');
    const projects = await quickInput.waitForQuickInput({ hasItems: true });
    assert.deepEqual(fieldsOf(projects.items, 'separator', 'label'), [
      ['pinned', secondProject],
      ['Projects', 'New project…'],
      ['', firstProject],
    ]);
    await quickInput.pick(secondProject);
    const choices = await quickInput.waitForQuickInput({ hasItems: true }, ({ items }) =>
      items.some(({ label }) => label === models[1]),
    );
    assert.deepEqual(fieldsOf(choices.items, 'separator', 'label'), [
      ['', 'Upload files from the workspace…'],
      ['pinned', models[1]],
      ['Reusable models', models[0]],
    ]);
    await quickInput.closeQuickInput();
    await views.chooseFromRow('Projects', secondProject, 'Unpin');
    await views.waitForTreeRows('Projects', isFirst(firstProject));
  });

  it('starts the main job from the title of the launches, whichever row has the focus', async () => {
    const { workbench, views, quickInput, notifications } = session;
    await workbench.runCommand('View: Show Explorer');
    await workbench.explorer.expandFolder('cantilever');
    await uploadFromContextMenu(workbench, 'upload', ['loads.inc']);
    await notifications.waitForNotification(/was uploaded and finalised/);
    await notifications.clearNotifications();
    await workbench.views.openView('Simulation Service');
    await (await views.treeRow('Launches', 'loads')).click();
    await views.viewAction('Launches', 'Upload and Create Simulation…');
    await quickInput.waitForQuickInput({ step: '1/5', hasItems: true });
    await quickInput.closeQuickInput();
  });
});
