import fs from 'node:fs';

/** Runs something while the code is told that it runs on another system. Files stay those of this one. */
export async function onPlatform<T>(platform: NodeJS.Platform, run: () => T | Promise<T>): Promise<T> {
  const own = Object.getOwnPropertyDescriptor(process, 'platform');
  Object.defineProperty(process, 'platform', { ...own, value: platform });
  try {
    return await run();
  } finally {
    Object.defineProperty(process, 'platform', own ?? {});
  }
}

/**
 * Runs something while the system itself answers the real path of a file in another spelling, as Windows does: the
 * drive in upper case, the case on disk, the share behind a mapped drive.
 */
export async function withRealPaths<T>(spell: (real: string) => string, run: () => T | Promise<T>) {
  const { native } = fs.realpathSync;
  const answer = (file: fs.PathLike) => spell(native(file, 'utf8'));
  const { realpath } = fs.promises;
  const { native: nativeLater } = fs.realpath;
  Object.assign(fs.promises, { realpath: (file: fs.PathLike) => Promise.resolve(file).then(answer) });
  Object.assign(fs.realpathSync, { native: answer });
  Object.assign(fs.realpath, {
    native: (file: fs.PathLike, done: (error: null, real: string) => void) => done(null, answer(file)),
  });
  try {
    return await run();
  } finally {
    Object.assign(fs.promises, { realpath });
    Object.assign(fs.realpathSync, { native });
    Object.assign(fs.realpath, { native: nativeLater });
  }
}
