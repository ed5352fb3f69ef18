import { chmod, mkdir, open } from 'node:fs/promises';
import path from 'node:path';
import pLimit from 'p-limit';
import type { Clock } from '../client/core/clock';
import { removeSoon } from '../files/retryWhenOpen';
import { RecordGoneError } from '../journal/errors';
import { wrapWriteError } from '../journal/recordFile';
import { encodeLines, type RecordContent } from '../journal/recordLines';
import { LockedError } from '../journal/recordLock';
import {
  type FoundRecord,
  type FoundRecords,
  type OpenRecord,
  RecordLog,
  type UnreadableFile,
} from '../journal/recordLog';
import { studiesFolder } from './studiesFolder';
import type { StudyEntry, StudyPlan, TimedStudyEntry } from './study';
import {
  applyStudyEntry,
  createStudyRecord,
  type FirstLine,
  studyFormat,
  type StudyRecord,
} from './studyRecord';

export interface FoundStudies {
  readonly studies: readonly FoundRecord<StudyRecord>[];
  readonly unreadable: readonly UnreadableFile[];
}

/** The records of studies: one append-only file each, in a folder of its own below the journal of launches. */
export class StudyJournal {
  readonly folder: string;
  readonly #log;
  readonly #clock: Pick<Clock, 'now'>;

  /** @param journalFolder the folder of the launches */
  constructor(journalFolder: string, clock: Pick<Clock, 'now'>) {
    this.folder = path.join(journalFolder, studiesFolder);
    this.#log = new RecordLog(this.folder, studyFormat, fold);
    this.#clock = clock;
  }

  /** The folder for the rendered files of a study. */
  filesOf(id: string): string {
    return path.join(this.folder, id);
  }

  /** Creates the folder of the studies, unless it is there. @throws an error of the system */
  async makeFolder(): Promise<void> {
    await this.#log.folder.make();
  }

  /**
   * Locks a new study, writes its record and flushes it.
   * @param work renders its files, then writes the record; its errors are passed on
   * @throws JournalError
   */
  async create(
    id: string,
    work: (write: (study: StudyPlan) => Promise<OpenStudy>) => Promise<OpenStudy>,
  ): Promise<StudyWriter> {
    const opened = await this.#log.createLate(id, async (write) => {
      return await work(async (study) => await write({ study, at: this.#clock.now() }));
    });
    return new StudyWriter(opened, this.#clock);
  }

  /** Locks a study in order to continue it. @throws the errors of {@link RecordLog.continue} */
  async continue(id: string): Promise<StudyWriter> {
    return new StudyWriter(await this.#log.continue(id), this.#clock);
  }

  /** All studies, newest first. @throws JournalUnreadableError */
  async readAll(): Promise<FoundStudies> {
    const { found, unreadable } = await this.#log.readAll();
    await this.#removeOrphans(new Set([...found.keys(), ...unreadable.map(({ id }) => id)]));
    const studies = [...found.values()].sort((a, b) => b.record.agreedAt - a.record.agreedAt);
    return { studies, unreadable };
  }

  /** The records of all studies, in no particular order. @throws JournalUnreadableError */
  async readRecords(): Promise<FoundRecords<StudyRecord>> {
    return await this.#log.readContents();
  }

  /** A window that died while it rendered the files of a study has left them behind. */
  async #removeOrphans(known: ReadonlySet<string>): Promise<void> {
    const names = await this.#log.folder.readNames();
    // All other names have an extension.
    const orphans = [...names].filter((name) => !name.includes('.') && !known.has(name));
    for (const id of orphans)
      await this.#log.removal.cleanUp(id, async () => await this.removeFiles(id)).catch(() => undefined);
  }

  /** Deletes the record of a study. @throws the errors of {@link RecordRemoval.remove} */
  async remove(id: string): Promise<void> {
    await this.#log.removal.remove(id).catch((error: unknown) => {
      if (!(error instanceof RecordGoneError)) throw error;
    });
  }

  /** Deletes the rendered files of a study. Never throws. */
  async removeFiles(id: string): Promise<void> {
    await removeSoon(this.filesOf(id));
  }
}

export type OpenStudy = OpenRecord<StudyRecord>;

function fold({ first, entries }: RecordContent<FirstLine, TimedStudyEntry>): StudyRecord {
  return entries.reduce(applyStudyEntry, createStudyRecord(first));
}

/** Writes the record of a study that this window runs. */
export class StudyWriter {
  readonly #opened: OpenRecord<StudyRecord>;
  #record: StudyRecord;
  readonly #clock: Pick<Clock, 'now'>;
  /** Entries are written one after the other. */
  readonly #queue = pLimit(1);
  #isClosed = false;

  constructor(opened: OpenRecord<StudyRecord>, clock: Pick<Clock, 'now'>) {
    this.#opened = opened;
    this.#record = opened.record;
    this.#clock = clock;
  }

  get record(): StudyRecord {
    return this.#record;
  }

  /** Aborted with a LockLostError once another window is seen to have taken over. */
  get lost(): AbortSignal {
    return this.#opened.lock.lost;
  }

  /** @throws LockLostError, RecordGoneError, JournalError when that is unknown */
  async requireOwnership(): Promise<void> {
    const { file, lock } = this.#opened;
    await file.requirePlace();
    await lock.renew();
  }

  /**
   * Resolves when the entry is on disk. Concurrent calls are written one after the other.
   * @throws LockedError once this writer is being closed, which whoever removes a launch may not know; JournalError,
   * LockLostError, RecordGoneError
   */
  async append(entry: StudyEntry): Promise<void> {
    if (this.#isClosed) throw new LockedError();
    await this.#queue(() => this.#append(entry));
  }

  async #append(entry: StudyEntry): Promise<void> {
    const { file, lock } = this.#opened;
    await lock.requireOwnership();
    const timed = { ...entry, at: this.#clock.now() };
    await file.append(encodeLines([timed], this.#record.entryCount));
    this.#record = applyStudyEntry(this.#record, timed);
    await file.requirePlace();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const { file, lock } = this.#opened;
    await this.#queue(() => undefined);
    await file.close();
    await lock.release();
  }
}

/** Writes files that only this user may read. @throws JournalError */
export async function writePrivateFiles(folder: string, files: ReadonlyMap<string, Buffer>): Promise<void> {
  await wrapWriteError(async () => {
    for (const [name, content] of files) {
      const file = path.join(folder, name);
      await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
      const handle = await open(file, 'wx', 0o600);
      try {
        await handle.writeFile(content);
        await handle.sync();
      } finally {
        await handle.close();
      }
      await chmod(file, 0o600);
    }
  });
}
