import assert from 'node:assert/strict';
import { useSession } from './support/hooks';
import { screenshotPath, writeSample } from './support/session';

describe('A user who has VS Code in German', () => {
  const session = useSession({ language: 'de' });

  it('sees the limit of an upload, and its progress in the status bar', async () => {
    const { workbench } = session;
    const { explorer, quickInput, notifications } = workbench;
    await workbench.openView('Explorer');
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

  it('is offered the faults of the local emulator', async () => {
    const { workbench } = session;
    const { quickInput } = workbench;
    await workbench.runCommand('Simulation Service: Lokalen Emulator starten');
    await workbench.waitForStatusBarItem('Emulator');
    await workbench.runCommand('Simulation Service: Fehler im lokalen Emulator simulieren…');
    const { items } = await quickInput.waitForQuickInput({ title: 'Fehler simulieren', hasItems: true });
    assert.deepEqual(
      [items.length, items[0]?.label],
      [6, 'Die Antwort auf die nächste Anforderung zum Erstellen geht verloren'],
    );
    await workbench.screenshot(screenshotPath('german-faults'));
    await quickInput.pick('Die Antwort auf die nächste Anforderung zum Erstellen geht verloren');
    await workbench.waitForStatusBarItem('Emulator mit Fehler');
  });
});
