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

/** The states as a user looks for them, in the order in which they are offered. */
export const launchGroups = ['attention', 'running', 'done', 'cancelled'] as const;

export type LaunchGroup = (typeof launchGroups)[number];

export function getLaunchGroup(state: LaunchState): LaunchGroup {
  if (needsAttention(state)) return 'attention';
  if (isRunning(state)) return 'running';
  return state === 'cancelled' ? 'cancelled' : 'done';
}

/** Whether a window, this one or another, is working on the launch. */
export function isRunning(state: LaunchState): boolean {
  return state === 'planned' || state === 'uploading' || state === 'finalising' || state === 'launching';
}

/** Whether the user has to act. */
export function needsAttention(state: LaunchState): boolean {
  return state === 'interrupted' || state === 'failed' || state === 'unknown' || state === 'uploaded';
}
