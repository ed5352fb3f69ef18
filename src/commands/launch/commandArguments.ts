import type { Identifier } from '../../client/core/types';
import { isIdentifier } from '../../client/response/identifier';
import { escapeInvisible } from '../../client/text/visibleText';

/** A project or model on the service, reduced to what commands need. */
export interface ListEntryArgument {
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

/** The object that the row of a project or reusable model carries, unchecked but with its identity. */
export function parseItem(node: unknown): object | undefined {
  const { project, model } = (node ?? {}) as Readonly<Record<string, unknown>>;
  return [project, model].find((item) => typeof item === 'object' && item !== null) ?? undefined;
}
