import { randomUUID } from 'node:crypto';
import type { Clock } from '../client/core/clock';
import type { Patience } from '../files/retryWhenOpen';
import { RecordGoneError } from '../journal/errors';
import { decodeRecord, withRecord } from '../journal/recordFile';
import { DamagedRecordError } from '../journal/recordLines';
import {
  type FoundRecord,
  type FoundRecords,
  type OpenRecord,
  RecordLog,
  type UnreadableFile,
} from '../journal/recordLog';
import type { ReadRecord } from '../journal/recordStore';
import type { TimedEntry } from './journalEntry';
import { type FirstEntry, type LaunchContent, launchFormat } from './journalFormat';
import { JournalWriter } from './journalWriter';
import { type LaunchContext, type LaunchPlan, summariseModel } from './launch';
import {
  type FilesEntry,
  filesFormat,
  type FilesHeader,
  FilesWriter,
  foldFiles,
  type LaunchFiles,
} from './launchFiles';
import { foldEntries, type LaunchRecord } from './launchRecord';

/** A record that exists but cannot be read, with the name of its model if it is known. */
export interface UnreadableRecord extends UnreadableFile {
  readonly name?: string;
}

export interface JournalContent {
  readonly launches: readonly FoundRecord<LaunchRecord>[];
  /** They are left as they are. */
  readonly unreadable: readonly UnreadableRecord[];
}

/** The records of launches, in a folder that only this extension uses. */
export class Journal {
  readonly #log: RecordLog<FirstEntry, TimedEntry, LaunchRecord>;
  readonly #clock: Pick<Clock, 'now'>;

  constructor(folder: string, clock: Pick<Clock, 'now'>) {
    this.#log = new RecordLog(folder, launchFormat, fold);
    this.#clock = clock;
  }

  /**
   * Creates the record of a launch and locks it.
   * @param launch its identifier, if it must not be any other
   * @throws JournalError; LockLostError for a launch that is there
   */
  async begin(
    { model, ...plan }: LaunchPlan & LaunchContext,
    launch: string = randomUUID(),
  ): Promise<JournalWriter> {
    const at = this.#clock.now();
    const first = { kind: 'planned', launch, ...plan, model: summariseModel(model), at } as const;
    return await this.#open(async (writeFiles) => {
      return await this.#log.create(first, async (path) => {
        await writeFiles(path, first, { ...noFiles, planned: 'files' in model ? model.files : [] });
      });
    });
  }

  /**
   * Locks a record in order to continue it.
   * @throws the errors of {@link RecordLog.continue}
   */
  async continue(launch: string): Promise<JournalWriter> {
    return await this.#open(async (writeFiles) => {
      return await this.#log.continue(launch, async (path, before) => {
        const content = await this.#filesOf(before).catch(ignoreDamage);
        if (content !== undefined) await writeFiles(path, before.first, content);
      });
    });
  }

  /**
   * All launches, in no particular order. Records that cannot be read are listed separately and left as they are.
   * @throws JournalUnreadableError
   */
  async read(): Promise<JournalContent> {
    return await this.#toContent(await this.#log.readAll());
  }

  /** As {@link read}, but only those that are wanted by their identifiers. @throws JournalUnreadableError */
  async readSome(isWanted: (launch: string) => boolean): Promise<JournalContent> {
    return await this.#toContent(await this.#log.readSome(isWanted));
  }

  async #toContent({ found, unreadable }: FoundRecords<FoundRecord<LaunchRecord>>): Promise<JournalContent> {
    return {
      launches: [...found.values()],
      unreadable: await Promise.all(unreadable.map((one) => this.#named(one))),
    };
  }

  /**
   * The files of a launch. Without one, all lists are empty.
   * @throws RecordGoneError, RecordUnreadableError, DamagedRecordError
   */
  async readFiles(launch: string): Promise<LaunchFiles> {
    return await this.#log.readNewest(launch, (read) => this.#filesOf(read));
  }

  /** Deletes a launch from the journal, whatever its record says. @throws the errors of {@link RecordRemoval.remove} */
  async remove(launch: string): Promise<void> {
    await this.#log.removal.remove(launch);
  }

  /**
   * Deletes a launch from the journal. Nothing on the service changes.
   * @param mayRemove called with the record as it is under the lock
   * @returns the deleted record; undefined when it may not be removed
   * @throws the errors of {@link RecordRemoval.remove}
   */
  async removeIf(
    launch: string,
    mayRemove: (record: LaunchRecord) => Promise<boolean>,
  ): Promise<LaunchRecord | undefined> {
    let record: LaunchRecord | undefined;
    const isRemoved = await this.#log.removal.remove(launch, async (read) => {
      record = read;
      return await mayRemove(read);
    });
    return isRemoved ? record : undefined;
  }

  /** See {@link RecordRemoval.setAside}. */
  async setAside(launch: string): Promise<void> {
    await this.#log.removal.setAside(launch);
  }

  async #open(open: (writeFiles: WriteFiles) => Promise<OpenRecord<LaunchRecord>>): Promise<JournalWriter> {
    let files: FilesWriter | undefined;
    const writeFiles: WriteFiles = async (path, { launch, model: { name } }, content) => {
      files = await FilesWriter.create(path, { launch, name }, content);
    };
    try {
      const opened = await open(writeFiles);
      return new JournalWriter({ ...opened, files, clock: this.#clock });
    } catch (error) {
      await files?.close();
      throw error;
    }
  }

  async #filesOf(read: ReadLaunch): Promise<LaunchFiles> {
    const { launch, model } = read.first;
    if (!('files' in model)) return noFiles;
    const { folder } = this.#log;
    try {
      return foldFiles(await readFilesOf(folder.filesOf(launch, read.generation), launch));
    } catch (error) {
      // Unless another window has continued the record meanwhile and removed this one, the file is missing.
      const isThere = (await folder.find(launch)).generations.includes(read.generation);
      throw error instanceof RecordGoneError && isThere ? new DamagedRecordError('linesMissing') : error;
    }
  }

  async #named(unreadable: UnreadableFile): Promise<UnreadableRecord> {
    const { id } = unreadable;
    const [newest = 0] = (await this.#log.folder.find(id)).generations;
    const file = this.#log.folder.filesOf(id, newest);
    // The list has waited long enough for files that other programs have open.
    const files = await readFilesOf(file, id, { untilMs: 0 }).catch(() => undefined);
    return { ...unreadable, ...(files !== undefined && { name: files.first.name }) };
  }
}

type ReadLaunch = ReadRecord<FirstEntry, TimedEntry>;

type WriteFiles = (path: string, first: FirstEntry, files: LaunchFiles) => Promise<void>;

const noFiles: LaunchFiles = { planned: [], hashes: [], accepted: new Map() };

async function readFilesOf(
  file: string,
  launch: string,
  patience?: Patience,
): ReturnType<typeof decodeRecord<FilesHeader, FilesEntry>> {
  return await withRecord(file, (handle) => decodeRecord(handle, launch, filesFormat), patience);
}

/** Not every step of a launch needs its files. */
function ignoreDamage(error: unknown): undefined {
  if (!(error instanceof DamagedRecordError)) throw error;
}

function fold({ first, entries }: LaunchContent): LaunchRecord {
  return foldEntries(first, entries);
}
