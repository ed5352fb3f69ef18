import * as vscode from 'vscode';
import { isEncrypted } from './client/baseUrl';
import { isLoopback } from './client/locality';
import type { Connection } from './connection';
import { commands } from './contributions';

/** A mark in the status bar as long as the service is spoken to without encryption. */
export class ServiceMark implements vscode.Disposable {
  readonly #item: vscode.StatusBarItem;
  readonly #subscription: vscode.Disposable;

  constructor(private readonly connection: Connection) {
    this.#item = vscode.window.createStatusBarItem('notEncrypted', vscode.StatusBarAlignment.Left);
    this.#item.name = vscode.l10n.t('Simulation Service Encryption');
    this.#item.command = commands.setBaseUrl;
    this.#subscription = connection.onDidChange(() => this.#show());
    this.#show();
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#item.dispose();
  }

  #show(): void {
    const baseUrl = this.connection.addressIfAny?.baseUrl;
    // The emulator has a mark of its own.
    if (baseUrl === undefined || isEncrypted(baseUrl) || this.connection.isOverridden) {
      this.#item.hide();
      return;
    }
    const text = vscode.l10n.t('{0}: not encrypted', baseUrl.host);
    this.#item.text = `$(unlock) ${text}`;
    this.#item.tooltip = isLoopback(baseUrl)
      ? vscode.l10n.t('The simulation service is on this computer and is spoken to without encryption.')
      : vscode.l10n.t(
          'The simulation service is spoken to without encryption. Everything, your models included, can be read and changed on the way.',
        );
    this.#item.backgroundColor = isLoopback(baseUrl)
      ? undefined
      : new vscode.ThemeColor('statusBarItem.warningBackground');
    this.#item.show();
  }
}
