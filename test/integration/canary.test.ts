import assert from 'node:assert/strict';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import * as vscode from 'vscode';
import { systemClock } from '../../src/client/core/clock';
import type { Operation } from '../../src/client/core/types';
import type { ServiceClient } from '../../src/client/serviceClient';
import { commands } from '../../src/contributions';
import type { Emulator, Intercept, RecordedRequest } from '../../src/emulator/emulator';
import { Journal } from '../../src/launch/journal';
import { describeError } from '../../src/messages/describeError';
import { getAccountAt } from '../../src/secrets/accountSecrets';
import { waitFor } from '../host/waitFor';
import { canaryToken, leaksIn, queryOf } from '../support/canaryToken';
import { closeClient, createClient } from '../support/client';
import { clientCalls } from '../support/clientCalls';
import { rewriteResponse } from '../support/emulatorFaults';
import { plannedLaunch } from '../support/launches';
import { startService, stopServices } from '../support/service';
import {
  activateExtension,
  answerUntilDone,
  run,
  signOutEverywhere,
  useService,
  workspaceFile,
} from './support/live';

/** How a server reacts to a request, given all upload URLs so far. */
type Fault = (request: RecordedRequest, links: readonly string[]) => Intercept;

const faults: readonly Fault[] = [
  (request, links) => ({ kind: 'reply', status: 400, body: credentialsOf(request, links) }),
  (request, links) => ({ kind: 'reply', status: 401, body: credentialsOf(request, links) }),
  (request, links) => ({
    ...{ kind: 'reply', status: 200, headers: { 'content-type': 'text/html' } },
    body: credentialsOf(request, links),
  }),
  () => ({ kind: 'drop', when: 'afterApplying' }),
];

/** All credentials of a request. */
function credentialsOf({ path: asked, headers }: RecordedRequest, links: readonly string[]): string {
  const link = links.find((url) => url.includes(asked)) ?? '';
  return JSON.stringify({ message: `${headers['authorization'] ?? ''} ${link} ${queryOf(link)}` });
}

const launchOperations: readonly Operation[] = [
  'createProject',
  'createModel',
  'uploadFile',
  'finaliseModel',
  'createSimulation',
];

describe('A canary token and the upload URLs', () => {
  const links: string[] = [];
  /** Messages that were shown, and contents of the clipboard. */
  const messages: string[] = [];

  before(() => run('_extensionTests.setLogLevel', 'trace'));

  after(async () => {
    const { connection, journalFolder } = await activateExtension();
    connection.override(undefined);
    await signOutEverywhere();
    await run('notifications.clearAll');
    await run('_extensionTests.setLogLevel', 'info');
    await useService(undefined);
    rmSync(journalFolder, { recursive: true, force: true });
    await stopServices();
  });

  /**
   * Starts a service to which the canary is signed in. The first two requests of the operation meet the
   * fault.
   */
  async function start(operation?: Operation, fault?: Fault): Promise<Emulator> {
    const { emulator } = await startService();
    let left = 2;
    emulator.setIntercept((request) => {
      if (fault && request.operation === operation && left-- > 0) return fault(request, links);
      return request.operation === 'createModel' ? rewriteResponse(noteLinks) : undefined;
    });
    const { account } = await activateExtension();
    await account.signIn(getAccountAt('bearer', emulator.baseUrl), canaryToken);
    return emulator;
  }

  function noteLinks(response: unknown): unknown {
    const { files } = response as { files: { upload_url: string }[] };
    links.push(...files.map(({ upload_url }) => upload_url));
    return response;
  }

  /** The message that the user sees when the operation fails. */
  async function triggerMessage({ baseUrl }: Emulator, operation: Operation): Promise<string> {
    const client = createClient(baseUrl, {
      credentials: { headers: () => Promise.resolve({ authorization: `Bearer ${canaryToken}` }) },
      random: () => 0,
    });
    try {
      await (operation === 'uploadFile' ? upload(client) : clientCalls[operation](client, baseUrl));
      return '';
    } catch (error) {
      return describeError(error);
    } finally {
      await closeClient(client);
    }
  }

  async function upload(client: ServiceClient): Promise<void> {
    const { uploadUrls } = await client.createModel('x', [{ name: 'a', size: 1 }]);
    const file = { file: 'a', size: 1, body: Buffer.of(1) };
    await client.uploadFile(uploadUrls.get('a')!, file, new AbortController().signal);
  }

  /** The record of a launch that was interrupted before its first request. */
  async function createInterruptedLaunch(emulator: Emulator): Promise<string> {
    const { journalFolder } = await activateExtension();
    const { plan } = await plannedLaunch(emulator, { 'a.inp': '*INCLUDE', 'b.inc': '1, 0, 0\n' });
    const record = await new Journal(journalFolder, systemClock).begin(plan);
    await record.close();
    return record.record.plan.launch;
  }

  it('pass through launches in which each operation fails in each way', async () => {
    const cases = faults.flatMap((fault) => launchOperations.map((operation) => ({ operation, fault })));
    const ids = await Promise.all(
      cases.map(async ({ operation, fault }) => {
        const emulator = await start(operation, fault);
        messages.push(await triggerMessage(emulator, operation));
        return await createInterruptedLaunch(emulator);
      }),
    );
    const { launches } = await activateExtension();
    // Make the extension read the journal again.
    launches.refresh();
    // Rejected launches prompt the user to sign in.
    const resumed = ids.map((id) => run(commands.resumeLaunch, { launch: { id } }));
    await answerUntilDone('Escape', Promise.all(resumed));
    for (const id of ids) {
      for (const command of [commands.copyLaunchIds, commands.copyLaunchJson]) {
        await run(command, { launch: { id } });
        messages.push(await vscode.env.clipboard.readText());
      }
    }
    // Ignore the launches of other suites.
    const own = (await launches.list()).filter(({ id }) => ids.includes(id));
    const states = own.map(({ state }) => state);
    const count = (wanted: string) => states.filter((state) => state === wanted).length;
    // A lost response of an upload does not stop a launch.
    assert.deepEqual(['failed', 'unknown', 'launched'].map(count), [11, 8, 1]);
    assert.equal(messages.filter((text) => text.includes('[secret]')).length, 22);
  });

  it('pass through lists that fail in each way', async () => {
    const { connection, projects, reusableModels } = await activateExtension();
    for (const fault of faults) {
      for (const operation of ['listProjects', 'listReusableModels'] as const) {
        const emulator = await start(operation, fault);
        messages.push(await triggerMessage(emulator, operation));
        connection.override({ baseUrl: new URL(emulator.baseUrl), variant: 'variant_b' });
        await (operation === 'listProjects' ? projects : reusableModels).content();
      }
    }
    connection.override(undefined);
  });

  it('pass through the main workflow', async () => {
    const emulator = await start();
    await useService(emulator.baseUrl);
    await answerUntilDone('Enter', run(commands.uploadAndSimulate, workspaceFile('cantilever')));
    assert.equal(emulator.simulations.length, 1);
  });

  it('appear in no log, storage or message, and not on the clipboard', async () => {
    const { log, logFolder } = await activateExtension();
    const logFile = path.join(logFolder, 'Simulation Service.log');
    // The log is the last safeguard for a secret that slips through.
    const slip = `${canaryToken} ${links[0]!}`;
    log.debug(slip);
    log.info(slip);
    log.warn(slip);
    log.failed(Object.assign(new Error(slip), { slip }));
    log.failed(new Error('words of a library'));
    log.debug('the end of the canary');
    await waitFor('the log', () => readFileSync(logFile, 'utf8').includes('the end of the canary'));
    const written = readFileSync(logFile, 'utf8');
    const levels = [...written.matchAll(/^\S+ \S+ \[(\w+)\]/gm)].map(([, level]) => level);
    assert.deepEqual(levels.slice(-6), ['debug', 'info', 'warn', 'error', 'error', 'debug']);
    assert.ok(!written.includes('words of a library'));
    const errors = written.matchAll(/\[error\] .*\b(\w+): .*127\.0\.0\.1/g);
    const failed = new Set([...errors].map(([, operation]) => operation));
    const operations = [...launchOperations, 'listProjects', 'listReusableModels'];
    assert.deepEqual(
      operations.filter((operation) => !failed.has(operation)),
      [],
    );
    // Logs and storage of all of VS Code.
    const root = path.resolve(logFolder, '../../../..');
    const files = readdirSync(root, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((file) => path.join(file.parentPath, file.name));
    assert.ok(files.includes(logFile) && files.some((file) => file.endsWith('.launch')));
    const leaking = files.filter((file) => leaksIn(readFileSync(file, 'latin1'), links).length > 0);
    assert.deepEqual(leaking, []);
    assert.deepEqual(leaksIn(messages.join('\n'), links), []);
  });
});
