import type { Project, ProjectId } from '../client/core/types';
import { escapeInvisible } from '../client/text/visibleText';

/** Projects that may be the one whose creation was not answered. */
export interface NewProjects<P> {
  /** They have its name and were not listed before it was asked for. */
  readonly certain: readonly P[];
  /** They have its name, and nobody knows whether they were there before. */
  readonly possible: readonly P[];
}

/**
 * Looks for a project that was to be created.
 * @param before the projects that were listed before; absent when that is not known, which is not the same as none
 */
export function findNewProjects<P extends Pick<Project, 'id' | 'name'>>(
  projects: readonly P[],
  { newName, before }: { readonly newName: string; readonly before?: readonly ProjectId[] },
): NewProjects<P> {
  // Listed names are made fit to be shown.
  const named = projects.filter(({ name }) => name === escapeInvisible(newName));
  if (before === undefined) return { certain: [], possible: named };
  const old = new Set(before);
  return { certain: named.filter(({ id }) => !old.has(id)), possible: [] };
}
