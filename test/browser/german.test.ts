import assert from 'node:assert/strict';
import { useSession } from './support/hooks';
import { screenshotPath, writeSample } from './support/session';

describe('A user who has VS Code in German', () => {
  const session = useSession({ language: 'de' });

  it('sees the limit of an upload, and its progress in the status bar', async () => {
    const { workbench, explorer, quickInput, notifications } = session;
    await workbench.views.openView('Explorer');
    await writeSample(session, 'large.bin', Buffer.alloc(40_000_000));
    await session.configure({ 'simulationService.upload.maxMegabitsPerSecond': 2.5 });
    await explorer.explorerContextMenu(['large.bin'], 'Als neues Simulationsmodell hochladen…');
    await quickInput.acceptQuickInput({ step: '1/2', hasItems: true });
    await quickInput.acceptQuickInput({ step: '2/2' });
    await notifications.waitForNotification(
      /Wird hochgeladen: .+ von 40 MB, .+ \(Grenze: 2,5 Mbit\/s\), noch etwa [12] min/,
    );
    const { ariaLabel } = await workbench.waitForStatusBarItem(/^\d+\s%$/);
    assert.match(ariaLabel, /^Simulation Service: \d+\s%$/);
    await workbench.screenshot(screenshotPath('german-upload-with-limit'));
    await session.configure({});
    await notifications.waitForNotification(/^Das Modell mdl_.+ wurde hochgeladen und abgeschlossen\.$/);
  });
});
