import * as vscode from 'vscode';
import type { DeckCheckOrder } from '../../deck/finding';
import {
  type CheckDecks,
  createDeckChecker,
  type DeckOrderOptions,
  orderDeckCheck,
} from '../../request/deckOrder';
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
  return orderDeckCheck(plan, selections, optionsOf(checked, settings));
}

/** Checks the decks of this window as the settings say. */
export function createDeckCheck(
  settings: Pick<Settings, 'deckFormats' | 'exclude' | 'isDeckCheckOn'>,
): CheckDecks {
  return createDeckChecker((selections) => optionsOf(findCheckedRoots(selections, settings), settings));
}

function optionsOf(
  checked: readonly string[],
  settings: Pick<Settings, 'deckFormats' | 'exclude'>,
): DeckOrderOptions {
  const folders = (vscode.workspace.workspaceFolders ?? [])
    .filter(({ uri }) => uri.scheme === 'file')
    .map(({ uri }) => ({ root: uri.fsPath, exclude: settings.exclude(uri) }));
  return { checked, folders, formatsIn: (root) => settings.deckFormats(vscode.Uri.file(root)) };
}
