import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import * as vscode from 'vscode';
import { systemClock } from '../../src/client/core/clock';
import { commands } from '../../src/contributions';
import { Journal } from '../../src/launch/journal';
import { getAccountAt } from '../../src/secrets/accountSecrets';
import { documentScheme } from '../../src/views/documentUris';
import { waitFor } from '../host/waitFor';
import { canaryToken, leaksIn } from '../support/canaryToken';
import { plannedLaunch } from '../support/launches';
import { operations } from '../support/service';
import { live, run, useNewService, useService } from './support/live';
import { restoreNetwork, startProxy, startSecureService, useNetwork } from './support/networkSettings';

const password = 'proxy-password-4711';

/** The text that the document showed last: VS Code may show it again before it requests the current one. */
let last: string | undefined;

/** Runs the command. @returns the text of the document that it shows */
async function runCheck(): Promise<string> {
  await run(commands.checkConnection);
  last = await waitFor('the document', () => {
    const text = shownText();
    return text !== undefined && text !== '' && text !== last && text;
  });
  return last;
}

function shownText(): string | undefined {
  const { document } = vscode.window.activeTextEditor ?? {};
  return document?.uri.scheme === documentScheme ? document.getText() : undefined;
}

/** The head of a report without its columns, and the results, each on one line. */
function splitReport(text: string): { head: string[]; results: string[] } {
  const [, head = '', results = ''] = text.split('\n\n');
  return {
    head: head.split('\n').map((line) => line.replace(/ {2,}/, ': ')),
    results: results
      .trimEnd()
      .replace(/\n {2,}/g, ' ')
      .split('\n'),
  };
}

const resultsOf = async () => splitReport(await runCheck()).results;

/** The results that every check has without a proxy and without encryption. */
const routeResults = (host: string) => [
  '✓ Settings: The settings are valid.',
  `✓ Proxy: No proxy. ${host} is reached directly.`,
  `– Host name: ${host} is an IP address, so there is no name to resolve.`,
  `✓ Connection: ${host} accepts connections.`,
  `– Certificate: The connection to ${host} is not encrypted and needs no certificate.`,
];

const noUpload = '– File server: No upload has been recorded yet.';

describe('The connection check', () => {
  afterEach(async () => {
    await run('notifications.clearAll');
    await run('workbench.action.closeAllEditors');
    await restoreNetwork();
  });

  it('reports the successful steps, and the environment that it ran in', async () => {
    const emulator = await useNewService();
    const { host } = new URL(emulator.baseUrl);
    const requested = (path: string) => `GET ${emulator.baseUrl}${path}: 200`;
    const { head, results } = splitReport(await runCheck());
    const { appHost, remoteName } = vscode.env;
    const where = remoteName === undefined ? appHost : `${appHost}, ${remoteName}`;
    assert.match(head[0] ?? '', /^Date: \d{4}-\d\d-\d\dT[\d:.]+Z$/);
    assert.deepEqual(head.slice(1), [
      `Extension: ${live.version}`,
      `VS Code: ${vscode.version} (${where})`,
      `Platform: ${process.platform} ${process.arch}, Node ${process.versions.node}`,
      `Service: ${host}`,
      'Base path: /',
      'Path prefix: /variant_b/v7',
      'Variant: variant_b',
      'Authentication: bearer',
    ]);
    assert.match(live.version, /^\d+\.\d+\.\d+/);
    const [clock = ''] = results.splice(5, 1);
    assert.match(clock, new RegExp(`^✓ Clock: It differs from the clock of ${host} by \\d+ s\\.$`));
    assert.deepEqual(results, [
      ...routeResults(host),
      `✓ Authentication: ${host} does not require authentication. You are not signed in (“bearer”).`,
      `✓ Projects (variant B): 2 entries. ${requested('/variant_b/v7/projects')}`,
      `✓ Reusable models (variant B): 2 entries. ${requested('/variant_b/v7/models/reusable')}`,
      `✓ Projects (variant A): 2 entries. This variant works too, but is not selected. ${requested('/variant_a/v1/projects')}`,
      noUpload,
    ]);
    assert.deepEqual(operations(emulator), ['listProjects', 'listReusableModels', 'listProjects']);
  });

  it('checks the emulator while it runs', async () => {
    await useService('http://127.0.0.1:9');
    await run(commands.startEmulator);
    try {
      const { host } = new URL(live.emulator.running?.baseUrl ?? '');
      const { head, results } = splitReport(await runCheck());
      assert.ok(head.includes(`Service: ${host}`), head.join('\n'));
      assert.deepEqual(results.slice(0, 5), routeResults(host));
    } finally {
      await run(commands.stopEmulator);
    }
  });

  it('checks the route to the file server of the last upload', async () => {
    const emulator = await useNewService();
    const { plan } = await plannedLaunch(emulator, { 'a.inp': '*INCLUDE' });
    const open = await new Journal(live.journalFolder, systemClock).begin(plan);
    await open.append({ kind: 'creatingModel' });
    await open.append({ kind: 'modelCreated', id: 'm', uploadOrigins: [emulator.fileServerUrl] });
    await open.close();
    // Make the extension read the journal again.
    live.launches.refresh();
    const results = await resultsOf();
    const inFront = (line: string) => line.replace(':', ' (file server):');
    const { host } = new URL(emulator.fileServerUrl);
    assert.deepEqual(results.slice(10), routeResults(host).slice(1).map(inFront));
    assert.deepEqual(operations(emulator), ['listProjects', 'listReusableModels', 'listProjects']);
    await live.launches.runners.launches.remover.remove([open.record.plan.launch]);
  });

  it('reports invalid settings, and stops there', async () => {
    await useService(undefined);
    const { head, results } = splitReport(await runCheck());
    assert.equal(head.length, 4);
    assert.equal(
      results[0],
      '✗ Settings: No simulation service is configured. Set its base URL, or start the local emulator.',
    );
    assert.deepEqual(
      [...new Set(results.slice(1).map((line) => line.replace(/^.*?: /, '')))],
      ['Not checked because of “Settings” above.'],
    );
  });

  it('reveals neither the token nor the password of a proxy, not even in the clipboard and the log', async () => {
    // Uses TLS, because a token is not sent without it to other hosts.
    const baseUrl = `https://${await startSecureService('good')}`;
    await live.account.signIn(getAccountAt('bearer', baseUrl), canaryToken);
    const proxy = await startProxy({ login: { username: 'me', password } });
    await run('_extensionTests.setLogLevel', 'trace');
    const told: string[] = [];
    try {
      for (const given of [password, `${password}-wrong`]) {
        await useNetwork({ proxy: `http://me:${given}@${proxy.host}` });
        const text = await runCheck();
        await vscode.env.clipboard.writeText('');
        const copied = await waitFor('the report in the clipboard', async () => {
          await run('notification.acceptPrimaryAction');
          return await vscode.env.clipboard.readText();
        });
        assert.equal(copied, text);
        told.push(text);
        await run('notifications.clearAll');
      }
    } finally {
      await run('_extensionTests.setLogLevel', 'info');
    }
    assert.deepEqual(
      told.map((text) => splitReport(text).results[3]?.slice(0, 12)),
      ['✓ Connection', '✗ Connection'],
    );
    told.push(readFileSync(path.join(live.logFolder, 'Simulation Service.log'), 'utf8'));
    assert.deepEqual(leaksIn(told.join('\n')), []);
    assert.equal(
      told.some((text) => text.includes(password)),
      false,
    );
  });
});
