import assert from 'node:assert/strict';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as vscode from 'vscode';
import { settings, taskType } from '../../src/contributions';
import { waitFor } from '../host/waitFor';
import { live, restoreWindow, setSetting, useNewService, workspaceFile } from './support/live';

/** Runs a task in a terminal that nobody sees. @returns its exit code and the lines that it wrote */
async function run(properties: object): Promise<{ exitCode: unknown; lines: string[] }> {
  const context = live;
  const [scope] = vscode.workspace.workspaceFolders ?? [];
  const definition = { ...properties, type: taskType };
  const terminal = context.openTaskTerminal(context, { label: 'Wing', scope: scope!, definition });
  let text = '';
  terminal.onDidWrite((written) => (text += written));
  const exitCode = await new Promise<unknown>((resolve) => {
    terminal.onDidClose!(resolve);
    terminal.open(undefined);
  });
  assert.ok(text.endsWith('\r\n') && !/[^\r]\n|\r(?!\n)/.test(text));
  return { exitCode, lines: text.trimEnd().split('\r\n') };
}

const beam = { files: ['cantilever'], model: 'Beam', project: 'Bracket fatigue study' };

describe('A task', () => {
  afterEach(restoreWindow);

  for (const [environment, says] of [
    ['elsewhere', /^The environment “elsewhere” is not defined\./],
    ['broken', /^The entry baseUrl of the environment “broken” in the setting .+ is not valid\./],
  ] as const) {
    it(`sends nothing for the environment ${environment}`, async () => {
      const emulator = await useNewService();
      await setSetting(settings.environments, { broken: { baseUrl: 7 } });
      const { exitCode, lines } = await run({ ...beam, environment });
      assert.deepEqual([exitCode, lines.length, emulator.requests], [4, 2, []]);
      assert.match(lines[0] ?? '', says);
    });
  }

  it('sends nothing for files that are not there, and says everything at once', async () => {
    const emulator = await useNewService();
    const given = { ...beam, files: ['none.inp', 'cantilever/*.x'], answers: { cores: 16 } };
    const { exitCode, lines } = await run(given);
    assert.deepEqual([exitCode, emulator.requests], [4, []]);
    assert.deepEqual(lines, [
      '“cantilever/*.x” matches no file, or only excluded ones.',
      '“none.inp” cannot be uploaded: does not exist.',
      'No request asks for “cores”.',
      'Nothing was created or uploaded.',
    ]);
  });

  it('is one of those that VS Code finds, and none is offered that nobody has written', async () => {
    const emulator = await useNewService();
    assert.deepEqual(await vscode.tasks.fetchTasks({ type: taskType }), []);
    const file = workspaceFile('.vscode/tasks.json').fsPath;
    mkdirSync(path.dirname(file), { recursive: true });
    const task = { type: taskType, label: 'Found', ...beam, files: ['../other'] };
    try {
      const ended = new Promise<number | undefined>((resolve) => {
        const listening = vscode.tasks.onDidEndTaskProcess(({ exitCode }) => {
          listening.dispose();
          resolve(exitCode);
        });
      });
      writeFileSync(file, JSON.stringify({ version: '2.0.0', tasks: [task] }));
      const found = await waitFor('the task', async () => {
        const [first] = await vscode.tasks.fetchTasks({ type: taskType });
        return first;
      });
      const { name, definition } = found;
      assert.deepEqual(
        [name, { ...definition }],
        ['Found', { type: taskType, ...beam, files: ['../other'] }],
      );
      await vscode.tasks.executeTask(found);
      assert.deepEqual([await ended, emulator.requests], [4, []]);
    } finally {
      rmSync(path.dirname(file), { recursive: true });
    }
  });
});
