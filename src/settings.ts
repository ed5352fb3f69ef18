import * as vscode from 'vscode';
import type { VariantName } from './client/apiVariant';
import { settings as keys } from './contributions';

/** The only reader and writer of configuration. Defaults live in package.json. */
export class Settings implements vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #subscription: vscode.Disposable;

  /** The address or the variant of the service changed. */
  readonly onDidChangeService = this.#changed.event;

  constructor() {
    this.#subscription = vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration(keys.baseUrl) || event.affectsConfiguration(keys.variant))
        this.#changed.fire();
    });
  }

  /** As the user wrote it, without spaces around it; empty when not set. */
  get baseUrl(): string {
    const value = ownValue(keys.baseUrl);
    return typeof value === 'string' ? value.trim() : '';
  }

  get variant(): VariantName {
    return ownValue(keys.variant) === 'variant_a' ? 'variant_a' : 'variant_b';
  }

  get finaliseAfterUpload(): boolean {
    return ownValue(keys.finaliseAfterUpload) !== false;
  }

  /** 1 to 16, whatever was written. */
  get parallelFiles(): number {
    const value = Math.round(Number(ownValue(keys.parallelFiles)));
    return Number.isFinite(value) ? Math.min(16, Math.max(1, value)) : 4;
  }

  /** How many launches stay in the list, 10 at least. */
  get keepLaunches(): number {
    const value = Math.round(Number(ownValue(keys.keepLaunches)));
    return Number.isFinite(value) ? Math.max(10, value) : 200;
  }

  /** Patterns in the syntax of `.gitignore`, which each folder of a workspace may set for itself. */
  exclude(folder: vscode.Uri): readonly string[] {
    const value = vscode.workspace.getConfiguration(undefined, folder).get<unknown>(keys.exclude);
    return Array.isArray(value) ? value.filter((pattern) => typeof pattern === 'string') : [];
  }

  async setBaseUrl(value: string): Promise<void> {
    await vscode.workspace.getConfiguration().update(keys.baseUrl, value, vscode.ConfigurationTarget.Global);
  }

  async setVariant(value: VariantName): Promise<void> {
    await vscode.workspace.getConfiguration().update(keys.variant, value, vscode.ConfigurationTarget.Global);
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#changed.dispose();
  }
}

/** The value of the user or of the machine. A workspace must not decide where files and tokens go. */
function ownValue(key: string): unknown {
  const found = vscode.workspace.getConfiguration().inspect(key);
  return found?.globalValue ?? found?.defaultValue;
}
