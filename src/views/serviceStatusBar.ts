import * as vscode from 'vscode';
import type { VariantName } from '../client/core/apiVariant';
import { escapeInvisible } from '../client/text/visibleText';
import { isEncrypted, isLoopback } from '../client/url/baseUrl';
import { commands } from '../contributions';
import { describeError } from '../messages/describeError';
import { formatLine } from '../platform/format';
import { escapeForDisplay } from '../platform/output';
import { type Environment, maxEnvironmentNameLength } from '../session/environments';
import { NotConnectedError } from '../session/errors';
import type { ServiceAddress } from '../session/service';
import type { ServiceConnection } from '../session/serviceConnection';
import type { Settings } from '../session/settings';

/** The content of the status bar item. */
interface ItemContent {
  readonly text: string;
  readonly tooltip: string;
  readonly isWarning: boolean;
  readonly command: string;
}

/** Limit for a name in the status bar; characters. The tooltip shows all of it. */
const maxLabelLength = 40;

/**
 * Shows in the status bar which environment is selected, and that a service on another computer is used without
 * encryption.
 */
export class ServiceStatusBarItem implements vscode.Disposable {
  readonly #item: vscode.StatusBarItem;
  readonly #subscription: vscode.Disposable;

  readonly #settings: Settings;
  readonly #connection: ServiceConnection;

  constructor(settings: Settings, connection: ServiceConnection) {
    this.#settings = settings;
    this.#connection = connection;
    this.#item = vscode.window.createStatusBarItem('service', vscode.StatusBarAlignment.Left);
    this.#item.name = vscode.l10n.t('Simulation Service');
    this.#subscription = connection.onDidChange(() => this.#update());
    this.#update();
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#item.dispose();
  }

  #update(): void {
    // The emulator has a status bar item of its own.
    const content = this.#connection.isOverridden ? undefined : this.#content();
    if (content === undefined) {
      this.#item.hide();
      return;
    }
    const warning = new vscode.ThemeColor('statusBarItem.warningBackground');
    this.#item.text = content.text;
    this.#item.tooltip = content.tooltip;
    this.#item.command = content.command;
    this.#item.backgroundColor = content.isWarning ? warning : undefined;
    this.#item.show();
  }

  #content(): ItemContent | undefined {
    const name = this.#settings.environment;
    if (name === '') return createPlainContent(this.#connection.addressOrUndefined);
    const label = escapeForDisplay(escapeInvisible(name, maxLabelLength));
    try {
      const environment = this.#connection.environment();
      return environment && createEnvironmentContent(environment, label, this.#connection.address());
    } catch (error) {
      return createInvalidContent(error, label, describeError(error));
    }
  }
}

/** The item for the plain settings: shown only as a warning. */
function createPlainContent(address: ServiceAddress | undefined): ItemContent | undefined {
  if (address === undefined || !isExposed(address.baseUrl)) return undefined;
  const { baseUrl } = address;
  return {
    text: `$(unlock) ${vscode.l10n.t('{0}: not encrypted', baseUrl.host)}`,
    tooltip: describeExposure(),
    isWarning: true,
    command: commands.setBaseUrl,
  };
}

/** @param label its name, escaped */
function createEnvironmentContent(
  { name, isProtected }: Environment,
  label: string,
  { baseUrl, variant }: ServiceAddress,
): ItemContent {
  const lines = [
    formatLine(vscode.l10n.t('Environment'), escapeInvisible(name, maxEnvironmentNameLength)),
    vscode.l10n.t('Host: {0}', baseUrl.host),
    getVariantLabel(variant),
    ...(isProtected ? [vscode.l10n.t('Protected: you are asked before anything is created there.')] : []),
    ...(isExposed(baseUrl) ? [describeExposure()] : []),
  ];
  return {
    text: isExposed(baseUrl)
      ? `$(unlock) ${vscode.l10n.t('{0}: not encrypted', label)}`
      : `$(${isProtected ? 'shield' : 'server-environment'}) ${label}`,
    tooltip: lines.join('\n'),
    isWarning: isProtected || isExposed(baseUrl),
    command: commands.selectEnvironment,
  };
}

export function getVariantLabel(variant: VariantName): string {
  return variant === 'variant_a' ? vscode.l10n.t('Variant A, v1') : vscode.l10n.t('Variant B, v7');
}

/** The item for an environment that is undefined or invalid. @param label its name, escaped */
function createInvalidContent(error: unknown, label: string, tooltip: string): ItemContent {
  const isUnknown = error instanceof NotConnectedError && error.problem === 'unknownEnvironment';
  const text = isUnknown ? vscode.l10n.t('{0}: not defined', label) : vscode.l10n.t('{0}: not valid', label);
  return { text: `$(warning) ${text}`, tooltip, isWarning: true, command: commands.selectEnvironment };
}

/** Whether the connection can be read on its way: it leaves this computer and is not encrypted. */
function isExposed(baseUrl: URL): boolean {
  return !isEncrypted(baseUrl) && !isLoopback(baseUrl);
}

function describeExposure(): string {
  return vscode.l10n.t(
    'The connection to the simulation service is not encrypted. Everything, including your models, can be read and changed on the way.',
  );
}
