import * as vscode from 'vscode';

/** Opens the settings editor at a machine setting. A remote window shows these on a page of their own. */
export async function showSetting(setting: string): Promise<void> {
  const query = `@id:${setting}`;
  await (vscode.env.remoteName === undefined
    ? vscode.commands.executeCommand('workbench.action.openSettings', query)
    : vscode.commands.executeCommand('workbench.action.openRemoteSettings', { query }));
}
