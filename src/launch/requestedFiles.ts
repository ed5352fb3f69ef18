import path from 'node:path';
import { Minimatch } from 'minimatch';
import { relativePath, toLocalKey, toSlashes } from '../upload/paths';
import { findPlanBase, planUpload } from '../upload/planUpload';
import type { Selection, UploadPlan } from '../upload/uploadPlan';
import { type LaunchRequest, showBriefly } from './launchRequest';
import type { RequestProblem } from './requestProblem';

/** Where the files of a request are. */
export interface RequestFolder {
  /** Absolute path of the workspace folder. */
  readonly root: string;
  /** The patterns of the setting, in the syntax of `.gitignore`. */
  readonly exclude: readonly string[];
}

export type RequestedModel = Extract<LaunchRequest['model'], { readonly files: unknown }>;

/** The files of a request, by the rules of a selection in the Explorer. */
export interface RequestedFiles {
  readonly plan: UploadPlan;
  readonly selection: Selection;
  /** Entries that no file matches, refused files, or a pattern that is not valid. */
  readonly problems: readonly RequestProblem[];
}

/** Limit for the refused files that are named. */
const maxRefused = 20;

/** Limits for the wildcards of one pattern, because each multiplies the time of a comparison. */
const maxStarsPerSegment = 3;
const maxFolderStars = 3;

/** A path, or a pattern with wildcards. */
interface Entry {
  readonly text: string;
  /** Relative to the workspace folder: the path itself, or the innermost folder that everything is in. */
  readonly base: string;
  /** Undefined for a path. */
  readonly pattern?: Minimatch;
}

/** Lists the files that a request means. Reads folders, and none of the files. */
export async function findRequestedFiles(
  { files, exclude }: Omit<RequestedModel, 'name'>,
  folder: RequestFolder,
  signal: AbortSignal,
): Promise<RequestedFiles> {
  const problems: RequestProblem[] = [];
  const entries: Entry[] = [];
  for (const text of files) {
    const entry = parseEntry(text);
    if ('kind' in entry) problems.push(entry);
    else entries.push(entry);
  }
  const { root } = folder;
  const selection: Selection = {
    root,
    items: [...new Set(entries.map(({ base }) => path.join(root, base)))],
    ...{ exclude: folder.exclude, alsoExclude: exclude },
  };
  if (entries.length === 0) return { plan: { files: [], leftOut: [], refused: [] }, selection, problems };
  const plan = await planUpload([selection], { signal });
  const base = await findPlanBase([selection], selection);
  const unused = new Set(entries);
  const isMeant = ({ name }: { readonly name: string }): boolean => {
    const relative = toSlashes(relativePath(root, path.resolve(base, name)));
    const matches = entries.filter((entry) => isMatch(entry, relative));
    for (const entry of matches) unused.delete(entry);
    return matches.length > 0;
  };
  const found = {
    files: plan.files.filter(isMeant),
    refused: plan.refused.filter((entry) => entry.reason === 'tooMany' || isMeant(entry)),
    leftOut: plan.leftOut.filter((entry) => entry.kind === 'folder' || isMeant(entry)),
  };
  const isTooMany = found.refused.some(({ reason }) => reason === 'tooMany');
  // Without any file, there is nothing to send.
  const isEmpty = found.files.length === 0 && found.refused.length === 0;
  for (const { text } of isTooMany ? [] : isEmpty ? entries : unused)
    problems.push({ kind: 'noMatch', entry: showBriefly(text) });
  for (const file of found.refused.slice(0, maxRefused)) problems.push({ kind: 'refusedFile', file });
  return { plan: found, selection, problems };
}

/**
 * Writes a path such that `files` and `exclude` read it as one and not as a pattern. Brackets mean the character in them on
 * every system, while a backslash is a separator on Windows.
 */
export function escapePattern(relative: string): string {
  return relative.replaceAll('\\', '\\\\').replace(/[*?[]| $/g, '[$&]');
}

/** A character that is meant as it is. */
const escaped = /\\([\\*?[\]])|\[([*?[ ])\]/g;

/** @returns the problem of an entry with too many wildcards, or with a backslash that escapes nothing */
function parseEntry(text: string): Entry | RequestProblem {
  const trimmed = text.replace(/^(?:\.\/+)+/, '').replace(/\/+$/, '') || '.';
  const segments = trimmed.split(/\/+/);
  const unescaped = segments.map((segment) => segment.replace(escaped, ''));
  if (unescaped.some((segment) => segment.includes('\\')))
    return { kind: 'backslash', entry: showBriefly(text) };
  const first = unescaped.findIndex((segment) => /[*?[]/.test(segment));
  const plain = (first < 0 ? segments : segments.slice(0, first)).map((segment) =>
    segment.replace(escaped, '$1$2'),
  );
  const base = path.join(...plain, '.');
  if (first < 0) return { text, base };
  const folderStars = segments.filter((segment) => segment === '**').length;
  const stars = unescaped.map((segment) => (segment === '**' ? 0 : segment.split('*').length - 1));
  if (folderStars > maxFolderStars || Math.max(...stars) > maxStarsPerSegment)
    return { kind: 'unfitText', property: 'files', text: showBriefly(text) };
  const options = { dot: true, nobrace: true, nocomment: true, noext: true, nonegate: true };
  return { text, base, pattern: new Minimatch(toLocalKey(segments.join('/')), options) };
}

/** @param relative the path of a file, relative to the workspace folder, with `/` */
function isMatch({ base, pattern }: Entry, relative: string): boolean {
  const key = toLocalKey(relative);
  if (pattern !== undefined) return pattern.match(key);
  const place = toLocalKey(toSlashes(base));
  return place === '.' || key === place || key.startsWith(`${place}/`);
}
