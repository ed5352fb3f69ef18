import { isIdentifier } from '../client/response/identifier';
import type { Identifier } from '../client/core/types';
import { escapeInvisible } from '../client/text/visibleText';

/** A project or model that is on the service, as far as a command needs it. */
export interface ListEntryArgument {
  readonly kind: 'project' | 'model';
  readonly item: { readonly id: Identifier; readonly name: string };
}

/**
 * Finds what the row of a project or reusable model stands for. Any extension can call a command with anything, so
 * the argument is looked at and not trusted. @returns nothing for what is no such row
 */
export function parseListEntry(node: unknown): ListEntryArgument | undefined {
  const { kind, project, model } = (node ?? {}) as Readonly<Record<string, unknown>>;
  if (kind === 'project') return listed('project', project);
  if (kind === 'reusableModel') return listed('model', model);
  return undefined;
}

function listed(kind: ListEntryArgument['kind'], item: unknown): ListEntryArgument | undefined {
  // No schema library: one would need a rule of its own for identifiers, which is most of what is checked.
  const { id, name } = (item ?? {}) as Readonly<Record<string, unknown>>;
  return isIdentifier(id) && typeof name === 'string'
    ? { kind, item: { id, name: escapeInvisible(name) } }
    : undefined;
}

/** The very object that the row of a project or reusable model carries, whatever it is. */
export function givenItem(node: unknown): object | undefined {
  const { project, model } = (node ?? {}) as Readonly<Record<string, unknown>>;
  return [project, model].find((item) => typeof item === 'object' && item !== null) ?? undefined;
}
