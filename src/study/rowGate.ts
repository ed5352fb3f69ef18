import path from 'node:path';
import type { Clock } from '../client/core/clock';
import { AlreadyResolvedError, RecordUnreadableError } from '../journal/errors';
import { wrapWriteError } from '../journal/recordFile';
import { LockedError, RecordLock } from '../journal/recordLock';
import { RowTakenError } from '../launch/errors';
import { Journal, type JournalContent } from '../launch/journal';
import type { RowAdmission } from '../launch/launch';
import { launchState } from '../launch/launchRecord';
import { parseLaunchId, type RowOfStudy } from './rowLaunch';
import { isAmong, isSameProject, type SameRow, toSameRow } from './sameRows';
import type { StudyRow } from './study';
import { StudyJournal } from './studyJournal';
import { getRow, type StudyRecord } from './studyRecord';
import { isBegun, type JournaledLaunches, listRowStates } from './studyState';

/** Wait before the lock of all rows is tried again; ms. */
const lockWaitMs = 100;

/** More than it takes until a lock counts as that of a dead window; ms. */
const maxLockWaitMs = 120_000;

/**
 * The one gate before a row of a study: of two rows with the same content in different studies, both are created only
 * if the user has agreed to one of them knowing of the other.
 */
export class RowGate implements RowAdmission {
  readonly studies: StudyJournal;
  readonly #launches: Journal;
  readonly #clock: Clock;
  /** The last lock of this window, which may be left if another program had it open at its release. */
  #last: RecordLock | undefined;

  /** @param folder the folder of the journal of launches */
  constructor(folder: string, clock: Clock) {
    this.studies = new StudyJournal(folder, clock);
    this.#launches = new Journal(folder, clock);
    this.#clock = clock;
  }

  async admit<T>(launch: string, row: RowOfStudy, work: () => Promise<T>): Promise<T> {
    return await this.exclusively(async () => {
      await this.#requireFree(launch, row);
      return await work();
    });
  }

  async keeps(launch: string): Promise<boolean> {
    const of = parseLaunchId(launch);
    if (of === undefined) return false;
    const { studies, unreadable } = await this.studies.readAll();
    return (
      studies.some(({ record }) => record.study.id === of.id) || unreadable.some(({ id }) => id === of.id)
    );
  }

  /**
   * Does the work while no other window can begin a row, or record a study.
   * @throws LockedError after two minutes, LockLostError when this window was suspended meanwhile, JournalError, the
   *   errors of the work
   */
  async exclusively<T>(work: () => Promise<T>): Promise<T> {
    const lock = await this.#lock();
    try {
      const done = await work();
      await lock.requireOwnership();
      return done;
    } finally {
      await lock.release();
    }
  }

  async #lock(): Promise<RecordLock> {
    const { signal } = new AbortController();
    const end = this.#clock.elapsed() + maxLockWaitMs;
    await wrapWriteError(() => this.studies.makeFolder());
    for (;;) {
      try {
        const file = path.join(this.studies.folder, 'rows.lock');
        this.#last = await wrapWriteError(() => RecordLock.take(file, { earlier: this.#last }));
        return this.#last;
      } catch (error) {
        if (!(error instanceof LockedError) || this.#clock.elapsed() > end) throw error;
        await this.#clock.wait(lockWaitMs, signal);
      }
    }
  }

  /** @throws RowTakenError, AlreadyResolvedError, RecordUnreadableError, JournalUnreadableError */
  async #requireFree(launch: string, { id, row }: RowOfStudy): Promise<void> {
    const { studies, unreadable } = await this.studies.readAll();
    const own = studies.find(({ record }) => record.study.id === id)?.record;
    const ownRow = own?.study.rows[row - 1];
    if (own === undefined || ownRow === undefined) {
      const unknown = unreadable.find((one) => one.id === id);
      throw unknown === undefined ? new AlreadyResolvedError() : new RecordUnreadableError(unknown.code);
    }
    const { repeated, startedAt, leftOutFor } = getRow(own, row);
    const isDecided = startedAt !== undefined || leftOutFor !== undefined;
    if (own.isRemoving || isDecided || repeated.includes(launch)) throw new AlreadyResolvedError();
    for (const { record } of studies) {
      const taken = record === own ? undefined : await this.#findTaken(own, ownRow, record);
      if (taken !== undefined)
        throw new RowTakenError(ownRow.name, { id: taken.study, row: taken.row, at: taken.at });
    }
  }

  /** A row with the same content that has begun, and of which neither question has said anything to the user. */
  async #findTaken(own: StudyRecord, row: StudyRow, other: StudyRecord): Promise<SameRow | undefined> {
    const { study } = other;
    if (other.isRemoving || !isSameProject(own.study.project, study.project)) return undefined;
    const isUnknown = (same: StudyRow) =>
      same.sent === row.sent &&
      !isAmong(own.study.shown, study.id, same.row) &&
      !isAmong(study.shown, own.study.id, row.row);
    const same = new Set(study.rows.filter(isUnknown).map((one) => one.row));
    if (same.size === 0) return undefined;
    const launches = await this.#launches.readSome((id) => parseLaunchId(id)?.id === study.id);
    const states = listRowStates(other, toJournaled(launches));
    const begun = states.find((one) => same.has(one.row) && isBegun(one.state));
    const begunRow = begun && study.rows[begun.row - 1];
    return begunRow && toSameRow({ id: study.id, record: other }, begunRow, begun);
  }
}

function toJournaled({ launches, unreadable }: JournalContent): JournaledLaunches {
  return {
    launches: launches.map(({ record, isRunning }) => ({
      id: record.plan.launch,
      record,
      state: launchState(record, isRunning),
      runsHere: false,
    })),
    unreadable,
  };
}
