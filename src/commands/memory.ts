import type * as vscode from 'vscode';
import type { Identifier } from '../client/types';
import type { ServiceAddress } from '../connection';

/** What a person chose last, on each service, so that the next time it is preselected. */
export class Memory {
  constructor(private readonly storage: vscode.Memento) {}

  last(what: 'project' | 'model', address: ServiceAddress): Identifier | undefined {
    return this.storage.get<Identifier>(keyOf(what, address));
  }

  async remember(what: 'project' | 'model', address: ServiceAddress, id: Identifier): Promise<void> {
    await this.storage.update(keyOf(what, address), id);
  }
}

function keyOf(what: string, { baseUrl, variant }: ServiceAddress): string {
  return `last ${what} ${variant} ${baseUrl.href}`;
}
