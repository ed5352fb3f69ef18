import * as vscode from 'vscode';
import type { LaunchObserver } from '../launch/launch';
import type { LaunchRecord } from '../launch/launchRecord';
import type { ExpiringUrls } from '../launch/uploadUrlLifetime';
import { withCancellableProgress } from '../platform/cancellableProgress';
import { formatDuration } from '../platform/duration';
import { formatBytes, formatRate } from '../platform/format';
import { askModally } from '../platform/output';
import type { UploadProgress } from '../upload/uploadProgress';

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

function describeDone({ bytesDone, bytesTotal, filesDone, filesTotal }: UploadProgress): string {
  const bytes = [formatBytes(bytesDone), formatBytes(bytesTotal)] as const;
  return filesTotal === 1
    ? vscode.l10n.t('Uploading: {0} of {1}', ...bytes)
    : vscode.l10n.t('Uploading: {0} of {1} files, {2} of {3}', filesDone, filesTotal, ...bytes);
}

/** Text and progress bar of the notification. The bar shows the share of bytes uploaded. */
class ProgressText {
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
    const { bytesPerSecond, timeLeftMs } = progress;
    const done = describeDone(progress);
    const increment = this.#advance(progress);
    if (bytesPerSecond === undefined || timeLeftMs === undefined) return { message: done, increment };
    const pace = [formatRate(bytesPerSecond), formatDuration(timeLeftMs)] as const;
    return { message: vscode.l10n.t('{0}, {1}, {2} left', done, ...pace), increment };
  }

  /** VS Code adds up increments; retrying a file may reduce the bytes, but the bar never moves back. */
  #advance({ bytesDone, bytesTotal }: UploadProgress): number {
    const percent = bytesTotal === 0 ? 100 : (bytesDone / bytesTotal) * 100;
    const increment = Math.max(0, percent - this.#percent);
    this.#percent += increment;
    return increment;
  }
}
