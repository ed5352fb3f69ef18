import path from 'node:path';
import * as vscode from 'vscode';
import type { formatComparison } from '../launch/launchComparison';
import type { Redactor } from '../secrets/redactor';
import type { LaunchStore } from '../session/launchStore';

/** The URI scheme of launches as documents. */
export const launchScheme = 'simulation-service-launch';

/** Launches as plain text, for VS Code's diff editor. */
export class LaunchDocuments implements vscode.TextDocumentContentProvider {
  readonly #launches: LaunchStore;
  readonly #redactor: Pick<Redactor, 'exact'>;
  readonly #load: () => Promise<{ readonly formatComparison: typeof formatComparison }>;

  constructor(
    launches: LaunchStore,
    redactor: Pick<Redactor, 'exact'>,
    load: () => Promise<{ readonly formatComparison: typeof formatComparison }>,
  ) {
    this.#launches = launches;
    this.#redactor = redactor;
    this.#load = load;
  }

  async provideTextDocumentContent(uri: vscode.Uri): Promise<string | undefined> {
    const id = path.posix.basename(uri.path, '.txt');
    const launch = (await this.#launches.list()).find((one) => one.id === id);
    const parts = await this.#load();
    const labels = {
      model: vscode.l10n.t('Model'),
      project: vscode.l10n.t('Project'),
      service: vscode.l10n.t('Service'),
      commit: vscode.l10n.t('Commit'),
      files: vscode.l10n.t('Files'),
      dirty: vscode.l10n.t('(with uncommitted changes)'),
    };
    return launch && parts.formatComparison(launch.record, labels, (text) => this.#redactor.exact(text));
  }
}
