import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { EmulatedOperation, Intercept } from '../../src/emulator/emulator';
import { waitFor } from '../host/waitFor';
import { replyWith, rewriteResponse } from '../support/emulatorFaults';
import { useSession } from './support/hooks';
import { screenshotPath } from './support/session';

const link = '[click](command:workbench.action.closeWindow)';
const icon = '$(alert) bold';

/** Names as the service sends them, and as they must be displayed. */
const names: readonly (readonly [sent: string, shown: string])[] = [
  [link, link],
  [icon, icon],
  ['<img src=x onerror=alert(1)>', '<img src=x onerror=alert(1)>'],
  ['**bold** `code`', '**bold** `code`'],
  ['left\u202eright', 'left\\u{202e}right'],
  ['\u001b]8;;command:x\u0007link\u001b]8;;\u0007', '\\u{1b}]8;;command:x\\u{7}link\\u{1b}]8;;\\u{7}'],
  ['zero\u200bwidth', 'zero\\u{200b}width'],
  ['two\nlines', 'two\\u{a}lines'],
  ['x'.repeat(1_000_000), `${'x'.repeat(199)}…`],
];

const oddId = `id ${link} ${icon} <b>`;

/** A folder of the workspace with a file and a pipe in it. Only Linux allows these names. */
const folder = `${icon} [folder](command:a)`;
const file = `${icon} [file](command:b).inc`;
const pipe = `${icon} [pipe](command:c)`;

function addHostileFiles(workspace: string): void {
  mkdirSync(path.join(workspace, folder));
  writeFileSync(path.join(workspace, folder, file), 'x');
  execFileSync('mkfifo', [path.join(workspace, folder, pipe)]);
}

/** Removes the invisible characters that keep VS Code from rendering a name as a link or an icon. */
const removeInvisible = (text: string): string => text.replaceAll('\u200b', '');

/** The lists that the service responds with. The first entry of each exists on the service. */
function createEntries(key: string, existing: string): readonly Readonly<Record<string, string>>[] {
  return [
    ...names.map(([name], index) => ({ name, [key]: index === 0 ? existing : `id_${index}` })),
    { name: 'odd', [key]: oddId },
    { [key]: `${oddId} alone` },
    { [key]: 'turned\u202earound' },
  ];
}

describe('A hostile name is shown literally', () => {
  const session = useSession({ prepare: addHostileFiles });

  before(async () => {
    await session.workbench.page.setViewportSize({ width: 1280, height: 2600 });
    setResponses({});
  });
  afterEach(async () => {
    await session.workbench.notifications.clearNotifications();
  });

  /** The lists contain hostile names; the given responses take precedence. */
  function setResponses(others: Readonly<Partial<Record<EmulatedOperation, Intercept>>>): void {
    const { emulator } = session;
    const [project] = emulator.projects;
    const [model] = emulator.models;
    const lists: typeof others = {
      listProjects: rewriteResponse(() => createEntries('project_id', project!.project_id)),
      listReusableModels: rewriteResponse(() => createEntries('model_id', model!.model_id)),
    };
    emulator.setIntercept(({ operation }) => operation && (others[operation] ?? lists[operation]));
  }

  /** Checks that nothing on the screen was rendered as anything but text. */
  async function assertPlain(screenshot: string): Promise<void> {
    await session.workbench.screenshot(screenshotPath(`hostile-${screenshot}`));
    assert.deepEqual(await session.workbench.markup(), []);
  }

  /** The rows, without those that are shown whatever the service responds with. */
  const expected = [...names.map(([, shown]) => ['', shown]), [oddId, 'odd'], ['', `${oddId} alone`]];
  const read = (rows: readonly { label: string; description: string }[]) =>
    rows.map(({ label, description }) => [
      label === 'odd' ? removeInvisible(description) : '',
      removeInvisible(label),
    ]);

  it('in the trees', async () => {
    const { views } = session.workbench;
    await views.openView('Simulation Service');
    for (const [view, other] of [
      ['Projects', 'Reusable Models'],
      ['Reusable Models', 'Projects'],
    ] as const) {
      await views.expandSection(view);
      for (const folded of [other, 'Launches']) await views.collapseSection(folded);
      const rows = await views.waitForTreeRows(view, (all) => all.length > expected.length);
      assert.deepEqual(
        rows.slice(0, -1).map(({ label, description }) => [description, removeInvisible(label)]),
        expected.map(([, label]) => ['', label]),
      );
      assert.equal(rows.at(-1)?.icon, 'warning');
    }
    await assertPlain('trees');
    for (const view of ['Projects', 'Launches']) await views.expandSection(view);
  });

  it('in the tooltip of a tree item', async () => {
    const { views } = session.workbench;
    const [project] = session.emulator.projects;
    const row = await views.treeRow('Projects', link);
    await views.waitForTooltip(row, `name: ${link}\nproject_id: ${project!.project_id}`);
    await assertPlain('tooltip');
  });

  it('in the steps of a command and in its final message', async () => {
    const { workbench, emulator, quickInput, notifications } = session;
    await workbench.runCommand('Simulation Service: Create Simulation…');
    const projects = await quickInput.waitForQuickInput({ placeholder: /project/, hasItems: true });
    assert.deepEqual(read(projects.items.slice(1)), expected);
    await assertPlain('projects');
    // Below the row of a new project.
    await workbench.page.keyboard.press('ArrowDown');
    await quickInput.acceptQuickInput();
    const models = await quickInput.waitForQuickInput({ placeholder: /model/, hasItems: true });
    assert.deepEqual(read(models.items.slice(1)), expected);
    await assertPlain('models');
    setResponses({ createSimulation: rewriteResponse(() => ({ simulation_id: oddId })) });
    await quickInput.acceptQuickInput();
    const done = await notifications.waitForNotification(/^Simulation .+ was created/);
    const model = emulator.models[0]!.model_id;
    const text = `Simulation ${oddId} of model ${model} was created in project “${link}”.`;
    assert.equal(removeInvisible(done.message), text);
    await assertPlain('message');
    await notifications.clickNotificationButton(/^Simulation .+ was created/, 'Copy Simulation ID');
    await waitFor('the identifier as it is', async () => (await workbench.clipboardText()) === oddId);
  });

  it('in an error message and in the row of a list that failed', async () => {
    const { workbench, views, notifications, quickInput } = session;
    await views.openView('Simulation Service');
    const body = JSON.stringify({ message: `${link} ${icon} \u202e` });
    const refusal: Intercept = replyWith({ status: 400, body });
    setResponses({ createSimulation: refusal });
    await workbench.runCommand('Simulation Service: Create Simulation…');
    for (const placeholder of [/project/, /model/]) {
      await quickInput.acceptQuickInput({ placeholder, hasItems: true });
    }
    const failed = await notifications.waitForNotification(/^The simulation could not be created\./);
    assert.ok(
      removeInvisible(failed.message).includes(`responded with status 400: “${link} ${icon}”`),
      failed.message,
    );
    setResponses({ listProjects: refusal });
    await workbench.runCommand('Simulation Service: Refresh All Views');
    const [notice] = await views.waitForTreeRows('Projects', (rows) => rows.length === 1);
    assert.equal(notice!.label, 'Try Again');
    const message = await views.viewMessage('Projects');
    assert.ok(message.includes(`responded with status 400: “${link} ${icon}”`), message);
    assert.ok(notice!.ariaLabel.includes(`“${link} ${icon}”`), notice!.ariaLabel);
    await assertPlain('errors');
  });

  it('in the plan, in the dialog about files that cannot be uploaded, and in failures', async () => {
    const { explorer, quickInput, dialogs, notifications, views } = session.workbench;
    setResponses({ uploadFile: replyWith({ status: 403 }) });
    await views.openView('Explorer');
    await explorer.explorerContextMenu([folder], 'Upload as New Simulation Model…');
    const plan = await quickInput.waitForQuickInput({ step: '1/2' });
    assert.deepEqual(
      plan.items.map(({ label }) => removeInvisible(label)),
      [pipe, file],
    );
    await assertPlain('plan');
    await quickInput.acceptQuickInput();
    const { detail } = await dialogs.dialog();
    assert.ok(removeInvisible(detail).startsWith(`${pipe}: not a regular file`), detail);
    await assertPlain('dialog');
    await dialogs.clickDialogButton('Leave Out');
    const name = await quickInput.waitForQuickInput({ step: '2/2' });
    assert.equal(name.value, folder);
    await quickInput.acceptQuickInput();
    const failed = await notifications.waitForNotification(/could not be uploaded/);
    assert.ok(removeInvisible(failed.message).startsWith(`“${file}” could not be uploaded.`), failed.message);
    await views.openView('Simulation Service');
    await (await views.treeRow('Launches', folder)).click();
    await session.workbench.page.locator('.editor-instance .view-line').first().waitFor();
    await assertPlain('launch');
  });
});
