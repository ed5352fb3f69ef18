import type { CommandContext } from '../context';
import { RecentChoices } from '../session/recentChoices';
import { decidedProjectOf, type LaunchDraft } from './launchDraft';

/** Remembers the project and the model of a flow, which the next one offers first. */
export async function rememberChoices(
  { globalState }: Pick<CommandContext, 'globalState'>,
  draft: Pick<LaunchDraft, 'service' | 'project' | 'model'>,
): Promise<void> {
  const { service, model } = draft;
  const project = decidedProjectOf(draft);
  const recent = new RecentChoices(globalState);
  if (project !== undefined) {
    if ('id' in project) await recent.remember('project', service, project.id);
    else await recent.rememberNewProject(service, project.newName);
  }
  if (model !== undefined && model !== 'files') await recent.remember('model', service, model.id);
}
