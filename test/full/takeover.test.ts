import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { closeBrowser, screenshotPath, type Session, startSession } from '../browser/support/session';
import { firstProject } from '../browser/support/upload';
import { waitFor } from '../host/waitFor';
import { openSecondWindow } from '../host/workbench';
import { operations } from '../support/service';

const launchesView = 'Launches';

/** Longer than an owner may be silent before another window may take over; ms. */
const stoppedMs = 70_000;

const names = ['a.bin', 'b.bin', 'c.bin'];

describe('A window that was suspended during an upload', () => {
  let session: Session;

  before(async () => {
    session = await startSession({
      settings: { 'simulationService.upload.parallelFiles': 1 },
      prepare: (folder) => {
        for (const name of names) writeFileSync(path.join(folder, name), Buffer.alloc(6_000_000, name));
      },
    });
  });
  afterEach(async function () {
    if (this.currentTest?.state !== 'failed') return;
    await session.workbench.screenshot(screenshotPath('failure-takeover'));
  });
  after(async () => {
    await session.end();
    await closeBrowser();
  });

  it('reports that another window has taken over, and finalises and creates nothing a second time', async () => {
    const { workbench, emulator, server, workspace } = session;
    for (const name of names) await workbench.explorer.row(name);
    emulator.setBytesPerSecond(1_000_000);
    await workbench.explorer.explorerContextMenu(names, 'Upload and Create Simulation…');
    for (const step of ['1/4', '2/4']) {
      await workbench.quickInput.waitForQuickInput({ step, hasItems: step !== '2/4' });
      await workbench.quickInput.acceptQuickInput();
    }
    await workbench.quickInput.pick(firstProject);
    const uploads = () => emulator.requests.filter((request) => request.server === 'files');
    await waitFor(
      'the first file to be sent',
      () => uploads().length === 1 && uploads()[0]!.bytesReceived > 0,
    );
    await workbench.notifications.waitForNotification(
      /^Upload and Create Simulation: Uploading: 0 of 3 files, .+ of 18 MB/,
    );
    const first = server.extensionHostPid();
    const second = await openSecondWindow(workbench, server, workspace.folder);
    await waitFor('the other window', () => server.extensionHostPid() !== first);
    assert.ok(first !== undefined);
    process.kill(first, 'SIGSTOP');
    const stoppedAt = Date.now();
    emulator.setBytesPerSecond(undefined);
    try {
      await second.openView('Simulation Service');
      await second.views.waitForTreeRows(launchesView, (all) =>
        all.some(({ ariaLabel }) => ariaLabel.includes(', uploading, ')),
      );
      await waitFor(
        'the launch to be offered for resuming',
        async () => {
          const rows = await second.views.treeRows(launchesView);
          return rows.some(({ description }) => description.startsWith('interrupted'));
        },
        { timeoutMs: 2 * stoppedMs },
      );
      const [, { label }] = (await second.views.treeRows(launchesView)) as [unknown, { label: string }];
      await second.views.contextMenu(await second.views.treeRow(launchesView, label), 'Resume');
      await second.notifications.waitForNotification(/^Simulation sim_.+ was created/);
      await delay(Math.max(0, stoppedAt + stoppedMs - Date.now()));
    } finally {
      process.kill(first, 'SIGCONT');
    }
    const told = await workbench.notifications.waitForNotification(/^Another window has taken over/, 60_000);
    assert.deepEqual(told.buttons, ['Show Launches']);
    await workbench.screenshot(screenshotPath('taken-over'));
    const sent = operations(emulator).filter((operation) => /^(create|finalise)/.test(operation));
    assert.deepEqual(sent, ['createModel', 'finaliseModel', 'createSimulation']);
  });
});
