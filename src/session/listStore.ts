import * as vscode from 'vscode';
import type { Identifier, Listing } from '../client/core/types';
import type { ServiceClient } from '../client/serviceClient';
import type { CallOptions } from '../client/serviceClientOptions';
import { NotConnectedError } from './errors';
import { type Entry, removeDuplicates } from './removeDuplicates';
import type { ConnectedService, ServiceSnapshot } from './service';
import type { ServiceConnection } from './serviceConnection';

export interface ListStoreOptions<T> {
  readonly ask: (client: ServiceClient, options: CallOptions) => Promise<Listing<T>>;
  readonly describeFailure: (error: unknown) => FailedList;
}

/**
 * One list of the service, shared by its view and by the pickers. Requested on demand only; failures are not cached,
 * so that the next access requests it again.
 */
export class ListStore<T extends Entry> implements vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #subscription: vscode.Disposable;
  #content: Promise<ListContent<T>> | undefined;
  /** Number of times the list was marked as outdated. */
  #refreshes = 0;
  /** The service that returned each entry. */
  readonly #services = new WeakMap<object, ServiceSnapshot>();

  /** Fires when the content is outdated or has changed. */
  readonly onDidChange = this.#changed.event;

  readonly #connection: ServiceConnection;
  readonly #options: ListStoreOptions<T>;

  constructor(connection: ServiceConnection, options: ListStoreOptions<T>) {
    this.#connection = connection;
    this.#options = options;
    this.#subscription = connection.onDidChange(() => this.refresh());
  }

  /** The last list from the service of this window, else a new one. Never rejects. */
  async content(): Promise<ListContent<T>> {
    const before = this.#refreshes;
    const asked = (this.#content ??= this.#load());
    const content = await asked;
    // The list may have become outdated during the await, and belong to another service.
    if (before !== this.#refreshes) return await this.content();
    if (content.state !== 'ready' && this.#content === asked) this.#content = undefined;
    return content;
  }

  /**
   * Requests the list again, for a flow that began with this service. The list is not displayed if the window uses
   * another service by the time it arrives.
   * @throws the errors of the client
   */
  async fresh(service: ConnectedService, options: CallOptions = {}): Promise<Listing<T>> {
    const before = this.#refreshes;
    const listing = await this.#request(service, options);
    const isHere = (await this.#service())?.key === service.key;
    if (isHere && before === this.#refreshes) this.#show(listing);
    return listing;
  }

  /** The entry of the list of this service with an identifier. Never rejects. */
  async find(service: ConnectedService, id: Identifier): Promise<T | undefined> {
    const content = await this.content();
    const found =
      content.state === 'ready' ? content.listing.items.find((item) => item.id === id) : undefined;
    return this.serviceOf(found)?.key === service.key ? found : undefined;
  }

  /** The service that an entry of this list came from; undefined for anything else. */
  serviceOf(item: object | undefined): ServiceSnapshot | undefined {
    return item && this.#services.get(item);
  }

  /**
   * Adds a new entry, so that the user sees it without another request.
   * @param belongs whether it was created at this service, which the list belongs to
   */
  async add(item: T, belongs: (service: ConnectedService) => boolean): Promise<void> {
    const asked = this.#content;
    const content = await asked;
    const service = await this.#service();
    if (content?.state !== 'ready' || this.#content !== asked) return;
    if (service === undefined || !belongs(service)) return;
    const { listing } = content;
    this.#services.set(item, service);
    this.#show({ ...listing, items: [...listing.items, item] });
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

  /** The service of this window; undefined without one. */
  async #service(): Promise<ConnectedService | undefined> {
    return await this.#connection.service().catch(() => undefined);
  }

  async #request(service: ConnectedService, options: CallOptions): Promise<Listing<T>> {
    const listing = await this.#options.ask(service.client, options);
    for (const item of listing.items) this.#services.set(item, service);
    return listing;
  }

  async #load(): Promise<ListContent<T>> {
    try {
      const listing = await this.#request(await this.#connection.service(), { unattended: true });
      return { state: 'ready', listing: removeDuplicates(listing) };
    } catch (error) {
      // The text for an environment names it, which a welcome view cannot do.
      if (error instanceof NotConnectedError && error.environment === undefined) {
        return { state: error.problem === 'notConfigured' ? 'notConfigured' : 'badBaseUrl' };
      }
      return this.#options.describeFailure(error);
    }
  }

  #show(listing: Listing<T>): void {
    this.#content = Promise.resolve({ state: 'ready', listing: removeDuplicates(listing) });
    this.#changed.fire();
  }
}

/** A list that could not be requested; `text` describes the error, which is kept for what helps with it. */
export type FailedList =
  | { readonly state: 'signInNeeded' | 'unreachable' }
  | { readonly state: 'failed' | 'badEnvironment'; readonly text: string; readonly error?: unknown };

/** The content of a view. A failed request is never shown as an empty list. */
export type ListContent<T> =
  | { readonly state: 'notConfigured' | 'badBaseUrl' }
  | FailedList
  | { readonly state: 'ready'; readonly listing: Listing<T> };
