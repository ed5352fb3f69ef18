import * as vscode from 'vscode';
import type { Identifier } from '../../../src/client/core/types';
import { settings } from '../../../src/contributions';
import type { TestAccess } from '../../../src/extension';
import type { ListStore } from '../../../src/session/listStore';
import { waitFor } from '../../host/waitFor';

/** The live objects of the extension under test. */
export async function activateExtension(): Promise<TestAccess> {
  const extension = vscode.extensions.getExtension<TestAccess>('simulation-service.simulation-service');
  if (extension === undefined) throw new Error('the extension is not installed');
  return await extension.activate();
}

/** Sets the service of the window, and waits until the extension has noticed. */
export async function useService(baseUrl: string | undefined, variant?: string): Promise<void> {
  const { settings: read } = await activateExtension();
  const configuration = vscode.workspace.getConfiguration();
  await configuration.update(settings.baseUrl, baseUrl, vscode.ConfigurationTarget.Global);
  await configuration.update(settings.variant, variant, vscode.ConfigurationTarget.Global);
  await waitFor(
    'the settings to be read',
    () => read.baseUrl === (baseUrl ?? '') && read.variant === (variant ?? 'variant_b'),
  );
}

export async function setSetting(key: string, value: unknown): Promise<void> {
  await vscode.workspace.getConfiguration().update(key, value, vscode.ConfigurationTarget.Global);
}

/** The current content of a list, as data: its state and the names of its entries. */
export async function contentOf<T extends { readonly id: Identifier; readonly name: string }>(
  store: ListStore<T>,
): Promise<unknown> {
  const content = await store.content();
  return content.state === 'ready' ? content.listing.items.map(({ name }) => name) : content.state;
}

/**
 * Presses Enter in every prompt that appears, until the work is done.
 * @param options.state for the error if that takes too long
 */
export async function pressEnterUntil(
  what: string,
  isDone: () => boolean,
  options: { timeoutMs?: number; state?: () => string } = {},
): Promise<void> {
  const press = async () => {
    if (isDone()) return true;
    await vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
    return isDone();
  };
  await waitFor(what, press, options);
}

/** Closes every prompt that appears, until the work is done. */
export async function closeQuestionsUntil<T>(work: Promise<T>): Promise<T> {
  let isOver = false;
  const over = () => (isOver = true);
  work.then(over, over);
  await waitFor('the work to be done', async () => {
    if (!isOver) await vscode.commands.executeCommand('workbench.action.closeQuickOpen');
    return isOver;
  });
  return await work;
}

/** The sample files of the workspace. */
export function workspaceFile(name: string): vscode.Uri {
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  if (folder === undefined) throw new Error('no folder is open');
  return vscode.Uri.joinPath(folder.uri, name);
}
