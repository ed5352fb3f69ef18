import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import * as vscode from 'vscode';
import { NetworkError, StatusError, type NetworkDetails } from '../../src/client/errors';
import { systemClock } from '../../src/client/clock';
import { ShapeError } from '../../src/client/shapeError';
import type { CheckResult } from '../../src/check/checkResult';
import { checkText, checkTitle } from '../../src/checkText';
import { commands } from '../../src/contributions';
import { describeError } from '../../src/errorReport';
import { Journal } from '../../src/launch/journal';
import { accountAt } from '../../src/secrets/accountSecrets';
import { checkScheme } from '../../src/views/checkDocument';
import { waitFor } from '../host/waitFor';
import { canaryToken, leaksIn } from '../support/canaryToken';
import { plannedLaunch } from '../support/launches';
import { operations, startService } from '../support/service';
import { activated, useService } from './support/live';
import {
  restoreNetwork,
  startFarService,
  startProxy,
  startSecureService,
  useNetwork,
} from './support/networkSettings';

const run = (command: string, ...args: unknown[]) => vscode.commands.executeCommand(command, ...args);
const password = 'proxy-password-4711';

/** What the document showed last: VS Code may show that again before it asks for what is there now. */
let last: string | undefined;

/** Runs the command. @returns the text of the document that it shows */
async function checked(): Promise<string> {
  await run(commands.checkConnection);
  last = await waitFor('the document', () => {
    const text = shownText();
    return text !== undefined && text !== '' && text !== last && text;
  });
  return last;
}

function shownText(): string | undefined {
  const { document } = vscode.window.activeTextEditor ?? {};
  return document?.uri.scheme === checkScheme ? document.getText() : undefined;
}

/** The head of a report without its columns, and the results, each in one line. */
function parts(text: string): { head: string[]; results: string[] } {
  const [, head = '', results = ''] = text.split('\n\n');
  return {
    head: head.split('\n').map((line) => line.replace(/ {2,}/, ': ')),
    results: results
      .trimEnd()
      .replace(/\n {2}/g, ' ')
      .split('\n'),
  };
}

const resultsOf = async () => parts(await checked()).results;

/** What is there in any case without a proxy and without encryption. */
const way = (host: string) => [
  '✓ Settings: The settings can be used.',
  `✓ Proxy: There is none, ${host} is reached directly.`,
  `– Name: ${host} is an address, so that there is no name to look up.`,
  `✓ Connection: ${host} accepts connections.`,
  `– Certificate: The connection to ${host} is not encrypted and needs no certificate.`,
];

const notChecked = (name: string, because: string) =>
  `– ${name}: Not checked, because of “${because}” above.`;
const lists = ['Projects (variant B)', 'Reusable models (variant B)', 'Projects (variant A)'];
const answers = ['Clock', 'Authentication', ...lists];
const noUpload = '– File server: No upload is on record yet.';

describe('The check of the connection', () => {
  afterEach(async () => {
    const { account } = await activated();
    for (const { id } of await account.getSessions()) await account.removeSession(id);
    await run('notifications.clearAll');
    await run('workbench.action.closeAllEditors');
    await restoreNetwork();
  });

  it('says of a service that works what it did, and where it ran', async () => {
    const { emulator } = await startService();
    await useService(emulator.baseUrl);
    const { host } = new URL(emulator.baseUrl);
    const { head, results } = parts(await checked());
    const { appHost, remoteName } = vscode.env;
    const where = remoteName === undefined ? appHost : `${appHost}, ${remoteName}`;
    const { version } = await activated();
    assert.match(head[0] ?? '', /^Date: \d{4}-\d\d-\d\dT[\d:.]+Z$/);
    assert.deepEqual(head.slice(1), [
      `Extension: ${version}`,
      `VS Code: ${vscode.version} (${where})`,
      `Platform: ${process.platform} ${process.arch}, Node ${process.versions.node}`,
      `Service: ${host}`,
      'Base path: /',
      'Variant: variant_b',
      'Authentication: bearer',
    ]);
    assert.match(version, /^\d+\.\d+\.\d+/);
    const [clock = ''] = results.splice(5, 1);
    assert.match(clock, new RegExp(`^✓ Clock: It differs from that of ${host} by \\d+ s\\.$`));
    assert.deepEqual(results, [
      ...way(host),
      `✓ Authentication: ${host} wants nothing, and you are not signed in (“bearer”).`,
      '✓ Projects (variant B): 2 entries.',
      '✓ Reusable models (variant B): 2 entries.',
      '✓ Projects (variant A): 2 entries. Another variant is set, which is all right too.',
      noUpload,
    ]);
    assert.deepEqual(operations(emulator), ['listProjects', 'listReusableModels', 'listProjects']);
  });

  it('checks the emulator while that runs', async () => {
    await useService('http://127.0.0.1:9');
    await run(commands.startEmulator);
    try {
      const { emulator } = await activated();
      const { host } = new URL(emulator.running?.baseUrl ?? '');
      const { head, results } = parts(await checked());
      assert.ok(head.includes(`Service: ${host}`), head.join('\n'));
      assert.deepEqual(results.slice(0, 5), way(host));
    } finally {
      await run(commands.stopEmulator);
    }
  });

  it('says that a service lets nobody in, and asks nobody to sign in', async () => {
    const { emulator } = await startService();
    emulator.setIntercept(() => ({ kind: 'reply', status: 401 }));
    await useService(emulator.baseUrl);
    const { host } = new URL(emulator.baseUrl);
    const results = await resultsOf();
    assert.deepEqual(results.slice(6), [
      `✗ Authentication: ${host} wants to know who you are (401), and you are not signed in (“bearer”). Sign in.`,
      notChecked('Projects (variant B)', 'Authentication'),
      notChecked('Reusable models (variant B)', 'Authentication'),
      '✓ Projects (variant A): It is not offered (status 401), and need not be: another variant is set.',
      noUpload,
    ]);
  });

  it('says which variant would fit', async () => {
    const { emulator } = await startService();
    emulator.setIntercept(({ path: asked }) =>
      asked.startsWith('/variant_b/') ? { kind: 'reply', status: 404 } : undefined,
    );
    await useService(emulator.baseUrl);
    const { host } = new URL(emulator.baseUrl);
    const results = await resultsOf();
    assert.deepEqual(results.slice(7), [
      `✗ Projects (variant B): ${host} does not offer variant B, which is set, but variant A. ` +
        'Run “Select Variant…”, or change the setting simulationService.variant.',
      notChecked('Reusable models (variant B)', 'Projects'),
      '✓ Projects (variant A): 2 entries. Another variant is set, which is all right too.',
      noUpload,
    ]);
  });

  it('names a proxy that wants other credentials, and where it is set', async () => {
    const { baseUrl } = await startFarService();
    const { host } = new URL(baseUrl);
    const proxy = await startProxy({ login: { username: 'me', password: 'right' } });
    await useNetwork({ proxy: `http://me:${password}@${proxy.host}` });
    assert.deepEqual(await resultsOf(), [
      '✓ Settings: The settings can be used.',
      `✓ Proxy: ${host} is reached through the proxy ${proxy.host}. It is set in http.proxy.`,
      `– Name: The proxy is given as an address, and looks up ${host} by itself.`,
      `✗ Connection: The proxy ${proxy.host} wants other credentials than it was given. ` +
        'Put user and password into the setting http.proxy, or set http.proxyAuthorization. (407)',
      `– Certificate: The connection to ${host} is not encrypted and needs no certificate.`,
      ...answers.map((name) => notChecked(name, 'Connection')),
      noUpload,
    ]);
  });

  it('says that nobody listens', async () => {
    await useService('http://127.0.0.1:9');
    assert.deepEqual(await resultsOf(), [
      ...way('127.0.0.1:9').slice(0, 3),
      '✗ Connection: 127.0.0.1:9 refused the connection. Check the base URL and whether the service is running. (ECONNREFUSED)',
      notChecked('Certificate', 'Connection'),
      ...answers.map((name) => notChecked(name, 'Connection')),
      noUpload,
    ]);
  });

  it('shows which certificate was accepted, or refused', async () => {
    await startSecureService('good');
    const accepted = await resultsOf();
    assert.equal(
      accepted[4],
      '✓ Certificate: Accepted, with TLSv1.3: “localhost” → “Test authority”, valid until 2120-01-01.',
    );
    const host = await startSecureService('otherHost');
    const refused = await resultsOf();
    assert.equal(
      refused[4],
      `✗ Certificate: The certificate of ${host} was refused. It is that of another host. Check the address, ` +
        'and do not go on if it is right. (ERR_TLS_CERT_ALTNAME_INVALID) ' +
        'The server showed “localhost” → “Test authority”, valid until 2120-01-01.',
    );
  });

  it('goes the way to the file server of the last upload', async () => {
    const { emulator } = await startService();
    await useService(emulator.baseUrl);
    const { launches, journalFolder } = await activated();
    const { plan } = await plannedLaunch(emulator, { 'a.inp': '*INCLUDE' });
    const open = await new Journal(journalFolder, systemClock).begin(plan);
    await open.append({ kind: 'creatingModel' });
    await open.append({ kind: 'modelCreated', id: 'm', uploadOrigins: [emulator.fileServerUrl] });
    await open.close();
    // Has it look at the journal anew.
    launches.refresh();
    const results = await resultsOf();
    const inFront = (line: string) => line.replace(':', ' (file server):');
    const { host } = new URL(emulator.fileServerUrl);
    assert.deepEqual(results.slice(10), way(host).slice(1).map(inFront));
    assert.deepEqual(operations(emulator), ['listProjects', 'listReusableModels', 'listProjects']);
    await launches.remove([open.record.plan.launch]);
  });

  it('says what is wrong with the settings, and goes no further', async () => {
    await useService(undefined);
    const { head, results } = parts(await checked());
    assert.equal(head.length, 4);
    assert.equal(
      results[0],
      '✗ Settings: No simulation service is set. Set its base URL, or start the local emulator.',
    );
    assert.deepEqual(
      [...new Set(results.slice(1).map((line) => line.replace(/^.*?: /, '')))],
      ['Not checked, because of “Settings” above.'],
    );
  });

  it('tells neither the token nor the password of a proxy, not even in the clipboard and the log', async () => {
    // With TLS: elsewhere, a token is not sent at all.
    const baseUrl = `https://${await startSecureService('good')}`;
    const { account, logFolder } = await activated();
    await account.signIn(accountAt('bearer', baseUrl), canaryToken);
    const proxy = await startProxy({ login: { username: 'me', password } });
    await run('_extensionTests.setLogLevel', 'trace');
    const told: string[] = [];
    try {
      for (const given of [password, `${password}-wrong`]) {
        await useNetwork({ proxy: `http://me:${given}@${proxy.host}` });
        const text = await checked();
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
      told.map((text) => parts(text).results[3]?.slice(0, 12)),
      ['✓ Connection', '✗ Connection'],
    );
    told.push(readFileSync(path.join(logFolder, 'Simulation Service.log'), 'utf8'));
    assert.deepEqual(leaksIn(told.join('\n')), []);
    assert.equal(
      told.some((text) => text.includes(password)),
      false,
    );
  });
});

const host = 'sim.example';
const service = { role: 'service', host } as const;
const certificate = {
  subject: 'sim.example',
  issuers: ['Issuing CA', 'Root CA'],
  validTo: Date.UTC(2030, 0, 2),
};
const minute = 60_000;

function network(details: Omit<NetworkDetails, 'sent'>): NetworkError {
  return new NetworkError('listProjects', host, { sent: 'no', ...details });
}

function status(code: number): StatusError {
  return new StatusError({ operation: 'listProjects', host, status: code });
}

const authentication = { check: 'authentication', host, scheme: 'bearer', secret: 'sent' } as const;
const own = { check: 'projects', variant: 'variant_a', host, isSet: true } as const;
const other = { check: 'projects', variant: 'variant_b', host, isSet: false, outcome: 'ok' } as const;
const proxyAt = { host: 'proxy.example:3128', source: 'HTTPS_PROXY' } as const;

/** Results of each kind with their words, but for those that stand above. */
const words: readonly (readonly [CheckResult, title: string, text: string])[] = [
  [
    { check: 'settings', outcome: 'failed', error: new ShapeError('pathPrefix', 'pathPrefix') },
    'Settings',
    describeError(new ShapeError('pathPrefix', 'pathPrefix')),
  ],
  [
    { check: 'proxy', server: service, outcome: 'ok', proxy: proxyAt },
    'Proxy',
    'sim.example is reached through the proxy proxy.example:3128. It is set in the variable HTTPS_PROXY of the environment.',
  ],
  [
    { check: 'proxy', server: service, outcome: 'ok', proxy: { ...proxyAt, source: 'system' } },
    'Proxy',
    'sim.example is reached through the proxy proxy.example:3128. The system says so.',
  ],
  [
    {
      check: 'proxy',
      server: service,
      outcome: 'failed',
      error: network({ code: 'proxyUnsupported', proxy: { ...proxyAt, isAtFault: true } }),
    },
    'Proxy',
    'The proxy that is set cannot be used. Its address must begin with http://, https:// or socks5://. Check the variable HTTPS_PROXY of the environment.',
  ],
  [
    {
      check: 'name',
      server: service,
      outcome: 'ok',
      name: host,
      addresses: ['192.0.2.1', '2001:db8::1'],
      byProxy: false,
    },
    'Name',
    'sim.example is at 192.0.2.1, 2001:db8::1.',
  ],
  [
    {
      check: 'name',
      server: service,
      outcome: 'ok',
      name: 'proxy.example',
      addresses: ['192.0.2.1'],
      byProxy: true,
    },
    'Name',
    'The proxy proxy.example is at 192.0.2.1. It looks up sim.example by itself.',
  ],
  [
    {
      check: 'name',
      server: service,
      outcome: 'failed',
      error: network({ code: 'dns', systemCode: 'ENOTFOUND' }),
    },
    'Name',
    'The name of sim.example could not be found. Check the base URL, the network and the VPN. (ENOTFOUND)',
  ],
  [
    { check: 'connection', server: service, outcome: 'ok', proxy: { host: proxyAt.host, isThrough: true } },
    'Connection',
    'The proxy proxy.example:3128 makes a connection to sim.example.',
  ],
  [
    {
      check: 'connection',
      server: { role: 'fileServer', host },
      outcome: 'ok',
      proxy: { host: proxyAt.host, isThrough: false },
    },
    'Connection (file server)',
    'The proxy proxy.example:3128 accepts connections.',
  ],
  [
    { check: 'certificate', server: service, outcome: 'ok', protocol: 'TLSv1.3', certificate },
    'Certificate',
    'Accepted, with TLSv1.3: “sim.example” → “Issuing CA” → “Root CA”, valid until 2030-01-02.',
  ],
  [
    {
      check: 'certificate',
      server: service,
      outcome: 'failed',
      error: network({ code: 'certificate', systemCode: 'CERT_HAS_EXPIRED' }),
    },
    'Certificate',
    'The certificate of sim.example was refused. It has expired. Ask whoever runs the server to renew it. (CERT_HAS_EXPIRED)',
  ],
  [
    { check: 'clock', outcome: 'failed', host, difference: 20 * minute },
    'Clock',
    'The clock of this computer is 20 minutes ahead of that of sim.example. Set the date and the time of this computer right. Until then, servers may refuse signatures and tokens.',
  ],
  [
    { check: 'clock', outcome: 'failed', host, difference: -20 * minute },
    'Clock',
    'The clock of this computer is 20 minutes behind that of sim.example. Set the date and the time of this computer right. Until then, servers may refuse signatures and tokens.',
  ],
  [
    { check: 'clock', outcome: 'skipped', reason: 'noDate' },
    'Clock',
    'No answer has a date, so that the clocks cannot be compared.',
  ],
  [
    { check: 'clock', outcome: 'skipped', reason: 'noAnswer' },
    'Clock',
    'No list was answered, so that this is not known.',
  ],
  [
    { ...authentication, outcome: 'ok' },
    'Authentication',
    'sim.example accepts how you signed in (“bearer”).',
  ],
  [
    { ...authentication, outcome: 'ok', secret: 'withheld' },
    'Authentication',
    'sim.example wants nothing. What you signed in with was not sent, because the connection is not encrypted.',
  ],
  [
    { ...authentication, outcome: 'ok', scheme: 'none', secret: 'none' },
    'Authentication',
    'sim.example wants nothing, and nothing is sent: the setting simulationService.authentication is “none”.',
  ],
  [
    { ...authentication, outcome: 'warning' },
    'Authentication',
    'sim.example knows you, but does not allow you what was asked for (403). Ask whoever runs it for access.',
  ],
  [
    { ...authentication, outcome: 'warning', secret: 'none' },
    'Authentication',
    'sim.example does not allow what was asked for (403), and nothing was sent that says who you are.',
  ],
  [
    { ...authentication, outcome: 'failed' },
    'Authentication',
    'sim.example refused how you signed in (401, “bearer”). Sign in again, or choose another way in the setting simulationService.authentication.',
  ],
  [
    { ...authentication, outcome: 'failed', secret: 'withheld' },
    'Authentication',
    'sim.example wants to know who you are (401). What you signed in with was not sent, because the connection is not encrypted. Set a base URL with https://.',
  ],
  [
    { ...authentication, outcome: 'failed', scheme: 'none', secret: 'none' },
    'Authentication',
    'sim.example wants to know who you are (401), and the setting simulationService.authentication is “none”. Choose there how you sign in.',
  ],
  [{ ...own, outcome: 'ok', entries: 1, broken: 0 }, 'Projects (variant A)', '1 entry.'],
  [
    { ...own, outcome: 'ok', entries: 0, broken: 3 },
    'Projects (variant A)',
    '0 entries. 3 more have no usable identifier.',
  ],
  [
    { ...other, error: network({ code: 'reset' }) },
    'Projects (variant B)',
    'It gives no usable answer, and need not: another variant is set.',
  ],
  [
    { ...own, outcome: 'failed', error: status(503) },
    'Projects (variant A)',
    'The projects could not be listed. sim.example answered with status 503. The server has a problem. Try again later.',
  ],
  [
    { ...own, outcome: 'failed', error: status(404), empty: { path: '/base/', hasPrefix: false } },
    'Projects (variant A)',
    'Neither variant is offered under sim.example/base/. Check the path of the base URL.',
  ],
  [
    { ...own, outcome: 'failed', error: status(404), empty: { path: '/v9', hasPrefix: true } },
    'Projects (variant A)',
    'Nothing is offered under sim.example/v9. Check the path of the base URL and the setting simulationService.pathPrefix.',
  ],
  [
    { check: 'projects', variant: 'variant_b', outcome: 'skipped', reason: 'pathPrefix' },
    'Projects (variant B)',
    'Not asked, because the setting simulationService.pathPrefix says where to ask.',
  ],
];

describe('The words of a check', () => {
  for (const [result, title, text] of words) {
    it(`are for people: ${text}`, () => {
      assert.deepEqual([checkTitle(result), checkText(result)], [title, text]);
    });
  }
});

describe('A clock that is wrong', () => {
  const refusal = (
    operation: 'listProjects' | 'uploadFile',
    code: number,
    difference: number,
    serverCode?: string,
  ): string =>
    describeError(
      new StatusError({ operation, host, status: code }, { clockDifference: difference, code: serverCode }),
    );
  const ahead =
    'The clock of this computer is 20 minutes ahead of that of sim.example. Signatures need right clocks.';
  const behind =
    'The clock of this computer is 6 minutes behind that of sim.example. Signatures need right clocks.';

  for (const [operation, code, serverCode] of [
    ['listProjects', 401],
    ['listProjects', 403],
    ['uploadFile', 403, 'RequestTimeTooSkewed'],
    ['uploadFile', 400, 'ExpiredToken'],
  ] as const) {
    it(`is named when ${operation} is refused with ${code}`, () => {
      const step = operation === 'uploadFile' ? 'The upload link was refused' : 'Check that you have access';
      const text = refusal(operation, code, 20 * minute, serverCode);
      assert.ok(text.endsWith(ahead), text);
      assert.equal(text.includes(step), code !== 400);
      assert.ok(refusal(operation, code, -6 * minute, serverCode).endsWith(behind));
      assert.doesNotMatch(refusal(operation, code, 5 * minute, serverCode), /clock/);
    });
  }

  it('is not named for a refusal that has another reason', () => {
    for (const text of [
      refusal('uploadFile', 400, 20 * minute, 'IncompleteBody'),
      refusal('listProjects', 400, 20 * minute, 'ExpiredToken'),
      refusal('listProjects', 500, 20 * minute),
    ]) {
      assert.doesNotMatch(text, /clock/);
    }
  });
});
