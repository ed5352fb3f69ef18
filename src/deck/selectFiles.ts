import { lstatSync, statSync } from 'node:fs';
import path from 'node:path';
import { findCommonFolder, isInside } from '../files/paths';
import { planUpload } from '../upload/planUpload';
import type { RejectedEntry, RejectionReason } from '../upload/uploadPlan';
import type { DeckCheckOrder } from './finding';

/**
 * Selects files and folders for a check of decks: of a folder, all of its files.
 * @param here the workspace folder of items within it; absolute, as the items are
 * @throws the system's error for an item that does not exist
 */
export async function selectForDeckCheck(
  here: string,
  items: readonly string[],
): Promise<{ readonly order: DeckCheckOrder; readonly rejected: readonly RejectedEntry[] }> {
  const folders = items.map((item) => (statSync(item).isDirectory() ? item : path.dirname(item)));
  const common = findCommonFolder(folders) ?? here;
  const root = items.every((item) => isInside(here, item)) ? here : common;
  const { files, rejected } = await planUpload([{ root, items, exclude: [] }], { maxEntries: Infinity });
  const selected = [...files, ...rejected.filter(isRefusedForItsName)];
  return {
    order: {
      files: selected.map(({ name, path: file }) => ({ name, path: file })),
      excluded: [],
      roots: [root],
      formats: new Map(),
    },
    rejected,
  };
}

const nameReasons: ReadonlySet<RejectionReason> = new Set([
  'equalName',
  'controlCharacters',
  'notUnicode',
  'pathLike',
  'reserved',
  'trailing',
  'tooLong',
]);

/** Such a file is selected all the same: only a service could not take it under its name. */
function isRefusedForItsName({ path: file, reason }: RejectedEntry): boolean {
  return nameReasons.has(reason) && lstatSync(file, { throwIfNoEntry: false })?.isFile() === true;
}
