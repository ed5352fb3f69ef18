import type { LaunchRecord } from './launchRecord';
import { isRunning, type LaunchState } from './launchState';

/** The actions that a launch offers. These words also occur in the context values of the Launches view. */
export type LaunchAction =
  | 'resume'
  | 'retry'
  | 'finalise'
  | 'simulate'
  | 'recreate'
  | 'resolve'
  | 'cancel'
  | 'copyIds'
  | 'reveal'
  | 'compare'
  | 'saveAsTask'
  | 'note'
  | 'remove';

interface Actionable {
  readonly record: LaunchRecord;
  readonly state: LaunchState;
  readonly runsHere: boolean;
}

export function launchActions({ record, state, runsHere }: Actionable): LaunchAction[] {
  const hasFiles = 'files' in record.plan.model;
  const isWorkedOn = isRunning(state);
  const isUnknown = state === 'unknown';
  const isOver = record.end === 'abandoned';
  const when: Readonly<Record<LaunchAction, boolean>> = {
    resume: state === 'interrupted' || state === 'cancelled',
    retry: state === 'failed' && !isOver,
    finalise: state === 'uploaded',
    // Not while one of its simulations may be running unnoticed.
    simulate: record.finalised && record.modelId !== undefined && !isWorkedOn && !isUnknown,
    recreate: hasFiles && !isWorkedOn && !isUnknown,
    resolve: isUnknown,
    cancel: runsHere,
    copyIds: record.modelId !== undefined || record.project !== undefined,
    reveal: hasFiles,
    compare: hasFiles,
    saveAsTask: !('projectOnly' in record.plan.model),
    // One window at a time writes to a record.
    note: !isWorkedOn,
    remove: !isWorkedOn,
  };
  return (Object.keys(when) as LaunchAction[]).filter((action) => when[action]);
}
