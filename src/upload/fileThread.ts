import { Worker } from 'node:worker_threads';
import { FileAccessError } from '../files/fileAccessError';
import type { FileCall, FileOperation, FileReader, FileReply } from './fileReader';
import program from './fileThreadProgram?worker';

interface ThreadOptions {
  /** Source of the thread's program. */
  readonly program: string;
  /** After so long without a reply, new work goes to another thread, because the drive may be lost; ms. */
  readonly maxSilenceMs: number;
  /** After so much longer without a reply, the calls fail; ms. */
  readonly timeoutMs: number;
  /** How long a thread without work is kept; ms. */
  readonly maxIdleMs: number;
}

interface PendingCall {
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: Error) => void;
}

const defaults: ThreadOptions = { program, maxSilenceMs: 2000, timeoutMs: 58_000, maxIdleMs: 5000 };

/**
 * A thread that reads and hashes files, because doing so at full speed would block the extension host, which all
 * extensions share. It ends when it has been idle for a while.
 */
export class FileThread {
  readonly #worker: Worker;
  readonly #pending = new Map<number, PendingCall>();
  #calls: FileCall[] = [];
  #nextId = 0;
  #openFiles = 0;
  #isUsable = true;
  #hasEnded = false;
  #timer: NodeJS.Timeout | undefined;

  readonly #options: ThreadOptions;

  constructor(options: Partial<ThreadOptions> = {}) {
    this.#options = { ...defaults, ...options };
    // On Windows, VS Code lets the whole process read only some servers; a worker needs no list of its own for that.
    this.#worker = new Worker(this.#options.program, {
      eval: true,
      env: {},
      execArgv: [],
      name: 'simulation files',
      resourceLimits: { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 2 },
    });
    this.#worker.on('message', (replies: readonly FileReply[]) => this.#receive(replies));
    this.#worker.on('error', () => this.#end('unknown'));
    this.#worker.on('exit', () => this.#end('unknown'));
  }

  /** Whether it takes new work. Files that it has opened can be read in any case. */
  get isUsable(): boolean {
    return this.#isUsable;
  }

  /**
   * Calls a method of {@link FileReader}.
   * @throws FileAccessError with the code of the system's error; with `ETIMEDOUT` when there is no reply
   */
  async call<Operation extends FileOperation>(
    operation: Operation,
    ...args: Parameters<FileReader[Operation]>
  ): Promise<ReturnType<FileReader[Operation]>> {
    if (operation === 'open') this.#openFiles++;
    try {
      return (await this.#send(operation, args)) as ReturnType<FileReader[Operation]>;
    } catch (error) {
      if (operation === 'open') this.#openFiles--;
      throw error;
    } finally {
      if (operation === 'close') this.#openFiles--;
      if (this.#pending.size === 0) this.#rest();
    }
  }

  async #send(operation: FileOperation, args: FileCall['args']): Promise<unknown> {
    return await new Promise((resolve, reject) => {
      if (this.#hasEnded) {
        reject(new FileAccessError('unknown'));
        return;
      }
      const id = this.#nextId++;
      this.#pending.set(id, { resolve, reject });
      if (this.#pending.size === 1) this.#watch();
      // Calls of one turn of the event loop are sent together, because each message wakes the other thread.
      if (this.#calls.push({ id, operation, args }) === 1) setImmediate(() => this.#post());
    });
  }

  #post(): void {
    const memories = this.#calls.flatMap(({ args }) => args.filter((arg) => arg instanceof Uint8Array));
    this.#worker.postMessage(
      this.#calls,
      memories.map(({ buffer }) => buffer as ArrayBuffer),
    );
    this.#calls = [];
  }

  #receive(replies: readonly FileReply[]): void {
    this.#timer?.refresh();
    for (const reply of replies) {
      const pending = this.#pending.get(reply.id);
      this.#pending.delete(reply.id);
      if ('result' in reply) pending?.resolve(reply.result);
      else pending?.reject(new FileAccessError(reply.code));
    }
  }

  #watch(): void {
    this.#worker.ref();
    this.#startTimer(this.#options.maxSilenceMs, () => {
      this.#isUsable = false;
      this.#startTimer(this.#options.timeoutMs, () => this.#end('ETIMEDOUT'));
    });
  }

  /** An idle thread does not keep the process alive. */
  #rest(): void {
    this.#worker.unref();
    this.#startTimer(this.#options.maxIdleMs, () => {
      if (this.#openFiles === 0) this.#end('unknown');
    });
    this.#timer?.unref();
  }

  #startTimer(ms: number, call: () => void): void {
    clearTimeout(this.#timer);
    if (!this.#hasEnded) this.#timer = setTimeout(call, ms);
  }

  #end(code: string): void {
    this.#isUsable = false;
    this.#hasEnded = true;
    clearTimeout(this.#timer);
    for (const { reject } of this.#pending.values()) reject(new FileAccessError(code));
    this.#pending.clear();
    // Never settles while the thread waits for a lost drive.
    void this.#worker.terminate();
  }
}

let current: FileThread | undefined;

/** The thread for new work, shared by all uploads. */
export function getFileThread(): FileThread {
  if (current?.isUsable !== true) current = new FileThread();
  return current;
}
