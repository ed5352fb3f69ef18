import path from 'node:path';
import * as vscode from 'vscode';
import type { Launches } from '../session/launchStore';
import { redactor } from '../platform/output';

/** The scheme of launches as documents. */
export const launchScheme = 'simulation-service-launch';

/** Launches as plain text, for VS Code's diff editor. */
export class LaunchDocuments implements vscode.TextDocumentContentProvider {
  constructor(private readonly launches: Launches) {}

  async provideTextDocumentContent(uri: vscode.Uri): Promise<string | undefined> {
    const id = path.posix.basename(uri.path, '.txt');
    const launch = (await this.launches.list()).find((one) => one.id === id);
    const { comparisonText } = await import('../lazy');
    const labels = {
      model: vscode.l10n.t('Model'),
      project: vscode.l10n.t('Project'),
      service: vscode.l10n.t('Service'),
      commit: vscode.l10n.t('Commit'),
      files: vscode.l10n.t('Files'),
      dirty: vscode.l10n.t('(with uncommitted changes)'),
    };
    return launch && comparisonText(launch.record, labels, (text) => redactor.exact(text));
  }
}
