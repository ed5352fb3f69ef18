import * as vscode from 'vscode';

/** Waits until the user closes a document or opens another one in its place, or the signal is aborted. */
export async function untilHidden(uri: vscode.Uri, signal?: AbortSignal): Promise<void> {
  const isShown = () =>
    vscode.window.visibleTextEditors.some(({ document }) => document.uri.toString() === uri.toString());
  let changes: vscode.Disposable | undefined;
  await new Promise<void>((resolve) => {
    const check = () => {
      if (!isShown()) resolve();
    };
    changes = vscode.window.onDidChangeVisibleTextEditors(check);
    if (signal?.aborted === true) resolve();
    signal?.addEventListener('abort', () => resolve(), { once: true });
    check();
  });
  changes?.dispose();
}
