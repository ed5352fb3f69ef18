import type { LaunchRecord } from '../launch/launchRecord';
import { askOutcome } from './askOutcome';
import type { WorkflowContext } from './followLaunch';
import { resumeLaunch } from './resumeLaunch';

/** Asks for the outcome of a request whose response was lost, and continues from there. */
export async function resolveLaunch(context: WorkflowContext, record: LaunchRecord): Promise<void> {
  const answer = await askOutcome(context, record);
  if (answer === undefined) return;
  const { launch } = record.plan;
  const { resolution, isMoreToSend } = answer;
  // Resolve and resume as one, so that nothing is resolved by a user who then does not resume.
  if (isMoreToSend) await resumeLaunch(context, launch, { resolution });
  else await context.launches.runners.launches.resolve(launch, resolution);
}
