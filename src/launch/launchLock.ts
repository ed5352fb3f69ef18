import { randomUUID } from 'node:crypto';
import { link, lstat, open, readFile, rename, rm, type FileHandle } from 'node:fs/promises';
import { hostname } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { systemErrorCode } from '../upload/errnoCode';
import { JournalError } from './errors';

/** How often the owner says that it is alive; ms. */
const heartbeatMs = 2_000;

/**
 * Without a sign of life for so long an owner counts as gone, even if a process has its number: numbers are
 * given out again; ms.
 */
const patienceMs = 60_000;

/**
 * The same when no process of this machine has the owner's number. Not at once: a container may have the name of this
 * machine and other numbers; ms.
 */
const shortPatienceMs = 8_000;

/** Some signs of life of a lock that is watched; ms. */
const watchMs = 3 * heartbeatMs;

/** A disk that takes seconds for each look is not trusted to tell whose a lock is. */
const maxRenewals = 5;

/** The end of the name of a lock that is being removed. */
export const staleExtension = '.stale';

interface Owner {
  readonly token: string;
  readonly pid: number;
  readonly host: string;
}

/** A look at a lock: whose it is, and when its owner gave the last sign of life, in ms by the clock of the file system. */
interface Sight {
  readonly owner: Owner | undefined;
  readonly heardMs: number;
}

/** Another window works on this launch. */
export class LockedError extends Error {
  override readonly name = 'LockedError';
  readonly kind = 'locked';

  constructor() {
    super('another window works on this launch');
  }
}

/** Another window has taken the launch over, so this one sends nothing more for it. */
export class LockLostError extends Error {
  override readonly name = 'LockLostError';
  readonly kind = 'lockLost';

  constructor() {
    super('another window has taken this launch over');
  }
}

interface TakeOptions {
  /** Does with a lock that says nothing of its owner, which may be all that there is room for. */
  readonly mayBeEmpty?: boolean;
}

/**
 * A lock that a person's other windows respect, and that outlives no process for long. Its age is told by the clock of
 * the file system alone: those of two machines differ. Whoever takes it from an owner that seems to be gone makes a new
 * file, so that the earlier owner, who may only have been stopped for a while, sees it at the next look.
 */
export class LaunchLock {
  readonly #lost = new AbortController();
  readonly #timer: NodeJS.Timeout;
  #isBeating = false;
  #silences = 0;

  private constructor(
    private readonly file: string,
    private readonly token: string | undefined,
  ) {
    this.#timer = setInterval(() => void this.#beat(), heartbeatMs).unref();
  }

  /** @throws LockedError */
  static async take(file: string, options: TakeOptions = {}): Promise<LaunchLock> {
    const owner: Owner = { token: randomUUID(), pid: process.pid, host: hostname() };
    let made = await create(file, owner, options);
    if (made === undefined) {
      const { state } = await judge(file);
      if (state === 'held' || (state === 'ahead' && (await isKeptUp(file)))) throw new LockedError();
      await removeStale(file);
      made = await create(file, owner, options);
    }
    if (made === undefined) throw new LockedError();
    return new LaunchLock(file, made === 'empty' ? undefined : owner.token);
  }

  /** Aborted with a {@link LockLostError} as soon as it is seen that another owner has taken over. */
  get lost(): AbortSignal {
    return this.#lost.signal;
  }

  /**
   * @throws LockLostError when the lock has another owner by now, or none
   * @throws JournalError when that cannot be told
   */
  async requireOwnership(): Promise<void> {
    this.lost.throwIfAborted();
    const owner = await readOwner(this.file).catch((error: unknown) => {
      throw new JournalError(systemErrorCode(error));
    });
    this.#compare(owner);
    this.lost.throwIfAborted();
  }

  async release(): Promise<void> {
    clearInterval(this.#timer);
    const owner = await readOwner(this.file).catch(() => 'unknown' as const);
    if (owner === 'gone' || owner === 'unknown' || owner?.token !== this.token) return;
    await rm(this.file, { force: true }).catch(() => undefined);
  }

  /**
   * How often this window was silent for so long that others may have taken it for gone. What they have been told since
   * may be older than what this window does next.
   */
  get silences(): number {
    return this.#silences;
  }

  /**
   * Gives a sign of life. When this returns, the lock was this window's a moment ago: nobody takes it so soon after one.
   * @throws as {@link requireOwnership}
   */
  async renew(): Promise<void> {
    for (let attempt = 0; attempt < maxRenewals; attempt++) {
      this.lost.throwIfAborted();
      const begunMs = Date.now();
      await this.#renew().catch((error: unknown) => {
        if (systemErrorCode(error) !== 'ENOENT') throw new JournalError(systemErrorCode(error));
        this.#lose();
      });
      this.lost.throwIfAborted();
      // The window may have stood still just here, and what was seen before that may not be so any more.
      if (Math.abs(Date.now() - begunMs) < shortPatienceMs / 2) return;
    }
    throw new JournalError('ETIMEDOUT');
  }

  async #beat(): Promise<void> {
    if (this.#isBeating) return;
    this.#isBeating = true;
    // When it cannot be told whose the lock is, the next sign of life may tell.
    await this.renew().catch(() => undefined);
    this.#isBeating = false;
  }

  /** Through one handle, so that what is written to is what was read, however long this window stands still between. */
  async #renew(): Promise<void> {
    await using(await open(this.file, 'r+'), async (handle) => {
      const text = await handle.readFile('utf8');
      this.#compare(parseOwner(text));
      if (this.lost.aborted) return;
      const before = await handle.stat();
      // The same byte again: that sets the time by the clock of the file system.
      await handle.write(text.slice(0, 1), 0);
      const after = await handle.stat();
      if (Math.abs(after.mtimeMs - before.mtimeMs) > shortPatienceMs) this.#silences++;
    });
  }

  #compare(owner: Owner | 'gone' | undefined): void {
    if (owner === 'gone' || owner?.token !== this.token) this.#lose();
  }

  #lose(): void {
    clearInterval(this.#timer);
    this.#lost.abort(new LockLostError());
  }
}

/** Whether a living owner holds the lock, as far as one look can tell. */
export async function isLocked(file: string): Promise<boolean> {
  return (await judge(file)).state === 'held';
}

type Judgement =
  | { readonly state: 'free' }
  | { readonly state: 'held' }
  | { readonly state: 'foreign' }
  | { readonly state: 'ahead' | 'stale'; readonly sight: Sight };

/**
 * `ahead`: of a time to come, since the clock of the file system was put back; a living owner soon makes it `held`.
 * `foreign`: no file, so that no window has made it.
 */
async function judge(file: string): Promise<Judgement> {
  let sight: Sight;
  let nowMs: number;
  try {
    // No window makes anything else, and to open a pipe takes as long as nobody writes to it.
    if (!(await lstat(file)).isFile()) return { state: 'foreign' };
    sight = await lookAt(file);
    nowMs = await fileSystemTime(file);
  } catch (error) {
    // Doubt is no reason to take it away from anybody.
    return { state: systemErrorCode(error) === 'ENOENT' ? 'free' : 'held' };
  }
  const silenceMs = nowMs - sight.heardMs;
  if (Math.abs(silenceMs) <= patienceWith(sight.owner)) return { state: 'held' };
  return { state: silenceMs > 0 ? 'stale' : 'ahead', sight };
}

/** Whether the owner of a lock of a time to come gives a sign of life while it is watched. */
async function isKeptUp(file: string): Promise<boolean> {
  await wait(watchMs);
  return await isLocked(file);
}

function patienceWith(owner: Owner | undefined): number {
  // Just made and not written yet, or on another machine: only time tells.
  return owner?.host === hostname() && !isAlive(owner.pid) ? shortPatienceMs : patienceMs;
}

/** Opened, because over a network only that asks the server how old the file is. */
async function lookAt(file: string): Promise<Sight> {
  return await using(await open(file, 'r'), async (handle) => {
    const { mtimeMs } = await handle.stat();
    return { owner: parseOwner(await handle.readFile('utf8')), heardMs: mtimeMs };
  });
}

/** The time by the clock that the times of files are taken from. */
async function fileSystemTime(beside: string): Promise<number> {
  const probe = `${beside}.${randomUUID()}.clock`;
  const handle = await open(probe, 'wx');
  try {
    return await using(handle, async () => (await handle.stat()).mtimeMs);
  } finally {
    await rm(probe, { force: true }).catch(() => undefined);
  }
}

async function using<T>(handle: FileHandle, work: (handle: FileHandle) => Promise<T>): Promise<T> {
  try {
    return await work(handle);
  } finally {
    await handle.close();
  }
}

/** @returns nothing when there is a lock already. */
async function create(
  file: string,
  owner: Owner,
  { mayBeEmpty = false }: TakeOptions,
): Promise<'whole' | 'empty' | undefined> {
  const handle = await open(file, 'wx').catch((error: unknown) => {
    if (systemErrorCode(error) === 'EEXIST') return undefined;
    throw error;
  });
  if (handle === undefined) return undefined;
  try {
    await using(handle, () => handle.writeFile(JSON.stringify(owner)));
    return 'whole';
  } catch (error) {
    if (mayBeEmpty && (await isEmpty(file))) return 'empty';
    await rm(file, { force: true });
    throw error;
  }
}

async function isEmpty(file: string): Promise<boolean> {
  return await readFile(file, 'utf8').then(
    (text) => text === '',
    () => false,
  );
}

/**
 * Two windows may find the same dead lock, and the slower one must not remove the lock that the faster one
 * has made in its place. So one at a time looks again and removes: under a lock, which may be dead itself.
 *
 * @throws LockedError when another window is at it
 */
async function removeStale(file: string): Promise<void> {
  const guard = await LaunchLock.take(`${file}.takeover`, { mayBeEmpty: true });
  try {
    const found = await judge(file);
    if (found.state === 'held' || found.state === 'free') return;
    // Whoever stood still just here may have lost the guard, and then it is no longer a dead lock that is there.
    await guard.renew().catch(() => {
      throw new LockedError();
    });
    // Anything but a file was put there by somebody else, and may hold something: it only makes way.
    if (found.state === 'foreign') await rename(file, `${file}.${randomUUID()}.foreign`);
    else await removeIfSame(file, found.sight);
  } finally {
    await guard.release();
  }
}

/**
 * Removes the lock that was seen. It is moved first and looked at again where nobody else finds it: if this window stood
 * still in between, it may be the lock of another one, which gets it back.
 *
 * @throws LockedError when it is another one, or its owner has given a sign of life
 */
async function removeIfSame(file: string, seen: Sight): Promise<void> {
  const aside = `${file}.${randomUUID()}${staleExtension}`;
  try {
    await rename(file, aside);
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return;
    throw error;
  }
  const moved = await lookAt(aside);
  const isSame = moved.owner?.token === seen.owner?.token && moved.heardMs === seen.heardMs;
  if (!isSame) await link(aside, file).catch(() => undefined);
  await rm(aside, { force: true });
  if (!isSame) throw new LockedError();
}

/** @returns nothing for a lock that does not say whose it is. @throws an error of the system */
async function readOwner(file: string): Promise<Owner | 'gone' | undefined> {
  try {
    return parseOwner(await readFile(file, 'utf8'));
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return 'gone';
    throw error;
  }
}

function parseOwner(text: string): Owner | undefined {
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
    return systemErrorCode(error) === 'EPERM';
  }
}
