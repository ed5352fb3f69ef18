import path from 'node:path';
import * as vscode from 'vscode';
import { findRequestFolders } from '../commands/requested/requestedLaunch';
import type { CommandContext } from '../context';
import type { DeckFile, DeckReport, Finding } from '../deck/finding';
import { isInside, relativePath, toSlashes } from '../files/paths';
import { checkSelections } from '../flows/plan/deckCheckStep';
import { selectionsOf } from '../flows/selection';
import { isWorthShowing } from '../messages/deckFindings';
import { leadsOut, RequestPlaces } from '../request/requestFolders';
import { toAgentName } from './agentText';
import { findToolFolder } from './toolFolder';
import { parseToolInput } from './toolInput';
import type { ToolResult } from './toolResult';

/** Limit for the findings of a result. */
const maxFindings = 100;

/** Checks which files the decks among some files name. Sends nothing. */
export async function checkDecksForAgent(
  { settings }: Pick<CommandContext, 'settings'>,
  input: unknown,
  signal: AbortSignal,
): Promise<ToolResult> {
  const { paths = [], folder: name } = parseToolInput(input, { paths: 'texts', folder: 'text' }, ['paths']);
  const folder = findToolFolder(name, paths);
  if (folder !== undefined && 'status' in folder) return folder;
  const places = new RequestPlaces(findRequestFolders(folder, settings));
  const files: string[] = [];
  const outside: string[] = [];
  for (const one of paths) {
    const placed = leadsOut(one) ? 'outsideFolder' : await places.find(one);
    if (typeof placed === 'string') outside.push(one);
    else files.push(path.join(placed.folder.root, placed.relative));
  }
  if (outside.length > 0) {
    return {
      status: 'failed',
      problems: outside.map((one) => ({ kind: 'outsideFolder', path: toAgentName(one) })),
      next: 'Use paths inside of a workspace folder: relative to it or absolute, without “..”.',
    };
  }
  const selections = selectionsOf(
    files.map((file) => vscode.Uri.file(file)),
    settings,
  );
  const { plan, report } = await checkSelections(selections, settings, signal);
  return {
    status: 'ok',
    files: plan.files.length,
    decks: report.decks.slice(0, maxFindings).map((deck) => describePlace(deck, folder)),
    ...describeFindings(report, folder),
    ...(plan.rejected.length > 0 && {
      rejected: plan.rejected
        .slice(0, maxFindings)
        .map((file) => ({ file: toAgentName(file.name), reason: file.reason })),
    }),
  };
}

/**
 * The names in decks that may not be found.
 * @param folder the workspace folder that the paths of the input begin in
 */
export function describeFindings(
  { findings, partlyRead }: Pick<DeckReport, 'findings' | 'partlyRead'>,
  folder: Folder,
): object {
  const shown = findings.filter(isWorthShowing);
  return {
    findings: shown.slice(0, maxFindings).map((finding) => describeFinding(finding, folder)),
    ...(shown.length > maxFindings && { more_findings: shown.length - maxFindings }),
    ...(partlyRead.length > 0 && {
      partly_read: partlyRead
        .slice(0, maxFindings)
        .map(({ deck, line }) => ({ deck: describePlace(deck, folder), up_to_line: line })),
    }),
  };
}

type Folder = vscode.WorkspaceFolder | undefined;

function describeFinding({ deck, line, name, kind, state, target }: Finding, folder: Folder): object {
  const file = target === undefined ? undefined : toRelative(target, folder);
  return {
    deck: describePlace(deck, folder),
    line,
    state,
    kind,
    // Absolute paths of a deck are nobody's business but the user's.
    name: toAgentName(name),
    ...(file !== undefined && { file }),
  };
}

function describePlace({ name, path: file }: DeckFile, folder: Folder): string {
  return toRelative(file, folder) ?? toAgentName(name || path.basename(file));
}

/** A path relative to the folder. A path in another folder of the window begins with the name of that folder. */
function toRelative(file: string, folder: Folder): string | undefined {
  const around =
    folder !== undefined && isInside(folder.uri.fsPath, file)
      ? folder
      : vscode.workspace.getWorkspaceFolder(vscode.Uri.file(file));
  if (around === undefined) return undefined;
  const relative = toSlashes(relativePath(around.uri.fsPath, file));
  return toAgentName(around === folder ? relative : `${around.name}/${relative}`);
}
