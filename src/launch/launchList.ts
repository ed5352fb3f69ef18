import type { Clock } from '../client/core/clock';
import { CachedRead } from './cachedRead';
import type { Journal, JournalContent, UnreadableRecord } from './journal';
import type { Launch } from './launch';
import type { LaunchFiles } from './launchFiles';
import { launchState } from './launchRecord';
import type { RunningLaunches } from './runningLaunches';

/** How long a read counts as current unless a change is reported, because file watchers may not work; ms. */
const freshMs = 1_000;

export interface LaunchListOptions {
  readonly journal: Journal;
  readonly clock: Clock;
  readonly running: RunningLaunches;
}

/** The launches of this computer as seen by one window: those in the journal, and those that it runs itself. */
export class LaunchList {
  readonly #options: LaunchListOptions;
  readonly #content: CachedRead<JournalContent>;
  #isAnyElsewhere = false;

  constructor(options: LaunchListOptions) {
    this.#options = options;
    const { journal, clock } = options;
    this.#content = new CachedRead({ read: () => journal.read(), clock, freshMs });
  }

  /**
   * All launches, newest first.
   * @param since see {@link CachedRead.get}
   * @throws JournalUnreadableError
   */
  async read(since?: number): Promise<Launch[]> {
    const { launches } = await this.#content.get(since);
    const all = launches.map(({ record: read, isRunning: isLocked }): Launch => {
      const { launch: id } = read.plan;
      const running = this.#options.running.get(id);
      const { record = read, progress, isAsking = false } = running ?? {};
      return {
        id,
        record,
        runsHere: running !== undefined,
        state: launchState(record, { isRunning: isLocked || running !== undefined }),
        ...(progress !== undefined && { progress }),
        ...(isAsking && { isAsking }),
      };
    });
    this.#isAnyElsewhere = launches.some(
      ({ record, isRunning }) => isRunning && !this.#options.running.has(record.plan.launch),
    );
    return all.sort((a, b) => b.record.plannedAt - a.record.plannedAt);
  }

  /**
   * Records that exist but cannot be read.
   * @param since as for {@link read}
   * @throws JournalUnreadableError
   */
  async readUnreadable(since?: number): Promise<readonly UnreadableRecord[]> {
    return (await this.#content.get(since)).unreadable;
  }

  /** The files of a launch. @throws the errors of {@link Journal.readFiles} */
  async readFiles(launch: string): Promise<LaunchFiles> {
    const { running, journal } = this.#options;
    return running.get(launch)?.files ?? (await journal.readFiles(launch));
  }

  /** Whether another window was working on one of the launches at the last read. */
  get isAnyElsewhere(): boolean {
    return this.#isAnyElsewhere;
  }

  /** Called when this or another window has written to the journal. */
  outdate(): void {
    this.#content.outdate();
  }
}
