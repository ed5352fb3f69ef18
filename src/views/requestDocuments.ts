import * as vscode from 'vscode';
import type { Redactor } from '../secrets/redactor';

/** The URI scheme of the document that shows request bodies. */
export const requestScheme = 'simulation-service-requests';

/** Shows what will be sent in read-only documents. Each always shows the latest text of its name. */
export class RequestDocuments implements vscode.TextDocumentContentProvider, vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  readonly onDidChange = this.#changed.event;
  readonly #texts = new Map<string, string>();

  readonly #redactor: Pick<Redactor, 'exact'>;

  constructor(redactor: Pick<Redactor, 'exact'>) {
    this.#redactor = redactor;
  }

  /**
   * Shows a document.
   * @param name with an extension, as in the title of its editor
   */
  async show(text: string, name = `${vscode.l10n.t('Request Bodies')}.jsonc`): Promise<vscode.Uri> {
    const uri = vscode.Uri.from({ scheme: requestScheme, path: `/${name}` });
    this.#texts.set(uri.path, text);
    this.#changed.fire(uri);
    await vscode.window.showTextDocument(uri);
    return uri;
  }

  provideTextDocumentContent({ path }: vscode.Uri): string {
    return this.#redactor.exact(this.#texts.get(path) ?? '');
  }

  dispose(): void {
    this.#changed.dispose();
  }
}
