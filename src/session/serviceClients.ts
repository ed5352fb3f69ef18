import type { ServiceUnderTest } from '../check/checkedService';
import { variants } from '../client/core/apiVariant';
import { systemClock } from '../client/core/clock';
import type { Credentials } from '../client/credentials';
import { type DocumentOptions, findDocument, type FoundDocument } from '../client/fetchDocument';
import { HttpTransport } from '../client/http/httpTransport';
import type { Routing } from '../client/http/route';
import { ServiceClient } from '../client/serviceClient';
import type { ServiceClientOptions } from '../client/serviceClientOptions';
import type { AccountRef, AccountSecrets } from '../secrets/accountSecrets';
import {
  createCurrentCredentials,
  createPinnedCredentials,
  createTrialCredentials,
  type CredentialSource,
  type PinnedOptions,
} from '../secrets/credentialSources';
import type { SecretCheck, SignInRequest } from '../secrets/signInPrompts';
import type { ServiceSnapshot } from './service';

export interface ServiceClientsOptions {
  readonly secrets: AccountSecrets;
  /** As {@link CredentialSource.signIn}. */
  readonly signIn: (
    account: AccountRef,
    request: Omit<SignInRequest, 'reason'>,
    signal: AbortSignal,
  ) => Promise<string | undefined>;
  /** Called for each new transport. */
  readonly createRouting: () => Routing;
  readonly clientOptions: Pick<ServiceClientOptions, 'log' | 'hide'>;
}

/** The part of a service that requests to it depend on. */
export type CheckableService = Omit<ServiceSnapshot, 'key' | 'place' | 'protection'>;

/**
 * Creates clients for services. A client never changes: one that is in use keeps its service whatever happens to the
 * settings, and the sockets of an unused one close by themselves after a few idle seconds.
 */
export class ServiceClients {
  #transport: HttpTransport | undefined;

  readonly #options: ServiceClientsOptions;

  constructor(options: ServiceClientsOptions) {
    this.#options = options;
  }

  /** Lets clients that are created from now on open new connections. */
  reconnect(): void {
    this.#transport = undefined;
  }

  /** Creates a client that sends the credentials of the account that is signed in at each request. */
  createClient(service: CheckableService, options: Pick<ServiceClientOptions, 'once'> = {}): ServiceClient {
    return this.#create(service, createCurrentCredentials(this.#sourceFor(service), service), options);
  }

  /** As {@link findDocument}, by the way that requests to a service take. */
  async findDocument(
    address: URL,
    options: Pick<DocumentOptions, 'isDocument' | 'maxBytes' | 'signal'>,
  ): Promise<FoundDocument> {
    const { log } = this.#options.clientOptions;
    return await findDocument(address, {
      ...options,
      transport: this.#getTransport(),
      clock: systemClock,
      log,
    });
  }

  /**
   * Creates a client for a launch. It keeps the given service, whatever the settings become, and the account that it
   * starts with.
   */
  launchClient(service: ServiceSnapshot, options: PinnedOptions): ServiceClient {
    const source = this.#sourceFor(service);
    return this.#create(service, createPinnedCredentials(source, service, options));
  }

  /**
   * Asks a service for its projects once, with a secret that is not stored.
   * @throws the errors of the client, the reason of the signal
   */
  async checkSecret(service: CheckableService, secret: string, signal: AbortSignal): Promise<void> {
    const credentials = createTrialCredentials(this.#options.secrets, service, secret);
    await this.#create(service, credentials, { once: true }).listProjects({ signal });
  }

  /** Adds the parts that a connection check needs; the check opens its own connections. */
  createServiceForCheck(service: ServiceSnapshot): ServiceUnderTest {
    return {
      ...service,
      credentials: createCurrentCredentials(this.#sourceFor(service), service),
      routing: this.#options.createRouting(),
    };
  }

  /** Where the credentials of one service come from: a secret that the user enters for it is checked there. */
  #sourceFor(service: CheckableService): CredentialSource {
    const { secrets, signIn } = this.#options;
    const check: SecretCheck = (secret, signal) => this.checkSecret(service, secret, signal);
    return { secrets, signIn: (account, signal, words) => signIn(account, { check, words }, signal) };
  }

  #create(
    service: CheckableService,
    credentials: Credentials,
    options: Pick<ServiceClientOptions, 'once'> = {},
  ): ServiceClient {
    return new ServiceClient({
      baseUrl: service.baseUrl,
      variant: variants[service.variant],
      mapping: service.mapping,
      transport: this.#getTransport(),
      credentials,
      ...this.#options.clientOptions,
      ...options,
    });
  }

  #getTransport(): HttpTransport {
    return (this.#transport ??= new HttpTransport(systemClock, this.#options.createRouting()));
  }
}
