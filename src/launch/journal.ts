import { randomUUID } from 'node:crypto';
import type { Clock } from '../client/core/clock';
import { RecordCache } from '../journal/recordCache';
import { readFileState, stateOf, withRecord } from '../journal/recordFile';
import type { RecordNames } from '../journal/recordFolder';
import { type FoundRecord, type OpenRecord, type ReadRecord, RecordLog } from '../journal/recordLog';
import type { PlannedLaunch, TimedEntry } from './journalEntry';
import { encodeLine, type FirstEntry, launchFormat } from './journalFormat';
import { JournalWriter } from './journalWriter';
import { createRecord, foldEntries, type GrowingRecord, type LaunchRecord } from './launchRecord';
import {
  headOf,
  keepHead,
  readHead,
  readModelName,
  type RecordHead,
  type UnreadableRecord,
} from './launchSummary';

export interface JournaledLaunch {
  readonly record: LaunchRecord;
  /** Whether a window, this one or another, is working on it. */
  readonly running: boolean;
}

/** As above, without the launch's files. */
interface JournaledHead extends RecordHead {
  readonly running: boolean;
}

export interface JournalLook<T> {
  readonly launches: readonly T[];
  /** Records that exist but cannot be read. They are left as they are. */
  readonly unreadable: readonly UnreadableRecord[];
}

export type JournalContent = JournalLook<JournaledLaunch>;
export type JournalHeads = JournalLook<JournaledHead>;

/** The record of a launch that this window is working on, and which therefore need not be read. */
type OwnRecords = (launch: string) => LaunchRecord | undefined;

const returnNone: OwnRecords = () => undefined;

/** The records of launches, in a folder that only this extension uses. */
export class Journal {
  /** Cache of the last records read, so that one change does not require reading a long list again. */
  readonly #records = new RecordCache<LaunchRecord>();
  readonly #heads = new RecordCache<RecordHead>();

  readonly #log: RecordLog<FirstEntry, TimedEntry>;
  readonly #clock: Pick<Clock, 'now'>;

  constructor(folder: string, clock: Pick<Clock, 'now'>) {
    this.#log = new RecordLog(folder, launchFormat);
    this.#clock = clock;
  }

  /**
   * Creates the record of a launch and locks it.
   * @param launch its identifier, if it must not be any other
   * @throws JournalError; LockLostError for a launch that is there
   */
  async begin(
    plan: Omit<PlannedLaunch, 'kind' | 'launch'>,
    launch: string = randomUUID(),
  ): Promise<JournalWriter> {
    const first = { kind: 'planned', launch, ...plan, at: this.#clock.now() } as const;
    return this.#open(createRecord(first), await this.#log.create(launch, encodeLine(first)));
  }

  /**
   * Locks a record in order to continue it.
   * @throws the errors of {@link RecordLog.continue}
   */
  async continue(launch: string): Promise<JournalWriter> {
    const { read, ...opened } = await this.#log.continue(launch);
    return this.#open(fold(read), opened);
  }

  /**
   * All launches, in no particular order. Records that cannot be read are listed separately and left as they are.
   * @throws JournalUnreadableError
   */
  async read(own: OwnRecords = returnNone): Promise<JournalContent> {
    return await this.#look(this.#records, async (found) => {
      return { record: own(found.id) ?? (await this.#record(found)), running: found.running };
    });
  }

  /** As {@link read}, without the files of the launches, at hardly any cost. @throws JournalUnreadableError */
  async readHeads(own: OwnRecords = returnNone): Promise<JournalHeads> {
    return await this.#look(this.#heads, async (found) => {
      const record = own(found.id);
      const head = record === undefined ? await this.#head(found) : headOf(record);
      return { ...head, running: found.running };
    });
  }

  /** Clears the cache of records. */
  forget(): void {
    this.#records.keep(() => false);
  }

  /**
   * Deletes a launch from the journal. Nothing on the service changes.
   * @param mayRemove called with the record as it is under the lock
   * @returns the deleted record; undefined when it may not be removed
   * @throws the errors of {@link RecordLog.remove}
   */
  async remove(
    launch: string,
    mayRemove: (record: LaunchRecord) => Promise<boolean> = () => Promise.resolve(true),
  ): Promise<LaunchRecord | undefined> {
    let record: LaunchRecord | undefined;
    const isRemoved = await this.#log.remove(launch, async (read) => await mayRemove((record = fold(read))));
    return isRemoved ? record : undefined;
  }

  /** See {@link RecordLog.setAside}. */
  async setAside(launch: string, onDamaged?: () => Promise<void>): Promise<void> {
    await this.#log.setAside(launch, onDamaged);
  }

  #open(record: GrowingRecord, { file, lock }: OpenRecord): JournalWriter {
    const onClose = async (closed: LaunchRecord) => {
      const state = await stateOf(file.path).catch(() => undefined);
      const { launch } = closed.plan;
      if (state !== undefined) await keepHead(this.#log.folder.summaryOf(launch), headOf(closed), state);
    };
    return new JournalWriter({ file, lock, record, clock: this.#clock, onClose });
  }

  async #look<T, K>(
    known: RecordCache<K>,
    find: (found: FoundRecord) => Promise<T>,
  ): Promise<JournalLook<T>> {
    const { found, unreadable } = await this.#log.look(find);
    known.keep((launch) => found.has(launch));
    return {
      launches: [...found.values()],
      unreadable: await Promise.all(unreadable.map((one) => this.#named(one))),
    };
  }

  /** With the name of the model, if known. */
  async #named(unreadable: UnreadableRecord): Promise<UnreadableRecord> {
    const name = await readModelName(this.#log.folder.summaryOf(unreadable.id));
    return { ...unreadable, ...(name !== undefined && { name }) };
  }

  async #record(found: FoundRecord): Promise<LaunchRecord> {
    const known = this.#records.get(found.id, await stateOf(this.#newestFile(found)));
    if (known !== undefined) return known;
    const read = await this.#log.read(found, found.patience);
    return this.#records.set(found.id, read.state, fold(read));
  }

  async #head(found: FoundRecord): Promise<RecordHead> {
    const { id: launch, running, patience } = found;
    const file = this.#log.folder.summaryOf(launch);
    // Open the record even if its head is cached: an unreadable record must not appear readable.
    const state = await withRecord(this.#newestFile(found), (handle) => readFileState(handle), patience);
    const known = this.#heads.get(launch, state) ?? (await readHead(file, state));
    if (known !== undefined) return this.#heads.set(launch, state, known);
    const read = await this.#log.read(found, patience);
    const head = headOf(fold(read));
    // The head of a running launch would soon be outdated.
    if (!running) await keepHead(file, head, read.state);
    return this.#heads.set(launch, read.state, head);
  }

  #newestFile({ id, generations: [newest = 0] }: RecordNames): string {
    return this.#log.folder.fileOf(id, newest);
  }
}

function fold({ first, entries }: ReadRecord<FirstEntry, TimedEntry>): GrowingRecord {
  return foldEntries(first, entries);
}
