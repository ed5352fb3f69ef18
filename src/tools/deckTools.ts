import path from 'node:path';
import * as vscode from 'vscode';
import type { CommandContext } from '../context';
import type { DeckFile, DeckReport, Finding } from '../deck/finding';
import { checkSelections } from '../flows/checkSelections';
import { selectionsOf } from '../flows/selection';
import { isWorthShowing } from '../messages/deckFindings';
import { isInside, relativePath, toSlashes } from '../upload/paths';
import { toAgentName, toAgentText } from './agentText';
import { findToolFolder } from './toolFolder';
import { parseToolInput } from './toolInput';
import type { ToolResult } from './toolResult';

/** Limit for the findings of a result. */
const maxFindings = 100;

/** Checks which files the decks among some files name. Sends nothing. */
export async function checkDeck(
  { settings }: CommandContext,
  input: unknown,
  signal: AbortSignal,
): Promise<ToolResult> {
  const { paths = [], folder: name } = parseToolInput(input, { paths: 'texts', folder: 'text' }, ['paths']);
  const folder = findToolFolder(name);
  if ('status' in folder) return folder;
  const root = folder.uri.fsPath;
  const files = paths.map((one) => path.resolve(root, one));
  const outside = paths.filter((one, index) => path.isAbsolute(one) || !isInside(root, files[index] ?? ''));
  if (outside.length > 0) {
    return {
      status: 'failed',
      problems: outside.map((one) => ({ kind: 'outsideFolder', path: toAgentText(one) })),
      next: 'Use paths relative to the workspace folder, without “..”.',
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
    decks: report.decks.slice(0, maxFindings).map((deck) => describePlace(deck, root)),
    ...describeFindings(report, root),
    ...(plan.refused.length > 0 && {
      refused: plan.refused
        .slice(0, maxFindings)
        .map((file) => ({ file: toAgentName(file.name), reason: file.reason })),
    }),
  };
}

/**
 * The names in decks that may not be found.
 * @param root the workspace folder, to which paths are relative
 */
export function describeFindings(
  { findings, partlyRead }: Pick<DeckReport, 'findings' | 'partlyRead'>,
  root: string,
): object {
  const shown = findings.filter(isWorthShowing);
  return {
    findings: shown.slice(0, maxFindings).map((finding) => describeFinding(finding, root)),
    ...(shown.length > maxFindings && { more_findings: shown.length - maxFindings }),
    ...(partlyRead.length > 0 && {
      partly_read: partlyRead
        .slice(0, maxFindings)
        .map(({ deck, line }) => ({ deck: describePlace(deck, root), up_to_line: line })),
    }),
  };
}

function describeFinding({ deck, line, name, kind, state, target }: Finding, root: string): object {
  return {
    deck: describePlace(deck, root),
    line,
    state,
    kind,
    // Absolute paths of a deck are nobody's business but the user's.
    name: toAgentName(name),
    ...(target !== undefined && isInside(root, target) && { file: toRelative(root, target) }),
  };
}

function describePlace({ name, path: file }: DeckFile, root: string): string {
  return isInside(root, file) ? toRelative(root, file) : toAgentName(name || path.basename(file));
}

function toRelative(root: string, file: string): string {
  return toAgentName(toSlashes(relativePath(root, file)));
}
