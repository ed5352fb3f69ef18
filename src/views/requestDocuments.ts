import * as vscode from 'vscode';
import type { Redactor } from '../secrets/redactor';

/** The scheme of the document that shows the bodies of requests. */
export const requestScheme = 'simulation-service-requests';

/** Shows what is about to be sent in one read-only document; it always has the latest request. */
export class RequestDocuments implements vscode.TextDocumentContentProvider, vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  readonly onDidChange = this.#changed.event;
  #text = '';

  constructor(private readonly redactor: Pick<Redactor, 'exact'>) {}

  /** @param text JSON with comments */
  async show(text: string): Promise<void> {
    this.#text = text;
    const path = `/${vscode.l10n.t('Request Bodies')}.jsonc`;
    const uri = vscode.Uri.from({ scheme: requestScheme, path });
    this.#changed.fire(uri);
    // The question that is being asked stays where it is.
    await vscode.window.showTextDocument(uri, { preserveFocus: true });
  }

  provideTextDocumentContent(): string {
    return this.redactor.exact(this.#text);
  }

  dispose(): void {
    this.#changed.dispose();
  }
}
