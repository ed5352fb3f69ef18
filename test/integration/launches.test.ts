import assert from 'node:assert/strict';
import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { systemClock } from '../../src/client/clock';
import { Journal } from '../../src/launch/journal';
import type { JournalEntry } from '../../src/launch/journalEntry';
import { waitFor } from '../host/waitFor';
import { commands } from '../../src/contributions';
import { describeError } from '../../src/errorReport';
import { operations, startService, stopServices } from '../support/service';
import { activated, pressEnterUntil, useService, workspaceFile } from './live';

const service = { origin: 'https://service.invalid', basePath: '/', variant: 'variant_b' } as const;
const project = { id: 'p1', name: 'Study' };
const model = { id: 'm1', name: 'deck' };

/** Records of launches that were made one after the other and all ended in the same way. */
async function writeRecords(folder: string, count: number, end: JournalEntry): Promise<void> {
  let now = Date.now() - count * 1000;
  const journal = new Journal(folder, { ...systemClock, now: () => (now += 500) });
  for (let written = 0; written < count; written++) {
    const open = await journal.begin({ service, project, model, finalise: true, simulate: true });
    await open.append({ kind: 'creatingSimulation' });
    await open.append(end);
    await open.close();
  }
}

/** Leaves the folder itself: what watches it would see nothing for some seconds. */
async function empty(folder: string): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    await rm(path.join(folder, name), { recursive: true, force: true });
  }
}

describe('a thousand launches', () => {
  before(async function () {
    this.timeout(120_000);
    const { journalFolder } = await activated();
    await empty(journalFolder);
    await writeRecords(journalFolder, 5, { kind: 'unknown', problem: { kind: 'network' } });
    await writeRecords(journalFolder, 995, { kind: 'simulationCreated', id: 's1' });
  });
  after(async () => {
    const { journalFolder } = await activated();
    await empty(journalFolder);
  });

  it('are all listed, newest first, and those that need somebody are on the badge', async () => {
    const { launches, launchesView } = await activated();
    const listed = await waitFor('all launches', async () => {
      const all = await launches.list();
      return all.length === 1000 && all;
    });
    const times = listed.map(({ record }) => record.plannedAt);
    assert.deepEqual(
      times,
      [...times].sort((a, b) => b - a),
    );
    const start = performance.now();
    await vscode.commands.executeCommand('simulationService.launches.focus');
    await waitFor('the badge', () => launchesView.tree.badge?.value === 5);
    const took = Math.round(performance.now() - start);
    // eslint-disable-next-line no-console -- the figure is worth seeing in the output of the tests
    console.log(`[test]       the view was there after ${took} ms`);
    assert.equal(launchesView.tree.badge?.tooltip, '5 launches need your attention.');
  });

  it('are pruned to what is kept, but for those that need somebody', async () => {
    const { launches } = await activated();
    await launches.prune(200);
    const states = (await launches.list()).map(({ state }) => state);
    assert.equal(states.filter((state) => state === 'launched').length, 200);
    assert.equal(states.filter((state) => state === 'unknown').length, 5);
  });
});

describe('a running launch', () => {
  before(() => vscode.commands.executeCommand('workbench.view.explorer'));
  afterEach(async () => {
    await useService(undefined);
    await stopServices();
  });

  /** A launch that waits in its first upload until the gate is opened. */
  async function held() {
    const { emulator } = await startService();
    let open = (): void => undefined;
    const gate = new Promise<void>((resolve) => (open = resolve));
    emulator.setIntercept(({ server }) => (server === 'files' ? { kind: 'delay', gate } : undefined));
    await useService(emulator.baseUrl);
    const done = vscode.commands.executeCommand(commands.uploadModel, workspaceFile('cantilever/loads.inc'));
    await pressEnterUntil('the upload', () => operations(emulator).includes('uploadFile loads.inc'));
    return { emulator, done, open };
  }

  it('stays with its service when the base URL is changed', async () => {
    const { emulator, done, open } = await held();
    const other = await startService();
    await useService(other.emulator.baseUrl);
    open();
    await done;
    assert.deepEqual([operations(emulator).at(-1), operations(other.emulator)], ['finaliseModel', []]);
  });

  it('is not run a second time, neither in this window nor by another owner of its record', async () => {
    const { emulator, done, open } = await held();
    const { launches, journalFolder } = await activated();
    const [launch] = (await launches.list()).filter(({ runsHere }) => runsHere);
    const follower = {
      signal: new AbortController().signal,
      onChange: () => undefined,
      onProgress: () => undefined,
      onShortLinks: () => Promise.resolve(),
    };
    assert.equal(await launches.resume(launch!.id, follower), undefined);
    const refused = (error: unknown) =>
      describeError(error).startsWith('Another window works on this launch.');
    await assert.rejects(new Journal(journalFolder, systemClock).continue(launch!.id), refused);
    open();
    await done;
    assert.deepEqual(operations(emulator), ['createModel', 'uploadFile loads.inc', 'finaliseModel']);
  });
});

describe('a launch of a service that is not encrypted and not here', () => {
  it('is not resumed unless that is allowed', async () => {
    const { connection } = await activated();
    const plain = { origin: 'http://simulation.example.com', basePath: '/', variant: 'variant_b' } as const;
    await assert.rejects(connection.clientOf(plain), { name: 'NotConnectedError', problem: 'insecure' });
  });
});
