import * as vscode from 'vscode';

/** A command with its argument. */
export interface Invocation {
  readonly command: string;
  readonly argument: unknown;
}

/** The command that shows a setting of the machine. A remote window has those on a page of their own. */
export function settingCommandFor(setting: string): Invocation {
  const query = `@id:${setting}`;
  return vscode.env.remoteName === undefined
    ? { command: 'workbench.action.openSettings', argument: query }
    : { command: 'workbench.action.openRemoteSettings', argument: { query } };
}
