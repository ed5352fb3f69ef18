/** The lines of a record with their checksums, and why a record is damaged. */

import { hash } from 'node:crypto';
import { encodeStored, parseStoredJson } from '../client/core/storedForm';
import { errorOfKind } from '../errors';

/**
 * Why a record is damaged. A damaged record is left as it is, and its content is never guessed. `empty` and
 * `incomplete`: its beginning was never written completely, so that nothing was done on the basis of this file.
 * `beginningLost`: it begins with zeros, and more follows. If nothing follows but a copy of the file before it, that one
 * counts.
 */
export type DamageReason =
  'checksum' | 'empty' | 'incomplete' | 'beginningLost' | 'linesMissing' | 'foreign' | 'tooLarge';

export class DamagedRecordError extends errorOfKind('damagedRecord') {
  constructor(readonly reason: DamageReason) {
    super(`the record is unusable: ${reason}`);
  }

  /** Whether the file was never written completely. */
  get isUnfinished(): boolean {
    return this.reason === 'empty' || this.reason === 'incomplete';
  }
}

/** Everything that a record says. */
export interface RecordContent<First, Entry> {
  readonly first: First;
  readonly entries: readonly Entry[];
}

/** How the records of one kind differ from those of others. */
export interface RecordFormat<First, Entry> {
  /** File extension with its dot. */
  readonly extension: string;
  /** @throws DamagedRecordError, RecordUnreadableError for a record of a newer version */
  readonly toFirst: (value: unknown) => First;
  /** @throws as {@link toFirst} */
  readonly toEntry: (value: unknown) => Entry;
  readonly idOf: (first: First) => string;
  /**
   * Whether a look opens a record that it knows and that is unchanged, so that one which can no longer be opened is
   * listed as unreadable. Otherwise it is listed as it is known.
   */
  readonly isOpenedWhenKnown: boolean;
  /** The lines of a record. */
  readonly encode: (record: RecordContent<First, Entry>) => string;
  /** Whether a line that is damaged but complete may have announced a request, so that the record is unusable. */
  readonly mayAnnounce: (line: string) => boolean;
}

/** Encodes one line: the checksum of the rest, a space, the value as JSON, a line feed. */
export function encodeChecked(value: object): string {
  const json = encodeStored(value);
  return `${computeChecksum(json)} ${json}\n`;
}

/** @param line without its line feed. @returns undefined for a line that does not match its checksum */
export function decodeChecked(line: Buffer): { readonly value: unknown } | undefined {
  const json = line.subarray(checksumLength + 1);
  if (`${computeChecksum(json)} ` !== line.toString('latin1', 0, checksumLength + 1)) return undefined;
  try {
    return { value: parseStoredJson(json.toString()) };
  } catch {
    return undefined;
  }
}

/**
 * Encodes lines in their order. Each but the first has its index, which reveals that earlier lines are missing.
 * @param start index of the first of these lines in its record
 */
export function encodeLines(values: readonly object[], start = 0): string {
  return values
    .map((value, offset) => (start + offset === 0 ? value : { ...value, index: start + offset }))
    .map(encodeChecked)
    .join('');
}

/** The first line of a file that continues a record: how many bytes of lines are copied from the file before. */
export function encodeHeader(copiedBytes: number): string {
  return encodeChecked({ kind: 'continued', schema: headerSchema, copiedBytes });
}

/** The schema of these headers. One of a newer version is refused like the first line of a newer record. */
const headerSchema = 1;

/** @returns undefined for a line that is no such header */
function getCopiedBytes(value: unknown): number | undefined {
  const { kind, schema, copiedBytes } = (value ?? {}) as Readonly<Record<string, unknown>>;
  const isHeader = kind === 'continued' && schema === headerSchema && typeof copiedBytes === 'number';
  return isHeader ? copiedBytes : undefined;
}

export interface DecodedRecord<First, Entry> extends RecordContent<First, Entry> {
  /** The file has entries of its own, which are written only when all before them is flushed. */
  readonly isFlushed: boolean;
}

/**
 * Limit for a line beyond the length of the first: an entry with something for each row of a study is shorter than the
 * first line, which lists the rows; bytes.
 */
const maxEntryBytes = 1024 * 1024;

/**
 * Decodes a file of a record chunk by chunk, whatever its size.
 *
 * A power cut or a failing disk may tear the last write. An entry that announces a request is flushed before the
 * request is sent, so a torn write never announced a request that was sent, and the record remains valid without it.
 * Any other damage makes the record unusable, because the lost lines may announce requests that were sent: invalid
 * lines before a valid one, and a complete line that fails its checksum but reads as an announcement.
 *
 * The beginning of a file (the first line; or header and copied lines) is flushed before anything is done on its basis.
 * While nothing but zeros follows it, damage in it means that it was never completed.
 */
export class RecordDecoder<First, Entry> {
  #first: { readonly value: First } | undefined;
  readonly #entries: Entry[] = [];
  /** The chunks of an incomplete line. */
  #begun: Buffer[] = [];
  #begunBytes = 0;
  /** End of the lines that were copied from another file; 0 without a header. */
  #copyEnd = 0;
  /** Whether the beginning was never completed, unless something follows it. */
  #isBeginningTorn = false;
  #isFollowed = false;
  #beginsWithZero = false;
  /** End of the last valid line. */
  #length = 0;
  /** Bytes that were decoded so far. */
  #readBytes = 0;
  #isTorn = false;
  #maxLineBytes = Infinity;

  readonly #format: RecordFormat<First, Entry>;

  constructor(format: RecordFormat<First, Entry>) {
    this.#format = format;
  }

  /** @throws DamagedRecordError, RecordUnreadableError for a record of a newer version */
  add(bytes: Buffer): void {
    if (this.#readBytes === 0 && bytes.length > 0) this.#assertBeginning(bytes);
    const from = this.#readBytes;
    let start = 0;
    for (let end = bytes.indexOf(lineFeed); end >= 0; end = bytes.indexOf(lineFeed, start)) {
      const part = bytes.subarray(start, end);
      this.#readBytes += part.length + 1;
      this.#takeLine(this.#begun.length === 0 ? part : Buffer.concat([...this.#begun, part]));
      this.#begun = [];
      this.#begunBytes = 0;
      start = end + 1;
    }
    this.#begin(bytes.subarray(start));
    if (this.#copyEnd > 0 && !this.#isFollowed)
      this.#isFollowed = bytes.subarray(Math.max(0, this.#copyEnd - from)).some((byte) => byte !== 0);
  }

  /** @throws DamagedRecordError when even the beginning is incomplete */
  end(): DecodedRecord<First, Entry> {
    if (this.#readBytes === 0) throw new DamagedRecordError('empty');
    this.#takeUnended();
    if (this.#first === undefined || this.#isBeginningTorn || this.#length < this.#copyEnd) {
      const reason = this.#beginsWithZero ? 'beginningLost' : 'checksum';
      throw new DamagedRecordError(this.#isFollowed ? reason : 'incomplete');
    }
    return {
      first: this.#first.value,
      entries: this.#entries,
      isFlushed: this.#length > this.#copyEnd,
    };
  }

  /**
   * Rejects a file with another beginning early: it is not a record, and need not be read. A torn write leaves zeros.
   * @throws DamagedRecordError
   */
  #assertBeginning(bytes: Buffer): void {
    const beginning = bytes.toString('latin1', 0, checksumLength + 1);
    this.#beginsWithZero = bytes[0] === 0;
    if (this.#beginsWithZero) this.#maxLineBytes = 0;
    else if (!/^[0-9a-f]{0,16}(?: |$|\0)/.test(beginning)) throw new DamagedRecordError('checksum');
  }

  #begin(part: Buffer): void {
    this.#readBytes += part.length;
    this.#begunBytes += part.length;
    // A line that is too long cannot be an entry, so only the fact that it is not empty is kept.
    if (this.#begunBytes > this.#maxLineBytes) this.#begun = [Buffer.from('\0')];
    else if (part.length > 0) this.#begun.push(Buffer.from(part));
  }

  /** A line that matches its checksum is complete, and may have been flushed. */
  #takeUnended(): void {
    if (this.#first === undefined || this.#isTorn || this.#isBeginningTorn) return;
    const line = Buffer.concat(this.#begun);
    const decoded = decodeChecked(line);
    // A torn write has zeros in place of what was lost, or nothing, and so no other byte in place of the line feed.
    if (decoded === undefined && line.at(-1) !== 0 && decodeChecked(line.subarray(0, -1)) !== undefined)
      throw new DamagedRecordError('checksum');
    if (decoded === undefined) return;
    this.#push(decoded.value);
    this.#length = this.#readBytes;
  }

  #takeLine(line: Buffer): void {
    if (this.#isBeginningTorn) return;
    const decoded = decodeChecked(line);
    if (decoded === undefined) {
      this.#takeInvalid(line);
      return;
    }
    if (this.#isTorn) throw new DamagedRecordError('checksum');
    const copiedBytes = this.#length === 0 ? getCopiedBytes(decoded.value) : undefined;
    if (copiedBytes !== undefined) {
      this.#copyEnd = this.#readBytes + copiedBytes;
    } else if (this.#first === undefined) {
      this.#first = { value: this.#format.toFirst(decoded.value) };
      this.#maxLineBytes = maxEntryBytes + line.length;
    } else {
      this.#push(decoded.value);
    }
    this.#length = this.#readBytes;
  }

  /** A torn write leaves zeros for the lost part, or no line end. Any other line was complete and damaged later. */
  #takeInvalid(line: Buffer): void {
    const hasZeros = line.includes(0);
    if (this.#length < this.#copyEnd) {
      this.#isBeginningTorn = true;
    } else if (this.#first === undefined) {
      if (!hasZeros) throw new DamagedRecordError('checksum');
      this.#isBeginningTorn = true;
      this.#copyEnd = this.#readBytes;
    } else {
      if (!hasZeros && this.#format.mayAnnounce(line.toString())) throw new DamagedRecordError('checksum');
      this.#isTorn = true;
    }
  }

  /** @throws DamagedRecordError when earlier lines are missing */
  #push(value: unknown): void {
    const { index, ...entry } = (value ?? {}) as { readonly index?: unknown };
    if (index !== this.#entries.length + 1) throw new DamagedRecordError('linesMissing');
    this.#entries.push(this.#format.toEntry(entry));
  }
}

const lineFeed = 0x0a;

const checksumLength = 16;

function computeChecksum(json: string | Buffer): string {
  return hash('sha256', json).slice(0, checksumLength);
}
