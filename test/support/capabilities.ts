import { spawnSync } from 'node:child_process';
import {
  closeSync,
  existsSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { makeTempFolder } from './tempTree';

interface Requirement {
  /** The words in the title of a test that cannot run. */
  readonly words: string;
  /**
   * Tries it where the system alone does not tell.
   * @param folder empty, removed afterwards
   * @throws anything when it is missing
   */
  readonly isThere: (folder: string) => boolean;
  /** A Linux may lack it, in a container for example. */
  readonly isOptional?: boolean;
}

const isUnix = (): boolean => process.platform !== 'win32';
const isLinux = (): boolean => process.platform === 'linux';

/** Arguments of `unshare` for private mounts; users other than root must first become root of a user namespace. */
export const ownMounts = process.getuid?.() === 0 ? ['--mount'] : ['--user', '--map-root-user', '--mount'];

/** The same for a private network. */
export const ownNetwork = process.getuid?.() === 0 ? ['--net'] : ['--user', '--map-root-user', '--net'];

const requirements = {
  links: {
    words: 'symbolic links',
    // Some systems say yes and make nothing.
    isThere: (folder) => {
      symlinkSync('nowhere', path.join(folder, 'link'));
      return lstatSync(path.join(folder, 'link')).isSymbolicLink();
    },
  },
  pipes: { words: 'named pipes', isThere: isUnix },
  devices: { words: 'the files of devices', isThere: isUnix },
  descriptors: { words: 'a list of open files in /proc', isThere: isLinux },
  shell: { words: '/bin/sh', isThere: isUnix },
  signals: { words: 'signals that a program can answer', isThere: isUnix },
  modes: { words: 'modes of files', isThere: isUnix },
  anyNames: {
    words: 'names with any characters',
    isThere: (folder) => {
      const names = ['a"b', 'a\nb', 'a:b', 'a\\b', 'a.'];
      for (const name of names) writeIn(folder, name);
      return names.every((name) => readdirSync(folder).includes(name));
    },
  },
  byteNames: { words: 'names of any bytes', isThere: isLinux },
  caseNames: {
    words: 'names that differ in case only',
    isThere: (folder) => !existsSync(path.join(path.dirname(writeIn(folder, 'A')), 'a')),
  },
  pathLimit: {
    words: 'paths of less than 4,200 bytes',
    isThere: (folder) => {
      try {
        lstatSync(folder + '/a'.repeat(2100));
        return false;
      } catch (error) {
        return (error as NodeJS.ErrnoException).code === 'ENAMETOOLONG';
      }
    },
  },
  sockets: { words: 'sockets that are files', isThere: isUnix },
  failingFiles: { words: 'a regular file that cannot be read', isThere: isLinux },
  removal: {
    words: 'removal of an open file at once',
    isThere: (folder) =>
      whileOpen(folder, (file) => {
        rmSync(file);
        return readdirSync(folder).length === 0;
      }),
  },
  replacement: {
    words: 'replacement of an open file',
    isThere: (folder) =>
      whileOpen(folder, (file) => {
        renameSync(writeIn(folder, 'new'), file);
        return true;
      }),
  },
  // Others refuse them.
  fullQueues: { words: 'connections that wait for a server with a full queue', isThere: isLinux },
  sendQueues: { words: 'a list of connections with what the system holds of them', isThere: isLinux },
  exclusiveFiles: {
    words: 'files that one program can keep from all others, as on Windows',
    isThere: () => process.platform === 'win32',
    isOptional: true,
  },
  terminals: {
    words: 'a program that makes a terminal, with the options of Linux',
    isThere: () => spawnSync('script', ['-qec', 'true', '/dev/null'], { stdio: 'ignore' }).status === 0,
    isOptional: true,
  },
  privateMounts: {
    words: 'private mounts',
    isThere: (folder) =>
      spawnSync('unshare', [...ownMounts, 'mount', '-t', 'tmpfs', 'none', folder]).status === 0,
    isOptional: true,
  },
  slowLines: {
    words: 'private networks that can be made slow',
    isThere: () => {
      const script = 'ip link set lo up && tc qdisc add dev lo root tbf rate 1mbit burst 6000 latency 1s';
      return spawnSync('unshare', [...ownNetwork, 'sh', '-c', script]).status === 0;
    },
    isOptional: true,
  },
  imageMounts: {
    words: 'mounts of disk images',
    isThere: (folder) => {
      const image = path.join(folder, 'image');
      const mounted = path.join(folder, 'mounted');
      writeFileSync(image, Buffer.alloc(2 ** 20));
      mkdirSync(mounted);
      const isMounted = [
        ['mkfs.ext2', '-q', '-I', '128', image],
        ['mount', '-o', 'loop', image, mounted],
      ].every(([program = '', ...args]) => spawnSync(program, args).status === 0);
      return isMounted && spawnSync('umount', [mounted]).status === 0;
    },
    isOptional: true,
  },
} satisfies Record<string, Requirement>;

/** Something that tests need and that not every system has. */
export type Capability = keyof typeof requirements;

const found = new Map<Capability, boolean>();

/** Whether this system has it, tried once. */
export function has(capability: Capability): boolean {
  let isThere = found.get(capability);
  if (isThere === undefined) {
    isThere = isFound(requirements[capability]);
    found.set(capability, isThere);
  }
  return isThere;
}

/**
 * Declares tests that need something that not every system has. Where it is missing, the test is pending, and its title
 * names what is missing, so that every report lists it.
 */
export function needs(...capabilities: readonly Capability[]): {
  it(title: string, test: Mocha.Func | Mocha.AsyncFunc): void;
} {
  const missing = capabilities.filter((capability) => !has(capability));
  const words = missing.map((capability) => requirements[capability].words);
  return {
    it: (title, test) => {
      if (words.length === 0) it(title, test as Mocha.AsyncFunc);
      else it(`${title} (needs ${words.join(', ')})`);
    },
  };
}

/** What is missing here of what every Linux has. */
export function findMissing(): Capability[] {
  const capabilities = Object.keys(requirements) as Capability[];
  return capabilities.filter((capability) => {
    const { isOptional }: Requirement = requirements[capability];
    return isOptional !== true && !has(capability);
  });
}

function isFound({ isThere }: Requirement): boolean {
  const folder = makeTempFolder('capability-');
  try {
    return isThere(folder);
  } catch {
    return false;
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

function whileOpen(folder: string, attempt: (file: string) => boolean): boolean {
  const file = writeIn(folder, 'open');
  const descriptor = openSync(file, 'r');
  try {
    return attempt(file);
  } finally {
    closeSync(descriptor);
  }
}

function writeIn(folder: string, name: string): string {
  const file = path.join(folder, name);
  writeFileSync(file, '');
  return file;
}
