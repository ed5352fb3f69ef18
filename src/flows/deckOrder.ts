import path from 'node:path';
import ignore from 'ignore';
import * as vscode from 'vscode';
import type { DeckCheckOrder } from '../deck/finding';
import type { Settings } from '../session/settings';
import { isInside } from '../upload/paths';
import type { Selection, UploadPlan } from '../upload/uploadPlan';

/** The workspace folders of a selection in which the user wants decks to be checked. */
export function findCheckedRoots(
  selections: readonly Selection[],
  settings: Pick<Settings, 'isDeckCheckOn'>,
): string[] {
  return selections.map(({ root }) => root).filter((root) => settings.isDeckCheckOn(vscode.Uri.file(root)));
}

/** @param roots the workspace folders whose decks are checked */
export function createDeckOrder(
  plan: UploadPlan,
  selections: readonly Selection[],
  roots: readonly string[],
  settings: Pick<Settings, 'deckFormats'>,
): DeckCheckOrder {
  const files = plan.files.filter(({ path: file }) => roots.some((root) => isInside(root, file)));
  const formats = new Map(
    roots.flatMap((root) => listFormats(root, plan, settings.deckFormats(vscode.Uri.file(root)))),
  );
  return {
    ...{ roots, formats, leftOut: plan.leftOut },
    exclude: new Map(selections.map(({ root, exclude }) => [root, exclude])),
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
    matcher: ignore({ allowRelativePaths: false }).add(pattern),
  }));
  if (patterns.length === 0) return [];
  return plan.files.flatMap(({ path: file }) => {
    if (!isInside(root, file)) return [];
    const relative = path.relative(root, file).split(path.sep).join('/');
    const found = patterns.findLast(({ matcher }) => matcher.ignores(relative));
    return found === undefined ? [] : [[file, found.format]];
  });
}
