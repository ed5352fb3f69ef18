import type { CommandContext } from '../../context';
import type { LaunchDraft } from '../../flows/launchDraft';
import { OtherServiceError } from '../../launch/errors';
import type { ConnectedService } from '../../session/service';
import { type ListEntryArgument, parseItem, parseListEntry } from './commandArguments';

/**
 * The answer that the row of a project or reusable model gives.
 * @returns nothing for any other argument
 * @throws OtherServiceError for a row of another service
 */
export async function answersOfRow(
  context: CommandContext,
  service: ConnectedService,
  node: unknown,
): Promise<Pick<LaunchDraft, 'project' | 'model'>> {
  const row = parseListEntry(node);
  // A tree shows the previous service's rows until the new list has loaded.
  const item = parseItem(node);
  const from = context.projects.serviceOf(item) ?? context.reusableModels.serviceOf(item);
  if (from !== undefined && from.key !== service.key) throw new OtherServiceError(from.baseUrl.host);
  if (row === undefined) return {};
  const { id, name } = row.item;
  return { [row.kind]: { id, name: from === undefined ? await findName(context, service, row) : name } };
}

/** Finds the name by the identifier. Another extension may pass a row whose name belongs to something else. */
async function findName(
  { projects, reusableModels }: CommandContext,
  service: ConnectedService,
  { kind, item: { id } }: ListEntryArgument,
): Promise<string> {
  const found = await (kind === 'project' ? projects : reusableModels).find(service, id);
  return found?.name ?? String(id);
}
