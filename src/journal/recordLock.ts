import { randomUUID } from 'node:crypto';
import { link, open, rename, stat, unlink } from 'node:fs/promises';
import { hostname } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { errorOfKind } from '../errors';
import { getErrnoCode } from '../files/errnoCode';
import { removeSoon, retryWhenOpen } from '../files/retryWhenOpen';
import { JournalError } from './errors';
import {
  assessLock,
  createLockFile,
  type CreateOptions,
  isLocked,
  type LockSnapshot,
  type Owner,
  parseOwner,
  readLock,
  readLockText,
  readOwner,
  shortOwnerTimeoutMs,
  staleExtension,
  withHandle,
} from './lockFile';

/** Interval of the owner's heartbeat; ms. */
const heartbeatMs = 2_000;

/** Several heartbeats of a lock that is observed; ms. */
const watchMs = 3 * heartbeatMs;

/** Limit for retries: a disk that takes seconds per check cannot prove who owns a lock. */
const maxRenewals = 5;

interface TakeOptions extends CreateOptions {
  readonly earlier?: RecordLock | undefined;
}

/** Another window is working on this launch. */
export class LockedError extends errorOfKind('locked', 'another window is working on this launch') {}

/** Another window has taken over the launch, so this one sends nothing more for it. */
export class LockLostError extends errorOfKind('lockLost', 'another window has taken over this launch') {}

/**
 * A lock that other windows of the same user respect, and that hardly outlives its process. Its age is measured by
 * the clock of the file system only, because the clocks of two computers differ. A window that takes it over from an
 * apparently dead owner creates a new file, so that the earlier owner, which may only have been suspended, notices
 * at its next check.
 */
export class RecordLock {
  readonly #lost = new AbortController();
  readonly #timer: NodeJS.Timeout;
  #isBeating = false;
  #missedHeartbeats = 0;
  #removal: Promise<void> | undefined;
  #isReused = false;

  readonly #file: string;
  readonly #token: string | undefined;

  private constructor(file: string, token: string | undefined) {
    this.#file = file;
    this.#token = token;
    this.#timer = setInterval(() => void this.#beat(), heartbeatMs).unref();
  }

  /**
   * @param earlier the last lock on this file that this window has had; it may still be there after its release
   * @throws LockedError, JournalError
   */
  static async take(file: string, { earlier, ...options }: TakeOptions = {}): Promise<RecordLock> {
    const owner: Owner = { token: randomUUID(), pid: process.pid, host: hostname() };
    if (earlier !== undefined) await earlier.#removal;
    let made = await createLockFile(file, owner, options);
    if (made === undefined) {
      // Otherwise this window would appear to be another one to itself.
      if (earlier !== undefined && (await earlier.#isLeftBehind())) return await earlier.#takeAgain();
      const { state } = await assessLock(file, options.patience);
      if (state === 'held' || (state === 'ahead' && (await hasHeartbeat(file)))) throw new LockedError();
      await removeStale(file);
      made = await createLockFile(file, owner, options);
    }
    if (made === undefined) throw new LockedError();
    return new RecordLock(file, made === 'empty' ? undefined : owner.token);
  }

  /** Aborted with a {@link LockLostError} once another owner is seen to have taken over. */
  get lost(): AbortSignal {
    return this.#lost.signal;
  }

  /**
   * @throws LockLostError when the lock has another owner by now, or none
   * @throws JournalError when the owner is unknown
   */
  async requireOwnership(): Promise<void> {
    this.lost.throwIfAborted();
    const owner = await readOwner(this.#file).catch((error: unknown) => {
      throw new JournalError(getErrnoCode(error));
    });
    this.#compare(owner);
    this.lost.throwIfAborted();
  }

  async release(): Promise<void> {
    clearInterval(this.#timer);
    await (this.#removal ??= this.#remove());
  }

  async #remove(): Promise<void> {
    if (await this.#isOwner()) await retryWhenOpen(() => unlink(this.#file)).catch(() => undefined);
  }

  async #isOwner(): Promise<boolean> {
    const owner = await readOwner(this.#file).catch(() => 'gone' as const);
    return owner !== 'gone' && owner?.token === this.#token;
  }

  /** Whether it was released and could not be removed, because another program has it open. True only once. */
  async #isLeftBehind(): Promise<boolean> {
    if (this.#removal === undefined || this.#token === undefined || this.#isReused) return false;
    this.#isReused = true;
    return await this.#isOwner();
  }

  /** Other windows may take the lock for stale, because it had no heartbeat since. @throws LockedError, JournalError */
  async #takeAgain(): Promise<RecordLock> {
    const again = new RecordLock(this.#file, this.#token);
    try {
      await again.renew();
      return again;
    } catch (error) {
      clearInterval(again.#timer);
      throw error instanceof LockLostError ? new LockedError() : error;
    }
  }

  /**
   * Number of gaps in the heartbeat that were long enough for others to consider this window dead. What they have
   * shown since may be older than what this window does next.
   */
  get missedHeartbeats(): number {
    return this.#missedHeartbeats;
  }

  /**
   * Writes a heartbeat. When this resolves, this window owned the lock a moment ago, and nobody takes over so soon
   * after a heartbeat.
   * @throws as {@link requireOwnership}
   */
  async renew(): Promise<void> {
    for (let attempt = 0; attempt < maxRenewals; attempt++) {
      this.lost.throwIfAborted();
      const begunMs = Date.now();
      await this.#renew().catch((error: unknown) => {
        if (getErrnoCode(error) !== 'ENOENT') throw new JournalError(getErrnoCode(error));
        this.#lose();
      });
      this.lost.throwIfAborted();
      // The window may have been suspended just here, so that the check above is outdated.
      if (Math.abs(Date.now() - begunMs) < shortOwnerTimeoutMs / 2) return;
    }
    throw new JournalError('ETIMEDOUT');
  }

  async #beat(): Promise<void> {
    if (this.#isBeating) return;
    this.#isBeating = true;
    // If the owner is unknown now, the next heartbeat may tell.
    await this.renew().catch(() => undefined);
    this.#isBeating = false;
  }

  /** Uses one handle, so that it writes to the file it has read, even if this window is suspended in between. */
  async #renew(): Promise<void> {
    const before = await withHandle(await retryWhenOpen(() => open(this.#file, 'r+')), async (handle) => {
      const text = await readLockText(handle);
      this.#compare(parseOwner(text));
      if (this.lost.aborted) return undefined;
      const stats = await handle.stat();
      // Writing the same byte again updates the modification time by the clock of the file system.
      await handle.write(text.slice(0, 1), 0);
      return stats;
    });
    if (before === undefined) return;
    // Windows promises the new time only once the handle is closed.
    const after = await stat(this.#file);
    if (Math.abs(after.mtimeMs - before.mtimeMs) > shortOwnerTimeoutMs) this.#missedHeartbeats++;
  }

  #compare(owner: Owner | 'gone' | undefined): void {
    if (owner === 'gone' || owner?.token !== this.#token) this.#lose();
  }

  #lose(): void {
    clearInterval(this.#timer);
    this.#lost.abort(new LockLostError());
  }
}

/**
 * Two windows may find the same stale lock, and the slower one must not remove the lock that the faster one has
 * created instead. So one window at a time checks again and removes, under a lock that may itself be stale:
 *
 *      0 s   A   writes its last heartbeat to `a.lock`; its computer is suspended
 *     61 s   B   finds `a.lock` stale, and creates `a.lock.takeover`
 *     61 s   C   finds `a.lock` stale, but `a.lock.takeover` held: LockedError
 *     61 s   B   finds `a.lock` still stale, renames it to `a.lock.<UUID>.stale`, and finds its token and heartbeat
 *                unchanged; removes it, and `a.lock.takeover`
 *     61 s   B   creates `a.lock` with a token of its own
 *     90 s   A   is resumed; finds the token of B at its next heartbeat or check, and stops: LockLostError
 *
 * @throws LockedError when another window is doing so
 */
async function removeStale(file: string): Promise<void> {
  const guard = await RecordLock.take(`${file}.takeover`, { mayBeEmpty: true });
  try {
    const found = await assessLock(file);
    if (found.state === 'held' || found.state === 'free') return;
    // A window that was suspended just here may have lost the guard, and the lock may no longer be stale.
    await guard.renew().catch(() => {
      throw new LockedError();
    });
    // Not created by this extension, and may contain data: moved aside rather than deleted.
    if (found.state === 'foreign') await retryWhenOpen(() => rename(file, `${file}.${randomUUID()}.foreign`));
    else await removeIfSame(file, found.snapshot);
  } finally {
    await guard.release();
  }
}

/**
 * Removes the lock that was read. It is first renamed and checked again under the new name: if this window was
 * suspended in between, it may be another window's lock, which is then restored.
 *
 * @throws LockedError when it is another lock, or its owner has written a heartbeat
 */
async function removeIfSame(file: string, snapshot: LockSnapshot): Promise<void> {
  const aside = `${file}.${randomUUID()}${staleExtension}`;
  try {
    await retryWhenOpen(() => rename(file, aside));
  } catch (error) {
    if (getErrnoCode(error) === 'ENOENT') return;
    throw error;
  }
  const moved = await readLock(aside);
  const isSame =
    moved.owner?.token === snapshot.owner?.token && moved.lastHeartbeatMs === snapshot.lastHeartbeatMs;
  if (!isSame) await retryWhenOpen(() => link(aside, file)).catch(() => undefined);
  await removeSoon(aside);
  if (!isSame) throw new LockedError();
}

/** Whether the owner of a lock from the future writes a heartbeat while it is observed. */
async function hasHeartbeat(file: string): Promise<boolean> {
  await wait(watchMs);
  return await isLocked(file);
}
