import assert from 'node:assert/strict';
import { appendFileSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'jsonc-parser';
import { parseMapping } from '../../src/client/mapping/serviceMapping';
import type { LaunchContext, LaunchPlan } from '../../src/launch/launch';
import { hashLaunch } from '../../src/request/prepareLaunch';
import { waitFor } from '../host/waitFor';
import type { Workbench } from '../host/workbench';
import { loseResponse, replyWith } from '../support/emulatorFaults';
import { decodeFiles, decodeLines } from '../support/recordText';
import { writeTree } from '../support/tempTree';
import {
  type Bookmark,
  bookmarkRequests,
  interceptOperation,
  resetAfterEach,
  takePictureOfFailure,
  useSession,
} from './support/hooks';
import { closeBrowser, screenshotPath, type Stage, startStage } from './support/session';
import { firstProject, sampleFiles } from './support/upload';

const createSimulation = {
  $prompts: { cores: { label: 'Number of cores', type: 'number', default: 8 } },
  project_id: '{project_id}',
  model_id: '{model_id}',
  cores: '{prompt.cores}',
};

/** The first tasks of a file that people have written. */
const written = `{
  // How we launch.
  "version": "2.0.0",
  "inputs": [
    { "id": "revision", "type": "promptString", "description": "Revision", "default": "r2" },
    { "id": "cores", "type": "promptString", "description": "Cores", "default": "16" }
  ],
  "tasks": [
    // The mesher writes a file.
    { "label": "mesh", "type": "shell", "command": "mesh wing" },
    {
      "type": "simulation",
      "label": "Revision", // asks for it
      "files": ["cantilever"],
      "exclude": ["*.tmp"],
      "model": "Beam \${input:revision}",
      "project": "${firstProject}",
      "answers": { "cores": "\${input:cores}" },
      "dependsOn": "Model",
    },
    { "type": "simulation", "label": "Model", "files": ["cantilever"], "model": "Beam", "simulate": false },
    { "type": "simulation", "label": "Launch", "files": ["cantilever"], "model": "Beam", "project": "${firstProject}" },
    { "type": "simulation", "label": "Nowhere", "files": ["cantilever"], "model": "Beam", "project": "Brackets" },
    { "type": "simulation", "label": "Deck", "files": ["cantilever/*.inp"], "model": "Beam", "simulate": false },
    { "type": "simulation", "label": "Study", "study": "cases.csv", "files": ["cantilever"], "model": "Beam of a study", "project": "${firstProject}" },
    { "type": "simulation", "label": "Keys", "files": ["keys"], "exclude": ["*.key"], "model": "Car", "simulate": false },
    { "type": "simulation", "label": "Large", "files": ["large"], "model": "Large", "simulate": false }
  ]
}
`;

const filesOfTasks = {
  '.vscode/tasks.json': written,
  'cases.csv': 'cores\n4\n# May\n16\n',
  'large/mesh.bin': Buffer.alloc(30_000_000),
  'keys/main.key': '*KEYWORD\n*END\n',
  'keys/mesh.key': '*NODE\n',
  'keys/server.key': 's',
  'keys/a.txt': '',
};

/** More lines are in view than otherwise. */
const smallTerminal = { 'terminal.integrated.fontSize': 8 };

/** Waits for the end of a task. @returns its exit code, and what is in view of it in its terminal */
async function readEnd({ terminal }: Workbench): Promise<{ exitCode: number; text: string }> {
  // A task of another type may have used the same terminal before.
  const all = await terminal.waitForText(
    /(Nothing was created|"launch":|"study":)[^]*press any key to close/,
  );
  const text = all.slice(all.lastIndexOf('Executing task:'));
  const [, code = '0'] = /exit code: (\d+)/.exec(text) ?? [];
  return { exitCode: Number(code), text: text.replace(/\n/g, '') };
}

function readIds(text: string): Record<string, unknown> {
  const [json = '{}'] = /\{"[^}]*\}/.exec(text) ?? [];
  return JSON.parse(json) as Record<string, unknown>;
}

/** The plans of all launches in the journal. */
function readPlans({ server }: Stage): (LaunchPlan & LaunchContext & { readonly launch: string })[] {
  const names = readdirSync(server.dataDir, { recursive: true, encoding: 'utf8' });
  const texts = names
    .filter((name) => name.endsWith('.launch'))
    .map((name) => [name, readFileSync(path.join(server.dataDir, name), 'utf8')] as const);
  return texts.map(([name, text]) => {
    const [{ kind: _, model, ...plan }] = decodeLines(text);
    if (!('files' in model)) return { ...plan, model };
    const files = readFileSync(path.join(server.dataDir, name.replace(/launch$/, 'files')), 'utf8');
    const planned = decodeFiles(files).flatMap((entry) => (entry.kind === 'planned' ? entry.files : []));
    return { ...plan, model: { ...model, files: planned } };
  });
}

describe('A task', () => {
  const session = useSession({
    prepare: (folder) => writeTree(folder, filesOfTasks),
    settings: { 'simulationService.requests.createSimulation': createSimulation },
    userSettings: smallTerminal,
  });
  resetAfterEach(session);
  afterEach(() => session.workbench.runCommand('Terminal: Kill All Terminals'));

  const tasksFile = () => path.join(session.workspace.folder, '.vscode/tasks.json');

  /** Starts a task, and answers its question. @returns the requests since then */
  async function run(label: string, answer = 'Launch'): Promise<Bookmark> {
    const bookmark = bookmarkRequests(session);
    await session.workbench.runTask(label);
    await session.workbench.dialogs.clickDialogButton(answer);
    return bookmark;
  }

  it('says who wants what, and sends nothing before the click', async () => {
    const { workbench, emulator } = session;
    const { operations } = bookmarkRequests(session);
    await workbench.runTask('Launch');
    const asked = await workbench.dialogs.dialog();
    await workbench.screenshot(screenshotPath('task-question'));
    assert.deepEqual(asked, {
      message: `Upload and simulate at ${new URL(emulator.baseUrl).host}? The task “Launch” of this workspace asks for this.`,
      detail: `Project: ${firstProject}\nModel: Beam\nFiles: 6, 8.8 kB\ncores: 8`,
      buttons: asked.buttons,
    });
    assert.deepEqual([...asked.buttons].sort(), ['Cancel', 'Launch', 'Review Files…']);
    // Enter is pressed by accident.
    await workbench.dialogs.pressEnter();
    await workbench.waitForEditorText('materials/steel.inc');
    await workbench.runCommand('View: Close Editor');
    await workbench.dialogs.clickDialogButton('Cancel');
    assert.deepEqual(await readEnd(workbench).then(({ exitCode }) => [exitCode, operations()]), [2, []]);
  });

  it('says how many decks its patterns exclude', async () => {
    const { workbench } = session;
    await workbench.runTask('Keys');
    const { detail } = await workbench.dialogs.dialog();
    assert.equal(detail, 'Model: Car\nFiles: 1, 0 B\nExcluded: 3\nDecks excluded by *.key: 2');
    await workbench.dialogs.clickDialogButton('Cancel');
    const { exitCode, text } = await readEnd(workbench);
    assert.equal(exitCode, 2);
    assert.match(text, /Decks excluded by \*\.key: 2/);
  });

  it('launches after the click, and ends with the ids', async () => {
    const { workbench, emulator } = session;
    const { operations } = await run('Launch');
    const { exitCode, text } = await readEnd(workbench);
    await workbench.screenshot(screenshotPath('task-terminal'));
    const simulation = emulator.simulations.at(-1)!;
    const { model_id, simulation_id, launch } = readIds(text);
    assert.deepEqual([exitCode, model_id, simulation_id], [0, simulation.model_id, simulation.simulation_id]);
    assert.ok(readPlans(session).some((plan) => plan.launch === launch));
    assert.match(text, /Creating the model….*Uploading the files….*\(100 %\).*Creating the simulation…/);
    assert.deepEqual(
      operations().filter((name) => !name.startsWith('uploadFile')),
      ['listProjects', 'createModel', 'finaliseModel', 'createSimulation'],
    );
  });

  it('starts a study after the click, and ends with its counts', async () => {
    const { workbench, emulator } = session;
    const { operations } = bookmarkRequests(session);
    await workbench.runTask('Study');
    const { message, detail } = await workbench.dialogs.dialog();
    assert.equal(
      message,
      `Create 2 simulations at ${new URL(emulator.baseUrl).host}? The task “Study” of this workspace asks for this.`,
    );
    assert.match(detail, /^Project: .+\nTable: cases\.csv\nNew models: 1\nTo upload: 8\.8 kB/);
    assert.match(detail, /\nPassed over as comments: line 3, “# May”$/m);
    assert.deepEqual(operations(), []);
    await workbench.dialogs.clickDialogButton('Create 2');
    const { exitCode, text } = await readEnd(workbench);
    const { study, ...counts } = readIds(text);
    assert.deepEqual(
      [exitCode, counts],
      [0, { rows: 2, started: 2, failed: 0, unknown: 0, waiting: 0 }],
      text,
    );
    assert.match(text, /Passed over as comments: line 3/);
    assert.ok(typeof study === 'string');
    const bodies = emulator.requests.filter(({ operation }) => operation === 'createSimulation').slice(-2);
    assert.deepEqual(
      bodies.map(({ body }) => (body as { cores: unknown }).cores),
      [4, 16],
    );
    assert.equal(operations().filter((name) => name === 'createModel').length, 1);
  });

  it('is described by Save as Task…, and both make the same launch', async () => {
    const { workbench } = session;
    await workbench.views.openView('Simulation Service');
    await workbench.views.chooseFromRow('Launches', 'Beam', 'Save as Task…');
    const { title, value } = await workbench.quickInput.waitForQuickInput();
    assert.deepEqual([title, value], ['Save as Task', 'Beam']);
    await workbench.quickInput.acceptQuickInput();
    const { message, detail } = await workbench.dialogs.dialog();
    await workbench.screenshot(screenshotPath('task-saved'));
    assert.equal(message, 'Save this task in “.vscode/tasks.json”?');
    const before = readFileSync(tasksFile(), 'utf8');
    await workbench.dialogs.clickDialogButton('Save Task');
    // While VS Code writes the file, it is empty for a moment.
    await waitFor('the task to be saved', () => readFileSync(tasksFile(), 'utf8').length > before.length);
    const after = readFileSync(tasksFile(), 'utf8');
    const saved = {
      type: 'simulation',
      label: 'Beam',
      files: ['cantilever'],
      model: 'Beam',
      project: firstProject,
      answers: { cores: 8 },
      problemMatcher: '$simulation',
    };
    assert.deepEqual(parse(detail.replace(/\u00a0/g, ' ')), saved);
    const { tasks, ...others } = parse(after) as { tasks: unknown[] };
    const { tasks: tasksBefore, ...othersBefore } = parse(before) as { tasks: unknown[] };
    assert.deepEqual([tasks, others], [[...tasksBefore, saved], othersBefore]);
    const comments = ['// How we launch.', '// The mesher writes a file.', '// asks for it'];
    assert.deepEqual(
      comments.filter((comment) => !after.includes(comment)),
      [],
    );
    assert.ok(after.startsWith(before.slice(0, before.lastIndexOf('}\n  ]'))));
    await workbench.page.locator('.editor-instance .monaco-editor.focused').waitFor();
    await workbench.runCommand('View: Close All Editors');
    const { operations } = await run('Beam');
    assert.equal((await readEnd(workbench)).exitCode, 0);
    const [one, two] = readPlans(session).filter(({ model }) => model.name === 'Beam');
    assert.ok(one && two && one.launch !== two.launch && operations().includes('createSimulation'));
    const mapping = parseMapping({ 'requests.createSimulation': createSimulation });
    const [first, second] = [one, two].map((plan) => hashLaunch({ key: 'service', mapping }, plan));
    assert.equal(first, second);
  });

  it('is saved in place of a launch by a button in the plan, after the other questions', async () => {
    const { workbench, quickInput, dialogs } = session;
    const { changes } = bookmarkRequests(session);
    const before = readFileSync(tasksFile(), 'utf8');
    await workbench.runCommand('View: Show Explorer');
    await workbench.explorer.explorerContextMenu(['cantilever'], 'Upload and Create Simulation…');
    await quickInput.waitForQuickInput({ step: '1/5', hasItems: true });
    await quickInput.toggle('loads.inc');
    await quickInput.quickInputButton('Save as Task…');
    await quickInput.acceptQuickInput({ title: 'Save as Task', step: '2/5' });
    await quickInput.pick(firstProject, { title: 'Save as Task', step: '3/5', hasItems: true });
    await quickInput.acceptQuickInput({ title: 'Save as Task', step: '4/4' });
    await quickInput.acceptQuickInput({ value: 'cantilever' });
    const { detail } = await dialogs.dialog();
    assert.deepEqual(parse(detail.replace(/\u00a0/g, ' ')), {
      type: 'simulation',
      label: 'cantilever',
      files: sampleFiles.filter((name) => name !== 'loads.inc').map((name) => `cantilever/${name}`),
      model: 'cantilever',
      project: firstProject,
      answers: { cores: 8 },
      problemMatcher: '$simulation',
    });
    await dialogs.clickDialogButton('Cancel');
    assert.equal(readFileSync(tasksFile(), 'utf8'), before);
    assert.deepEqual(changes(), []);
  });

  it('runs after what it depends on, if that succeeds, and asks for its inputs', async () => {
    const { workbench, emulator } = session;
    const { operations } = bookmarkRequests(session);
    await workbench.runTask('Revision');
    assert.match((await workbench.dialogs.dialog()).message, /“Model”/);
    await workbench.dialogs.clickDialogButton('Cancel');
    assert.equal((await readEnd(workbench)).exitCode, 2);
    assert.deepEqual([await workbench.quickInput.isOpen(), operations()], [false, []]);
    await workbench.runCommand('Terminal: Kill All Terminals');
    await workbench.runTask('Revision');
    assert.match((await workbench.dialogs.dialog()).message, /“Model”/);
    await workbench.dialogs.clickDialogButton('Launch');
    for (const value of ['r2', '16']) await workbench.quickInput.acceptQuickInput({ value });
    const { detail } = await workbench.dialogs.dialog();
    assert.equal(detail, `Project: ${firstProject}\nModel: Beam r2\nFiles: 6, 8.8 kB\ncores: 16`);
    await workbench.dialogs.clickDialogButton('Launch');
    await waitFor('the model', () => emulator.models.some(({ name }) => name === 'Beam r2'));
    await workbench.terminal.waitForText(/Beam r2[^]*"simulation_id":/);
  });

  it('shows in Problems what the deck lacks', async () => {
    const { workbench } = session;
    // Open files have problems of their own.
    await workbench.runCommand('View: Close All Editors');
    await run('Deck', 'Cancel');
    const { text } = await readEnd(workbench);
    assert.match(
      text,
      /cantilever\/cantilever\.inp:4:1: warning: “mesh\/nodes\.inc” is in the workspace, but not selected\./,
    );
    await workbench.runCommand('Problems: Focus on Problems View');
    const rows = await workbench.problems.waitForRows(6);
    assert.match(rows[1] ?? '', /mesh\/nodes\.inc.*\[Ln 4, Col 1\]/);
    await workbench.screenshot(screenshotPath('task-problems'));
  });

  it('fails with exit code 1, and says why', async () => {
    const { workbench, emulator } = session;
    emulator.setIntercept(({ fileName }) =>
      fileName === 'loads.inc' ? replyWith({ status: 403 }) : undefined,
    );
    await run('Model');
    const { exitCode, text } = await readEnd(workbench);
    assert.equal(exitCode, 1);
    assert.match(
      text,
      /“loads\.inc” could not be uploaded\. .*Model mdl_\w+ was created, but cannot be used/,
    );
    assert.deepEqual(Object.keys(readIds(text)), ['model_id', 'launch']);
  });

  it('ends with exit code 3 if the outcome is unknown, and says who has to resolve it and where', async () => {
    const { workbench, emulator } = session;
    interceptOperation(emulator, 'createSimulation', loseResponse);
    await run('Launch');
    const { exitCode, text } = await readEnd(workbench);
    assert.equal(exitCode, 3);
    assert.match(text, /It is not certain whether the simulation was created\./);
    assert.match(text, /You must resolve this yourself: choose “Resolve Unknown Outcome…”/);
    assert.deepEqual(Object.keys(readIds(text)), ['model_id', 'launch']);
    emulator.setIntercept(undefined);
    await workbench.views.openView('Simulation Service');
    await workbench.views.waitForRow('Launches', 'Beam', ({ description }) =>
      description.startsWith('outcome unknown'),
    );
    await workbench.runTask('Launch');
    const { detail } = await workbench.dialogs.dialog();
    const [first] = detail.split('\n');
    assert.equal(
      first,
      'It is not known whether this was created before. Resolve the unknown outcome in Launches first.',
    );
    await workbench.dialogs.clickDialogButton('Cancel');
    await readEnd(workbench);
  });

  it('is refused with exit code 4 if its project is unknown, and names the others', async () => {
    const { operations } = await run('Nowhere');
    const { exitCode, text } = await readEnd(session.workbench);
    assert.deepEqual([exitCode, operations()], [4, ['listProjects']]);
    assert.match(
      text,
      /There is no project “Brackets”\. Existing projects: .*Nothing was created or uploaded\./,
    );
  });

  it('is refused with exit code 4 if a file was changed while the question stood', async () => {
    const { workbench, workspace } = session;
    const { operations } = bookmarkRequests(session);
    await workbench.runTask('Launch');
    await workbench.dialogs.dialog();
    appendFileSync(path.join(workspace.folder, 'cantilever/loads.inc'), '** changed\n');
    await workbench.dialogs.clickDialogButton('Launch');
    const { exitCode, text } = await readEnd(workbench);
    assert.deepEqual([exitCode, operations()], [4, ['listProjects']]);
    assert.match(text, /have changed since you were asked.*Nothing was created or uploaded\./);
  });

  for (const [how, cancel] of [
    ['Ctrl+C', () => session.workbench.terminal.press('Control+c')],
    [
      'closing the terminal',
      () => session.workbench.runCommand('Terminal: Kill the Active Terminal Instance'),
    ],
  ] as const) {
    it(`is cancelled on the wire by ${how}`, async () => {
      const { workbench, emulator } = session;
      emulator.setBytesPerSecond(1_000_000);
      const { uploads, operations } = await run('Large');
      await workbench.terminal.waitForText(/\(\d0 %\)/);
      await cancel();
      emulator.setBytesPerSecond(undefined);
      await waitFor('the end of the upload', () =>
        uploads().every(({ finishedAt }) => finishedAt !== undefined),
      );
      assert.deepEqual(
        [uploads().map(({ aborted }) => aborted), operations().includes('finaliseModel')],
        [[true], false],
      );
      if (how === 'Ctrl+C') {
        const { exitCode, text } = await readEnd(workbench);
        assert.equal(exitCode, 2);
        assert.match(text, /Cancelled\. Uploaded files of model mdl_\w+: 0 of 1\./);
      }
      await workbench.views.openView('Simulation Service');
      await workbench.views.waitForTreeRows('Launches', (rows) =>
        rows.every(({ label, ariaLabel }) => label !== 'Large' || ariaLabel.includes('Large, cancelled')),
      );
    });
  }
});

describe('Tasks that nobody has started', () => {
  let stage: Stage;
  let workbench: Workbench | undefined;

  // One server for each: the terminals of VS Code 1.106 may not respond to a window that opens as another one closes.
  beforeEach(async () => {
    stage = await startStage({
      prepare(folder, pathThere) {
        const task = { type: 'simulation', label: 'By itself', files: ['cantilever'], model: 'Beam' };
        const atOpen = { ...task, project: firstProject, runOptions: { runOn: 'folderOpen' } };
        const folders = [{ path: 'cantilever' }, { path: 'cantilever/mesh' }];
        const model = { ...task, simulate: false };
        const files = ['${workspaceFolder:cantilever}/*.inp', '${workspaceFolder:mesh}/nodes.inc'];
        const exclude = ['${workspaceFolder:cantilever}/*.tmp'];
        const study = { study: '${workspaceFolder:mesh}/wrong.csv', project: firstProject };
        const ofBoth = [
          { ...model, files: ['nodes.inc'] },
          { ...model, label: 'By name', files, exclude },
          { ...model, label: 'By path', files: [pathThere(path.join(folder, 'cantilever/mesh/**'))] },
          { ...task, label: 'Wrong study', files: undefined, ...study },
        ];
        const ofFolder = { ...model, label: 'Of a folder', files: ['*.inp'] };
        const describe = (...tasks: readonly object[]) => ({ version: '2.0.0', tasks });
        return writeTree(folder, {
          '.vscode/tasks.json': JSON.stringify(describe(atOpen)),
          'both.code-workspace': JSON.stringify({ folders, tasks: describe(...ofBoth) }),
          'cantilever/mesh/wrong.csv': 'files,cores\nnodes.inc,4\n../../x,many\n',
          'cantilever/.vscode/tasks.json': JSON.stringify(describe(ofFolder)),
        });
      },
    });
  });
  takePictureOfFailure(() => workbench);
  afterEach(async () => {
    await stage.end();
    workbench = undefined;
  });
  after(closeBrowser);

  it('belong to a folder, or name the folders of their paths, if there are several', async () => {
    workbench = await stage.open({
      folder: path.join(stage.workspace.folder, 'both.code-workspace'),
      userSettings: smallTerminal,
    });
    await workbench.runTask('By itself');
    const refused = await readEnd(workbench);
    assert.deepEqual([refused.exitCode, stage.emulator.requests], [4, []]);
    assert.match(
      refused.text,
      /“nodes\.inc” may be in any folder .* Write “\$\{workspaceFolder:NAME\}\/nodes\.inc”/,
    );
    await workbench.runCommand('Terminal: Kill All Terminals');
    for (const [label, detail] of [
      ['Of a folder', 'Files: 1, 356 B\nNamed in the deck, but not among the files: 5'],
      ['By name', 'Files: 2, 5.3 kB\nNamed in the deck, but not among the files: 4'],
      ['By path', 'Files: 4, 8.3 kB'],
    ] as const) {
      await workbench.runTask(label);
      assert.equal((await workbench.dialogs.dialog()).detail, `Model: Beam\n${detail}`);
      await workbench.dialogs.clickDialogButton('Cancel');
      assert.equal((await readEnd(workbench)).exitCode, 2);
      await workbench.runCommand('Terminal: Kill All Terminals');
    }
    await workbench.runTask('Wrong study');
    const { exitCode, text } = await readEnd(workbench);
    assert.deepEqual([exitCode, stage.emulator.requests], [4, []]);
    assert.match(text, /mesh\/wrong\.csv:3:1: error: 1: “\.\.\/\.\.\/x” is outside/);
  });

  it('send not one byte when the folder is opened, until the user agrees', async () => {
    const userSettings = { 'task.allowAutomaticTasks': 'on', ...smallTerminal };
    workbench = await stage.open({ userSettings });
    const { message } = await workbench.dialogs.dialog();
    assert.match(message, /^Upload .+\? The task “By itself” of this workspace asks for this\.$/);
    assert.deepEqual(stage.emulator.requests, []);
    await workbench.dialogs.clickDialogButton('Cancel');
    assert.equal((await readEnd(workbench)).exitCode, 2);
    assert.deepEqual(stage.emulator.requests, []);
  });
});
