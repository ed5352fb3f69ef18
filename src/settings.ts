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
      if (serviceKeys.some((key) => event.affectsConfiguration(key))) this.#changed.fire();
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

  /** Whether a service on another machine may be spoken to without encryption. */
  get allowInsecureHttp(): boolean {
    return ownValue(keys.allowInsecureHttp) === true;
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

  /**
   * Patterns in the syntax of `.gitignore`. A workspace or folder can only add to those of the user: it must
   * not be able to put keys back in by an empty list or a pattern that begins with `!`.
   */
  exclude(folder: vscode.Uri): readonly string[] {
    const found = vscode.workspace.getConfiguration(undefined, folder).inspect(keys.exclude);
    const added = [...patterns(found?.workspaceValue), ...patterns(found?.workspaceFolderValue)];
    const own = patterns(found?.globalValue ?? found?.defaultValue);
    return [...own, ...added.filter((pattern) => !pattern.trimStart().startsWith('!'))];
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

/** What decides which service is spoken to. */
const serviceKeys = [keys.baseUrl, keys.variant, keys.allowInsecureHttp];

function patterns(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((pattern) => typeof pattern === 'string') : [];
}

/** The value of the user or of the machine. A workspace must not decide where files and tokens go. */
function ownValue(key: string): unknown {
  const found = vscode.workspace.getConfiguration().inspect(key);
  return found?.globalValue ?? found?.defaultValue;
}
