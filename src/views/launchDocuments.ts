import * as vscode from 'vscode';
import { load } from '../load';
import type { LaunchStore } from '../session/launchStore';

/** The URI scheme of launches as documents. */
export const launchScheme = 'simulation-service-launch';

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
        if (uri.scheme === launchScheme) this.#changed.fire(uri);
    });
  }

  async provideTextDocumentContent(uri: vscode.Uri): Promise<string | undefined> {
    const { formatLaunchDocument, messageWithoutSecrets } = await load();
    return await formatLaunchDocument(uri, this.#launches, messageWithoutSecrets);
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#changed.dispose();
  }
}
