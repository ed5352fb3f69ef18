import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { Project } from '../../src/client/core/types';
import { commands } from '../../src/contributions';
import type { Launch } from '../../src/launch/launch';
import { toServiceRef } from '../../src/session/service';
import type { ListNode } from '../../src/views/listNodes';
import { waitFor } from '../host/waitFor';
import { replyWith } from '../support/emulatorFaults';
import { noFollower } from '../support/runner';
import { operations, type RecordingEmulator, startService } from '../support/service';
import {
  contentOf,
  entriesOf,
  live,
  restoreWindow,
  twoProjects,
  useNewService,
  useService,
} from './support/live';

/** Uses a service with these projects. */
async function useServiceWith(projects: readonly object[]): Promise<RecordingEmulator> {
  const { emulator } = await startService();
  const headers = { 'content-type': 'application/json' };
  emulator.setIntercept(() => replyWith({ status: 200, headers, body: JSON.stringify({ projects }) }));
  await useService(emulator.baseUrl);
  return emulator;
}

/** Creates a simulation of a reusable model, as a command would. */
async function launchIn({ id, name }: Project): Promise<void> {
  const [model] = await entriesOf(live.reusableModels);
  const plan = {
    service: toServiceRef(await live.connection.service(), undefined),
    project: { id, name },
    model: { id: model!.id, name: model!.name },
    finalise: true,
    simulate: true,
    bodies: {},
  };
  await live.launches.runners.launches.start(plan, noFollower());
}

describe('The views', () => {
  afterEach(restoreWindow);

  it('report an invalid base URL', async () => {
    await useService('ftp://files.example');
    assert.equal(await contentOf(live.projects), 'badBaseUrl');
  });

  it('follow a change of the base URL at once', async () => {
    const one = await startService();
    const two = await startService();
    await two.client.createProject('Only here');
    await useService(one.emulator.baseUrl);
    assert.deepEqual(await contentOf(live.projects), twoProjects);
    await useService(two.emulator.baseUrl);
    assert.deepEqual(await contentOf(live.projects), [...twoProjects, 'Only here']);
  });

  it('show an error response in full above the row that tries again, and reload after it', async () => {
    const { emulator } = await startService();
    emulator.setIntercept(() =>
      replyWith({
        status: 403,
        headers: { 'content-type': 'application/problem+json' },
        body: JSON.stringify({ title: 'Forbidden', detail: 'No seat is left.' }),
      }),
    );
    await useService(emulator.baseUrl);
    const [node, ...others] = await live.projectsView.getChildren();
    const { message = '' } = live.projectsView.tree;
    assert.match(message, /^The projects could not be listed\. /);
    assert.ok(message.includes(`${new URL(emulator.baseUrl).host} responded with status 403`), message);
    assert.ok(message.includes('No seat is left.'), message);
    assert.deepEqual([node, others], [{ kind: 'failed', offer: 'retry', text: message }, []]);
    emulator.setIntercept(undefined);
    const { command } = live.projectsView.getTreeItem(node!);
    await vscode.commands.executeCommand(command!.command);
    assert.deepEqual(await contentOf(live.projects), twoProjects);
    await live.projectsView.getChildren();
    assert.equal(live.projectsView.tree.message, '');
  });

  it('show each entry with a stable identifier, an accessible name and all fields as plain text', async () => {
    await useNewService();
    const [project] = await entriesOf(live.projects);
    const item: object = live.createListItem({ kind: 'project', project: project! });
    assert.deepEqual(JSON.parse(JSON.stringify(item)), {
      collapsibleState: vscode.TreeItemCollapsibleState.None,
      label: 'Bracket fatigue study',
      id: `project:string:${String(project!.id)}`,
      tooltip: Object.entries(project!.fields)
        .map(([key, value]) => `${key}: ${String(value)}`)
        .join('\n'),
      iconPath: { id: 'project' },
      contextValue: 'project hasId pin',
      accessibilityInformation: { label: 'Bracket fatigue study, project' },
    });
    assert.equal(((await contentOf(live.reusableModels)) as string[]).length, 2);
  });

  it('show the identifier of an entry only if another entry has its name', async () => {
    await useServiceWith([
      { project_id: 'p1', name: 'Wing' },
      { project_id: 'p2', name: 'Strut' },
      { project_id: 'p3', name: 'Wing' },
      { project_id: 'p4' },
    ]);
    const face = async () => {
      const items = (await live.projectsView.getChildren()).map((row) => live.projectsView.getTreeItem(row));
      return items.map(({ label, description }) => [label, description]);
    };
    const [first] = await face();
    assert.deepEqual(await face(), [
      ['Wing', 'p1'],
      ['Strut', undefined],
      ['Wing', 'p3'],
      ['p4', undefined],
    ]);
    live.projectsView.filter = 'p1';
    assert.deepEqual(await face(), [first]);
    live.projectsView.filter = '';
  });

  it('have rows whose accessible names say what they are', async () => {
    const emulator = await useNewService();
    const id = emulator.projects[0]!.project_id;
    const project: Project = { id, name: 'Project 1', fields: {} };
    await launchIn(project);
    const [launch] = await live.launches.list();
    const model = { id: 7, name: 'Beam', fields: {} };
    const text = 'The projects could not be listed. It said no.';
    // As VS Code reads a row aloud: its own label, or else its tooltip.
    const aloud = (node: ListNode) => {
      const { accessibilityInformation, tooltip } = live.createListItem(node);
      return accessibilityInformation?.label ?? tooltip;
    };
    const rows: readonly ListNode[] = [
      { kind: 'project', project },
      { kind: 'project', project, launches: [launch!] },
      { kind: 'project', project, launches: Array<Launch>(1200).fill(launch!) },
      { kind: 'project', project, isNameShared: true },
      { kind: 'reusableModel', model },
      { kind: 'reusableModel', model, isNameShared: true },
      { kind: 'more', count: 1000 },
      { kind: 'broken', count: 1 },
      { kind: 'broken', count: 2 },
      { kind: 'failed', offer: 'retry', text },
      { kind: 'failed', offer: 'selectEnvironment', text },
    ];
    assert.deepEqual(rows.map(aloud), [
      'Project 1, project',
      'Project 1, project, launches: 1',
      'Project 1, project, launches: 1,200',
      `Project 1 ${id}, project`,
      'Beam, reusable model',
      'Beam 7, reusable model',
      'Show More (1,000 Not Shown)',
      'Entries without a valid ID are not shown: 1.',
      'Entries without a valid ID are not shown: 2.',
      `${text} Try Again`,
      `${text} Select Environment…`,
    ]);
  });

  it('refresh by command', async () => {
    const { emulator, client } = await startService();
    await useService(emulator.baseUrl);
    assert.deepEqual(await contentOf(live.projects), twoProjects);
    await client.createProject('From elsewhere');
    assert.deepEqual(await contentOf(live.projects), twoProjects);
    await vscode.commands.executeCommand(commands.refresh);
    assert.deepEqual(await contentOf(live.projects), [...twoProjects, 'From elsewhere']);
  });

  it('show a long list in pages, also behind a filter', async () => {
    const emulator = await useServiceWith(
      Array.from({ length: 1000 }, (_, n) => ({ project_id: `p${n}`, name: `Study ${n}` })),
    );
    const face = async () => {
      const rows = await live.projectsView.getChildren();
      const [last] = rows.slice(-1);
      return [rows.length, last?.kind, live.projectsView.tree.message];
    };
    assert.deepEqual(await face(), [201, 'more', '']);
    await vscode.commands.executeCommand(commands.showMoreProjects);
    assert.deepEqual(await face(), [401, 'more', '']);
    live.projectsView.filter = 'study 99';
    assert.deepEqual(await face(), [11, 'project', 'Filtered by “study 99”: 11 of 1000.']);
    live.projectsView.filter = '';
    assert.deepEqual(await face(), [201, 'more', '']);
    const asked = operations(emulator).filter((operation) => operation === 'listProjects');
    assert.deepEqual(asked, ['listProjects']);
  });

  it('redraw only rows that look different after a launch', async () => {
    const emulator = await useNewService();
    await vscode.commands.executeCommand('simulationService.projects.focus');
    await waitFor('the view', () => live.projectsView.tree.visible && emulator.requests.length > 0);
    const [wanted] = await live.projectsView.getChildren();
    const drawn: unknown[] = [];
    const subscription = live.projectsView.onDidChangeTreeData((rows) => drawn.push(rows));
    try {
      const [project] = await entriesOf(live.projects);
      // VS Code may still be reading the rows during the first launch, and then redraws none of them.
      await waitFor('the row', async () => {
        await launchIn(project!);
        return drawn.length > 0;
      });
    } finally {
      subscription.dispose();
    }
    assert.deepEqual(
      drawn.map((rows) => Array.isArray(rows) && rows.length === 1 && rows[0] === wanted),
      drawn.map(() => true),
    );
  });
});
