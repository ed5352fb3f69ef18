import type { EventQueue } from './eventQueue';
import type { Random } from './random';

/** A computer. Two of them may share a home folder; their clocks need not agree. */
export class Host {
  /** What its clock shows beyond the true time; ms. */
  skew = 0;

  constructor(
    readonly name: string,
    /** Programs of different ones do not see each other, although the host has one name. */
    readonly pidSpace: string,
  ) {}
}

interface Timer {
  readonly cancel: () => void;
}

/**
 * A window's process. Its code runs only inside {@link run}: what waits for something is called back through it, so
 * that a process that was killed is never heard of again, and one that was stopped goes on when it is continued.
 */
export class SimulatedProcess {
  state: 'running' | 'stopped' | 'dead' = 'running';
  /** When it went on after the last stop; true time. */
  continuedAt = -Infinity;
  /** Closed as the first thing of a reload; each further line throws. */
  logIsClosed = false;
  readonly #held: (() => void)[] = [];
  readonly #timers = new Map<number, Timer>();
  #nextTimer = 1;
  readonly startedAt: number;

  constructor(
    readonly name: string,
    readonly host: Host,
    readonly pid: number,
    private readonly queue: EventQueue,
  ) {
    this.startedAt = queue.now;
  }

  get isAlive(): boolean {
    return this.state !== 'dead';
  }

  /** By the clock of its host. */
  get now(): number {
    return this.queue.now + this.host.skew;
  }

  /** Runs now, when the process goes on, or never. */
  run(code: () => void): void {
    if (this.state === 'dead') return;
    if (this.state === 'stopped') this.#held.push(code);
    else inProcess(this, code);
  }

  stop(): void {
    if (this.state === 'running') this.state = 'stopped';
  }

  /** What was held back comes in an order of its own, one piece after the other. */
  continue(random: Random): void {
    if (this.state !== 'stopped') return;
    this.state = 'running';
    this.continuedAt = this.queue.now;
    const held = random.chance(0.5) ? this.#held.splice(0) : random.shuffled(this.#held.splice(0));
    for (const [index, code] of held.entries()) this.queue.after(index / 1000, () => this.run(code));
  }

  kill(): void {
    this.state = 'dead';
    this.#held.length = 0;
    for (const { cancel } of this.#timers.values()) cancel();
    this.#timers.clear();
  }

  /** @param every whether it comes again and again */
  startTimer(delay: number, every: boolean, call: () => void): number {
    const id = this.#nextTimer++;
    const ms = Math.max(1, delay);
    const schedule = (): void => {
      const cancel = this.queue.after(ms, () =>
        this.run(() => {
          if (!this.#timers.has(id)) return;
          if (every) schedule();
          else this.#timers.delete(id);
          call();
        }),
      );
      this.#timers.set(id, { cancel });
    };
    schedule();
    return id;
  }

  stopTimer(id: number): void {
    this.#timers.get(id)?.cancel();
    this.#timers.delete(id);
  }
}

let current: SimulatedProcess | undefined;

function inProcess(process: SimulatedProcess, code: () => void): void {
  current = process;
  // What follows in promises runs before the next event, and until then the process stays the current one.
  code();
}

/** The process whose code runs. */
export function currentProcess(): SimulatedProcess {
  if (current === undefined) throw new Error('No process runs');
  return current;
}

/** Between two events nobody runs. */
export function leaveProcess(): void {
  current = undefined;
}
