import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { VscodeServer } from '../host/vscodeServer';
import { waitFor } from '../host/waitFor';
import type { Workbench } from '../host/workbench';
import { sha256 } from '../support/hashes';
import { decodeFiles } from '../support/recordText';
import { tempTree } from '../support/tempTree';
import { useSession } from './support/hooks';
import { screenshotPath } from './support/session';
import { sampleFiles } from './support/upload';

const titles = [
  'Start the local emulator',
  'Create a sample model',
  'Upload and simulate the model',
  'View the launch',
  'Connect to your service',
];

const sample = path.join('media', 'sample', 'cantilever');

/** Name, size and SHA-256 of the files that were accepted in the only launch of a server. */
function readAccepted({ dataDir }: VscodeServer): unknown[] {
  const [record = ''] = readdirSync(dataDir, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.files'),
  );
  const entries = decodeFiles(readFileSync(path.join(dataDir, record), 'utf8'));
  const planned = entries.flatMap((entry) => (entry.kind === 'planned' ? entry.files : []));
  const accepted = entries.flatMap((entry) => (entry.kind === 'accepted' ? entry.files : []));
  const hashes = new Map(accepted.map(({ name, sha256: hash }) => [name, hash]));
  return planned.map(({ name, size }) => [name, size, hashes.get(name)]);
}

async function openFromWelcome({ page, views, walkthrough }: Workbench): Promise<void> {
  // A narrow editor hides the pictures.
  await page.setViewportSize({ width: 1600, height: 900 });
  await views.openView('Simulation Service');
  await views.viewWelcome('Projects');
  await views.clickWelcomeButton('Projects', 'walkthrough');
  await walkthrough.waitUntilOpen();
}

/** A workspace of a user who has files, but no model. */
async function withoutModel(folder: string): Promise<void> {
  await rm(path.join(folder, 'cantilever'), { recursive: true });
  await mkdir(path.join(folder, 'archive'));
  for (const name of ['archive/private.txt', 'notes.md']) await writeFile(path.join(folder, name), 'mine');
}

/** Checks that the emulator has accepted the files of the sample and no other one. */
function assertSampleAccepted(server: VscodeServer): void {
  // What the emulator has received is compared in the suite of the emulator in the extension host.
  const files = sampleFiles.map((name) => [name, readFileSync(path.join(sample, name))] as const);
  assert.deepEqual(
    readAccepted(server),
    files.map(([name, bytes]) => [name, bytes.length, sha256(bytes)]),
  );
}

describe('A newcomer', () => {
  const session = useSession({ unconfigured: true, prepare: withoutModel });

  it('simulates the sample with four clicks and four times Enter, and sees how it ends', async () => {
    const { views, notifications, quickInput, server } = session;
    await views.openView('Simulation Service');
    await views.viewWelcome('Projects');
    await views.clickWelcomeButton('Projects', 'Start Local Emulator');
    await notifications.clickNotificationButton(/^The local emulator is running/, 'Create Sample Model');
    const created = /^The sample model is in “cantilever”/;
    await notifications.clickNotificationButton(created, 'Upload and Create Simulation…');
    for (const step of ['1/4', '2/4', '3/4', '4/4'])
      await quickInput.acceptQuickInput({ step, hasItems: step === '1/4' || step === '3/4' });
    await notifications.waitForNotification(/^Simulation sim_.+ was created/);
    assertSampleAccepted(server);
    // The emulator takes 20 seconds for a simulation, and is asked every half a minute while its launches are in view.
    await notifications.waitForNotification(/^The simulation of “cantilever” has ended: done, /, 90_000);
    await views.waitForRow('Launches', 'cantilever', ({ description }) => description.startsWith('done, '));
  });
});

describe('A user who has just installed the extension', () => {
  const session = useSession({ unconfigured: true, prepare: withoutModel });
  let workbench: Workbench;
  before(() => ({ workbench } = session));

  it('opens the walkthrough from the empty view, with no step completed', async () => {
    await openFromWelcome(workbench);
    assert.deepEqual(
      await workbench.walkthrough.read(),
      titles.map((title, index) => ({ title, isDone: false, isOpen: index === 0 })),
    );
    assert.ok((await workbench.walkthrough.pictureWidth()) >= 200);
    await workbench.screenshot(screenshotPath('walkthrough-dark'));
  });

  it('starts the local emulator', async () => {
    const { walkthrough } = workbench;
    await walkthrough.click('Start Local Emulator');
    await workbench.waitForStatusBarItem(/Emulator/);
    await walkthrough.waitUntilDone(titles.slice(0, 1));
    await workbench.notifications.clearNotifications();
  });

  it('adds the sample once, beside the walkthrough', async () => {
    const { walkthrough, notifications, explorer, page } = workbench;
    await walkthrough.openStep(titles[1]!);
    assert.ok((await walkthrough.pictureWidth()) >= 200);
    const text = 'The sample model is in “cantilever”. Right-click its folder in the Explorer to upload it.';
    for (const count of [1, 2]) {
      await walkthrough.click('Create Sample Model');
      const done = await notifications.waitForNotification(text);
      assert.deepEqual(done.buttons, ['Upload and Create Simulation…'], String(count));
      await notifications.clearNotifications();
    }
    await workbench.runCommand('View: Show Explorer');
    await explorer.row('cantilever/cantilever.inp');
    await page.locator('.editor-instance .monaco-editor[data-uri$="cantilever/cantilever.inp"]').waitFor();
    assert.deepEqual(readdirSync(session.workspace.folder).sort(), [
      'archive',
      'cantilever',
      'cantilever-study',
      'notes.md',
    ]);
    await walkthrough.waitUntilDone(titles.slice(0, 2));
    await workbench.screenshot(screenshotPath('walkthrough-sample'));
  });

  it('uploads the sample and creates a simulation of it with Enter at each step', async () => {
    const { walkthrough, quickInput, notifications } = workbench;
    await walkthrough.openStep(titles[2]!);
    await walkthrough.click('Upload and Create Simulation…');
    for (const step of ['1/5', '2/5', '3/5', '4/5', '5/5']) {
      await quickInput.acceptQuickInput({ step, hasItems: step !== '3/5' && step !== '5/5' });
    }
    await notifications.waitForNotification(/^Simulation sim_.+ was created/);
    assertSampleAccepted(session.server);
    await walkthrough.waitUntilDone(titles.slice(0, 3));
  });

  it('opens the launch', async () => {
    const { walkthrough, views } = workbench;
    await walkthrough.openStep(titles[3]!);
    await walkthrough.click('Show Launches');
    await views.waitForTreeRows('Launches', (rows) => rows.some(({ label }) => label === 'cantilever'));
    await walkthrough.waitUntilDone(titles.slice(0, 4));
    await workbench.screenshot(screenshotPath('walkthrough-launch'));
  });

  it('configures a service, which is used once the emulator is stopped', async () => {
    const { walkthrough, quickInput, views, notifications } = workbench;
    await walkthrough.openStep(titles[4]!);
    await walkthrough.click('Add Service…');
    await quickInput.pick('Address…', { title: 'Add Service', hasItems: true });
    // The question before it has the same title.
    await quickInput.enterInQuickInput(session.emulator.baseUrl, { placeholder: /^https:/ });
    await walkthrough.waitUntilDone(titles);
    await notifications.clearNotifications();
    const { length } = session.emulator.requests;
    await walkthrough.click('stop it');
    await waitFor('the projects of the service', () => session.emulator.requests.length > length);
    await views.waitForTreeRows('Projects', (rows) => rows.length === 2);
  });
});

describe('A user without an open folder', () => {
  const session = useSession({ unconfigured: true });

  it('chooses a folder for the sample, which opens with the sample in it', async () => {
    const folder = await tempTree();
    const { page, quickInput, explorer } = session.workbench;
    await page.goto(`http://127.0.0.1:${session.server.port}/?ew=true`);
    await page.locator('.activitybar [class*="view-extension-simulationService"]').first().waitFor();
    await quickInput.runCommand('Simulation Service: Create Sample Model');
    await quickInput.waitForQuickInput({ title: 'Create Sample Model', hasItems: true });
    await quickInput.typeInQuickInput(folder);
    await waitFor('the folder to be chosen', async () => {
      // Read once: between two reads the dialog may close.
      const dialog = await quickInput.read();
      if (dialog === undefined) return true;
      // The dialog may still fill in its initial folder, and ignores Enter while it reads a folder.
      if (dialog.value.startsWith(folder)) await page.keyboard.press('Enter');
      else await quickInput.typeInQuickInput(folder);
      return false;
    });
    await page.waitForURL((url) => url.searchParams.get('folder') === folder, { waitUntil: 'commit' });
    await explorer.expandFolder('cantilever');
    await explorer.row('cantilever.inp');
    assert.deepEqual(readdirSync(path.join(folder, 'cantilever')), readdirSync(sample));
  });

  it('is led from the sample that is there to the emulator and to the upload', async () => {
    const { page, quickInput, notifications } = session.workbench;
    await quickInput.runCommand('Simulation Service: Create Sample Model');
    const there = /^The sample model is in “cantilever”/;
    const { buttons } = await notifications.waitForNotification(there);
    assert.deepEqual(buttons, ['Start Local Emulator']);
    await notifications.clickNotificationButton(there, 'Start Local Emulator');
    const plan = await quickInput.waitForQuickInput({ step: '1/4', hasItems: true });
    assert.match(plan.total, /^6 files/);
    await page.keyboard.press('Escape');
    await quickInput.waitUntilClosed();
    const running = await notifications.waitForNotification(/^The local emulator is running/);
    assert.equal(running.buttons[0], 'Upload and Create Simulation…');
  });
});
