import * as vscode from 'vscode';
import type { Authentication } from '../client/authentication';
import type { VariantName } from '../client/core/apiVariant';
import { type BaseUrlProblem, parseBaseUrl } from '../client/url/baseUrl';
import { settings as keys } from '../contributions';
import { errorOfKind } from '../errors';
import { type DefinedEnvironment, type Environment, environmentOf } from './environments';
import type { ServiceAddress, ServiceSnapshot } from './service';
import { ServiceConnector, type ServiceConnectorOptions } from './serviceConnector';
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

/** Selects the service of this window: the emulator while it runs, else the configured one. */
export class ServiceConnection extends ServiceConnector implements vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #subscription: vscode.Disposable;
  #override: ServiceAddress | undefined;

  /** Fires when this window uses another service, or none. */
  readonly onDidChange = this.#changed.event;

  readonly #settings: Settings;

  constructor(settings: Settings, options: Omit<ServiceConnectorOptions, 'settings'>) {
    super({ ...options, settings });
    this.#settings = settings;
    this.#subscription = vscode.Disposable.from(
      settings.onDidChangeService(() => {
        if (this.#override === undefined) this.#replaced();
      }),
      settings.onDidChangeNetwork(() => {
        this.forgetTransport();
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
    const found = this.protectionOf(service);
    return found && assertUsable(found);
  }

  /** The emulator of this window accepts every request. @throws SettingError */
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
    this.forgetService();
    this.#changed.fire();
  }
}

function assertUsable(environment: DefinedEnvironment): Environment {
  if (!('invalidField' in environment)) return environment;
  const { name, invalidField } = environment;
  throw new SettingError(keys.environments, { environment: name, field: invalidField });
}
