import * as vscode from 'vscode';

/** Opens the settings editor at a machine setting. */
export async function showSetting(setting: string): Promise<void> {
  await showSettings(`@id:${setting}`);
}

/**
 * Opens the file of the settings that hold a machine setting, at this setting.
 * @param isAdded whether VS Code adds it with its default value, so that the file is changed but not saved
 */
export async function editSetting(
  setting: string,
  { isAdded }: { readonly isAdded: boolean },
): Promise<void> {
  const open =
    vscode.env.remoteName === undefined
      ? 'workbench.action.openSettingsJson'
      : 'workbench.action.openRemoteSettingsFile';
  await vscode.commands.executeCommand(open, { revealSetting: { key: setting, edit: isAdded } });
}

/** Opens the settings editor with the settings of one extension. */
export async function showExtensionSettings(extensionId: string): Promise<void> {
  await showSettings(`@ext:${extensionId}`);
}

/** A remote window, and one in a browser, shows machine settings only on the tab of the remote machine. */
async function showSettings(query: string): Promise<void> {
  await (vscode.env.remoteName === undefined
    ? vscode.commands.executeCommand('workbench.action.openSettings', query)
    : vscode.commands.executeCommand('workbench.action.openRemoteSettings', { query }));
}
