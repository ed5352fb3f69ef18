import { hash } from 'node:crypto';
import { encodeStored, parseStoredJson } from '../client/core/storedForm';
import { RecordUnreadableError } from './errors';
import {
  isAnnouncing,
  journalSchemaVersion,
  type PlannedLaunch,
  schemaOf,
  type TimedEntry,
} from './journalEntry';

/** Why a record is damaged. A damaged record is left as it is, and its content is never guessed. */
export type DamageReason = 'checksum' | 'incomplete' | 'foreign' | 'tooLarge';

export class DamagedRecordError extends Error {
  override readonly name = 'DamagedRecordError';
  readonly kind = 'damagedRecord';

  constructor(readonly reason: DamageReason) {
    super(`the record of a launch is unusable: ${reason}`);
  }
}

/**
 * Encodes one line: the checksum of the rest, a space, the entry as JSON, a line feed. The first line contains the
 * schema, and keeps this format in all versions, so that an older version recognises a record that it cannot read.
 *
 * @param place index of the line, except for the first: reveals that earlier lines are missing
 */
export function encodeLine(entry: TimedEntry, place?: number): string {
  const value = entry.kind === 'planned' ? { schema: schemaOf(entry), ...entry } : entry;
  return encodeChecked({ ...value, ...(place !== undefined && { place }) });
}

export function encodeChecked(value: object): string {
  const json = encodeStored(value);
  return `${computeChecksum(json)} ${json}\n`;
}

/** @param line without its line feed. @returns undefined for a line that does not match its checksum */
export function decodeChecked(line: Buffer): { readonly value: unknown } | undefined {
  const json = line.subarray(checksumLength + 1);
  if (computeChecksum(json) !== line.toString('latin1', 0, checksumLength)) return undefined;
  try {
    return { value: parseStoredJson(json.toString()) };
  } catch {
    return undefined;
  }
}

interface DecodedRecord {
  readonly first: PlannedLaunch & { readonly at: number };
  readonly entries: readonly TimedEntry[];
  /** Bytes up to the end of the last complete line. The rest is a torn write. */
  readonly length: number;
  /** The last line is complete except for its line feed. */
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
 * Limit for a line beyond the length of the first: entries with data for each file are shorter than the first line,
 * which lists the files; bytes.
 */
const maxEntryBytes = 1024 * 1024;

/**
 * Decodes a record chunk by chunk, whatever its size.
 *
 * A power cut or a failing disk may tear the last write. An entry that announces a request is flushed before the
 * request is sent, so a torn write never announced a request that was sent, and the record remains valid without it.
 * Any other damage makes the record unusable, because the lost lines may announce requests that were sent: invalid
 * lines before a valid one, and a complete line that fails its checksum but reads as an announcement.
 */
export class RecordDecoder {
  #first: DecodedRecord['first'] | undefined;
  readonly #entries: TimedEntry[] = [];
  /** The chunks of an incomplete line. */
  #begun: Buffer[] = [];
  #begunBytes = 0;
  /** End of the last valid line. */
  #length = 0;
  #seen = 0;
  #isTorn = false;
  #maxLineBytes = Infinity;

  /** @throws DamagedRecordError, RecordUnreadableError for a record of a newer version */
  add(bytes: Buffer): void {
    if (this.#seen === 0 && bytes.length > 0) assertBeginning(bytes);
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

  /** @throws DamagedRecordError when even the plan is missing */
  end(): DecodedRecord {
    const lacksLineFeed = this.#takeUnended();
    if (this.#first === undefined) throw new DamagedRecordError('incomplete');
    return { first: this.#first, entries: this.#entries, length: this.#length, lacksLineFeed };
  }

  #begin(part: Buffer): void {
    this.#seen += part.length;
    this.#begunBytes += part.length;
    // A line that is too long cannot be an entry, so only the fact that it is not empty is kept.
    if (this.#begunBytes > this.#maxLineBytes) this.#begun = [Buffer.from('\0')];
    else if (part.length > 0) this.#begun.push(Buffer.from(part));
  }

  /** A line that matches its checksum is complete, and may have been flushed. */
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

  /** @throws DamagedRecordError when earlier lines are missing */
  #push(value: unknown): void {
    const { place, ...entry } = (value ?? {}) as TimedEntry & { readonly place?: unknown };
    if (place !== undefined && place !== this.#entries.length + 1) throw new DamagedRecordError('incomplete');
    this.#entries.push(entryOf(entry));
  }
}

const lineFeed = 0x0a;

/**
 * Rejects a file with another beginning early: it is not a record, and need not be read.
 * @throws DamagedRecordError
 */
function assertBeginning(bytes: Buffer): void {
  const beginning = bytes.toString('latin1', 0, checksumLength + 1);
  if (!/^[0-9a-f]{0,16}(?: |$)/.test(beginning)) throw new DamagedRecordError('checksum');
}

/**
 * Whether an invalid but complete line may have announced a request. A torn write leaves zeros for the lost part, or
 * no line end; a complete line without zeros was written and damaged later.
 */
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
  filesAccepted: true,
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

/** The checksum proves that the line was written as it is; this checks that it is an entry. */
function entryOf(value: unknown): TimedEntry {
  // No schema for each kind: the checksum proves the rest, and a schema would take as long again as reading the line.
  const { kind, at } = (value ?? {}) as Partial<TimedEntry>;
  if (typeof at !== 'number' || typeof kind !== 'string') throw new DamagedRecordError('foreign');
  // Only a newer version can have written an unknown kind.
  if (!Object.hasOwn(kinds, kind)) throw new RecordUnreadableError('newer');
  return value as TimedEntry;
}

type Header = PlannedLaunch & { readonly at: number; readonly schema?: unknown };

/** Matches records of any version, to tell a newer record from a foreign file. */
function isPlan(value: unknown): value is Header {
  const { kind, at, schema: version, service, model } = (value ?? {}) as Partial<Header>;
  if (kind !== 'planned' || typeof at !== 'number') return false;
  if (typeof version === 'number' && version > journalSchemaVersion) return true;
  return typeof service === 'object' && typeof model === 'object';
}

const checksumLength = 16;

function computeChecksum(json: string | Buffer): string {
  return hash('sha256', json).slice(0, checksumLength);
}
