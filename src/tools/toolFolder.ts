import * as vscode from 'vscode';
import { normalizeAbsolute } from '../files/paths';
import { toAgentText } from './agentText';
import type { ToolResult } from './toolResult';

/**
 * The workspace folder that the relative paths of an input begin in.
 * @param name needed only if there are several folders and relative paths
 * @param paths all paths of the input
 * @returns undefined if it is not named and not needed
 */
export function findToolFolder(
  name: string | undefined,
  paths: readonly string[],
): vscode.WorkspaceFolder | ToolResult | undefined {
  const folders = (vscode.workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme === 'file');
  const found = name === undefined ? folders : folders.filter((folder) => folder.name === name);
  const [folder, another] = found;
  if (folder !== undefined && another === undefined) return folder;
  if (
    name === undefined &&
    folder !== undefined &&
    paths.every((one) => normalizeAbsolute(one) !== undefined)
  )
    return undefined;
  return {
    status: 'failed',
    problems: [{ kind: folders.length === 0 ? 'noFolder' : 'unknownFolder' }],
    folders: folders.map((one) => toAgentText(one.name)),
    next:
      folders.length === 0
        ? 'Only the user can open a folder.'
        : 'Say with “folder” which of these workspace folders is meant, or use absolute paths.',
  };
}
