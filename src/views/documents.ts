import path from 'node:path';
import * as vscode from 'vscode';
import type { Launch } from '../launch/launch';
import { formatComparison, formatRecord } from '../launch/launchComparison';
import type { LaunchWithFiles } from '../launch/launchExport';
import { messageWithoutSecrets } from '../platform/output';
import type { LaunchStore } from '../session/launchStore';
import { detailsFolder, documentScheme } from './documentUris';
import { describeState, getDetail } from './launchItems';
import { listDetailNames } from './launchNodes';

/** Read-only documents: launches as plain text, which follow their launch, and texts, each the latest of its name. */
export class Documents implements vscode.TextDocumentContentProvider, vscode.Disposable {
  readonly #launches: LaunchStore;
  readonly #texts = new Map<string, string>();
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  readonly #subscription: vscode.Disposable;
  readonly onDidChange = this.#changed.event;

  constructor(launches: LaunchStore) {
    this.#launches = launches;
    this.#subscription = launches.onDidChange(() => {
      for (const { uri } of vscode.workspace.textDocuments)
        if (uri.scheme === documentScheme && isOfLaunch(uri)) this.#changed.fire(uri);
    });
  }

  /**
   * Shows a text in a document.
   * @param name as in the title of its editor
   * @param viewColumn the active one by default
   */
  async show(
    text: string,
    name = `${vscode.l10n.t('Request Bodies')}.jsonc`,
    viewColumn?: vscode.ViewColumn,
  ): Promise<vscode.Uri> {
    const uri = vscode.Uri.from({ scheme: documentScheme, path: `/${name}` });
    this.#texts.set(uri.path, text);
    this.#changed.fire(uri);
    await vscode.window.showTextDocument(uri, viewColumn === undefined ? {} : { viewColumn });
    return uri;
  }

  /**
   * Shows two texts beside each other, with what differs.
   * @param title of their editor
   * @returns the document on the right, by which both are closed
   */
  async compare(before: string, after: string, title: string): Promise<vscode.Uri> {
    const [left, right] = [before, after].map((text, index) => {
      const uri = vscode.Uri.from({
        scheme: documentScheme,
        path: `/${index === 0 ? 'before' : 'after'}.jsonc`,
      });
      this.#texts.set(uri.path, text);
      this.#changed.fire(uri);
      return uri;
    }) as [vscode.Uri, vscode.Uri];
    await vscode.commands.executeCommand('vscode.diff', left, right, title);
    return right;
  }

  /** Closes a document that was shown, wherever it is open by now. */
  async close(uri: vscode.Uri): Promise<void> {
    const isOfDocument = ({ input }: vscode.Tab) =>
      (input instanceof vscode.TabInputText && input.uri.toString() === uri.toString()) ||
      (input instanceof vscode.TabInputTextDiff && input.modified.toString() === uri.toString());
    const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs.filter(isOfDocument));
    if (tabs.length > 0) await vscode.window.tabGroups.close(tabs, true);
  }

  /**
   * @param uri see documentUris.ts
   * @returns nothing if its launch has been removed; an empty text when it was shown in an earlier window
   */
  async provideTextDocumentContent(uri: vscode.Uri): Promise<string | undefined> {
    if (!isOfLaunch(uri)) return messageWithoutSecrets(this.#texts.get(uri.path) ?? '');
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
      dirty: vscode.l10n.t('with uncommitted changes'),
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

/** Whether a document is about a launch: its path has a folder, or it has a query. */
function isOfLaunch({ path: file, query }: vscode.Uri): boolean {
  return path.posix.dirname(file) === detailsFolder || query !== '';
}

/** What is kept of a response in which the identifier of the simulation was not found. */
function listResponseLines(response: string | undefined): readonly string[] {
  return response === undefined || response === '' ? [] : response.split('\n');
}

/** Formats all that is recorded of a launch, as text to read. */
function formatDetails(launch: Launch & LaunchWithFiles): string {
  const { record } = launch;
  const details = listDetailNames(launch).map((name) => getDetail(launch, name));
  return formatRecord(
    launch,
    [
      [vscode.l10n.t('Name'), record.plan.model.name],
      [vscode.l10n.t('State'), describeState(launch)],
      ...details.map(({ label, value }) => [label, value] as const),
      ...listResponseLines(record.simulation?.response).map(
        (line) => [vscode.l10n.t('Response'), line] as const,
      ),
    ],
    messageWithoutSecrets,
  );
}
