import type * as vscode from 'vscode';
import { decodeStored, toStored } from '../client/core/storedForm';
import type { Identifier, Project } from '../client/core/types';
import { isIdentifier } from '../client/response/identifier';
import type { ServiceRef } from '../launch/journalEntry';
import { type ConnectedService, isPossiblySameService, isSameService, toServiceRef } from './service';

/** A kind of entry that can be chosen and pinned. */
export type ChoiceKind = 'project' | 'model';

/** The entries of a list in the order in which they are offered. */
export interface RankedEntries<T> {
  /** In the order in which they were pinned. */
  readonly pinned: readonly T[];
  /** Used last and not pinned, the last one first. */
  readonly used: readonly T[];
  /** In the order of the list. */
  readonly others: readonly T[];
}

/** Limit for the entries of a service that count as used last. */
const maxUsed = 5;

/** Limit for the services that are remembered although nothing is pinned there: each emulator is one. */
const maxServices = 20;

const key = 'choices';

/** Remembers for each service what was used last, to offer it first, and what is pinned. */
export class RecentChoices {
  readonly #storage: Pick<vscode.Memento, 'get' | 'update'>;
  readonly #changed: Pick<vscode.EventEmitter<void>, 'event' | 'fire'>;

  constructor(
    storage: Pick<vscode.Memento, 'get' | 'update'>,
    changed: Pick<vscode.EventEmitter<void>, 'event' | 'fire'>,
  ) {
    this.#storage = storage;
    this.#changed = changed;
  }

  /** Fires when other entries are pinned or used last. */
  get onDidChange(): vscode.Event<void> {
    return this.#changed.event;
  }

  /** What was certainly chosen last by this account: Enter selects it. */
  last(kind: ChoiceKind, service: ConnectedService): Identifier | undefined {
    const { used, newName } = this.#find(kind, service, isSameService);
    return newName === undefined ? used[0] : undefined;
  }

  /** Whether a project was chosen last, or created by the last choice. */
  isLastProject({ id, name }: Pick<Project, 'id' | 'name'>, service: ConnectedService): boolean {
    const { newName } = this.#find('project', service, isSameService);
    return newName === undefined ? id === this.last('project', service) : name === newName;
  }

  /** Puts entries of the list of a service into the order in which they are offered. */
  rank<T extends { readonly id: Identifier }>(
    kind: ChoiceKind,
    service: ConnectedService | undefined,
    items: readonly T[],
  ): RankedEntries<T> {
    const { pinned, used } = service === undefined ? nothing : this.#find(kind, service);
    if (pinned.length + used.length === 0) return { pinned: [], used: [], others: items };
    const wanted = new Set([...pinned, ...used]);
    const found = new Map(items.filter(({ id }) => wanted.has(id)).map((item) => [item.id, item]));
    const take = (ids: readonly Identifier[]) =>
      ids.flatMap((id) => {
        const item = found.get(id);
        found.delete(id);
        return item === undefined ? [] : [item];
      });
    return { pinned: take(pinned), used: take(used), others: items.filter(({ id }) => !wanted.has(id)) };
  }

  async remember(kind: ChoiceKind, service: ConnectedService, id: Identifier): Promise<void> {
    const { used, pinned } = this.#find(kind, service);
    const next = [id, ...used.filter((one) => one !== id)].slice(0, maxUsed);
    await this.#keep(kind, service, { pinned, used: next });
  }

  /** Remembers a project that is about to be created: its identifier is not known yet. */
  async rememberNewProject(service: ConnectedService, newName: string): Promise<void> {
    const { used, pinned } = this.#find('project', service);
    await this.#keep('project', service, { pinned, used, newName });
  }

  async setPinned(
    kind: ChoiceKind,
    service: ConnectedService,
    id: Identifier,
    isPinned: boolean,
  ): Promise<void> {
    const { pinned, ...others } = this.#find(kind, service);
    const rest = pinned.filter((one) => one !== id);
    await this.#keep(kind, service, { ...others, pinned: isPinned ? [...rest, id] : rest });
  }

  #read(): readonly Stored[] {
    return this.#storage.get<readonly Stored[]>(key) ?? [];
  }

  /** Also with another token, unless that is known to be of another account. */
  #find(
    kind: ChoiceKind,
    service: ConnectedService,
    isAt: typeof isSameService = isPossiblySameService,
  ): Choices {
    const found = this.#read().find((one) => one.kind === kind && isAt(one.service, service));
    if (found === undefined) return nothing;
    const { pinned, used, newName } = found;
    return {
      pinned: pinned.map(decodeStored).filter(isIdentifier),
      used: used.map(decodeStored).filter(isIdentifier),
      ...(newName !== undefined && { newName }),
    };
  }

  async #keep(
    kind: ChoiceKind,
    service: ConnectedService,
    { pinned, used, ...name }: Choices,
  ): Promise<void> {
    const kept: Stored = {
      kind,
      service: toServiceRef(service, service.account),
      pinned: pinned.map(toStored),
      used: used.map(toStored),
      ...name,
    };
    const others = this.#read()
      .filter((one) => one.kind !== kind || !isPossiblySameService(one.service, service))
      .filter((one, index) => index < 2 * maxServices || one.pinned.length > 0);
    const before = this.#find(kind, service);
    await this.#storage.update(key, [kept, ...others]);
    // A view that draws all of its rows again would close what a user is just expanding.
    if (!isEqual(before.pinned, pinned) || !isEqual(before.used, used)) this.#changed.fire();
  }
}

interface Choices {
  readonly pinned: readonly Identifier[];
  /** The last one first. */
  readonly used: readonly Identifier[];
  /** Of the project that was created by the last choice. */
  readonly newName?: string;
}

const nothing: Choices = { pinned: [], used: [] };

/** Identifiers are in their stored form. */
interface Stored {
  readonly kind: ChoiceKind;
  readonly service: ServiceRef;
  readonly pinned: readonly unknown[];
  readonly used: readonly unknown[];
  readonly newName?: string;
}

function isEqual(a: readonly Identifier[], b: readonly Identifier[]): boolean {
  return a.length === b.length && a.every((id, index) => id === b[index]);
}
