import { closeSync, constants, openSync } from 'node:fs';
import fs from 'node:fs/promises';
import { FileAccessError } from '../../src/files/fileAccessError';
import type { FileOperation } from '../../src/upload/fileReader';
import { FileThread } from '../../src/upload/fileThread';

/** How long a scanner holds a new file; ms. */
export const heldMs = 120;

const names = ['open', 'rename', 'rm', 'unlink', 'link'] as const;

type Calls = Record<(typeof names)[number], (file: string, ...rest: unknown[]) => Promise<unknown>>;

/** How this process sees Windows while something holds files. */
export interface HeldFiles {
  /** Number of operations that were refused. */
  readonly refusals: () => number;
  readonly restore: () => void;
}

/**
 * Imitates Windows where it refuses what this process does with files that another program has open.
 * @param isHeld whether such a program has the file open now
 */
export function imitateHolder(
  isHeld: (file: string) => boolean,
  noteNew?: (file: string) => void,
): HeldFiles {
  const calls = fs as unknown as Calls;
  const original = { ...calls };
  const { platform } = process;
  let refusals = 0;
  for (const name of names) {
    calls[name] = async (file, ...rest) => {
      const isNew = name === 'open' && rest[0] === 'wx';
      if (!isNew && isHeld(file)) {
        refusals++;
        throw Object.assign(new Error('simulated'), { code: refusals % 2 === 0 ? 'EBUSY' : 'EPERM' });
      }
      const result = await original[name](file, ...rest);
      if (isNew) noteNew?.(file);
      if (name === 'rename' || name === 'link') noteNew?.(String(rest[0]));
      return result;
    };
  }
  Object.defineProperty(process, 'platform', { value: 'win32' });
  const restore = () => {
    for (const name of names) calls[name] = original[name];
    Object.defineProperty(process, 'platform', { value: platform });
  };
  return { refusals: () => refusals, restore };
}

/** As a virus scanner does: holds each new file for a moment. */
export function imitateScanner(): HeldFiles {
  const since = new Map<string, number>();
  return imitateHolder(
    (file) => performance.now() - (since.get(file) ?? -Infinity) < heldMs,
    (file) => since.set(file, performance.now()),
  );
}

interface ThreadCalls {
  call: (this: FileThread, operation: FileOperation, ...args: readonly unknown[]) => Promise<unknown>;
}

/** The flag of libuv for a file that is shared with nobody, which only Windows knows. */
export const exclusive = 0x1000_0000;

/**
 * Has a file open as a program of Windows that shares it with nobody: others see it, but cannot open it. On other
 * systems, the threads for files answer as they do there.
 * @param since the operation of these threads with which it begins; at once if left out
 * @returns closes the file, once
 */
export function holdAlone(file: string, since?: FileOperation): () => void {
  const isWindows = process.platform === 'win32';
  let descriptor: number | undefined;
  let isHeld = false;
  const hold = () => {
    if (isWindows && !isHeld) descriptor = openSync(file, constants.O_RDONLY | exclusive);
    isHeld = true;
  };
  const threads = FileThread.prototype as unknown as ThreadCalls;
  const { call } = threads;
  threads.call = async function (operation, ...args) {
    if (operation === since) hold();
    const isRefused = !isWindows && isHeld && operation !== 'look' && args[0] === file;
    if (isRefused) throw new FileAccessError('EBUSY');
    return await call.call(this, operation, ...args);
  };
  if (since === undefined) hold();
  return () => {
    threads.call = call;
    if (descriptor !== undefined) closeSync(descriptor);
    descriptor = undefined;
  };
}
