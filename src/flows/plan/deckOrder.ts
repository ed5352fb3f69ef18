import * as vscode from 'vscode';
import type { DeckCheckOrder } from '../../deck/finding';
import { isInside, relativePath, toSlashes } from '../../files/paths';
import type { Settings } from '../../session/settings';
import { ExcludePatterns } from '../../upload/excludePatterns';
import type { Selection, UploadPlan } from '../../upload/uploadPlan';

/** The workspace folders of a selection in which the user wants decks to be checked. */
export function findCheckedRoots(
  selections: readonly Selection[],
  settings: Pick<Settings, 'isDeckCheckOn'>,
): string[] {
  return selections.map(({ root }) => root).filter((root) => settings.isDeckCheckOn(vscode.Uri.file(root)));
}

/** @param checked the workspace folders whose decks are checked */
export function createDeckOrder(
  plan: UploadPlan,
  selections: readonly Selection[],
  checked: readonly string[],
  settings: Pick<Settings, 'deckFormats' | 'exclude'>,
): DeckCheckOrder {
  const files = plan.files.filter(({ path: file }) => checked.some((root) => isInside(root, file)));
  const formats = new Map(
    checked.flatMap((root) => listFormats(root, plan, settings.deckFormats(vscode.Uri.file(root)))),
  );
  const exclude = new Map(
    selections.map((selection) => [selection.root, [...selection.exclude, ...(selection.alsoExclude ?? [])]]),
  );
  // Decks of one workspace folder may name files of another one.
  const others = (vscode.workspace.workspaceFolders ?? [])
    .filter(({ uri }) => uri.scheme === 'file' && !exclude.has(uri.fsPath))
    .map(({ uri }) => [uri.fsPath, settings.exclude(uri)] as const);
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
