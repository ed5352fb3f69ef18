import type * as vscode from 'vscode';
import type { Authentication } from '../client/authentication';
import type { VariantName } from '../client/core/apiVariant';
import { MappingError } from '../client/mapping/mappingError';
import { parseMapping, type ServiceMapping } from '../client/mapping/serviceMapping';
import { parseBaseUrl } from '../client/url/baseUrl';
import { settings as keys } from '../contributions';
import { OtherServiceError, ServiceChangedError } from '../launch/errors';
import type { ServiceRef } from '../launch/journalEntry';
import {
  type AccountName,
  accountNameOf,
  createAccountFingerprint,
  isOtherAccount,
} from '../secrets/accountName';
import { type AccountSecrets, getAccountAt } from '../secrets/accountSecrets';
import { hasFingerprint } from '../secrets/fingerprint';
import {
  type DefinedEnvironment,
  type Environment,
  environmentOf,
  type EnvironmentSettings,
  namesAt,
} from './environments';
import { NotConnectedError, SettingError } from './errors';
import { findProtectedEnvironment } from './protection';
import {
  type ConnectedService,
  getServiceKey,
  isSameDescription,
  placeOf,
  type ServiceAddress,
  type ServiceSnapshot,
  stringifyRequestSettings,
  toAddressRef,
} from './service';
import type { ServiceClients } from './serviceClients';
import type { Settings } from './settings';

/** The settings that decide which services there are, and what requests to them are like. */
type ServiceSettings = EnvironmentSettings &
  Pick<Settings, 'allowInsecureHttp' | 'authentication' | 'mapping' | 'finaliseAfterUpload'>;

export interface ServiceConnectionOptions {
  /** Fired when the window uses another service, or none. */
  readonly changed: Pick<vscode.EventEmitter<void>, 'event' | 'fire'>;
  readonly secrets: AccountSecrets;
  readonly clients: ServiceClients;
}

/** Selects the service of this window: the emulator while it runs, else the configured one. */
export class ServiceConnection {
  #override: ServiceAddress | undefined;
  #service: Omit<ConnectedService, 'account'> | undefined;

  /** Creates clients for any service. */
  readonly clients: ServiceClients;

  /** Fires when this window uses another service, or none. */
  readonly onDidChange: vscode.Event<void>;

  readonly #settings: ServiceSettings;
  readonly #options: ServiceConnectionOptions;

  constructor(settings: ServiceSettings, options: ServiceConnectionOptions) {
    this.#settings = settings;
    this.#options = options;
    this.clients = options.clients;
    this.onDidChange = options.changed.event;
  }

  /** Called when the settings may select another service. */
  settingsChanged(): void {
    if (this.#override === undefined) this.#replaced();
  }

  /** Opens new connections from now on, because the way to the services may have changed. */
  networkChanged(): void {
    this.clients.reconnect();
    this.#replaced();
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

  /** The address of the selected service. @throws NotConnectedError, SettingError */
  address(): ServiceAddress {
    if (this.#override !== undefined) return this.#override;
    const environment = this.environment();
    if (environment !== undefined) {
      const { baseUrl, variant, name } = environment;
      return { baseUrl: this.parseAllowed(baseUrl, name), variant, environment: name };
    }
    const text = this.#settings.baseUrl;
    if (text === '') throw new NotConnectedError('notConfigured');
    return { baseUrl: this.parseAllowed(text), variant: this.#settings.variant, environment: '' };
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
  environmentOf(service: ServiceAddress): Environment | undefined {
    const found = environmentOf(service, this.#settings);
    return found && assertUsable(found);
  }

  /**
   * The protected environment that a service belongs to, even while another one is selected: as defined when the
   * service was taken, else as defined now. See {@link findProtectedEnvironment}.
   * @throws SettingError
   */
  protectedEnvironment(service: ServiceSnapshot): Environment | undefined {
    const found = service.protection ?? this.#protectionOf(service, service.mapping);
    return found && assertUsable(found);
  }

  /**
   * How requests to a service are authenticated. The emulator of this window accepts every request.
   * @throws SettingError
   */
  authenticationOf(service: ServiceAddress): Authentication {
    if (this.isOverride(service)) return { scheme: 'bearer' };
    return this.environmentOf(service)?.authentication ?? this.#settings.authentication;
  }

  /** Whether a service is the emulator of this window, or the settings define one with this address and variant. */
  isDefined(service: ServiceAddress): boolean {
    return this.isOverride(service) || namesAt(service, this.#settings).length > 0;
  }

  /** Whether this is the emulator of this window. */
  isOverride({ baseUrl }: ServiceAddress): boolean {
    return this.#override?.baseUrl.origin === baseUrl.origin;
  }

  /**
   * @param environment the name of the environment that the address comes from
   * @throws NotConnectedError when the address is invalid or not allowed
   */
  parseAllowed(text: string, environment?: string): URL {
    // The settings themselves, so that nothing more is read from them for an encrypted service.
    const baseUrl = parseBaseUrl(text, this.#settings);
    if (!(baseUrl instanceof URL)) throw new NotConnectedError(baseUrl, environment);
    return baseUrl;
  }

  /** The selected service with its client. @throws NotConnectedError, SettingError, MappingError */
  async service(): Promise<ConnectedService> {
    const service = (this.#service ??= this.#connect());
    return { ...service, account: await this.accountOf(service) };
  }

  /**
   * Called before a flow creates anything.
   * @throws OtherServiceError when the window uses another service or account by now
   */
  async requireSelected(service: ConnectedService): Promise<void> {
    const now = await this.service();
    const before = service.account && createAccountFingerprint(service.account);
    if (now.key === service.key && !isOtherAccount(before, now.account)) return;
    throw new OtherServiceError(service.baseUrl.host);
  }

  /**
   * The service of a launch with the current settings, whatever is selected: described as it was when the launch began,
   * whatever that is called now, else the one that has its name.
   * @throws NotConnectedError for an address that is no longer allowed, MappingError
   * @throws ServiceChangedError when the path prefix or headers have changed since the launch began
   */
  serviceOf(ref: ServiceRef): ServiceSnapshot {
    const baseUrl = this.parseAllowed(ref.origin + ref.basePath);
    const address = {
      baseUrl,
      variant: ref.variant,
      ...(ref.environment !== undefined && { environment: ref.environment }),
    };
    const isSame = (service: ServiceSnapshot) =>
      hasFingerprint(stringifyRequestSettings(service), ref.settingsFingerprint);
    const others = namesAt(address, this.#settings).filter((name) => name !== ref.environment);
    for (const environment of [ref.environment, ...others]) {
      const service = this.#findService(environment === undefined ? address : { ...address, environment });
      if (service !== undefined && isSame(service) && isSameDescription(ref, service)) return service;
    }
    const service = this.serviceAt(address);
    if (isSame(service)) return service;
    throw new ServiceChangedError(baseUrl.host);
  }

  /** As {@link serviceAt}; undefined where the settings for it are invalid. */
  #findService(address: ServiceAddress): ServiceSnapshot | undefined {
    try {
      return this.serviceAt(address);
    } catch (error) {
      if (error instanceof MappingError || error instanceof SettingError) return undefined;
      throw error;
    }
  }

  /** The service at an address with the current settings, whatever is selected. @throws MappingError, SettingError */
  serviceAt(address: ServiceAddress): ServiceSnapshot {
    const { baseUrl, variant } = address;
    const environment = this.isOverride(address) ? undefined : this.environmentOf(address);
    const authentication = this.authenticationOf(address);
    const mapping = this.#mappingOf(address, environment);
    const finaliseAfterUpload =
      environment?.description?.finaliseAfterUpload ?? this.#settings.finaliseAfterUpload;
    const service = {
      baseUrl,
      variant,
      environment: environment?.name ?? '',
      mapping,
      finaliseAfterUpload,
      authentication,
    };
    const protection = this.#protectionOf(address, mapping);
    return { ...service, key: getServiceKey(service), place: placeOf(service), protection };
  }

  /** The account that is signed in there now; undefined without sign-in. */
  async accountOf({ authentication, baseUrl }: ServiceSnapshot): Promise<AccountName | undefined> {
    const { scheme } = authentication;
    if (scheme === 'none') return accountNameOf(authentication, undefined);
    const { secrets } = this.#options;
    return accountNameOf(authentication, await secrets.get(getAccountAt(scheme, baseUrl)));
  }

  #connect(): Omit<ConnectedService, 'account'> {
    const service = this.serviceAt(this.address());
    return { ...service, client: this.clients.createClient(service) };
  }

  /** The emulator of this window uses the default mapping, and says what becomes of simulations. @throws MappingError */
  #mappingOf(address: ServiceAddress, environment: Environment | undefined): ServiceMapping {
    if (this.isOverride(address)) return emulatorMapping;
    if (environment?.description === undefined) return parseMapping(this.#settings.mapping);
    return parseMapping(environment.description.mapping, environment.name);
  }

  #protectionOf(address: ServiceAddress, { pathPrefix }: ServiceMapping): DefinedEnvironment | undefined {
    const { environments, mapping } = this.#settings;
    const prefixes = { service: pathPrefix, plain: mapping.pathPrefix };
    return findProtectedEnvironment(toAddressRef(address), environments, prefixes);
  }

  #replaced(): void {
    this.#service = undefined;
    this.#options.changed.fire();
  }
}

const emulatorMapping = parseMapping({
  simulationStatus: {
    path: '/simulations/{simulation_id}',
    state: '/status',
    detail: '/progress',
    ended: { done: 'success', failed: 'failure' },
  },
});

function assertUsable(environment: DefinedEnvironment): Environment {
  if (!('invalidField' in environment)) return environment;
  const { name, invalidField } = environment;
  throw new SettingError(keys.environments, { environment: name, field: invalidField });
}
