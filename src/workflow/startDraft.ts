import { decidedProjectOf, type LaunchDraft, planOf } from '../flows/launchDraft';
import { rememberProject } from '../flows/projectSteps';
import { RecentChoices } from '../session/recentChoices';
import type { ConnectedService } from '../session/service';
import type { WorkflowContext } from './followLaunch';
import { saveAsTask } from './saveAsTask';
import { startLaunch } from './startLaunch';

/** Remembers the choices of a flow for the next one, and launches what was planned, or saves it as a task. */
export async function startDraft(context: WorkflowContext, title: string, draft: LaunchDraft): Promise<void> {
  const plan = planOf(draft);
  if (plan === undefined) return;
  const { service, model } = draft;
  const project = decidedProjectOf(draft);
  if (project !== undefined) await rememberProject(context, service, project);
  if (model !== undefined && model !== 'files') {
    await new RecentChoices(context.globalState).remember('model', service, model.id);
  }
  if (draft.isTask !== true) {
    const check = () => context.connection.requireSelected(service);
    await startLaunch(context, title, { plan, service, check });
    return;
  }
  const isSame = ({ key }: ConnectedService) => key === service.key;
  await saveAsTask(context, plan, { address: service, isSame });
}
