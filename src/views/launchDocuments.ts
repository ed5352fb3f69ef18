import * as vscode from 'vscode';
import { messageWithoutSecrets } from '../platform/output';
import type { LaunchStore } from '../session/launchStore';
import { formatLaunchDocument } from './launchDocumentText';
import { schemes } from './schemes';

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

  async provideTextDocumentContent(uri: vscode.Uri): Promise<string | undefined> {
    return await formatLaunchDocument(uri, this.#launches, messageWithoutSecrets);
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#changed.dispose();
  }
}
