import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import * as vscode from 'vscode';
import { commands, settings } from '../../src/contributions';
import { Journal } from '../../src/launch/journal';
import { waitFor } from '../host/waitFor';
import { sha256 } from '../support/hashes';
import { startService } from '../support/service';
import {
  answerUntilDone,
  contentOf,
  live,
  restoreWindow,
  run,
  twoProjects,
  useService,
  workspaceFile,
} from './support/live';

describe('The local emulator', () => {
  afterEach(async () => {
    await vscode.commands.executeCommand(commands.stopEmulator);
    await restoreWindow();
  });

  it('replaces the service for this window, until it is stopped', async () => {
    const service = await startService('variant_a');
    await service.client.createProject('Real one');
    await useService(service.emulator.baseUrl, 'variant_a');
    assert.deepEqual(await contentOf(live.projects), [...twoProjects, 'Real one']);

    await vscode.commands.executeCommand(commands.startEmulator);
    const asked: unknown[] = [];
    live.emulator.running!.setIntercept(({ variant, operation }) => void asked.push([variant, operation]));
    assert.deepEqual(await contentOf(live.projects), twoProjects);
    assert.deepEqual(asked, [['variant_a', 'listProjects']]);
    const read = vscode.workspace.getConfiguration();
    assert.equal(read.get(settings.baseUrl), service.emulator.baseUrl);

    await vscode.commands.executeCommand(commands.stopEmulator);
    assert.deepEqual(await contentOf(live.projects), [...twoProjects, 'Real one']);
  });

  it('is started once, however often the command runs', async () => {
    await vscode.commands.executeCommand(commands.startEmulator);
    const first = live.emulator.running;
    await vscode.commands.executeCommand(commands.startEmulator);
    assert.equal(live.emulator.running, first);
  });

  it('receives every byte of a launch in this window', async () => {
    await run(commands.startEmulator);
    const emulator = live.emulator.running!;
    await answerUntilDone('Enter', run(commands.uploadAndSimulate, workspaceFile('cantilever')));
    assert.equal(emulator.simulations.length, 1);
    const { model_id: modelId } = emulator.models.at(-1)!;
    const stored = [...emulator.storedFiles(modelId)];
    const expected = stored.map(([name]) => {
      const bytes = readFileSync(workspaceFile(`cantilever/${name}`).fsPath);
      return [name, { size: bytes.length, sha256: sha256(bytes) }];
    });
    assert.deepEqual(stored, expected);
    assert.equal(stored.length, 6);
  });

  it('removes its own launches when it stops, and keeps launches of an earlier server at the same port', async () => {
    await vscode.commands.executeCommand(commands.startEmulator);
    const { origin } = new URL(live.emulator.running!.baseUrl);
    const service = { origin, basePath: '/', variant: 'variant_b', settingsFingerprint: '' } as const;
    const begin = async (at: number): Promise<string> => {
      const journal = new Journal(live.journalFolder, { now: () => at });
      const model = { id: 'm1', name: 'deck' };
      const open = await journal.begin({ service, model, finalise: true, simulate: false, bodies: {} });
      await open.close();
      return open.record.plan.launch;
    };
    const before = await begin(Date.now() - 3_600_000);
    const during = await begin(Date.now());
    const listed = async () => (await live.launches.list()).map(({ id }) => id);
    await waitFor('both launches', async () => {
      const ids = await listed();
      return ids.includes(before) && ids.includes(during);
    });
    await vscode.commands.executeCommand(commands.stopEmulator);
    await waitFor('the launch of the emulator to be removed', async () => !(await listed()).includes(during));
    assert.equal((await listed()).includes(before), true);
    await live.launches.runners.launches.remover.remove([before]);
  });
});
