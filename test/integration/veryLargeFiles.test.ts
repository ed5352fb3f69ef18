import assert from 'node:assert/strict';
import { type ChildProcess, fork } from 'node:child_process';
import { closeSync, ftruncateSync, openSync, rmSync } from 'node:fs';
import path from 'node:path';
import * as vscode from 'vscode';
import { commands } from '../../src/contributions';
import { vscodeVersions } from '../host/vscodeVersions';
import type { RemoteEmulator } from '../support/emulatorProcess';
import { answerUntilDone, run, useService, workspaceFile } from './support/live';

/** The largest file takes most of a minute, so the oldest version gets a smaller one. */
const huge =
  vscode.version === vscodeVersions.at(-1)?.version
    ? {
        name: '512 MiB',
        size: 512 * 1024 ** 2,
        sha256: '9acca8e8c22201155389f65abbf6bc9723edc7384ead80503839f49dcc56d767',
      }
    : {
        name: '3 GiB',
        size: 3 * 1024 ** 3,
        sha256: '305b66a59d15b252092fbda9d09711230c429f351897cbd430e7b55a35fd3b97',
      };

describe('Uploading very large files', () => {
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

  it(`stores 0 B, 1 B and ${huge.name} exactly, with little memory`, async function () {
    this.timeout(240_000);
    const remote = await new Promise<RemoteEmulator>((resolve) => child.once('message', resolve));
    await useService(remote.baseUrl);
    const uris = Object.keys(sizes).map(workspaceFile);
    // Memory of the buffers that files are read into; the garbage collector decides when it is freed.
    const before = process.memoryUsage().arrayBuffers;
    let most = before;
    const sampling = setInterval(() => (most = Math.max(most, process.memoryUsage().arrayBuffers)), 20);
    const work = run(commands.uploadModel, uris[0], uris);
    await answerUntilDone('Enter', work, 200_000);
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
    assert.ok(most - before < 100e6, `${most - before} bytes of buffers`);
  });
});

const sha256OfZeros = {
  none: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  one: '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
};
