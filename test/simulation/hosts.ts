import type { EventQueue } from './eventQueue';
import type { Random } from './random';

/** A computer. Two of them may share a home folder; their clocks may differ. */
export class Host {
  /** Difference of its clock from the true time; ms. */
  skewMs = 0;

  constructor(
    readonly name: string,
    /** Processes in different PID spaces cannot see each other, although the host has one name. */
    readonly pidSpace: string,
  ) {}
}

/**
 * The process of a window. Its code runs only inside {@link run}: every wait calls back through it, so that a
 * killed process never runs again, and a stopped one runs on when it is continued.
 */
export class SimulatedProcess {
  state: 'running' | 'stopped' | 'dead' = 'running';
  /** Time at which it was last continued; true time. */
  continuedAtMs = -Infinity;
  /** Closed at the beginning of a reload; each further line throws. */
  logIsClosed = false;
  readonly #held: (() => void)[] = [];
  /** What cancels each of them. */
  readonly #timers = new Map<number, () => void>();
  #nextTimer = 1;
  readonly startedAt: number;

  constructor(
    readonly name: string,
    readonly host: Host,
    readonly pid: number,
    readonly queue: EventQueue,
  ) {
    this.startedAt = queue.now;
  }

  get isAlive(): boolean {
    return this.state !== 'dead';
  }

  /** Time by the clock of its host. */
  get now(): number {
    return this.queue.now + this.host.skewMs;
  }

  /** Runs the code now, when the process is continued, or never. */
  run(code: () => void): void {
    if (this.state === 'dead') return;
    if (this.state === 'stopped') this.#held.push(code);
    else inProcess(this, code);
  }

  async rest(delay: number): Promise<void> {
    await new Promise<void>((resolve) => void this.queue.after(delay, () => this.run(resolve)));
  }

  stop(): void {
    if (this.state === 'running') this.state = 'stopped';
  }

  /** Runs the deferred callbacks in random order, one after the other. */
  continue(random: Random): void {
    if (this.state !== 'stopped') return;
    this.state = 'running';
    this.continuedAtMs = this.queue.now;
    const held = random.chance(0.5) ? this.#held.splice(0) : random.shuffled(this.#held.splice(0));
    for (const [index, code] of held.entries()) this.queue.after(index / 1000, () => this.run(code));
  }

  kill(): void {
    this.state = 'dead';
    this.#held.length = 0;
    for (const cancel of this.#timers.values()) cancel();
    this.#timers.clear();
  }

  /** @param every whether it repeats */
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
      this.#timers.set(id, cancel);
    };
    schedule();
    return id;
  }

  stopTimer(id: number): void {
    this.#timers.get(id)?.();
    this.#timers.delete(id);
  }
}

let current: SimulatedProcess | undefined;

function inProcess(process: SimulatedProcess, code: () => void): void {
  current = process;
  // Promise callbacks run before the next event; until then the process stays the current one.
  code();
}

/** The process whose code is running. */
export function currentProcess(): SimulatedProcess {
  if (current === undefined) throw new Error('No process runs');
  return current;
}

/** No process is current between two events. */
export function leaveProcess(): void {
  current = undefined;
}
