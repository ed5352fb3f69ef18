import type * as vscode from 'vscode';

/** A launch that failed, and when; ms since the epoch. One that fails again is another failure. */
export interface FailedLaunch {
  readonly id: string;
  readonly changedAt: number;
}

const storageKey = 'seen failures';

/** Remembers for all windows which failures the user has seen in the list, so that they are not counted any more. */
export class SeenFailures {
  readonly #storage: vscode.Memento;

  constructor(storage: vscode.Memento) {
    this.#storage = storage;
  }

  has({ id, changedAt }: FailedLaunch): boolean {
    return this.#times[id] === changedAt;
  }

  /**
   * Adds failures that are seen now.
   * @param all every launch that there is, with its last change; the failures of others are forgotten
   * @returns whether any of them was new
   */
  async add(seen: readonly FailedLaunch[], all: readonly FailedLaunch[]): Promise<boolean> {
    const fresh = seen.filter((failure) => !this.has(failure));
    if (fresh.length === 0) return false;
    const kept = all.filter((failure) => this.has(failure));
    const times = Object.fromEntries([...kept, ...fresh].map(({ id, changedAt }) => [id, changedAt]));
    await this.#storage.update(storageKey, times);
    return true;
  }

  get #times(): Readonly<Record<string, number>> {
    return this.#storage.get(storageKey, {});
  }
}
