import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { raceAbort } from '../client/core/raceAbort';

/** Bytes per read; cancelling takes effect between two reads. */
const chunkBytes = 256 * 1024;

/** @returns SHA-256 in hex of the whole of an open file. @throws the system's error, or the signal's reason */
export async function hashOf(handle: FileHandle, signal: AbortSignal): Promise<string> {
  const hash = createHash('sha256');
  const buffer = Buffer.allocUnsafe(chunkBytes);
  for (let position = 0; ;) {
    signal.throwIfAborted();
    const { bytesRead } = await raceAbort(handle.read(buffer, 0, chunkBytes, position), signal);
    if (bytesRead === 0) return hash.digest('hex');
    hash.update(buffer.subarray(0, bytesRead));
    position += bytesRead;
  }
}
