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

  /**
   * Shows the document until the user closes it or opens another one in its place.
   * @param text JSON with comments
   */
  async show(text: string): Promise<void> {
    this.#text = text;
    const path = `/${vscode.l10n.t('Request Bodies')}.jsonc`;
    const uri = vscode.Uri.from({ scheme: requestScheme, path });
    this.#changed.fire(uri);
    await vscode.window.showTextDocument(uri);
    await untilHidden(uri);
  }

  provideTextDocumentContent(): string {
    return this.#redactor.exact(this.#text);
  }

  dispose(): void {
    this.#changed.dispose();
  }
}

async function untilHidden(uri: vscode.Uri): Promise<void> {
  const isShown = () =>
    vscode.window.visibleTextEditors.some(({ document }) => document.uri.toString() === uri.toString());
  let changes: vscode.Disposable | undefined;
  await new Promise<void>((resolve) => {
    const check = () => {
      if (!isShown()) resolve();
    };
    changes = vscode.window.onDidChangeVisibleTextEditors(check);
    check();
  });
  changes?.dispose();
}
