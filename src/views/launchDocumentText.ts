import path from 'node:path';
import * as vscode from 'vscode';
import type { Launch } from '../launch/launch';
import { formatComparison } from '../launch/launchComparison';
import { formatLaunchDetails } from './launchDetails';
import { detailsFolder } from './launchUris';

/**
 * Formats the document at a URI of launchUris.ts.
 * @param exact redacts known secrets
 * @returns nothing if its launch has been removed
 */
export function formatLaunchDocument(
  uri: vscode.Uri,
  launches: readonly Launch[],
  exact: (text: string) => string,
): string | undefined {
  const id = path.posix.basename(uri.path, '.txt');
  const launch = launches.find((one) => one.id === id);
  if (launch === undefined) return undefined;
  if (path.posix.dirname(uri.path) === detailsFolder) return formatLaunchDetails(launch, exact);
  const other = launches.find((one) => one.id === uri.query);
  const labels = {
    model: vscode.l10n.t('Model'),
    project: vscode.l10n.t('Project'),
    service: vscode.l10n.t('Service'),
    commit: vscode.l10n.t('Commit'),
    files: vscode.l10n.t('Files'),
    dirty: vscode.l10n.t('(with uncommitted changes)'),
  };
  return formatComparison(launch.record, labels, { exact, other: other?.record });
}
