import * as vscode from 'vscode';

/**
 * Does some work as soon as `activate` has returned: VS Code waits for that, and a window is ready without this work.
 * Not done when disposed before.
 */
export function afterActivation(work: () => void): vscode.Disposable {
  const waiting = setImmediate(work);
  return new vscode.Disposable(() => clearImmediate(waiting));
}
