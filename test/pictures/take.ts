import { cpSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { formatServiceFile } from '../../src/serviceFile/serviceFile';
import { closeBrowser, type Session, startSession } from '../browser/support/session';
import { firstProject } from '../browser/support/upload';
import { repositoryRoot } from '../host/testDataFolder';
import type { Workbench } from '../host/workbench';
import { writeTree } from '../support/tempTree';

/**
 * Takes the screenshots for the README from a real VS Code, and writes them to the folder that the README
 * refers to. They have twice the resolution of the page, and show no more than the README talks about.
 */
async function main(): Promise<void> {
  await mkdir(folder, { recursive: true });
  try {
    await launch();
    await service();
    await task();
    await study();
  } finally {
    await closeBrowser();
  }
}

const folder = path.join(repositoryRoot(), 'media', 'pictures');

/** As small as the main job can be seen in; pixels of the page. */
const window = { width: 860, height: 540 };

/** Duration of each picture of the animation; ms. */
const frameDurationMs = 1600;

/** The same on light and on dark pages: a store does not choose between pictures. */
const theme = 'light';

const plan = '.quick-input-widget';
const sideBar = '.part.sidebar';

/** The main job as an animation, its plan, and the views afterwards. */
async function launch(): Promise<void> {
  const session = await startSession({ theme, pixelRatio: 2 });
  try {
    await session.workbench.page.setViewportSize(window);
    await animate(await mainJob(session));
    await launches(session);
  } finally {
    await session.end();
  }
}

/**
 * From the files to a simulation.
 * @returns a picture of each step
 */
async function mainJob({ workbench }: Session): Promise<Buffer[]> {
  const { explorer, quickInput, notifications } = workbench;
  const frames: Buffer[] = [];
  const look = async () => void frames.push(await workbench.page.screenshot());
  await explorer.expandFolder('cantilever');
  await look();
  await explorer.explorerContextMenu(['cantilever.inp'], 'Upload and Create Simulation…', look);
  await quickInput.waitForQuickInput({ step: '1/4' });
  await look();
  await keep(await pictureOf(workbench, plan), 'plan');
  await quickInput.quickInputButton('Add Missing Files');
  await quickInput.waitForQuickInput({ total: /^6 files/ });
  await look();
  await quickInput.acceptQuickInput();
  await quickInput.waitForQuickInput({ step: '2/4' });
  await look();
  await quickInput.acceptQuickInput();
  await quickInput.waitForQuickInput({ step: '3/4', hasItems: true });
  await look();
  await quickInput.pick(firstProject);
  await notifications.waitForNotification(/^Simulation sim_.+ was created/);
  await notifications.waitUntilGone(/^Upload and Create Simulation/);
  await look();
  await workbench.views.openView('Simulation Service');
  await workbench.views.waitForTreeRows('Projects', (rows) => rows.length === 2);
  await workbench.views.waitForTreeRows('Launches', (rows) => rows.length === 2);
  await look();
  await notifications.clearNotifications();
  return frames;
}

async function launches({ workbench }: Session): Promise<void> {
  await workbench.views.expandRow('Projects', 'Bracket fatigue study');
  await workbench.views.expandRow('Launches', 'cantilever');
  await workbench.views.waitForTreeRows('Launches', (rows) => rows.length > 4);
  await keep(await pictureOf(workbench, sideBar), 'launches');
}

/** A file from a colleague beside the settings, before it is added. */
async function service(): Promise<void> {
  const file = 'wind.service.json';
  const entry = {
    baseUrl: 'https://simulation.example.com',
    authentication: 'apiKey',
    apiKeyHeader: 'X-Team-Token',
    pathPrefix: '/api/v9',
    requests: { createProject: { title: '{name}' } },
    responses: { projects: '/data/projects' },
  };
  const prepare = (workspace: string) =>
    writeTree(workspace, { [file]: formatServiceFile({ name: 'wind', entry }) });
  const session = await startSession({ theme, pixelRatio: 2, prepare, unconfigured: true });
  const { workbench, page, quickInput } = session;
  try {
    await page.setViewportSize({ ...window, width: 1000 });
    await workbench.runCommand('View: Close Primary Side Bar');
    await workbench.runCommand('Simulation Service: Add Service…');
    await quickInput.pick('File from a Colleague…', { hasItems: true });
    await quickInput.pick(file, { title: 'Service File', hasItems: true });
    await quickInput.waitForQuickInput({ title: /add the service “wind”/, hasItems: true });
    await page.locator('.editor.modified .view-lines').filter({ hasText: 'X-Team-Token' }).waitFor();
    await keep(await page.screenshot(), 'add-service');
  } finally {
    await session.end();
  }
}

/** The question of a task, and its terminal. */
async function task(): Promise<void> {
  const described = { files: ['cantilever'], model: 'Cantilever r2', project: firstProject };
  const tasks = [{ type: 'simulation', label: 'Cantilever', ...described }];
  const tasksFile = JSON.stringify({ version: '2.0.0', tasks });
  const prepare = (workspace: string) => writeTree(workspace, { '.vscode/tasks.json': tasksFile });
  const session = await startSession({ theme, pixelRatio: 2, prepare });
  const { workbench, page, dialogs, terminal } = session;
  try {
    await page.setViewportSize(window);
    await workbench.runCommand('View: Close Primary Side Bar');
    await workbench.runTask('Cantilever');
    await dialogs.dialog();
    await keep(await pictureOf(workbench, '.monaco-dialog-box'), 'task-question');
    await dialogs.clickDialogButton('Launch');
    await terminal.waitForText(/press any key to close/);
    await keep(await pictureOf(workbench, '.part.panel .terminal-outer-container'), 'task-terminal');
  } finally {
    await session.end();
  }
}

/** The question of a study, and the study in its view. */
async function study(): Promise<void> {
  const name = 'cantilever-study';
  const prepare = (workspace: string) =>
    cpSync(path.join(repositoryRoot(), 'media', 'sample', name), path.join(workspace, name), {
      recursive: true,
    });
  const session = await startSession({ theme, pixelRatio: 2, prepare });
  const { workbench, page, explorer, quickInput, dialogs, notifications, views } = session;
  try {
    await page.setViewportSize(window);
    await explorer.expandFolder(name);
    await explorer.explorerContextMenu(
      ['cantilever.inp.template', 'cases.csv'],
      'Create Simulations from Table…',
    );
    await quickInput.acceptQuickInput({ step: '1/4', hasItems: true });
    await quickInput.acceptQuickInput({ step: '2/4' });
    await quickInput.pick(firstProject, { step: '3/4', hasItems: true });
    await dialogs.dialog();
    await keep(await pictureOf(workbench, '.monaco-dialog-box'), 'study-question');
    await dialogs.clickDialogButton('Create 3');
    await notifications.waitForNotification(/3 of 3 started/);
    await workbench.views.openView('Simulation Service');
    const label = `${firstProject}, cases.csv`;
    await views.expandRow('Launches', label);
    await views.waitForTreeRows('Launches', (rows) => rows.length === 5);
    await notifications.clearNotifications();
    await keep(await pictureOf(workbench, '.pane:has([aria-label="Launches"])'), 'study-rows');
  } finally {
    await session.end();
  }
}

/** A part of the page, by its selector. */
function pictureOf({ page }: Workbench, part: string): Promise<Buffer> {
  return page.locator(part).screenshot();
}

/** Few colours are enough for a user interface, and keep the files small. */
async function keep(picture: Buffer, name: string): Promise<void> {
  const small = await sharp(picture).png({ palette: true, colours: 128, effort: 10 }).toBuffer();
  await writeFile(path.join(folder, `${name}.png`), small);
}

async function animate(frames: Buffer[]): Promise<void> {
  const delay = frames.map(() => frameDurationMs);
  const small = await sharp(frames, { join: { animated: true } })
    .gif({ colours: 64, effort: 10, delay, loop: 0, interFrameMaxError: 4 })
    .toBuffer();
  await writeFile(path.join(folder, 'main-job.gif'), small);
}

void main();
