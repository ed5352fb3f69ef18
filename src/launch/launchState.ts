/** The states that users see. A launch that creates only a project ends as `created`. */
export const launchStates = [
  'planned',
  'uploading',
  'interrupted',
  'uploaded',
  'finalising',
  'ready',
  'launching',
  'launched',
  'created',
  'failed',
  'cancelled',
  'unknown',
] as const;

export type LaunchState = (typeof launchStates)[number];

/** Whether a window, this one or another, is working on the launch. */
export function isRunning(state: LaunchState): boolean {
  return state === 'planned' || state === 'uploading' || state === 'finalising' || state === 'launching';
}

/** Whether the user has to act. */
export function needsAttention(state: LaunchState): boolean {
  return state === 'interrupted' || state === 'failed' || state === 'unknown' || state === 'uploaded';
}
