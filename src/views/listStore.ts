import * as vscode from 'vscode';
import { asksForSignIn, NetworkError } from '../client/errors';
import type { CallOptions, ServiceClient } from '../client/serviceClient';
import type { Identifier, Listing } from '../client/types';
import { NotConnectedError, type Connection } from '../connection';
import { distinct, type ListContent } from './listNodes';

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

  /** The content is out of date, or is another one. */
  readonly onDidChange = this.#changed.event;

  constructor(
    private readonly connection: Connection,
    private readonly ask: (client: ServiceClient, options: CallOptions) => Promise<Listing<T>>,
    private readonly onFailed: (error: unknown) => void,
  ) {
    this.#subscription = connection.onDidChange(() => this.refresh());
  }

  /** What was answered last, else what is answered now. Never rejects. */
  async content(): Promise<ListContent<T>> {
    const asked = (this.#content ??= this.#load());
    const content = await asked;
    if (content.state !== 'ready' && this.#content === asked) this.#content = undefined;
    return content;
  }

  /** Asks the service anew, for somebody who is about to choose and may have to sign in. @throws what the client throws */
  async fresh(signal?: AbortSignal): Promise<Listing<T>> {
    const { client } = await this.connection.service();
    signal?.throwIfAborted();
    const listing = await this.ask(client, signal ? { signal } : {});
    this.#show(listing);
    return listing;
  }

  /** The identifiers of what was answered last; none when nothing was. */
  async knownIds(): Promise<T['id'][]> {
    const content = await this.#content;
    return content?.state === 'ready' ? content.listing.items.map(({ id }) => id) : [];
  }

  /** Adds what was just created, so that nobody has to wait for another answer to see it. */
  async add(item: T): Promise<void> {
    const content = await this.#content;
    if (content?.state !== 'ready') return;
    const { items, broken } = content.listing;
    this.#show({ items: [...items, item], broken });
  }

  refresh(): void {
    this.#content = undefined;
    this.#changed.fire();
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#changed.dispose();
  }

  async #load(): Promise<ListContent<T>> {
    try {
      const { client } = await this.connection.service();
      return { state: 'ready', listing: distinct(await this.ask(client, { unattended: true })) };
    } catch (error) {
      // The words of an environment name it, which a welcome view cannot.
      if (error instanceof NotConnectedError && error.environment === undefined) {
        return { state: error.problem === 'notConfigured' ? 'notConfigured' : 'badBaseUrl' };
      }
      this.onFailed(error);
      if (asksForSignIn(error)) return { state: 'signInNeeded' };
      if (isUnreachable(error)) return { state: 'unreachable' };
      const { describeError } = await import('../onDemand');
      return { state: 'failed', text: describeError(error) };
    }
  }

  #show(listing: Listing<T>): void {
    this.#content = Promise.resolve({ state: 'ready', listing: distinct(listing) });
    this.#changed.fire();
  }
}

/** Whether the network is at fault, or the service. A certificate and a proxy need words of their own. */
function isUnreachable(error: unknown): boolean {
  return error instanceof NetworkError && error.code !== 'certificate' && error.proxy?.isAtFault !== true;
}
