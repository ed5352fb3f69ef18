import assert from 'node:assert/strict';
import { settings } from '../../src/contributions';
import { getAccountAt } from '../../src/secrets/accountSecrets';
import type { RecordingEmulator } from '../support/service';
import { contentOf, live, restoreWindow, setSetting, twoProjects, useNewService } from './support/live';

const secrets = { bearer: 'canary-token', basic: 'jane:canary-password', apiKey: 'canary-key' } as const;

describe('Authentication', () => {
  let emulator: RecordingEmulator;

  beforeEach(async () => {
    emulator = await useNewService();
    for (const scheme of ['bearer', 'basic', 'apiKey'] as const) {
      await live.account.signIn(getAccountAt(scheme, emulator.baseUrl), secrets[scheme]);
    }
  });
  afterEach(restoreWindow);

  /** The credential headers of the last request. */
  function lastCredentials(): unknown {
    const { headers = {} } = emulator.requests.at(-1) ?? {};
    return [headers['authorization'], headers['x-api-key'], headers['x-sim-key']];
  }

  it('follows its settings at once, and sends no secret of another method', async () => {
    const sent: unknown[] = [];
    for (const scheme of ['bearer', 'basic', 'apiKey', 'none']) {
      await setSetting(settings.authentication, scheme);
      assert.deepEqual(await contentOf(live.projects), twoProjects);
      sent.push(lastCredentials());
    }
    await setSetting(settings.authentication, 'apiKey');
    await setSetting(settings.apiKeyHeader, 'X-Sim-Key');
    assert.deepEqual(await contentOf(live.projects), twoProjects);
    assert.deepEqual(
      [...sent, lastCredentials()],
      [
        ['Bearer canary-token', undefined, undefined],
        [`Basic ${Buffer.from(secrets.basic).toString('base64')}`, undefined, undefined],
        [undefined, 'canary-key', undefined],
        [undefined, undefined, undefined],
        [undefined, undefined, 'canary-key'],
      ],
    );
  });

  for (const [setting, value] of [
    [settings.apiKeyHeader, 'Host'],
    [settings.apiKeyHeader, ''],
    [settings.authentication, 'digest'],
  ] as const) {
    it(`sends nothing and reports an error when ${setting} is ${JSON.stringify(value)}`, async () => {
      await setSetting(settings.authentication, 'apiKey');
      await setSetting(setting, value);
      const before = emulator.requests.length;
      const content = await live.projects.content();
      assert.ok(content.state === 'failed');
      assert.ok(content.text.startsWith(`The setting ${setting} `), content.text);
      assert.equal(emulator.requests.length, before);
    });
  }

  it('labels each account and signs out of one of them', async () => {
    const { baseUrl } = emulator;
    const labels = async () =>
      (await live.account.getSessions()).map(({ id, accessToken, account: { label } }) => [
        id,
        accessToken,
        label,
      ]);
    const all = [
      [`apiKey ${baseUrl}`, '', `${baseUrl}, API key`],
      [`basic ${baseUrl}`, '', `${baseUrl} (jane)`],
      [`bearer ${baseUrl}`, '', baseUrl],
    ];
    assert.deepEqual(await labels(), all);
    await live.account.removeSession(`basic ${baseUrl}`);
    assert.deepEqual(await labels(), [all[0], all[2]]);
    await live.account.removeSession(`basic ${baseUrl}`);
    assert.deepEqual(await labels(), [all[0], all[2]]);
  });
});
