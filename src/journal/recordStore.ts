import type { Patience } from '../files/retryWhenOpen';
import { RecordGoneError } from './errors';
import type { CreateOptions } from './lockFile';
import { decodeRecord, type FileState, stateOf, withRecord, wrapWriteError } from './recordFile';
import { RecordFolder, type RecordNames } from './recordFolder';
import {
  DamagedRecordError,
  type DecodedRecord,
  encodeHeader,
  type RecordContent,
  type RecordFormat,
} from './recordLines';
import { RecordLock } from './recordLock';

/** The content of the newest complete generation of a record. */
export interface ReadRecord<First, Entry> extends DecodedRecord<First, Entry> {
  readonly generation: number;
  /** The state of its file before reading, so that a concurrent write shows at the next read. */
  readonly state: FileState;
}

/** The records of one kind in one folder: the names of their files, their locks, and what each of them says now. */
export class RecordStore<First, Entry, Folded> {
  readonly folder: RecordFolder;
  readonly format: RecordFormat<First, Entry>;
  /** What the content of a record means. */
  readonly fold: (content: RecordContent<First, Entry>) => Folded;
  /** The last locks that this window has had, by the identifiers of their records. */
  readonly #locks = new Map<string, RecordLock>();

  constructor(
    folder: string,
    format: RecordFormat<First, Entry>,
    fold: (content: RecordContent<First, Entry>) => Folded,
  ) {
    this.folder = new RecordFolder(folder, format.extension);
    this.format = format;
    this.fold = fold;
  }

  /** @throws LockedError, JournalError */
  async lock(id: string, options: CreateOptions = {}): Promise<RecordLock> {
    const earlier = this.#locks.get(id);
    const lock = await wrapWriteError(() => RecordLock.take(this.folder.lockOf(id), { ...options, earlier }));
    this.#locks.set(id, lock);
    return lock;
  }

  /** Reads one record. @throws the errors of {@link read} and of the work */
  async readNewest<T>(id: string, work: (read: ReadRecord<First, Entry>) => Promise<T>): Promise<T> {
    return await this.follow(await this.folder.find(id), async (names) => await work(await this.read(names)));
  }

  /**
   * Reads the newest complete generation of a record.
   * @throws RecordGoneError, RecordUnreadableError, DamagedRecordError
   */
  async read({ id, generations }: RecordNames, patience?: Patience): Promise<ReadRecord<First, Entry>> {
    let damage: DamagedRecordError | undefined;
    /** Size of the largest file that has lost its beginning. */
    let maxLostBytes = 0;
    for (const generation of generations) {
      const file = this.folder.fileOf(id, generation);
      const decode = () => withRecord(file, (handle) => decodeRecord(handle, id, this.format), patience);
      try {
        const decoded = await decode().catch((error: unknown) => retryIfDamaged(error, decode));
        // Entries that a file without its beginning has of its own may announce requests.
        if (maxLostBytes > 0 && maxLostBytes > Buffer.byteLength(this.encodeCopy(decoded))) break;
        return { generation, ...decoded };
      } catch (error) {
        // Nothing was done on the basis of a file that was never completed, so the one before it counts.
        if (!(error instanceof DamagedRecordError)) throw error;
        if (error.reason === 'beginningLost')
          maxLostBytes = Math.max(maxLostBytes, (await stateOf(file)).bytes);
        else if (!error.isUnfinished) throw error;
        damage ??= error;
      }
    }
    throw damage ?? new RecordGoneError();
  }

  /** The beginning of a file that continues this record. */
  encodeCopy(content: RecordContent<First, Entry>): string {
    const lines = this.format.encode(content);
    return encodeHeader(Buffer.byteLength(lines)) + lines;
  }

  /** Runs the work again if meanwhile another window has continued the record and removed the file before. */
  async follow<T>(names: RecordNames, work: (names: RecordNames) => Promise<T>): Promise<T> {
    try {
      return await work(names);
    } catch (error) {
      if (!(error instanceof RecordGoneError)) throw error;
      const now = await this.folder.find(names.id);
      if (String(now.generations) === String(names.generations)) throw error;
      return await this.follow(now, work);
    }
  }
}

/** Whether a record has no file but the first, which was never completed. */
export function isFirstUnfinished(
  { generations }: Pick<RecordNames, 'generations'>,
  error: unknown,
): error is DamagedRecordError {
  return generations.join() === '0' && error instanceof DamagedRecordError && error.isUnfinished;
}

/** Retries once, because a read while one line replaces another sees parts of both. */
async function retryIfDamaged<T>(error: unknown, read: () => Promise<T>): Promise<T> {
  if (error instanceof DamagedRecordError) return await read();
  throw error;
}
