import { type FileHandle, open } from 'node:fs/promises';
import { openStudyWindow, type StudyOrder } from './studies';

/** Dies without any clean-up around the nth write to disk that is flushed, counted from 1. */
export interface StudyDeath {
  readonly when: 'beforeWrite' | 'afterFlush';
  readonly count: number;
}

/** Runs a study as a window would; both arguments of the program are JSON. */
async function main(): Promise<void> {
  const [, , order = '', death = ''] = process.argv;
  await dieAt(JSON.parse(death) as StudyDeath);
  const { studies, prepare, service } = openStudyWindow(JSON.parse(order) as StudyOrder);
  await studies.start(await prepare(), { service }, { signal: new AbortController().signal });
  process.send?.('done', () => process.disconnect());
}

/** Counts the writes of all journals: only they write through a handle and flush it. */
async function dieAt({ when, count }: StudyDeath): Promise<void> {
  const handle = await open(process.execPath, 'r');
  const all = Object.getPrototypeOf(handle) as Pick<FileHandle, 'write' | 'sync' | 'datasync'>;
  await handle.close();
  const names = when === 'beforeWrite' ? (['write'] as const) : (['sync', 'datasync'] as const);
  let seen = 0;
  const die = () => {
    if (++seen === count) process.kill(process.pid, 'SIGKILL');
  };
  for (const name of names) {
    const original = all[name] as (...args: unknown[]) => Promise<unknown>;
    all[name] = async function (this: FileHandle, ...args: unknown[]): Promise<unknown> {
      // A heartbeat of a lock is text.
      if (when === 'beforeWrite' && Buffer.isBuffer(args[0])) die();
      const result = await original.apply(this, args);
      if (when === 'afterFlush') die();
      return result;
    } as never;
  }
}

void main();
