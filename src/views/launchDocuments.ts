import path from 'node:path';
import * as vscode from 'vscode';
import type { Launch } from '../launch/launch';
import type { formatComparison } from '../launch/launchComparison';
import type { Redactor } from '../secrets/redactor';
import type { LaunchStore } from '../session/launchStore';

/** The URI scheme of launches as documents. */
export const launchScheme = 'simulation-service-launch';

const detailsFolder = '/details';

/** The document that is compared with that of another launch. */
export function createComparisonUri(id: string, otherId: string): vscode.Uri {
  return vscode.Uri.from({ scheme: launchScheme, path: `/${id}.txt`, query: otherId });
}

/** The document that shows all that is recorded of a launch. */
export function createDetailsUri(id: string): vscode.Uri {
  return vscode.Uri.from({ scheme: launchScheme, path: `${detailsFolder}/${id}.txt` });
}

/** Loaded with the first document. */
interface DocumentParts {
  readonly formatComparison: typeof formatComparison;
  readonly formatLaunchDetails: (launch: Launch, exact: (name: string) => string) => string;
}

/** Launches as plain text. Open documents follow their launch. */
export class LaunchDocuments implements vscode.TextDocumentContentProvider, vscode.Disposable {
  readonly #launches: LaunchStore;
  readonly #redactor: Pick<Redactor, 'exact'>;
  readonly #load: () => Promise<DocumentParts>;
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  readonly #subscription: vscode.Disposable;
  readonly onDidChange = this.#changed.event;

  constructor(launches: LaunchStore, redactor: Pick<Redactor, 'exact'>, load: () => Promise<DocumentParts>) {
    this.#launches = launches;
    this.#redactor = redactor;
    this.#load = load;
    this.#subscription = launches.onDidChange(() => {
      for (const { uri } of vscode.workspace.textDocuments)
        if (uri.scheme === launchScheme) this.#changed.fire(uri);
    });
  }

  async provideTextDocumentContent(uri: vscode.Uri): Promise<string | undefined> {
    const id = path.posix.basename(uri.path, '.txt');
    const launches = await this.#launches.list();
    const launch = launches.find((one) => one.id === id);
    if (launch === undefined) return undefined;
    const other = launches.find((one) => one.id === uri.query);
    const parts = await this.#load();
    const exact = (text: string) => this.#redactor.exact(text);
    if (path.posix.dirname(uri.path) === detailsFolder) return parts.formatLaunchDetails(launch, exact);
    const labels = {
      model: vscode.l10n.t('Model'),
      project: vscode.l10n.t('Project'),
      service: vscode.l10n.t('Service'),
      commit: vscode.l10n.t('Commit'),
      files: vscode.l10n.t('Files'),
      dirty: vscode.l10n.t('(with uncommitted changes)'),
    };
    return parts.formatComparison(launch.record, labels, { exact, other: other?.record });
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#changed.dispose();
  }
}
