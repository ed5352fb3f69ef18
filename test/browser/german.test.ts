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
    await views.waitForTreeRows('Wiederverwendbare Modelle', (rows) => rows.length === 2);
    assert.deepEqual(await views.viewWelcome('Starts'), {
      text: 'Modelle, die Sie von diesem Computer hochladen, und Simulationen, die Sie starten, werden hier aufgezeichnet, damit nichts verloren geht.',
      buttons: [],
      links: [],
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
    assert.deepEqual((await notifications.waitForNotification(created)).buttons, ['ID kopieren']);
    await views.waitForTreeRows('Projekte', (rows) => rows.length === 3);
    await notifications.clearNotifications();
  });

  it('uploads a model in German', async () => {
    const { explorer, quickInput, notifications, views } = session.workbench;
    await views.openView('Explorer');
    await explorer.explorerContextMenu(['cantilever'], 'Hochladen und Simulation erstellen…');
    const plan = await quickInput.waitForQuickInput({ step: '1/4', hasItems: true });
    assert.equal(plan.placeholder, '6 Dateien, 8,8 kB. Drücken Sie die Eingabetaste, um fortzufahren.');
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
    await views.waitForTreeRows('Starts', (rows) =>
      rows.some(({ description }) => description.startsWith('gestartet')),
    );
    await session.workbench.screenshot(screenshotPath('german-upload'));
  });
});
