import { isIdentifier } from '../client/response/identifier';
import type { Identifier } from '../client/core/types';
import { visibleText } from '../client/text/visibleText';

/** A project or model that is on the service, as far as a command needs it. */
export interface Listed {
  readonly kind: 'project' | 'model';
  readonly item: { readonly id: Identifier; readonly name: string };
}

/**
 * Finds what the row of a project or reusable model stands for. Any extension can call a command with anything, so
 * the argument is looked at and not trusted. @returns nothing for what is no such row
 */
export function listedIn(node: unknown): Listed | undefined {
  const { kind, project, model } = (node ?? {}) as Readonly<Record<string, unknown>>;
  if (kind === 'project') return listed('project', project);
  if (kind === 'reusableModel') return listed('model', model);
  return undefined;
}

function listed(kind: Listed['kind'], item: unknown): Listed | undefined {
  const { id, name } = (item ?? {}) as Readonly<Record<string, unknown>>;
  return isIdentifier(id) && typeof name === 'string'
    ? { kind, item: { id, name: visibleText(name) } }
    : undefined;
}

/** The very object that the row of a project or reusable model carries, whatever it is. */
export function givenItem(node: unknown): object | undefined {
  const { project, model } = (node ?? {}) as Readonly<Record<string, unknown>>;
  return [project, model].find((item) => typeof item === 'object' && item !== null) ?? undefined;
}
