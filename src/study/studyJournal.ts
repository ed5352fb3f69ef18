import { randomUUID } from 'node:crypto';
import { chmod, type FileHandle, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Clock } from '../client/core/clock';
import { JournalUnreadableError, RecordGoneError, RecordUnreadableError } from '../launch/errors';
import { DamagedRecordError } from '../launch/journalFormat';
import { LaunchLock } from '../launch/launchLock';
import { isLocked } from '../launch/lockFile';
import { wrapWriteError } from '../launch/recordFile';
import { getErrnoCode } from '../upload/errnoCode';
import { studiesFolder } from './studiesFolder';
import type { FrozenStudy, StudyEntry } from './study';
import {
  applyStudyEntry,
  createStudyRecord,
  decodeStudy,
  encodeStudy,
  encodeStudyEntry,
  type StudyRecord,
} from './studyRecord';

const extension = '.study';

/** A record that exists but cannot be read. It is left as it is. */
export interface UnreadableStudy {
  readonly id: string;
  /** The system's error code, `damaged` or `newer`. */
  readonly code: string;
}

export interface StudyLook {
  readonly studies: readonly { readonly record: StudyRecord; readonly isRunning: boolean }[];
  readonly unreadable: readonly UnreadableStudy[];
}

/** The records of studies: one append-only file each, in a folder of its own below the journal of launches. */
export class StudyJournal {
  readonly folder: string;
  readonly #clock: Pick<Clock, 'now'>;
  readonly #known = new Map<string, { readonly state: string; readonly record: StudyRecord }>();

  /** @param journalFolder the folder of the launches */
  constructor(journalFolder: string, clock: Pick<Clock, 'now'>) {
    this.folder = path.join(journalFolder, studiesFolder);
    this.#clock = clock;
  }

  /** The folder for the rendered files of a study. */
  filesOf(id: string): string {
    return path.join(this.folder, id);
  }

  /** Locks a new study, writes its record and flushes it. @throws JournalError */
  async create(study: FrozenStudy): Promise<StudyWriter> {
    const at = this.#clock.now();
    await wrapWriteError(() => mkdir(this.folder, { recursive: true }));
    return await this.#open(study.id, () =>
      Promise.resolve({ record: createStudyRecord(study, at), content: Buffer.from(encodeStudy(study, at)) }),
    );
  }

  /** Locks a study in order to continue it. @throws LockedError, RecordGoneError, RecordUnreadableError, DamagedRecordError */
  async continue(id: string): Promise<StudyWriter> {
    // Read under the lock, because another window may have written since.
    return await this.#open(id, async () => {
      const bytes = await this.#read(id);
      const { record, length } = decodeStudy(bytes);
      return { record, content: bytes.subarray(0, length) };
    });
  }

  /** All studies, newest first. @throws JournalUnreadableError */
  async readAll(): Promise<StudyLook> {
    const names: string[] = await readdir(this.folder).catch((error: unknown): string[] => {
      if (getErrnoCode(error) === 'ENOENT') return [];
      throw new JournalUnreadableError(getErrnoCode(error));
    });
    const studies: StudyLook['studies'][number][] = [];
    const unreadable: UnreadableStudy[] = [];
    const ids = names.filter((name) => name.endsWith(extension)).map((name) => path.parse(name).name);
    for (const id of ids) {
      try {
        const record = await this.#readCached(id);
        studies.push({
          record,
          isRunning: names.includes(`${id}.lock`) && (await isLocked(this.#lockOf(id))),
        });
      } catch (error) {
        if (error instanceof DamagedRecordError) unreadable.push({ id, code: 'damaged' });
        else if (error instanceof RecordUnreadableError) unreadable.push({ id, code: error.code });
        else if (!(error instanceof RecordGoneError)) throw error;
      }
    }
    for (const id of this.#known.keys()) if (!ids.includes(id)) this.#known.delete(id);
    studies.sort((a, b) => b.record.agreedAt - a.record.agreedAt);
    return { studies, unreadable };
  }

  /** Deletes the record and the rendered files of a study. @throws LockedError, JournalError */
  async remove(id: string): Promise<void> {
    const lock = await wrapWriteError(() => LaunchLock.take(this.#lockOf(id)));
    try {
      await lock.requireOwnership();
      await wrapWriteError(() => rm(this.#recordOf(id), { force: true }));
      await wrapWriteError(() => rm(this.filesOf(id), { force: true, recursive: true }));
    } finally {
      await lock.release();
    }
  }

  #recordOf(id: string): string {
    return path.join(this.folder, id + extension);
  }

  #lockOf(id: string): string {
    return path.join(this.folder, `${id}.lock`);
  }

  async #read(id: string): Promise<Buffer> {
    try {
      return await readFile(this.#recordOf(id));
    } catch (error) {
      const code = getErrnoCode(error);
      throw code === 'ENOENT' ? new RecordGoneError() : new RecordUnreadableError(code);
    }
  }

  async #readCached(id: string): Promise<StudyRecord> {
    const stats = await stat(this.#recordOf(id), { bigint: true }).catch(() => undefined);
    const state = stats && `${stats.ino} ${stats.size} ${stats.mtimeNs}`;
    const known = this.#known.get(id);
    if (known !== undefined && known.state === state) return known.record;
    const { record } = decodeStudy(await this.#read(id));
    if (state !== undefined) this.#known.set(id, { state, record });
    return record;
  }

  /**
   * Each owner writes to a file of its own, as with launches: an earlier owner that was only suspended keeps writing to
   * the earlier file, which is no longer read.
   */
  async #open(
    id: string,
    load: () => Promise<{ readonly record: StudyRecord; readonly content: Buffer }>,
  ): Promise<StudyWriter> {
    const lock = await wrapWriteError(() => LaunchLock.take(this.#lockOf(id)));
    const made = path.join(this.folder, `${id}.${randomUUID()}.next`);
    let handle: FileHandle | undefined;
    try {
      const { record, content } = await load();
      handle = await wrapWriteError(async () => {
        const created = await open(made, 'ax', 0o600);
        handle = created;
        await created.writeFile(content);
        await created.sync();
        await lock.requireOwnership();
        await rename(made, this.#recordOf(id));
        await flushFolder(this.folder);
        return created;
      });
      return new StudyWriter({ handle, lock, record, length: content.length, clock: this.#clock });
    } catch (error) {
      await handle?.close().catch(() => undefined);
      await rm(made, { force: true }).catch(() => undefined);
      await lock.release();
      throw error;
    }
  }
}

interface StudyWriterOptions {
  readonly handle: FileHandle;
  readonly lock: LaunchLock;
  readonly record: StudyRecord;
  /** Bytes up to the end of the last complete line. */
  readonly length: number;
  readonly clock: Pick<Clock, 'now'>;
}

/**
 * The record of the launch, which is on disk by then, says the same: losing one of these to a power cut loses nothing.
 * They are flushed with the next entry, or at the end, before that record may be removed.
 */
const flushedLater: readonly StudyEntry['kind'][] = ['rowBegun', 'rowStarted'];

/** Writes the record of a study that this window runs. */
export class StudyWriter {
  readonly #options: StudyWriterOptions;
  #record: StudyRecord;
  #length: number;

  constructor(options: StudyWriterOptions) {
    this.#options = options;
    this.#record = options.record;
    this.#length = options.length;
  }

  get record(): StudyRecord {
    return this.#record;
  }

  /** Aborted with a LockLostError once another window is seen to have taken over. */
  get lost(): AbortSignal {
    return this.#options.lock.lost;
  }

  /**
   * Resolves when the entry is written. After `rowBegun`, this window still owned the study a moment ago.
   * @throws JournalError, LockLostError, DamagedRecordError for a second launch of a row
   */
  async append(entry: StudyEntry): Promise<void> {
    const { handle, lock, clock } = this.#options;
    const isRenewed = entry.kind === 'rowBegun';
    // Only a row that has begun sends anything, and its check comes after the writing, just before that.
    if (!isRenewed) await lock.requireOwnership();
    const timed = { ...entry, at: clock.now() };
    const next = applyStudyEntry(this.#record, timed);
    const line = Buffer.from(encodeStudyEntry(timed, this.#record.entryCount));
    await wrapWriteError(async () => {
      try {
        await handle.writeFile(line);
        if (!flushedLater.includes(entry.kind)) await handle.datasync();
      } catch (error) {
        await handle.truncate(this.#length).catch(() => undefined);
        throw error;
      }
    });
    this.#length += line.length;
    this.#record = next;
    if (isRenewed) await lock.renew();
  }

  async close(): Promise<void> {
    await this.#options.handle.datasync().catch(() => undefined);
    await this.#options.handle.close().catch(() => undefined);
    await this.#options.lock.release();
  }
}

async function flushFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => undefined);
  await handle?.sync().catch(() => undefined);
  await handle?.close();
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
