import type { CommandContext } from '../context';
import type { LaunchRecord } from '../launch/launchRecord';
import { findLaunchResult, type LaunchResult, type RunLaunch } from '../launch/launchResult';
import { isPossiblySameService, isSameService } from '../session/service';

/** As {@link findLaunchResult}; a project that the launch creates appears in its view at once. */
export async function observeLaunch(
  context: Pick<CommandContext, 'choices' | 'connection' | 'log' | 'projects'>,
  run: RunLaunch,
  show: (task: RunLaunch) => Promise<LaunchRecord | undefined>,
): Promise<LaunchResult> {
  return await findLaunchResult(run, show, (next, before) => {
    void noteProject(context, before, next).catch((error: unknown) => context.log.failed(error));
  });
}

/** Shows a project that was just created without another request to the service. */
async function noteProject(
  context: Pick<CommandContext, 'choices' | 'connection' | 'projects'>,
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
  if (isSameService(plan.service, service)) await context.choices.remember('project', service, project.id);
}
