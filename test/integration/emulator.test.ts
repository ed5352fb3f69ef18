import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { commands, settings } from '../../src/contributions';
import { startService, stopServices } from '../support/service';
import { activated, shown, useService } from './live';

describe('the local emulator', () => {
  afterEach(async () => {
    await vscode.commands.executeCommand(commands.stopEmulator);
    await useService(undefined);
    await stopServices();
  });

  it('takes the place of the service for this window, and gives it back', async () => {
    const { projects, emulator } = await activated();
    const service = await startService('variant_a');
    await service.client.createProject('Real one');
    await useService(service.emulator.baseUrl, 'variant_a');
    assert.deepEqual(await shown(projects), ['Bracket fatigue study', 'Wing box static loads', 'Real one']);

    await vscode.commands.executeCommand(commands.startEmulator);
    assert.deepEqual(await shown(projects), ['Bracket fatigue study', 'Wing box static loads']);
    assert.deepEqual(
      emulator.running?.requests.map(({ variant, operation }) => [variant, operation]),
      [['variant_a', 'listProjects']],
    );
    const read = vscode.workspace.getConfiguration();
    assert.equal(read.get(settings.baseUrl), service.emulator.baseUrl);

    await vscode.commands.executeCommand(commands.stopEmulator);
    assert.deepEqual(await shown(projects), ['Bracket fatigue study', 'Wing box static loads', 'Real one']);
  });

  it('is started once however often it is asked for', async () => {
    const { emulator } = await activated();
    await vscode.commands.executeCommand(commands.startEmulator);
    const first = emulator.running;
    await vscode.commands.executeCommand(commands.startEmulator);
    assert.equal(emulator.running, first);
  });
});
