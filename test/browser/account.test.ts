import assert from 'node:assert/strict';
import type { QuickInputState } from '../host/quickInput';
import { replyWith } from '../support/emulatorFaults';
import { operations } from '../support/service';
import { requireHeader, useSession } from './support/hooks';
import { labelsOf } from './support/rows';
import { screenshotPath } from './support/session';
import { acceptPlan, firstProject } from './support/upload';

const token = 'canary-7f3a9b2e-token';
const nextToken = 'canary-0d61c4f8-token';

describe('Signing in through the user interface', () => {
  const session = useSession();
  before(() => requireHeader(session.emulator, 'authorization', `Bearer ${token}`));

  /** Selects another authentication method without a signed-in account. Then the service requires this header. */
  async function selectScheme(
    settings: Readonly<Record<string, unknown>>,
    header: string,
    value: string,
  ): Promise<void> {
    const { emulator, workbench } = session;
    await workbench.notifications.clearNotifications();
    await workbench.views.openView('Simulation Service');
    await session.configure(settings);
    requireHeader(emulator, header, value);
  }

  /** Clicks Sign In… in the empty view, and waits for the prompt. */
  async function beginSignIn(step = ''): Promise<QuickInputState> {
    const { quickInput, views } = session.workbench;
    await views.openView('Simulation Service');
    await views.clickWelcomeButton('Projects', 'Sign In…');
    return await quickInput.waitForQuickInput({ title: 'Sign In', step });
  }

  const waitForProjects = () =>
    session.workbench.views.waitForTreeRows('Projects', (rows) => rows.length === 2);

  const isMasked = async () =>
    (await session.workbench.page.locator('.quick-input-box input').getAttribute('type')) === 'password';

  const origin = () => new URL(session.emulator.baseUrl).origin;
  const host = () => new URL(session.emulator.baseUrl).host;

  it('is offered by the view when the service responds with 401', async () => {
    const { views } = session.workbench;
    await views.openView('Simulation Service');
    const welcome = await views.viewWelcome('Projects');
    assert.match(welcome.text, /Sign in to see your projects\./);
    await session.workbench.screenshot(screenshotPath('sign-in-needed'));
    const input = await beginSignIn();
    assert.ok(input.message.includes(`Token for ${origin()}.`), input.message);
  });

  it('masks the token, puts the next one in place of a wrong one, removes a copied “Bearer” and shows the projects', async () => {
    const { quickInput, notifications, page } = session.workbench;
    await quickInput.typeInQuickInput(`“${token}”`);
    await quickInput.waitForQuickInput({ message: /Copy it again/ });
    await quickInput.enterInQuickInput(nextToken);
    await quickInput.waitForQuickInput({ message: /rejected your credentials/ });
    await page.keyboard.insertText(` Bearer ${token} `);
    assert.ok(await isMasked());
    await session.workbench.screenshot(screenshotPath('sign-in'));
    await quickInput.acceptQuickInput();
    const done = await notifications.waitForNotification(/You are signed in to/);
    assert.equal(
      done.message,
      `You are signed in to ${origin()}. The word “Bearer” was removed from the beginning of the token.`,
    );
    await waitForProjects();
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
    const remedies = ['Try Again', 'Sign In…', 'Show Log'];
    assert.deepEqual(labelsOf(failed.items), ['The projects could not be listed.', ...remedies]);
    await quickInput.closeQuickInput();
  });

  it('interrupts a command that needs the service, which then continues', async () => {
    const { explorer, quickInput, views, notifications } = session.workbench;
    await notifications.clearNotifications();
    await views.openView('Explorer');
    await explorer.expandFolder('cantilever');
    await acceptPlan(session.workbench, 'uploadAndSimulate', ['loads.inc', 'mesh']);
    const prompt = await quickInput.waitForQuickInput({ title: 'Sign In' });
    const text = `The service requires you to sign in. Token for ${origin()}.`;
    assert.ok(prompt.message.startsWith(text), prompt.message);
    await quickInput.enterInQuickInput(token);
    await quickInput.waitForQuickInput({ step: '3/4', hasItems: true });
  });

  it('prompts once when the token expires during a launch, which then continues', async () => {
    const { quickInput, notifications } = session.workbench;
    const before = session.emulator.requests.length;
    session.emulator.setIntercept(({ operation }) => {
      if (operation !== 'finaliseModel') return undefined;
      requireHeader(session.emulator, 'authorization', `Bearer ${nextToken}`);
      return replyWith({ status: 401 });
    });
    await quickInput.pick(firstProject);
    const prompt = await quickInput.waitForQuickInput({ title: 'Sign In' });
    const text = `${host()} rejected your credentials. Token for `;
    assert.ok(prompt.message.startsWith(text), prompt.message);
    await session.workbench.screenshot(screenshotPath('token-expired'));
    await quickInput.enterInQuickInput(nextToken);
    await notifications.waitForNotification(/^Simulation sim_.+ was created/);
    assert.equal(await quickInput.isOpen(), false);
    const launch = operations(session.emulator).slice(before);
    const uploads = launch.filter((operation) => operation.startsWith('uploadFile'));
    assert.deepEqual(uploads.length, new Set(uploads).size);
    // Views may request their lists again meanwhile.
    const created = launch.filter((operation) => !/^(list|uploadFile)/.test(operation));
    assert.deepEqual(created, ['createModel', 'finaliseModel', 'finaliseModel', 'createSimulation']);
  });

  it('with a user name and a password prompts for both, masks the password and shows the projects', async () => {
    const { quickInput } = session.workbench;
    const password = 'canary pä:ss';
    const encoded = Buffer.from(`jane:${password}`).toString('base64');
    await selectScheme({ 'simulationService.authentication': 'basic' }, 'authorization', `Basic ${encoded}`);
    await beginSignIn('1/2');
    await quickInput.typeInQuickInput('jane:doe');
    await quickInput.waitForQuickInput({ message: /A user name cannot contain a colon\./ });
    await quickInput.enterInQuickInput('jane');
    await quickInput.waitForQuickInput({ title: 'Sign In', step: '2/2' });
    assert.ok(await isMasked());
    await quickInput.enterInQuickInput(password);
    await waitForProjects();
  });

  it('with an API key prompts for the key and shows the projects', async () => {
    const { quickInput } = session.workbench;
    const apiKey = { 'simulationService.authentication': 'apiKey' };
    await selectScheme({ ...apiKey, 'simulationService.apiKeyHeader': 'X-Sim-Key' }, 'x-sim-key', token);
    const prompt = await beginSignIn();
    assert.ok(prompt.message.startsWith('API key for '), prompt.message);
    await quickInput.enterInQuickInput(token);
    await waitForProjects();
    const sent = session.emulator.requests.at(-1)?.headers;
    assert.deepEqual([sent?.['x-sim-key'], sent?.['authorization']], [token, undefined]);
  });

  it('checks a key as it was asked for, also if the settings change meanwhile', async () => {
    const { workbench, emulator } = session;
    const { quickInput } = workbench;
    const apiKey = { 'simulationService.authentication': 'apiKey' };
    await selectScheme(
      { ...apiKey, 'simulationService.apiKeyHeader': 'X-Other-Key' },
      'x-other-key',
      nextToken,
    );
    await beginSignIn();
    const before = emulator.requests.length;
    await session.configure({ 'simulationService.authentication': 'basic' });
    await quickInput.enterInQuickInput(nextToken);
    await quickInput.waitUntilClosed();
    const sent = emulator.requests.slice(before).map(({ headers }) => headers);
    const withKey = sent.filter((headers) => headers['x-other-key'] === nextToken);
    assert.deepEqual(
      withKey.map(({ authorization }) => authorization),
      [undefined],
    );
  });

  it('by another method for an environment keeps the method with the environment', async () => {
    const { workbench, emulator } = session;
    const { quickInput, notifications } = workbench;
    const production = { baseUrl: emulator.baseUrl, variant: 'variant_b', authentication: 'none' };
    const environment = {
      'simulationService.environments': { production },
      'simulationService.environment': 'production',
    };
    await selectScheme(environment, 'authorization', `Token ${token}`);
    await workbench.views.clickWelcomeButton('Projects', 'Sign In…');
    const text =
      /^You cannot sign in, because the setting authentication of the environment “production” is “none”/;
    await notifications.clickNotificationButton(text, 'Other Method…');
    await quickInput.waitForQuickInput({ title: 'Other Method: production' });
    await quickInput.pick('API Key in a Header…');
    await quickInput.enterInQuickInput('Authorization: Token', { step: '2/2' });
    await quickInput.waitForQuickInput({ title: 'Sign In', message: /^API key for / });
    await quickInput.enterInQuickInput(token);
    await waitForProjects();
    assert.equal(emulator.requests.at(-1)?.headers['authorization'], `Token ${token}`);
  });

  it('opens the setting for a service that is configured without authentication', async () => {
    const { notifications, views, page } = session.workbench;
    await selectScheme({ 'simulationService.authentication': 'none' }, 'authorization', `Bearer ${token}`);
    await views.clickWelcomeButton('Projects', 'Sign In…');
    const text = /^You cannot sign in, because the setting simulationService\.authentication is “none”/;
    await notifications.clickNotificationButton(text, 'Open Setting');
    await page.locator('.settings-editor .setting-item-label', { hasText: 'Authentication' }).waitFor();
  });
});
