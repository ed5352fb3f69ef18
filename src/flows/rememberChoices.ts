import type { CommandContext } from '../context';
import { decidedProjectOf, type LaunchDraft } from './launchDraft';

/** Remembers the project and the model of a flow, which the next one offers first. */
export async function rememberChoices(
  { choices }: Pick<CommandContext, 'choices'>,
  draft: Pick<LaunchDraft, 'service' | 'project' | 'model'>,
): Promise<void> {
  const { service, model } = draft;
  const project = decidedProjectOf(draft);
  if (project !== undefined) {
    if ('id' in project) await choices.remember('project', service, project.id);
    else await choices.rememberNewProject(service, project.newName);
  }
  if (model !== undefined && model !== 'files') await choices.remember('model', service, model.id);
}
