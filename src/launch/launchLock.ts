import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { open, readFile, rm, stat, utimes } from 'node:fs/promises';

/** How often the owner says that it is alive; ms. */
const heartbeat = 2_000;

/**
 * Without a sign of life for so long an owner counts as gone, even if a process has its number: numbers are
 * given out again; ms.
 */
const patience = 60_000;

interface Owner {
  readonly token: string;
  readonly pid: number;
  readonly host: string;
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

/** A lock that a person's other windows respect, and that outlives no process for long. */
export class LaunchLock {
  readonly #lost = new AbortController();

  private constructor(
    private readonly file: string,
    private readonly owner: Owner,
    private readonly timer: NodeJS.Timeout,
  ) {}

  /** @throws LockedError */
  static async take(file: string): Promise<LaunchLock> {
    const owner: Owner = { token: randomUUID(), pid: process.pid, host: hostname() };
    if (!(await create(file, owner))) {
      if (await isLocked(file)) throw new LockedError();
      await removeStale(file);
      if (!(await create(file, owner))) throw new LockedError();
    }
    const beat = () => void utimes(file, new Date(), new Date()).catch(() => undefined);
    return new LaunchLock(file, owner, setInterval(beat, heartbeat).unref());
  }

  /** Aborted with a {@link LockLostError} as soon as it is seen that another owner has taken over. */
  get lost(): AbortSignal {
    return this.#lost.signal;
  }

  /** @throws LockLostError when the lock has another owner by now, or none */
  async requireOwnership(): Promise<void> {
    if ((await readOwner(this.file))?.token !== this.owner.token) this.#lost.abort(new LockLostError());
    this.#lost.signal.throwIfAborted();
  }

  async release(): Promise<void> {
    clearInterval(this.timer);
    if ((await readOwner(this.file))?.token === this.owner.token) await rm(this.file, { force: true });
  }
}

/** Whether a living owner holds the lock. */
export async function isLocked(file: string): Promise<boolean> {
  return (await stateOf(file)) === 'held';
}

async function stateOf(file: string): Promise<'free' | 'held' | 'stale'> {
  const found = await stat(file).catch(() => undefined);
  if (found === undefined) return 'free';
  if (Date.now() - found.mtimeMs > patience) return 'stale';
  const owner = await readOwner(file);
  // Just made and not written yet, or on another machine: only time tells.
  return owner?.host !== hostname() || isAlive(owner.pid) ? 'held' : 'stale';
}

/** @returns false when there is a lock already. */
async function create(file: string, owner: Owner): Promise<boolean> {
  try {
    const handle = await open(file, 'wx');
    try {
      await handle.writeFile(JSON.stringify(owner)).finally(() => handle.close());
    } catch (error) {
      await rm(file, { force: true });
      throw error;
    }
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/**
 * Two windows may find the same dead lock, and the slower one must not remove the lock that the faster one
 * has made in its place. So one at a time looks again and removes: under a lock, which may be dead itself.
 *
 * @throws LockedError when another window is at it
 */
async function removeStale(file: string): Promise<void> {
  const guard = await LaunchLock.take(`${file}.takeover`);
  try {
    if ((await stateOf(file)) === 'stale') await rm(file, { force: true });
  } finally {
    await guard.release();
  }
}

async function readOwner(file: string): Promise<Owner | undefined> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as Owner;
  } catch {
    return undefined;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
