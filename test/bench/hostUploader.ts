import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import * as vscode from 'vscode';
import { commands } from '../../src/contributions';
import type { TestAccess } from '../../src/extension';
import { waitFor } from '../host/waitFor';
import { extensionId } from '../support/manifest';
import { figuresVariable, type HostFigures } from './hostFigures';

/** Interval between two samples of the memory; ms. */
const sampleIntervalMs = 10;

/**
 * VS Code calls this inside the extension host. Uploads the open folder as a user does, and measures this process,
 * which does nothing else then.
 */
export async function run(): Promise<void> {
  const extension = vscode.extensions.getExtension<TestAccess>(extensionId);
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  if (extension === undefined || folder === undefined) throw new Error('no extension, or no folder');
  const { journalFolder } = await extension.activate();
  const hasBegun = () =>
    existsSync(journalFolder) && readdirSync(journalFolder).some((name) => name.endsWith('.launch'));
  const uploaded = vscode.commands.executeCommand(commands.uploadModel, folder.uri, [folder.uri]);
  const measured = await answerUntil(hasBegun);
  await uploaded;
  writeFileSync(process.env[figuresVariable] ?? '', JSON.stringify(measured()));
}

/**
 * Presses Enter in every prompt until there is a launch.
 * @returns a function that returns the figures since the last press
 */
async function answerUntil(hasBegun: () => boolean): Promise<() => HostFigures> {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  let start = 0;
  let before = 0;
  let most = 0;
  const sample = () => (most = Math.max(most, process.memoryUsage.rss()));
  const timer = setInterval(sample, sampleIntervalMs);
  await waitFor('a launch', async () => {
    if (hasBegun()) return true;
    start = performance.now();
    before = most = process.memoryUsage.rss();
    delay.reset();
    await vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
    return hasBegun();
  });
  return () => {
    delay.disable();
    clearInterval(timer);
    return {
      seconds: (performance.now() - start) / 1000,
      p99: delay.percentile(99) / 1e6,
      max: delay.max / 1e6,
      memoryMb: (most - before) / 2 ** 20,
    };
  };
}
