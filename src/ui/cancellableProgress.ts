import { setTimeout as wait } from 'node:timers/promises';
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
    location: vscode.ProgressLocation.Notification,
    cancellable: true,
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

/** As {@link withCancellableProgress}. @returns undefined when the user cancelled */
export async function withStoppableProgress<T>(
  title: string,
  task: (signal: AbortSignal, progress: Progress) => Promise<T>,
): Promise<T | undefined> {
  return await withCancellableProgress(title, async (progress, { signal }) => {
    try {
      return await task(signal, progress);
    } catch (error) {
      if (signal.aborted) return undefined;
      throw error;
    }
  });
}

/** Time after which a user wonders what is going on; ms. A notification cannot be seen for less than that. */
const quietMs = 700;

/**
 * As {@link withCancellableProgress}, without a notification for what is done in a moment.
 * @returns undefined when the user cancelled
 */
export async function withLateProgress<T>(
  title: string,
  task: (signal: AbortSignal) => Promise<T>,
): Promise<T | undefined> {
  const cancel = new AbortController();
  const running = task(cancel.signal);
  const settled = running.then(
    () => true,
    () => true,
  );
  try {
    if (await Promise.race([settled, wait(quietMs, false)])) return await running;
    return await withCancellableProgress(title, async (_progress, { signal }) => {
      signal.addEventListener('abort', () => cancel.abort(signal.reason), { once: true });
      return await running;
    });
  } catch (error) {
    if (cancel.signal.aborted) return undefined;
    throw error;
  }
}
