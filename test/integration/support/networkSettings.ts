import assert from 'node:assert/strict';
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { settings } from '../../../src/contributions';
import { certificates } from '../../support/certificates';
import { ownAddress } from '../../support/ownAddress';
import type { ProxyOrder } from '../../support/proxyProcess';
import { type RecordingEmulator, startService } from '../../support/service';
import { serveAt } from '../../support/testServer';
import { live, restoreWindow, setSetting, useService } from './live';

/** Sets these settings of VS Code itself, which begin with `http.`. */
export async function useNetwork(wanted: Readonly<Record<string, unknown>>): Promise<void> {
  for (const [name, value] of Object.entries(wanted)) await setSetting(`http.${name}`, value);
}

/** A service on an address that is routed like those of other computers. */
export async function startFarService(): Promise<RecordingEmulator> {
  const { emulator } = await startService('variant_b', { host: ownAddress() });
  await setSetting(settings.allowInsecureHttp, true);
  await useService(emulator.baseUrl);
  return emulator;
}

/** The reason for which the projects could not be listed. */
export async function failureText(): Promise<string> {
  const content = await live.projects.content();
  assert.ok(content.state === 'failed', content.state);
  const [, reason] = /^The projects could not be listed\. (.+)$/.exec(content.text) ?? [];
  return reason ?? assert.fail(content.text);
}

/** A service with TLS and a list, on an address that VS Code does not consider local. */
export async function startSecureService(name: keyof typeof certificates): Promise<string> {
  const { origin, host } = await serveAt(
    { tls: certificates[name], address: '127.0.0.2' },
    {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify([{ project_id: 'p', name: 'Secure' }]),
    },
  );
  await useService(origin);
  return host;
}

interface RunningProxy {
  readonly host: string;
  /** The requests that it let through. */
  readonly asked: () => Promise<readonly string[]>;
}

/** Runs outside of the extension host, where the requests of other programs are not redirected. */
export async function startProxy(order: Partial<ProxyOrder> = {}): Promise<RunningProxy> {
  const program = path.join(__dirname, '../support/proxyProcess.js');
  const child = fork(program, [JSON.stringify({ kind: 'http', ...order })], { execArgv: [] });
  proxies.push(child);
  const [host] = (await once(child, 'message')) as [string];
  const asked = async () => {
    child.send('asked');
    const [lines] = (await once(child, 'message')) as [readonly string[]];
    return lines;
  };
  return { host, asked };
}

const proxies: ChildProcess[] = [];

/** Call after each test that uses a proxy. */
export async function restoreNetwork(): Promise<void> {
  await restoreWindow();
  for (const proxy of proxies.splice(0)) proxy.kill();
}
