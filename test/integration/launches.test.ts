import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readdir, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { systemClock } from '../../src/client/core/clock';
import { commands } from '../../src/contributions';
import { Journal } from '../../src/launch/journal';
import type { JournalEntry } from '../../src/launch/journalEntry';
import { encodeLine } from '../../src/launch/journalFormat';
import { describeError } from '../../src/messages/describeError';
import { waitFor } from '../host/waitFor';
import { operations, startService, stopServices } from '../support/service';
import { activateExtension, pressEnterUntil, useService, workspaceFile } from './support/live';

const service = { origin: 'https://service.invalid', basePath: '/', variant: 'variant_b' } as const;
const project = { id: 'p1', name: 'Study' };
const model = { id: 'm1', name: 'deck' };

/** Records of launches that were started one after the other and ended in the same way. */
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

/** Keeps the folder itself, because its file watcher would miss events for some seconds. */
async function empty(folder: string): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    await rm(path.join(folder, name), { recursive: true, force: true });
  }
}

describe('A thousand launches', () => {
  before(async function () {
    this.timeout(120_000);
    const { journalFolder } = await activateExtension();
    await empty(journalFolder);
    await writeRecords(journalFolder, 5, { kind: 'unknown', problem: { kind: 'network' } });
    await writeRecords(journalFolder, 995, { kind: 'simulationCreated', id: 's1' });
  });
  after(async () => {
    const { journalFolder } = await activateExtension();
    await empty(journalFolder);
  });

  it('are all listed, newest first, and those that need attention are counted in the badge', async () => {
    const { launches, launchesView } = await activateExtension();
    const listed = await waitFor('all launches', async () => {
      const all = await launches.list();
      return all.length === 1000 && all;
    });
    const times = listed.map(({ record }) => record.plannedAt);
    assert.deepEqual(
      times,
      [...times].sort((a, b) => b - a),
    );
    await vscode.commands.executeCommand('workbench.view.explorer');
    await waitFor('the view to be hidden', () => !launchesView.tree.visible);
    await waitFor('the badge', () => launchesView.tree.badge?.value === 5);
    assert.equal(launchesView.tree.badge?.tooltip, '5 launches need your attention.');
  });

  it('are pruned to the limit, except for those that need attention', async () => {
    const { launches } = await activateExtension();
    // The extension did not write them, so it may have read the folder while they were being written.
    await waitFor('all launches', async () => (await launches.summaries()).length === 1000);
    await launches.prune(() => 200);
    const states = (await launches.list()).map(({ state }) => state);
    assert.equal(states.filter((state) => state === 'launched').length, 200);
    assert.equal(states.filter((state) => state === 'unknown').length, 5);
  });
});

describe('A launch record that cannot be read', () => {
  const newer = randomUUID();
  const broken = randomUUID();

  before(async () => {
    const { journalFolder } = await activateExtension();
    await empty(journalFolder);
    const header = {
      kind: 'planned',
      launch: newer,
      service,
      model,
      finalise: true,
      simulate: true,
    } as const;
    const line = encodeLine({ ...header, at: Date.now(), ...{ schema: 1_000 } });
    await writeFile(path.join(journalFolder, `${newer}.launch`), line);
    // A symbolic link to itself cannot be read with any permissions.
    await symlink(`${broken}.launch`, path.join(journalFolder, `${broken}.launch`));
  });
  after(async () => {
    const { journalFolder } = await activateExtension();
    await empty(journalFolder);
  });

  it('is a row with the reason, and is counted in the badge', async () => {
    const { launches, launchesView } = await activateExtension();
    await vscode.commands.executeCommand(commands.refresh);
    await waitFor('both records', async () => (await launches.unreadable()).length === 2);
    await waitFor('the badge', () => launchesView.tree.badge?.value === 2);
    const nodes = await launchesView.getChildren();
    const items = await Promise.all(nodes.map((node) => launchesView.getTreeItem(node)));
    const shownOf = ({ label, description, tooltip, contextValue }: vscode.TreeItem) => ({
      ...{ label, description, tooltip, contextValue },
    });
    const common = { label: 'Unreadable launch record', contextValue: 'failed' };
    assert.deepEqual(
      items.map(shownOf).sort((a, b) => String(a.description).localeCompare(String(b.description))),
      [
        {
          ...common,
          description: 'Created by a newer version of this extension. Reload the window.',
          tooltip:
            'The record of this launch was created by a newer version of this extension. Reload the window to use it.',
        },
        {
          ...common,
          description: 'ELOOP',
          tooltip:
            'The record of this launch cannot be read at the moment (ELOOP). Check that the storage folder of VS Code is accessible, then refresh the list.',
        },
      ],
    );
  });

  it('is ignored by every command, and stays in place', async () => {
    const { launchesView, journalFolder } = await activateExtension();
    const [node] = await launchesView.getChildren();
    for (const command of [commands.resumeLaunch, commands.settleLaunch, commands.removeLaunch]) {
      await vscode.commands.executeCommand(command, node);
    }
    const names = await readdir(journalFolder);
    assert.deepEqual(
      [newer, broken].map((id) => names.includes(`${id}.launch`)),
      [true, true],
    );
  });
});

describe('A launch whose outcome is known', () => {
  after(async () => {
    const { journalFolder } = await activateExtension();
    await empty(journalFolder);
  });

  it('leads to no question, and does not change', async () => {
    const { launches, journalFolder } = await activateExtension();
    await empty(journalFolder);
    await writeRecords(journalFolder, 1, { kind: 'failed', problem: { kind: 'status', status: 409 } });
    const [launch] = await waitFor('the launch', async () => {
      const all = await launches.list();
      return all[0]?.state === 'failed' && all;
    });
    // A question would keep the command pending until the user answers.
    await vscode.commands.executeCommand(commands.settleLaunch, { launch: { id: launch!.id } });
    const [after] = await launches.list();
    assert.deepEqual([after?.state, after?.record.entryCount], ['failed', launch?.record.entryCount]);
  });
});

describe('A running launch', () => {
  before(() => vscode.commands.executeCommand('workbench.view.explorer'));
  afterEach(async () => {
    await useService(undefined);
    await stopServices();
  });

  /** A launch that waits in its first upload until the gate is opened. */
  async function startHeldLaunch() {
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
    const { emulator, done, open } = await startHeldLaunch();
    const other = await startService();
    await useService(other.emulator.baseUrl);
    open();
    await done;
    assert.deepEqual([operations(emulator).at(-1), operations(other.emulator)], ['finaliseModel', []]);
  });

  it('is not run a second time, neither in this window nor by another owner of its record', async () => {
    const { emulator, done, open } = await startHeldLaunch();
    const { launches, journalFolder } = await activateExtension();
    const [launch] = (await launches.list()).filter(({ runsHere }) => runsHere);
    const follower = {
      signal: new AbortController().signal,
      onChange: () => undefined,
      onProgress: () => undefined,
      onExpiringUrls: () => Promise.resolve(),
    };
    assert.equal(await launches.resume(launch!.id, follower), undefined);
    const refused = (error: unknown) =>
      describeError(error).startsWith('Another window is running this launch.');
    await assert.rejects(new Journal(journalFolder, systemClock).continue(launch!.id), refused);
    open();
    await done;
    assert.deepEqual(operations(emulator), ['createModel', 'uploadFile loads.inc', 'finaliseModel']);
  });
});

describe('A launch for an unencrypted service on another computer', () => {
  it('is not resumed unless the setting allows it', async () => {
    const { connection } = await activateExtension();
    const plain = { origin: 'http://simulation.example.com', basePath: '/', variant: 'variant_b' } as const;
    await assert.rejects(connection.clientOf(plain), { name: 'NotConnectedError', problem: 'insecure' });
  });
});
