import * as vscode from 'vscode';

/** Waits until the user closes a document or opens another one in its place. */
export async function untilHidden(uri: vscode.Uri): Promise<void> {
  const isShown = () =>
    vscode.window.visibleTextEditors.some(({ document }) => document.uri.toString() === uri.toString());
  let changes: vscode.Disposable | undefined;
  await new Promise<void>((resolve) => {
    const check = () => {
      if (!isShown()) resolve();
    };
    changes = vscode.window.onDidChangeVisibleTextEditors(check);
    check();
  });
  changes?.dispose();
}
