import { createHash, hash } from 'node:crypto';
import { type BigIntStats, constants, type Stats } from 'node:fs';
import path from 'node:path';
import { type DiskWork, type Inode, SystemError } from './disk';
import { currentProcess, type SimulatedProcess } from './hosts';
import type { World } from './world';

/** The world of the current run; the engine is loaded once for all runs. */
let world: World;
let isInWorld = false;

export function enterWorld(entered: World): void {
  world = entered;
  isInWorld = true;
  openInodes.clear();
  nextDescriptor = 20;
}

/** Sets the global through which the built engine finds the world. */
export function installSimulatedWorld(): void {
  for (const { name, prototype } of [SimulatedHandle, SimulatedTimer]) strict<object>(name, prototype);
  (globalThis as { simulatedWorld?: unknown }).simulatedWorld = strict('globalThis', {
    Date: SimulatedDate,
    performance: { now: () => world.queue.now - currentProcess().startedAt },
    setTimeout,
    clearTimeout: clearTimer,
    setInterval: startTimer(true),
    clearInterval: clearTimer,
    process: simulatedProcess,
    // A library draws a number for its name while it is loaded, when there is no world yet.
    Math: { random: () => (isInWorld ? world.random.next() : 0) },
    modules: {
      fs: strict('fs', {
        constants,
        openSync,
        readSync,
        closeSync,
        fstatSync,
        statSync,
        realpath: (file: string, done: (error: unknown, real?: string) => void) => {
          promises.realpath(file).then(
            (real) => done(null, real),
            (error: unknown) => done(error),
          );
        },
      }),
      'fs/promises': strict('fs/promises', promises),
      os: strict('os', { hostname: () => currentProcess().host.name }),
      'timers/promises': strict('timers/promises', { setImmediate: () => waited(0), setTimeout: waited }),
      crypto: strict('crypto', {
        createHash,
        hash,
        randomUUID: () => world.random.uuid(),
        randomBytes: (bytes: number) => Buffer.from(world.random.hex(2 * bytes), 'hex'),
      }),
    },
  });
}

/**
 * A call that the simulator does not implement is a fault of the simulator. It fails at once, and so does the run, because
 * the code may take the error for one of the system. It is found in the prototype, which a bundle keeps when it copies the
 * members of a module.
 */
function strict<T extends object>(module: string, known: T): T {
  const unknown = new Proxy(Object.prototype, {
    get(target, name) {
      if (typeof name === 'symbol' || name === '__esModule' || name in target || name === 'then')
        return Reflect.get(target, name) as unknown;
      const fault = `${module}.${name} is not simulated`;
      if (isInWorld) world.violate('the simulator has every call', fault);
      throw new Error(fault);
    },
  });
  return Object.setPrototypeOf(known, unknown) as T;
}

class SimulatedDate extends Date {
  constructor(...given: unknown[]) {
    super(...((given.length === 0 ? [SimulatedDate.now()] : given) as [number]));
  }

  static override now(): number {
    return Math.floor(currentProcess().now);
  }
}

const simulatedProcess = strict('process', {
  platform: 'linux',
  get pid(): number {
    return currentProcess().pid;
  },
  kill(pid: number, signal: unknown): true {
    if (signal !== 0) throw new Error('process.kill is simulated for signal 0 only');
    const own = currentProcess().host;
    const isSeen = world.processes.some(
      (other) => other.isAlive && other.pid === pid && other.host.pidSpace === own.pidSpace,
    );
    if (!isSeen) throw new SystemError('ESRCH', 'kill');
    return true;
  },
});

class SimulatedTimer {
  constructor(
    readonly process: SimulatedProcess,
    readonly id: number,
  ) {}

  unref(): this {
    return this;
  }
}

const startTimer =
  (every: boolean) =>
  (call: () => void, delay = 0): SimulatedTimer => {
    const process = currentProcess();
    return new SimulatedTimer(process, process.startTimer(delay, every, call));
  };
const setTimeout = startTimer(false);

function clearTimer(timer: SimulatedTimer | undefined): void {
  timer?.process.stopTimer(timer.id);
}

async function waited(delay: number): Promise<void> {
  await new Promise<void>((resolve) => setTimeout(resolve, delay));
}

/** Errors of the disk, most of which are temporary. */
const troubles: Readonly<Record<DiskWork, readonly string[]>> = {
  open: ['EACCES', 'EIO', 'EMFILE', 'ESTALE'],
  read: ['EIO', 'ESTALE'],
  write: ['ENOSPC', 'ENOSPC', 'EIO', 'EDQUOT'],
  change: ['EIO', 'EPERM', 'EBUSY', 'ENOSPC'],
};

/** Error code of the operation, if it fails now. */
function trouble(kind: DiskWork, file: string | undefined): string | undefined {
  if (world.isCalm) return undefined;
  const { diskTrouble, queue, random, circumstances } = world;
  const unreadable = file === undefined ? undefined : diskTrouble.unreadable.get(file);
  if (kind === 'open' && unreadable !== undefined && queue.now < unreadable.until) return unreadable.code;
  const inBurst = queue.now < diskTrouble.until && diskTrouble.kinds.includes(kind);
  const probability = inBurst ? diskTrouble.probability : circumstances.diskFails;
  return random.chance(probability) ? random.pick(troubles[kind]) : undefined;
}

/** One background operation: its effect comes a little later, and its result when the process can take it. */
async function io<T>(kind: DiskWork, name: string, file: string | undefined, effect: () => T): Promise<T> {
  const process = currentProcess();
  world.waits(process);
  return await new Promise<T>((resolve, reject) => {
    world.queue.after(world.random.between(0.02, 2), () => {
      // Data in transit when a process was killed may or may not reach the disk.
      if (!process.isAlive && world.random.chance(0.5)) return;
      const finish = attempt(kind, name, file, effect, resolve, reject);
      process.run(finish);
    });
  });
}

function attempt<T>(
  kind: DiskWork,
  name: string,
  file: string | undefined,
  effect: () => T,
  resolve: (result: T) => void,
  reject: (error: unknown) => void,
): () => void {
  try {
    const code = trouble(kind, file);
    if (code !== undefined) throw new SystemError(code, name, file);
    const result = effect();
    return () => resolve(result);
  } catch (error) {
    const { code } = error as SystemError;
    world.note(() => `disk: ${name} ${file === undefined ? '' : path.basename(file)} ${code}`);
    return () => reject(error);
  }
}

const yes = () => true;
const no = () => false;
const fileKind = { isFile: yes, isDirectory: no, isSymbolicLink: no, isFIFO: no };
const folderKind = { ...fileKind, isFile: no, isDirectory: yes };

type StatOptions = { readonly bigint?: boolean } | undefined;

function statsOf(inode: Inode, options: StatOptions): Stats | BigIntStats {
  const { ino, isFolder, data, mtimeNs, ctimeNs } = inode;
  const kind = isFolder ? folderKind : fileKind;
  const mtimeMs = Number(mtimeNs) / 1e6;
  const ctimeMs = Number(ctimeNs) / 1e6;
  if (options?.bigint === true) {
    const sizes = { ino, dev: 1n, size: BigInt(data.length), nlink: 1n, mode: 0o644n };
    const exact = { mtimeNs, ctimeNs, mtimeMs: mtimeNs / 1_000_000n, ctimeMs: ctimeNs / 1_000_000n };
    return { ...kind, ...sizes, ...exact } as unknown as BigIntStats;
  }
  const sizes = { ino: Number(ino), dev: 1, size: data.length, nlink: 1, mode: 0o644 };
  return { ...kind, ...sizes, mtimeMs, ctimeMs } as unknown as Stats;
}

let nextDescriptor = 20;
const openInodes = new Map<number, Inode>();

class SimulatedHandle {
  readonly fd = nextDescriptor++;
  readonly openedBy = currentProcess();
  #position = 0;
  #isOpen = true;

  constructor(
    readonly file: string,
    readonly inode: Inode,
    readonly appends: boolean,
  ) {
    openInodes.set(this.fd, inode);
  }

  async stat(options?: StatOptions): Promise<Stats | BigIntStats> {
    return await this.#io('read', 'fstat', () => statsOf(this.inode, options));
  }

  async read(buffer: Buffer, offset: number, length: number, position: number) {
    return await this.#io('read', 'read', () => ({
      bytesRead: copyPart(this.inode, buffer, offset, length, position),
      buffer,
    }));
  }

  async writeFile(data: string | Uint8Array): Promise<void> {
    await this.write(Buffer.from(data as Uint8Array), 0);
  }

  /** After a string comes the position; after bytes come their offset and length, then the position. */
  async write(data: string | Uint8Array, first = 0, length = data.length - first, last?: number) {
    const isText = typeof data === 'string';
    const bytes = isText ? Buffer.from(data) : Buffer.from(data).subarray(first, first + length);
    const position = isText ? first : last;
    return await this.#io('change', 'write', () => {
      const failed = trouble('write', this.file);
      // A full disk accepts as much as still fits.
      const fitting = failed === undefined ? bytes.length : world.random.below(bytes.length + 1);
      this.#put(bytes.subarray(0, fitting), position);
      if (failed !== undefined) throw new SystemError(failed, 'write', this.file);
      return { bytesWritten: bytes.length };
    });
  }

  async truncate(length = 0): Promise<void> {
    await this.#io('change', 'ftruncate', () => world.disk.truncate(this.inode, length));
  }

  async datasync(): Promise<void> {
    await this.#io('write', 'fdatasync', () => world.disk.sync(this.inode));
  }

  async sync(): Promise<void> {
    await this.#io('write', 'fsync', () => {
      if (this.inode.isFolder) world.disk.syncFolder(this.file);
      else world.disk.sync(this.inode);
    });
  }

  async close(): Promise<void> {
    if (!this.#isOpen) throw new SystemError('EBADF', 'close', this.file);
    this.#isOpen = false;
    openInodes.delete(this.fd);
    await io('read', 'close', this.file, () => undefined);
  }

  #put(bytes: Buffer, position = this.#position): void {
    const inode = this.inode;
    if (this.appends || position === inode.data.length) {
      world.disk.append(inode, bytes, this.openedBy.host);
      this.#position = inode.data.length;
    } else {
      world.disk.overwrite(inode, bytes, position);
      this.#position = position + bytes.length;
    }
  }

  async #io<T>(kind: DiskWork, name: string, effect: () => T): Promise<T> {
    if (!this.#isOpen) throw new SystemError('EBADF', name, this.file);
    return await io(kind, name, this.file, () => {
      const result = effect();
      if (kind === 'change') world.observer?.changed(this.inode, this.openedBy);
      return result;
    });
  }
}

/** Sometimes copies less than is wanted, as systems may. */
function copyPart({ data }: Inode, to: Buffer, offset: number, length: number, position: number): number {
  const wanted = length > 0 && world.random.chance(0.02) ? 1 + world.random.below(length) : length;
  return data.copy(to, offset, position, Math.min(position + wanted, data.length));
}

async function open(file: string, flags = 'r'): Promise<SimulatedHandle> {
  const create = !flags.startsWith('r');
  const exclusive = flags.includes('x');
  const truncate = flags.startsWith('w') && !exclusive;
  const opener = currentProcess();
  const inode = await io('open', 'open', file, () => {
    const existed = world.disk.find(file) !== undefined;
    const opened = world.disk.open(file, { create, exclusive, truncate });
    if (!existed) opened.dirtyAt = opener.host;
    if (!existed || truncate) world.observer?.changed(opened, opener);
    return opened;
  });
  return new SimulatedHandle(file, inode, flags.startsWith('a'));
}

async function changing<T>(name: string, file: string, effect: () => T): Promise<T> {
  const process = currentProcess();
  return await io('change', name, file, () => {
    const result = effect();
    const inode = world.disk.find(file);
    if (inode !== undefined) world.observer?.changed(inode, process);
    return result;
  });
}

const promises = {
  constants,
  open,
  async mkdir(folder: string, options?: { readonly recursive?: boolean }): Promise<void> {
    await changing('mkdir', folder, () => {
      if (options?.recursive !== true) throw new Error('mkdir is simulated with its parents only');
      world.disk.makeFolders(folder);
    });
  },
  async readdir(
    folder: string,
    options?: { readonly withFileTypes?: boolean } | 'utf8',
  ): Promise<readonly (string | object)[]> {
    return await io('open', 'scandir', folder, () => {
      const names = world.disk.namesIn(folder);
      if (typeof options !== 'object' || options.withFileTypes !== true) return names;
      return names.map((name) => {
        const { isFolder } = world.disk.get(`${folder}/${name}`, 'scandir');
        return { name, parentPath: folder, ...(isFolder ? folderKind : fileKind) };
      });
    });
  },
  async chmod(file: string): Promise<void> {
    await changing('chmod', file, () => world.disk.changeMode(world.disk.get(file, 'chmod')));
  },
  async readFile(file: string, encoding: BufferEncoding): Promise<string> {
    return await io('open', 'open', file, () => world.disk.get(file, 'open').data.toString(encoding));
  },
  async stat(file: string, options?: StatOptions): Promise<Stats | BigIntStats> {
    return await io('read', 'stat', file, () => statsOf(world.disk.get(file, 'stat'), options));
  },
  async lstat(file: string, options?: StatOptions): Promise<Stats | BigIntStats> {
    return await promises.stat(file, options);
  },
  async realpath(file: string): Promise<string> {
    return await io('read', 'realpath', file, () => {
      world.disk.get(file, 'realpath');
      return file;
    });
  },
  async rm(
    file: string,
    options?: { readonly force?: boolean; readonly recursive?: boolean },
  ): Promise<void> {
    const process = currentProcess();
    await changing('unlink', file, () => {
      if (world.disk.find(file) === undefined && options?.force === true) return;
      const { isFolder } = world.disk.get(file, 'unlink');
      if (isFolder && options?.recursive === true) return world.disk.removeFolder(file);
      if (isFolder) throw new SystemError('EISDIR', 'unlink', file);
      world.observer?.removing(file, process);
      world.disk.remove(file);
    });
  },
  async unlink(file: string): Promise<void> {
    await promises.rm(file);
  },
  async rename(from: string, to: string): Promise<void> {
    const process = currentProcess();
    await changing('rename', from, () => {
      world.disk.get(from, 'rename');
      world.observer?.renaming(from, to, process);
      const inode = world.disk.get(from, 'rename');
      world.disk.rename(from, to);
      world.observer?.changed(inode, process);
    });
  },
  async link(from: string, to: string): Promise<void> {
    await changing('link', to, () => world.disk.link(from, to));
  },
};

function openSync(file: string): number {
  const code = trouble('open', file);
  if (code !== undefined) throw new SystemError(code, 'open', file);
  const inode = world.disk.get(file, 'open');
  openInodes.set(nextDescriptor, inode);
  return nextDescriptor++;
}

function readSync(fd: number, buffer: Buffer, offset: number, length: number, position: number): number {
  const code = trouble('read', undefined);
  if (code !== undefined) throw new SystemError(code, 'read');
  const inode = openInodes.get(fd);
  if (inode === undefined) throw new SystemError('EBADF', 'read');
  return copyPart(inode, buffer, offset, length, position);
}

function closeSync(fd: number): void {
  openInodes.delete(fd);
}

function fstatSync(fd: number, options?: StatOptions): Stats | BigIntStats {
  const inode = openInodes.get(fd);
  if (inode === undefined) throw new SystemError('EBADF', 'fstat');
  return statsOf(inode, options);
}

function statSync(file: string, options?: StatOptions & { readonly throwIfNoEntry?: boolean }) {
  const inode = world.disk.find(file);
  if (inode === undefined && options?.throwIfNoEntry === false) return undefined;
  return statsOf(world.disk.get(file, 'stat'), options);
}
