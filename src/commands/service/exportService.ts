import { homedir } from 'node:os';
import * as vscode from 'vscode';
import { isObject } from '../../client/core/json';
import type { CommandContext } from '../../context';
import { describeServiceFileProblem } from '../../messages/serviceFiles';
import { showMessage, writeData } from '../../platform/output';
import { defineService, formatServiceFile, serviceFileExtension } from '../../serviceFile/serviceFile';
import { completeEntry } from '../../serviceFile/wholeEntry';
import { addressOf, maxEnvironmentNameLength } from '../../session/environments';
import { NotConnectedError } from '../../session/errors';
import type { Settings } from '../../session/settings';
import { isDismissed } from '../../ui/multiStep';
import { enterText } from '../../ui/quickInput';

/**
 * Writes the selected service as a file for colleagues, and opens it. A service with a secret in its settings is not written.
 * @throws NotConnectedError without a service, FileWriteError
 */
export async function exportService({ settings }: Pick<CommandContext, 'settings'>): Promise<void> {
  const selected = settings.environment;
  const name = selected === '' ? await askForName(settings.baseUrl) : selected;
  if (name === undefined) return;
  // Nothing is written that a colleague could not add.
  const definition = defineService(name, findEntry(settings, selected));
  if ('kind' in definition) {
    const why = `${describeServiceFileProblem(definition)} ${vscode.l10n.t('Nothing was written.')}`;
    void showMessage('error', why);
    return;
  }
  const target = await vscode.window.showSaveDialog({
    title: vscode.l10n.t('Export Service'),
    filters: { JSON: ['json'] },
    defaultUri: suggestFile(name),
  });
  if (target === undefined) return;
  await writeData(target, formatServiceFile(definition));
  await vscode.window.showTextDocument(target);
}

/** Asks for the name of the service that the plain settings describe. @throws NotConnectedError without one */
async function askForName(baseUrl: string): Promise<string | undefined> {
  if (baseUrl === '') throw new NotConnectedError('notConfigured');
  const answer = await enterText({
    title: vscode.l10n.t('Export Service'),
    prompt: vscode.l10n.t('Name by which colleagues will know the service'),
    value: addressOf(baseUrl)?.hostname ?? '',
    problem: (text) => {
      const isName = text !== '' && Array.from(text).length <= maxEnvironmentNameLength;
      return isName ? undefined : describeServiceFileProblem({ kind: 'name' });
    },
  });
  return isDismissed(answer) ? undefined : answer;
}

/** Everything that a colleague needs. */
function findEntry(
  settings: Pick<Settings, 'entryOf' | 'environments' | 'plainEntry'>,
  name: string,
): Readonly<Record<string, unknown>> {
  const { plainEntry } = settings;
  if (name === '') return plainEntry;
  const entry = settings.entryOf(name);
  if (!isObject(entry)) throw new NotConnectedError('unknownEnvironment', name);
  const environment = settings.environments.find((one) => one.name === name);
  return completeEntry(entry, environment, plainEntry);
}

/** In the first folder of the window, under a name that all systems take. */
function suggestFile(name: string): vscode.Uri {
  const file = `${name.replace(/[^\p{L}\p{N}.-]+/gu, '-').replace(/^[-.]+|[-.]+$/g, '') || 'simulation'}${serviceFileExtension}`;
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri ?? vscode.Uri.file(homedir());
  return vscode.Uri.joinPath(folder, file);
}
