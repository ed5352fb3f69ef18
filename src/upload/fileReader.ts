import { createHash, hash } from 'node:crypto';
import {
  type BigIntStats,
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readSync,
  statSync,
} from 'node:fs';
import { FileAccessError, notRegularCode } from '../files/fileAccessError';
import { type FileIdentity, toFileIdentity } from '../files/fileIdentity';
import { createStandInError, findStandIn, maxStandInBytes } from './standIn';

/** Opening with these flags follows no link and waits for no pipe. Windows has neither the flags nor the pipes. */
const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants;

/** Hash and states of a file that was read from its beginning. */
export interface ReadFile {
  /** In hex, of the bytes that were read. */
  readonly sha256: string;
  /** The state in which it was opened. */
  readonly opened: FileIdentity;
  /** The state after the last byte was read. */
  readonly closed: FileIdentity;
}

/** A file that was read in one piece. */
export interface WholeFile extends ReadFile {
  /** Fewer than asked for when the file is shorter. */
  readonly bytes: Uint8Array;
}

interface Reading {
  readonly descriptor: number;
  readonly opened: FileIdentity;
  readonly hash: ReturnType<typeof createHash>;
  /** Bytes that were read. */
  position: number;
}

/** An open file and its state. */
export interface RegularFile {
  readonly descriptor: number;
  readonly stats: BigIntStats;
}

/**
 * Opens a file only if it is a regular one: the kind is checked on the open file, and opening neither follows a link
 * nor waits for the writer of a pipe, so a file that is swapped at the path cannot block the thread. The caller has to
 * close it.
 */
export function openRegularFile(path: string): RegularFile {
  const isWindows = process.platform === 'win32';
  // A link has an inode of its own.
  const entry = isWindows ? lstatSync(path, { bigint: true }).ino : undefined;
  const descriptor = openSync(path, isWindows ? O_RDONLY : O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  try {
    const stats = fstatSync(descriptor, { bigint: true });
    const isEntry = entry === undefined || entry === stats.ino;
    if (!stats.isFile() || !isEntry) throw new FileAccessError(notRegularCode);
    return { descriptor, stats };
  } catch (error) {
    closeSync(descriptor);
    throw error;
  }
}

/**
 * Reads regular files for the thread that runs it, which waits for the disk meanwhile. Each method throws the system's
 * error with its `code`, or a {@link FileAccessError}.
 */
export class FileReader {
  readonly #readings = new Map<number, Reading>();
  #nextFile = 0;
  #scratch = Buffer.alloc(0);

  /** The state of the file at the path. Follows links. */
  look(path: string): FileIdentity {
    return toFileIdentity(statSync(path, { bigint: true }));
  }

  /**
   * The state of the regular file at the path. Only small files are read, because something else may stand for them.
   * @throws as all methods, also for a {@link findStandIn stand-in}
   */
  lookAtRegular(path: string): FileIdentity {
    const { descriptor, stats } = openRegularFile(path);
    try {
      const identity = toFileIdentity(stats);
      if (identity.size > maxStandInBytes) return identity;
      const head = fill(descriptor, 0, this.#takeScratch(identity.size === 0 ? 1 : identity.size));
      const standIn = findStandIn(path, head, identity.size);
      if (standIn !== undefined) throw createStandInError(standIn);
      return identity;
    } finally {
      closeSync(descriptor);
    }
  }

  /** Reads the first bytes of a file in one piece. */
  readWhole(path: string, maxBytes: number): WholeFile {
    return this.#readPiece(path, Buffer.allocUnsafeSlow(maxBytes));
  }

  /** As {@link readWhole} without the bytes. */
  hashWhole(path: string, maxBytes: number): ReadFile {
    const { bytes: _, ...read } = this.#readPiece(path, this.#takeScratch(maxBytes));
    return read;
  }

  #readPiece(path: string, memory: Buffer): WholeFile {
    const { descriptor, stats } = openRegularFile(path);
    try {
      const bytes = fill(descriptor, 0, memory);
      const closed = toFileIdentity(fstatSync(descriptor, { bigint: true }));
      return { bytes, sha256: hash('sha256', bytes), opened: toFileIdentity(stats), closed };
    } finally {
      closeSync(descriptor);
    }
  }

  /** Opens a file to read it once, from its beginning. The caller has to close it. */
  open(path: string): { readonly file: number; readonly opened: FileIdentity } {
    const { descriptor, stats } = openRegularFile(path);
    const opened = toFileIdentity(stats);
    // Unlike a descriptor, no later file gets its number.
    const file = this.#nextFile++;
    this.#readings.set(file, { descriptor, opened, hash: createHash('sha256'), position: 0 });
    return { file, opened };
  }

  /** Reads the next bytes into memory. @returns the part of it that was filled: all of it but at the end of the file */
  read(file: number, memory: Uint8Array): Uint8Array {
    return this.#readInto(memory, file);
  }

  /** As {@link read} without the bytes. @returns their number */
  skim(file: number, lengthBytes: number): number {
    return this.#readInto(this.#takeScratch(lengthBytes), file).length;
  }

  /** Memory for bytes that nobody gets. */
  #takeScratch(lengthBytes: number): Buffer {
    if (this.#scratch.length < lengthBytes) this.#scratch = Buffer.allocUnsafeSlow(lengthBytes);
    return this.#scratch.subarray(0, lengthBytes);
  }

  #readInto(memory: Uint8Array, file: number): Uint8Array {
    const reading = this.#get(file);
    const bytes = fill(reading.descriptor, reading.position, memory);
    reading.hash.update(bytes);
    reading.position += bytes.length;
    return bytes;
  }

  /**
   * About everything that was read. It closes the file, so that on Windows other programs may replace it as soon as the
   * caller knows its hash.
   */
  finish(file: number): ReadFile {
    const { descriptor, opened, hash } = this.#get(file);
    const closed = toFileIdentity(fstatSync(descriptor, { bigint: true }));
    this.close(file);
    return { sha256: hash.digest('hex'), opened, closed };
  }

  /** Does nothing for a file that is finished. */
  close(file: number): void {
    const reading = this.#readings.get(file);
    if (reading === undefined) return;
    this.#readings.delete(file);
    closeSync(reading.descriptor);
  }

  #get(file: number): Reading {
    const reading = this.#readings.get(file);
    if (reading === undefined) throw new Error(`file ${file} is not open`);
    return reading;
  }
}

/** Methods of {@link FileReader}. */
export type FileOperation = Exclude<keyof FileReader, symbol>;

/** A call of one method, as the thread for files gets it. */
export interface FileCall {
  readonly id: number;
  readonly operation: FileOperation;
  readonly args: readonly unknown[];
}

/** The result of a call, or the code of its error. */
export type FileReply =
  { readonly id: number; readonly result: unknown } | { readonly id: number; readonly code: string };

/** Makes a call. @throws what the method throws */
export function callReader(reader: FileReader, { operation, args }: Omit<FileCall, 'id'>): unknown {
  const methods = reader as unknown as Record<FileOperation, (...args: readonly unknown[]) => unknown>;
  return methods[operation](...args);
}

/** Reads bytes until the memory is full or the file ends. @returns the part of the memory that was filled */
export function fill<Memory extends Uint8Array>(
  descriptor: number,
  position: number,
  memory: Memory,
): Memory {
  let length = 0;
  for (let read = -1; read !== 0 && length < memory.length; length += read) {
    read = readSync(descriptor, memory, length, memory.length - length, position + length);
  }
  return memory.subarray(0, length) as Memory;
}
