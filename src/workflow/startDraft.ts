import { type LaunchDraft, planOf } from '../flows/launchDraft';
import { rememberChoices } from '../flows/rememberChoices';
import type { ConnectedService } from '../session/service';
import type { WorkflowContext } from './followLaunch';
import { saveAsTask } from './saveAsTask';
import { startLaunch } from './startLaunch';

/** Remembers the choices of a flow for the next one, and launches what was planned, or saves it as a task. */
export async function startDraft(context: WorkflowContext, title: string, draft: LaunchDraft): Promise<void> {
  const plan = planOf(draft);
  if (plan === undefined) return;
  const { service } = draft;
  await rememberChoices(context, draft);
  if (draft.isTask !== true) {
    const check = () => context.connection.requireSelected(service);
    await startLaunch(context, title, { plan, service, check });
    return;
  }
  const isSame = ({ key }: ConnectedService) => key === service.key;
  await saveAsTask(context, plan, { address: service, isSame });
}
