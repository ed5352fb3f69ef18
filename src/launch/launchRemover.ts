import { AlreadyResolvedError, RecordGoneError } from '../journal/errors';
import { LockedError } from '../journal/recordLock';
import { RowOfStudyError } from './errors';
import type { Journal } from './journal';
import type { Launch, RowAdmission } from './launch';
import type { LaunchList } from './launchList';
import { type LaunchRecord, launchState } from './launchRecord';
import type { LaunchState } from './launchState';
import type { UploadUrlStore } from './launchUploadUrls';
import type { RunningLaunches } from './runningLaunches';

export interface LaunchRemoverOptions {
  readonly journal: Journal;
  readonly list: LaunchList;
  readonly running: RunningLaunches;
  readonly uploadUrls: UploadUrlStore;
  /** Absent where there are no studies. */
  readonly rows: Pick<RowAdmission, 'keeps'> | undefined;
  /** Called when launches have been removed. */
  readonly onChange: () => void;
}

/** Deletes launches from the journal, together with their upload URLs. Those of studies go with their study. */
export class LaunchRemover {
  readonly #options: LaunchRemoverOptions;

  constructor(options: LaunchRemoverOptions) {
    this.#options = options;
  }

  /**
   * Deletes launches from the journal, each independently of the others. Nothing on the service changes.
   * @param seen the launches as the user saw them, by default as they are; one that has changed since is kept
   * @throws the first error that prevented a deletion: LockedError, AlreadyResolvedError, RecordUnreadableError,
   *   RowOfStudyError, …
   */
  async remove(ids: readonly string[], seen?: readonly SeenLaunch[]): Promise<void> {
    const counts = countEntries(seen ?? (await this.#options.list.read()));
    const failures = await this.#removeEach(
      ids,
      (id, { entryCount }) => entryCount === (counts.get(id) ?? entryCount),
    );
    if (failures.length > 0) throw failures[0];
  }

  /** Deletes these launches, except those that have changed since, need attention, are running or are rows of studies. */
  async prune(old: readonly Launch[]): Promise<void> {
    const counts = countEntries(old.filter(({ state }) => isPrunable(state)));
    const isAsBefore = (id: string, record: LaunchRecord) =>
      record.entryCount === counts.get(id) && isPrunable(launchState(record));
    const failures = await this.#removeEach([...counts.keys()], isAsBefore);
    // Those that have changed while others were removed, or are in use, stay.
    const failed = failures.filter(
      (error) =>
        !(
          error instanceof LockedError ||
          error instanceof AlreadyResolvedError ||
          error instanceof RowOfStudyError
        ),
    );
    if (failed.length > 0) throw failed[0];
  }

  /**
   * Deletes a launch of a study that is being removed, also a damaged one.
   * @throws LockedError, LockLostError, JournalError
   */
  async removeRow(id: string): Promise<void> {
    const { journal, running, uploadUrls, onChange } = this.#options;
    if (running.has(id)) throw new LockedError();
    try {
      await journal.remove(id);
    } catch (error) {
      if (!(error instanceof RecordGoneError)) throw error;
    }
    onChange();
    // A keyring may take long, and without the record nobody uses them.
    void uploadUrls.delete(id).catch(() => undefined);
  }

  /**
   * Moves a damaged record out of the way at the user's request. Its file is kept.
   * @throws RowOfStudyError, and as {@link Journal.setAside}
   */
  async quarantine(id: string): Promise<void> {
    try {
      await this.#requireAlone(id);
      await this.#options.journal.setAside(id);
    } finally {
      this.#options.onChange();
    }
  }

  /** @throws RowOfStudyError */
  async #requireAlone(id: string): Promise<void> {
    if (await this.#options.rows?.keeps(id)) throw new RowOfStudyError();
  }

  /**
   * @param mayRemove called with the record as it is under the lock
   * @returns the errors that prevented a deletion
   */
  async #removeEach(
    ids: readonly string[],
    mayRemove: (id: string, record: LaunchRecord) => boolean,
  ): Promise<readonly unknown[]> {
    const { journal, running, uploadUrls, onChange } = this.#options;
    const failures: unknown[] = [];
    const withUploadUrls: string[] = [];
    for (const id of ids) {
      try {
        if (running.has(id)) throw new LockedError();
        await this.#requireAlone(id);
        const removed = await journal.removeIf(id, (record) => Promise.resolve(mayRemove(id, record)));
        if (removed === undefined) throw new AlreadyResolvedError();
        // Those of a launch that has sent all files are there only if its window died before it deleted them.
        if ('files' in removed.plan.model) withUploadUrls.push(id);
      } catch (error) {
        // It is gone, which is the goal.
        if (!(error instanceof RecordGoneError)) failures.push(error);
      }
    }
    if (ids.length > 0) onChange();
    // Last, because a keyring may take long.
    const dropped = await Promise.allSettled(withUploadUrls.map((id) => uploadUrls.delete(id)));
    return [
      ...failures,
      ...dropped.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : [])),
    ];
  }
}

type SeenLaunch = Pick<Launch, 'id'> & { readonly record: Pick<LaunchRecord, 'entryCount'> };

function countEntries(launches: readonly SeenLaunch[]): ReadonlyMap<string, number> {
  return new Map(launches.map(({ id, record }) => [id, record.entryCount]));
}

function isPrunable(state: LaunchState): boolean {
  return state === 'launched' || state === 'created' || state === 'ready' || state === 'cancelled';
}
