import type { Project, ProjectId } from '../client/core/types';
import { escapeInvisible } from '../client/text/visibleText';

/** Projects that may have been created by a request whose response was lost. */
export interface NewProjects<P> {
  /** They have the same name and were not listed before the request. */
  readonly certain: readonly P[];
  /** They have the same name, but may have existed before. */
  readonly possible: readonly P[];
}

/**
 * Looks for a project whose creation was requested.
 * @param existingProjects all projects that existed before; absent when they are unknown, which is not the same as none
 */
export function findNewProjects<P extends Pick<Project, 'id' | 'name'>>(
  projects: readonly P[],
  {
    newName,
    existingProjects,
  }: { readonly newName: string; readonly existingProjects?: readonly ProjectId[] },
): NewProjects<P> {
  // Listed names have been escaped for display.
  const named = projects.filter(({ name }) => name === escapeInvisible(newName));
  if (existingProjects === undefined) return { certain: [], possible: named };
  const old = new Set(existingProjects);
  return { certain: named.filter(({ id }) => !old.has(id)), possible: [] };
}
