import * as vscode from 'vscode';
import type { Redactor } from '../secrets/redactor';

/** The URI scheme of the document that shows request bodies. */
export const requestScheme = 'simulation-service-requests';

/** Previews requests in one read-only document, which always shows the latest. */
export class RequestDocuments implements vscode.TextDocumentContentProvider, vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  readonly onDidChange = this.#changed.event;
  #text = '';

  readonly #redactor: Pick<Redactor, 'exact'>;

  constructor(redactor: Pick<Redactor, 'exact'>) {
    this.#redactor = redactor;
  }

  /** @param text JSON with comments */
  async show(text: string): Promise<void> {
    this.#text = text;
    const path = `/${vscode.l10n.t('Request Bodies')}.jsonc`;
    const uri = vscode.Uri.from({ scheme: requestScheme, path });
    this.#changed.fire(uri);
    // Keeps the open question focused.
    await vscode.window.showTextDocument(uri, { preserveFocus: true });
  }

  provideTextDocumentContent(): string {
    return this.#redactor.exact(this.#text);
  }

  dispose(): void {
    this.#changed.dispose();
  }
}
