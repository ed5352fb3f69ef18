import assert from 'node:assert/strict';
import { waitFor } from '../host/waitFor';
import { closeBrowser, screenshotPath, startSession, type Session } from './session';

const token = 'canary-7f3a9b2e-token';

describe('an account', () => {
  let session: Session;

  before(async () => {
    session = await startSession();
    const insists = `Bearer ${token}`;
    session.emulator.setIntercept(({ server, headers }) =>
      server === 'service' && headers['authorization'] !== insists
        ? { kind: 'reply', status: 401, body: `who is ${headers['authorization'] ?? 'this'}?` }
        : undefined,
    );
  });
  afterEach(async function () {
    if (this.currentTest?.state === 'failed') await session.workbench.screenshot(screenshotPath('failure'));
  });
  after(async () => {
    await session.end();
    await closeBrowser();
  });

  const origin = () => new URL(session.emulator.baseUrl).origin;
  const host = () => new URL(session.emulator.baseUrl).host;

  it('is asked for by the view when the service answers 401', async () => {
    const { views } = session.workbench;
    await views.openView('Simulation Service');
    const welcome = await views.viewWelcome('Projects');
    assert.match(welcome.text, /The service wants to know who you are\./);
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
    assert.equal(done.message, `You are signed in to ${origin()}. “Bearer” before the token was left out.`);
    await views.waitForTreeRows('Projects', (rows) => rows.length === 2);
  });

  it('goes to the service only, never to the file server', async () => {
    const { explorer, quickInput, notifications, views } = session.workbench;
    await views.openView('Explorer');
    await explorer.explorerContextMenu(['cantilever'], 'Upload and Create Simulation…');
    for (const step of ['1/3', '2/3', '3/3']) {
      await quickInput.waitForQuickInput({ step });
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
    assert.match(welcome.text, /The service wants to know who you are\./);
    const last = session.emulator.requests.filter(({ operation }) => operation === 'listProjects').at(-1);
    assert.equal(last?.headers['authorization'], undefined);
  });
});
