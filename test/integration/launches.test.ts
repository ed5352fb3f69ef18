import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readdir, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { systemClock } from '../../src/client/core/clock';
import { commands } from '../../src/contributions';
import { Journal } from '../../src/launch/journal';
import type { AcceptedFile, JournalEntry } from '../../src/launch/journalEntry';
import type { LaunchContext, LaunchPlan } from '../../src/launch/launch';
import { describeError } from '../../src/messages/describeError';
import type { LaunchNode } from '../../src/views/launchNodes';
import { formatWhen } from '../../src/views/launchPeriods';
import { waitFor } from '../host/waitFor';
import { needs } from '../support/capabilities';
import { launched, simplePlan, writeLaunches } from '../support/launchRecords';
import { encodeLine } from '../support/recordText';
import { noFollower } from '../support/runner';
import { holdResponses, operations, startService } from '../support/service';
import { live, pressUntil, restoreWindow, run, useService, workspaceFile } from './support/live';

/** Keeps the folder itself, because its file watcher would miss events for some seconds. */
async function emptyJournal(): Promise<void> {
  for (const name of await readdir(live.journalFolder).catch(() => [])) {
    await rm(path.join(live.journalFolder, name), { recursive: true, force: true });
  }
}

const problem = { kind: 'status', status: 409, host: 'service.invalid' };
const failed: JournalEntry = { kind: 'failed', problem };
const unknown: JournalEntry = { kind: 'unknown', problem };

describe('A thousand launches', () => {
  before(async () => {
    await emptyJournal();
    // Those that need attention are the oldest, because pruning begins there.
    const ends = Array.from({ length: 1000 }, (_, index) => (index < 5 ? unknown : launched));
    writeLaunches(live.journalFolder, ends);
  });
  after(emptyJournal);

  it('are all listed, newest first, and those that need attention are counted in the badge', async () => {
    const listed = await waitFor('all launches', async () => {
      const all = await live.launches.list();
      return all.length === 1000 && all;
    });
    const times = listed.map(({ record }) => record.plannedAt);
    assert.deepEqual(
      times,
      [...times].sort((a, b) => b - a),
    );
    await run('workbench.view.explorer');
    await waitFor('the view to be hidden', () => !live.launchesView.tree.visible);
    await waitFor('the badge', () => live.launchesView.tree.badge?.value === 5);
    assert.equal(live.launchesView.tree.badge?.tooltip, 'Launches that need your attention: 5');
  });

  it('have the same rows in all answers, because VS Code can request them again before it has them', async () => {
    const readAll = async () => {
      const periods = await live.launchesView.getChildren();
      return [
        periods,
        ...(await Promise.all(periods.map((period) => live.launchesView.getChildren(period)))),
      ];
    };
    const [first, second] = await Promise.all([readAll(), readAll()]);
    assert.ok(first.flat().length > 1000);
    first.flat().forEach((row, index) => assert.equal(row, second.flat()[index]));
  });
});

describe('A launch record that cannot be read', () => {
  const newer = randomUUID();
  const broken = randomUUID();

  before(async () => {
    await emptyJournal();
    const header = { kind: 'planned', launch: newer, ...simplePlan } as const;
    const newest = { schema: 1_000 };
    const line = encodeLine({ ...header, at: Date.now(), ...newest });
    await writeFile(path.join(live.journalFolder, `${newer}.launch`), line);
    // A symbolic link to itself cannot be read with any permissions.
    await symlink(`${broken}.launch`, path.join(live.journalFolder, `${broken}.launch`));
  });
  after(emptyJournal);

  needs('links').it('is a row with the reason, and is counted in the badge', async () => {
    await vscode.commands.executeCommand(commands.refresh);
    await waitFor('both records', async () => (await live.launches.unreadable()).length === 2);
    await waitFor('the badge', () => live.launchesView.tree.badge?.value === 2);
    const nodes = await live.launchesView.getChildren();
    const items = nodes.map((node) => live.launchesView.getTreeItem(node));
    const shown = items.map(({ label, description, tooltip, contextValue, accessibilityInformation }) => [
      label,
      description,
      tooltip,
      contextValue,
      accessibilityInformation?.label,
    ]);
    assert.deepEqual(shown.sort(), [
      [
        'Unreadable launch record',
        'Created by a newer version of this extension. Reload the window.',
        'The record of this launch was created by a newer version of this extension. Reload the window to use this launch.',
        'failed',
        'Unreadable launch record, Created by a newer version of this extension. Reload the window.',
      ],
      [
        'Unreadable launch record',
        'ELOOP',
        'The record of this launch cannot be read at the moment (ELOOP). Check that the storage folder of VS Code is accessible, then refresh the list.',
        'failed',
        'Unreadable launch record, ELOOP',
      ],
    ]);
  });

  needs('links').it('is ignored by every command, and stays in place', async () => {
    const [node] = await live.launchesView.getChildren();
    for (const command of [commands.resumeLaunch, commands.resolveLaunch, commands.removeLaunch]) {
      await vscode.commands.executeCommand(command, node);
    }
    const names = await readdir(live.journalFolder);
    assert.deepEqual(
      [newer, broken].map((id) => names.includes(`${id}.launch`)),
      [true, true],
    );
  });
});

/** The record of one launch, with a second between its entries. */
async function writeRecord(
  plan: LaunchPlan & LaunchContext,
  entries: readonly JournalEntry[],
  plannedAt: number,
  accepted: readonly AcceptedFile[] = [],
): Promise<void> {
  let now = plannedAt;
  const journal = new Journal(live.journalFolder, { ...systemClock, now: () => now });
  const open = await journal.begin(plan);
  for (const entry of entries) {
    now += 1000;
    await open.append(entry);
  }
  for (const file of accepted) await open.noteAccepted(file);
  await open.close();
}

const times = { mtimeNs: '1', ctimeNs: '1', inode: '1' };
const files = ['a.inp', 'b.inc'].map((name) => ({ name, path: `/models/${name}`, size: 1500, ...times }));
const uploads: LaunchPlan & LaunchContext = {
  ...simplePlan,
  model: { name: 'bracket', files },
  source: { commit: 'c0ffee', dirty: true },
};
const acceptedFiles: readonly AcceptedFile[] = [
  { name: 'a.inp', sha256: 'aa' },
  { name: 'b.inc', sha256: 'bb' },
];
const created: readonly JournalEntry[] = [{ kind: 'creatingModel' }, { kind: 'modelCreated', id: 'm2' }];
const complete: readonly JournalEntry[] = [
  ...created,
  { kind: 'uploaded' },
  { kind: 'finalised' },
  { kind: 'creatingSimulation' },
  { kind: 'simulationCreated', id: 's2' },
];

describe('The rows of the Launches view', () => {
  const now = Date.now();
  const monthsAgo = now - 90 * 24 * 3_600_000;
  const when = (at: number) => formatWhen(at, Date.now(), vscode.env.language);
  const date = (at: number) => new Date(at).toLocaleString(vscode.env.language);
  let failedAt = 0;

  before(async () => {
    await emptyJournal();
    await writeRecord(uploads, [...created, failed], now, acceptedFiles.slice(0, 1));
    await writeRecord(uploads, complete, monthsAgo, acceptedFiles);
    await writeRecord(simplePlan, [{ kind: 'cancelled' }], monthsAgo - 1);
    await waitFor('the launches', async () => (await live.launches.list()).length === 3);
    const [first] = await live.launches.list();
    failedAt = first!.record.changedAt;
  });
  after(emptyJournal);

  /** The rows below this one, depth first. */
  async function readBelow(parent?: LaunchNode): Promise<vscode.TreeItem[]> {
    const read: vscode.TreeItem[] = [];
    for (const node of await live.launchesView.getChildren(parent)) {
      read.push(live.launchesView.getTreeItem(node), ...(await readBelow(node)));
    }
    return read;
  }

  it('say in their accessible names all that they show', async () => {
    const aloud = (await readBelow()).map(({ accessibilityInformation }) => accessibilityInformation?.label);
    const common = ['Service https://service.invalid, variant_b'];
    const commit = 'Commit c0ffee, with uncommitted changes';
    assert.deepEqual(
      aloud.map((name) => name?.replace(/^(Problem|Last change) .*/, '$1')),
      [
        'Today, 1 launch, 1 needs attention',
        `Launch of bracket, failed, ${when(failedAt)}, service.invalid, Study`,
        'Problem',
        'Project Study (p1)',
        'Model m2',
        ...common,
        commit,
        `Started ${date(now)}`,
        'Last change',
        'Files 1 of 2 uploaded, 3 kB',
        'a.inp, 1.5 kB, uploaded',
        'b.inc, 1.5 kB, not uploaded',
        'Older, 2 launches',
        `Launch of bracket, launched, ${when(monthsAgo)}, service.invalid, Study`,
        'Project Study (p1)',
        'Model m2',
        'Simulation s2',
        ...common,
        commit,
        `Started ${date(monthsAgo)}`,
        'Last change',
        'Files 2 of 2 uploaded, 3 kB',
        'a.inp, 1.5 kB, uploaded',
        'b.inc, 1.5 kB, uploaded',
        `Launch of deck, cancelled, ${when(monthsAgo - 1)}, service.invalid, Study`,
        'Project Study (p1)',
        'Model m1',
        ...common,
        `Started ${date(monthsAgo - 1)}`,
        'Last change',
      ],
    );
  });

  it('say the state by icon and colour, and show time and project beside the name', async () => {
    const rows = (await readBelow()).filter(({ id }) => /^(period|launch):/.test(id ?? ''));
    const shown = rows.map(({ label, description, iconPath, collapsibleState }) => {
      const { id, color } = (iconPath ?? {}) as Partial<vscode.ThemeIcon>;
      return [label, description, id, color?.id, collapsibleState];
    });
    const { Collapsed, Expanded } = vscode.TreeItemCollapsibleState;
    assert.deepEqual(shown, [
      ['Today', '1 · 1 needs attention', undefined, undefined, Expanded],
      [
        'bracket',
        `failed ${when(failedAt)} · service.invalid · Study`,
        'error',
        'list.errorForeground',
        Collapsed,
      ],
      ['Older', '2', undefined, undefined, Collapsed],
      ['bracket', `${when(monthsAgo)} · service.invalid · Study`, 'rocket', 'charts.green', Collapsed],
      [
        'deck',
        `${when(monthsAgo - 1)} · service.invalid · Study`,
        'circle-slash',
        'disabledForeground',
        Collapsed,
      ],
    ]);
  });

  it('have identifiers and exact times in their tooltips', async () => {
    const launches = (await readBelow()).filter(({ id }) => id?.startsWith('launch:'));
    assert.equal(
      launches[2]?.tooltip,
      [
        'deck',
        'cancelled',
        'Project Study (p1)',
        'Model m1',
        `Started ${date(monthsAgo - 1)}`,
        `Last change ${date(monthsAgo - 1 + 1000)}`,
      ].join('\n'),
    );
  });

  it('say there what the service says of the simulation, and when, as it is written', async () => {
    const periods = await live.launchesView.getChildren();
    const below = await Promise.all(periods.map((period) => live.launchesView.getChildren(period)));
    const found = below.flat().find((node) => node.kind === 'launch' && node.launch.state === 'launched');
    assert.ok(found?.kind === 'launch');
    const status = { state: '[x](command:quit) $(zap)', detail: '40 %', saidAt: monthsAgo + 9000 };
    const { tooltip } = live.launchesView.getTreeItem({ ...found, launch: { ...found.launch, status } });
    assert.equal(
      tooltip,
      [
        'bracket',
        'launched',
        'Project Study (p1)',
        'Model m2',
        'Simulation s2',
        `Status [x](command:quit) $(zap), 40 %, ${date(monthsAgo + 9000)}`,
        `Started ${date(monthsAgo)}`,
        `Last change ${date(monthsAgo + 6000)}`,
      ].join('\n'),
    );
  });

  it('open a document with all that is recorded', async () => {
    const [, failed] = await readBelow();
    const { command, arguments: args = [] } = failed?.command ?? {};
    await vscode.commands.executeCommand(command!, ...(args as unknown[]));
    const text = await waitFor('the document', () => vscode.window.activeTextEditor?.document.getText());
    assert.equal(vscode.window.tabGroups.activeTabGroup.activeTab?.label, 'bracket');
    assert.deepEqual(
      text.split('\n').filter((line) => !/^(Problem|Last change|Started) /.test(line)),
      [
        'Name         bracket',
        'State        failed',
        'Project      Study (p1)',
        'Model        m2',
        'Service      https://service.invalid, variant_b',
        'Commit       c0ffee, with uncommitted changes',
        '',
        'a.inp  1500  aa',
        'b.inc  1500  -',
        '',
      ],
    );
    await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
  });
});

describe('Failed launches', () => {
  const showExplorer = async () => {
    await emptyJournal();
    await run('workbench.view.explorer');
  };
  before(showExplorer);
  after(showExplorer);

  it('are counted in the badge until their rows have been seen', async () => {
    const badge = () => live.launchesView.tree.badge?.value;
    await waitFor('the view to be hidden', () => !live.launchesView.tree.visible);
    writeLaunches(live.journalFolder, [failed, failed, unknown]);
    await waitFor('the badge', () => badge() === 3);
    await vscode.commands.executeCommand('simulationService.launches.focus');
    await waitFor('the failed launches to be seen', () => badge() === 1);
    await run('workbench.view.explorer');
    await waitFor('the view to be hidden', () => !live.launchesView.tree.visible);
    writeLaunches(live.journalFolder, [failed]);
    await waitFor('the badge', () => badge() === 2);
  });
});

describe('A launch whose outcome is known', () => {
  after(emptyJournal);

  it('leads to no question, and does not change', async () => {
    await emptyJournal();
    writeLaunches(live.journalFolder, [failed]);
    const [launch] = await waitFor('the launch', async () => {
      const all = await live.launches.list();
      return all[0]?.state === 'failed' && all;
    });
    // A question would keep the command pending until the user answers.
    await vscode.commands.executeCommand(commands.resolveLaunch, { launch: { id: launch!.id } });
    const [after] = await live.launches.list();
    assert.deepEqual([after?.state, after?.record.entryCount], ['failed', launch?.record.entryCount]);
  });
});

describe('A running launch', () => {
  before(() => run('workbench.view.explorer'));
  afterEach(restoreWindow);

  /** A launch that waits in its first upload until the gate is opened. */
  async function startHeldLaunch() {
    const { emulator } = await startService();
    const open = holdResponses(emulator, ({ server }) => server === 'files');
    await useService(emulator.baseUrl);
    const done = vscode.commands.executeCommand(commands.uploadModel, workspaceFile('cantilever/loads.inc'));
    await pressUntil('Enter', 'the upload', () => operations(emulator).includes('uploadFile loads.inc'));
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
    const [launch] = (await live.launches.list()).filter(({ runsHere }) => runsHere);
    assert.equal(await live.launches.runners.launches.resume(launch!.id, noFollower()), undefined);
    const refused = (error: unknown) =>
      describeError(error).startsWith('Another window, or the command line, is running this launch.');
    await assert.rejects(new Journal(live.journalFolder, systemClock).continue(launch!.id), refused);
    open();
    await done;
    assert.deepEqual(operations(emulator), ['createModel', 'uploadFile loads.inc', 'finaliseModel']);
  });
});

describe('A launch for an unencrypted service on another computer', () => {
  it('is not resumed unless the setting allows it', () => {
    const plain = {
      origin: 'http://simulation.example.com',
      basePath: '/',
      variant: 'variant_b',
      settingsFingerprint: '',
    } as const;
    assert.throws(() => live.connection.serviceOf(plain), { name: 'NotConnectedError', problem: 'insecure' });
  });
});
