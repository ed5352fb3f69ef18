import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { writeTree } from '../support/tempTree';
import { bookmarkRequests, resetAfterEach, useSession } from './support/hooks';
import { fieldsOf, labelsOf } from './support/rows';
import { screenshotPath } from './support/session';
import { firstProject } from './support/upload';

const createSimulation = {
  $prompts: { cores: { type: 'number', default: 8 }, queue: { type: 'choice', choices: ['short', 'long'] } },
  project_id: '{project_id}',
  model_id: '{model_id}',
  cores: '{prompt.cores}',
  queue: '{prompt.queue}',
};

describe('A user who plans a study', () => {
  const session = useSession({
    prepare: (folder) =>
      writeTree(folder, { 'beam/beam.inp.template': '*CLOAD\n1, 2, {{ force:10 }}\n** {{ steel }}\n' }),
    settings: { 'simulationService.requests.createSimulation': createSimulation },
  });
  resetAfterEach(session);

  const title = 'Create Table';

  async function enterValues(...texts: readonly (string | undefined)[]): Promise<void> {
    const { quickInput } = session;
    for (const [index, text] of texts.entries()) {
      const step = `${index + 1}/${texts.length + 1}`;
      if (text === undefined) await quickInput.acceptQuickInput({ title, step });
      else await quickInput.enterInQuickInput(text, { title, step });
    }
  }

  const readText = (name: string) => readFileSync(path.join(session.workspace.folder, 'beam', name), 'utf8');

  it('writes every combination of the values of placeholders and questions', async () => {
    const { workbench, quickInput } = session;
    const { operations } = bookmarkRequests(session);
    await workbench.views.openView('Explorer');
    await workbench.explorer.explorerContextMenu(['beam'], 'Create Table…');
    const first = await quickInput.waitForQuickInput({ title, step: '1/5' });
    assert.match(first.message, /^Values of “force”/);
    await workbench.screenshot(screenshotPath('create-table-values'));
    await enterValues('-0,5; -1,5', 'S235; S355', '', undefined);
    const kinds = await quickInput.waitForQuickInput({ title, step: '5/5', hasItems: true });
    assert.deepEqual(fieldsOf(kinds.items, 'label', 'description'), [
      ['Full Factorial', '8 rows'],
      ['One at a Time', '4 rows'],
      ['Latin Hypercube', ''],
    ]);
    await workbench.screenshot(screenshotPath('create-table-kinds'));
    await quickInput.pick('Full Factorial');
    await workbench.waitForEditorText('force;steel;queue', '-1,5;S355;long');
    const rows = ['-0,5', '-1,5'].flatMap((force) =>
      ['S235', 'S355'].flatMap((steel) => ['short', 'long'].map((queue) => `${force};${steel};${queue}`)),
    );
    assert.equal(
      readText('cases.csv'),
      ['# Full Factorial, 8 rows', 'force;steel;queue', ...rows, ''].join('\n'),
    );
    assert.deepEqual(operations(), []);
  });

  it('spreads rows over ranges, beside the table that is there, and the same seed gives the same rows', async () => {
    const { workbench, quickInput } = session;
    for (const name of ['cases-2.csv', 'cases-3.csv']) {
      await workbench.views.openView('Explorer');
      await workbench.explorer.expandFolder('beam');
      await workbench.explorer.explorerContextMenu(['beam.inp.template'], 'Create Table…');
      await enterValues('-500..-100', 'S235', '4..16 (4)', undefined);
      await quickInput.pick('Latin Hypercube', { title, step: '5/5', hasItems: true });
      await quickInput.enterInQuickInput('12', { title, step: '6/7' });
      await quickInput.enterInQuickInput('7', { title, step: '7/7' });
      await workbench.page.locator('.tab.active', { hasText: name }).waitFor();
    }
    const text = readText('cases-2.csv');
    assert.equal(readText('cases-3.csv'), text);
    const [comment, header, ...rows] = text.trimEnd().split('\n');
    assert.deepEqual([comment, header], ['# Latin Hypercube, 12 rows, seed 7', 'force,steel,cores,queue']);
    const parts = rows.map((row) => Math.floor((Number(row.split(',')[0]) + 500) / (400 / 12)));
    assert.deepEqual(
      parts.sort((a, b) => a - b),
      Array.from({ length: 12 }, (_, part) => part),
    );
    const cores = rows.map((row) => row.split(',')[2]).sort();
    assert.deepEqual(cores, ['12', '12', '12', '16', '16', '16', '4', '4', '4', '8', '8', '8']);
  });

  it('goes on with the table and its folder by Enter, and with files in place of a reusable model', async () => {
    const { workbench, quickInput } = session;
    await workbench.runCommand('Simulation Service: Create Simulations from Table…');
    await quickInput.pick(firstProject, { placeholder: /project/, hasItems: true });
    await quickInput.acceptQuickInput({ placeholder: /Select the model/, hasItems: true });
    await quickInput.acceptQuickInput({ placeholder: /Select the folder/, hasItems: true });
    const plan = await quickInput.waitForQuickInput({ total: /^\d files?/, hasItems: true });
    const labels = labelsOf(plan.items);
    assert.ok(labels.includes('beam.inp.template') && !labels.includes('loads.inc'), labels.join());
  });

  it('is told what is wrong with a value, a number of rows and a seed, and is offered no table that is too long', async () => {
    const { workbench, quickInput } = session;
    await workbench.views.openView('Explorer');
    await workbench.explorer.explorerContextMenu(['beam'], 'Create Table…');
    for (const [text, message] of [
      ['', 'Enter values separated by semicolons, or a range.'],
      ['1..x', 'A range has two different numbers, such as 10..30.'],
      ['1..2 (5000)', 'A column can have 2 to 1,000 values.'],
    ] as const) {
      await quickInput.enterInQuickInput(text, { title, step: '1/5' });
      await quickInput.waitForQuickInput({ step: '1/5', message });
    }
    await enterValues('1..900 (900)', '1..900 (900)', '', undefined);
    const kinds = await quickInput.waitForQuickInput({ title, step: '5/5', hasItems: true });
    assert.deepEqual(fieldsOf(kinds.items, 'label', 'description'), [
      ['One at a Time', '1800 rows'],
      ['Latin Hypercube', ''],
    ]);
    await quickInput.pick('Latin Hypercube');
    await quickInput.enterInQuickInput('0', { step: '6/7' });
    await quickInput.waitForQuickInput({ step: '6/7', message: 'Enter a whole number from 1 to 5000.' });
    await quickInput.enterInQuickInput('2');
    await quickInput.enterInQuickInput('-1', { step: '7/7' });
    await quickInput.waitForQuickInput({ step: '7/7', message: 'Enter a whole number from 0 to 999999.' });
  });

  it('is told so where there is nothing to fill in', async () => {
    const { workbench, notifications } = session;
    await session.configure({});
    await workbench.views.openView('Explorer');
    await workbench.explorer.explorerContextMenu(['cantilever'], 'Create Table…');
    await notifications.waitForNotification(/^There is nothing to fill in: no template/);
  });
});
