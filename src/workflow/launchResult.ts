import type { CommandContext } from '../context';
import { LockLostError } from '../journal/recordLock';
import { LaunchCancelledError } from '../launch/errors';
import type { LaunchObserver } from '../launch/launch';
import { isUnknown, type LaunchRecord } from '../launch/launchRecord';
import { RecentChoices } from '../session/recentChoices';
import { isPossiblySameService, isSameService } from '../session/service';

/** The end of a launch that this window carried out, with its record as it was last seen. */
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
 */
export async function observeLaunch(
  context: Pick<CommandContext, 'connection' | 'globalState' | 'log' | 'projects'>,
  run: RunLaunch,
  show: (task: RunLaunch) => Promise<LaunchRecord | undefined>,
): Promise<LaunchResult> {
  const seen: { last?: LaunchRecord } = {};
  try {
    const record = await show((observer) => {
      const onChange = (next: LaunchRecord) => {
        void noteProject(context, seen.last, next).catch((error: unknown) => context.log.failed(error));
        seen.last = next;
        observer.onChange(next);
      };
      return run({ ...observer, onChange });
    });
    return record === undefined ? { end: 'refused' } : { end: 'done', record };
  } catch (error) {
    return resultOfError(error, seen.last);
  }
}

/** How a launch ended that threw. @param record as it was last seen, once there is one */
export function resultOfError(error: unknown, record: LaunchRecord | undefined): LaunchResult {
  if (record?.end === 'cancelled') return { end: 'cancelled', record };
  if (error instanceof LaunchCancelledError) return { end: 'cancelledEarly', error };
  if (error instanceof LockLostError) return { end: 'takenOver', error };
  if (record === undefined) return { end: 'failedToStart', error };
  return { end: isUnknown(record) ? 'unknown' : 'failed', record, error };
}

/** Shows a project that was just created without another request to the service. */
async function noteProject(
  context: Pick<CommandContext, 'connection' | 'globalState' | 'projects'>,
  before: LaunchRecord | undefined,
  { plan, project, isProjectFound = false }: LaunchRecord,
): Promise<void> {
  const isNew = plan.project !== undefined && 'newName' in plan.project;
  if (!isNew || project === undefined || before?.project !== undefined) return;
  const item = { ...project, fields: { project_id: project.id, name: project.name } };
  // One that was found may be in the list by now.
  if (!isProjectFound)
    await context.projects.add(item, (service) => isPossiblySameService(plan.service, service));
  const service = await context.connection.service();
  if (isSameService(plan.service, service))
    await new RecentChoices(context.globalState).remember('project', service, project.id);
}
