import * as vscode from 'vscode';
import type { Launch } from '../launch/launch';
import type { Redactor } from '../secrets/redactor';
import type { LaunchStore } from '../session/launchStore';

/** The URI scheme of launches as documents. */
export const launchScheme = 'simulation-service-launch';

/** Loaded with the first document. */
interface DocumentParts {
  readonly formatLaunchDocument: (
    uri: vscode.Uri,
    launches: readonly Launch[],
    exact: (text: string) => string,
  ) => string | undefined;
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
    const launches = await this.#launches.list();
    const { formatLaunchDocument } = await this.#load();
    return formatLaunchDocument(uri, launches, (text) => this.#redactor.exact(text));
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#changed.dispose();
  }
}
