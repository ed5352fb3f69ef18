import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Clock } from '../client/core/clock';
import { AlreadyResolvedError, RecordUnreadableError } from '../journal/errors';
import { wrapWriteError } from '../journal/recordFile';
import { LockedError, RecordLock } from '../journal/recordLock';
import { BodiesChangedError, RowTakenError } from '../launch/errors';
import { Journal, type JournalContent } from '../launch/journal';
import type { RowAdmission, WantedRow } from '../launch/launch';
import { launchState } from '../launch/launchRecord';
import { parseLaunchId } from './rowLaunch';
import { isNamed, isSameProject, isShown, type SameRow, toSameRow } from './sameRows';
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

  async admit<T>(wanted: WantedRow, work: () => Promise<T>): Promise<T> {
    return await this.exclusively(async () => {
      await this.#requireFree(wanted);
      return await work();
    });
  }

  async keeps(launch: string): Promise<boolean> {
    const of = parseLaunchId(launch);
    if (of === undefined) return false;
    const { found, unreadable } = await this.studies.readRecords();
    return found.has(of.id) || unreadable.some(({ id }) => id === of.id);
  }

  /**
   * Does the work while no other window can begin a row, or record a study.
   * @param signal ends the wait for the others, not the work
   * @throws the reason of the signal; LockedError after two minutes, LockLostError when this window was suspended meanwhile, JournalError, the
   *   errors of the work
   */
  async exclusively<T>(work: () => Promise<T>, signal = new AbortController().signal): Promise<T> {
    const lock = await this.#lock(signal);
    try {
      const done = await work();
      await lock.requireOwnership();
      return done;
    } finally {
      await lock.release();
    }
  }

  async #lock(signal: AbortSignal): Promise<RecordLock> {
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

  /** @throws RowTakenError, AlreadyResolvedError, BodiesChangedError, RecordUnreadableError, JournalUnreadableError */
  async #requireFree({ launch, row: { id, row }, bodies, isAlone }: WantedRow): Promise<void> {
    const { found, unreadable } = await this.studies.readRecords();
    const own = found.get(id);
    const ownRow = own?.study.rows[row - 1];
    if (own === undefined || ownRow === undefined) {
      const unknown = unreadable.find((one) => one.id === id);
      throw unknown === undefined ? new AlreadyResolvedError() : new RecordUnreadableError(unknown.code);
    }
    const { repeated, startedAt, leftOutFor } = getRow(own, row);
    const isDecided = startedAt !== undefined || leftOutFor !== undefined;
    if (own.isRemoving || isDecided || repeated.includes(launch)) throw new AlreadyResolvedError();
    // The study keeps what each of its rows sends: see `contentHash`.
    if (isAlone && !isDeepStrictEqual(bodies, own.bodies)) throw new BodiesChangedError('createSimulation');
    // The newest study first, which the error names.
    for (const record of [...found.values()].sort((a, b) => b.agreedAt - a.agreedAt)) {
      const taken =
        record === own ? undefined : await this.#findTaken({ study: own, row: ownRow, isAlone }, record);
      if (taken !== undefined)
        throw new RowTakenError(ownRow.name, { id: taken.study, row: taken.row, at: taken.at });
    }
  }

  /**
   * A row with the same content that has begun, and of which the user was not told. While a study runs, it is enough that
   * the question of the other study has named the row; who continues a launch alone has seen neither question.
   */
  async #findTaken(
    { study: own, row, isAlone }: RowToAdmit,
    other: StudyRecord,
  ): Promise<SameRow | undefined> {
    const { study } = other;
    if (other.isRemoving || !isSameProject(own.study.project, study.project)) return undefined;
    if (!isAlone && isNamed(study.shownRows, own.study.id, row.row)) return undefined;
    // One that another row was left out for stands for that one.
    const used = new Set(
      [...own.rows.values()].flatMap(({ leftOutFor }) =>
        leftOutFor?.id === study.id ? [leftOutFor.row] : [],
      ),
    );
    const rows = study.rows.filter((one) => one.contentHash === row.contentHash && !used.has(one.row));
    if (rows.length === 0) return undefined;
    const launches = await this.#launches.readSome((id) => parseLaunchId(id)?.id === study.id);
    const states = listRowStates(other, toJournaled(launches));
    const same = rows.flatMap((one) => {
      const state = states[one.row - 1];
      return state === undefined ? [] : [toSameRow({ id: study.id, record: other }, one, state)];
    });
    const { shownRows } = own.study;
    return same.find(
      (one) =>
        isBegun(one.state) && !(isAlone ? isShown(shownRows, one) : isNamed(shownRows, one.study, one.row)),
    );
  }
}

/** A row that is to begin or to continue. */
interface RowToAdmit extends Pick<WantedRow, 'isAlone'> {
  /** The record of its study. */
  readonly study: StudyRecord;
  readonly row: StudyRow;
}

function toJournaled({ launches, unreadable }: JournalContent): JournaledLaunches {
  return {
    launches: launches.map(({ record, isRunning }) => ({
      id: record.plan.launch,
      record,
      state: launchState(record, { isRunning }),
      runsHere: false,
    })),
    unreadable,
  };
}
