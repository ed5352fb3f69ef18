import { LockLostError } from '../journal/recordLock';
import { LaunchCancelledError } from './errors';
import type { LaunchObserver } from './launch';
import { isUnknown, type LaunchRecord } from './launchRecord';

/** The end of a launch that this process carried out, with its record as it was last seen. */
export type LaunchResult =
  | { readonly end: 'done' | 'cancelled'; readonly record: LaunchRecord }
  /** Nothing was carried out: the user refused, or the launch runs already. */
  | { readonly end: 'refused' }
  /** It failed before there was anything to go on with. */
  | { readonly end: 'failedToStart'; readonly error: unknown }
  /** The user has cancelled it before it did anything. */
  | { readonly end: 'cancelledEarly'; readonly error: LaunchCancelledError }
  /** Another window goes on with it, so its record here is out of date. */
  | { readonly end: 'takenOver'; readonly error: LockLostError }
  /** The outcome of a request that creates something is unknown. */
  | { readonly end: 'unknown'; readonly record: LaunchRecord; readonly error: unknown }
  | { readonly end: 'failed'; readonly record: LaunchRecord; readonly error: unknown };

/** Carries out a launch. @returns nothing when nothing was carried out */
export type RunLaunch = (observer: LaunchObserver) => Promise<LaunchRecord | undefined>;

/**
 * Carries out a launch and tells how it ended. No error is thrown.
 * @param show runs it with an observer that shows its progress
 * @param onChange called before that of the observer, with the record before, once there is one
 */
export async function findLaunchResult(
  run: RunLaunch,
  show: (task: RunLaunch) => Promise<LaunchRecord | undefined>,
  onChange: (record: LaunchRecord, before: LaunchRecord | undefined) => void,
): Promise<LaunchResult> {
  const seen: { last?: LaunchRecord } = {};
  try {
    const record = await show((observer) =>
      run({
        ...observer,
        onChange: (next) => {
          onChange(next, seen.last);
          seen.last = next;
          observer.onChange(next);
        },
      }),
    );
    return record === undefined ? { end: 'refused' } : { end: 'done', record };
  } catch (error) {
    return resultOfError(error, seen.last);
  }
}

function resultOfError(error: unknown, record: LaunchRecord | undefined): LaunchResult {
  if (record?.end === 'cancelled') return { end: 'cancelled', record };
  if (error instanceof LaunchCancelledError) return { end: 'cancelledEarly', error };
  if (error instanceof LockLostError) return { end: 'takenOver', error };
  if (record === undefined) return { end: 'failedToStart', error };
  return { end: isUnknown(record) ? 'unknown' : 'failed', record, error };
}
