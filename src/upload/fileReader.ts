import { createHash, type Hash, hash } from 'node:crypto';
import {
  type BigIntStats,
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readSync,
  type Stats,
  statSync,
} from 'node:fs';
import { crc32 } from 'node:zlib';
import { totalSizeOf } from '../client/core/totalSize';
import { getErrnoCode } from './errnoCode';
import { type FileIdentity, findFileChange, toFileIdentity } from './fileIdentity';

/** Opening with these flags follows no link and waits for no pipe. Windows has neither the flags nor the pipes. */
const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants;

/** Hash, checksum and state of a file that was read. */
export interface ReadResult {
  /** In hex; absent when only the checksum was asked for. */
  readonly sha256?: string;
  /** CRC-32. */
  readonly checksum: number;
  /** The state after the last byte was read. */
  readonly closed: FileIdentity;
}

/** A file that was read from its beginning. */
export interface HashedFile extends ReadResult {
  /** The state in which it was opened. */
  readonly opened: FileIdentity;
}

/** A file that was read in one go. */
export interface WholeFile extends HashedFile {
  /** Fewer than asked for when the file is shorter. */
  readonly bytes: Uint8Array;
}

/** Pieces of memory that are kept to be used again: as many as there are chunks on the way at most. */
const maxSpare = 256;

/** The beginning of a file. */
interface FilePart {
  readonly path: string;
  /** Bytes. */
  readonly size: number;
}

interface FailedFile {
  /** The system's error code, or `NOT_REGULAR`. */
  readonly code: string;
}

interface OpenedFile {
  readonly file: number;
  readonly identity: FileIdentity;
}

interface Reading {
  readonly descriptor: number;
  /** Whether to hash what is read, which takes eight times as long as the checksum. */
  readonly isHashed: boolean;
  hash: Hash | undefined;
  checksum: number;
}

/** The code of {@link NotRegularFileError}, beside those of the system. */
export const notRegularCode = 'NOT_REGULAR';

/** The path names something that is not a regular file. */
export class NotRegularFileError extends Error {
  override readonly name = 'NotRegularFileError';
  readonly code = notRegularCode;
}

function orFailed<T>(read: () => T): T | FailedFile {
  try {
    return read();
  } catch (error) {
    return { code: getErrnoCode(error) };
  }
}

/**
 * Opens a file only if it is a regular one: the kind is checked on the open file, and opening neither follows a link
 * nor waits for the writer of a pipe, so a file that is swapped at the path cannot block the thread. The caller has to
 * close it.
 */
export function openRegularFile(path: string): RegularFile<BigIntStats> {
  return openAndLook(path, (descriptor) => fstatSync(descriptor, { bigint: true }));
}

/** As {@link openRegularFile}, faster, for a file whose state is not compared with another one. */
export function openRegularFileOnce(path: string): RegularFile<Stats> {
  return openAndLook(path, (descriptor) => fstatSync(descriptor));
}

/** An open file and its state. */
export interface RegularFile<T> {
  readonly descriptor: number;
  readonly stats: T;
}

function openAndLook<T extends Pick<Stats | BigIntStats, 'isFile' | 'ino'>>(
  path: string,
  look: (descriptor: number) => T,
): RegularFile<T> {
  const isWindows = process.platform === 'win32';
  // A link has an inode of its own. In this form, the numbers are equally exact in both kinds of states.
  const entry = isWindows ? Number(lstatSync(path, { bigint: true }).ino) : undefined;
  const descriptor = openSync(path, isWindows ? O_RDONLY : O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  try {
    const stats = look(descriptor);
    const isEntry = entry === undefined || entry === Number(stats.ino);
    if (!stats.isFile() || !isEntry) throw new NotRegularFileError(`${path} is not a regular file`);
    return { descriptor, stats };
  } catch (error) {
    closeSync(descriptor);
    throw error;
  }
}

/**
 * Reads regular files for the thread that runs it, which waits for the disk meanwhile. Each method throws the system's error with its `code`, or a
 * {@link NotRegularFileError}.
 */
export class FileReader {
  readonly #readings = new Map<number, Reading>();
  readonly #spare: ArrayBuffer[] = [];

  /** The state of the file at the path. Follows links. */
  look(path: string): FileIdentity {
    return toFileIdentity(statSync(path, { bigint: true }));
  }

  /** As {@link look} for many files. @returns the code of the error of a file that has none */
  lookAll(paths: readonly string[]): (FileIdentity | FailedFile)[] {
    return paths.map((path) => orFailed(() => this.look(path)));
  }

  /** The state of the regular file at the path. */
  lookAtRegular(path: string): FileIdentity {
    const { descriptor, stats } = openRegularFile(path);
    closeSync(descriptor);
    return toFileIdentity(stats);
  }

  /** As {@link lookAtRegular} for many files. @returns the code of the error of a file that has none */
  lookAtAllRegular(paths: readonly string[]): (FileIdentity | FailedFile)[] {
    return paths.map((path) => orFailed(() => this.lookAtRegular(path)));
  }

  /** Reads the first `size` bytes of each file. @returns the code of the error of a file that has none */
  readAll(files: readonly (FilePart & { readonly isHashed: boolean })[]): (WholeFile | FailedFile)[] {
    return this.#readInto(Buffer.allocUnsafeSlow(totalSizeOf(files)), files);
  }

  /** Hashes the first `size` bytes of each file. @returns the code of the error of a file that has none */
  hashAll(files: readonly FilePart[]): (HashedFile | FailedFile)[] {
    const memory = this.#takeMemory(totalSizeOf(files));
    const results = this.#readInto(
      memory,
      files.map((file) => ({ ...file, isHashed: true })),
    );
    this.addSpare(memory.buffer as ArrayBuffer);
    return results.map((result) => {
      if ('code' in result) return result;
      const { bytes: _, ...hashed } = result;
      return hashed;
    });
  }

  /** Reads files one behind the other into memory for all of them. */
  #readInto(
    memory: Buffer,
    files: readonly (FilePart & { readonly isHashed: boolean })[],
  ): (WholeFile | FailedFile)[] {
    let start = 0;
    return files.map(({ path, size, isHashed }) => {
      const own = memory.subarray(start, (start += size));
      return orFailed(() => this.#readWhole(path, own, isHashed));
    });
  }

  #readWhole(path: string, memory: Buffer, isHashed: boolean): WholeFile {
    const { descriptor, stats } = openRegularFile(path);
    try {
      const bytes = fill(descriptor, 0, memory);
      const opened = toFileIdentity(stats);
      const state = toFileIdentity(fstatSync(descriptor, { bigint: true }));
      return {
        opened,
        bytes,
        ...(isHashed && { sha256: hash('sha256', bytes) }),
        checksum: crc32(bytes),
        // One object takes half the time to reach the other thread.
        closed: findFileChange(opened, state) === undefined ? opened : state,
      };
    } finally {
      closeSync(descriptor);
    }
  }

  /** The caller has to close it. */
  open(path: string, isHashed: boolean): OpenedFile {
    const { descriptor, stats } = openRegularFile(path);
    this.#readings.set(descriptor, { descriptor, isHashed, hash: undefined, checksum: 0 });
    return { file: descriptor, identity: toFileIdentity(stats) };
  }

  /**
   * Reads the next bytes. Reading at position 0 begins anew.
   * @returns fewer bytes than asked for at the end of the file only
   */
  read(file: number, position: number, lengthBytes: number): Uint8Array {
    return this.#fill(this.#get(file), position, this.#takeMemory(lengthBytes));
  }

  /** @returns the part of the memory that was filled */
  #fill(reading: Reading, position: number, memory: Buffer): Uint8Array {
    const whole = fill(reading.descriptor, position, memory);
    if (position === 0) {
      reading.hash = reading.isHashed ? createHash('sha256') : undefined;
      reading.checksum = 0;
    }
    reading.hash?.update(whole);
    reading.checksum = crc32(whole, reading.checksum);
    return whole;
  }

  /** As {@link read} without the bytes. @returns their number */
  skim(file: number, position: number, lengthBytes: number): number {
    const bytes = this.read(file, position, lengthBytes);
    this.addSpare(bytes.buffer as ArrayBuffer);
    return bytes.length;
  }

  /** About everything that was read. To be called once after the last read. */
  finish(file: number): ReadResult {
    const { descriptor, hash, checksum } = this.#get(file);
    const closed = toFileIdentity(fstatSync(descriptor, { bigint: true }));
    return { ...(hash && { sha256: hash.digest('hex') }), checksum, closed };
  }

  /** Adds memory that is used for reading instead of new one. */
  addSpare(memory: ArrayBuffer): void {
    if (this.#spare.length < maxSpare) this.#spare.push(memory);
  }

  #takeMemory(lengthBytes: number): Buffer {
    // Only memory of this size, because with the bytes the whole of it moves to the other thread.
    const index = this.#spare.findLastIndex(({ byteLength }) => byteLength === lengthBytes);
    const [memory] = index < 0 ? [] : this.#spare.splice(index, 1);
    return memory === undefined ? Buffer.allocUnsafeSlow(lengthBytes) : Buffer.from(memory);
  }

  close(file: number): void {
    const { descriptor } = this.#get(file);
    this.#readings.delete(file);
    closeSync(descriptor);
  }

  #get(file: number): Reading {
    const reading = this.#readings.get(file);
    if (reading === undefined) throw new Error(`file ${file} is not open`);
    return reading;
  }
}

/** Reads bytes until the memory is full or the file ends. @returns the part of the memory that was filled */
function fill(descriptor: number, position: number, memory: Buffer): Buffer {
  let length = 0;
  for (let read = -1; read !== 0 && length < memory.length; length += read) {
    read = readSync(descriptor, memory, length, memory.length - length, position + length);
  }
  return memory.subarray(0, length);
}
