import path from 'node:path';
import * as vscode from 'vscode';
import type { Launch } from '../launch/launch';
import { formatComparison, formatRecord } from '../launch/launchComparison';
import type { LaunchWithFiles } from '../launch/launchExport';
import { messageWithoutSecrets } from '../platform/output';
import type { LaunchStore } from '../session/launchStore';
import { detailsFolder, schemes } from './documentUris';
import { getDetail } from './launchItems';
import { listDetailNames } from './launchNodes';
import { getStateLabel } from './launchStates';

/** Launches as plain text. Open documents follow their launch. */
export class LaunchDocuments implements vscode.TextDocumentContentProvider, vscode.Disposable {
  readonly #launches: LaunchStore;
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  readonly #subscription: vscode.Disposable;
  readonly onDidChange = this.#changed.event;

  constructor(launches: LaunchStore) {
    this.#launches = launches;
    this.#subscription = launches.onDidChange(() => {
      for (const { uri } of vscode.workspace.textDocuments)
        if (uri.scheme === schemes.launch) this.#changed.fire(uri);
    });
  }

  /** @param uri see documentUris.ts. @returns nothing if its launch has been removed */
  async provideTextDocumentContent(uri: vscode.Uri): Promise<string | undefined> {
    const launch = await this.#find(path.posix.basename(uri.path, '.txt'));
    if (launch === undefined) return undefined;
    if (path.posix.dirname(uri.path) === detailsFolder) return formatDetails(launch);
    const other = await this.#find(uri.query);
    const labels = {
      model: vscode.l10n.t('Model'),
      project: vscode.l10n.t('Project'),
      service: vscode.l10n.t('Service'),
      commit: vscode.l10n.t('Commit'),
      files: vscode.l10n.t('Files'),
      dirty: vscode.l10n.t('(with uncommitted changes)'),
    };
    return formatComparison(launch, labels, { exact: messageWithoutSecrets, other });
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#changed.dispose();
  }

  async #find(id: string): Promise<(Launch & LaunchWithFiles) | undefined> {
    const found = (await this.#launches.list()).find((one) => one.id === id);
    return found && (await this.#launches.withFiles(found));
  }
}

/** Formats all that is recorded of a launch, as text to read. */
function formatDetails(launch: Launch & LaunchWithFiles): string {
  const { record, state } = launch;
  const details = listDetailNames(launch).map((name) => getDetail(launch, name));
  return formatRecord(
    launch,
    [
      [vscode.l10n.t('Name'), record.plan.model.name],
      [vscode.l10n.t('State'), getStateLabel(state)],
      ...details.map(({ label, value }) => [label, value] as const),
    ],
    messageWithoutSecrets,
  );
}
