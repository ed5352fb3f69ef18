import * as vscode from 'vscode';
import { DeckCheckThread } from '../../deck/deckCheckThread';
import type { DeckCheckOrder } from '../../deck/finding';
import { type CheckDecks, orderDeckCheck } from '../../request/deckOrder';
import type { Settings } from '../../session/settings';
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
  const folders = (vscode.workspace.workspaceFolders ?? [])
    .filter(({ uri }) => uri.scheme === 'file')
    .map(({ uri }) => ({ root: uri.fsPath, exclude: settings.exclude(uri) }));
  const formatsIn = (root: string) => settings.deckFormats(vscode.Uri.file(root));
  return orderDeckCheck(plan, selections, { checked, folders, formatsIn });
}

/** Checks the decks of this window as the settings say. */
export function createDeckCheck(
  settings: Pick<Settings, 'deckFormats' | 'exclude' | 'isDeckCheckOn'>,
): CheckDecks {
  return async (plan, selections, signal) => {
    const roots = findCheckedRoots(selections, settings);
    if (roots.length === 0) return { decks: [], findings: [], partlyRead: [] };
    return await new DeckCheckThread(signal).check(createDeckOrder(plan, selections, roots, settings));
  };
}
