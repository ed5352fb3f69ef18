import assert from 'node:assert/strict';
import { endAfterAll, takePictureOfFailure } from './support/hooks';
import { screenshotPath, type Session, startSession } from './support/session';

describe('A user with German as display language', () => {
  let session: Session;

  before(async () => (session = await startSession({ language: 'de' })));
  takePictureOfFailure(() => session.workbench);
  endAfterAll(() => session);

  it('reads the views in German', async () => {
    const { views } = session.workbench;
    await views.openView('Simulation Service');
    await views.waitForTreeRows('Projekte', (rows) => rows.length === 2);
    await views.expandSection('Wiederverwendbare Modelle');
    await views.waitForTreeRows('Wiederverwendbare Modelle', (rows) => rows.length === 2);
    assert.deepEqual(await views.viewWelcome('Starts'), {
      text: 'Modelle, die Sie von diesem Computer hochladen, und Simulationen, die Sie starten, werden hier aufgezeichnet, damit nichts verloren geht.\nErstellen Sie zuerst ein Beispielmodell, oder laden Sie Dateien aus dem Explorer hoch.',
      buttons: [],
      links: ['Erstellen Sie zuerst ein Beispielmodell'],
    });
    await session.workbench.screenshot(screenshotPath('german-views'));
  });

  it('runs a command by its German name and gets German messages', async () => {
    const { quickInput, notifications, views } = session.workbench;
    await session.workbench.runCommand('Simulation Service: Projekt erstellen…');
    const { title, message } = await quickInput.waitForQuickInput({ title: 'Projekt erstellen' });
    assert.deepEqual([title, message.split(' (')[0]], ['Projekt erstellen', 'Name des neuen Projekts']);
    await quickInput.typeInQuickInput('Biegung');
    await quickInput.acceptQuickInput();
    const created = /^Das Projekt „Biegung“ wurde mit der ID prj_\w+ erstellt\.$/;
    assert.deepEqual((await notifications.waitForNotification(created)).buttons, [
      'Projekt-ID kopieren',
      'Start anzeigen',
    ]);
    await views.waitForTreeRows('Projekte', (rows) => rows.length === 3);
    await notifications.clearNotifications();
  });

  it('uploads a model in German', async () => {
    const { explorer, quickInput, notifications, views } = session.workbench;
    await views.openView('Explorer');
    await explorer.explorerContextMenu(['cantilever'], 'Hochladen und Simulation erstellen…');
    const plan = await quickInput.waitForQuickInput({ step: '1/4', hasItems: true });
    assert.deepEqual([plan.total, plan.placeholder], ['6 Dateien, 8,8 kB', 'Weiter mit der Eingabetaste.']);
    await session.workbench.screenshot(screenshotPath('german-plan'));
    // The project that was created last is preselected.
    for (const step of ['1/4', '2/4', '3/4']) {
      await quickInput.waitForQuickInput({ step, hasItems: step !== '2/4' });
      await quickInput.acceptQuickInput();
    }
    await notifications.waitForNotification(
      /^Die Simulation sim_\w+ des Modells mdl_\w+ wurde im Projekt „.+“ erstellt\.$/,
    );
    await views.openView('Simulation Service');
    const rows = await views.waitForTreeRows('Starts', (all) => all[1]?.icon === 'rocket');
    const [period, launch] = rows.map(({ ariaLabel }) => ariaLabel);
    assert.equal(period, 'Heute, 2 Starts');
    assert.match(launch ?? '', /^Start von cantilever, gestartet, \d\d:\d\d, ./);
    await session.workbench.screenshot(screenshotPath('german-upload'));
  });
});
