import type { Clock } from '../client/core/clock';
import type { Journal, JournalContent, JournalHeads, JournalLook } from './journal';
import type { Launch, Running } from './launch';
import { type LaunchRecord, launchState } from './launchRecord';
import type { LaunchSummary, UnreadableRecord } from './launchSummary';
import { RecentLook } from './recentLook';

/** How long a read counts as current unless a change is reported, because file watchers may not work; ms. */
const freshMs = 1_000;

/** How long the launches are kept in memory after they were last requested; ms. */
const keptMs = 60_000;

export interface LaunchListOptions {
  readonly journal: Journal;
  readonly clock: Clock;
  /** The launches that this window runs, by their identifiers. */
  readonly running: ReadonlyMap<string, Running>;
}

/** The launches of this computer as seen by one window: those in the journal, and those that it runs itself. */
export class LaunchList {
  readonly #journal: Journal;
  readonly #running: ReadonlyMap<string, Running>;
  readonly #content: RecentLook<JournalContent>;
  readonly #heads: RecentLook<JournalHeads>;
  #isAnyElsewhere = false;
  #forgetting: NodeJS.Timeout | undefined;

  constructor({ journal, clock, running }: LaunchListOptions) {
    this.#journal = journal;
    this.#running = running;
    const own = (id: string) => running.get(id)?.record;
    this.#content = new RecentLook({
      look: async () => this.#noted(await journal.read(own), ({ record }) => record),
      ...{ clock, freshMs },
    });
    this.#heads = new RecentLook({
      look: async () => this.#noted(await journal.readHeads(own), ({ record }) => record),
      ...{ clock, freshMs },
    });
  }

  /**
   * All launches with their files, newest first.
   * @param since see {@link RecentLook.get}; for this and the other reads
   * @throws JournalUnreadableError
   */
  async readAll(since?: number): Promise<Launch[]> {
    // The content is large, and a caller does not always call again.
    clearTimeout(this.#forgetting);
    this.#forgetting = setTimeout(() => this.#forget(), keptMs).unref();
    const { launches } = await this.#content.get(since);
    return launches
      .map(({ record, running }) => this.#present(record, running))
      .sort((a, b) => b.record.plannedAt - a.record.plannedAt);
  }

  /**
   * Summaries of all launches, without files, newest first. Cheap however many there are.
   * @throws JournalUnreadableError
   */
  async readSummaries(since?: number): Promise<readonly LaunchSummary[]> {
    const { launches } = await this.#heads.get(since);
    return launches
      .map(({ record: read, running, filePaths }): LaunchSummary => {
        const { id, state, runsHere, record } = this.#present(read, running);
        const { plan, plannedAt, changedAt, entryCount, open } = record;
        return {
          ...{ id, state, runsHere, plannedAt, changedAt, entryCount, filePaths },
          ...{ service: plan.service, name: plan.model.name },
          ...(open !== undefined && { open }),
          ...(plan.study !== undefined && { study: plan.study }),
        };
      })
      .sort((a, b) => b.plannedAt - a.plannedAt);
  }

  /**
   * Records that exist but cannot be read, as far as {@link readAll} or {@link readSummaries} had to read them.
   * @throws JournalUnreadableError
   */
  async readUnreadable(since?: number): Promise<readonly UnreadableRecord[]> {
    const { unreadable } = await (this.#content.isThere ? this.#content : this.#heads).get(since);
    return unreadable;
  }

  /** Whether another window was working on one of the launches at the last read. */
  get isAnyElsewhere(): boolean {
    return this.#isAnyElsewhere;
  }

  /** Called when this or another window has written to the journal. */
  outdate(): void {
    this.#content.outdate();
    this.#heads.outdate();
  }

  #forget(): void {
    this.#content.forget();
    this.#journal.forget();
  }

  #noted<T extends { readonly running: boolean }>(
    look: JournalLook<T>,
    recordOf: (launch: T) => LaunchRecord,
  ): JournalLook<T> {
    this.#isAnyElsewhere = look.launches.some(
      (launch) => launch.running && !this.#running.has(recordOf(launch).plan.launch),
    );
    return look;
  }

  #present(read: LaunchRecord, locked: boolean): Launch {
    const id = read.plan.launch;
    const running = this.#running.get(id);
    const record = running?.record ?? read;
    const progress = running?.progress;
    return {
      id,
      record,
      state: launchState(record, locked || running !== undefined),
      runsHere: running !== undefined,
      ...(progress !== undefined && { progress }),
    };
  }
}
