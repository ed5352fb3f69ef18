import assert from 'node:assert/strict';
import { endAfterAll, resetAfterEach, takePictureOfFailure } from './support/hooks';
import { screenshotPath, type Session, startSession, writeSample } from './support/session';
import { assertAnnounced, uploadFromContextMenu } from './support/upload';

/** Time that an upload takes at the speed to which the file server is limited; ms. */
const uploadMs = 60_000;

describe('A user of a screen reader', () => {
  let session: Session;

  before(async () => {
    session = await startSession();
    await session.workbench.explorer.expandFolder('cantilever');
  });
  takePictureOfFailure(() => session.workbench);
  resetAfterEach(() => session);
  endAfterAll(() => session);

  it('hears at most twelve announcements of a launch of a minute, each in words', async () => {
    const { workbench, emulator } = session;
    const { announcements, notifications } = workbench;
    const names = Array.from({ length: 12 }, (_, index) => `part${index}.bin`);
    // Far more than the system takes into its buffers, so that the figures begin long before the end.
    const bytes = 20_000_000;
    for (const name of names) await writeSample(session, name, Buffer.alloc(bytes, name));
    for (const name of names) await workbench.explorer.row(name);
    emulator.setBytesPerSecond((names.length * bytes) / (uploadMs / 1000));
    const start = performance.now();
    await announcements.listen();
    await uploadFromContextMenu(workbench, 'uploadAndSimulate', names);
    await notifications.waitForNotification(/Uploading: .+ of 12 files/);
    await workbench.screenshot(screenshotPath('announced-upload'));
    await notifications.waitForNotification(/^Simulation sim_.+ was created/, 2 * uploadMs);
    assert.ok(performance.now() - start > 0.8 * uploadMs);
    const texts = await announcements.read();
    assertAnnounced(texts, {
      title: 'Upload and Create Simulation',
      end: /^Info: Simulation sim_.+ was created/,
    });
    assert.ok(texts.filter((text) => text.includes('Uploading: ')).length >= 2, JSON.stringify(texts));
  });
});
