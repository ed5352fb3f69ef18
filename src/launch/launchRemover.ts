import { AlreadySettledError, RecordGoneError } from './errors';
import type { Journal } from './journal';
import type { Running } from './launch';
import type { LaunchList } from './launchList';
import { LockedError } from './launchLock';
import { type LaunchRecord, launchState } from './launchRecord';
import type { LaunchState } from './launchState';
import type { LaunchSummary } from './launchSummary';
import type { UploadUrlStore } from './launchUploadUrls';

export interface LaunchRemoverOptions {
  readonly journal: Journal;
  readonly list: LaunchList;
  /** The launches that this window runs, by their identifiers. */
  readonly running: ReadonlyMap<string, Running>;
  readonly uploadUrls: UploadUrlStore;
  /** Called when launches have been removed. */
  readonly onChange: () => void;
  /** See {@link LaunchRunnerOptions.listFinishedStudies}. */
  readonly listFinishedStudies?: () => Promise<ReadonlySet<string>>;
}

/** Deletes launches from the journal, together with their upload URLs. */
export class LaunchRemover {
  readonly #options: LaunchRemoverOptions;

  constructor(options: LaunchRemoverOptions) {
    this.#options = options;
  }

  /**
   * Deletes launches from the journal, each independently of the others. Nothing on the service changes.
   * @param seen the launches as the user saw them, by default as they are; one that has changed since is kept
   * @throws the first error that prevented a deletion: LockedError, AlreadySettledError, RecordUnreadableError, …
   */
  async remove(
    ids: readonly string[],
    seen?: readonly { readonly id: string; readonly record: Pick<LaunchRecord, 'entryCount'> }[],
  ): Promise<void> {
    const counts =
      seen === undefined
        ? new Map((await this.#options.list.readSummaries()).map(({ id, entryCount }) => [id, entryCount]))
        : new Map(seen.map(({ id, record }) => [id, record.entryCount]));
    await this.#removeEach(ids, async (id) => {
      if (this.#options.running.has(id)) throw new LockedError();
      const asSeen = ({ entryCount }: LaunchRecord) => entryCount === (counts.get(id) ?? entryCount);
      const removed = await this.#options.journal.remove(id, asSeen);
      if (removed === undefined) throw new AlreadySettledError();
      return removed;
    });
  }

  /**
   * Deletes the oldest launches beyond the limit, except those that need attention or are running. The launches of one
   * study count as one, and those of a study that is not finished are kept.
   */
  async prune(keep: number): Promise<void> {
    const summaries = await this.#options.list.readSummaries();
    const beyond = findBeyond(summaries, keep);
    const isOfStudy = beyond.some(({ study }) => study !== undefined);
    const finished = (isOfStudy && (await this.#options.listFinishedStudies?.())) || new Set<string>();
    const old = beyond.filter(
      ({ state, study }) => isPrunable(state) && (study === undefined || finished.has(study.id)),
    );
    const counts = new Map(old.map(({ id, entryCount }) => [id, entryCount]));
    await this.#removeEach([...counts.keys()], async (id) => {
      if (this.#options.running.has(id)) return undefined;
      // It may have changed while others were removed.
      const isAsBefore = (record: LaunchRecord) =>
        record.entryCount === counts.get(id) && isPrunable(launchState(record, false));
      return await this.#options.journal.remove(id, isAsBefore).catch(ignoreLocked);
    });
  }

  /** @param remove returns the removed record, if any */
  async #removeEach(
    ids: readonly string[],
    remove: (id: string) => Promise<LaunchRecord | undefined>,
  ): Promise<void> {
    const failures: unknown[] = [];
    const withUploadUrls: string[] = [];
    for (const id of ids) {
      try {
        const removed = await remove(id);
        // Upload URLs are stored only while files are missing, and keyring requests are slow.
        if (removed?.uploaded === false) withUploadUrls.push(id);
      } catch (error) {
        // It is gone, which is the goal.
        if (!(error instanceof RecordGoneError)) failures.push(error);
      }
    }
    if (ids.length > 0) this.#options.onChange();
    // Last, because a keyring may take long.
    const dropped = await Promise.allSettled(withUploadUrls.map((id) => this.#options.uploadUrls.delete(id)));
    failures.push(...dropped.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : [])));
    if (failures.length > 0) throw failures[0];
  }
}

/** @param summaries newest first. @returns those beyond the limit, in which a study counts once, as its newest launch */
function findBeyond(summaries: readonly LaunchSummary[], keep: number): LaunchSummary[] {
  const counted = new Map<string, number>();
  return summaries.filter(({ id, study }) => {
    const unit = study === undefined ? id : `study ${study.id}`;
    const place = counted.get(unit) ?? counted.size;
    counted.set(unit, place);
    return place >= keep;
  });
}

function isPrunable(state: LaunchState): boolean {
  return state === 'launched' || state === 'created' || state === 'ready' || state === 'cancelled';
}

function ignoreLocked(error: unknown): undefined {
  if (error instanceof LockedError) return undefined;
  throw error;
}
