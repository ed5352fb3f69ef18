import * as vscode from 'vscode';
import type { LaunchObserver, WaitsFor } from '../launch/launch';
import type { LaunchRecord } from '../launch/launchRecord';
import type { ExpiringUrls } from '../launch/launchUploadUrls';
import {
  type AnnouncedStep,
  describeFigures,
  describeOutage,
  describeStep,
  describeWaiting,
} from '../messages/launchProgress';
import { formatDuration, formatLine } from '../platform/format';
import { askModally } from '../ui/askModally';
import { withCancellableProgress } from '../ui/cancellableProgress';
import type { UploadProgress } from '../upload/uploadProgress';
import { Announcements } from './announcements';

/** Runs a task under one cancellable notification that shows its launch's progress. */
export async function withLaunchProgress<T>(
  title: string,
  task: (observer: LaunchObserver) => Promise<T>,
): Promise<T> {
  // Without a title, which would be shown and read aloud alone at first.
  return await withCancellableProgress(undefined, async (progress, cancelled) => {
    const text = new ProgressText(title, (report) => progress.report(report));
    text.begin('prepare');
    return await task({
      signal: cancelled.signal,
      onChange: ({ open }) => open !== undefined && text.begin(open),
      onWaiting: (record, waitsFor) => text.noteLong(record, waitsFor),
      onProgress: (uploaded) => text.noteUploaded(uploaded),
      onExpiringUrls: async (links) => {
        if (!(await wantsUpload(links))) cancelled.abort();
      },
    });
  });
}

/** Asks whether to upload although upload URLs may expire before the end. */
export async function wantsUpload({ timeLeftMs, timeNeededMs }: ExpiringUrls): Promise<boolean> {
  const text = vscode.l10n.t('The upload URLs may expire before the upload is complete.');
  const detail = vscode.l10n.t(
    'This upload will probably take {0}. The upload URLs expire in {1}. If one expires, the model cannot be completed.',
    formatDuration(timeNeededMs),
    formatDuration(Math.max(0, timeLeftMs)),
  );
  const chosen = await askModally({
    severity: 'warning',
    text,
    detail: [detail],
    harmless: 'doNotUpload',
    acting: { upload: vscode.l10n.t('Upload Anyway') },
  });
  return chosen === 'upload';
}

/** Text and progress bar of the notification. The bar shows the share of bytes uploaded. */
class ProgressText {
  readonly #announcements = new Announcements();
  #message = '';
  #percent = 0;

  readonly #title: string;
  readonly #report: (report: { message: string; increment?: number }) => void;

  constructor(title: string, report: (report: { message: string; increment?: number }) => void) {
    this.#title = title;
    this.#report = report;
  }

  begin(step: AnnouncedStep): void {
    if (this.#announcements.begin(step, performance.now())) this.#say(describeStep(step));
  }

  noteLong({ open, plan }: LaunchRecord, waitsFor: WaitsFor): void {
    if (open === undefined) return;
    const about = waitsFor === 'readyModel' ? waitsFor : open;
    if (this.#announcements.noteLong(about)) this.#say(describeWaiting(about, plan.service));
  }

  noteUploaded(progress: UploadProgress): void {
    const due = this.#announcements.findDue(progress, performance.now());
    const increment = this.#advance(progress);
    if (due === 'figures') this.#say(describeFigures(progress), increment);
    else if (due === 'waiting')
      this.#say(vscode.l10n.t('Waiting for the file server to confirm…'), increment);
    else if (due === 'outage') this.#say(describeOutage(progress), increment);
    else if (increment > 0) this.#say(undefined, increment);
  }

  /** @param text `undefined` repeats the last one, which is not read aloud again */
  #say(text: string | undefined, increment?: number): void {
    if (text !== undefined) this.#message = formatLine(this.#title, text);
    // Never without a message: of two reports in quick succession, VS Code shows only the message of the second.
    this.#report({ message: this.#message, ...(increment !== undefined && { increment }) });
  }

  /** VS Code adds up increments; retrying a file may reduce the bytes, but the bar never moves back. */
  #advance({ bytesDone, bytesTotal }: UploadProgress): number {
    const percent = bytesTotal === 0 ? 100 : (bytesDone / bytesTotal) * 100;
    const increment = Math.max(0, percent - this.#percent);
    this.#percent += increment;
    return increment;
  }
}
