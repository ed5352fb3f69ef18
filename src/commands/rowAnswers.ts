import type { CommandContext } from '../context';
import type { LaunchDraft } from '../flows/launchDraft';
import { OtherServiceError } from '../launch/errors';
import type { ConnectedService } from '../session/service';
import { parseItem, parseListEntry } from './commandArguments';

/**
 * The answer that the row of a project or reusable model gives.
 * @returns nothing for any other argument
 * @throws OtherServiceError for a row of another service
 */
export function answersOfRow(
  context: CommandContext,
  service: ConnectedService,
  node: unknown,
): Pick<LaunchDraft, 'project' | 'model'> {
  const row = parseListEntry(node);
  // A tree shows the previous service's rows until the new list has loaded.
  const item = parseItem(node);
  const from = context.projects.serviceOf(item) ?? context.reusableModels.serviceOf(item);
  if (from !== undefined && from.key !== service.key) throw new OtherServiceError(from.baseUrl.host);
  return row === undefined ? {} : { [row.kind]: row.item };
}
