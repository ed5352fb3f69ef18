import * as vscode from 'vscode';
import { toAgentText } from './agentText';
import type { ToolResult } from './toolResult';

/**
 * The workspace folder that the paths of an input are relative to.
 * @param name needed only if there are several
 */
export function findToolFolder(name: string | undefined): vscode.WorkspaceFolder | ToolResult {
  const folders = (vscode.workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme === 'file');
  const found = name === undefined ? folders : folders.filter((folder) => folder.name === name);
  const [folder, another] = found;
  if (folder !== undefined && another === undefined) return folder;
  return {
    status: 'failed',
    problems: [{ kind: folders.length === 0 ? 'noFolder' : 'unknownFolder' }],
    folders: folders.map((one) => toAgentText(one.name)),
    next:
      folders.length === 0
        ? 'Only the user can open a folder.'
        : 'Say with “folder” which of these workspace folders is meant.',
  };
}
