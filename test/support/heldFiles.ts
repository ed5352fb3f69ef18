import fs from 'node:fs/promises';

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
  noteNew: (file: string) => void = () => undefined,
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
      if (isNew) noteNew(file);
      if (name === 'rename' || name === 'link') noteNew(String(rest[0]));
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
