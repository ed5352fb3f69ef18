import * as l10n from '@vscode/l10n';
import { maxUnreadyMs } from '../client/retry';
import type { ServiceRef } from '../launch/journalEntry';
import type { LaunchStep } from '../launch/launchRecord';
import { formatBytes, formatCount, formatMegabits, formatRate } from '../platform/format';
import type { UploadProgress } from '../upload/uploadProgress';

/** A part of a launch that is announced when it begins. */
export type AnnouncedStep = 'prepare' | LaunchStep;

/** A step that takes long, or the wait for a model that is not ready for its simulation. */
export type LongWait = LaunchStep | 'readyModel';

/** Says which part of a launch begins. */
export function describeStep(step: AnnouncedStep): string {
  return {
    prepare: l10n.t('Preparing…'),
    createProject: l10n.t('Creating the project…'),
    createModel: l10n.t('Creating the model…'),
    uploadFiles: l10n.t('Uploading the files…'),
    finaliseModel: l10n.t('Finalising the model…'),
    createSimulation: l10n.t('Creating the simulation…'),
  }[step];
}

/** Describes that the service has not responded to the request of a step for a while, or still prepares the model. */
export function describeWaiting(step: LongWait, { origin }: ServiceRef): string {
  const { host } = new URL(origin);
  if (step === 'readyModel')
    return l10n.t(
      'The model may not be ready yet. Asking {0} again for up to {1} minutes…',
      host,
      formatCount(maxUnreadyMs / 60_000),
    );
  const begun = describeStep(step);
  return step === 'uploadFiles' ? begun : `${begun} ${l10n.t('Waiting for {0}…', host)}`;
}

/** Says that the file server accepts nothing at the moment. */
export function describeOutage({ waitingFor = '' }: UploadProgress): string {
  return l10n.t('Waiting for the file server… ({0})', waitingFor);
}

/** How much is uploaded, how fast, and how long the rest takes. */
export function describeFigures(progress: UploadProgress): string {
  const { bytesPerSecond, maxBytesPerSecond, timeLeftMs, waitingFor } = progress;
  const done = describeDone(progress);
  if (bytesPerSecond === undefined || timeLeftMs === undefined || waitingFor !== undefined) return done;
  const rate =
    maxBytesPerSecond === undefined
      ? formatRate(bytesPerSecond)
      : l10n.t('{0} (limit: {1})', formatRate(bytesPerSecond), formatMegabits(maxBytesPerSecond));
  const minutes = Math.round(timeLeftMs / 60_000);
  return [done, rate, describeTimeLeft(minutes)].join(', ');
}

function describeTimeLeft(minutes: number): string {
  if (minutes < 1) return l10n.t('less than a minute left');
  return minutes < 120
    ? l10n.t('about {0} min left', formatCount(minutes))
    : l10n.t('about {0} h left', formatCount(Math.round(minutes / 60)));
}

/** How much of the files is uploaded. */
export function describeDone({ bytesDone, bytesTotal, filesDone, filesTotal }: UploadProgress): string {
  const bytes = [formatBytes(bytesDone), formatBytes(bytesTotal)] as const;
  const files = [formatCount(filesDone), formatCount(filesTotal)] as const;
  return filesTotal === 1
    ? l10n.t('Uploading: {0} of {1}', ...bytes)
    : l10n.t('Uploading: {0} of {1} files, {2} of {3}', ...files, ...bytes);
}
