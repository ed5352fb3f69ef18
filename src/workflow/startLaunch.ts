import type { CommandContext } from '../context';
import { type LaunchContext, type LaunchPlan, type StartOptions, summariseModel } from '../launch/launch';
import { getGitState } from '../platform/gitState';
import type { ServiceSnapshot } from '../session/service';
import { takeStartContext } from '../session/startContext';
import { followLaunch, type WorkflowContext } from './followLaunch';
import { askPermission, type PermissionOptions } from './permission';
import { describeSent } from './reviewSections';

/** A new launch that somebody wants to begin. */
export interface LaunchStart {
  readonly plan: LaunchPlan;
  readonly service: ServiceSnapshot;
  /** Throws when nothing may be created at the service any more. */
  readonly check: () => unknown;
  /** Reasons to ask before it, apart from a protected environment. */
  readonly reasons?: readonly string[];
  /** See {@link PermissionOptions.question}. */
  readonly question?: PermissionOptions['question'];
}

/** A launch that may begin: nothing else has to be asked. */
export interface ConfirmedLaunch {
  readonly planned: LaunchPlan & LaunchContext;
  readonly options: StartOptions;
}

/**
 * All new launches start here, so that none bypasses the confirmation for a protected environment.
 * @returns nothing when the user refused
 */
export async function confirmStart(
  context: Pick<CommandContext, 'connection' | 'documents'>,
  { plan, service, check, reasons = [], question }: LaunchStart,
): Promise<ConfirmedLaunch | undefined> {
  const { connection } = context;
  await check();
  const asked = { ...plan, model: summariseModel(plan.model) };
  const sections = () => describeSent(service, plan);
  const permission = await askPermission(context, service, asked, { sections, reasons, question });
  if (permission === 'refused') return undefined;
  // The confirmation may have been open for a long time.
  if (permission === 'given') await check();
  const isProtected = connection.protectedEnvironment(service) !== undefined;
  const [file] = 'files' in plan.model ? plan.model.files : [];
  const source = file && getGitState(file.path);
  const { recorded, clientOf } = await takeStartContext(connection, service);
  const planned: LaunchPlan & LaunchContext = {
    ...plan,
    ...recorded,
    ...(source && { source }),
    ...(isProtected && { protectionConfirmed: true }),
  };
  return { planned, options: { clientOf } };
}

/**
 * Runs a new launch under a progress notification and shows its outcome. All flows end here.
 * @throws the error of the check
 */
export async function startLaunch(
  context: WorkflowContext,
  title: string,
  start: LaunchStart,
): Promise<void> {
  const permitted = await confirmStart(context, start);
  if (permitted === undefined) return;
  const { planned, options } = permitted;
  await followLaunch(
    context,
    title,
    async (observer) => await context.launches.runners.launches.start(planned, observer, options),
  );
}
