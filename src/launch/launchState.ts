/** The states that people see. */
export type LaunchState =
  | 'planned'
  | 'uploading'
  | 'interrupted'
  | 'uploaded'
  | 'finalising'
  | 'ready'
  | 'launching'
  | 'launched'
  /** A project, by a launch that makes nothing else. */
  | 'created'
  | 'failed'
  | 'cancelled'
  | 'unknown';

/** A window, this one or another, is working on it. */
export function isRunning(state: LaunchState): boolean {
  return state === 'planned' || state === 'uploading' || state === 'finalising' || state === 'launching';
}

/** Whether a person has to do something about it. */
export function needsAttention(state: LaunchState): boolean {
  return state === 'interrupted' || state === 'failed' || state === 'unknown' || state === 'uploaded';
}
