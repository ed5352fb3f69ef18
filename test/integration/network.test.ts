import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import * as vscode from 'vscode';
import { commands } from '../../src/contributions';
import { waitFor } from '../host/waitFor';
import { certificates } from '../support/certificates';
import { ownAddress } from '../support/ownAddress';
import { operations, type RecordingEmulator } from '../support/service';
import { answerUntilDone, contentOf, live, run, twoProjects, workspaceFile } from './support/live';
import {
  failureText,
  restoreNetwork,
  startFarService,
  startProxy,
  startSecureService,
  useNetwork,
} from './support/networkSettings';

const login = { username: 'me', password: 's:cret!' };
const userInfo = 'me:s%3Acret!';
const basic = `Basic ${Buffer.from('me:s:cret!').toString('base64')}`;

/** What the list of projects shows. */
const listed = async () => contentOf(live.projects);

async function upload(emulator: RecordingEmulator): Promise<void> {
  await answerUntilDone('Enter', run(commands.uploadModel, workspaceFile('cantilever/loads.inc')));
  assert.equal(operations(emulator).at(-1), 'finaliseModel');
}

describe('A proxy from the settings', () => {
  before(() => run('workbench.view.explorer'));
  afterEach(restoreNetwork);

  it('is used for lists and uploads, with its credentials', async () => {
    const emulator = await startFarService();
    const proxy = await startProxy({ login });
    await useNetwork({ proxy: `http://${proxy.host}`, proxyAuthorization: basic });
    assert.deepEqual(await listed(), twoProjects);
    await upload(emulator);
    const [service, files] = [emulator.baseUrl, emulator.fileServerUrl].map((url) => new URL(url).host);
    assert.deepEqual(
      [...new Set(await proxy.asked())].sort(),
      [`GET ${service}`, `POST ${service}`, `PUT ${files}`].sort(),
    );
    assert.equal((await proxy.asked()).length, emulator.requests.length);
  });

  it('is named when it rejects the credentials, and a changed setting takes effect at once', async () => {
    const emulator = await startFarService();
    const proxy = await startProxy({ login });
    await useNetwork({ proxy: `http://me:wrong-password@${proxy.host}` });
    assert.equal(
      await failureText(),
      `The proxy ${proxy.host} requires valid credentials. ` +
        'The proxy is set in http.proxy. Add the user name and password there, or set http.proxyAuthorization. (407)',
    );
    assert.deepEqual([await proxy.asked(), emulator.requests], [[], []]);
    await useNetwork({ proxy: `http://${userInfo}@${proxy.host}` });
    assert.deepEqual(await listed(), twoProjects);
  });

  it('does not reveal its credentials, even where a secret slips through', async () => {
    await startFarService();
    const proxy = await startProxy({ login });
    await useNetwork({ proxy: `http://${userInfo}@${proxy.host}`, proxyAuthorization: basic });
    assert.deepEqual(await listed(), twoProjects);
    live.log.info(`the proxy: ${login.password}, s%3Acret!, ${basic}, ${basic.slice('Basic '.length)}`);
    const file = path.join(live.logFolder, 'Simulation Service.log');
    const line = await waitFor('the log', () => /the proxy: .*/.exec(readFileSync(file, 'utf8'))?.[0]);
    assert.equal(line, 'the proxy: [secret], [secret], [secret], [secret]');
    assert.doesNotMatch(readFileSync(file, 'utf8'), /s(:|%3A)cret!|bWU6czpjcmV0IQ/);
  });

  it('is not used for hosts that are excepted, nor where proxies are switched off', async () => {
    await startFarService();
    const proxy = await startProxy();
    await useNetwork({ proxy: `http://${proxy.host}` });
    for (const settings of [{ noProxy: [ownAddress()] }, { noProxy: undefined, proxySupport: 'off' }]) {
      await useNetwork(settings);
      live.projects.refresh();
      assert.deepEqual([await listed(), await proxy.asked()], [twoProjects, []]);
    }
  });
});

describe('A proxy from the environment variables', () => {
  afterEach(async () => {
    delete process.env['HTTPS_PROXY'];
    await restoreNetwork();
  });

  it('is used, and is named when it rejects the credentials', async () => {
    const proxy = await startProxy({ login });
    process.env['HTTPS_PROXY'] = `http://${userInfo}@${proxy.host}`;
    const emulator = await startFarService();
    assert.deepEqual(await listed(), twoProjects);
    assert.deepEqual(await proxy.asked(), [`GET ${new URL(emulator.baseUrl).host}`]);
    process.env['HTTPS_PROXY'] = `http://${proxy.host}`;
    live.projects.refresh();
    assert.match(await failureText(), /environment variable HTTPS_PROXY\. .*\(407\)$/);
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
    assert.deepEqual(await listed(), twoProjects);
    assert.deepEqual(await proxy.asked(), [`GET ${new URL(emulator.baseUrl).host}`]);
  });

  it('is waited for only for a limited time, and not at all when the lookup fails', async () => {
    await startFarService();
    resolver.resolveProxyURL = () => Promise.reject(new Error('no'));
    assert.deepEqual(await listed(), twoProjects);
    let asked = 0;
    resolver.resolveProxyURL = () => new Promise(() => asked++);
    for (let again = 0; again < 2; again++) {
      live.projects.refresh();
      assert.deepEqual(await listed(), twoProjects);
    }
    assert.equal(asked, 1);
  });
});

describe('A certificate', () => {
  afterEach(restoreNetwork);

  it('is accepted when only the system trusts the authority that signed it', async () => {
    await startSecureService('good');
    assert.deepEqual(await listed(), ['Secure']);
  });

  const unknown =
    'The server sends its certificate alone, and this computer does not know the authority that issued it. ' +
    'If browsers accept it, they have found an intermediate certificate by themselves: ask the operator of the server ' +
    'to send it as well. Otherwise, ask your administrator to add that authority to the certificates of the system, ' +
    'and keep the setting http.systemCertificates enabled. (UNABLE_TO_VERIFY_LEAF_SIGNATURE)';

  it('of another host is rejected', async () => {
    await startSecureService('otherHost');
    assert.match(await failureText(), /issued for a different host\. .*\(ERR_TLS_CERT_ALTNAME_INVALID\)$/);
  });

  it('is rejected without the system certificates, even if proxy certificates are not checked', async () => {
    const host = await startSecureService('good');
    await useNetwork({ systemCertificates: false, proxyStrictSSL: false });
    assert.equal(await failureText(), `The certificate of ${host} was rejected. ${unknown}`);
  });

  it('of a proxy is rejected, unless the settings turn the check off', async () => {
    await startFarService();
    const proxy = await startProxy({ certificate: certificates.unknownAuthority });
    await useNetwork({ proxy: `https://${proxy.host}` });
    assert.equal(await failureText(), `The certificate of the proxy ${proxy.host} was rejected. ${unknown}`);
    await useNetwork({ proxyStrictSSL: false });
    assert.deepEqual(await listed(), twoProjects);
  });
});
