import { mutationsOf, suites } from '../../mutations/mutation';

export const mutations = [
  ...mutationsOf(
    { in: 'src/journal/recordLock.ts', killedBy: suites('journal/recordLock', 'launch/journal') },
    [
      {
        name: 'a window that was suspended while it read reads again',
        find: 'if (Math.abs(Date.now() - begunMs) < shortOwnerTimeoutMs / 2) return;',
        replace: 'return;',
        killedBy: suites('launch/fencing'),
      },
      {
        name: 'a lock that another window has created is not removed',
        remove: "if (found.state === 'held' || found.state === 'free') return;",
      },
      {
        name: 'a lock that turns out to belong to another window is given back',
        find: 'await retryWhenOpen(() => link(aside, file)).catch(() => undefined);',
        replace: 'await Promise.resolve();',
      },
      {
        name: 'a lock whose owner has resumed is given back',
        find: '&& moved.lastHeartbeatMs === snapshot.lastHeartbeatMs;',
        replace: ';',
      },
      {
        name: 'a window that was suspended removes no lock of another window',
        find: 'await guard.renew().catch(() => {',
        replace: 'await Promise.resolve().catch(() => {',
      },
      { name: 'only its owner releases a lock', remove: 'if (await this.#isOwner())' },
      {
        name: 'a lock with a time in the future is watched before it is taken',
        find: "(state === 'ahead' && (await hasHeartbeat(file)))",
        replace: 'false',
      },
      {
        name: 'only a regular file is deleted',
        find: 'await retryWhenOpen(() => rename(file, `${file}.${randomUUID()}.foreign`));',
        replace: 'await removeSoon(file);',
      },
      {
        name: 'a window notices a lost lock at its next heartbeat',
        remove: 'this.#compare(parseOwner(text));',
      },
      {
        name: 'a lock that cannot be read is not lost',
        find: 'readOwner(this.#file).catch((error: unknown) => {\n      throw new JournalError(getErrnoCode(error));',
        replace:
          "readOwner(this.#file).catch((error: unknown) => {\n      return getErrnoCode(error) === '' ? undefined : 'gone' as const;",
      },
      {
        name: 'a lock that could not be removed does not keep its own window out',
        find: 'return await earlier.#takeAgain();',
        replace: 'throw new LockedError();',
        killedBy: suites('launch/heldFiles'),
      },
      {
        name: 'a lock that is used again is not taken for stale',
        remove: '      await again.renew();\n',
        killedBy: suites('launch/heldFiles'),
      },
      {
        name: 'a lock that could not be removed is used again only once',
        remove: 'this.#isReused = true;',
        killedBy: suites('launch/heldFiles'),
      },
    ],
  ),
  ...mutationsOf(
    { in: 'src/journal/lockFile.ts', killedBy: suites('journal/recordLock', 'launch/journal') },
    [
      {
        name: 'a lock has one owner',
        find: "retryWhenOpen(() => open(file, 'wx'))",
        replace: "retryWhenOpen(() => open(file, 'w'))",
      },
      {
        name: 'a lock of a dead window expires',
        find: "return { state: silenceMs > 0 ? 'stale' : 'ahead', snapshot };",
        replace: "return { state: 'held' };",
      },
      {
        name: 'only a regular file is a lock',
        remove: "if (!(await lstat(file)).isFile()) return { state: 'foreign' };",
      },
      {
        name: 'the age of a lock is measured by the file system clock',
        find: 'nowMs = await readFileSystemTime(file);',
        replace: 'nowMs = Date.now();',
      },
      {
        name: 'a fresh heartbeat takes precedence over a process that is not found',
        find: 'const shortOwnerTimeoutMs = 8_000;',
        replace: 'const shortOwnerTimeoutMs = 0;',
      },
    ],
  ),
];
