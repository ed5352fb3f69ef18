import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import * as vscode from 'vscode';
import type { VariantName } from '../../../src/client/core/apiVariant';
import { settings } from '../../../src/contributions';
import type { TestAccess } from '../../../src/extension';
import type { ListStore } from '../../../src/session/listStore';
import type { Entry } from '../../../src/session/removeDuplicates';
import { waitFor } from '../../host/waitFor';
import { extensionId } from '../../support/manifest';
import { type RecordingEmulator, startService, stopServices } from '../../support/service';

/** The projects of a new emulator. */
export const twoProjects = ['Bracket fatigue study', 'Wing box static loads'];

export async function run(command: string, ...args: unknown[]): Promise<unknown> {
  return await vscode.commands.executeCommand(command, ...args);
}

/** The live objects of the extension under test, once the first test begins. */
export let live: TestAccess;

before(async () => {
  live = await activateExtension();
});

async function activateExtension(): Promise<TestAccess> {
  const extension = vscode.extensions.getExtension<TestAccess>(extensionId);
  if (extension === undefined) throw new Error('the extension is not installed');
  return await extension.activate();
}

/** Sets the service of the window. */
export async function useService(baseUrl: string | undefined, variant?: string): Promise<void> {
  await setSetting(settings.baseUrl, baseUrl);
  await setSetting(settings.variant, variant);
}

/** Starts a service, and makes it that of the window. */
export async function useNewService(variant?: VariantName): Promise<RecordingEmulator> {
  const { emulator } = await startService(variant);
  await useService(emulator.baseUrl, variant);
  return emulator;
}

/** Call after each test that uses a service, signs in, or changes a setting. */
export async function restoreWindow(): Promise<void> {
  await signOutEverywhere();
  for (const key of [...changedSettings].reverse()) await setSetting(key, undefined);
  changedSettings.clear();
  await stopServices();
}

export async function signOutEverywhere(): Promise<void> {
  for (const { id } of await live.account.getSessions()) await live.account.removeSession(id);
}

/** The row of a launch in the view, which its commands believe without a question, as after a click in its menu. */
export async function rowOf(id: string | undefined): Promise<unknown> {
  return await waitFor('the row of the launch', async () => {
    live.launches.refresh();
    for (const period of await live.launchesView.getChildren()) {
      const rows = await live.launchesView.getChildren(period);
      const found = rows.find((row) => row.kind === 'launch' && row.launch.id === id);
      if (found !== undefined) return found;
    }
    return undefined;
  });
}

/** Removes all launches from the list. */
export async function forgetLaunches(): Promise<void> {
  await live.launches.runners.launches.remover.remove((await live.launches.list()).map(({ id }) => id));
}

const changedSettings = new Set<string>();

/**
 * Changes a setting until {@link restoreWindow}, and waits until this extension host has the new value. VS Code writes
 * the file of the settings each time, so nothing is done if the setting already has the value.
 */
export async function setSetting(key: string, value: unknown): Promise<void> {
  changedSettings.add(key);
  const isSet = () => isDeepStrictEqual(vscode.workspace.getConfiguration().inspect(key)?.globalValue, value);
  if (isSet()) return;
  await vscode.workspace.getConfiguration().update(key, value, vscode.ConfigurationTarget.Global);
  await waitFor('the setting to be read', isSet);
}

/** The entries of a list that can be listed. */
export async function entriesOf<T extends Entry>(store: ListStore<T>): Promise<readonly T[]> {
  const content = await store.content();
  assert.ok(content.state === 'ready', content.state);
  return content.listing.items;
}

/** The current content of a list, as data: its state and the names of its entries. */
export async function contentOf<T extends Entry>(store: ListStore<T>): Promise<unknown> {
  const content = await store.content();
  return content.state === 'ready' ? content.listing.items.map(({ name }) => name) : content.state;
}

const keys = {
  Enter: 'workbench.action.acceptSelectedQuickOpenItem',
  Escape: 'workbench.action.closeQuickOpen',
} as const;

type Key = keyof typeof keys;

/** Presses Enter in every prompt that appears, or closes every prompt, until the work is done. */
export async function pressUntil(
  key: Key,
  what: string,
  isDone: () => boolean,
  timeoutMs?: number,
): Promise<void> {
  const press = async () => {
    if (!isDone()) await run(keys[key]);
    return isDone();
  };
  await waitFor(what, press, { timeoutMs });
}

/** As {@link pressUntil}. @returns the result of the work */
export async function answerUntilDone<T>(key: Key, work: Promise<T>, timeoutMs?: number): Promise<T> {
  let isOver = false;
  const over = () => (isOver = true);
  work.then(over, over);
  await pressUntil(key, 'the work to be done', () => isOver, timeoutMs);
  return await work;
}

/** The sample files of the workspace. */
export function workspaceFile(name: string): vscode.Uri {
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  if (folder === undefined) throw new Error('no folder is open');
  return vscode.Uri.joinPath(folder.uri, name);
}
