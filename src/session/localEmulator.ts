import * as vscode from 'vscode';
import { commands, contextKeys, views } from '../contributions';
import { type Emulator, startEmulator } from '../emulator/emulator';
import { type SimulatedFault, simulateFault } from '../emulator/simulatedFaults';
import { formatLine } from '../platform/format';
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
  #fault: { readonly kind: SimulatedFault; readonly end: () => void } | undefined;

  readonly #connection: ServiceConnection;
  readonly #log: (line: string) => void;

  constructor(connection: ServiceConnection, log: (line: string) => void) {
    this.#connection = connection;
    this.#log = log;
    this.#status = vscode.window.createStatusBarItem('emulator', vscode.StatusBarAlignment.Left);
    this.#status.name = formatLine(vscode.l10n.t('Simulation Service'), vscode.l10n.t('Emulator'));
  }

  get running(): Emulator | undefined {
    return this.#emulator;
  }

  /** The fault that it simulates at the moment. */
  get fault(): SimulatedFault | undefined {
    return this.#fault?.kind;
  }

  /** Simulates a fault until it is over by itself, or no fault any more. */
  simulate(kind: SimulatedFault | undefined): void {
    this.#endFault();
    const emulator = this.#emulator;
    if (emulator === undefined) return;
    const onOver = (): void => {
      this.#fault = undefined;
      this.#describe(emulator);
    };
    this.#fault = kind && { kind, end: simulateFault(emulator, kind, onOver) };
    this.#describe(emulator);
  }

  async start(): Promise<Emulator> {
    if (this.#emulator !== undefined) return this.#emulator;
    this.#startedAt = Date.now();
    const emulator = await startEmulator({ log: this.#log });
    this.#emulator = emulator;
    this.#connection.override({ baseUrl: new URL(emulator.baseUrl), variant: this.#connection.variant });
    this.#describe(emulator);
    this.#status.show();
    await vscode.commands.executeCommand('setContext', contextKeys.emulatorRunning, true);
    return emulator;
  }

  /** @returns the emulator that was stopped */
  async stop(): Promise<StoppedEmulator | undefined> {
    const emulator = this.#emulator;
    if (emulator === undefined) return undefined;
    this.#endFault();
    this.#emulator = undefined;
    this.#connection.override(undefined);
    this.#status.hide();
    await vscode.commands.executeCommand('setContext', contextKeys.emulatorRunning, false);
    await emulator.stop();
    return { origin: new URL(emulator.baseUrl).origin, startedAt: this.#startedAt };
  }

  dispose(): void {
    this.#endFault();
    this.#status.dispose();
    void this.#emulator?.stop();
  }

  #endFault(): void {
    this.#fault?.end();
    this.#fault = undefined;
  }

  /** Says that it runs, and whether it simulates a fault. */
  #describe({ baseUrl }: Emulator): void {
    const isFaulty = this.#fault !== undefined;
    this.#status.text = isFaulty
      ? `$(warning) ${vscode.l10n.t('Emulator with Fault')}`
      : `$(vm-running) ${vscode.l10n.t('Emulator')}`;
    const tooltip = isFaulty
      ? vscode.l10n.t('The local emulator at {0} simulates a fault. Select to change or end it.', baseUrl)
      : vscode.l10n.t('This window uses the local emulator of the simulation service at {0}.', baseUrl);
    this.#status.tooltip = tooltip;
    this.#status.accessibilityInformation = { label: tooltip };
    this.#status.command = isFaulty ? commands.simulateFault : `${views.projects}.focus`;
  }
}
