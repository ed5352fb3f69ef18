import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { commands } from '../../src/contributions';
import { restoreWindow, useNewService } from './support/live';

describe('Activation', () => {
  afterEach(restoreWindow);

  it('registers every command', async () => {
    const registered = await vscode.commands.getCommands(true);
    assert.deepEqual(
      Object.values(commands).filter((command) => !registered.includes(command)),
      [],
    );
  });

  it('sends nothing to the configured service', async () => {
    const emulator = await useNewService();
    // Every reaction to a changed setting has run once another command has completed.
    await vscode.commands.executeCommand(commands.copyId);
    assert.deepEqual(emulator.requests, []);
  });
});
