import { AlreadyResolvedError, RecordGoneError } from '../journal/errors';
import { LockedError } from '../journal/recordLock';
import type { Journal } from './journal';
import type { Launch, LaunchStudies, Running } from './launch';
import type { LaunchList } from './launchList';
import { type LaunchRecord, launchState } from './launchRecord';
import type { LaunchState } from './launchState';
import type { UploadUrlStore } from './launchUploadUrls';

export interface LaunchRemoverOptions {
  readonly journal: Journal;
  readonly list: LaunchList;
  /** The launches that this window runs, by their identifiers. */
  readonly running: ReadonlyMap<string, Running>;
  readonly uploadUrls: UploadUrlStore;
  /** Called when launches have been removed. */
  readonly onChange: () => void;
}

/** Deletes launches from the journal, together with their upload URLs. */
export class LaunchRemover {
  /** Absent where there are none. */
  studies: LaunchStudies | undefined;
  readonly #options: LaunchRemoverOptions;

  constructor(options: LaunchRemoverOptions) {
    this.#options = options;
  }

  /**
   * Deletes launches from the journal, each independently of the others. Nothing on the service changes.
   * @param seen the launches as the user saw them, by default as they are; one that has changed since is kept
   * @throws the first error that prevented a deletion: LockedError, AlreadyResolvedError, RecordUnreadableError, …, or the
   *   errors of {@link OutcomeKeeper.keep}
   */
  async remove(ids: readonly string[], seen?: readonly SeenLaunch[]): Promise<void> {
    const counts = countEntries(seen ?? (await this.#options.list.read()));
    const failures = await this.#removeEach(
      ids,
      (id, { entryCount }) => entryCount === (counts.get(id) ?? entryCount),
    );
    if (failures.length > 0) throw failures[0];
  }

  /**
   * Deletes the oldest launches beyond the limit, except those that need attention or are running. The launches of one
   * study count as one, and those of a study that is not finished are kept.
   */
  async prune(keep: number): Promise<void> {
    const beyond = findBeyond(await this.#options.list.read(), keep);
    const isOfStudy = beyond.some(({ record }) => record.plan.study !== undefined);
    const unfinished = (isOfStudy && (await this.studies?.listUnfinished())) || new Set<string>();
    const old = beyond.filter(
      ({ state, record }) => isPrunable(state) && !unfinished.has(record.plan.study?.id ?? ''),
    );
    const counts = countEntries(old);
    const isAsBefore = (id: string, record: LaunchRecord) =>
      record.entryCount === counts.get(id) && isPrunable(launchState(record, false));
    const failures = await this.#removeEach([...counts.keys()], isAsBefore);
    // Those that have changed while others were removed, or are in use, stay.
    const failed = failures.filter(
      (error) => !(error instanceof LockedError || error instanceof AlreadyResolvedError),
    );
    if (failed.length > 0) throw failed[0];
  }

  /**
   * Moves a damaged record out of the way at the user's request. Its file is kept.
   * @throws as {@link Journal.setAside} and {@link OutcomeKeeper.keep}
   */
  async quarantine(id: string): Promise<void> {
    const outcomes = this.studies?.keepOutcomes();
    try {
      await this.#options.journal.setAside(id, async () => await outcomes?.keep(id, undefined));
    } finally {
      await outcomes?.close();
      this.#options.onChange();
    }
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
    const outcomes = this.studies?.keepOutcomes();
    for (const id of ids) {
      try {
        if (running.has(id)) throw new LockedError();
        const removed = await journal.remove(id, async (record) => {
          if (!mayRemove(id, record)) return false;
          await outcomes?.keep(id, record);
          return true;
        });
        if (removed === undefined) throw new AlreadyResolvedError();
        // Those of a launch that has sent all files are there only if its window died before it deleted them.
        if ('files' in removed.plan.model) withUploadUrls.push(id);
      } catch (error) {
        // It is gone, which is the goal.
        if (!(error instanceof RecordGoneError)) failures.push(error);
      }
    }
    await outcomes?.close();
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

/** @param launches newest first. @returns those beyond the limit, in which a study counts once, as its newest launch */
function findBeyond(launches: readonly Launch[], keep: number): Launch[] {
  const counted = new Map<string, number>();
  return launches.filter(
    ({
      id,
      record: {
        plan: { study },
      },
    }) => {
      const unit = study === undefined ? id : `study ${study.id}`;
      const place = counted.get(unit) ?? counted.size;
      counted.set(unit, place);
      return place >= keep;
    },
  );
}

function isPrunable(state: LaunchState): boolean {
  return state === 'launched' || state === 'created' || state === 'ready' || state === 'cancelled';
}
