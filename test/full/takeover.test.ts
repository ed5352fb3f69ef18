import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { bookmarkRequests, useSession } from '../browser/support/hooks';
import { screenshotPath } from '../browser/support/session';
import { uploadFromContextMenu } from '../browser/support/upload';
import { waitFor } from '../host/waitFor';
import { openSecondWindow } from '../host/workbench';
import { writeTree } from '../support/tempTree';

const launchesView = 'Launches';

/** Longer than an owner may be silent before another window may take over; ms. */
const stoppedMs = 70_000;

const files = Object.fromEntries(
  ['a.bin', 'b.bin', 'c.bin'].map((name) => [name, Buffer.alloc(6_000_000, name)]),
);

describe('A window that was suspended during an upload', () => {
  const session = useSession({
    settings: { 'simulationService.upload.parallelFiles': 1 },
    prepare: (folder) => writeTree(folder, files),
  });

  it('reports that another window has taken over, and finalises and creates nothing a second time', async () => {
    const { workbench, emulator, server, workspace } = session;
    emulator.setBytesPerSecond(1_000_000);
    const { operations, uploads } = bookmarkRequests(session);
    await uploadFromContextMenu(workbench, 'uploadAndSimulate', Object.keys(files));
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
      await second.views.openView('Simulation Service');
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
      await second.views.chooseFromRow(launchesView, label, 'Resume');
      await second.notifications.waitForNotification(/^Simulation sim_.+ was created/);
      await delay(Math.max(0, stoppedAt + stoppedMs - Date.now()));
    } finally {
      process.kill(first, 'SIGCONT');
    }
    const told = await workbench.notifications.waitForNotification(/^Another window has taken over/, 60_000);
    assert.deepEqual(told.buttons, ['Show Launches']);
    await workbench.screenshot(screenshotPath('taken-over'));
    const sent = operations().filter((operation) => /^(create|finalise)/.test(operation));
    assert.deepEqual(sent, ['createModel', 'finaliseModel', 'createSimulation']);
  });
});
