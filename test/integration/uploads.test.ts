import assert from 'node:assert/strict';
import { fork, type ChildProcess } from 'node:child_process';
import { closeSync, ftruncateSync, openSync, rmSync } from 'node:fs';
import path from 'node:path';
import * as vscode from 'vscode';
import { commands, settings } from '../../src/contributions';
import { vscodeVersions } from '../host/vscodeVersions';
import type { RemoteEmulator } from '../support/emulatorProcess';
import { operations, startService, stopServices } from '../support/service';
import { activated, pressEnterUntil, setSetting, useService, workspaceFile } from './live';

const run = (command: string, ...args: unknown[]) => vscode.commands.executeCommand(command, ...args);

describe('uploading from the Explorer', () => {
  // A view that is shown asks for its list, which would be counted.
  before(() => vscode.commands.executeCommand('workbench.view.explorer'));

  afterEach(async () => {
    await setSetting(settings.finaliseAfterUpload, undefined);
    await useService(undefined);
    await stopServices();
  });

  for (const variant of ['variant_a', 'variant_b'] as const) {
    it(`does the whole job with Enter at every step in ${variant}`, async () => {
      const { emulator } = await startService(variant);
      await useService(emulator.baseUrl, variant);
      const files = [workspaceFile('cantilever/cantilever.inp'), workspaceFile('cantilever/mesh')];
      const done = run(commands.uploadAndSimulate, files[0], files);
      await pressEnterUntil('a simulation', () => emulator.simulations.length === 1);
      await done;
      assert.deepEqual(
        operations(emulator).sort(),
        [
          'listProjects',
          'createModel',
          'uploadFile cantilever.inp',
          'uploadFile mesh/elements.inc',
          'uploadFile mesh/nodes.inc',
          'uploadFile mesh/sets.inc',
          'finaliseModel',
          'createSimulation',
        ].sort(),
      );
      const [model] = emulator.models.filter(({ name }) => name === 'cantilever');
      const [project] = emulator.projects;
      assert.deepEqual(
        emulator.simulations.map(({ project_id, model_id }) => [project_id, model_id]),
        [[project?.project_id, model?.model_id]],
      );
    });
  }

  it('creates a simulation of what exists already, with three requests', async () => {
    const { emulator } = await startService();
    await useService(emulator.baseUrl);
    const done = run(commands.createSimulation);
    await pressEnterUntil('a simulation', () => emulator.simulations.length === 1);
    await done;
    assert.deepEqual(operations(emulator), ['listProjects', 'listReusableModels', 'createSimulation']);
  });

  it('stops after the upload when finalising is off, and goes on from there', async () => {
    const { emulator } = await startService();
    await useService(emulator.baseUrl);
    await setSetting(settings.finaliseAfterUpload, false);
    const done = run(commands.uploadModel, workspaceFile('cantilever/loads.inc'));
    await pressEnterUntil('an upload', () => operations(emulator).includes('uploadFile loads.inc'));
    await done;
    assert.equal(operations(emulator).at(-1), 'uploadFile loads.inc');
    const finalised = run(commands.finaliseModel);
    await pressEnterUntil('a finalised model', () => operations(emulator).at(-1) === 'finaliseModel');
    await finalised;
  });
});

/** The largest file takes most of a minute, so the oldest version gets a smaller one. */
const huge =
  vscode.version === vscodeVersions.at(-1)?.version
    ? {
        name: '64 MiB',
        size: 64 * 1024 ** 2,
        sha256: '3b6a07d0d404fab4e23b6d34bc6696a6a312dd92821332385e5af7c01c421351',
      }
    : {
        name: '3 GiB',
        size: 3 * 1024 ** 3,
        sha256: '305b66a59d15b252092fbda9d09711230c429f351897cbd430e7b55a35fd3b97',
      };

describe('uploading very large files', () => {
  const sizes = { 'huge.bin': huge.size, 'one.bin': 1, 'zero.bin': 0 };
  let child: ChildProcess;

  beforeEach(() => {
    for (const [name, size] of Object.entries(sizes)) {
      const file = openSync(workspaceFile(name).fsPath, 'w');
      ftruncateSync(file, size);
      closeSync(file);
    }
    child = fork(path.join(__dirname, '../support/emulatorProcess.js'), { execArgv: [] });
  });

  afterEach(async () => {
    await useService(undefined);
    child.kill('SIGKILL');
    for (const name of Object.keys(sizes)) rmSync(workspaceFile(name).fsPath, { force: true });
  });

  it(`stores 0 B, 1 B and ${huge.name} exactly, with less than 100 MB more memory`, async function () {
    this.timeout(240_000);
    await activated();
    const remote = await new Promise<RemoteEmulator>((resolve) => child.once('message', resolve));
    await useService(remote.baseUrl);
    const uris = Object.keys(sizes).map(workspaceFile);
    // Everything that is loaded on first use is not what is measured.
    await (await activated()).projects.content();
    const before = process.memoryUsage().rss;
    let peak = before;
    const sampling = setInterval(() => (peak = Math.max(peak, process.memoryUsage().rss)), 20);
    let finished = false;
    const done = Promise.resolve(run(commands.uploadModel, uris[0], uris)).then(() => (finished = true));
    await pressEnterUntil('the upload to end', () => finished, 200_000);
    await done;
    clearInterval(sampling);
    const stored = await new Promise<unknown>((resolve) => {
      child.once('message', resolve);
      child.send('stored');
    });
    assert.deepEqual(stored, {
      'huge.bin': { size: huge.size, sha256: huge.sha256 },
      'one.bin': { size: 1, sha256: sha256OfZeros.one },
      'zero.bin': { size: 0, sha256: sha256OfZeros.none },
    });
    const rise = (peak - before) / 1e6;
    assert.ok(rise < 100, `memory rose by ${rise.toFixed(1)} MB`);
    // eslint-disable-next-line no-console -- the figure is worth seeing in the output of the tests
    console.log(`[test]       memory rose by ${rise.toFixed(1)} MB at most`);
  });
});

const sha256OfZeros = {
  none: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  one: '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
};
