import { DeckCheckThread } from '../deck/deckCheckThread';
import type { DeckCheckOrder, DeckReport } from '../deck/finding';
import { isInside, relativePath, toSlashes } from '../files/paths';
import { ExcludePatterns } from '../upload/excludePatterns';
import type { Selection, UploadPlan } from '../upload/uploadPlan';
import type { RequestFolder } from './requestFolders';

/** Checks the decks among the files of a plan. Rejects with the reason of the signal. */
export type CheckDecks = (
  plan: UploadPlan,
  selections: readonly Selection[],
  signal: AbortSignal,
) => Promise<DeckReport>;

export interface DeckOrderOptions {
  /** The roots of the folders whose decks are checked. */
  readonly checked: readonly string[];
  /** All folders of the window: decks of one may name files of another one. */
  readonly folders: readonly RequestFolder[];
  /** The formats that the user has chosen for files of a folder, by pattern. */
  readonly formatsIn: (root: string) => Readonly<Record<string, string>>;
}

/** Checks decks in a thread of its own. @param optionsOf called for each check */
export function createDeckChecker(
  optionsOf: (selections: readonly Selection[]) => DeckOrderOptions,
): CheckDecks {
  return async (plan, selections, signal) => {
    const options = optionsOf(selections);
    if (options.checked.length === 0) return { decks: [], findings: [], partlyRead: [] };
    return await new DeckCheckThread(signal).check(orderDeckCheck(plan, selections, options));
  };
}

/** The order for a check of the decks that would be uploaded. */
export function orderDeckCheck(
  plan: UploadPlan,
  selections: readonly Selection[],
  { checked, folders, formatsIn }: DeckOrderOptions,
): DeckCheckOrder {
  const files = plan.files.filter(({ path: file }) => checked.some((root) => isInside(root, file)));
  const formats = new Map(checked.flatMap((root) => listFormats(root, plan, formatsIn(root))));
  const exclude = new Map(
    selections.map((selection) => [selection.root, [...selection.exclude, ...(selection.alsoExclude ?? [])]]),
  );
  const others = folders
    .filter(({ root }) => !exclude.has(root))
    .map((folder) => [folder.root, folder.exclude] as const);
  return {
    formats,
    excluded: plan.excluded,
    roots: [...checked, ...others.map(([root]) => root)],
    exclude: new Map([...exclude, ...others]),
    files: files.map(({ name, path: file }) => ({ name, path: file })),
  };
}

/** Files with the formats that the user has chosen for them; of several patterns, the last one counts. */
function listFormats(
  root: string,
  plan: UploadPlan,
  chosen: Readonly<Record<string, string>>,
): [file: string, format: string][] {
  const patterns = Object.entries(chosen).map(([pattern, format]) => ({
    format,
    matcher: new ExcludePatterns([pattern]),
  }));
  if (patterns.length === 0) return [];
  return plan.files.flatMap(({ path: file }) => {
    if (!isInside(root, file)) return [];
    const relative = toSlashes(relativePath(root, file));
    const found = patterns.findLast(({ matcher }) => matcher.find(relative) !== undefined);
    return found === undefined ? [] : [[file, found.format]];
  });
}
