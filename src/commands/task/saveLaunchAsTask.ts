import { type ConnectedService, isPossiblySameService } from '../../session/service';
import { planAgain } from '../../workflow/planAgain';
import { saveAsTask } from '../../workflow/saveAsTask';
import { withLaunch } from '../launch/launchCommands';

/** Saves the launch of a row, with its files as they are now. */
export const saveLaunchAsTask = withLaunch(async (context, found) => {
  const { service } = found.record.plan;
  const address = { baseUrl: new URL(service.origin + service.basePath), variant: service.variant };
  const isSame = (one: ConnectedService) => isPossiblySameService(service, one);
  const launch = await planAgain(await context.launches.withFiles(found));
  await saveAsTask(context, launch, { address, isSame });
});
