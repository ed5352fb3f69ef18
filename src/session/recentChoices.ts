import type * as vscode from 'vscode';
import { decodeStored, toStored } from '../client/core/storedForm';
import type { Identifier, Project } from '../client/core/types';
import { isIdentifier } from '../client/response/identifier';
import type { ServiceRef } from '../launch/journalEntry';
import { type ConnectedService, isSameService, type ServiceAddress, toServiceRef } from './service';

/** Remembers the last choices for each service, to preselect them. */
export class RecentChoices {
  readonly #storage: vscode.Memento;

  constructor(storage: vscode.Memento) {
    this.#storage = storage;
  }

  last(what: 'project' | 'model', service: ConnectedService): Identifier | undefined {
    const id = decodeStored(this.#remembered(what, service)?.id);
    return isIdentifier(id) ? id : undefined;
  }

  /** Whether a project was chosen last, or created by the last choice. */
  isLastProject({ id, name }: Pick<Project, 'id' | 'name'>, service: ConnectedService): boolean {
    const last = this.#remembered('project', service);
    return last?.newName === undefined ? id === this.last('project', service) : name === last.newName;
  }

  async remember(what: 'project' | 'model', service: ConnectedService, id: Identifier): Promise<void> {
    await this.#remember(what, service, { id: toStored(id) });
  }

  /** Remembers a project that is about to be created: its identifier is not known yet. */
  async rememberNewProject(service: ConnectedService, newName: string): Promise<void> {
    await this.#remember('project', service, { newName });
  }

  async #remember(what: 'project' | 'model', service: ConnectedService, chosen: Chosen): Promise<void> {
    const last: Remembered = { ...chosen, service: toServiceRef(service, service.account) };
    await this.#storage.update(keyOf(what, service), last);
  }

  #remembered(what: 'project' | 'model', service: ConnectedService): Chosen | undefined {
    const last = this.#storage.get<Remembered>(keyOf(what, service));
    return last !== undefined && isSameService(last.service, service) ? last : undefined;
  }
}

interface Chosen {
  readonly id?: unknown;
  readonly newName?: string;
}

interface Remembered extends Chosen {
  readonly service: ServiceRef;
}

function keyOf(what: string, { baseUrl, variant }: ServiceAddress): string {
  return `last ${what} ${variant} ${baseUrl.href}`;
}
