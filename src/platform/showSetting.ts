import * as vscode from 'vscode';
import { findSettingText } from './settingsText';
import { openText } from './textFile';

/** Opens the settings editor at a machine setting. */
export async function showSetting(setting: string): Promise<void> {
  await runCommand(findSettingsCommand(setting));
}

/** A command of VS Code with its arguments. */
type RunCommand = Pick<vscode.Command, 'command'> & { readonly arguments: unknown[] };

/** The command that opens the settings editor at a machine setting. */
export function findSettingsCommand(setting: string): RunCommand {
  return findCommand(`@id:${setting}`);
}

/**
 * Opens the file of the settings that hold a machine setting, beside what is open in the first group of editors, and
 * selects a value of the setting, so that it can be replaced.
 * @param keys the keys below the setting that lead to the value
 * @param isAdded whether VS Code adds it with its default value, so that the file is changed but not saved
 * @param globalStorage the folder of this extension for data of all windows
 */
export async function editSetting(
  setting: string,
  {
    keys,
    isAdded,
    globalStorage,
  }: { readonly keys: readonly string[]; readonly isAdded: boolean; readonly globalStorage: vscode.Uri },
): Promise<void> {
  const isRemote = vscode.env.remoteName !== undefined;
  // The command of VS Code for this file ends before the file is open.
  if (isRemote) await openMachineSettings(globalStorage);
  if (await selectValue([setting, ...keys])) return;
  const open = isRemote ? 'workbench.action.openRemoteSettingsFile' : 'workbench.action.openSettingsJson';
  // Without a second group, VS Code creates one.
  await vscode.commands.executeCommand('workbench.action.focusSecondEditorGroup');
  await vscode.commands.executeCommand(open, { revealSetting: { key: setting, edit: isAdded } });
  // Later versions open settings above the editors, where they would hide what stands beside.
  const move = 'workbench.action.moveModalEditorToMain';
  if ((await vscode.commands.getCommands()).includes(move)) await vscode.commands.executeCommand(move);
  await selectValue([setting, ...keys]);
}

/** Loads the settings of this machine, which are beside the data of extensions; nothing where they are elsewhere. */
async function openMachineSettings(globalStorage: vscode.Uri): Promise<void> {
  await openText(vscode.Uri.joinPath(globalStorage, '../../../Machine/settings.json'));
}

/**
 * VS Code itself goes to a setting at most, but not to a value in it, which may stand far below.
 * @returns whether the settings are open and have it
 */
async function selectValue(keys: readonly string[]): Promise<boolean> {
  for (const document of vscode.workspace.textDocuments) {
    const { languageId, uri } = document;
    // A workspace may have a file with the same names in it.
    if (languageId !== 'jsonc' || vscode.workspace.getWorkspaceFolder(uri) !== undefined) continue;
    const found = findSettingText(document.getText(), keys);
    if (found === undefined) continue;
    const selection = new vscode.Range(document.positionAt(found.start), document.positionAt(found.end));
    const { Two } = vscode.ViewColumn;
    const editor = await vscode.window.showTextDocument(document, { selection, viewColumn: Two });
    // The message about the refusal covers the lower end.
    editor.revealRange(selection, vscode.TextEditorRevealType.AtTop);
    return true;
  }
  return false;
}

/** Opens the settings editor with the settings of one extension. */
export async function showExtensionSettings(extensionId: string): Promise<void> {
  await runCommand(findCommand(`@ext:${extensionId}`));
}

/** A remote window, and one in a browser, shows machine settings only on the tab of the remote machine. */
function findCommand(query: string): RunCommand {
  return vscode.env.remoteName === undefined
    ? { command: 'workbench.action.openSettings', arguments: [query] }
    : { command: 'workbench.action.openRemoteSettings', arguments: [{ query }] };
}

async function runCommand({ command, arguments: given }: RunCommand): Promise<void> {
  await vscode.commands.executeCommand(command, ...given);
}
