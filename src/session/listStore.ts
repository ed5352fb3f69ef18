import * as vscode from 'vscode';
import { isSignInRequired, NetworkError } from '../client/core/errors';
import type { ServiceClient } from '../client/serviceClient';
import type { CallOptions } from '../client/serviceClientOptions';
import type { Identifier, Listing } from '../client/core/types';
import { NotConnectedError, type ConnectedService, type Connection, type SpokenService } from './connection';

export interface ListStoreOptions<T> {
  readonly ask: (client: ServiceClient, options: CallOptions) => Promise<Listing<T>>;
  readonly onFailed: (error: unknown) => void;
  /** Words an error for the user. */
  readonly describe: (error: unknown) => Promise<string>;
}

/**
 * One list of the service, shared by its view and by the pickers. It is asked for only when somebody
 * looks; failures are not kept, so looking again asks again.
 */
export class ListStore<T extends { readonly id: Identifier; readonly name: string }>
  implements vscode.Disposable
{
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #subscription: vscode.Disposable;
  #content: Promise<ListContent<T>> | undefined;
  /** How often what was asked before went out of date. */
  #refreshes = 0;
  /** Whom each entry was answered by. */
  readonly #services = new WeakMap<object, SpokenService>();

  /** The content is out of date, or is another one. */
  readonly onDidChange = this.#changed.event;

  constructor(
    private readonly connection: Connection,
    private readonly options: ListStoreOptions<T>,
  ) {
    this.#subscription = connection.onDidChange(() => this.refresh());
  }

  /** The last answer of the service of this window, or else a new one. Never rejects. */
  async content(): Promise<ListContent<T>> {
    const before = this.#refreshes;
    const asked = (this.#content ??= this.#load());
    const content = await asked;
    // It may have gone out of date while it was waited for, and be of another service.
    if (before !== this.#refreshes) return await this.content();
    if (content.state !== 'ready' && this.#content === asked) this.#content = undefined;
    return content;
  }

  /**
   * Asks a service anew, for a flow that began with it. An answer that comes when the window speaks to another one is
   * not shown.
   * @throws what the client throws
   */
  async fresh(service: ConnectedService, options: CallOptions = {}): Promise<Listing<T>> {
    const before = this.#refreshes;
    const listing = this.#answeredBy(service, await this.options.ask(service.client, options));
    const isHere = (await this.#service())?.key === service.key;
    if (isHere && before === this.#refreshes) this.#show(listing);
    return listing;
  }

  /** The service that an entry of this list came from; nothing for what is none. */
  serviceOf(item: object | undefined): SpokenService | undefined {
    return item && this.#services.get(item);
  }

  /**
   * Adds what was just created, so that nobody has to wait for another answer to see it.
   * @param belongs whether it was created at this service, which the list is of
   */
  async add(item: T, belongs: (service: ConnectedService) => boolean): Promise<void> {
    const asked = this.#content;
    const content = await asked;
    const service = await this.#service();
    if (content?.state !== 'ready' || this.#content !== asked) return;
    if (service === undefined || !belongs(service)) return;
    const { items, broken } = content.listing;
    this.#answeredBy(service, { items: [item], broken });
    this.#show({ items: [...items, item], broken });
  }

  refresh(): void {
    this.#refreshes++;
    this.#content = undefined;
    this.#changed.fire();
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#changed.dispose();
  }

  /** The one of this window; nothing when there is none. */
  async #service(): Promise<ConnectedService | undefined> {
    return await this.connection.service().catch(() => undefined);
  }

  #answeredBy(service: SpokenService, listing: Listing<T>): Listing<T> {
    for (const item of listing.items) this.#services.set(item, service);
    return listing;
  }

  async #load(): Promise<ListContent<T>> {
    try {
      const service = await this.connection.service();
      const listing = this.#answeredBy(service, await this.options.ask(service.client, { unattended: true }));
      return { state: 'ready', listing: withoutDuplicates(listing) };
    } catch (error) {
      // The words of an environment name it, which a welcome view cannot.
      if (error instanceof NotConnectedError && error.environment === undefined) {
        return { state: error.problem === 'notConfigured' ? 'notConfigured' : 'badBaseUrl' };
      }
      this.options.onFailed(error);
      if (isSignInRequired(error)) return { state: 'signInNeeded' };
      if (isUnreachable(error)) return { state: 'unreachable' };
      return { state: 'failed', text: await this.options.describe(error) };
    }
  }

  #show(listing: Listing<T>): void {
    this.#content = Promise.resolve({ state: 'ready', listing: withoutDuplicates(listing) });
    this.#changed.fire();
  }
}

/** Whether the network is at fault, or the service. A certificate and a proxy need words of their own. */
function isUnreachable(error: unknown): boolean {
  return error instanceof NetworkError && error.code !== 'certificate' && error.proxy?.isAtFault !== true;
}

/** The content of a view. A failed list is never an empty one. */
export type ListContent<T> =
  | { readonly state: 'notConfigured' | 'badBaseUrl' | 'signInNeeded' | 'unreachable' }
  /** With what is said of it. */
  | { readonly state: 'failed'; readonly text: string }
  | { readonly state: 'ready'; readonly listing: Listing<T> };

/** A tree refuses two rows with one identifier. */
export function withoutDuplicates<T extends Entry>({ items, broken }: Listing<T>): Listing<T> {
  return { items: [...new Map(items.map((item) => [item.id, item])).values()], broken };
}

export interface Entry {
  readonly id: Identifier;
  readonly name: string;
}
