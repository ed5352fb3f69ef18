import * as vscode from 'vscode';
import type { LaunchStore } from '../session/launchStore';

/** The URI scheme of launches as documents. */
export const launchScheme = 'simulation-service-launch';

/** Loaded with the first document. */
interface DocumentParts {
  readonly formatLaunchDocument: (
    uri: vscode.Uri,
    launches: LaunchStore,
    exact: (text: string) => string,
  ) => Promise<string | undefined>;
  readonly messageWithoutSecrets: (text: string) => string;
}

/** Launches as plain text. Open documents follow their launch. */
export class LaunchDocuments implements vscode.TextDocumentContentProvider, vscode.Disposable {
  readonly #launches: LaunchStore;
  readonly #load: () => Promise<DocumentParts>;
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  readonly #subscription: vscode.Disposable;
  readonly onDidChange = this.#changed.event;

  constructor(launches: LaunchStore, load: () => Promise<DocumentParts>) {
    this.#launches = launches;
    this.#load = load;
    this.#subscription = launches.onDidChange(() => {
      for (const { uri } of vscode.workspace.textDocuments)
        if (uri.scheme === launchScheme) this.#changed.fire(uri);
    });
  }

  async provideTextDocumentContent(uri: vscode.Uri): Promise<string | undefined> {
    const { formatLaunchDocument, messageWithoutSecrets } = await this.#load();
    return await formatLaunchDocument(uri, this.#launches, messageWithoutSecrets);
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#changed.dispose();
  }
}
