import type { Circumstances } from './circumstances';
import { Disk, type DiskTrouble } from './disk';
import { EventQueue } from './eventQueue';
import { type Host, leaveProcess, type SimulatedProcess } from './hosts';
import type { Oracle } from './oracle';
import type { Random } from './random';

/** Start time of a run; ms since the epoch. */
const beginning = Date.UTC(2026, 10, 21, 9);

/** Something happened that must never happen. */
interface Violation {
  readonly rule: string;
  readonly details: string;
}

/** Everything outside the engine, for one run. */
export class World {
  readonly queue = new EventQueue(beginning);
  readonly disk: Disk;
  readonly hosts: Host[] = [];
  readonly processes: SimulatedProcess[] = [];
  readonly trace: string[] | undefined;
  readonly diskTrouble: DiskTrouble = { until: 0, probability: 0, kinds: [], unreadable: new Map() };
  /** Sees the changes that programs make to files. */
  observer: Oracle | undefined;
  violation: Violation | undefined;
  /** Nothing fails any more. */
  isCalm = false;
  steps = 0;
  /** The settings of the user: a part of the body of each request for the simulation of a row. */
  release = 1;
  nextPid = 100;
  /** Equal for two runs of one seed. */
  fingerprint = 0;

  constructor(
    readonly circumstances: Circumstances,
    readonly random: Random,
    withTrace: boolean,
  ) {
    this.disk = new Disk(this.queue, random);
    this.trace = withTrace ? [] : undefined;
  }

  /** The text is formatted only if it is kept. */
  note(words: () => string): void {
    this.trace?.push(`${((this.queue.now - beginning) / 1000).toFixed(3).padStart(9)} ${words()}`);
  }

  violate(rule: string, details = ''): void {
    this.note(() => `VIOLATED: ${rule} ${details}`);
    this.violation ??= { rule, details };
  }

  readonly #traps: { waits: number; readonly strike: (process: SimulatedProcess) => void }[] = [];

  /** Lets an event strike the process that performs the nth wait. */
  trap(waits: number, strike: (process: SimulatedProcess) => void): void {
    this.#traps.push({ waits, strike });
  }

  /** A process is about to wait. */
  waits(process: SimulatedProcess): void {
    for (let index = this.#traps.length - 1; index >= 0; index--) {
      const trap = this.#traps[index]!;
      if (--trap.waits > 0) continue;
      this.#traps.splice(index, 1);
      // The process is running now; the event strikes while it waits.
      if (!this.isCalm) this.queue.after(0, () => trap.strike(process));
    }
  }

  /** Whether a fault with this probability strikes here. */
  strikes(probability: number): boolean {
    return !this.isCalm && this.random.chance(probability);
  }

  /** @returns false when no event is left */
  step(): boolean {
    const run = this.queue.take();
    if (run === undefined) return false;
    this.steps++;
    leaveProcess();
    run();
    this.fingerprint = (Math.imul(this.fingerprint, 31) + Math.floor(this.queue.now * 1000)) | 0;
    return true;
  }
}
