import path from 'node:path';
import * as vscode from 'vscode';
import { formatComparison } from '../launch/launchComparison';
import type { LaunchStore } from '../session/launchStore';
import { formatLaunchDetails } from './launchDetails';
import { detailsFolder } from './launchUris';

/**
 * Formats the document at a URI of launchUris.ts.
 * @param exact redacts known secrets
 * @returns nothing if its launch has been removed
 */
export async function formatLaunchDocument(
  uri: vscode.Uri,
  launches: Pick<LaunchStore, 'list' | 'withFiles'>,
  exact: (text: string) => string,
): Promise<string | undefined> {
  const id = path.posix.basename(uri.path, '.txt');
  const find = async (wanted: string) => {
    const found = (await launches.list()).find((one) => one.id === wanted);
    return found && (await launches.withFiles(found));
  };
  const launch = await find(id);
  if (launch === undefined) return undefined;
  if (path.posix.dirname(uri.path) === detailsFolder) return formatLaunchDetails(launch, exact);
  const other = await find(uri.query);
  const labels = {
    model: vscode.l10n.t('Model'),
    project: vscode.l10n.t('Project'),
    service: vscode.l10n.t('Service'),
    commit: vscode.l10n.t('Commit'),
    files: vscode.l10n.t('Files'),
    dirty: vscode.l10n.t('(with uncommitted changes)'),
  };
  return formatComparison(launch, labels, { exact, other });
}
