import * as vscode from 'vscode';
import { messageWithoutSecrets } from '../platform/output';
import type { Scheme } from './documentUris';

/** Shows texts in read-only documents. Each always shows the latest text of its name. */
export class TextDocuments implements vscode.TextDocumentContentProvider, vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  readonly onDidChange = this.#changed.event;
  readonly #texts = new Map<string, string>();
  readonly #scheme: Scheme;

  constructor(scheme: Scheme) {
    this.#scheme = scheme;
  }

  /** Shows a document. @param name as in the title of its editor */
  async show(text: string, name = `${vscode.l10n.t('Request Bodies')}.jsonc`): Promise<vscode.Uri> {
    const uri = vscode.Uri.from({ scheme: this.#scheme, path: `/${name}` });
    this.#texts.set(uri.path, text);
    this.#changed.fire(uri);
    await vscode.window.showTextDocument(uri);
    return uri;
  }

  provideTextDocumentContent({ path }: vscode.Uri): string {
    return messageWithoutSecrets(this.#texts.get(path) ?? '');
  }

  dispose(): void {
    this.#changed.dispose();
  }
}
