import type * as vscode from 'vscode';
import { decodeStored, toStored } from '../client/core/storedForm';
import type { Identifier } from '../client/core/types';
import { isIdentifier } from '../client/response/identifier';
import type { ServiceRef } from '../launch/journalEntry';
import { type ConnectedService, isSameService, type ServiceAddress, toServiceRef } from './service';

/** Remembers the last choices for each service, to preselect them, and its last upload rate. */
export class RecentChoices {
  readonly #storage: vscode.Memento;

  constructor(storage: vscode.Memento) {
    this.#storage = storage;
  }

  last(what: 'project' | 'model', service: ConnectedService): Identifier | undefined {
    // Earlier versions stored only the identifier, not the account.
    const last = this.#storage.get<Partial<Remembered>>(keyOf(what, service));
    if (last?.service === undefined || !isSameService(last.service, service)) return undefined;
    const id = decodeStored(last.id);
    return isIdentifier(id) ? id : undefined;
  }

  /** Bytes per second of the last upload to a service; undefined unless it took long enough to be measured. */
  rate({ origin }: ServiceRef): number | undefined {
    return this.#storage.get<number>(`rate ${origin}`);
  }

  async rememberRate({ origin }: ServiceRef, bytesPerSecond: number): Promise<void> {
    await this.#storage.update(`rate ${origin}`, bytesPerSecond);
  }

  async remember(what: 'project' | 'model', service: ConnectedService, id: Identifier): Promise<void> {
    const last: Remembered = { id: toStored(id), service: toServiceRef(service, service.account) };
    await this.#storage.update(keyOf(what, service), last);
  }
}

interface Remembered {
  readonly id: unknown;
  readonly service: ServiceRef;
}

function keyOf(what: string, { baseUrl, variant }: ServiceAddress): string {
  return `last ${what} ${variant} ${baseUrl.href}`;
}
