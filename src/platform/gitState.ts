import * as vscode from 'vscode';
import type { SourceState } from '../launch/journalEntry';

/** The part of the API of VS Code's Git extension that is used here. */
interface GitExtension {
  readonly enabled: boolean;
  getAPI(version: 1): {
    getRepository(uri: vscode.Uri): GitRepository | null;
  };
}

interface GitRepository {
  readonly state: {
    readonly HEAD: { readonly commit?: string } | undefined;
    readonly indexChanges: readonly unknown[];
    readonly mergeChanges: readonly unknown[];
    readonly workingTreeChanges: readonly unknown[];
    readonly untrackedChanges?: readonly unknown[];
  };
}

/** Commit and state of the working tree that holds a file, from VS Code's Git extension; undefined when unknown. */
export function getGitState(file: string): SourceState | undefined {
  const git = vscode.extensions.getExtension<GitExtension>('vscode.git');
  if (git?.isActive !== true || !git.exports.enabled) return undefined;
  const repository = git.exports.getAPI(1).getRepository(vscode.Uri.file(file));
  const commit = repository?.state.HEAD?.commit;
  if (repository === null || commit === undefined) return undefined;
  const { indexChanges, mergeChanges, workingTreeChanges, untrackedChanges = [] } = repository.state;
  const changes = [indexChanges, mergeChanges, workingTreeChanges, untrackedChanges];
  return { commit, dirty: changes.some((group) => group.length > 0) };
}
