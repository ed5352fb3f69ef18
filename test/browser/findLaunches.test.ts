import assert from 'node:assert/strict';
import path from 'node:path';
import { Journal } from '../../src/launch/journal';
import type { JournalEntry } from '../../src/launch/journalEntry';
import { waitFor } from '../host/waitFor';
import { useSession } from './support/hooks';
import { fieldsOf, labelsOf } from './support/rows';
import { findFiles, screenshotPath } from './support/session';
import { firstProject, uploadFromContextMenu } from './support/upload';

const launchesView = 'Launches';

const names = ['development', 'staging', 'reference', 'production'] as const;
const count = 300;

const addressOf = (name: string) => `https://${name}.invalid`;

/** Records of launches in four environments, of which every tenth has failed, one for each hour before now. */
async function writeRecords(folder: string): Promise<void> {
  let now = 0;
  const journal = new Journal(folder, { now: () => now });
  for (let index = 0; index < count; index++) {
    now = Date.now() - (index + 1) * 3_600_000;
    const environment = names[index % names.length]!;
    const service = {
      origin: addressOf(environment),
      basePath: '/',
      variant: 'variant_b',
      settingsFingerprint: '',
      environment,
    } as const;
    const record = await journal.begin({
      service,
      project: { id: `prj-${index % 7}`, name: `Project ${index % 7}` },
      model: { id: `mdl-${index}`, name: `case-${1000 + index}` },
      finalise: true,
      simulate: true,
      bodies: {},
    });
    const last: JournalEntry =
      index % 10 === 0
        ? { kind: 'failed', problem: { kind: 'network' } }
        : { kind: 'simulationCreated', id: `sim-${index}` };
    await record.append({ kind: 'creatingSimulation' });
    await record.append(last);
    await record.close();
  }
}

describe('300 launches in four environments', () => {
  const session = useSession({
    settings: (baseUrl) => ({
      'simulationService.launches.keep': 1000,
      'simulationService.environments': {
        ...Object.fromEntries(
          names.map((name) => [name, { baseUrl: addressOf(name), protected: name === 'production' }]),
        ),
        tested: { baseUrl, variant: 'variant_b' },
      },
      'simulationService.environment': 'tested',
    }),
  });

  before(async () => {
    const { workbench, server } = session;
    await workbench.explorer.expandFolder('cantilever');
    await uploadFromContextMenu(workbench, 'uploadAndSimulate', ['loads.inc']);
    await workbench.notifications.waitForNotification(/^Simulation sim_.+ was created/);
    await workbench.notifications.clearNotifications();
    const [record = ''] = findFiles(server.dataDir, '.launch');
    await writeRecords(path.dirname(record));
    await workbench.views.openView('Simulation Service');
    await workbench.views.waitForTreeRows(launchesView, (rows) => rows.length > 10);
  });

  const focused = () => session.page.locator('*:focus').first();

  /** The row with the keyboard focus, as a screen reader gets it. */
  async function focusedName(): Promise<string> {
    const id = await focused()
      .getAttribute('aria-activedescendant', { timeout: 1000 })
      .catch(() => null);
    if (id === null) return '';
    const row = session.page.locator(`[id="${id}"]`);
    return (await row.getAttribute('aria-label', { timeout: 1000 }).catch(() => null)) ?? '';
  }

  const waitForFocus = (name: RegExp) =>
    waitFor(`the focus on ${name}`, async () => name.test(await focusedName()), {
      state: focusedName,
    });

  /** VS Code draws the message later than the rows. */
  const waitForMessage = (text: string) =>
    waitFor(`the message ${text}`, async () => (await session.views.viewMessage(launchesView)) === text, {
      state: () => session.views.viewMessage(launchesView),
    });

  /** Opens the filter with the one key that does so in the view, and presses Enter after a text. */
  async function findByKeys(text: string): Promise<void> {
    const { page, quickInput } = session;
    await page.keyboard.press('Control+F');
    await quickInput.waitForQuickInput({ title: 'Filter Launches', hasItems: true });
    await page.keyboard.press('Control+A');
    await page.keyboard.type(text);
    await page.keyboard.press('Enter');
    await quickInput.waitUntilClosed();
  }

  it('name their environment unless it is the selected one, and say which is protected', async () => {
    const { views } = session;
    const rows = await views.treeRows(launchesView);
    const shown = rows.filter(({ level }) => level === 2).slice(0, 5);
    assert.deepEqual(labelsOf(shown), ['loads', 'case-1000', 'case-1001', 'case-1002', 'case-1003']);
    assert.deepEqual(
      shown.map(({ description }) => description.split(' · ').slice(1)),
      [
        [firstProject],
        ['development', 'Project 0'],
        ['staging', 'Project 1'],
        ['reference', 'Project 2'],
        ['production (protected)', 'Project 3'],
      ],
    );
    await session.workbench.screenshot(screenshotPath('launches-in-environments'));
  });

  it('are each found with two keys and a text, and the row that has the focus is read', async () => {
    const { views } = session;
    await (await views.treeRow(launchesView, 'case-1000')).click();
    for (const index of [7, 123, 299]) {
      await findByKeys(`case-${1000 + index}`);
      await waitForFocus(new RegExp(`^Launch of case-${1000 + index}, .*${names[index % 4]}`, 'u'));
      await waitForMessage(`Filtered by “case-${1000 + index}”: 1 of ${count + 1}.`);
    }
    await findByKeys('sim-42');
    await waitForFocus(/^Launch of case-1042, launched/);
    await session.workbench.screenshot(screenshotPath('filtered-launches'));
  });

  it('are filtered by environment, state and age in the same step, all by keyboard', async () => {
    const { page, quickInput } = session;
    await page.keyboard.press('Control+F');
    const asked = await quickInput.waitForQuickInput({ title: 'Filter Launches', hasItems: true });
    assert.equal(asked.value, 'sim-42');
    assert.deepEqual(fieldsOf(asked.items, 'label', 'description', 'checked').slice(0, 8), [
      ['tested', '1', false],
      ['development', '75', false],
      ['staging', '75', false],
      ['reference', '75', false],
      ['production', '75', false],
      ['Needs Attention', '30', false],
      ['Running', '0', false],
      ['Done', '271', false],
    ]);
    await session.workbench.screenshot(screenshotPath('filter-launches'));
    await page.keyboard.press('Control+A');
    await page.keyboard.press('Delete');
    // To the second environment, and from there to the first state.
    for (const key of ['ArrowDown', 'ArrowDown', 'Space', ...Array<string>(4).fill('ArrowDown'), 'Space'])
      await page.keyboard.press(key);
    await quickInput.waitForQuickInput(
      {},
      ({ items }) => items.filter(({ checked }) => checked).length === 2,
    );
    await page.keyboard.press('Enter');
    await waitForFocus(/^Launch of case-1000, failed, .*development/);
    await waitForMessage(`Filtered by “development, Needs Attention”: 15 of ${count + 1}.`);
  });

  it('have a note of their own, by which they are found', async () => {
    const { quickInput, views } = session;
    await views.chooseFromRow(launchesView, 'case-1000', 'Note…');
    await quickInput.enterInQuickInput('x'.repeat(201), { title: 'Note' });
    await quickInput.waitForQuickInput({ message: 'At most 200 characters are allowed.' });
    await quickInput.enterInQuickInput('finer mesh\u202e');
    await views.waitForRow(launchesView, 'case-1000', ({ description }) =>
      description.includes('finer mesh\\u{202e}'),
    );
    await (await views.treeRow(launchesView, 'case-1000')).click();
    await findByKeys('finer');
    await waitForFocus(/^Launch of case-1000, failed, .*finer mesh/);
    // The ticks are those of the last time.
    await waitForMessage(`Filtered by “finer, development, Needs Attention”: 1 of ${count + 1}.`);
    await session.workbench.screenshot(screenshotPath('noted-launch'));
  });

  it('that are not there are said so, and Clear Filter is beside the filter', async () => {
    const { views, notifications } = session;
    await findByKeys('no such launch');
    assert.deepEqual(await views.viewWelcome(launchesView), {
      text: 'No launches match the filter.',
      buttons: ['Clear Filter', 'Change Filter…'],
      links: [],
    });
    await notifications.waitForNotification(/^No launches match the filter\.$/);
    await views.clickWelcomeButton(launchesView, 'Clear Filter');
    await views.waitForTreeRows(launchesView, (rows) => rows.length > 10);
  });

  it('are beside a list of projects with the same keys and the same way back', async () => {
    const { views, page, quickInput } = session;
    await (await views.treeRow('Projects', firstProject)).click();
    await page.keyboard.press('Control+F');
    await quickInput.enterInQuickInput('wing', { title: 'Filter Projects' });
    await views.waitForTreeRows('Projects', (rows) => rows.length === 1);
    await views.viewAction('Projects', 'Clear Project Filter');
    await views.waitForTreeRows('Projects', (rows) => rows.length > 1);
  });
});
