import { lstat } from 'node:fs/promises';
import path from 'node:path';
import { Minimatch } from 'minimatch';
import { isPauseDue, pause } from '../client/core/pause';
import { getErrnoCode } from '../files/errnoCode';
import { relativePath, toLocalKey, toSlashes } from '../files/paths';
import { resolveInside } from '../files/resolveLinks';
import { arrangePlan, findPlanBase, planUpload } from '../upload/planUpload';
import { addFiles, type Selection, type UploadPlan } from '../upload/uploadPlan';
import { type LaunchRequest, showBriefly } from './launchRequest';
import { type PlacedPath, type RequestFolder, type RequestFolders, RequestPlaces } from './requestFolders';
import type { RequestProblem } from './requestProblem';

export type RequestedModel = Extract<LaunchRequest['model'], { readonly files: unknown }>;

/** The files of a request, by the rules of a selection in the Explorer. */
export interface RequestedFiles {
  readonly plan: UploadPlan;
  /** One for each folder that files are in. */
  readonly selections: readonly Selection[];
  /** Entries that no file matches, rejected files, or a pattern that is not valid. */
  readonly problems: readonly RequestProblem[];
}

/** Limit for the rejected files that are named. */
const maxRejected = 20;

/** Limits for the wildcards of one pattern, because each multiplies the time of a comparison. */
const maxStarsPerSegment = 3;
const maxFolderStars = 3;

/** A path, or a pattern with wildcards. */
export interface RequestedEntry {
  readonly text: string;
  /** Relative to its workspace folder: the path itself, or the innermost folder that everything is in. */
  readonly base: string;
  /** Undefined for a path. */
  readonly pattern?: Minimatch;
  /** The text that every match ends with. */
  readonly ending?: string;
}

/**
 * Lists the files that a request means. Reads folders, and none of the files. An entry that is the path of a file or a
 * folder means that one, whatever characters its name has: VS Code and agents write paths as they are.
 */
export async function findRequestedFiles(
  { files, exclude }: Omit<RequestedModel, 'name'>,
  folders: RequestFolders,
  signal: AbortSignal,
): Promise<RequestedFiles> {
  const problems: RequestProblem[] = [];
  const entries = new Map<RequestFolder, RequestedEntry[]>();
  const places = new RequestPlaces(folders);
  for (const text of files) {
    const placed = await places.find(text);
    if (typeof placed === 'string') {
      problems.push({ kind: placed, entry: showBriefly(text) });
      continue;
    }
    const entry = await readEntry(text, placed);
    const others = entries.get(placed.folder);
    if ('kind' in entry) problems.push(entry);
    else if (others === undefined) entries.set(placed.folder, [entry]);
    else others.push(entry);
  }
  const [first, ...more] = await Promise.all(
    [...entries].map(async ([folder, ofFolder]): Promise<Selection> => ({
      root: folder.root,
      items: [...new Set(ofFolder.map(({ base }) => path.join(folder.root, base)))],
      exclude: folder.exclude,
      alsoExclude: await places.patternsIn(folder, exclude),
    })),
  );
  const selections = first === undefined ? [] : addFiles([first], more);
  const found: FoundFiles[] = [];
  const inFolders = [...entries.values()];
  for (const [index, selection] of selections.entries())
    found.push(await findFilesOfEntries(selection, inFolders[index] ?? [], signal));
  const plan = mergePlans(found);
  const isTooMany = plan.rejected.some(({ reason }) => reason === 'tooMany');
  // Without any file, there is nothing to send.
  const isEmpty = plan.files.length === 0 && plan.rejected.length === 0;
  const noMatch = isTooMany ? [] : isEmpty ? inFolders.flat() : found.flatMap(({ unused }) => [...unused]);
  for (const { text, pattern } of noMatch) {
    const problem = { kind: 'noMatch', entry: showBriefly(text) } as const;
    const hasBracket = pattern !== undefined && text.includes('[');
    problems.push(hasBracket ? { ...problem, hasBracket } : problem);
  }
  for (const file of plan.rejected.slice(0, maxRejected)) problems.push({ kind: 'refusedFile', file });
  return { plan, selections, problems };
}

interface FoundFiles extends UploadPlan {
  /** The entries that no file matches. */
  readonly unused: ReadonlySet<RequestedEntry>;
}

/** Finds what the entries in one folder mean. */
async function findFilesOfEntries(
  selection: Selection,
  entries: readonly RequestedEntry[],
  signal: AbortSignal,
): Promise<FoundFiles> {
  const base = await findPlanBase([selection], selection);
  if (typeof base !== 'string') return { files: [], excluded: [], rejected: [base], unused: new Set() };
  const plan = await planUpload([{ ...selection, base }], { signal });
  const index = new EntryIndex(entries);
  const keepMeant = async <T extends { readonly name: string }>(
    found: readonly T[],
    isKept: (one: T) => boolean = () => false,
  ): Promise<T[]> => {
    signal.throwIfAborted();
    const keyOf = ({ name }: T) =>
      toLocalKey(toSlashes(relativePath(selection.root, path.resolve(base, name))));
    return await index.filter(found, keyOf, isKept);
  };
  return {
    files: await keepMeant(plan.files),
    rejected: await keepMeant(plan.rejected, ({ reason }) => reason === 'tooMany'),
    excluded: await keepMeant(plan.excluded, ({ kind }) => kind === 'folder'),
    unused: index.unused,
  };
}

/** Indexes entries by their base: a file is compared only with entries whose base is the file or a folder around it. */
export class EntryIndex {
  /** The entries that no file matches. */
  readonly unused: ReadonlySet<RequestedEntry>;
  readonly #unused: Set<RequestedEntry>;
  readonly #byBase = new Map<string, RequestedEntry[]>();

  constructor(entries: readonly RequestedEntry[]) {
    this.unused = this.#unused = new Set(entries);
    for (const entry of entries) {
      const base = toLocalKey(toSlashes(entry.base));
      const others = this.#byBase.get(base);
      if (others === undefined) this.#byBase.set(base, [entry]);
      else others.push(entry);
    }
  }

  /**
   * @param keyOf the key of the path of a file, relative to the workspace folder of the entries, with `/`
   * @param isKept whether a file stays without being compared
   * @returns those that an entry matches
   */
  async filter<T>(
    files: readonly T[],
    keyOf: (file: T) => string,
    isKept: (file: T) => boolean,
  ): Promise<T[]> {
    const meant: T[] = [];
    let comparisons = 0;
    for (const file of files) {
      let isMeant = isKept(file);
      const key = isMeant ? '' : keyOf(file);
      for (const base of isMeant ? [] : listPlacesAround(key)) {
        if (isPauseDue(++comparisons)) await pause();
        for (const entry of this.#byBase.get(base) ?? []) {
          if (isPauseDue(++comparisons)) await pause();
          if (!isMatch(entry, key)) continue;
          isMeant = true;
          this.#unused.delete(entry);
        }
      }
      if (isMeant) meant.push(file);
    }
    return meant;
  }
}

/** A path itself, each folder that it is in, and `.`. */
function listPlacesAround(key: string): string[] {
  const places: string[] = [];
  for (let end = key.length; end > 0; end = key.lastIndexOf('/', end - 1)) places.push(key.slice(0, end));
  return [...places, '.'];
}

/** Merges the plans of the folders into one. If a folder is inside another one, both plans have its files. */
function mergePlans(plans: readonly UploadPlan[]): UploadPlan {
  return arrangePlan({
    files: toDistinct(plans.flatMap(({ files }) => files)),
    excluded: toDistinct(plans.flatMap(({ excluded }) => excluded)),
    rejected: toDistinct(plans.flatMap(({ rejected }) => rejected)),
  });
}

/** The entries without duplicates. */
function toDistinct<T extends { readonly name: string; readonly path: string }>(entries: readonly T[]): T[] {
  return [...new Map(entries.map((entry) => [`${entry.name}\0${entry.path}`, entry])).values()];
}

/**
 * Writes a path such that `files` and `exclude` read it as one and not as a pattern. Brackets mean the character in
 * them on every system, while a backslash is a separator on Windows. In `exclude`, it stands behind a slash, because a
 * `!` or `#` at the beginning of a line means something else.
 */
export function escapePattern(relative: string): string {
  return relative.replaceAll('\\', '\\\\').replace(/[*?[]| $/g, '[$&]');
}

/** A character that is meant as it is. */
const escaped = /\\([\\*?[\]])|\[([*?[ ])\]/g;

/** As {@link parseEntry}, but an entry that names an existing file or folder exactly is no pattern. */
async function readEntry(
  text: string,
  { folder: { root }, relative }: PlacedPath,
): Promise<RequestedEntry | RequestProblem> {
  const parsed = parseEntry(text, relative);
  const exact = path.join(relative, '.').replace(/[/\\]$/, '');
  if (!('kind' in parsed) && parsed.pattern === undefined) {
    // An escaped path as Save as Task writes it means its own file before one whose name has these brackets.
    if (parsed.base === exact || (await isThere(root, parsed.base))) return parsed;
  }
  return (await isThere(root, exact)) ? { text, base: exact } : parsed;
}

/** Codes of the system that prove that nothing has this path. Some file systems have names without some characters. */
const notThere: ReadonlySet<string> = new Set(['ENOENT', 'ENOTDIR', 'ENAMETOOLONG', 'EINVAL']);

/**
 * Whether a file or a folder has a path relative to the root, as far as nobody can tell the opposite: while that
 * cannot be found out, no other file may go in its place. Nothing behind a link that leads out is looked at.
 */
async function isThere(root: string, relative: string): Promise<boolean> {
  try {
    const inside = await resolveInside(root, path.join(root, relative));
    if (inside === undefined) return false;
    await lstat(inside);
    return true;
  } catch (error) {
    return !notThere.has(getErrnoCode(error));
  }
}

/**
 * @param text as written
 * @param relative the same, relative to its workspace folder
 * @returns the problem of an entry with too many wildcards, or with a backslash that escapes nothing
 */
export function parseEntry(text: string, relative: string): RequestedEntry | RequestProblem {
  const trimmed = relative.replace(/^(?:\.\/+)+/, '').replace(/\/+$/, '') || '.';
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
  const pattern = toLocalKey(segments.join('/'));
  const [ending = ''] = /[^*?[\]\\/]*$/.exec(pattern) ?? [];
  return { text, base, pattern: new Minimatch(pattern, options), ending };
}

/** @param key of a path that is the base of the entry or in it */
function isMatch({ pattern, ending = '' }: RequestedEntry, key: string): boolean {
  return pattern === undefined || (key.endsWith(ending) && pattern.match(key));
}
