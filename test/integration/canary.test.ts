import assert from 'node:assert/strict';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import * as vscode from 'vscode';
import { systemClock } from '../../src/client/core/clock';
import type { Operation } from '../../src/client/core/types';
import { commands } from '../../src/contributions';
import type { Emulator, Intercept, RecordedRequest } from '../../src/emulator/emulator';
import { Journal } from '../../src/launch/journal';
import { getAccountAt } from '../../src/secrets/accountSecrets';
import { toServiceRef } from '../../src/session/service';
import { waitFor } from '../host/waitFor';
import { canaryToken, leaksIn, queryOf } from '../support/canaryToken';
import { replyWith, rewriteResponse } from '../support/emulatorFaults';
import { plannedLaunch } from '../support/launches';
import { startService } from '../support/service';
import { answerUntilDone, live, restoreWindow, rowOf, run, useService, workspaceFile } from './support/live';

/** A refusal that repeats all credentials of the request, given all upload URLs so far. */
function refuse(
  { path: asked, headers }: RecordedRequest,
  status: number,
  links: readonly string[],
): Intercept {
  const link = links.find((url) => url.includes(asked)) ?? '';
  const message = `${headers['authorization'] ?? ''} ${link} ${queryOf(link)}`;
  return replyWith({ status, body: JSON.stringify({ message }) });
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
  /** Contents of the clipboard. */
  const copied: string[] = [];

  before(() => run('_extensionTests.setLogLevel', 'trace'));

  after(async () => {
    live.connection.override(undefined);
    await run('notifications.clearAll');
    await run('_extensionTests.setLogLevel', 'info');
    rmSync(live.journalFolder, { recursive: true, force: true });
    await restoreWindow();
  });

  /** Starts a service to which the canary is signed in. The first two requests of the operation are refused. */
  async function start(refused?: Operation, status = 400): Promise<Emulator> {
    const { emulator } = await startService();
    let left = 2;
    emulator.setIntercept((request) => {
      if (request.operation === refused && left-- > 0) return refuse(request, status, links);
      return request.operation === 'createModel' ? rewriteResponse(noteLinks) : undefined;
    });
    await live.account.signIn(getAccountAt('bearer', emulator.baseUrl), canaryToken);
    return emulator;
  }

  function noteLinks(response: unknown): unknown {
    const { files } = response as { files: { upload_url: string }[] };
    links.push(...files.map(({ upload_url }) => upload_url));
    return response;
  }

  /** The record of a launch that was interrupted before its first request. */
  async function createInterruptedLaunch(emulator: Emulator): Promise<string> {
    const service = live.connection.serviceAt({ baseUrl: new URL(emulator.baseUrl), variant: 'variant_b' });
    const { plan } = await plannedLaunch(
      emulator,
      { 'a.inp': '*INCLUDE', 'b.inc': '1, 0, 0\n' },
      { service: toServiceRef(service, undefined) },
    );
    const record = await new Journal(live.journalFolder, systemClock).begin(plan);
    await record.close();
    return record.record.plan.launch;
  }

  it('pass through launches in which each operation is refused, also because nobody is signed in', async () => {
    const cases = [400, 401].flatMap((status) => launchOperations.map((one) => [one, status] as const));
    const ids = await Promise.all(cases.map(async (one) => createInterruptedLaunch(await start(...one))));
    // Make the extension read the journal again.
    live.launches.refresh();
    // Rejected launches prompt the user to sign in.
    const resumed = ids.map(async (id) => run(commands.resumeLaunch, await rowOf(id)));
    await answerUntilDone('Escape', Promise.all(resumed));
    for (const id of ids) {
      for (const command of [commands.copyLaunchIds, commands.copyLaunchJson]) {
        await run(command, { launch: { id } });
        copied.push(await vscode.env.clipboard.readText());
      }
    }
    // Ignore the launches of other suites.
    const own = (await live.launches.list()).filter(({ id }) => ids.includes(id));
    assert.deepEqual(
      own.map(({ state }) => state),
      Array(10).fill('failed'),
    );
    assert.equal(copied.filter((text) => text.includes('[secret]')).length, 11);
  });

  it('pass through lists that are refused', async () => {
    for (const operation of ['listProjects', 'listReusableModels'] as const) {
      const emulator = await start(operation);
      live.connection.override({ baseUrl: new URL(emulator.baseUrl), variant: 'variant_b' });
      await (operation === 'listProjects' ? live.projects : live.reusableModels).content();
    }
    live.connection.override(undefined);
  });

  it('pass through the main workflow', async () => {
    const emulator = await start();
    await useService(emulator.baseUrl);
    await answerUntilDone('Enter', run(commands.uploadAndSimulate, workspaceFile('cantilever')));
    assert.equal(emulator.simulations.length, 1);
  });

  it('appear in no log and no storage, and not on the clipboard', async () => {
    const logFile = path.join(live.logFolder, 'Simulation Service.log');
    // The log is the last safeguard for a secret that slips through.
    const slip = `${canaryToken} ${links[0]!}`;
    live.log.debug(slip);
    live.log.info(slip);
    live.log.warn(slip);
    live.log.failed(Object.assign(new Error(slip), { slip }));
    live.log.failed(new Error('words of a library'));
    live.log.debug('the end of the canary');
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
    const root = path.resolve(live.logFolder, '../../../..');
    const files = readdirSync(root, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((file) => path.join(file.parentPath, file.name));
    assert.ok(files.includes(logFile) && files.some((file) => file.endsWith('.launch')));
    const leaking = files.filter((file) => leaksIn(readFileSync(file, 'latin1'), links).length > 0);
    assert.deepEqual(leaking, []);
    assert.deepEqual(leaksIn(copied.join('\n'), links), []);
  });
});
