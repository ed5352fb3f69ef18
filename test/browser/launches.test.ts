import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Interceptor } from '../../src/emulator/faults';
import { Journal } from '../../src/launch/journal';
import { waitFor } from '../host/waitFor';
import { loseResponse, replyWith } from '../support/emulatorFaults';
import {
  type Bookmark,
  bookmarkRequests,
  interceptOperation,
  resetAfterEach,
  useSession,
} from './support/hooks';
import { fieldsOf, labelsOf } from './support/rows';
import { findFiles, isOnWindows, screenshotPath, writeSample } from './support/session';
import { acceptPlan, interruptDuringUpload, uploadFromContextMenu } from './support/upload';

const launchesView = 'Launches';

const git = (folder: string, ...args: string[]) =>
  execFileSync('git', ['-C', folder, '-c', 'user.name=A', '-c', 'user.email=a@b.invalid', ...args], {
    encoding: 'utf8',
  });

function commitAll(folder: string): void {
  git(folder, 'init', '--quiet');
  git(folder, 'add', '.');
  git(folder, 'commit', '--quiet', '--message', 'The deck');
}

const refusedList: Interceptor = ({ operation }) =>
  operation === 'listProjects' ? replyWith({ status: 403 }) : undefined;

/** The smallest number that can be set. */
const keptLaunches = 10;

/** Records of launches that ended well months ago. */
async function writeOldRecords(folder: string, count: number): Promise<void> {
  const monthsAgo = Date.now() - 90 * 24 * 3_600_000;
  const journal = new Journal(folder, { now: () => monthsAgo });
  const service = {
    origin: 'https://service.invalid',
    basePath: '/',
    variant: 'variant_b',
    settingsFingerprint: '',
  } as const;
  for (let written = 0; written < count; written++) {
    const model = { id: 'm1', name: 'deck' };
    const record = await journal.begin({ service, model, finalise: true, simulate: true, bodies: {} });
    await record.append({ kind: 'creatingSimulation' });
    await record.append({ kind: 'simulationCreated', id: 's1' });
    await record.close();
  }
}

describe('The launches of a user', () => {
  const session = useSession({
    settings: {
      'simulationService.upload.parallelFiles': 1,
      'simulationService.launches.keep': keptLaunches,
      'git.enabled': !isOnWindows,
      'git.decorations.enabled': false,
    },
    prepare: commitAll,
  });

  before(async () => {
    await session.workbench.explorer.expandFolder('cantilever');
  });
  resetAfterEach(session);

  /** Checks that a launch has sent only these files, and has created only its simulation. */
  function assertResumed({ operations, uploads }: Bookmark, names: readonly string[]): void {
    assert.deepEqual(
      uploads().map(({ fileName }) => fileName),
      names,
    );
    assert.deepEqual(
      operations().filter((name) => name.startsWith('create')),
      ['createSimulation'],
    );
  }

  /** Clicks Resume in the message that follows a reload or a crash, and waits for the end of the launch. */
  async function resumeByClick(): Promise<void> {
    const { notifications } = session.workbench;
    const interrupted = /was interrupted\.$/;
    await notifications.clickNotificationButton(interrupted, 'Resume');
    await notifications.waitForNotification(/^Simulation sim_.+ was created/);
  }

  /** The message when the connection was lost during the creation of a simulation. */
  const lost =
    /^The connection to 127\.0\.0\.1:\d+ was lost before a response arrived\. It is not certain whether the simulation was created\./;

  const openLaunches = () => session.workbench.views.openView('Simulation Service');

  /** The labels of the launches in view, without those of their groups. */
  const listLabels = async () =>
    labelsOf((await session.views.treeRows(launchesView)).filter(({ level }) => level === 2));

  it('are listed by age, with state, time and project', async () => {
    const { workbench } = session;
    await uploadFromContextMenu(workbench, 'uploadAndSimulate', ['loads.inc']);
    await workbench.notifications.waitForNotification(/^Simulation sim_.+ was created/);
    await openLaunches();
    const listed = await workbench.views.waitForTreeRows(launchesView, (all) => all.length === 2);
    const [, time = 'no time'] = /^(\d+:\d\d\s[AP]M) · /u.exec(listed[1]!.description) ?? [];
    assert.deepEqual(fieldsOf(listed, 'level', 'label', 'icon', 'ariaLabel'), [
      [1, 'Today', '', 'Today, 1 launch'],
      [2, 'loads', 'rocket', `Launch of loads, launched, ${time}, Bracket fatigue study`],
    ]);
    await workbench.views.expandRow(launchesView, 'loads');
    await workbench.views.waitForTreeRows(launchesView, (all) => all.length > 2);
    await workbench.screenshot(screenshotPath('launches'));
  });

  // Without a body it is pending, and every report lists it.
  if (isOnWindows) it('name the commit of their files (needs Git)');
  else
    it('name the commit of their files', async () => {
      await openLaunches();
      const details = await session.views.treeRows(launchesView);
      const commit = details.find(({ label }) => label === 'Commit')?.description;
      assert.equal(commit, git(session.workspace.folder, 'rev-parse', 'HEAD').trim());
    });

  it('are shown under their project', async () => {
    const { workbench } = session;
    await workbench.views.openView('Simulation Service');
    await workbench.views.expandRow('Projects', 'Bracket fatigue study');
    const shown = await workbench.views.waitForTreeRows('Projects', (all) => all.length === 3);
    assert.deepEqual(fieldsOf(shown, 'label', 'level'), [
      ['Bracket fatigue study', 1],
      ['loads', 2],
      ['Wing box static loads', 1],
    ]);
  });

  it('offer to reuse a model with identical files instead of another upload', async () => {
    const { explorer, quickInput, notifications, views } = session;
    await views.openView('Explorer');
    const { operations } = bookmarkRequests(session);
    await explorer.explorerContextMenu(['loads.inc'], 'Upload and Create Simulation…');
    await quickInput.acceptQuickInput({ step: '1/4', hasItems: true });
    const offer = { placeholder: /exactly these files/, hasItems: true };
    const { items } = await quickInput.waitForQuickInput(offer);
    assert.match(items[0]!.label, /^Use model mdl_/);
    await quickInput.acceptQuickInput();
    await quickInput.acceptQuickInput({ placeholder: /Select the project/, hasItems: true });
    await notifications.waitForNotification(/^Simulation sim_.+ was created/);
    assert.deepEqual(operations(), ['listProjects', 'createSimulation']);
  });

  it('with a lost response are never repeated without a click', async () => {
    const { workbench, emulator } = session;
    interceptOperation(emulator, 'createSimulation', loseResponse);
    const { operations } = bookmarkRequests(session);
    await uploadFromContextMenu(workbench, 'uploadAndSimulate', ['mesh']);
    const asked = await workbench.notifications.waitForNotification(lost);
    assert.deepEqual(asked.buttons, ['Show Log', 'It Was Started', 'It Was Not: Create It']);
    const creates = () => operations().filter((operation) => operation === 'createSimulation').length;
    assert.equal(creates(), 1);
    await openLaunches();
    await workbench.views.waitForRow(launchesView, 'mesh', ({ description }) =>
      description.startsWith('outcome unknown'),
    );
    emulator.setIntercept(undefined);
    await workbench.notifications.clickNotificationButton(lost, 'It Was Not: Create It');
    await workbench.notifications.waitForNotification(/^Simulation sim_.+ was created/);
    assert.equal(creates(), 2);
  });

  it('continue after a reload of the window and send only the missing files', async () => {
    const { workbench } = session;
    const names = ['a.bin', 'b.bin', 'c.bin'];
    for (const name of names) await writeSample(session, name, Buffer.alloc(6_000_000, name));
    const resumed = await interruptDuringUpload(session, names, () => workbench.reload());
    await resumeByClick();
    assertResumed(resumed, ['b.bin', 'c.bin']);
  });

  it('continue after they were cancelled', async () => {
    const { notifications } = session.workbench;
    await writeSample(session, 'b.bin', Buffer.alloc(6_000_000, 'cancelled'));
    const cancelled = /^Cancelled\. Uploaded files of model mdl_\S+: 1 of 2\.$/;
    const resumed = await interruptDuringUpload(session, ['a.bin', 'b.bin'], async () => {
      // The system may have taken all bytes already.
      await notifications.cancelProgress(/Uploading|Waiting for the file server/);
      const { severity, buttons } = await notifications.waitForNotification(cancelled);
      assert.deepEqual([severity, buttons], ['info', ['Resume', 'Show Launch']]);
    });
    await notifications.clickNotificationButton(cancelled, 'Resume');
    await notifications.waitForNotification(/^Simulation sim_.+ was created/);
    assertResumed(resumed, ['b.bin']);
  });

  it('adopt a project whose creation succeeded without a response', async () => {
    const { workbench, emulator, quickInput, notifications } = session;
    emulator.setIntercept(({ operation }) => {
      if (operation !== 'createProject') return undefined;
      emulator.setIntercept(refusedList);
      return loseResponse;
    });
    const { operations } = bookmarkRequests(session);
    await acceptPlan(workbench, 'uploadAndSimulate', ['cantilever.inp']);
    await quickInput.pick('New project…', { step: '3/4', hasItems: true });
    await quickInput.enterInQuickInput('Lost and found', { step: '4/4' });
    const doubt =
      /lost before a response arrived\. It is not certain whether project “Lost and found” was created\. .+ status 403/;
    await notifications.waitForNotification(doubt);
    emulator.setIntercept(undefined);
    await notifications.clickNotificationButton(doubt, 'Check Again');
    const lost = /now lists a project “Lost and found”/;
    await notifications.waitForNotification(lost);
    const made = emulator.projects.find(({ name }) => name === 'Lost and found')!;
    await notifications.clickNotificationButton(lost, 'Use It');
    await notifications.waitForNotification(/^Simulation sim_.+ was created/);
    assert.equal(operations().filter((operation) => operation === 'createProject').length, 1);
    assert.equal(emulator.simulations.at(-1)?.project_id, made.project_id);
  });

  it('are created again as a new model', async () => {
    const { views, dialogs, notifications } = session.workbench;
    await openLaunches();
    const { changes } = bookmarkRequests(session);
    await views.chooseFromRow(launchesView, 'cantilever', 'Create Again as New Model');
    assert.equal((await dialogs.dialog()).message, 'Create “cantilever” again as a new model?');
    await dialogs.clickDialogButton('Create Again');
    await notifications.waitForNotification(/^Simulation sim_.+ was created/);
    assert.deepEqual(changes(), [
      'createModel',
      'uploadFile cantilever.inp',
      'finaliseModel',
      'createSimulation',
    ]);
    await views.waitForTreeRows(launchesView, (all) =>
      all.slice(1, 3).every(({ label, icon }) => label === 'cantilever' && icon === 'rocket'),
    );
  });

  it('show their progress in the status bar, and in their row at most once a second, then that they wait for the server', async () => {
    const { workbench, emulator } = session;
    await writeSample(session, 'large.bin', Buffer.alloc(30_000_000, 'large'));
    emulator.setBytesPerSecond(3_000_000);
    await uploadFromContextMenu(workbench, 'upload', ['large.bin']);
    const { ariaLabel } = await workbench.waitForStatusBarItem(/^[1-9]\d?%$/);
    assert.match(ariaLabel, /^Simulation Service: \d+%$/);
    await workbench.clickStatusBarItem(/^\d+%$/);
    assert.equal(await (await workbench.views.treeRow(launchesView, 'large')).isVisible(), true);
    const texts: string[] = [];
    const startedAt = Date.now();
    await waitFor(
      'the end of the upload',
      async () => {
        const row = (await workbench.views.treeRows(launchesView)).find(({ label }) => label === 'large');
        const text = row?.description ?? '';
        if (/%/.test(text) && texts.length === 0)
          await workbench.screenshot(screenshotPath('progress-of-launch'));
        if (texts.at(-1) !== text) texts.push(text);
        return row?.icon === 'pass';
      },
      { timeoutMs: 60_000 },
    );
    const figures = texts.filter((text) => /^\d+% · \d+(\.\d)? MB of 30 MB$/.test(text));
    const seconds = (Date.now() - startedAt) / 1000;
    assert.ok(figures.length >= 2 && figures.length <= seconds + 1, `${seconds} s: ${texts.join(', ')}`);
    assert.ok(texts.includes('Waiting for the file server to confirm…'), texts.join(', '));
    await waitFor('the item in the status bar to go', async () =>
      (await workbench.statusBarItems()).every(({ id }) => !id.endsWith('.launches')),
    );
  });

  it('can be compared in the diff editor', async () => {
    const { workbench } = session;
    await openLaunches();
    await workbench.views.chooseFromRow(launchesView, 'mesh', 'Compare with Launch…');
    const wanted = { title: 'Compare with Launch', hasItems: true };
    const { items } = await workbench.quickInput.waitForQuickInput(wanted);
    assert.deepEqual(fieldsOf(items.slice(0, 2), 'label', 'separator'), [
      ['No other launch of “mesh”', ''],
      ['large', 'Launches of other models'],
    ]);
    await workbench.quickInput.pick('loads');
    await workbench.page.locator('.monaco-diff-editor').waitFor();
    const text = await waitFor('the text of both launches', async () => {
      const lines = await workbench.page.locator('.monaco-diff-editor .view-line').allTextContents();
      const all = lines.join('\n');
      return all.includes('loads.inc') && all.includes('nodes.inc') && all;
    });
    assert.match(text.replace(/\u00a0/g, ' '), /nodes\.inc {2}5027 {2}[0-9a-f]{64}/);
    await workbench.screenshot(screenshotPath('compare'));
  });

  it('are removed by the Delete key: those selected, or the one with the focus', async () => {
    const { page, views, dialogs } = session.workbench;
    await openLaunches();
    const [first, second, third] = (await listLabels()) as [string, string, string];
    await (await views.treeRow(launchesView, first)).click();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Delete');
    assert.equal((await dialogs.dialog()).message, `Remove the launch of “${second}” from the list?`);
    await dialogs.clickDialogButton('Cancel');
    const tree = page.getByRole('tree', { name: launchesView, exact: true });
    // Not by its name, because the next one may have the same.
    await tree.locator('.monaco-list-row.focused').click({ modifiers: ['ControlOrMeta'] });
    assert.deepEqual(await views.contextMenuItems(await views.treeRow(launchesView, first)), [
      'Remove from List…',
    ]);
    await page.keyboard.press('Delete');
    const { message, detail } = await dialogs.dialog();
    assert.deepEqual(
      [message, detail],
      ['Remove 2 launches from the list?', 'Nothing on the service changes.'],
    );
    await session.workbench.screenshot(screenshotPath('remove-launches'));
    const before = await listLabels();
    const { operations } = bookmarkRequests(session);
    await dialogs.clickDialogButton('Remove');
    await waitFor('both to go', async () => (await listLabels()).length === before.length - 2);
    assert.equal((await listLabels())[0], third);
    const focused = tree.locator('.monaco-list-row.focused .label-name');
    await waitFor('the next row to have the focus', async () => (await focused.textContent()) === third);
    assert.deepEqual(operations(), []);
  });

  it('stay in the list when their record is damaged, and keep its file when they are removed', async () => {
    const { workbench, server } = session;
    await openLaunches();
    const isMesh = (file: string) => readFileSync(file, 'utf8').includes('"name":"mesh"');
    const record = findFiles(server.dataDir, '.launch').find(isMesh)!;
    const spoilt = readFileSync(record, 'utf8').replace('"finalise":true', '"finalise":tru');
    writeFileSync(record, spoilt);
    await workbench.runCommand('Simulation Service: Refresh All Views');
    const isDamaged = ({ description }: { description: string }) => description === 'record damaged';
    await workbench.views.waitForTreeRows(launchesView, (all) => all.some(isDamaged));
    await workbench.screenshot(screenshotPath('damaged-record'));
    const [damaged] = (await workbench.views.treeRows(launchesView)).filter(isDamaged);
    await workbench.views.chooseFromRow(launchesView, damaged!.label, 'Remove from List…');
    const { message, detail } = await workbench.dialogs.dialog();
    assert.deepEqual(
      [message, detail],
      [
        'Remove the damaged record from the list?',
        'The files of damaged records are kept. Nothing on the service changes.',
      ],
    );
    await workbench.dialogs.clickDialogButton('Remove');
    await workbench.views.waitForTreeRows(launchesView, (all) => !all.some(isDamaged));
    const kept = findFiles(server.dataDir, '.damaged').filter((file) => !file.endsWith('.files.damaged'));
    assert.deepEqual(
      kept.map((file) => readFileSync(file, 'utf8')),
      [spoilt],
    );
  });

  it('are pruned when a window opens: the oldest beyond the number that is set', async () => {
    const { workbench, server } = session;
    await openLaunches();
    const [record = ''] = findFiles(server.dataDir, '.launch');
    const recent = (await listLabels()).length;
    await writeOldRecords(path.dirname(record), keptLaunches);
    await workbench.runCommand('Simulation Service: Refresh All Views');
    const older = (count: number) => (all: readonly { label: string; description: string }[]) =>
      all.some(({ label, description }) => label === 'Older' && description === String(count));
    await workbench.views.waitForTreeRows(launchesView, older(keptLaunches));
    await workbench.reload();
    await openLaunches();
    await workbench.views.waitForTreeRows(launchesView, older(keptLaunches - recent));
  });
});
