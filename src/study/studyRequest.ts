import { isObject } from '../client/core/json';
import { escapeInvisible } from '../client/text/visibleText';
import { toSlashes } from '../files/paths';
import { type LaunchRequest, parseLaunchRequest, showBriefly } from '../request/launchRequest';
import { leadsOut } from '../request/requestFolders';
import type { RequestProblem } from '../request/requestProblem';

/** A study that is described without clicks, for example by a task. Holds no address, header or secret. */
export interface StudyRequest {
  /** Path of the table, with `/`: relative to the workspace folder, or absolute (see `RequestPlaces`). */
  readonly study: string;
  /** Where the rows have their model from; without `files`, each names its own in the column `files` of the table. */
  readonly model:
    | LaunchRequest['model']
    | { readonly perRow: true; readonly exclude: readonly string[]; readonly name: string };
  /** A project that exists. */
  readonly project: { readonly id: string | number } | { readonly name: string };
  /** The name of an environment that the user has defined; absent for the selected one. */
  readonly environment?: string;
}

/** Limit for the path of a table; characters. */
const maxPathLength = 4096;

/** Properties that a table replaces, or that have no meaning for many simulations. */
const conflicting = ['answers', 'createProject', 'simulate'] as const;

/**
 * Parses a study that anybody may have described, by the rules of {@link parseLaunchRequest}.
 * @returns the request, or everything that is wrong with it
 */
export function parseStudyRequest(given: unknown): StudyRequest | readonly RequestProblem[] {
  if (!isObject(given)) return [{ kind: 'notAnObject' }];
  const { study } = given;
  const left: readonly string[] = ['study', ...conflicting];
  const rest = Object.fromEntries(Object.entries(given).filter(([property]) => !left.includes(property)));
  const problems = conflicting
    .filter((property) => Object.hasOwn(given, property))
    .map((property): RequestProblem => ({ kind: 'conflict', property, other: 'study' }));
  problems.push(...checkTable(study));
  const isPerRow = typeof rest['model'] === 'string' && !Object.hasOwn(rest, 'files');
  // The files of a row are in the table; any others make the request complete.
  const parsed = parseLaunchRequest(isPerRow ? { ...rest, files: ['.'] } : rest);
  if ('length' in parsed) return [...problems, ...parsed];
  const { model, project, environment } = parsed;
  if (problems.length > 0 || typeof study !== 'string' || project === undefined) return problems;
  return {
    study: toSlashes(study),
    project: 'id' in project ? project : { name: project.name },
    model: isPerRow && 'files' in model ? { perRow: true, exclude: model.exclude, name: model.name } : model,
    ...(environment !== undefined && { environment }),
  };
}

/** A table that is in no folder of the window is never even looked at. */
function checkTable(study: unknown): RequestProblem[] {
  if (typeof study !== 'string') return [{ kind: 'wrongType', property: 'study', expected: 'name' }];
  const isFit =
    study.trim() !== '' && study.length <= maxPathLength && escapeInvisible(study, maxPathLength) === study;
  if (!isFit) return [{ kind: 'unfitText', property: 'study', text: showBriefly(study) }];
  return leadsOut(study) ? [{ kind: 'outsideFolder', entry: showBriefly(study) }] : [];
}
