import { RecordUnreadableError } from '../journal/errors';
import { RecordFile } from '../journal/recordFile';
import {
  DamagedRecordError,
  encodeLines,
  type RecordContent,
  type RecordFormat,
} from '../journal/recordLines';
import type { PlannedFile } from '../upload/uploadPlan';
import type { AcceptedFile, FilesSummary } from './journalEntry';

/** The files of a launch, which stand beside its record because there may be very many. */
export interface LaunchFiles {
  /** In plan order. */
  readonly planned: readonly PlannedFile[];
  /** SHA-256 in hex in plan order, computed before their model was created. Empty until then. */
  readonly hashes: readonly string[];
  /** Name to SHA-256 in hex of the files that the file server has accepted. */
  readonly accepted: ReadonlyMap<string, string>;
}

/** Limit for the folders in a summary; more are not worth the space. */
const maxFolders = 100;

/** Number of files in a line, so that no line takes long to encode or to parse. */
const filesPerLine = 500;

/** Limit for the files in a line, far below what is read back, because names may be long; bytes. */
const maxLineBytes = 256 * 1024;

/** The schema of these files. */
const filesSchema = 1;

/** The first line of the file. */
export interface FilesHeader {
  readonly launch: string;
  /** The name of the model. */
  readonly name: string;
  /** Number of planned files. */
  readonly count: number;
}

export type FilesEntry =
  | { readonly kind: 'planned'; readonly files: readonly PlannedFile[] }
  /** The hashes of planned files, from this index on. */
  | { readonly kind: 'hashed'; readonly start: number; readonly hashes: readonly string[] }
  /** Files that were accepted at about the same time. */
  | { readonly kind: 'accepted'; readonly files: readonly AcceptedFile[] };

const kinds: ReadonlySet<unknown> = new Set<FilesEntry['kind']>(['planned', 'hashed', 'accepted']);

export const filesFormat: RecordFormat<FilesHeader, FilesEntry> = {
  extension: '.files',
  toFirst(value) {
    const { kind, schema, count } = (value ?? {}) as Record<string, unknown>;
    if (typeof schema !== 'number') throw new DamagedRecordError('foreign');
    if (schema > filesSchema) throw new RecordUnreadableError('newer');
    if (kind !== 'files' || typeof count !== 'number') throw new DamagedRecordError('foreign');
    return value as FilesHeader;
  },
  toEntry(value) {
    const entry = value as FilesEntry;
    if (!kinds.has(entry.kind)) throw new RecordUnreadableError('newer');
    return entry;
  },
  idOf: ({ launch }) => launch,
  encode: ({ first, entries }) => encodeLines([toFirstLine(first), ...entries]),
  isOpenedWhenKnown: true,
  // Accepted files that are lost to a power cut are sent again.
  mayAnnounce: (line) => !line.includes('"kind":"accepted"'),
};

function toFirstLine({ launch, name, count }: FilesHeader): object {
  return { kind: 'files', schema: filesSchema, launch, name, count };
}

export function summariseFiles(files: readonly PlannedFile[]): FilesSummary {
  const paths = new Map<string, string>();
  for (const { path } of files) {
    const folder = path.slice(0, Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')));
    if (!paths.has(folder)) paths.set(folder, path);
    if (paths.size === maxFolders) break;
  }
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  return { count: files.length, bytes, paths: [...paths.values()] };
}

function splitIntoLines<T>(files: readonly T[]): readonly T[][] {
  const lines: T[][] = [];
  let line: T[] = [];
  let bytes = 0;
  for (const file of files) {
    const more = Buffer.byteLength(JSON.stringify(file));
    if (lines.length === 0 || line.length === filesPerLine || bytes + more > maxLineBytes) {
      line = [];
      lines.push(line);
      bytes = 0;
    }
    line.push(file);
    bytes += more;
  }
  return lines;
}

/** @throws DamagedRecordError when files are missing */
export function foldFiles({ first, entries }: RecordContent<FilesHeader, FilesEntry>): LaunchFiles {
  const planned: PlannedFile[] = [];
  const hashes: string[] = [];
  const accepted = new Map<string, string>();
  for (const entry of entries) {
    if (entry.kind === 'planned') planned.push(...entry.files);
    else if (entry.kind === 'hashed') {
      // From the beginning: they were hashed again, because no model was created the first time.
      if (entry.start === 0) hashes.length = 0;
      hashes.push(...entry.hashes);
    } else for (const { name, sha256 } of entry.files) accepted.set(name, sha256);
  }
  if (planned.length !== first.count) throw new DamagedRecordError('linesMissing');
  return { planned, hashes: hashes.length === planned.length ? hashes : [], accepted };
}

/** Writes the files of a launch that this window runs, which no other window does at the same time. */
export class FilesWriter implements LaunchFiles {
  readonly planned: readonly PlannedFile[];
  #hashes: readonly string[] = [];
  readonly #accepted = new Map<string, string>();

  readonly #file: RecordFile;
  #lines = 0;

  private constructor(file: RecordFile, planned: readonly PlannedFile[]) {
    this.#file = file;
    this.planned = planned;
  }

  get hashes(): readonly string[] {
    return this.#hashes;
  }

  get accepted(): ReadonlyMap<string, string> {
    return this.#accepted;
  }

  /**
   * Creates the file and flushes it.
   * @param of the launch and the name of its model
   * @throws JournalError; LockLostError if there is such a file
   */
  static async create(
    path: string,
    { launch, name }: Omit<FilesHeader, 'count'>,
    files: LaunchFiles,
  ): Promise<FilesWriter> {
    let writer: FilesWriter | undefined;
    const { planned, hashes, accepted } = files;
    await RecordFile.create({
      path,
      nextPath: path,
      write: async (file) => {
        writer = new FilesWriter(file, planned);
        await writer.#append(toFirstLine({ launch, name, count: planned.length }));
        for (const some of splitIntoLines(planned)) await writer.#append({ kind: 'planned', files: some });
        await writer.#appendHashes(hashes);
        await writer.noteAccepted([...accepted].map(([file, sha256]) => ({ name: file, sha256 })));
      },
      confirm: () => Promise.resolve(),
    });
    if (writer === undefined) throw new TypeError('the file was not written');
    return writer;
  }

  /** Resolves when the hashes are flushed: of all planned files, in their order. @throws JournalError */
  async noteHashes(hashes: readonly string[]): Promise<void> {
    await this.#appendHashes(hashes);
    await this.flush();
  }

  /** Not flushed: losing them to a power cut costs only another upload of each. @throws JournalError */
  async noteAccepted(files: readonly AcceptedFile[]): Promise<void> {
    for (const some of splitIntoLines(files)) {
      await this.#append({ kind: 'accepted', files: some });
      for (const { name, sha256 } of some) this.#accepted.set(name, sha256);
    }
  }

  /** @throws JournalError */
  async flush(): Promise<void> {
    await this.#file.flush();
  }

  async close(): Promise<void> {
    await this.#file.close();
  }

  async #appendHashes(hashes: readonly string[]): Promise<void> {
    for (let start = 0; start < hashes.length; start += filesPerLine)
      await this.#append({ kind: 'hashed', start, hashes: hashes.slice(start, start + filesPerLine) });
    this.#hashes = hashes;
  }

  async #append(line: object): Promise<void> {
    await this.#file.append(encodeLines([line], this.#lines), { isFlushed: false });
    this.#lines++;
  }
}
