import { randomUUID } from 'node:crypto';
import { open, rename } from 'node:fs/promises';
import path from 'node:path';
import { type Patience, removeSoon, retryWhenOpen } from '../files/retryWhenOpen';
import { AlreadyResolvedError, JournalError, RecordGoneError } from './errors';
import { wrapWriteError } from './recordFile';
import { isThere, type RecordFolder, type RecordNames } from './recordFolder';
import { DamagedRecordError } from './recordLines';
import { LockedError, LockLostError, type RecordLock } from './recordLock';
import { isFirstUnfinished, type RecordStore } from './recordStore';

/** What was found in the folder of the records. */
export interface FoundFiles {
  /** The names of all files. */
  readonly names: ReadonlySet<string>;
  /** By their identifiers. */
  readonly records: ReadonlyMap<string, RecordNames>;
  /** The identifiers of records of which not even the first file was completed. */
  readonly neverBegun: ReadonlySet<string>;
}

/**
 * Removes records of one kind, moves damaged ones aside, and tidies up after windows that died. Files go the earliest
 * first, so that no earlier one ever counts again; one that cannot be removed now gets a marker that says so.
 */
export class RecordRemoval<First, Entry, Folded> {
  readonly #store: RecordStore<First, Entry, Folded>;

  constructor(store: RecordStore<First, Entry, Folded>) {
    this.#store = store;
  }

  get #folder(): RecordFolder {
    return this.#store.folder;
  }

  /**
   * Removes a record.
   * @param mayRemove called with the record as it is under the lock, errors are passed on; without it, a record need not
   *   be readable
   * @returns whether it was removed
   * @throws LockedError, LockLostError, RecordGoneError, RecordUnreadableError, DamagedRecordError, JournalError
   */
  async remove(id: string, mayRemove?: (record: Folded) => Promise<boolean>): Promise<boolean> {
    const store = this.#store;
    const lock = await this.#lockToRemove(id);
    try {
      return await store.follow(await this.#folder.find(id), async (names) => {
        if (names.generations.length === 0) throw new RecordGoneError();
        if (mayRemove !== undefined && !(await mayRemove(store.fold(await store.read(names))))) return false;
        if (lock !== undefined) await lock.requireOwnership();
        else if (await isThere(this.#folder.lockOf(id))) throw new LockedError();
        await wrapWriteError(() => this.#removeGenerations(names));
        return true;
      });
    } finally {
      await lock?.release();
    }
  }

  /**
   * Moves a damaged record out of the way at the user's request. Its files stay in the folder.
   * @throws LockedError, AlreadyResolvedError for a record that is not damaged, JournalError
   */
  async setAside(id: string): Promise<void> {
    const lock = await this.#store.lock(id);
    try {
      const names = await this.#folder.find(id);
      const error: unknown = await this.#store.read(names).catch((reason: unknown) => reason);
      if (!(error instanceof DamagedRecordError)) throw new AlreadyResolvedError();
      await lock.requireOwnership();
      // Oldest first, so that no earlier generation ever counts.
      for (const generation of names.generations.toReversed()) await this.#moveAside(id, generation);
    } finally {
      await lock.release();
    }
  }

  /** Gives the files of a generation unique names, so that none that was moved before is overwritten. */
  async #moveAside(id: string, generation: number): Promise<void> {
    const aside = path.join(this.#folder.path, `${id}.${randomUUID()}`);
    const move = async (file: string, end: string) =>
      await wrapWriteError(() => retryWhenOpen(() => rename(file, aside + end)));
    const files = this.#folder.filesOf(id, generation);
    if (await isThere(files)) await move(files, '.files.damaged');
    await move(this.#folder.fileOf(id, generation), '.damaged');
  }

  /**
   * Does the work if there is no record and nobody is creating it: what belongs to it may go.
   * @throws LockedError, JournalError, the errors of the work
   */
  async cleanUp(id: string, work: () => Promise<void>): Promise<void> {
    const lock = await this.#store.lock(id, { mayBeEmpty: true });
    try {
      if ((await this.#folder.find(id)).next === 0) await work();
    } finally {
      await lock.release();
    }
  }

  /** Removes what dead windows have left behind, and what could not be removed before. Never throws. */
  async tidy({ names, records, neverBegun }: FoundFiles, patience: Patience): Promise<void> {
    const gone = [...this.#folder.listLeftovers(names)].filter((id) => !records.has(id));
    for (const id of [...gone, ...neverBegun]) await this.#removeRest(id, patience).catch(() => undefined);
    for (const record of records.values()) {
      if (record.markers.length > 0) await this.#finishRemoval(record).catch(() => undefined);
      if (record.generations.length > 1) await this.#removeOlder(record, patience).catch(() => undefined);
    }
  }

  /** On a full disk there may be no room for a lock file, and removing is what frees space. */
  async #lockToRemove(id: string): Promise<RecordLock | undefined> {
    try {
      return await this.#store.lock(id, { mayBeEmpty: true });
    } catch (error) {
      const isFull = error instanceof JournalError && ['ENOSPC', 'EDQUOT'].includes(error.code);
      if (!isFull || (await isThere(this.#folder.lockOf(id)))) throw error;
      return undefined;
    }
  }

  /**
   * Removes the generations that there were. That of a window that has taken over meanwhile stays.
   * @throws LockLostError when another window has taken over, an error of the system
   */
  async #removeGenerations({ id, generations, next }: RecordNames): Promise<void> {
    const folder = this.#folder;
    for (const generation of generations.toReversed()) {
      // Earlier ones must not come back by a power cut.
      if (generation > 0 && generation === generations[0]) await folder.flush();
      const file = folder.fileOf(id, generation);
      await removeSoon(file);
      if (await isThere(file)) await (await open(folder.markerOf(id, next - 1), 'a')).close();
    }
    if ((await folder.find(id)).next > next) throw new LockLostError();
    await folder.clear(id);
  }

  /**
   * Removes leftovers under the lock, because another window may be creating the record. A later look tries again. The
   * lock is not even taken for a record that has been begun since the look: a window that continues it needs it.
   */
  async #removeRest(id: string, patience: Patience): Promise<void> {
    if ((await this.#findRest(id, patience)) === undefined) return;
    const lock = await this.#store.lock(id, { mayBeEmpty: true, patience });
    try {
      const rest = await this.#findRest(id, patience);
      if (rest?.generations.length === 0) await this.#folder.clear(id);
      else if (rest !== undefined) await this.#removeGenerations(rest);
    } finally {
      await lock.release();
    }
  }

  /** The files of a record that was never begun; undefined for one that was. */
  async #findRest(id: string, patience: Patience): Promise<RecordNames | undefined> {
    const names = await this.#folder.find(id);
    if (names.generations.length === 0) return names;
    const error: unknown = await this.#store.read(names, patience).catch((reason: unknown) => reason);
    return isFirstUnfinished(names, error) ? names : undefined;
  }

  async #finishRemoval({ id, removed, markers }: RecordNames): Promise<void> {
    const folder = this.#folder;
    for (const generation of removed) await removeSoon(folder.fileOf(id, generation));
    // The markers go last, so that nothing that was removed counts again.
    if ((await folder.find(id)).removed.length > 0) return;
    await folder.flush();
    for (const generation of markers) await removeSoon(folder.markerOf(id, generation));
  }

  /** Removes the earlier files of a record, which the window that continued it could not remove. */
  async #removeOlder(record: RecordNames, patience: Patience): Promise<void> {
    const { generation, isFlushed } = await this.#store.read(record, patience);
    // Without entries of its own, a power cut might still tear it.
    if (!isFlushed) return;
    for (const older of record.generations.filter((one) => one < generation).reverse()) {
      await removeSoon(this.#folder.fileOf(record.id, older));
      await removeSoon(this.#folder.filesOf(record.id, older));
    }
  }
}
