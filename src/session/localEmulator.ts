import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import { contextKeys, views } from '../contributions';
import { type Emulator, startEmulator } from '../emulator/emulator';
import type { ServiceConnection } from './serviceConnection';

/** An emulator that was stopped, and its data with it. */
interface StoppedEmulator {
  readonly origin: string;
  /** ms since the epoch */
  readonly startedAt: number;
}

/** The emulator of this window. While it runs, the window uses it instead of the configured service. */
export class LocalEmulator implements vscode.Disposable {
  readonly #status: vscode.StatusBarItem;
  #emulator: Emulator | undefined;
  #startedAt = 0;

  readonly #connection: ServiceConnection;
  readonly #log: (line: string) => void;

  constructor(connection: ServiceConnection, log: (line: string) => void) {
    this.#connection = connection;
    this.#log = log;
    this.#status = vscode.window.createStatusBarItem('emulator', vscode.StatusBarAlignment.Left);
    this.#status.name = vscode.l10n.t('Simulation Service Emulator');
  }

  get running(): Emulator | undefined {
    return this.#emulator;
  }

  async start(): Promise<Emulator> {
    if (this.#emulator !== undefined) return this.#emulator;
    const storage = path.join(tmpdir(), `simulation-service-emulator-${randomUUID()}`);
    this.#startedAt = Date.now();
    const emulator = await startEmulator({ storage, log: this.#log });
    this.#emulator = emulator;
    this.#connection.override({ baseUrl: new URL(emulator.baseUrl), variant: this.#connection.variant });
    await this.#show(emulator);
    return emulator;
  }

  /** @returns the emulator that was stopped */
  async stop(): Promise<StoppedEmulator | undefined> {
    const emulator = this.#emulator;
    if (emulator === undefined) return undefined;
    this.#emulator = undefined;
    this.#connection.override(undefined);
    this.#status.hide();
    await vscode.commands.executeCommand('setContext', contextKeys.emulatorRunning, false);
    await emulator.stop();
    return { origin: new URL(emulator.baseUrl).origin, startedAt: this.#startedAt };
  }

  dispose(): void {
    this.#status.dispose();
    void this.#emulator?.stop();
  }

  async #show(emulator: Emulator): Promise<void> {
    this.#status.text = `$(vm-running) ${vscode.l10n.t('Emulator')}`;
    const tooltip = vscode.l10n.t(
      'This window uses the local emulator of the simulation service at {0}.',
      emulator.baseUrl,
    );
    this.#status.tooltip = tooltip;
    this.#status.accessibilityInformation = { label: tooltip };
    this.#status.command = `${views.projects}.focus`;
    this.#status.show();
    await vscode.commands.executeCommand('setContext', contextKeys.emulatorRunning, true);
  }
}
