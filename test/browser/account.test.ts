import assert from 'node:assert/strict';
import { waitFor } from '../host/waitFor';
import { operations } from '../support/service';
import { endAfterAll, takePictureOfFailure } from './support/hooks';
import { screenshotPath, type Session, startSession } from './support/session';
import { firstProject } from './support/upload';

const token = 'canary-7f3a9b2e-token';
const nextToken = 'canary-0d61c4f8-token';

/** Lets the service reject every request that does not have this value in a header. */
function requireHeader({ emulator }: Session, header: string, value: string): void {
  emulator.setIntercept(({ server, headers }) =>
    server === 'service' && headers[header] !== value
      ? { kind: 'reply', status: 401, body: `who is ${headers[header] ?? 'this'}?` }
      : undefined,
  );
}

/** The tests share one window, because each start of a window takes seconds. */
describe('Signing in through the user interface', () => {
  let session: Session;

  before(async () => (session = await startSession()));
  takePictureOfFailure(() => session.workbench);
  endAfterAll(() => session);

  /**
   * Selects another authentication method without a signed-in account, so that the view sends its
   * request again, without credentials.
   */
  async function selectScheme(settings: Readonly<Record<string, unknown>>): Promise<void> {
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

  describe('with a bearer token', () => {
    before(() => requireHeader(session, 'authorization', `Bearer ${token}`));

    const origin = () => new URL(session.emulator.baseUrl).origin;
    const host = () => new URL(session.emulator.baseUrl).host;

    it('is offered by the view when the service responds with 401', async () => {
      const { views } = session.workbench;
      await views.openView('Simulation Service');
      const welcome = await views.viewWelcome('Projects');
      assert.match(welcome.text, /Sign in to see your projects\./);
      await session.workbench.screenshot(screenshotPath('sign-in-needed'));
      await views.clickWelcomeButton('Projects', 'Sign In…');
      const input = await session.workbench.quickInput.waitForQuickInput({ title: 'Sign In' });
      assert.ok(input.message.includes(`Token for ${origin()}.`), input.message);
    });

    it('masks the token, removes a copied “Bearer” and shows the projects', async () => {
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
      assert.equal(
        done.message,
        `You are signed in to ${origin()}. The word “Bearer” was removed from the beginning of the token.`,
      );
      await views.waitForTreeRows('Projects', (rows) => rows.length === 2);
    });

    it('sends the token to the service only, never to the file server', async () => {
      const { explorer, quickInput, notifications, views } = session.workbench;
      await views.openView('Explorer');
      await explorer.explorerContextMenu(['cantilever'], 'Upload and Create Simulation…');
      for (const step of ['1/4', '2/4']) {
        await quickInput.waitForQuickInput({ step, hasItems: step !== '2/4' });
        await quickInput.acceptQuickInput();
      }
      await quickInput.pick(firstProject);
      await notifications.waitForNotification(/^Simulation sim_.+ was created/);
      const sent = session.emulator.requests.filter(({ status = 0 }) => status < 400);
      const withToken = (server: string) =>
        new Set(sent.filter((one) => one.server === server).map(({ headers }) => headers['authorization']));
      assert.deepEqual(withToken('service'), new Set([`Bearer ${token}`]));
      assert.deepEqual(withToken('files'), new Set([undefined]));
    });

    it('adds the account to the Accounts menu, from which the user can sign out', async () => {
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

    it('keeps the question open with a row to sign in when the user dismisses the prompt', async () => {
      const { quickInput, notifications, page } = session.workbench;
      await notifications.clearNotifications();
      await quickInput.runCommand('Simulation Service: Create Simulation…');
      await quickInput.waitForQuickInput({ title: 'Sign In' });
      await page.keyboard.press('Escape');
      const failed = await quickInput.waitForQuickInput({ title: 'Create Simulation', hasItems: true });
      assert.deepEqual(
        failed.items.map(({ label }) => label),
        ['The projects could not be listed.', 'Try Again', 'Sign In…', 'Show Log'],
      );
      await quickInput.closeQuickInput();
    });

    it('interrupts a command that needs the service, which then continues', async () => {
      const { explorer, quickInput, views, notifications } = session.workbench;
      await notifications.clearNotifications();
      await views.openView('Explorer');
      await explorer.expandFolder('cantilever');
      await explorer.explorerContextMenu(['loads.inc', 'mesh'], 'Upload and Create Simulation…');
      for (const step of ['1/4', '2/4']) {
        await quickInput.waitForQuickInput({ step, hasItems: step !== '2/4' });
        await quickInput.acceptQuickInput();
      }
      const prompt = await quickInput.waitForQuickInput({ title: 'Sign In' });
      const text = `The service requires you to sign in. Token for ${origin()}.`;
      assert.ok(prompt.message.startsWith(text), prompt.message);
      await session.workbench.screenshot(screenshotPath('sign-in-asked-for'));
      await quickInput.typeInQuickInput(token);
      await quickInput.acceptQuickInput();
      await quickInput.waitForQuickInput({ step: '3/4', hasItems: true });
      await session.workbench.screenshot(screenshotPath('question-after-sign-in'));
    });

    it('prompts once when the token expires during a launch, which then continues', async () => {
      const { quickInput, notifications } = session.workbench;
      const before = session.emulator.requests.length;
      session.emulator.setIntercept(({ operation }) => {
        if (operation === 'finaliseModel') requireHeader(session, 'authorization', `Bearer ${nextToken}`);
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
      // Views may request their lists again meanwhile.
      const created = launch.filter((operation) => !/^(list|uploadFile)/.test(operation));
      assert.deepEqual(created, ['createModel', 'finaliseModel', 'finaliseModel', 'createSimulation']);
    });
  });

  describe('with a user name and a password', () => {
    const password = 'canary pä:ss';

    before(async () => {
      await selectScheme({ 'simulationService.authentication': 'basic' });
      requireHeader(session, 'authorization', `Basic ${Buffer.from(`jane:${password}`).toString('base64')}`);
    });

    it('prompts for both, masks the password and shows the projects', async () => {
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

    it('adds the user name to the Accounts menu', async () => {
      const { page } = session.workbench;
      await page.locator('.activitybar .action-item', { has: page.getByLabel('Accounts') }).click();
      const item = page.locator('.monaco-menu .action-item', { hasText: '(jane)' });
      await item.waitFor();
      await item.hover();
      await session.workbench.screenshot(screenshotPath('accounts-menu-user'));
      // The first Escape may close only the submenu.
      await waitFor('the menu to close', async () => {
        await page.keyboard.press('Escape');
        return (await page.locator('.monaco-menu').count()) === 0;
      });
    });
  });

  describe('with an API key', () => {
    before(async () => {
      await selectScheme({
        'simulationService.authentication': 'apiKey',
        'simulationService.apiKeyHeader': 'X-Sim-Key',
      });
      requireHeader(session, 'x-sim-key', token);
    });

    it('prompts for the key and shows the projects', async () => {
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

  describe('for a service that is configured without authentication', () => {
    before(async () => {
      await selectScheme({ 'simulationService.authentication': 'none' });
      requireHeader(session, 'authorization', `Bearer ${token}`);
    });

    it('opens the setting instead', async () => {
      const { notifications, views, page } = session.workbench;
      await views.openView('Simulation Service');
      await views.clickWelcomeButton('Projects', 'Sign In…');
      const text = /^You cannot sign in, because the setting simulationService\.authentication is “none”/;
      await notifications.clickNotificationButton(text, 'Open Setting');
      await page.locator('.settings-editor .setting-item-label', { hasText: 'Authentication' }).waitFor();
      await session.workbench.screenshot(screenshotPath('authentication-setting'));
    });
  });
});
