import * as vscode from 'vscode';
import { schemes } from './schemes';

/** The last connection check, or the last response that could not be used, in one read-only document. */
export class CheckDocument implements vscode.TextDocumentContentProvider, vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  readonly onDidChange = this.#changed.event;
  #text = '';

  /** @param text without secrets */
  async show(title: string, text: string): Promise<void> {
    this.#text = text;
    const uri = vscode.Uri.from({ scheme: schemes.check, path: `/${title}` });
    this.#changed.fire(uri);
    await vscode.window.showTextDocument(uri);
  }

  provideTextDocumentContent(): string {
    return this.#text;
  }

  dispose(): void {
    this.#changed.dispose();
  }
}
