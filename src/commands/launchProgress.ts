import * as vscode from 'vscode';
import type { LaunchObserver } from '../launch/launch';
import type { LaunchRecord } from '../launch/launchRecord';
import type { ExpiringUrls } from '../launch/uploadUrlLifetime';
import { withCancellableProgress } from '../platform/cancellableProgress';
import { formatDuration } from '../platform/duration';
import { formatBytes, formatRate } from '../platform/format';
import { askModally } from '../platform/output';
import { TransferRate } from '../upload/transferRate';
import type { UploadProgress } from '../upload/uploadFiles';

/** Runs a task under one cancellable notification that shows its launch's progress. */
export async function withLaunchProgress<T>(
  title: string,
  task: (follower: LaunchObserver) => Promise<T>,
): Promise<T> {
  return await withCancellableProgress(title, async (progress, cancelled) => {
    const text = new ProgressText();
    return await task({
      signal: cancelled.signal,
      onChange: (record) => progress.report(text.step(record)),
      onProgress: (uploaded) => progress.report(text.uploading(uploaded)),
      onExpiringUrls: async (links) => {
        if (!(await wantsUpload(links))) cancelled.abort();
      },
    });
  });
}

async function wantsUpload({ timeLeftMs, timeNeededMs }: ExpiringUrls): Promise<boolean> {
  const upload = vscode.l10n.t('Upload Anyway');
  const text = vscode.l10n.t('The upload links may expire before the upload is complete.');
  const detail = vscode.l10n.t(
    'At the speed of the last upload, this upload takes {0}. The upload links expire in {1}. If one expires, the model cannot be completed.',
    formatDuration(timeNeededMs),
    formatDuration(Math.max(0, timeLeftMs)),
  );
  return (await askModally('warning', text, detail, upload)) === upload;
}

/** Text and progress bar of the notification. The bar shows the share of bytes uploaded. */
class ProgressText {
  readonly #rate = new TransferRate();
  #percent = 0;

  step({ open }: LaunchRecord): { message?: string } {
    switch (open) {
      case 'createProject':
        return { message: vscode.l10n.t('Creating the project…') };
      case 'createModel':
        return { message: vscode.l10n.t('Creating the model…') };
      case 'finaliseModel':
        return { message: vscode.l10n.t('Finalising the model…') };
      case 'createSimulation':
        return { message: vscode.l10n.t('Creating the simulation…') };
      default:
        return {};
    }
  }

  uploading(progress: UploadProgress): { message: string; increment: number } {
    const { bytesDone, bytesTotal, filesDone, filesTotal } = progress;
    this.#rate.add(bytesDone, performance.now());
    const file = Math.min(filesDone + 1, filesTotal);
    const counts = [file, filesTotal, formatBytes(bytesDone), formatBytes(bytesTotal)] as const;
    const rate = this.#rate.bytesPerSecond;
    const left = this.#rate.timeFor(bytesTotal - bytesDone);
    const increment = this.#advance(progress);
    if (rate === undefined || left === undefined) {
      return { message: vscode.l10n.t('Uploading file {0} of {1}, {2} of {3}', ...counts), increment };
    }
    const pace = [formatRate(rate), formatDuration(left)] as const;
    const message = vscode.l10n.t('Uploading file {0} of {1}, {2} of {3}, {4}, {5} left', ...counts, ...pace);
    return { message, increment };
  }

  /** VS Code adds up increments; retrying a file may reduce the bytes, but the bar never moves back. */
  #advance({ bytesDone, bytesTotal }: UploadProgress): number {
    const percent = bytesTotal === 0 ? 100 : (bytesDone / bytesTotal) * 100;
    const increment = Math.max(0, percent - this.#percent);
    this.#percent += increment;
    return increment;
  }
}
