import * as vscode from 'vscode';
import type { LaunchEvent } from '../launch/launch';
import { TransferRate } from '../upload/transferRate';
import type { UploadProgress } from '../upload/uploadFiles';
import { formatBytes, formatDuration, formatRate } from './format';

/**
 * Runs a task under one cancellable notification that follows its events.
 *
 * @returns `undefined` when the person cancelled.
 */
export async function withLaunchProgress<T>(
  title: string,
  task: (signal: AbortSignal, onEvent: (event: LaunchEvent) => void) => Promise<T>,
): Promise<T | undefined> {
  const options = { location: vscode.ProgressLocation.Notification, title, cancellable: true };
  return await vscode.window.withProgress(options, async (progress, token) => {
    const cancelled = new AbortController();
    const subscription = token.onCancellationRequested(() => cancelled.abort());
    const text = new ProgressText();
    try {
      return await task(cancelled.signal, (event) => progress.report(text.report(event)));
    } catch (error) {
      if (cancelled.signal.aborted) return undefined;
      throw error;
    } finally {
      subscription.dispose();
    }
  });
}

/** Turns events into the line and the bar of the notification. The bar is the share of bytes uploaded. */
class ProgressText {
  readonly #rate = new TransferRate();
  #percent = 0;

  report(event: LaunchEvent): { message?: string; increment?: number } {
    switch (event.kind) {
      case 'creatingProject':
        return { message: vscode.l10n.t('Creating the project…') };
      case 'creatingModel':
        return { message: vscode.l10n.t('Creating the model…') };
      case 'uploading':
        return { message: this.#uploading(event.progress), increment: this.#advance(event.progress) };
      case 'finalising':
        return { message: vscode.l10n.t('Finalising the model…') };
      case 'creatingSimulation':
        return { message: vscode.l10n.t('Creating the simulation…') };
      default:
        return {};
    }
  }

  #uploading(progress: UploadProgress): string {
    const { bytesDone, bytesTotal, filesDone, filesTotal } = progress;
    this.#rate.add(bytesDone, performance.now());
    const file = Math.min(filesDone + 1, filesTotal);
    const done = formatBytes(bytesDone);
    const total = formatBytes(bytesTotal);
    const rate = this.#rate.bytesPerSecond;
    const left = this.#rate.timeFor(bytesTotal - bytesDone);
    if (rate === undefined || left === undefined) {
      return vscode.l10n.t('Uploading file {0} of {1}, {2} of {3}', file, filesTotal, done, total);
    }
    const pace = [formatRate(rate), formatDuration(left)] as const;
    return vscode.l10n.t(
      'Uploading file {0} of {1}, {2} of {3}, {4}, {5} left',
      file,
      filesTotal,
      done,
      total,
      ...pace,
    );
  }

  /** VS Code adds up what it is told; a repeated file may set the bytes back, the bar stays. */
  #advance({ bytesDone, bytesTotal }: UploadProgress): number {
    const percent = bytesTotal === 0 ? 100 : (bytesDone / bytesTotal) * 100;
    const increment = Math.max(0, percent - this.#percent);
    this.#percent += increment;
    return increment;
  }
}
