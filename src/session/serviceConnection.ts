import * as vscode from 'vscode';
import type { ServiceUnderTest } from '../check/checkedService';
import type { Authentication } from '../client/authentication';
import type { VariantName } from '../client/core/apiVariant';
import type { ServiceClient } from '../client/serviceClient';
import { type BaseUrlProblem, parseBaseUrl } from '../client/url/baseUrl';
import { settings as keys } from '../contributions';
import { errorOfKind } from '../errors';
import type { ServiceRef } from '../launch/journalEntry';
import type { AccountName } from '../secrets/accountName';
import type { PinnedOptions } from '../secrets/credentialSources';
import { type DefinedEnvironment, type Environment, environmentOf } from './environments';
import type { ConnectedService, ServiceAddress, ServiceSnapshot } from './service';
import type { ServiceConnector, ServiceSelection } from './serviceConnector';
import { SettingError, type Settings } from './settings';

/** No service is configured, or the configured address is invalid. */
export class NotConnectedError extends errorOfKind('notConnected') {
  constructor(
    readonly problem: 'notConfigured' | 'unknownEnvironment' | BaseUrlProblem,
    /** The name of the selected environment. A workspace may have selected it. */
    readonly environment?: string,
  ) {
    super(`no usable service: ${problem}`);
  }
}

/**
 * Selects the service of this window: the emulator while it runs, else the configured one. Everything that needs the
 * client is done by {@link ServiceConnector}.
 */
export class ServiceConnection implements ServiceSelection, vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #subscription: vscode.Disposable;
  #override: ServiceAddress | undefined;

  /** Fires when this window uses another service, or none. */
  readonly onDidChange = this.#changed.event;

  readonly #settings: Settings;
  readonly #connector: ServiceConnector;

  constructor(settings: Settings, createConnector: (selection: ServiceSelection) => ServiceConnector) {
    this.#settings = settings;
    this.#connector = createConnector(this);
    this.#subscription = vscode.Disposable.from(
      settings.onDidChangeService(() => {
        if (this.#override === undefined) this.#replaced();
      }),
      settings.onDidChangeNetwork(() => {
        this.#connector.forgetTransport();
        this.#replaced();
      }),
    );
  }

  get variant(): VariantName {
    return this.addressOrUndefined?.variant ?? this.#settings.variant;
  }

  get addressOrUndefined(): ServiceAddress | undefined {
    try {
      return this.address();
    } catch {
      return undefined;
    }
  }

  /** Whether this window uses another service than the configured one. */
  get isOverridden(): boolean {
    return this.#override !== undefined;
  }

  /** Overrides the service of this window; `undefined` returns to the settings. */
  override(address: ServiceAddress | undefined): void {
    this.#override = address;
    this.#replaced();
  }

  /** @throws NotConnectedError, SettingError */
  address(): ServiceAddress {
    if (this.#override !== undefined) return this.#override;
    const environment = this.environment();
    if (environment !== undefined) {
      const { baseUrl, variant, name } = environment;
      return { baseUrl: this.parseAllowed(baseUrl, name), variant };
    }
    const text = this.#settings.baseUrl;
    if (text === '') throw new NotConnectedError('notConfigured');
    return { baseUrl: this.parseAllowed(text), variant: this.#settings.variant };
  }

  /**
   * The selected environment; undefined when the plain settings are in use. Never falls back to another one.
   * @throws NotConnectedError, SettingError
   */
  environment(): Environment | undefined {
    const name = this.#settings.environment;
    if (name === '') return undefined;
    const found = this.#settings.environments.find((one) => one.name === name);
    if (found === undefined) throw new NotConnectedError('unknownEnvironment', name);
    return assertUsable(found);
  }

  /** The environment that applies to a service; undefined when the plain settings apply. @throws SettingError */
  environmentOf({ baseUrl, variant }: ServiceAddress): Environment | undefined {
    const found = environmentOf(baseUrl, this.#settings, variant);
    return found && assertUsable(found);
  }

  /**
   * The protected environment that a service belongs to, even while another one is selected.
   * @throws SettingError
   */
  protectedEnvironment(service: ServiceSnapshot): Environment | undefined {
    const found = this.#connector.protectionOf(service);
    return found && assertUsable(found);
  }

  /** See {@link ServiceConnector.service}. */
  async service(): Promise<ConnectedService> {
    return await this.#connector.service();
  }

  /** See {@link ServiceConnector.requireSelected}. Called before a flow creates anything. */
  async requireSelected(service: ConnectedService): Promise<void> {
    await this.#connector.requireSelected(service);
  }

  /** See {@link ServiceConnector.serviceOf}. */
  serviceOf(ref: ServiceRef): ServiceSnapshot {
    return this.#connector.serviceOf(ref);
  }

  /** See {@link ServiceConnector.serviceAt}. */
  serviceAt(address: ServiceAddress): ServiceSnapshot {
    return this.#connector.serviceAt(address);
  }

  /** See {@link ServiceConnector.accountOf}. */
  async accountOf(service: ServiceSnapshot): Promise<AccountName | undefined> {
    return await this.#connector.accountOf(service);
  }

  /** See {@link ServiceConnector.checkSecret}. */
  async checkSecret(service: ServiceAddress, secret: string, signal: AbortSignal): Promise<void> {
    await this.#connector.checkSecret(service, secret, signal);
  }

  /** Creates a client for the service of a launch. @throws the errors of {@link serviceOf} */
  clientOf(ref: ServiceRef, cancelled?: AbortSignal): ServiceClient {
    return this.launchClient(this.serviceOf(ref), { cancelled, account: ref.account });
  }

  /** See {@link ServiceConnector.launchClient}. */
  launchClient(service: ServiceSnapshot, options: PinnedOptions): ServiceClient {
    return this.#connector.launchClient(service, options);
  }

  /** See {@link ServiceConnector.serviceForCheck}. */
  createServiceForCheck(): ServiceUnderTest {
    return this.#connector.serviceForCheck();
  }

  /**
   * How requests to a service are authenticated. The emulator of this window accepts every request.
   * @throws SettingError
   */
  authenticationOf(service: ServiceAddress): Authentication {
    if (this.isOverride(service)) return { scheme: 'bearer' };
    return this.environmentOf(service)?.authentication ?? this.#settings.authentication;
  }

  isOverride({ baseUrl }: ServiceAddress): boolean {
    return this.#override?.baseUrl.origin === baseUrl.origin;
  }

  /** @param environment the name of the environment that the address comes from */
  parseAllowed(text: string, environment?: string): URL {
    // The settings themselves, so that nothing more is read from them for an encrypted service.
    const baseUrl = parseBaseUrl(text, this.#settings);
    if (!(baseUrl instanceof URL)) throw new NotConnectedError(baseUrl, environment);
    return baseUrl;
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#changed.dispose();
  }

  #replaced(): void {
    this.#connector.forgetService();
    this.#changed.fire();
  }
}

function assertUsable(environment: DefinedEnvironment): Environment {
  if (!('invalidField' in environment)) return environment;
  const { name, invalidField } = environment;
  throw new SettingError(keys.environments, { environment: name, field: invalidField });
}
