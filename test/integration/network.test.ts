import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import * as vscode from 'vscode';
import { commands } from '../../src/contributions';
import type { Emulator } from '../../src/emulator/emulator';
import { waitFor } from '../host/waitFor';
import { ownAddress } from '../support/ownAddress';
import { operations, startService } from '../support/service';
import {
  activateExtension,
  answerUntilDone,
  contentOf,
  run,
  twoProjects,
  useService,
  workspaceFile,
} from './support/live';
import {
  failureText,
  type ProxySettings,
  restoreNetwork,
  type RunningProxy,
  startFarService,
  startProxy,
  startSecureService,
  useNetwork,
} from './support/networkSettings';

const login = { username: 'me', password: 's:cret!' };
const userInfo = 'me:s%3Acret!';
const basic = `Basic ${Buffer.from('me:s:cret!').toString('base64')}`;

async function upload(emulator: Emulator): Promise<void> {
  await answerUntilDone('Enter', run(commands.uploadModel, workspaceFile('cantilever/loads.inc')));
  assert.equal(operations(emulator).at(-1), 'finaliseModel');
}

describe('A proxy from the settings', () => {
  before(() => run('workbench.view.explorer'));
  afterEach(restoreNetwork);

  const ways: Readonly<Record<string, (proxy: RunningProxy) => ProxySettings>> = {
    'user and password in its URL': ({ host }) => ({ proxy: `http://${userInfo}@${host}` }),
    'credentials in a setting of their own': ({ host }) => ({
      proxy: `http://${host}`,
      proxyAuthorization: basic,
    }),
  };
  for (const [name, settingsFor] of Object.entries(ways)) {
    it(`is used for lists and uploads, with ${name}`, async () => {
      const emulator = await startFarService();
      const proxy = await startProxy({ login });
      await useNetwork(settingsFor(proxy));
      const { projects } = await activateExtension();
      assert.deepEqual(await contentOf(projects), twoProjects);
      await upload(emulator);
      const [service, files] = [emulator.baseUrl, emulator.fileServerUrl].map((url) => new URL(url).host);
      assert.deepEqual(
        [...new Set(await proxy.asked())].sort(),
        [`GET ${service}`, `POST ${service}`, `PUT ${files}`].sort(),
      );
      assert.equal((await proxy.asked()).length, emulator.requests.length);
    });
  }

  it('can be a SOCKS5 proxy', async () => {
    const emulator = await startFarService();
    const proxy = await startProxy({ kind: 'socks', login });
    await useNetwork({ proxy: `socks5h://${userInfo}@${proxy.host}` });
    const { projects } = await activateExtension();
    assert.deepEqual(await contentOf(projects), twoProjects);
    await upload(emulator);
    const hosts = [emulator.baseUrl, emulator.fileServerUrl].map((url) => new URL(url).host);
    assert.deepEqual([...new Set(await proxy.asked())].sort(), hosts.map((host) => `CONNECT ${host}`).sort());
  });

  it('tunnels https', async () => {
    const host = await startSecureService('good');
    const proxy = await startProxy({ login });
    await useNetwork({ proxy: `http://${userInfo}@${proxy.host}` });
    const { projects } = await activateExtension();
    assert.deepEqual(await contentOf(projects), ['Secure']);
    assert.deepEqual([...new Set(await proxy.asked())], [`CONNECT ${host}`]);
  });

  it('is named when it rejects the credentials, and a changed setting takes effect at once', async () => {
    const emulator = await startFarService();
    const proxy = await startProxy({ login });
    const { projects } = await activateExtension();
    await useNetwork({ proxy: `http://me:wrong-password@${proxy.host}` });
    assert.equal(
      await failureText(),
      `The projects could not be listed. The proxy ${proxy.host} requires valid credentials. ` +
        'Add the user name and password to the setting http.proxy, or set http.proxyAuthorization. (407)',
    );
    assert.deepEqual([await proxy.asked(), emulator.requests], [[], []]);
    await useNetwork({ proxy: `http://${userInfo}@${proxy.host}` });
    assert.deepEqual(await contentOf(projects), twoProjects);
  });

  it('does not reveal its credentials, even where a secret slips through', async () => {
    await startFarService();
    const proxy = await startProxy({ login });
    await useNetwork({ proxy: `http://${userInfo}@${proxy.host}`, proxyAuthorization: basic });
    const { projects, log, logFolder } = await activateExtension();
    assert.deepEqual(await contentOf(projects), twoProjects);
    log.info(`the proxy: ${login.password}, s%3Acret!, ${basic}, ${basic.slice('Basic '.length)}`);
    const file = path.join(logFolder, 'Simulation Service.log');
    const line = await waitFor('the log', () => /the proxy: .*/.exec(readFileSync(file, 'utf8'))?.[0]);
    // The user name is no secret.
    const user = Buffer.from(`${login.username}:`).toString('base64');
    assert.equal(line, `the proxy: [secret], [secret], Basic ${user}[secret], ${user}[secret]`);
    assert.doesNotMatch(readFileSync(file, 'utf8'), /s(:|%3A)cret!|bWU6czpjcmV0IQ/);
  });

  it('is named when it cannot be reached', async () => {
    await startFarService();
    await useNetwork({ proxy: 'http://127.0.0.1:9' });
    assert.equal(
      await failureText(),
      'The projects could not be listed. The proxy 127.0.0.1:9 cannot be reached. ' +
        'Check the setting http.proxy. (ECONNREFUSED)',
    );
  });

  const exceptions: Readonly<Record<string, ProxySettings>> = {
    'hosts that are excepted': { noProxy: [ownAddress()] },
    'everything, where proxies are switched off': { proxySupport: 'off' },
  };
  for (const [name, settings] of Object.entries(exceptions)) {
    it(`is not used for ${name}`, async () => {
      await startFarService();
      const proxy = await startProxy();
      await useNetwork({ proxy: `http://${proxy.host}`, ...settings });
      const { projects } = await activateExtension();
      assert.deepEqual([await contentOf(projects), await proxy.asked()], [twoProjects, []]);
    });
  }

  for (const host of ['127.0.0.1', '127.0.0.2']) {
    it(`is not used for this computer at ${host}`, async () => {
      const { emulator } = await startService('variant_b', { host });
      const proxy = await startProxy();
      await useNetwork({ proxy: `http://${proxy.host}` });
      await useService(emulator.baseUrl);
      const { projects } = await activateExtension();
      assert.deepEqual([await contentOf(projects), await proxy.asked()], [twoProjects, []]);
    });
  }
});

describe('A proxy from the environment variables', () => {
  afterEach(async () => {
    delete process.env['HTTPS_PROXY'];
    await restoreNetwork();
  });

  it('is used, and is named when it rejects the credentials', async () => {
    const { projects } = await activateExtension();
    const proxy = await startProxy({ login });
    process.env['HTTPS_PROXY'] = `http://${userInfo}@${proxy.host}`;
    const emulator = await startFarService();
    assert.deepEqual(await contentOf(projects), twoProjects);
    assert.deepEqual(await proxy.asked(), [`GET ${new URL(emulator.baseUrl).host}`]);
    process.env['HTTPS_PROXY'] = `http://${proxy.host}`;
    projects.refresh();
    assert.equal(
      await failureText(),
      `The projects could not be listed. The proxy ${proxy.host} requires valid credentials. ` +
        'Add the user name and password to the environment variable HTTPS_PROXY, or set http.proxyAuthorization. (407)',
    );
  });
});

describe('A proxy that VS Code looks up', () => {
  interface Resolver {
    resolveProxyURL: (url: string) => Promise<string | undefined>;
  }
  const resolver = createRequire(__filename)(
    path.join(vscode.env.appRoot, 'node_modules/@vscode/proxy-agent'),
  ) as Resolver;
  const { resolveProxyURL } = resolver;

  afterEach(async () => {
    resolver.resolveProxyURL = resolveProxyURL;
    await restoreNetwork();
  });

  it('is absent by default', async () => {
    assert.equal(await resolveProxyURL(`http://${ownAddress()}/`), undefined);
  });

  it('is used', async () => {
    const proxy = await startProxy();
    resolver.resolveProxyURL = () => Promise.resolve(`http://${proxy.host}`);
    const emulator = await startFarService();
    const { projects } = await activateExtension();
    assert.deepEqual(await contentOf(projects), twoProjects);
    assert.deepEqual(await proxy.asked(), [`GET ${new URL(emulator.baseUrl).host}`]);
  });

  it('is waited for only for a limited time, and not at all when the lookup fails', async () => {
    const { projects } = await activateExtension();
    await startFarService();
    resolver.resolveProxyURL = () => Promise.reject(new Error('no'));
    assert.deepEqual(await contentOf(projects), twoProjects);
    let asked = 0;
    resolver.resolveProxyURL = () => new Promise(() => asked++);
    for (let again = 0; again < 2; again++) {
      projects.refresh();
      assert.deepEqual(await contentOf(projects), twoProjects);
    }
    assert.equal(asked, 1);
  });
});
