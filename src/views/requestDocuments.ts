import * as vscode from 'vscode';
import { load } from '../load';

/** The URI scheme of the document that shows request bodies. */
export const requestScheme = 'simulation-service-requests';

/** Shows what will be sent in read-only documents. Each always shows the latest text of its name. */
export class RequestDocuments implements vscode.TextDocumentContentProvider, vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  readonly onDidChange = this.#changed.event;
  readonly #texts = new Map<string, string>();

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

  async provideTextDocumentContent({ path }: vscode.Uri): Promise<string> {
    const { messageWithoutSecrets } = await load();
    return messageWithoutSecrets(this.#texts.get(path) ?? '');
  }

  dispose(): void {
    this.#changed.dispose();
  }
}
