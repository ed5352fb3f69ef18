import path from 'node:path';
import ignore from 'ignore';
import * as vscode from 'vscode';
import type { DeckCheckOrder } from '../deck/finding';
import type { Settings } from '../session/settings';
import { isInside } from '../upload/paths';
import type { Selection, UploadPlan } from '../upload/uploadPlan';

/** @returns what to check in the files of a plan; undefined if the user has switched that off for all of them */
export function createDeckOrder(
  plan: UploadPlan,
  selections: readonly Selection[],
  settings: Pick<Settings, 'isDeckCheckOn' | 'deckFormats'>,
): DeckCheckOrder | undefined {
  const roots = selections
    .map(({ root }) => root)
    .filter((root) => settings.isDeckCheckOn(vscode.Uri.file(root)));
  if (roots.length === 0) return undefined;
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
