import type { Identifier } from '../../client/core/types';
import { isIdentifier } from '../../client/response/identifier';
import { escapeInvisible } from '../../client/text/visibleText';
import type { CommandContext } from '../../context';
import type { LaunchDraft } from '../../flows/launchDraft';
import { OtherServiceError } from '../../launch/errors';
import type { ConnectedService } from '../../session/service';

/** A project or model on the service, reduced to what commands need. */
interface ListEntryArgument {
  readonly kind: 'project' | 'model';
  readonly item: { readonly id: Identifier; readonly name: string };
}

/**
 * Finds the entry behind the row of a project or reusable model. Any extension can call a command with anything, so
 * the argument is checked.
 * @returns undefined for any other argument
 */
export function parseListEntry(node: unknown): ListEntryArgument | undefined {
  const { kind, project, model } = (node ?? {}) as Readonly<Record<string, unknown>>;
  if (kind === 'project') return parseListedItem('project', project);
  if (kind === 'reusableModel') return parseListedItem('model', model);
  return undefined;
}

function parseListedItem(kind: ListEntryArgument['kind'], item: unknown): ListEntryArgument | undefined {
  // No schema library: one would need a rule of its own for identifiers, which is most of what is checked.
  const { id, name } = (item ?? {}) as Readonly<Record<string, unknown>>;
  return isIdentifier(id) && typeof name === 'string'
    ? { kind, item: { id, name: escapeInvisible(name) } }
    : undefined;
}

/**
 * The answer that the row of a project or reusable model gives.
 * @returns nothing for any other argument
 * @throws OtherServiceError for a row of another service
 */
export async function answersOfRow(
  context: Pick<CommandContext, 'projects' | 'reusableModels'>,
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

/** The object that the row of a project or reusable model carries, unchecked but with its identity. */
function parseItem(node: unknown): object | undefined {
  const { project, model } = (node ?? {}) as Readonly<Record<string, unknown>>;
  return [project, model].find((item) => typeof item === 'object' && item !== null) ?? undefined;
}

/** Finds the name by the identifier. Another extension may pass a row whose name belongs to something else. */
async function findName(
  { projects, reusableModels }: Pick<CommandContext, 'projects' | 'reusableModels'>,
  service: ConnectedService,
  { kind, item: { id } }: ListEntryArgument,
): Promise<string> {
  const found = await (kind === 'project' ? projects : reusableModels).find(service, id);
  return found?.name ?? String(id);
}
