import type { LaunchPlan } from '../../launch/launch';
import type { LaunchWithFiles } from '../../launch/launchExport';
import { type ConnectedService, isPossiblySameService } from '../../session/service';
import { withLaunch } from '../launch/launchCommands';
import { planAgain } from '../launch/planAgain';
import { saveAsTask } from '../launch/saveAsTask';

/** Saves the launch of a row, with its files as they are now. */
export const saveLaunchAsTask = withLaunch(async (context, found) => {
  const { service } = found.record.plan;
  const address = { baseUrl: new URL(service.origin + service.basePath), variant: service.variant };
  const isSame = (one: ConnectedService) => isPossiblySameService(service, one);
  const launch = await repeat(await context.launches.withFiles(found));
  if (launch !== undefined) await saveAsTask(context, launch, { address, isSame });
});

/** The launch of a record, as it would be created again. */
async function repeat(found: LaunchWithFiles): Promise<LaunchPlan | undefined> {
  const { model, finalise, simulate, answers, project } = found.record.plan;
  if ('files' in model) return await planAgain(found);
  const again = found.record.project ?? project;
  return { model, finalise, simulate, ...(answers && { answers }), ...(again && { project: again }) };
}
