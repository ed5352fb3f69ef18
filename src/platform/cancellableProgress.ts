import * as vscode from 'vscode';

export type Progress = vscode.Progress<{ message?: string; increment?: number }>;

/**
 * Runs a task under a notification with a cancel button. Screen readers read each new text of it aloud. VS Code shows
 * the title alone whenever a report has no message.
 * @param title `undefined` shows the messages without a title, from the first one on
 * @param task its controller is aborted by the button, and may be aborted by the task itself
 */
export async function withCancellableProgress<T>(
  title: string | undefined,
  task: (progress: Progress, cancelled: AbortController) => Promise<T>,
): Promise<T> {
  const options = {
    ...{ location: vscode.ProgressLocation.Notification, cancellable: true },
    ...(title !== undefined && { title }),
  };
  return await vscode.window.withProgress(options, async (progress, token) => {
    const cancelled = new AbortController();
    const subscription = token.onCancellationRequested(() => cancelled.abort());
    try {
      return await task(progress, cancelled);
    } finally {
      subscription.dispose();
    }
  });
}
