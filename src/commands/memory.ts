import type * as vscode from 'vscode';
import { isIdentifier } from '../client/identifier';
import { fromStored, toStored } from '../client/storedForm';
import type { Identifier } from '../client/types';
import { serviceRef, type ServiceAddress } from '../connection';
import type { ServiceRef } from '../launch/journalEntry';

/** What a person chose last on each service, so that the next time it is preselected, and how fast it was. */
export class Memory {
  constructor(private readonly storage: vscode.Memento) {}

  last(what: 'project' | 'model', address: ServiceAddress): Identifier | undefined {
    const id = fromStored(this.storage.get(keyOf(what, serviceRef(address))));
    return isIdentifier(id) ? id : undefined;
  }

  /** Bytes per second of the last upload to a service, if it took long enough to be measured. */
  rate({ origin }: ServiceRef): number | undefined {
    return this.storage.get<number>(`rate ${origin}`);
  }

  async rememberRate({ origin }: ServiceRef, bytesPerSecond: number): Promise<void> {
    await this.storage.update(`rate ${origin}`, bytesPerSecond);
  }

  async remember(what: 'project' | 'model', address: ServiceAddress, id: Identifier): Promise<void> {
    await this.rememberIn(what, serviceRef(address), id);
  }

  async rememberIn(what: 'project' | 'model', service: ServiceRef, id: Identifier): Promise<void> {
    await this.storage.update(keyOf(what, service), toStored(id));
  }
}

function keyOf(what: string, { origin, basePath, variant }: ServiceRef): string {
  return `last ${what} ${variant} ${origin}${basePath}`;
}
