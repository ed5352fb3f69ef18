import * as vscode from 'vscode';
import type { ServiceUnderTest } from '../check/checkedService';
import type { Authentication } from '../client/authentication';
import { type VariantName, variants } from '../client/core/apiVariant';
import { systemClock } from '../client/core/clock';
import type { Credentials } from '../client/credentials';
import type { HttpTransport } from '../client/http/httpTransport';
import type { Routing } from '../client/http/route';
import type { RawMapping, ServiceMapping } from '../client/mapping/serviceMapping';
import type { ServiceClient } from '../client/serviceClient';
import type { ServiceClientOptions } from '../client/serviceClientOptions';
import { type BaseUrlProblem, parseBaseUrl } from '../client/url/baseUrl';
import { settings as keys } from '../contributions';
import { OtherServiceError, ServiceChangedError } from '../launch/errors';
import type { ServiceRef } from '../launch/journalEntry';
import {
  type AccountName,
  accountNameOf,
  createAccountFingerprint,
  isOtherAccount,
} from '../secrets/accountName';
import { getAccountAt } from '../secrets/accountSecrets';
import {
  createCurrentCredentials,
  createPinnedCredentials,
  type CredentialSource,
  type PinnedOptions,
} from '../secrets/credentialSources';
import { hasFingerprint } from '../secrets/fingerprint';
import { type DefinedEnvironment, type Environment, environmentOf } from './environments';
import { findProtectedEnvironment } from './protection';
import {
  type ConnectedService,
  keyOf,
  type ServiceAddress,
  type SpokenService,
  stringifySpoken,
  toAddressRef,
  toServiceIdentity,
} from './service';
import { SettingError, type Settings } from './settings';

/** No service is configured, or the configured address is invalid. */
export class NotConnectedError extends Error {
  override readonly name = 'NotConnectedError';
  readonly kind = 'notConnected';

  constructor(
    readonly problem: 'notConfigured' | 'unknownEnvironment' | BaseUrlProblem,
    /** The name of the selected environment. A workspace may have selected it. */
    readonly environment?: string,
  ) {
    super(`no service to speak to: ${problem}`);
  }
}

/**
 * Provides the service of this window: the emulator while it runs, else the configured one. A client never changes:
 * one that is in use keeps its service whatever happens to the settings, and the sockets of an unused one close by
 * themselves after a few idle seconds.
 */
export class Connection implements vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #subscription: vscode.Disposable;
  #override: ServiceAddress | undefined;
  #service: Promise<Omit<ConnectedService, 'account'>> | undefined;
  #transport: HttpTransport | undefined;

  /** Fires when this window uses another service, or none. */
  readonly onDidChange = this.#changed.event;

  readonly #settings: Settings;
  readonly #source: CredentialSource;
  readonly #routing: () => Routing;
  readonly #clientOptions: Pick<ServiceClientOptions, 'log' | 'hide'>;

  constructor(
    settings: Settings,
    source: CredentialSource,
    routing: () => Routing,
    clientOptions: Pick<ServiceClientOptions, 'log' | 'hide'>,
  ) {
    this.#settings = settings;
    this.#source = source;
    this.#routing = routing;
    this.#clientOptions = clientOptions;
    this.#subscription = vscode.Disposable.from(
      settings.onDidChangeService(() => {
        if (this.#override === undefined) this.#replaced();
      }),
      settings.onDidChangeNetwork(() => {
        this.#transport = undefined;
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
      return { baseUrl: this.#allowed(baseUrl, name), variant };
    }
    const text = this.#settings.baseUrl;
    if (text === '') throw new NotConnectedError('notConfigured');
    return { baseUrl: this.#allowed(text), variant: this.#settings.variant };
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
   * The protected environment that a service belongs to, even while another one is selected: as defined when the
   * service was taken, else as defined now.
   * @throws SettingError
   */
  protectedEnvironment(service: SpokenService): Environment | undefined {
    const found = service.protection ?? this.#protectionOf(service, service.mapping);
    return found && assertUsable(found);
  }

  /**
   * The service with its client, which is loaded on first use, because most windows never send a request.
   * @throws NotConnectedError, MappingError
   */
  async service(): Promise<ConnectedService> {
    const asked = (this.#service ??= this.#connect());
    try {
      const service = await asked;
      return { ...service, account: await this.accountOf(service) };
    } catch (error) {
      // A module that failed to load may load the next time.
      if (this.#service === asked) this.#service = undefined;
      throw error;
    }
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
   * The service of a launch with the current settings, whatever is selected.
   * @throws NotConnectedError for an address that is no longer allowed, MappingError
   * @throws ServiceChangedError when the path prefix or headers have changed since the launch began
   */
  async serviceOf(ref: ServiceRef): Promise<SpokenService> {
    const baseUrl = this.#allowed(ref.origin + ref.basePath);
    const service = await this.#spoken({ baseUrl, variant: ref.variant });
    if (ref.spoken === undefined || hasFingerprint(stringifySpoken(service), ref.spoken)) return service;
    throw new ServiceChangedError(baseUrl.host);
  }

  /** The account that is signed in there now; undefined without sign-in. */
  async accountOf({ authentication, baseUrl }: SpokenService): Promise<AccountName | undefined> {
    const { scheme } = authentication;
    if (scheme === 'none') return accountNameOf(authentication, undefined);
    return accountNameOf(authentication, await this.#source.secrets.get(getAccountAt(scheme, baseUrl)));
  }

  /** Creates a client for the service of a launch. @throws the errors of {@link serviceOf} */
  async clientOf(ref: ServiceRef, cancelled?: AbortSignal): Promise<ServiceClient> {
    return await this.launchClient(await this.serviceOf(ref), { cancelled, account: ref.account });
  }

  /**
   * Creates a client for a launch. It keeps the given service, whatever the settings become, and the account that it
   * starts with.
   */
  async launchClient(service: SpokenService, options: PinnedOptions): Promise<ServiceClient> {
    return await this.#createClient(
      service,
      createPinnedCredentials(this.#source, toServiceIdentity(service), options),
    );
  }

  /**
   * The service with the parts that a connection check needs; the check opens its own connections.
   * @throws NotConnectedError, MappingError, SettingError
   */
  async createServiceForCheck(): Promise<ServiceUnderTest> {
    const address = this.address();
    const authentication = this.authenticationOf(address);
    const credentials = createCurrentCredentials(
      this.#source,
      toServiceIdentity({ ...address, authentication }),
    );
    return {
      ...address,
      mapping: await this.#mappingOf(address, this.#settings.mapping),
      authentication,
      credentials,
      routing: this.#routing(),
    };
  }

  /**
   * How requests to a service are authenticated. The emulator of this window accepts every request.
   * @throws SettingError
   */
  authenticationOf(service: ServiceAddress): Authentication {
    if (this.#override?.baseUrl.origin === service.baseUrl.origin) return { scheme: 'bearer' };
    return this.environmentOf(service)?.authentication ?? this.#settings.authentication;
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#changed.dispose();
  }

  #allowed(text: string, environment?: string): URL {
    const baseUrl = parseBaseUrl(text, { allowInsecureHttp: this.#settings.allowInsecureHttp });
    if (!(baseUrl instanceof URL)) throw new NotConnectedError(baseUrl, environment);
    return baseUrl;
  }

  /** The emulator of this window uses the default mapping. @throws MappingError */
  async #mappingOf({ baseUrl }: ServiceAddress, given: RawMapping): Promise<ServiceMapping> {
    const isOverride = this.#override?.baseUrl.origin === baseUrl.origin;
    const { defaultMapping, parseMapping } = await import('../client/lazy');
    return isOverride ? defaultMapping : parseMapping(given);
  }

  async #connect(): Promise<Omit<ConnectedService, 'account'>> {
    const service = await this.#spoken(this.address());
    const credentials = createCurrentCredentials(this.#source, toServiceIdentity(service));
    return { ...service, client: await this.#createClient(service, credentials) };
  }

  async #spoken({ baseUrl, variant }: ServiceAddress): Promise<SpokenService> {
    const address = { baseUrl, variant };
    // Read together, because the settings may change during an await.
    const [authentication, given] = [this.authenticationOf(address), this.#settings.mapping];
    const mapping = await this.#mappingOf(address, given);
    const key = keyOf({ ...address, mapping, authentication });
    return { ...address, mapping, authentication, key, protection: this.#protectionOf(address, mapping) };
  }

  #protectionOf(address: ServiceAddress, { pathPrefix }: ServiceMapping): DefinedEnvironment | undefined {
    return findProtectedEnvironment(toAddressRef(address), this.#settings.environments, pathPrefix);
  }

  async #createClient(service: SpokenService, credentials: Credentials): Promise<ServiceClient> {
    const { ServiceClient, HttpTransport } = await import('../client/lazy');
    return new ServiceClient({
      baseUrl: service.baseUrl,
      variant: variants[service.variant],
      mapping: service.mapping,
      transport: (this.#transport ??= new HttpTransport(systemClock, this.#routing())),
      credentials,
      ...this.#clientOptions,
    });
  }

  #replaced(): void {
    this.#service = undefined;
    this.#changed.fire();
  }
}

function assertUsable(environment: DefinedEnvironment): Environment {
  if (!('invalidField' in environment)) return environment;
  const { name, invalidField } = environment;
  throw new SettingError(keys.environments, { environment: name, field: invalidField });
}
