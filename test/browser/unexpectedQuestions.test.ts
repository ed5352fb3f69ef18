import assert from 'node:assert/strict';
import { waitFor } from '../host/waitFor';
import { manifest } from '../support/manifest';
import { writeTree } from '../support/tempTree';
import { Agent, type ToolCall } from './support/agent';
import { bookmarkRequests, resetAfterEach, useSession } from './support/hooks';
import { screenshotPath } from './support/session';
import { firstProject } from './support/upload';

const createSimulation = {
  $prompts: { purpose: { type: 'text', default: 'a test' } },
  project_id: '{project_id}',
  model_id: '{model_id}',
  purpose: '{prompt.purpose}',
};

const withCores = {
  ...createSimulation,
  $prompts: { ...createSimulation.$prompts, cores: { type: 'number', default: 8 } },
  cores: '{prompt.cores}',
};

const settings = { 'simulationService.requests.createSimulation': createSimulation };

const beam = { files: ['cantilever'], project: firstProject, model: 'Beam' };

/** The end of a name is out of sight, and so is that of an answer. */
const longName = `Beam${'\u00a0'.repeat(400)}and a secret`;
const longAnswer = 'word '.repeat(700);

const tasks = [
  { ...beam, type: 'simulation', label: 'Launch ”now”' },
  { ...beam, type: 'simulation', label: 'Other files', files: ['cantilever/mesh'], model: 'Other' },
  { ...beam, type: 'simulation', label: 'Long', model: longName, answers: { purpose: longAnswer } },
];

/** A program of the page that clicks a button the moment it appears, so many times at most. */
const clickHastily = (count: number) => `
  globalThis.hastyClicks = 0;
  const find = () => [...document.querySelectorAll('.monaco-dialog-box .monaco-button')];
  const seen = new WeakSet(find());
  const observer = new MutationObserver(() => {
    for (const button of find()) {
      if (button.textContent !== 'Launch' || seen.has(button) || hastyClicks >= ${count}) continue;
      seen.add(button);
      hastyClicks++;
      button.click();
      if (hastyClicks === ${count}) observer.disconnect();
    }
  });
  observer.observe(document.body, { childList: true, subtree: true, characterData: true });
`;

const start = 'simulation_start_launch';

describe('A question that nobody expects', () => {
  let agent: Agent;
  const session = useSession(async () => {
    agent = await Agent.create();
    const tasksFile = JSON.stringify({ version: '2.0.0', tasks });
    const prepare = (folder: string) => writeTree(folder, { '.vscode/tasks.json': tasksFile });
    return { vsix: [agent.vsix], settings, prepare };
  });
  afterEach(async () => {
    const { dialogs } = session.workbench;
    while (await dialogs.isOpen()) await dialogs.clickDialogButton('Cancel');
    await session.configure(settings);
    await session.workbench.runCommand('Terminal: Kill All Terminals');
  });
  resetAfterEach(session);

  async function runTask(label: string): Promise<void> {
    await session.workbench.runTask(label);
    await session.workbench.dialogs.dialog();
  }

  async function beginLaunch(): Promise<ToolCall> {
    const { plan_id } = await agent.call('simulation_plan_launch', beam);
    return agent.begin(start, { plan_id });
  }

  it('is not answered by a click for the question before', async () => {
    const { workbench, emulator } = session;
    const { changes } = bookmarkRequests(session);
    await runTask('Launch ”now”');
    assert.match((await workbench.dialogs.dialog()).message, /\? The task “Launch 'now'” of this workspace/);
    const call = await beginLaunch();
    await waitFor('the agent to wait', async () => {
      const { problems } = await agent.call(start, { plan_id: 'another one' });
      return JSON.stringify(problems) === '[{"kind":"questionOpen"}]';
    });
    // The first click counts. Each question that follows is clicked as soon as it is there.
    await workbench.page.evaluate(clickHastily(3));
    await workbench.dialogs.clickDialogButton('Launch');
    const clicks = () => workbench.page.evaluate('hastyClicks');
    await waitFor('three hasty clicks', async () => (await clicks()) === 3);
    const { message } = await workbench.dialogs.dialog();
    assert.match(message, /^Upload .+\? An agent asks for this\.$/);
    await waitFor('the simulation of the task', () => emulator.simulations.length === 1);
    assert.equal(call.hasEnded(), false);
    await workbench.dialogs.clickDialogButton('Cancel');
    assert.equal((await call.result())['status'], 'declined');
    assert.equal(changes().filter((name) => name === 'createModel').length, 1);
  });

  it('is taken for a no if a program answers it again and again', async () => {
    const { page, dialogs } = session.workbench;
    const { changes } = bookmarkRequests(session);
    await page.evaluate(clickHastily(10));
    const call = await beginLaunch();
    assert.equal((await call.result())['status'], 'declined');
    assert.deepEqual([await page.evaluate('hastyClicks'), await dialogs.isOpen()], [10, false]);
    assert.deepEqual(changes(), []);
  });

  it('waits while another one is reviewed, so that a yes is for what was seen last', async () => {
    const { workbench, dialogs, page } = session;
    const { changes } = bookmarkRequests(session);
    await runTask('Launch ”now”');
    const asked = await dialogs.dialog();
    const second = agent.beginCommand('workbench.action.tasks.runTask', 'Other files');
    await dialogs.clickDialogButton('Review Files…');
    await workbench.waitForEditorText('materials/steel.inc');
    await workbench.terminal.waitForText(/Model: Other[^]*Waiting for your answer…/);
    assert.deepEqual([await dialogs.isOpen(), second.hasEnded()], [false, true]);
    await workbench.runCommand('View: Close Editor');
    assert.deepEqual(await dialogs.dialog(), asked);
    await dialogs.clickDialogButton('Cancel');
    const next = await dialogs.dialog();
    assert.match(next.message, /\? The task “Other files” of this workspace/);
    await dialogs.clickDialogButton('Review Files…');
    const lines = page.locator('.editor-instance .view-lines');
    await waitFor('the other files', async () => !(await lines.innerText()).includes('steel.inc'));
    // A task that ends takes its review along.
    await workbench.runCommand('Terminal: Kill All Terminals');
    const call = await beginLaunch();
    assert.match((await dialogs.dialog()).message, /\? An agent asks for this\.$/);
    await dialogs.clickDialogButton('Cancel');
    assert.deepEqual([(await call.result())['status'], changes()], ['declined', []]);
  });

  it('says how much of a text it does not show', async () => {
    const { workbench } = session;
    await runTask('Long');
    const { detail } = await workbench.dialogs.dialog();
    await workbench.screenshot(screenshotPath('question-long'));
    const lines = detail.split('\n').map((line) => line.replace(/\u00a0+/, ' '));
    assert.deepEqual(lines, [
      `Project: ${firstProject}`,
      'Model: Beam … (416 characters in all)',
      'Files: 6, 8.8 kB',
      `purpose: ${longAnswer.slice(0, 199)}… (3,500 characters in all)`,
    ]);
  });

  const changes: readonly (readonly [string, (baseUrl: string) => object, readonly unknown[]])[] = [
    [
      'agents may not launch any more',
      () => ({ 'simulationService.agentTools': 'readOnly' }),
      ['declined', undefined],
    ],
    [
      'another service is selected',
      (baseUrl) => ({
        'simulationService.environments': { other: { baseUrl: `${baseUrl}/other`, variant: 'variant_b' } },
        'simulationService.environment': 'other',
      }),
      ['failed', [{ kind: 'otherService' }]],
    ],
    [
      'the request has another field',
      () => ({ 'simulationService.requests.createSimulation': withCores }),
      ['changed', undefined],
    ],
    ['files are excluded', () => ({ 'simulationService.upload.exclude': ['*.inc'] }), ['changed', undefined]],
  ];
  for (const [what, change, expected] of changes) {
    it(`launches nothing if ${what} when it is answered`, async () => {
      const { workbench, emulator } = session;
      const { changes } = bookmarkRequests(session);
      const plan = async () => {
        const { plan_id, ...planned } = await agent.call('simulation_plan_launch', beam);
        return { plan_id, text: JSON.stringify(planned) };
      };
      const { plan_id, text } = await plan();
      const call = agent.begin(start, { plan_id });
      await workbench.dialogs.dialog();
      await session.configure({ ...settings, ...change(emulator.baseUrl) });
      await waitFor('the settings to have an effect', async () => (await plan()).text !== text);
      await workbench.dialogs.clickDialogButton('Launch');
      const { status, problems } = await call.result();
      assert.deepEqual([status, problems], expected);
      assert.deepEqual(changes(), []);
    });
  }

  it('comes before every launch, whatever arguments a command is given', async function () {
    this.timeout(300_000);
    const { workbench, emulator, dialogs, quickInput } = session;
    const { changes } = bookmarkRequests(session);
    const { launches } = await agent.call('simulation_list_launches');
    const [{ launch: id } = {}] = launches as readonly { readonly launch?: string }[];
    const [{ project_id, name } = { project_id: '', name: '' }] = emulator.projects;
    const [{ model_id } = { model_id: '' }] = emulator.models;
    assert.ok(id && project_id && model_id);
    const given: readonly (readonly unknown[])[] = [
      [],
      [null],
      [{ kind: 'project', project: { id: project_id, name } }],
      [{ kind: 'reusableModel', model: { id: model_id, name: 'Beam' } }],
      [{ kind: 'launch', id, launch: { id, record: {} } }],
      [{ kind: 'study', id, study: { id } }],
    ];
    for (const command of listCommands()) {
      for (const args of given) {
        const call = agent.beginCommand(command, ...args);
        // A question of any kind is left without an answer.
        await waitFor(`the end of ${command}`, async () => {
          if (await dialogs.isOpen()) await workbench.page.keyboard.press('Escape');
          if (await quickInput.isOpen()) await quickInput.closeQuickInput();
          return call.hasEnded();
        });
      }
    }
    assert.deepEqual(changes(), []);
  });
});

/** All commands but those that change the settings or open editors. */
function listCommands(): string[] {
  const others = /openSettings|openWalkthrough|startEmulator|stopEmulator|signOut|setBaseUrl|createSample$/;
  return manifest.contributes.commands.map(({ command }) => command).filter((id) => !others.test(id));
}
