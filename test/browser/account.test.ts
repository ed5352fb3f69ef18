import assert from 'node:assert/strict';
import { waitFor } from '../host/waitFor';
import { operations } from '../support/service';
import { endAfterAll, takePictureOfFailure } from './support/hooks';
import { screenshotPath, startSession, type Session } from './support/session';

const token = 'canary-7f3a9b2e-token';
const nextToken = 'canary-0d61c4f8-token';

/** Has the service refuse every request that has not this value in a header. */
function insist({ emulator }: Session, header: string, value: string): void {
  emulator.setIntercept(({ server, headers }) =>
    server === 'service' && headers[header] !== value
      ? { kind: 'reply', status: 401, body: `who is ${headers[header] ?? 'this'}?` }
      : undefined,
  );
}

/** One window for all, because each start of one takes seconds. */
describe('By clicks,', () => {
  let session: Session;

  before(async () => (session = await startSession()));
  takePictureOfFailure(() => session.workbench);
  endAfterAll(() => session);

  /** Another kind of account, which nobody has signed in to yet: the view asks the service anew, without one. */
  async function begin(settings: Readonly<Record<string, unknown>>): Promise<void> {
    const { emulator, workbench } = session;
    await workbench.notifications.clearNotifications();
    await workbench.openView('Simulation Service');
    const before = emulator.requests.length;
    await session.configure(settings);
    await waitFor('the settings to be read', () =>
      emulator.requests
        .slice(before)
        .some(({ headers }) => !('authorization' in headers) && !('x-sim-key' in headers)),
    );
  }

  describe('an account', () => {
    before(() => insist(session, 'authorization', `Bearer ${token}`));

    const origin = () => new URL(session.emulator.baseUrl).origin;
    const host = () => new URL(session.emulator.baseUrl).host;

    it('is asked for by the view when the service answers 401', async () => {
      const { views } = session.workbench;
      await views.openView('Simulation Service');
      const welcome = await views.viewWelcome('Projects');
      assert.match(welcome.text, /Sign in to see your projects\./);
      await session.workbench.screenshot(screenshotPath('sign-in-needed'));
      await views.clickWelcomeButton('Projects', 'Sign In…');
      const input = await session.workbench.quickInput.waitForQuickInput({ title: 'Sign In' });
      assert.ok(input.message.includes(`Token for ${origin()}.`), input.message);
    });

    it('takes a token that was copied with its “Bearer”, behind dots, and shows the projects', async () => {
      const { quickInput, views, notifications, page } = session.workbench;
      await quickInput.typeInQuickInput(`“${token}”`);
      await waitFor('the token to be refused', async () =>
        (await quickInput.quickPick()).message.includes('Copy it again'),
      );
      await quickInput.typeInQuickInput(` Bearer ${token} `);
      assert.equal(await page.locator('.quick-input-box input').getAttribute('type'), 'password');
      await session.workbench.screenshot(screenshotPath('sign-in'));
      await quickInput.acceptQuickInput();
      const done = await notifications.waitForNotification(/You are signed in to/);
      assert.equal(done.message, `You are signed in to ${origin()}. “Bearer” before the token was removed.`);
      await views.waitForTreeRows('Projects', (rows) => rows.length === 2);
    });

    it('goes to the service only, never to the file server', async () => {
      const { explorer, quickInput, notifications, views } = session.workbench;
      await views.openView('Explorer');
      await explorer.explorerContextMenu(['cantilever'], 'Upload and Create Simulation…');
      for (const step of ['1/3', '2/3', '3/3']) {
        await quickInput.waitForQuickInput({ step, hasItems: step !== '2/3' });
        await quickInput.acceptQuickInput();
      }
      await notifications.waitForNotification(/^Simulation sim_.+ was created/);
      const sent = session.emulator.requests.filter(({ status = 0 }) => status < 400);
      const withToken = (server: string) =>
        new Set(sent.filter((one) => one.server === server).map(({ headers }) => headers['authorization']));
      assert.deepEqual(withToken('service'), new Set([`Bearer ${token}`]));
      assert.deepEqual(withToken('files'), new Set([undefined]));
    });

    it('stands in the Accounts menu, where it can be signed out', async () => {
      const { page, views } = session.workbench;
      await views.openView('Simulation Service');
      await page.locator('.activitybar .action-item', { has: page.getByLabel('Accounts') }).click();
      const item = (text: string) => page.locator('.monaco-menu .action-item', { hasText: text });
      await item(host()).waitFor();
      assert.equal(await item('Sign in with Simulation Service').count(), 0);
      await item(host()).hover();
      await page.locator('.monaco-submenu .action-item', { hasText: 'Sign Out' }).hover();
      await session.workbench.screenshot(screenshotPath('accounts-menu'));
      await page.keyboard.press('Enter');
      await session.workbench.dialogs.clickDialogButton('Sign Out');
      const welcome = await views.viewWelcome('Projects');
      assert.match(welcome.text, /Sign in to see your projects\./);
      const last = session.emulator.requests.filter(({ operation }) => operation === 'listProjects').at(-1);
      assert.equal(last?.headers['authorization'], undefined);
    });

    it('that is not given leaves an error that offers to sign in', async () => {
      const { quickInput, notifications } = session.workbench;
      await notifications.clearNotifications();
      await quickInput.runCommand('Simulation Service: Create Simulation…');
      await quickInput.waitForQuickInput({ title: 'Sign In' });
      await quickInput.closeQuickInput();
      const failed = await notifications.waitForNotification(/^The projects could not be listed\./);
      assert.deepEqual(failed.buttons, ['Sign In…', 'Show Log']);
      assert.equal(await quickInput.isOpen(), false);
    });

    it('is asked for by a question that needs the service, and the question comes back', async () => {
      const { explorer, quickInput, views, notifications } = session.workbench;
      await notifications.clearNotifications();
      await views.openView('Explorer');
      await explorer.expandFolder('cantilever');
      await explorer.explorerContextMenu(['loads.inc', 'mesh'], 'Upload and Create Simulation…');
      for (const step of ['1/3', '2/3']) {
        await quickInput.waitForQuickInput({ step, hasItems: step !== '2/3' });
        await quickInput.acceptQuickInput();
      }
      const prompt = await quickInput.waitForQuickInput({ title: 'Sign In' });
      const text = `The service requires you to sign in. Token for ${origin()}.`;
      assert.ok(prompt.message.startsWith(text), prompt.message);
      await session.workbench.screenshot(screenshotPath('sign-in-asked-for'));
      await quickInput.typeInQuickInput(token);
      await quickInput.acceptQuickInput();
      await quickInput.waitForQuickInput({ step: '3/3', hasItems: true });
      await session.workbench.screenshot(screenshotPath('question-after-sign-in'));
    });

    it('whose token expires during a launch is asked for once, and the launch goes on', async () => {
      const { quickInput, notifications } = session.workbench;
      const before = session.emulator.requests.length;
      session.emulator.setIntercept(({ operation }) => {
        if (operation === 'finaliseModel') insist(session, 'authorization', `Bearer ${nextToken}`);
        return operation === 'finaliseModel' ? { kind: 'reply', status: 401 } : undefined;
      });
      await quickInput.acceptQuickInput();
      const prompt = await quickInput.waitForQuickInput({ title: 'Sign In' });
      const text = 'The service rejected your credentials. Token for ';
      assert.ok(prompt.message.startsWith(text), prompt.message);
      await session.workbench.screenshot(screenshotPath('token-expired'));
      await quickInput.typeInQuickInput(nextToken);
      await quickInput.acceptQuickInput();
      await notifications.waitForNotification(/^Simulation sim_.+ was created/);
      assert.equal(await quickInput.isOpen(), false);
      const launch = operations(session.emulator).slice(before);
      const uploads = launch.filter((operation) => operation.startsWith('uploadFile'));
      assert.deepEqual(uploads.length, new Set(uploads).size);
      // Views may ask for their lists anew meanwhile.
      const created = launch.filter((operation) => !/^(list|uploadFile)/.test(operation));
      assert.deepEqual(created, ['createModel', 'finaliseModel', 'finaliseModel', 'createSimulation']);
    });
  });

  describe('an account with a user name and a password', () => {
    const password = 'canary pä:ss';

    before(async () => {
      await begin({ 'simulationService.authentication': 'basic' });
      insist(session, 'authorization', `Basic ${Buffer.from(`jane:${password}`).toString('base64')}`);
    });

    it('is asked for both, the password behind dots, and shows the projects', async () => {
      const { quickInput, views, page } = session.workbench;
      await views.openView('Simulation Service');
      await views.clickWelcomeButton('Projects', 'Sign In…');
      await quickInput.waitForQuickInput({ title: 'Sign In', step: '1/2' });
      await quickInput.typeInQuickInput('jane:doe');
      await waitFor('the colon to be refused', async () =>
        (await quickInput.quickPick()).message.includes('A user name cannot contain a colon.'),
      );
      await session.workbench.screenshot(screenshotPath('user-name'));
      await quickInput.typeInQuickInput('jane');
      await quickInput.acceptQuickInput();
      await quickInput.waitForQuickInput({ title: 'Sign In', step: '2/2' });
      assert.equal(await page.locator('.quick-input-box input').getAttribute('type'), 'password');
      await quickInput.typeInQuickInput(password);
      await session.workbench.screenshot(screenshotPath('password'));
      await quickInput.acceptQuickInput();
      await views.waitForTreeRows('Projects', (rows) => rows.length === 2);
    });

    it('stands in the Accounts menu with its user name', async () => {
      const { page } = session.workbench;
      await page.locator('.activitybar .action-item', { has: page.getByLabel('Accounts') }).click();
      const item = page.locator('.monaco-menu .action-item', { hasText: '(jane)' });
      await item.waitFor();
      await item.hover();
      await session.workbench.screenshot(screenshotPath('accounts-menu-user'));
      // The first one may close the submenu only.
      await waitFor('the menu to close', async () => {
        await page.keyboard.press('Escape');
        return (await page.locator('.monaco-menu').count()) === 0;
      });
    });
  });

  describe('an account with an API key', () => {
    before(async () => {
      await begin({
        'simulationService.authentication': 'apiKey',
        'simulationService.apiKeyHeader': 'X-Sim-Key',
      });
      insist(session, 'x-sim-key', token);
    });

    it('is asked for the key and shows the projects', async () => {
      const { quickInput, views } = session.workbench;
      await views.openView('Simulation Service');
      await views.clickWelcomeButton('Projects', 'Sign In…');
      const prompt = await quickInput.waitForQuickInput({ title: 'Sign In' });
      assert.ok(prompt.message.startsWith('API key for '), prompt.message);
      await quickInput.typeInQuickInput(token);
      await quickInput.acceptQuickInput();
      await views.waitForTreeRows('Projects', (rows) => rows.length === 2);
      const sent = session.emulator.requests.at(-1)?.headers;
      assert.deepEqual([sent?.['x-sim-key'], sent?.['authorization']], [token, undefined]);
    });
  });

  describe('a service without authentication in the settings', () => {
    before(async () => {
      await begin({ 'simulationService.authentication': 'none' });
      insist(session, 'authorization', `Bearer ${token}`);
    });

    it('leads from Sign In… to the setting', async () => {
      const { notifications, views, page } = session.workbench;
      await views.openView('Simulation Service');
      await views.clickWelcomeButton('Projects', 'Sign In…');
      const text = /^The setting simulationService\.authentication is “none”/;
      await notifications.clickNotificationButton(text, 'Open Setting');
      await page.locator('.settings-editor .setting-item-label', { hasText: 'Authentication' }).waitFor();
      await session.workbench.screenshot(screenshotPath('authentication-setting'));
    });
  });
});
