/** The files that are the locks of records, and how an abandoned one is taken over. */

import { randomUUID } from 'node:crypto';
import { type FileHandle, lstat, open, readFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { getErrnoCode } from '../files/errnoCode';
import { type Patience, removeSoon, retryWhenOpen } from '../files/retryWhenOpen';

export const lockExtension = '.lock';

/** File extension of a lock that is being removed. */
export const staleExtension = '.stale';

/** A lock without a heartbeat for this long is stale, even if its PID exists, because PIDs are reused; ms. */
const ownerTimeoutMs = 60_000;

/**
 * As above if the PID does not exist on this computer. The lock is not stale at once: a container may share the host
 * name but has PIDs of its own; ms.
 */
export const shortOwnerTimeoutMs = 8_000;

/** More than an owner takes. A longer file was not created by this extension; bytes. */
const maxLockBytes = 4_096;

export interface Owner {
  readonly token: string;
  readonly pid: number;
  readonly host: string;
}

/** A lock as read: its owner, and the time of the last heartbeat in ms by the clock of the file system. */
export interface LockSnapshot {
  readonly owner: Owner | undefined;
  readonly lastHeartbeatMs: number;
}

export interface CreateOptions {
  /** Accept a lock file without an owner, which may be all that fits on a full disk. */
  readonly mayBeEmpty?: boolean;
  /** For reading a lock that is there. */
  readonly patience?: Patience;
}

/** Whether a living owner holds the lock, as far as a single check can tell. */
export async function isLocked(file: string, patience?: Patience): Promise<boolean> {
  return (await assessLock(file, patience)).state === 'held';
}

type LockState =
  | { readonly state: 'free' }
  | { readonly state: 'held' }
  | { readonly state: 'foreign' }
  | { readonly state: 'ahead' | 'stale'; readonly snapshot: LockSnapshot };

/**
 * `ahead`: modified in the future, because the clock of the file system was set back; a living owner soon makes it
 * `held`. `foreign`: not a file, so that no window has created it.
 */
export async function assessLock(file: string, patience?: Patience): Promise<LockState> {
  let snapshot: LockSnapshot;
  let nowMs: number;
  try {
    // Windows create nothing but files, and opening a pipe blocks until a writer opens it.
    if (!(await lstat(file)).isFile()) return { state: 'foreign' };
    snapshot = await readLock(file, patience);
    nowMs = await readFileSystemTime(file);
  } catch (error) {
    // In doubt, leave the lock to its owner.
    return { state: getErrnoCode(error) === 'ENOENT' ? 'free' : 'held' };
  }
  const silenceMs = nowMs - snapshot.lastHeartbeatMs;
  if (Math.abs(silenceMs) <= getOwnerTimeoutMs(snapshot.owner)) return { state: 'held' };
  return { state: silenceMs > 0 ? 'stale' : 'ahead', snapshot };
}

function getOwnerTimeoutMs(owner: Owner | undefined): number {
  // No owner yet, or one on another computer: only time tells.
  return owner?.host === hostname() && !isAlive(owner.pid) ? shortOwnerTimeoutMs : ownerTimeoutMs;
}

/** Opened, because on a network drive only opening fetches the current modification time from the server. */
export async function readLock(file: string, patience?: Patience): Promise<LockSnapshot> {
  return await withHandle(await retryWhenOpen(() => open(file, 'r'), patience), async (handle) => {
    const { mtimeMs } = await handle.stat();
    return { owner: parseOwner(await readLockText(handle)), lastHeartbeatMs: mtimeMs };
  });
}

/** The current time by the clock that sets the modification times of files. */
async function readFileSystemTime(beside: string): Promise<number> {
  const probe = `${beside}.${randomUUID()}.clock`;
  const handle = await open(probe, 'wx');
  try {
    return await withHandle(handle, async () => (await handle.stat()).mtimeMs);
  } finally {
    await removeSoon(probe);
  }
}

export async function withHandle<T>(
  handle: FileHandle,
  work: (handle: FileHandle) => Promise<T>,
): Promise<T> {
  try {
    return await work(handle);
  } finally {
    await handle.close();
  }
}

/** @returns undefined when the lock exists already */
export async function createLockFile(
  file: string,
  owner: Owner,
  { mayBeEmpty = false }: CreateOptions,
): Promise<'whole' | 'empty' | undefined> {
  const handle = await retryWhenOpen(() => open(file, 'wx')).catch((error: unknown) => {
    if (getErrnoCode(error) === 'EEXIST') return undefined;
    throw error;
  });
  if (handle === undefined) return undefined;
  try {
    await withHandle(handle, () => handle.writeFile(JSON.stringify(owner)));
    return 'whole';
  } catch (error) {
    if (mayBeEmpty && (await isEmpty(file))) return 'empty';
    await removeSoon(file);
    throw error;
  }
}

async function isEmpty(file: string): Promise<boolean> {
  return await readFile(file, 'utf8').then(
    (text) => text === '',
    () => false,
  );
}

/** @returns undefined for a lock that does not name its owner. @throws an error of the system */
export async function readOwner(file: string): Promise<Owner | 'gone' | undefined> {
  try {
    return parseOwner(await withHandle(await retryWhenOpen(() => open(file, 'r')), readLockText));
  } catch (error) {
    if (getErrnoCode(error) === 'ENOENT') return 'gone';
    throw error;
  }
}

/** Reads a lock in one step, because each request makes several checks. */
export async function readLockText(handle: FileHandle): Promise<string> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(maxLockBytes), 0, maxLockBytes, 0);
  return buffer.toString('utf8', 0, bytesRead);
}

export function parseOwner(text: string): Owner | undefined {
  try {
    return JSON.parse(text) as Owner;
  } catch {
    return undefined;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return getErrnoCode(error) === 'EPERM';
  }
}
