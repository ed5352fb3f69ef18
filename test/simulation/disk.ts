import type { EventQueue } from './eventQueue';
import type { Host } from './hosts';
import type { Random } from './random';

/** A file, identified by its inode. */
export interface Inode {
  readonly ino: bigint;
  readonly isFolder: boolean;
  /** Undefined once it was removed or replaced by another file. */
  path: string | undefined;
  data: Buffer;
  mtimeNs: bigint;
  ctimeNs: bigint;
  /** Number of bytes of the data that survive a power cut. */
  durable: number;
  /** Whether the name survives a power cut. */
  isNameDurable: boolean;
  /** Host whose cache holds the data that is not durable yet. */
  dirtyAt: Host | undefined;
}

export class SystemError extends Error {
  readonly errno = -1;

  constructor(
    readonly code: string,
    readonly syscall: string,
    readonly path?: string,
  ) {
    super(`${code}: simulated, ${syscall}`);
  }
}

/** Kinds of disk operations that fail with different errors. */
export type DiskWork = 'open' | 'read' | 'write' | 'change';

/** Trouble that lasts for a while. */
export interface DiskTrouble {
  /** True time; ms since the epoch. */
  until: number;
  /** Share of operations that fail meanwhile. */
  probability: number;
  kinds: readonly DiskWork[];
  /** Files that temporarily cannot be opened. */
  readonly unreadable: Map<string, { readonly until: number; readonly code: string }>;
}

type OpenFlags = Readonly<Record<'create' | 'exclusive' | 'truncate', boolean>>;

/** One file system with one clock, whatever hosts use it. Paths are absolute, and there are no links. */
export class Disk {
  readonly #inodes = new Map<string, Inode>();
  #nextInode = 1000n;
  #lastNs = 0n;
  /** Difference of its clock from the true time; ms. */
  skewMs = 0;

  constructor(
    readonly queue: EventQueue,
    readonly random: Random,
  ) {}

  get nowNs(): bigint {
    const ns = BigInt(Math.floor((this.queue.now + this.skewMs) * 1000)) * 1000n;
    // Two changes never have the same time: otherwise no program could distinguish them.
    this.#lastNs = ns > this.#lastNs ? ns : this.#lastNs + 1n;
    return this.#lastNs;
  }

  find(path: string): Inode | undefined {
    return this.#inodes.get(path);
  }

  get(path: string, syscall: string): Inode {
    const found = this.#inodes.get(path);
    if (found === undefined) throw new SystemError('ENOENT', syscall, path);
    return found;
  }

  namesIn(folder: string, syscall = 'scandir'): string[] {
    if (!this.get(folder, syscall).isFolder) throw new SystemError('ENOTDIR', syscall, folder);
    const start = `${folder}/`;
    return [...this.#inodes.keys()]
      .filter((path) => path.startsWith(start) && !path.slice(start.length).includes('/'))
      .map((path) => path.slice(start.length));
  }

  makeFolders(path: string): void {
    const parts = path.split('/');
    for (let count = 2; count <= parts.length; count++) {
      const folder = parts.slice(0, count).join('/');
      if (!this.#inodes.has(folder)) this.#add(folder, true);
    }
  }

  /** Writes a file that survives a power cut, with its folders. */
  put(path: string, data: Buffer): Inode {
    this.makeFolders(path.slice(0, path.lastIndexOf('/')));
    const inode = this.open(path, { create: true, exclusive: false, truncate: true });
    this.replaceData(inode, data);
    this.sync(inode);
    return inode;
  }

  open(path: string, { create, exclusive, truncate }: OpenFlags): Inode {
    const found = this.#inodes.get(path);
    if (found !== undefined) {
      if (exclusive) throw new SystemError('EEXIST', 'open', path);
      if (truncate) this.truncate(found, 0);
      return found;
    }
    if (!create) throw new SystemError('ENOENT', 'open', path);
    this.get(path.slice(0, path.lastIndexOf('/')), 'open');
    return this.#add(path, false);
  }

  append(inode: Inode, data: Buffer, host: Host | undefined): void {
    inode.data = Buffer.concat([inode.data, data]);
    inode.dirtyAt = host;
    this.#touch(inode);
  }

  truncate(inode: Inode, length: number): void {
    if (length < inode.data.length) inode.data = inode.data.subarray(0, length);
    else inode.data = Buffer.concat([inode.data, Buffer.alloc(length - inode.data.length)]);
    inode.durable = Math.min(inode.durable, length);
    this.#touch(inode);
  }

  overwrite(inode: Inode, data: Buffer, position: number): void {
    const whole = Buffer.alloc(Math.max(inode.data.length, position + data.length));
    inode.data.copy(whole);
    data.copy(whole, position);
    inode.data = whole;
    this.#touch(inode);
  }

  replaceData(inode: Inode, data: Buffer): void {
    inode.data = data;
    inode.durable = data.length;
    this.#touch(inode);
  }

  sync(inode: Inode): void {
    inode.durable = inode.data.length;
    inode.dirtyAt = undefined;
    inode.isNameDurable = true;
  }

  syncFolder(path: string): void {
    for (const name of this.namesIn(path, 'fsync')) this.#inodes.get(`${path}/${name}`)!.isNameDurable = true;
  }

  setTimes(inode: Inode, mtimeNs: bigint): void {
    inode.mtimeNs = mtimeNs;
    inode.ctimeNs = this.nowNs;
  }

  /** Changes only the change time, as a chmod or a new hard link does. */
  changeMode(inode: Inode): void {
    inode.ctimeNs = this.nowNs;
  }

  remove(path: string, syscall = 'unlink'): void {
    this.get(path, syscall).path = undefined;
    this.#inodes.delete(path);
  }

  /** With everything in it. */
  removeFolder(path: string): void {
    for (const name of this.namesIn(path)) {
      const inside = `${path}/${name}`;
      if (this.get(inside, 'rmdir').isFolder) this.removeFolder(inside);
      else this.remove(inside);
    }
    this.remove(path, 'rmdir');
  }

  rename(from: string, to: string): void {
    const inode = this.get(from, 'rename');
    const replaced = this.#inodes.get(to);
    if (replaced !== undefined) replaced.path = undefined;
    this.#inodes.delete(from);
    this.#inodes.set(to, inode);
    inode.path = to;
  }

  link(from: string, to: string): void {
    const inode = this.get(from, 'link');
    if (this.#inodes.has(to)) throw new SystemError('EEXIST', 'link', to);
    this.#inodes.set(to, inode);
    this.changeMode(inode);
  }

  /** Simulates a power cut of a host: data that it had not flushed is kept in part, garbled or lost. */
  losePower(host: Host): readonly string[] {
    const torn: string[] = [];
    for (const [path, inode] of this.#inodes) {
      if (inode.isFolder || inode.dirtyAt !== host) continue;
      if (!inode.isNameDurable && this.random.chance(0.3)) {
        this.#inodes.delete(path);
        inode.path = undefined;
        torn.push(path);
      } else if (inode.durable < inode.data.length) {
        this.#tear(inode);
        torn.push(path);
      }
      inode.dirtyAt = undefined;
    }
    return torn;
  }

  #tear(inode: Inode): void {
    const length = inode.durable + this.random.below(inode.data.length - inode.durable + 1);
    const kept = inode.data.subarray(0, length);
    // Some file systems allocate space for a file before they write to it.
    const room = this.random.chance(0.25) ? this.random.below(20) : 0;
    inode.data = Buffer.concat([kept, Buffer.alloc(room)]);
    inode.durable = inode.data.length;
  }

  #add(path: string, isFolder: boolean): Inode {
    const now = this.nowNs;
    const inode: Inode = {
      ino: this.#nextInode++,
      isFolder,
      path,
      data: Buffer.alloc(0),
      mtimeNs: now,
      ctimeNs: now,
      durable: 0,
      isNameDurable: false,
      dirtyAt: undefined,
    };
    this.#inodes.set(path, inode);
    return inode;
  }

  #touch(inode: Inode): void {
    inode.mtimeNs = inode.ctimeNs = this.nowNs;
  }
}
