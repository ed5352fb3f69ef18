import { createHash } from 'node:crypto';
import { parseStoredJson, storedJson } from '../client/core/storedForm';
import { RecordUnreadableError } from './errors';
import {
  isAnnouncing,
  journalSchemaVersion,
  schemaOf,
  type PlannedLaunch,
  type TimedEntry,
} from './journalEntry';

/** Why a record cannot be used. It stays as it is, and is never guessed at. */
export type DamageReason = 'checksum' | 'incomplete' | 'foreign' | 'tooLarge';

export class DamagedRecordError extends Error {
  override readonly name = 'DamagedRecordError';
  readonly kind = 'damagedRecord';

  constructor(readonly reason: DamageReason) {
    super(`the record of a launch is unusable: ${reason}`);
  }
}

/**
 * One line: the checksum of the rest, a space, the entry as JSON, a line feed. The first line has the schema, and
 * keeps this form in all versions: by it an older program sees that a record is none of its own.
 *
 * @param place of the line, when it is not the first: by it, it is seen that lines before it are gone
 */
export function encodeLine(entry: TimedEntry, place?: number): string {
  const value = entry.kind === 'planned' ? { schema: schemaOf(entry), ...entry } : entry;
  return encodeChecked({ ...value, ...(place !== undefined && { place }) });
}

export function encodeChecked(value: object): string {
  const json = storedJson(value);
  return `${checksum(json)} ${json}\n`;
}

/** @returns nothing for a line that is not as it was written. @param line without its line feed */
export function decodeChecked(line: Buffer): { readonly value: unknown } | undefined {
  const json = line.subarray(checksumLength + 1);
  if (checksum(json) !== line.toString('latin1', 0, checksumLength)) return undefined;
  try {
    return { value: parseStoredJson(json.toString()) };
  } catch {
    return undefined;
  }
}

interface DecodedRecord {
  readonly first: PlannedLaunch & { readonly at: number };
  readonly entries: readonly TimedEntry[];
  /** Bytes up to the end of the last whole line. The rest is what a tear has left. */
  readonly length: number;
  /** The last line is whole but for its line feed. */
  readonly lacksLineFeed: boolean;
}

/** @throws DamagedRecordError, RecordUnreadableError for a record of a newer version */
export function decodeLines(text: string): readonly [PlannedLaunch & { at: number }, ...TimedEntry[]] {
  const decoder = new RecordDecoder();
  decoder.add(Buffer.from(text));
  const { first, entries } = decoder.end();
  return [first, ...entries];
}

/**
 * Longer lines than this and the first one together are no entries of this program: those that have something for each
 * file have less of it than the first, which has the files; bytes.
 */
const maxEntryBytes = 1024 * 1024;

/**
 * Takes a record piece by piece, however large it is.
 *
 * A power cut or a failing disk may tear what was written last. An entry that announces a request is flushed before
 * the request is sent, so what was torn announces nothing that was sent, and the record lives without it. Damage that
 * no tear leaves costs the record, because what it said may have been sent: bad lines before a good one, and a line
 * that is complete, is not what was written, and reads as an announcement.
 */
export class RecordDecoder {
  #first: DecodedRecord['first'] | undefined;
  readonly #entries: TimedEntry[] = [];
  /** The pieces of a line whose end has not come yet. */
  #begun: Buffer[] = [];
  #begunBytes = 0;
  /** Up to the end of the last good line. */
  #length = 0;
  #seen = 0;
  #isTorn = false;
  #maxLineBytes = Infinity;

  /** @throws DamagedRecordError, RecordUnreadableError for a record of a newer version */
  add(bytes: Buffer): void {
    if (this.#seen === 0 && bytes.length > 0) requireBeginning(bytes);
    let start = 0;
    for (let end = bytes.indexOf(lineFeed); end >= 0; end = bytes.indexOf(lineFeed, start)) {
      const part = bytes.subarray(start, end);
      this.#seen += part.length + 1;
      this.#takeLine(this.#begun.length === 0 ? part : Buffer.concat([...this.#begun, part]));
      this.#begun = [];
      this.#begunBytes = 0;
      start = end + 1;
    }
    this.#begin(bytes.subarray(start));
  }

  /** @throws DamagedRecordError when not even the plan is there */
  end(): DecodedRecord {
    const lacksLineFeed = this.#takeUnended();
    if (this.#first === undefined) throw new DamagedRecordError('incomplete');
    return { first: this.#first, entries: this.#entries, length: this.#length, lacksLineFeed };
  }

  #begin(part: Buffer): void {
    this.#seen += part.length;
    this.#begunBytes += part.length;
    // A line that is too long for an entry is none, so nothing of it needs to be held but that it is not empty.
    if (this.#begunBytes > this.#maxLineBytes) this.#begun = [Buffer.from('\0')];
    else if (part.length > 0) this.#begun.push(Buffer.from(part));
  }

  /** A line that has its checksum is whole, and may have been flushed. */
  #takeUnended(): boolean {
    if (this.#first === undefined || this.#isTorn) return false;
    const decoded = decodeChecked(Buffer.concat(this.#begun));
    if (decoded === undefined) return false;
    this.#push(decoded.value);
    this.#length = this.#seen;
    return true;
  }

  #takeLine(line: Buffer): void {
    const decoded = decodeChecked(line);
    if (this.#first === undefined) {
      this.#first = planOf(decoded);
      this.#maxLineBytes = maxEntryBytes + line.length;
    } else if (decoded === undefined) {
      this.#isTorn = true;
      if (mayHaveBeenFlushed(line)) throw new DamagedRecordError('checksum');
      return;
    } else {
      if (this.#isTorn) throw new DamagedRecordError('checksum');
      this.#push(decoded.value);
    }
    this.#length = this.#seen;
  }

  /** @throws DamagedRecordError when lines before it are not those that it was written behind */
  #push(value: unknown): void {
    const { place, ...entry } = (value ?? {}) as TimedEntry & { readonly place?: unknown };
    if (place !== undefined && place !== this.#entries.length + 1) throw new DamagedRecordError('incomplete');
    this.#entries.push(entryOf(entry));
  }
}

const lineFeed = 0x0a;

/** A file that begins in another way is none of this program and need not be read. @throws DamagedRecordError */
function requireBeginning(bytes: Buffer): void {
  const beginning = bytes.toString('latin1', 0, checksumLength + 1);
  if (!/^[0-9a-f]{0,16}(?: |$)/.test(beginning)) throw new DamagedRecordError('checksum');
}

/** A tear leaves zeros or nothing in place of what it took, and never more than that of a whole line. */
function mayHaveBeenFlushed(line: Buffer): boolean {
  if (line.includes(0)) return false;
  const [, kind = ''] = /"kind":"(\w+)"/.exec(line.toString()) ?? [];
  return isAnnouncing({ kind }) || !Object.hasOwn(kinds, kind);
}

function planOf(decoded: { readonly value: unknown } | undefined): DecodedRecord['first'] {
  if (decoded === undefined) throw new DamagedRecordError('checksum');
  if (!isPlan(decoded.value)) throw new DamagedRecordError('foreign');
  const { schema: version, ...first } = decoded.value;
  if (typeof version !== 'number' || version < 1) throw new DamagedRecordError('foreign');
  if (version > journalSchemaVersion || version > schemaOf(first)) throw new RecordUnreadableError('newer');
  return first;
}

const kinds: Readonly<Record<TimedEntry['kind'], true>> = {
  planned: true,
  creatingProject: true,
  projectCreated: true,
  creatingModel: true,
  modelCreated: true,
  uploading: true,
  fileAccepted: true,
  uploaded: true,
  finalising: true,
  finalised: true,
  creatingSimulation: true,
  simulationCreated: true,
  failed: true,
  unknown: true,
  modelAbandoned: true,
  cancelled: true,
  settled: true,
};

/** The checksum says that a program wrote the line; this says that it was one that knows entries. */
function entryOf(value: unknown): TimedEntry {
  // No schema for each kind: the checksum proves the rest, and a schema would take as long again as reading the line.
  const { kind, at } = (value ?? {}) as Partial<TimedEntry>;
  if (typeof at !== 'number' || typeof kind !== 'string') throw new DamagedRecordError('foreign');
  // A kind that only a newer program can have written.
  if (!Object.hasOwn(kinds, kind)) throw new RecordUnreadableError('newer');
  return value as TimedEntry;
}

type Header = PlannedLaunch & { readonly at: number; readonly schema?: unknown };

/** Matches records of any version, so that a newer one is told from what is none. */
function isPlan(value: unknown): value is Header {
  const { kind, at, schema: version, service, model } = (value ?? {}) as Partial<Header>;
  if (kind !== 'planned' || typeof at !== 'number') return false;
  if (typeof version === 'number' && version > journalSchemaVersion) return true;
  return typeof service === 'object' && typeof model === 'object';
}

const checksumLength = 16;

function checksum(json: string | Buffer): string {
  return createHash('sha256').update(json).digest('hex').slice(0, checksumLength);
}
