import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Locator } from 'playwright-core';
import type { PageElement } from '../host/pageElement';
import { waitFor } from '../host/waitFor';
import type { Workbench } from '../host/workbench';
import { loseResponse, replyWith } from '../support/emulatorFaults';
import { addPseudoLanguage, pseudo, pseudoLanguage } from '../support/pseudoLanguage';
import { AccentReader } from './support/accentReader';
import { interceptOperation, resetAfterEach, useSession } from './support/hooks';
import { screenshotPath } from './support/session';

/** Writes a file that cannot be uploaded and an excluded one, beside valid ones. */
function prepare(folder: string): void {
  execFileSync('mkfifo', [path.join(folder, 'cantilever/pipe')]);
  writeFileSync(path.join(folder, 'cantilever/licence.key'), 'secret');
}

// The texts of package.json need no more than a sample here, because they all are in its file of texts.
describe('In the pseudo-language every text has accents', () => {
  const session = useSession({ prepare, language: pseudoLanguage, changeExtension: addPseudoLanguage });
  let workbench: Workbench;
  let read: AccentReader;

  before(() => {
    ({ workbench } = session);
    read = new AccentReader(session, workbench);
  });
  resetAfterEach(session);

  /** The tests name commands, views and titles in English, as everywhere. */
  async function run(command: string): Promise<void> {
    await workbench.runCommand(`${pseudo('Simulation Service')}: ${pseudo(command)}`);
  }

  function row(view: string, label: string): Promise<Locator> {
    return workbench.views.treeRow(pseudo(view), label);
  }

  it('in the views', async () => {
    await workbench.views.openView(pseudo('Simulation Service'));
    await read.rows('Projects', 2);
    await workbench.views.expandSection(pseudo('Reusable Models'));
    await read.rows('Reusable Models', 2);
    await read.welcome('Launches');
    const sideBar = workbench.page.locator('.part.sidebar');
    read.texts(await sideBar.locator('.composite.title h2, .pane-header h3.title').allTextContents());
    read.texts(await labelsOf(sideBar.locator('.pane-header .actions .action-label')));
    await workbench.screenshot(screenshotPath('pseudo-language'));
  });

  it('in an upload, from the plan to the result', async () => {
    const { explorer, quickInput, page } = workbench;
    await workbench.views.openView('Explorer');
    await explorer.explorerContextMenu(['cantilever'], pseudo('Upload and Create Simulation…'));
    await read.quickInput({ step: '1/4', hasItems: true });
    await quickInput.acceptQuickInput();
    await read.dialog('Cancel');
    await quickInput.toggle('pipe');
    await quickInput.quickInputButton(pseudo('Show Request Bodies'));
    const comments = page.locator('.editor-instance .view-line', { hasText: '//' });
    await comments.first().waitFor();
    read.texts(await comments.allTextContents());
    await workbench.runCommand('View: Close Editor');
    await quickInput.acceptQuickInput({ step: '1/4', hasItems: true });
    await read.quickInput({ step: '2/4' });
    await quickInput.typeInQuickInput(' ');
    const refusal = pseudo('This field is required.');
    await quickInput.waitForQuickInput({}, ({ message }) => message.startsWith(refusal));
    await quickInput.enterInQuickInput('cantilever');
    await read.quickInput({ step: '3/4', hasItems: true });
    await quickInput.acceptQuickInput();
    await read.quickInput({ step: '4/4' });
    session.emulator.setBytesPerSecond(2_000);
    await quickInput.acceptQuickInput();
    await read.notification(new RegExp(pseudo('Uploading the files…')));
    session.emulator.setBytesPerSecond(undefined);
    await read.notification(/sim_/);
  });

  it('in the launches', async () => {
    const { views, quickInput } = workbench;
    await workbench.views.openView(pseudo('Simulation Service'));
    await read.rows('Launches', 2);
    await views.expandRow(pseudo('Launches'), 'cantilever');
    await read.rows('Launches', 5);
    const launch = await row('Launches', 'cantilever');
    await read.tooltip(launch, /\n/);
    await read.menu(launch);
    await views.contextMenu(launch, pseudo('Create Again as New Model'));
    await read.dialog('Cancel');
    await views.contextMenu(launch, pseudo('Remove from List…'));
    await read.dialog('Cancel');
    await views.contextMenu(launch, pseudo('Compare with Launch…'));
    await read.notification();
    await run('Filter Launches…');
    await read.quickInput({ hasItems: true });
    await quickInput.closeQuickInput();
    await workbench.screenshot(screenshotPath('pseudo-launches'));
  });

  it('in questions', async () => {
    const { quickInput } = workbench;
    await run('Set Base URL…');
    await quickInput.typeInQuickInput('ftp://');
    const refusal = pseudo('The base URL must begin with https:// or http://.');
    await quickInput.waitForQuickInput({}, ({ message }) => message.startsWith(refusal));
    await read.quickInput({ title: pseudo('Set Base URL') });
    await quickInput.closeQuickInput();
    for (const title of ['Select Variant', 'Select Environment']) {
      await run(`${title}…`);
      await read.quickInput({ title: pseudo(title), hasItems: true });
      await quickInput.closeQuickInput();
    }
  });

  it('in errors', async () => {
    const { emulator } = session;
    interceptOperation(emulator, 'createProject', replyWith({ status: 400 }));
    await run('Create Project…');
    await read.quickInput({ title: pseudo('Create Project') });
    await workbench.quickInput.acceptQuickInput();
    await read.notification(/400/);
    interceptOperation(emulator, 'createSimulation', loseResponse);
    const { name } = emulator.projects[0]!;
    await workbench.views.contextMenu(await row('Projects', name), pseudo('Create Simulation…'));
    await read.quickInput({ hasItems: true });
    await workbench.quickInput.acceptQuickInput();
    await read.notification(new RegExp(name));
  });

  it('in the connection check', async () => {
    const { page } = workbench;
    await run('Check Connection');
    await read.notification(new RegExp(pseudo('works')));
    read.texts(await page.locator('.tab.active .label-name').allTextContents());
    const text = page.locator('.editor-instance .view-lines');
    const lines = await waitFor('the report', async () => {
      const shown = (await text.innerText()).replace(/\u00a0/g, ' ').split('\n');
      return shown.some((line) => line.includes('✓')) && shown;
    });
    const words = lines.filter((line) => !/^ +GET http\S+: \d{3}$/.test(line));
    read.texts(words, 'VS Code', 'server-distro', 'remote', process.platform, process.arch, 'Node');
  });

  it('in the sign-in prompts', async () => {
    const { emulator } = session;
    const { quickInput } = workbench;
    emulator.setIntercept(({ server }) => (server === 'service' ? replyWith({ status: 401 }) : undefined));
    await run('Refresh All Views');
    await read.welcome('Projects');
    await read.welcome('Reusable Models');
    await run('Sign In…');
    await quickInput.typeInQuickInput('two words');
    await read.quickInput({ title: pseudo('Sign In') });
    emulator.setIntercept(undefined);
    await quickInput.enterInQuickInput('token');
    await read.notification();
    await run('Sign Out…');
    await read.dialog(pseudo('Sign Out'));
  });

  it('while the emulator runs', async () => {
    await run('Start Local Emulator');
    await read.notification();
    const { text, ariaLabel } = await workbench.waitForStatusBarItem(pseudo('Emulator'));
    read.texts([text, ariaLabel], 'localhost');
    await run('Stop Local Emulator');
  });

  it('in the status bar', async () => {
    const baseUrl = 'http://plain.example';
    await session.configure({
      'simulationService.baseUrl': baseUrl,
      'simulationService.allowInsecureHttp': true,
    });
    const item = await workbench.waitForStatusBarItem(/^plain\.example: /);
    read.texts([item.text, item.ariaLabel], 'plain.example');
    await read.tooltip(workbench.statusBarElement(item), new RegExp(pseudo('encrypted')));
  });
});

function labelsOf(controls: Locator): Promise<string[]> {
  return controls.evaluateAll((all: readonly PageElement[]) =>
    // VS Code adds the key of a command.
    all.map((control) => control.getAttribute('aria-label')?.replace(/ \(Ctrl\+F\)$/, '') ?? ''),
  );
}
