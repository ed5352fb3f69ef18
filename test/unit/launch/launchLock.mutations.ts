import { mutationsOf, suites } from '../../mutations/mutation';

export const mutations = mutationsOf(
  { in: 'src/launch/launchLock.ts', killedBy: suites('launch/launchLock', 'launch/journal') },
  [
    {
      name: 'a window that stood still while it looked looks again',
      find: 'if (Math.abs(Date.now() - begunMs) < shortPatienceMs / 2) return;',
      replace: 'return;',
      killedBy: suites('launch/fencing'),
    },
    {
      name: 'a lock has one owner',
      find: "await open(file, 'wx').catch",
      replace: "await open(file, 'w').catch",
    },
    {
      name: 'a lock that another window has made is not removed',
      find: "if (found.state === 'held' || found.state === 'free') return;",
      replace: '',
    },
    {
      name: 'a lock that turns out to be of another window is given back',
      find: 'await link(aside, file).catch(() => undefined);',
      replace: 'await Promise.resolve();',
    },
    {
      name: 'a lock whose owner has woken up is given back',
      find: '&& moved.heardMs === seen.heardMs;',
      replace: ';',
    },
    {
      name: 'whoever stood still removes no lock of another window',
      find: 'await guard.renew().catch(() => {',
      replace: 'await Promise.resolve().catch(() => {',
    },
    {
      name: 'only its owner releases a lock',
      find: "if (owner === 'gone' || owner === 'unknown' || owner?.token !== this.token) return;",
      replace: '',
    },
    {
      name: 'a lock of a dead window does not last',
      find: "return { state: silenceMs > 0 ? 'stale' : 'ahead', sight };",
      replace: "return { state: 'held' };",
    },
    {
      name: 'a lock of a time to come is watched before it is taken',
      find: "(state === 'ahead' && (await isKeptUp(file)))",
      replace: 'false',
    },
    {
      name: 'what is no file does not lock a launch',
      find: "if (!(await lstat(file)).isFile()) return { state: 'foreign' };",
      replace: '',
    },
    {
      name: 'what is no file is not deleted',
      find: 'await rename(file, `${file}.${randomUUID()}.foreign`);',
      replace: 'await rm(file, { recursive: true });',
    },
    {
      name: 'a lock is as old as the file system says',
      find: 'nowMs = await fileSystemTime(file);',
      replace: 'nowMs = Date.now();',
    },
    {
      name: 'a fresh sign of life counts more than a process that is not found',
      find: 'const shortPatienceMs = 8_000;',
      replace: 'const shortPatienceMs = 0;',
    },
    {
      name: 'a window sees by its next sign of life that it lost a lock',
      find: 'this.#compare(parseOwner(text));',
      replace: '',
    },
    {
      name: 'a lock that cannot be read is not a lock that is lost',
      find: 'readOwner(this.file).catch((error: unknown) => {\n      throw new JournalError(systemErrorCode(error));',
      replace:
        "readOwner(this.file).catch((error: unknown) => {\n      return systemErrorCode(error) === '' ? undefined : 'gone' as const;",
    },
  ],
);
