import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { closeBrowser, type Session, startSession, writeSample } from '../browser/support/session';
import { repositoryRoot } from '../host/testDataFolder';

/**
 * Takes the screenshots for the README from a real VS Code, and writes them to the folder that the README
 * refers to.
 */
async function main(): Promise<void> {
  await mkdir(folder, { recursive: true });
  try {
    for (const theme of ['light', 'dark'] as const) await inTheme(theme);
  } finally {
    await closeBrowser();
  }
}

const folder = path.join(repositoryRoot(), 'media', 'pictures');

/** Large enough for the main workflow, small enough for a page; pixels. */
const window = { width: 1000, height: 620 };

/** Duration of each picture of the animation; ms. */
const frameDurationMs = 1600;

const files = ['cantilever.inp', 'loads.inc', 'mesh'];

async function inTheme(theme: 'light' | 'dark'): Promise<void> {
  const session = await startSession({ theme });
  try {
    await session.workbench.page.setViewportSize(window);
    const frames = await mainJob(session, theme);
    if (theme === 'dark') await animate(frames);
    await runningUpload(session, theme);
    await views(session, theme);
  } finally {
    await session.end();
  }
}

/**
 * From the files to a simulation.
 * @returns a picture of each step
 */
async function mainJob({ workbench }: Session, theme: string): Promise<Buffer[]> {
  const { explorer, quickInput, notifications } = workbench;
  const frames: Buffer[] = [];
  const look = async (name?: string) => {
    const frame = await workbench.page.screenshot();
    frames.push(frame);
    if (name !== undefined) await keep(frame, `${name}-${theme}`);
  };
  await explorer.expandFolder('cantilever');
  await look();
  await explorer.explorerContextMenu(files, 'Upload and Create Simulation…', () => look('context-menu'));
  await quickInput.waitForQuickInput({ step: '1/3' });
  await look('plan');
  await quickInput.acceptQuickInput();
  await quickInput.waitForQuickInput({ step: '2/3' });
  await look();
  await quickInput.acceptQuickInput();
  await quickInput.waitForQuickInput({ step: '3/3', hasItems: true });
  await look();
  await quickInput.acceptQuickInput();
  await notifications.waitForNotification(/^Simulation sim_.+ was created/);
  await notifications.waitUntilGone(/^Upload and Create Simulation/);
  await look('launch');
  await workbench.openView('Simulation Service');
  await workbench.views.waitForTreeRows('Launches', (rows) => rows.length === 2);
  await look();
  await notifications.clearNotifications();
  return frames;
}

async function runningUpload(session: Session, theme: string): Promise<void> {
  const { workbench, emulator } = session;
  const { explorer, quickInput, notifications } = workbench;
  await workbench.runCommand('View: Show Explorer');
  const results = ['mesh-fine.bin', 'mesh-medium.bin', 'mesh-coarse.bin'];
  for (const name of results) await writeSample(session, name, Buffer.alloc(30_000_000, name));
  emulator.setBytesPerSecond(9_000_000);
  await explorer.explorerContextMenu(results, 'Upload as New Simulation Model…');
  await quickInput.waitForQuickInput({ step: '1/2' });
  await quickInput.acceptQuickInput();
  await quickInput.waitForQuickInput({ step: '2/2' });
  await quickInput.acceptQuickInput();
  await notifications.waitForNotification(/Uploading: 0 of 3 files, .+\/s, .+ left/);
  await keep(await workbench.page.screenshot(), `upload-${theme}`);
  await notifications.cancelProgress(/Uploading/);
  emulator.setBytesPerSecond(undefined);
  await notifications.waitUntilGone(/Uploading/);
}

async function views({ workbench }: Session, theme: string): Promise<void> {
  await workbench.openView('Simulation Service');
  await workbench.views.expandRow('Projects', 'Bracket fatigue study');
  await keep(await workbench.page.screenshot(), `tree-${theme}`);
  await workbench.views.expandRow('Launches', 'cantilever');
  await workbench.views.waitForTreeRows('Launches', (rows) => rows.length > 4);
  await keep(await workbench.page.screenshot(), `launches-${theme}`);
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
