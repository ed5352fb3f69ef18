import { open, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { getErrnoCode } from '../upload/errnoCode';
import { JournalUnreadableError } from './errors';
import { LaunchLock, staleExtension } from './launchLock';
import { recordExtension, unplacedExtension } from './recordFile';

const lockExtension = '.lock';
const headExtension = '.summary';

/** The folder of the journal: which files belong to a launch, and what dead windows have left there. */
export class JournalFolder {
  readonly path: string;

  constructor(folder: string) {
    this.path = folder;
  }

  recordOf(launch: string): string {
    return path.join(this.path, launch + recordExtension);
  }

  lockOf(launch: string): string {
    return path.join(this.path, launch + lockExtension);
  }

  headOf(launch: string): string {
    return path.join(this.path, launch + headExtension);
  }

  /** The names of all files. @throws JournalUnreadableError */
  async readNames(): Promise<ReadonlySet<string>> {
    try {
      return new Set(await readdir(this.path));
    } catch (error) {
      if (getErrnoCode(error) === 'ENOENT') return new Set();
      throw new JournalUnreadableError(getErrnoCode(error));
    }
  }

  /** Removes files that dead windows have left behind without a record. */
  async tidy(names: ReadonlySet<string>): Promise<void> {
    const launches = new Set([...names].filter(isLeftover).map((name) => name.slice(0, name.indexOf('.'))));
    for (const launch of launches) {
      if (names.has(launch + recordExtension)) continue;
      try {
        const lock = await LaunchLock.take(this.lockOf(launch), { mayBeEmpty: true });
        await this.clear(launch).finally(() => lock.release());
      } catch {
        // Another window may be starting this launch; otherwise a later read removes the files.
      }
    }
  }

  /** Removes a launch's files except its record and its lock. */
  async clear(launch: string): Promise<void> {
    for (const name of await readdir(this.path)) {
      if (name.startsWith(`${launch}.`) && isLeftover(name) && !name.endsWith(lockExtension)) {
        await rm(path.join(this.path, name), { force: true, recursive: true });
      }
    }
  }

  /** Flushes the folder, so that the file's name survives a power cut. Not every system supports it. */
  async flush(): Promise<void> {
    const handle = await open(this.path, 'r').catch(() => undefined);
    await handle?.sync().catch(() => undefined);
    await handle?.close();
  }
}

/** Whether a file is useless once its launch is gone. */
function isLeftover(name: string): boolean {
  const ends = [lockExtension, staleExtension, headExtension, unplacedExtension, '.clock'];
  return ends.some((end) => name.endsWith(end));
}

/** The identifiers of the launches that have a record. */
export function* listIds(names: ReadonlySet<string>): Iterable<string> {
  for (const name of names) {
    if (name.endsWith(recordExtension)) yield name.slice(0, -recordExtension.length);
  }
}

/** Whether a file exists; also if that cannot be determined. */
export async function isThere(file: string): Promise<boolean> {
  return await stat(file).then(
    () => true,
    (error: unknown) => getErrnoCode(error) !== 'ENOENT',
  );
}
