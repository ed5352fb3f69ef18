import * as vscode from 'vscode';
import { variants, type VariantName } from './client/apiVariant';
import type { Authentication } from './client/authentication';
import { parseBaseUrl, type BaseUrlProblem } from './client/baseUrl';
import { systemClock } from './client/clock';
import type { Credentials } from './client/credentials';
import type { HttpTransport } from './client/http';
import type { CheckedService } from './check/checkConnection';
import type { Routing } from './client/route';
import type { ServiceClient } from './client/serviceClient';
import type { ServiceShape } from './client/serviceShape';
import { settings as keys } from './contributions';
import { environmentOf, protectionOf, type DefinedEnvironment, type Environment } from './environments';
import type { ServiceRef } from './launch/journalEntry';
import { redactor } from './outlets';
import {
  currentCredentials,
  pinnedCredentials,
  type Authenticated,
  type CredentialSource,
} from './secrets/credentials';
import { SettingError, type Settings } from './settings';

/** Which service is spoken to. */
export interface ServiceAddress {
  readonly baseUrl: URL;
  readonly variant: VariantName;
}

export interface ConnectedService extends ServiceAddress {
  readonly shape: ServiceShape;
  readonly client: ServiceClient;
}

/** No service is set, or what is set is no address. */
export class NotConnectedError extends Error {
  override readonly name = 'NotConnectedError';
  readonly kind = 'notConnected';

  constructor(
    readonly problem: 'notConfigured' | 'unknownEnvironment' | BaseUrlProblem,
    /** The name of the environment that is selected. A workspace may have chosen it. */
    readonly environment?: string,
  ) {
    super(`no service to speak to: ${problem}`);
  }
}

/**
 * Answers which service this window speaks to: the emulator while it runs, else what the settings say.
 * A client is never changed: one that is in use stays with its service whatever happens to the settings,
 * and the sockets of one that is not close by themselves after a few idle seconds.
 */
export class Connection implements vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #subscription: vscode.Disposable;
  #override: ServiceAddress | undefined;
  #service: Promise<ConnectedService> | undefined;
  #transport: HttpTransport | undefined;

  /** Another service, or none any more. */
  readonly onDidChange = this.#changed.event;

  constructor(
    private readonly settings: Settings,
    private readonly source: CredentialSource,
    private readonly routing: () => Routing,
    private readonly log: (line: string) => void,
  ) {
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
    return this.addressIfAny?.variant ?? this.settings.variant;
  }

  get addressIfAny(): ServiceAddress | undefined {
    try {
      return this.address();
    } catch {
      return undefined;
    }
  }

  /** Whether this window speaks to another service than the settings say. */
  get isOverridden(): boolean {
    return this.#override !== undefined;
  }

  /** For this window only; `undefined` goes back to the settings. */
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
    const text = this.settings.baseUrl;
    if (text === '') throw new NotConnectedError('notConfigured');
    return { baseUrl: this.#allowed(text), variant: this.settings.variant };
  }

  /**
   * The environment that is selected; nothing where the plain settings say what the service is. Never another one
   * than the one that was meant. @throws NotConnectedError, SettingError
   */
  environment(): Environment | undefined {
    const name = this.settings.environment;
    if (name === '') return undefined;
    const found = this.settings.environments.find((one) => one.name === name);
    if (found === undefined) throw new NotConnectedError('unknownEnvironment', name);
    return usable(found);
  }

  /** The environment that says how a service is spoken to; nothing where the plain settings do. @throws SettingError */
  environmentOf(service: URL): Environment | undefined {
    const found = environmentOf(service, this.settings);
    return found && usable(found);
  }

  /** The protected environment that a service belongs to, also while another one is selected. @throws SettingError */
  protectedEnvironment(service: ServiceRef): Environment | undefined {
    const found = protectionOf(service, this.settings.environments);
    return found && usable(found);
  }

  /** The client is loaded on first use: most windows never speak to the service. @throws NotConnectedError, ShapeError */
  async service(): Promise<ConnectedService> {
    this.#service ??= this.#connect(this.address(), (to) => currentCredentials(this.source, to));
    return await this.#service;
  }

  /**
   * A client for the service of a launch, which stays with it whatever is set by now, and with the account
   * that it begins with. @throws NotConnectedError for an address that is not allowed any more
   * @param cancelled closes the sign-in prompt of the launch
   */
  async clientOf({ origin, basePath, variant }: ServiceRef, cancelled?: AbortSignal): Promise<ServiceClient> {
    const baseUrl = this.#allowed(new URL(basePath, origin).href);
    const credentials = (to: Authenticated) => pinnedCredentials(this.source, to, cancelled);
    return (await this.#connect({ baseUrl, variant }, credentials)).client;
  }

  /** What a check of the connection needs; it has connections of its own. @throws NotConnectedError, ShapeError, SettingError */
  async checkable(): Promise<CheckedService> {
    const address = this.address();
    const authentication = this.authenticationOf(address.baseUrl);
    const to = { authentication, origin: address.baseUrl.origin };
    const credentials = currentCredentials(this.source, to);
    return {
      ...address,
      shape: await this.#shapeOf(address),
      authentication,
      credentials,
      routing: this.routing(),
    };
  }

  /** How a service is told who sends a request. The emulator of this window lets everybody in. @throws SettingError */
  authenticationOf(service: URL): Authentication {
    if (this.#override?.baseUrl.origin === service.origin) return { scheme: 'bearer' };
    return this.environmentOf(service)?.authentication ?? this.settings.authentication;
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#changed.dispose();
  }

  #allowed(text: string, environment?: string): URL {
    const baseUrl = parseBaseUrl(text, { allowInsecureHttp: this.settings.allowInsecureHttp });
    if (!(baseUrl instanceof URL)) throw new NotConnectedError(baseUrl, environment);
    return baseUrl;
  }

  /**
   * What the settings say now, also for a launch that began with others. The emulator of this window has the
   * built-in shape. @throws ShapeError
   */
  async #shapeOf({ baseUrl }: ServiceAddress): Promise<ServiceShape> {
    const { builtInShape, parseShape } = await import('./client/onDemand');
    const isOverride = this.#override?.baseUrl.origin === baseUrl.origin;
    return isOverride ? builtInShape : parseShape(this.settings.shape);
  }

  async #connect(
    address: ServiceAddress,
    credentialsTo: (service: Authenticated) => Credentials,
  ): Promise<ConnectedService> {
    const shape = await this.#shapeOf(address);
    const authentication = this.authenticationOf(address.baseUrl);
    const { ServiceClient, HttpTransport } = await import('./client/onDemand');
    const client = new ServiceClient({
      baseUrl: address.baseUrl,
      variant: variants[address.variant],
      shape,
      transport: (this.#transport ??= new HttpTransport(systemClock, this.routing())),
      credentials: credentialsTo({ authentication, origin: address.baseUrl.origin }),
      log: this.log,
      hide: (text, carried) => redactor.words(text, carried),
    });
    return { ...address, shape, client };
  }

  #replaced(): void {
    this.#service = undefined;
    this.#changed.fire();
  }
}

function usable(environment: DefinedEnvironment): Environment {
  if (!('unusable' in environment)) return environment;
  const { name, unusable } = environment;
  throw new SettingError(keys.environments, { environment: name, field: unusable });
}

export function serviceRef({ baseUrl, variant }: ServiceAddress): ServiceRef {
  return { origin: baseUrl.origin, basePath: baseUrl.pathname, variant };
}

/** Whether a launch belongs to this service. */
export function isSameService(ref: ServiceRef, address: ServiceAddress): boolean {
  const other = serviceRef(address);
  return ref.origin === other.origin && ref.basePath === other.basePath && ref.variant === other.variant;
}
