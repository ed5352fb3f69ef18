import { mkdir, open, readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { getErrnoCode } from '../files/errnoCode';
import { removeSoon } from '../files/retryWhenOpen';
import { JournalUnreadableError } from './errors';
import { lockExtension, staleExtension } from './lockFile';

/** Marks a generation of a record, and all before it, as removed. */
const removedExtension = '.removed';

/** Extension of a file beside a record, with data that is too long for the record. */
const filesExtension = '.files';

/** File extensions of what is useless once its record is gone. */
const leftoverExtensions = [lockExtension, staleExtension, filesExtension, '.clock'];

/** The files of one record. */
export interface RecordNames {
  readonly id: string;
  /** The generations that were not removed, newest first. Only the newest complete one counts. */
  readonly generations: readonly number[];
  /** Generations that were removed and whose files are still there, oldest first. */
  readonly removed: readonly number[];
  /** The removals, by the newest generation that they cover. */
  readonly markers: readonly number[];
  /** The number of a file that continues the record. */
  readonly next: number;
}

/**
 * A folder of records. A record is `<id>.<generation>.<extension>`; generation 0, which begins it, has no number.
 * Whoever continues a record writes the next generation, so that no file that somebody may have open is ever replaced
 * or cut. A folder with three launches:
 *
 *     a.launch       what a window wrote that began `a`; it is no longer read, and goes at the next look
 *     a.1.launch     what the record of `a` says now, since another window has continued it
 *     a.1.files      the files of launch `a`, which are too many for the record itself
 *     a.lock         a window is working on `a`
 *     b.launch       the record of `b`, on which nobody is working
 *     b.files
 *     c.2.launch     a file that could not be removed, because another program had it open
 *     c.2.removed    says that all files of `c` up to number 2 are removed, so that this one does not count
 */
export class RecordFolder {
  readonly path: string;
  readonly #extension: string;
  readonly #name: RegExp;

  /** @param extension of the records, with its dot */
  constructor(folder: string, extension: string) {
    this.path = folder;
    this.#extension = extension;
    this.#name = new RegExp(`^(.+?)(?:\\.(\\d+))?\\${extension}$|^(.+)\\.(\\d+)\\${removedExtension}$`);
  }

  fileOf(id: string, generation: number): string {
    return path.join(this.path, nameGeneration(id, generation) + this.#extension);
  }

  markerOf(id: string, generation: number): string {
    return path.join(this.path, `${id}.${generation}${removedExtension}`);
  }

  lockOf(id: string): string {
    return path.join(this.path, id + lockExtension);
  }

  /** Path of the file with data that is too long for this generation of the record. */
  filesOf(id: string, generation: number): string {
    return path.join(this.path, `${nameGeneration(id, generation)}${filesExtension}`);
  }

  async make(): Promise<void> {
    await mkdir(this.path, { recursive: true });
  }

  /** The names of all files. @throws JournalUnreadableError */
  async readNames(): Promise<ReadonlySet<string>> {
    try {
      return new Set(await readdir(this.path));
    } catch (error) {
      if (getErrnoCode(error) === 'ENOENT') return new Set();
      throw new JournalUnreadableError(getErrnoCode(error));
    }
  }

  /** The records among these files, by their identifiers. */
  listRecords(names: ReadonlySet<string>): ReadonlyMap<string, RecordNames> {
    const found = new Map<string, { readonly files: number[]; readonly markers: number[] }>();
    for (const name of names) {
      const [, id, generation = '0', removed, upTo] = this.#name.exec(name) ?? [];
      const key = id ?? removed;
      if (key === undefined) continue;
      const record = found.get(key) ?? { files: [], markers: [] };
      if (id === undefined) record.markers.push(Number(upTo));
      else record.files.push(Number(generation));
      found.set(key, record);
    }
    return new Map([...found].map(([id, { files, markers }]) => [id, toNames(id, files, markers)]));
  }

  /** The files of one record. @throws JournalUnreadableError */
  async find(id: string): Promise<RecordNames> {
    const own = [...(await this.readNames())].filter((name) => name.startsWith(`${id}.`));
    const found = this.listRecords(new Set(own)).get(id);
    // A power cut may have left a file beside a generation that is not there.
    return found === undefined
      ? toNames(id, [], [])
      : { ...found, next: Math.max(found.next, ...own.map((name) => getFilesGeneration(name) + 1)) };
  }

  /** The identifiers of which there are files that are useless without a record. */
  listLeftovers(names: ReadonlySet<string>): ReadonlySet<string> {
    return new Set([...names].filter(isLeftover).map((name) => name.slice(0, name.indexOf('.'))));
  }

  /**
   * Removes what there is of a record except its generations, markers and lock, as far as possible now.
   * @param from the first generation of which {@link filesOf} stays: another window may have continued the record
   */
  async clear(id: string, from = Infinity): Promise<void> {
    for (const name of await this.readNames().catch((): string[] => [])) {
      const isOwn = name.startsWith(`${id}.`) && isLeftover(name) && !name.endsWith(lockExtension);
      if (isOwn && getFilesGeneration(name) < from) await removeSoon(path.join(this.path, name));
    }
  }

  /** Flushes the folder, so that the names in it survive a power cut. Not every system supports it. */
  async flush(): Promise<void> {
    const handle = await open(this.path, 'r').catch(() => undefined);
    await handle?.sync().catch(() => undefined);
    await handle?.close();
  }
}

function toNames(id: string, files: readonly number[], markers: readonly number[]): RecordNames {
  const newestRemoved = Math.max(-1, ...markers);
  const sorted = files.toSorted((a, b) => a - b);
  return {
    id,
    generations: sorted.filter((generation) => generation > newestRemoved).reverse(),
    removed: sorted.filter((generation) => generation <= newestRemoved),
    markers,
    next: Math.max(-1, ...files, ...markers) + 1,
  };
}

function nameGeneration(id: string, generation: number): string {
  return generation === 0 ? id : `${id}.${generation}`;
}

const filesName = new RegExp(`\\.(\\d+)\\${filesExtension}$`);

/** The generation that a file stands beside; 0 for any other file. */
function getFilesGeneration(name: string): number {
  return Number(filesName.exec(name)?.[1] ?? 0);
}

function isLeftover(name: string): boolean {
  return leftoverExtensions.some((end) => name.endsWith(end));
}

/** Whether a file exists; also true if that cannot be determined. */
export async function isThere(file: string): Promise<boolean> {
  return await stat(file).then(
    () => true,
    (error: unknown) => getErrnoCode(error) !== 'ENOENT',
  );
}
