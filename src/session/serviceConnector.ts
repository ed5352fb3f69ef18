import type { ServiceUnderTest } from '../check/checkedService';
import type { Authentication } from '../client/authentication';
import { variants } from '../client/core/apiVariant';
import { systemClock } from '../client/core/clock';
import type { Credentials } from '../client/credentials';
import { HttpTransport } from '../client/http/httpTransport';
import type { Routing } from '../client/http/route';
import { defaultMapping, parseMapping, type ServiceMapping } from '../client/mapping/serviceMapping';
import { ServiceClient } from '../client/serviceClient';
import type { ServiceClientOptions } from '../client/serviceClientOptions';
import { OtherServiceError, ServiceChangedError } from '../launch/errors';
import type { ServiceRef } from '../launch/journalEntry';
import {
  type AccountName,
  accountNameOf,
  createAccountFingerprint,
  isOtherAccount,
} from '../secrets/accountName';
import { type AccountRef, type AccountSecrets, getAccountAt } from '../secrets/accountSecrets';
import {
  createCurrentCredentials,
  createPinnedCredentials,
  createTrialCredentials,
  type CredentialSource,
  type PinnedOptions,
} from '../secrets/credentialSources';
import { hasFingerprint } from '../secrets/fingerprint';
import type { SecretCheck } from '../secrets/signInPrompts';
import type { DefinedEnvironment } from './environments';
import { findProtectedEnvironment } from './protection';
import {
  type ConnectedService,
  keyOf,
  type ServiceAddress,
  type ServiceSnapshot,
  stringifyRequestSettings,
  toAddressRef,
  toServiceIdentity,
} from './service';
import type { Settings } from './settings';

export interface ServiceConnectorOptions {
  readonly settings: Pick<Settings, 'mapping' | 'environments'>;
  readonly secrets: AccountSecrets;
  /** As {@link CredentialSource.signIn}. @param check asks the service that refused the request */
  readonly signIn: (
    account: AccountRef,
    check: SecretCheck,
    signal: AbortSignal,
  ) => Promise<string | undefined>;
  /** Called for each new transport. */
  readonly createRouting: () => Routing;
  readonly clientOptions: Pick<ServiceClientOptions, 'log' | 'hide'>;
}

/** The part of a service that requests to it depend on. */
type CheckableService = Omit<ServiceSnapshot, 'key' | 'protection'>;

/**
 * Takes services and creates their clients. Which service a window uses is for {@link ServiceConnection} to say.
 *
 * A client never changes: one that is in use keeps its service whatever happens to the settings, and the sockets of an
 * unused one close by themselves after a few idle seconds.
 */
export abstract class ServiceConnector {
  #service: Omit<ConnectedService, 'account'> | undefined;
  #transport: HttpTransport | undefined;

  readonly #options: ServiceConnectorOptions;

  constructor(options: ServiceConnectorOptions) {
    this.#options = options;
  }

  /** The address of the selected service. @throws NotConnectedError, SettingError */
  abstract address(): ServiceAddress;

  /** @throws NotConnectedError when the address is invalid or not allowed */
  abstract parseAllowed(baseUrl: string): URL;

  /** Whether this is the emulator of this window. */
  abstract isOverride(service: ServiceAddress): boolean;

  /** How requests to a service are authenticated. @throws SettingError */
  abstract authenticationOf(service: ServiceAddress): Authentication;

  /** Forgets the selected service, because another one may be selected. */
  protected forgetService(): void {
    this.#service = undefined;
  }

  /** Opens new connections from now on, because the way to the services may have changed. */
  protected forgetTransport(): void {
    this.#transport = undefined;
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
   * The service of a launch with the current settings, whatever is selected.
   * @throws NotConnectedError for an address that is no longer allowed, MappingError
   * @throws ServiceChangedError when the path prefix or headers have changed since the launch began
   */
  serviceOf(ref: ServiceRef): ServiceSnapshot {
    const baseUrl = this.parseAllowed(ref.origin + ref.basePath);
    const service = this.serviceAt({ baseUrl, variant: ref.variant });
    if (ref.spoken === undefined || hasFingerprint(stringifyRequestSettings(service), ref.spoken))
      return service;
    throw new ServiceChangedError(baseUrl.host);
  }

  /** The service at an address with the current settings, whatever is selected. @throws MappingError, SettingError */
  serviceAt({ baseUrl, variant }: ServiceAddress): ServiceSnapshot {
    const address = { baseUrl, variant };
    const authentication = this.authenticationOf(address);
    const mapping = this.#mappingOf(address);
    const key = keyOf({ ...address, mapping, authentication });
    return { ...address, mapping, authentication, key, protection: this.#protectionOf(address, mapping) };
  }

  /** The account that is signed in there now; undefined without sign-in. */
  async accountOf({ authentication, baseUrl }: ServiceSnapshot): Promise<AccountName | undefined> {
    const { scheme } = authentication;
    if (scheme === 'none') return accountNameOf(authentication, undefined);
    const { secrets } = this.#options;
    return accountNameOf(authentication, await secrets.get(getAccountAt(scheme, baseUrl)));
  }

  /** See {@link findProtectedEnvironment}: as defined when the service was taken, else as defined now. */
  protected protectionOf(service: ServiceSnapshot): DefinedEnvironment | undefined {
    return service.protection ?? this.#protectionOf(service, service.mapping);
  }

  /** Creates a client for the service of a launch. @throws the errors of {@link serviceOf} */
  clientOf(ref: ServiceRef, cancelled?: AbortSignal): ServiceClient {
    return this.launchClient(this.serviceOf(ref), { cancelled, account: ref.account });
  }

  /**
   * Creates a client for a launch. It keeps the given service, whatever the settings become, and the account that it
   * starts with.
   */
  launchClient(service: ServiceSnapshot, options: PinnedOptions): ServiceClient {
    const source = this.#sourceFor(service);
    return this.#createClient(service, createPinnedCredentials(source, toServiceIdentity(service), options));
  }

  /**
   * Asks a service for its projects once, with a secret that is not stored.
   * @throws MappingError, SettingError, the errors of the client, the reason of the signal
   */
  async checkSecret(
    address: ServiceAddress | CheckableService,
    secret: string,
    signal: AbortSignal,
  ): Promise<void> {
    const service = 'mapping' in address ? address : this.serviceAt(address);
    const { secrets } = this.#options;
    const credentials = createTrialCredentials(secrets, toServiceIdentity(service), secret);
    await this.#createClient(service, credentials, { once: true }).listProjects({ signal });
  }

  /**
   * The service with the parts that a connection check needs; the check opens its own connections.
   * @throws NotConnectedError, MappingError, SettingError
   */
  createServiceForCheck(): ServiceUnderTest {
    const service = this.serviceAt(this.address());
    return {
      ...service,
      credentials: createCurrentCredentials(this.#sourceFor(service), toServiceIdentity(service)),
      routing: this.#options.createRouting(),
    };
  }

  #connect(): Omit<ConnectedService, 'account'> {
    const service = this.serviceAt(this.address());
    const credentials = createCurrentCredentials(this.#sourceFor(service), toServiceIdentity(service));
    return { ...service, client: this.#createClient(service, credentials) };
  }

  /** The emulator of this window uses the default mapping. @throws MappingError */
  #mappingOf(address: ServiceAddress): ServiceMapping {
    return this.isOverride(address) ? defaultMapping : parseMapping(this.#options.settings.mapping);
  }

  #protectionOf(address: ServiceAddress, { pathPrefix }: ServiceMapping): DefinedEnvironment | undefined {
    return findProtectedEnvironment(toAddressRef(address), this.#options.settings.environments, pathPrefix);
  }

  /** Where the credentials of one service come from: what the user enters for it is checked there. */
  #sourceFor(service: CheckableService): CredentialSource {
    const { secrets, signIn } = this.#options;
    const check: SecretCheck = (secret, signal) => this.checkSecret(service, secret, signal);
    return { secrets, signIn: (account, signal) => signIn(account, check, signal) };
  }

  #createClient(
    service: CheckableService,
    credentials: Credentials,
    options: Pick<ServiceClientOptions, 'once'> = {},
  ): ServiceClient {
    const { createRouting, clientOptions } = this.#options;
    return new ServiceClient({
      baseUrl: service.baseUrl,
      variant: variants[service.variant],
      mapping: service.mapping,
      transport: (this.#transport ??= new HttpTransport(systemClock, createRouting())),
      credentials,
      ...clientOptions,
      ...options,
    });
  }
}
