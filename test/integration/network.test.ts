import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { fork } from 'node:child_process';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import path from 'node:path';
import * as vscode from 'vscode';
import { commands } from '../../src/contributions';
import type { Emulator } from '../../src/emulator/emulator';
import { listNodes } from '../../src/views/listNodes';
import { waitFor } from '../host/waitFor';
import type { ProxyOrder } from '../support/proxyProcess';
import { operations, startService, stopServices } from '../support/service';
import { certificates } from '../unit/client/certificates';
import { activated, pressEnterUntil, setSetting, shown, useService, workspaceFile } from './live';

const twoProjects = ['Bracket fatigue study', 'Wing box static loads'];
const login = { username: 'me', password: 's:cret!' };
const userInfo = 'me:s%3Acret!';
const basic = `Basic ${Buffer.from('me:s:cret!').toString('base64')}`;

/** Settings of VS Code itself; what is not given is taken back. */
interface ProxySettings {
  readonly proxy?: string;
  readonly proxyAuthorization?: string;
  readonly noProxy?: readonly string[];
  readonly proxySupport?: string;
  readonly proxyStrictSSL?: boolean;
  readonly systemCertificates?: boolean;
}

const names = [
  'proxy',
  'proxyAuthorization',
  'noProxy',
  'proxySupport',
  'proxyStrictSSL',
  'systemCertificates',
] as const;

/** Sets them one after the other, and waits until the extension knows. */
async function useNetwork(wanted: ProxySettings = {}): Promise<void> {
  const { settings } = await activated();
  for (const name of names) await setSetting(`http.${name}`, wanted[name]);
  await waitFor('the settings to be read', () => {
    const { proxy, noProxy, authorization, strict, systemCertificates } = settings.network;
    return (
      proxy === (wanted.proxy ?? '') &&
      noProxy.length === (wanted.noProxy?.length ?? 0) &&
      authorization === wanted.proxyAuthorization &&
      strict === (wanted.proxyStrictSSL ?? true) &&
      systemCertificates === (wanted.systemCertificates ?? true)
    );
  });
}

/** A service on an address that VS Code does not take for this computer. */
async function startFarService(): Promise<Emulator> {
  const { emulator } = await startService('variant_b', { host: '127.0.0.2' });
  await useService(emulator.baseUrl);
  return emulator;
}

/** What the list of projects says of its failure. */
async function failureText(): Promise<string> {
  const { projects, treeItem } = await activated();
  const content = await projects.content();
  const [node] = listNodes(content, (project) => ({ kind: 'project', project }));
  assert.equal(node?.kind, 'failed', content.state);
  return treeItem(node).label as string;
}

async function upload(emulator: Emulator): Promise<void> {
  const done = vscode.commands.executeCommand(commands.uploadModel, workspaceFile('cantilever/loads.inc'));
  await pressEnterUntil('a finalised model', () => operations(emulator).at(-1) === 'finaliseModel');
  await done;
}

/** A service that can be listed, with TLS, on an address that VS Code does not take for this computer. */
async function startSecureService(name: keyof typeof certificates): Promise<string> {
  const server = createServer(certificates[name], (_, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify([{ project_id: 'p', name: 'Secure' }]));
  });
  server.listen(0, '127.0.0.2');
  await once(server, 'listening');
  closings.push(() => {
    server.close();
    server.closeAllConnections();
  });
  const host = `127.0.0.2:${(server.address() as AddressInfo).port}`;
  await useService(`https://${host}`);
  return host;
}

interface RunningProxy {
  readonly host: string;
  /** What it let through. */
  readonly asked: () => Promise<readonly string[]>;
}

/** Outside of the extension host, where requests of other programs take their own way. */
async function startProxy(order: Partial<ProxyOrder> = {}): Promise<RunningProxy> {
  const program = path.join(__dirname, '../support/proxyProcess.js');
  const child = fork(program, [JSON.stringify({ kind: 'http', ...order })], { execArgv: [] });
  closings.push(() => child.kill());
  const [host] = (await once(child, 'message')) as [string];
  const asked = async () => {
    child.send('asked');
    const [lines] = (await once(child, 'message')) as [readonly string[]];
    return lines;
  };
  return { host, asked };
}

const closings: (() => void)[] = [];

async function restore(): Promise<void> {
  await useService(undefined);
  await useNetwork();
  await stopServices();
  for (const close of closings.splice(0)) close();
}

describe('a proxy of the settings', () => {
  before(() => vscode.commands.executeCommand('workbench.view.explorer'));
  afterEach(restore);

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
      const { projects } = await activated();
      assert.deepEqual(await shown(projects), twoProjects);
      await upload(emulator);
      const [service, files] = [emulator.baseUrl, emulator.fileServerUrl].map((url) => new URL(url).host);
      assert.deepEqual(
        [...new Set(await proxy.asked())].sort(),
        [`GET ${service}`, `POST ${service}`, `PUT ${files}`].sort(),
      );
      assert.equal((await proxy.asked()).length, emulator.requests.length);
    });
  }

  it('may be of the kind SOCKS5', async () => {
    const emulator = await startFarService();
    const proxy = await startProxy({ kind: 'socks', login });
    await useNetwork({ proxy: `socks5h://${userInfo}@${proxy.host}` });
    const { projects } = await activated();
    assert.deepEqual(await shown(projects), twoProjects);
    await upload(emulator);
    const hosts = [emulator.baseUrl, emulator.fileServerUrl].map((url) => new URL(url).host);
    assert.deepEqual([...new Set(await proxy.asked())].sort(), hosts.map((host) => `CONNECT ${host}`).sort());
  });

  it('makes tunnels for https', async () => {
    const host = await startSecureService('good');
    const proxy = await startProxy({ login });
    await useNetwork({ proxy: `http://${userInfo}@${proxy.host}` });
    const { projects } = await activated();
    assert.deepEqual(await shown(projects), ['Secure']);
    assert.deepEqual([...new Set(await proxy.asked())], [`CONNECT ${host}`]);
  });

  it('is named when it wants other credentials, and a changed setting counts at once', async () => {
    const emulator = await startFarService();
    const proxy = await startProxy({ login });
    const { projects } = await activated();
    await useNetwork({ proxy: `http://me:wrong-password@${proxy.host}` });
    assert.equal(
      await failureText(),
      `The projects could not be listed. The proxy ${proxy.host} wants other credentials than it was given. ` +
        'Put user and password into the setting http.proxy, or set http.proxyAuthorization. (407)',
    );
    assert.deepEqual([await proxy.asked(), emulator.requests], [[], []]);
    await useNetwork({ proxy: `http://${userInfo}@${proxy.host}` });
    assert.deepEqual(await shown(projects), twoProjects);
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

  it('of the kind SOCKS4 is refused', async () => {
    await startFarService();
    await useNetwork({ proxy: 'socks4://127.0.0.1:9' });
    assert.equal(
      await failureText(),
      'The projects could not be listed. The proxy that is set cannot be used. Its address must begin with ' +
        'http://, https:// or socks5://. Check the setting http.proxy.',
    );
  });

  const exceptions: Readonly<Record<string, ProxySettings>> = {
    'hosts that are excepted': { noProxy: ['127.0.0.2'] },
    'everything, where proxies are switched off': { proxySupport: 'off' },
  };
  for (const [name, settings] of Object.entries(exceptions)) {
    it(`is not used for ${name}`, async () => {
      await startFarService();
      const proxy = await startProxy();
      await useNetwork({ proxy: `http://${proxy.host}`, ...settings });
      const { projects } = await activated();
      assert.deepEqual([await shown(projects), await proxy.asked()], [twoProjects, []]);
    });
  }

  it('is not used for this computer', async () => {
    const { emulator } = await startService();
    const proxy = await startProxy();
    await useNetwork({ proxy: `http://${proxy.host}` });
    await useService(emulator.baseUrl);
    const { projects } = await activated();
    assert.deepEqual([await shown(projects), await proxy.asked()], [twoProjects, []]);
  });
});

describe('a proxy that VS Code finds out about', () => {
  interface Resolver {
    resolveProxyURL: (url: string) => Promise<string | undefined>;
  }
  const resolver = createRequire(__filename)(
    path.join(vscode.env.appRoot, 'node_modules/@vscode/proxy-agent'),
  ) as Resolver;
  const { resolveProxyURL } = resolver;

  afterEach(async () => {
    resolver.resolveProxyURL = resolveProxyURL;
    await restore();
  });

  it('is none here', async () => {
    assert.equal(await resolveProxyURL('http://127.0.0.2/'), undefined);
  });

  it('is used', async () => {
    const proxy = await startProxy();
    resolver.resolveProxyURL = () => Promise.resolve(`http://${proxy.host}`);
    const emulator = await startFarService();
    const { projects } = await activated();
    assert.deepEqual(await shown(projects), twoProjects);
    assert.deepEqual(await proxy.asked(), [`GET ${new URL(emulator.baseUrl).host}`]);
  });

  it('is not waited for without end, and not at all when that fails', async () => {
    const { projects } = await activated();
    await startFarService();
    resolver.resolveProxyURL = () => Promise.reject(new Error('no'));
    assert.deepEqual(await shown(projects), twoProjects);
    let asked = 0;
    resolver.resolveProxyURL = () => new Promise(() => asked++);
    for (let again = 0; again < 2; again++) {
      projects.refresh();
      assert.deepEqual(await shown(projects), twoProjects);
    }
    assert.equal(asked, 1);
  });
});

describe('a certificate', () => {
  afterEach(restore);

  it('is accepted when an authority has signed it that only the system trusts', async () => {
    await startSecureService('good');
    const { projects } = await activated();
    assert.deepEqual(await shown(projects), ['Secure']);
  });

  const unknown =
    'No authority that this computer trusts has signed it. Ask your administrator to add that authority to ' +
    'the certificates of the system, and leave the setting http.systemCertificates on. ' +
    '(UNABLE_TO_VERIFY_LEAF_SIGNATURE)';
  const refused = {
    unknownAuthority: unknown,
    otherHost:
      'It is that of another host. Check the address, and do not go on if it is right. ' +
      '(ERR_TLS_CERT_ALTNAME_INVALID)',
    expired: 'It has expired. Ask whoever runs the server to renew it. (CERT_HAS_EXPIRED)',
    notYetValid: 'It is not valid yet. Check the date and the time of this computer. (CERT_NOT_YET_VALID)',
  } as const;
  for (const [name, reason] of Object.entries(refused)) {
    it(`is refused, and why: ${name}`, async () => {
      const host = await startSecureService(name as keyof typeof refused);
      const text = `The projects could not be listed. The certificate of ${host} was refused. ${reason}`;
      assert.equal(await failureText(), text);
    });
  }

  it('is refused without the system, and where those of proxies need not be valid', async () => {
    const host = await startSecureService('good');
    await useNetwork({ systemCertificates: false, proxyStrictSSL: false });
    assert.equal(
      await failureText(),
      `The projects could not be listed. The certificate of ${host} was refused. ${unknown}`,
    );
  });

  it('of a proxy is refused, unless the settings say otherwise', async () => {
    await startFarService();
    const proxy = await startProxy({ certificate: certificates.unknownAuthority });
    await useNetwork({ proxy: `https://${proxy.host}` });
    assert.equal(
      await failureText(),
      `The projects could not be listed. The certificate of the proxy ${proxy.host} was refused. ${unknown}`,
    );
    await useNetwork({ proxy: `https://${proxy.host}`, proxyStrictSSL: false });
    const { projects } = await activated();
    assert.deepEqual(await shown(projects), twoProjects);
  });
});
