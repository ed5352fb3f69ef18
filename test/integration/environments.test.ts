import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { settings } from '../../src/contributions';
import { waitFor } from '../host/waitFor';
import { type RecordingEmulator, startService } from '../support/service';
import {
  contentOf,
  live,
  restoreWindow,
  setSetting,
  twoProjects,
  useService,
  workspaceFile,
} from './support/live';

const settingsFile = () => workspaceFile('.vscode/settings.json');

describe('The selected environment', () => {
  let plain: RecordingEmulator;
  let other: RecordingEmulator;

  beforeEach(async () => {
    ({ emulator: plain } = await startService());
    ({ emulator: other } = await startService());
    await useService(plain.baseUrl);
    await setSetting(settings.environments, { other: { baseUrl: other.baseUrl } });
  });
  afterEach(async () => {
    await vscode.workspace.fs.delete(workspaceFile('.vscode'), { recursive: true }).then(undefined, () => {});
    // The extension itself may have saved one.
    await select(undefined);
    await restoreWindow();
    await waitFor('no environment', () => live.settings.environment === '');
  });

  const select = (name: unknown) => setSetting(settings.environment, name);

  /**
   * Writes the settings file of a workspace directly, because VS Code refuses to write some of these values.
   */
  async function writeWorkspaceSettings(values: Readonly<Record<string, unknown>>): Promise<void> {
    await vscode.workspace.fs.writeFile(settingsFile(), Buffer.from(JSON.stringify(values)));
    await waitFor(
      'the settings of the workspace',
      () => live.settings.environment === values[settings.environment],
    );
  }

  function address(): unknown {
    const { baseUrl, variant } = live.connection.address();
    return [baseUrl.origin, baseUrl.pathname, variant];
  }

  /** The error that the list of projects shows. */
  async function failureText(): Promise<unknown> {
    const content = await live.projects.content();
    return content.state === 'badEnvironment' && content.text;
  }

  function assertNothingSent(): void {
    assert.deepEqual([plain.requests.length, other.requests.length], [0, 0]);
  }

  it('determines address, variant and authentication at once', async () => {
    await setSetting(settings.environments, {
      other: { baseUrl: `${other.baseUrl}/`, variant: 'variant_a', authentication: 'none' },
    });
    assert.deepEqual(address(), [plain.baseUrl, '/', 'variant_b']);
    await select('other');
    assert.deepEqual(address(), [other.baseUrl, '/', 'variant_a']);
    assert.deepEqual(live.connection.authenticationOf(live.connection.address()), { scheme: 'none' });
    assert.deepEqual([live.connection.variant, live.connection.environment()?.name], ['variant_a', 'other']);
    assert.deepEqual(await contentOf(live.projects), twoProjects);
    assert.deepEqual([plain.requests.length, other.requests.at(-1)?.variant], [0, 'variant_a']);
    await select(undefined);
    assert.deepEqual(address(), [plain.baseUrl, '/', 'variant_b']);
    assert.deepEqual(await contentOf(live.projects), twoProjects);
    assert.ok(plain.requests.length > 0);
  });

  it('is another service as soon as its definition changes', async () => {
    await select('other');
    assert.deepEqual(address(), [other.baseUrl, '/', 'variant_b']);
    await setSetting(settings.environments, { other: { baseUrl: `${plain.baseUrl}/moved` } });
    assert.deepEqual(address(), [plain.baseUrl, '/moved', 'variant_b']);
  });

  it('leads to no other service when the user has not defined it, and the view says so', async () => {
    for (const name of ['nobody', 'OTHER', ' ', 'constructor']) {
      await select(name);
      const expected = { name: 'NotConnectedError', problem: 'unknownEnvironment', environment: name };
      assert.throws(() => live.connection.address(), expected);
      await assert.rejects(live.connection.service(), expected);
      assert.equal(
        await failureText(),
        `The environment “${name}” is not defined. Nothing was sent. Define it in the setting simulationService.environments, or select another environment.`,
      );
    }
    assertNothingSent();
  });

  for (const value of [null, ['other']]) {
    it(`is no service when it is ${JSON.stringify(value)}`, async () => {
      await vscode.workspace.fs.writeFile(
        settingsFile(),
        Buffer.from(JSON.stringify({ [settings.environment]: value })),
      );
      const error = await waitFor('the setting to be read', () => {
        try {
          live.connection.address();
          return undefined;
        } catch (thrown) {
          return thrown as { problem: string; environment: string };
        }
      });
      assert.deepEqual([error.problem, error.environment], ['unknownEnvironment', JSON.stringify(value)]);
      assertNothingSent();
    });
  }

  const broken = 'The environment “broken” in the setting simulationService.environments';
  for (const [entry, words] of [
    [{ baseUrl: 'ftp://files.example' }, 'The base URL must begin with https:// or http://.'],
    ['https://sim.example', `${broken} must be an object.`],
  ] as const) {
    it(`is no service when it is defined as ${JSON.stringify(entry)}`, async () => {
      await setSetting(settings.environments, { broken: entry });
      await select('broken');
      assert.equal(await failureText(), words);
      assertNothingSent();
    });
  }

  it('prevents requests when its entry is invalid, also for its launches', async () => {
    await setSetting(settings.environments, { broken: { baseUrl: other.baseUrl, authentication: 'digest' } });
    const service = {
      origin: other.baseUrl,
      basePath: '/',
      variant: 'variant_b',
      settingsFingerprint: '',
    } as const;
    const expected = { name: 'SettingError', setting: settings.environments };
    const address = { baseUrl: new URL(other.baseUrl), variant: service.variant };
    assert.throws(() => live.connection.authenticationOf(address), expected);
    assert.throws(() => live.connection.serviceOf(service), expected);
    await select('broken');
    assert.equal(
      await failureText(),
      'The entry authentication of the environment “broken” in the setting simulationService.environments is not valid.',
    );
    assertNothingSent();
  });

  it('cannot be defined or changed by the workspace', async () => {
    const hostile = { baseUrl: plain.baseUrl, authentication: 'none' };
    const definitions = {
      [settings.environments]: { other: hostile, hostile },
      [`${settings.environments}.hostile`]: hostile,
      [`${settings.environments}.other`]: hostile,
      '[plaintext]': { [settings.environments]: { other: hostile, hostile } },
    };
    await writeWorkspaceSettings({ ...definitions, [settings.environment]: 'hostile' });
    assert.throws(() => live.connection.address(), { problem: 'unknownEnvironment' });
    await writeWorkspaceSettings({ ...definitions, [settings.environment]: 'other' });
    assert.deepEqual(address(), [other.baseUrl, '/', 'variant_b']);
    assert.deepEqual(live.connection.authenticationOf(live.connection.address()), { scheme: 'bearer' });
  });

  it('is saved where it takes effect: in the workspace if that selects one, else for the user', async () => {
    const saved = () => {
      const found = vscode.workspace.getConfiguration().inspect(settings.environment);
      return [found?.globalValue, found?.workspaceValue, live.settings.environment];
    };
    await live.settings.setEnvironment('other');
    assert.deepEqual(saved(), ['other', undefined, 'other']);
    await writeWorkspaceSettings({ [settings.environment]: 'nobody' });
    await live.settings.setEnvironment('');
    assert.deepEqual(saved(), ['other', '', '']);
    assert.deepEqual(address(), [plain.baseUrl, '/', 'variant_b']);
  });
});
