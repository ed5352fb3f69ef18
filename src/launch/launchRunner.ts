import type { Clock } from '../client/core/clock';
import { raceAbort } from '../client/core/raceAbort';
import type { Identifier } from '../client/core/types';
import type { ServiceClient } from '../client/serviceClient';
import type { UploadProgress } from '../upload/uploadFiles';
import { AlreadySettledError, RecordGoneError } from './errors';
import {
  Journal,
  type JournalContent,
  type JournalHeads,
  type JournalLook,
  type JournalWriter,
} from './journal';
import type { PlannedLaunch, ServiceRef } from './journalEntry';
import { LockedError, LockLostError } from './launchLock';
import { isUnknown, type LaunchRecord, launchState } from './launchRecord';
import type { LaunchState } from './launchState';
import type { LaunchSummary, UnreadableRecord } from './launchSummary';
import { RecentLook } from './recentLook';
import type { runLaunch, UploadUrlStore } from './runLaunch';
import type { ExpiringUrls } from './uploadUrlLifetime';

/** A launch as the views show it. */
export interface Launch {
  readonly id: string;
  readonly record: LaunchRecord;
  readonly state: LaunchState;
  /** Set while this window uploads. */
  readonly progress?: UploadProgress;
  /** Whether this window runs it, so that it can be cancelled here. */
  readonly runsHere: boolean;
}

export type LaunchPlan = Omit<PlannedLaunch, 'kind' | 'launch'>;

/** The outcome of a step, determined by the user after its response was lost. */
export type ResolvedOutcome =
  | { readonly happened: false }
  | { readonly happened: true; readonly id?: Identifier; readonly name?: string };

export interface LaunchObserver {
  readonly signal: AbortSignal;
  readonly onChange: (record: LaunchRecord) => void;
  readonly onProgress: (progress: UploadProgress) => void;
  readonly onShortLinks: (links: ExpiringUrls) => Promise<void>;
}

export interface LaunchRunnerOptions {
  /** Folder of the journal. */
  readonly folder: string;
  readonly links: UploadUrlStore;
  readonly clock: Clock;
  /** Returns 0 to 1; jitter for retries. */
  readonly random: () => number;
  /** Creates a client that keeps using the service of a launch. The signal closes its sign-in prompt. */
  readonly clientOf: (service: ServiceRef, cancelled: AbortSignal) => Promise<ServiceClient>;
  readonly parallelFiles: () => number;
  /** Bytes per second of the last upload to a service. */
  readonly rateOf: (service: ServiceRef) => number | undefined;
  readonly onMeasured: (service: ServiceRef, bytesPerSecond: number) => void;
  /** Throws when files of this workspace may not be sent. */
  readonly requireTrust: () => void;
  /** Loaded on first use, because most windows never start a launch. */
  readonly loadRunLaunch: () => Promise<typeof runLaunch>;
  /** Called when the list of launches, or one of them, has changed. */
  readonly onChange: () => void;
  /** Redacts a name that is stored and shown, but not sent. */
  readonly hide?: (name: string) => string;
  /** Called with a launch's record before it continues and after each entry. */
  readonly onRecord?: (record: LaunchRecord) => void;
}

interface Running {
  /** The only controller of this run, from the user's click to the end. */
  readonly cancel: AbortController;
  record: LaunchRecord | undefined;
  progress?: UploadProgress;
}

export interface StartOptions {
  /** Creates a client that keeps using the service for which the launch was planned; replaces the default one. */
  readonly clientOf?: (cancelled: AbortSignal) => Promise<ServiceClient>;
}

/** The user's finding about a step whose outcome was unknown. */
export interface Settlement {
  /** `entryCount` of the record to which the question referred. */
  readonly asked: number;
  readonly finding: ResolvedOutcome;
}

export interface ResumeOptions extends StartOptions {
  /** Recorded first, but only if the launch is really resumed. */
  readonly settlement?: Settlement;
  /** Finalise although the plan ends with the upload. */
  readonly finalise?: boolean;
  /**
   * Called with the record as it is under the lock, before anything is sent. The launch stays unchanged if it
   * returns false or throws; errors are passed on.
   */
  readonly confirm?: (record: LaunchRecord) => Promise<boolean>;
}

interface RunOptions {
  readonly follower: LaunchObserver;
  readonly cancel: AbortController;
  readonly finalise?: boolean | undefined;
  readonly clientOf: StartOptions['clientOf'] | undefined;
}

/** The launches of this computer as seen by one window: those in the journal, and those that it runs itself. */
export class LaunchRunner {
  readonly #journal: Journal;
  readonly #running = new Map<string, Running>();
  readonly #content: RecentLook<JournalContent>;
  readonly #heads: RecentLook<JournalHeads>;
  #isAnyElsewhere = false;
  #forgetting: NodeJS.Timeout | undefined;

  readonly #options: LaunchRunnerOptions;

  constructor(options: LaunchRunnerOptions) {
    this.#options = options;
    const { folder, clock } = options;
    this.#journal = new Journal(folder, clock);
    const own = (id: string) => this.#running.get(id)?.record;
    this.#content = new RecentLook({
      look: async () => this.#noted(await this.#journal.read(own), ({ record }) => record),
      ...{ clock, freshMs },
    });
    this.#heads = new RecentLook({
      look: async () => this.#noted(await this.#journal.readHeads(own), ({ record }) => record),
      ...{ clock, freshMs },
    });
  }

  /** All launches with their files, newest first. @throws JournalUnreadableError */
  async list(): Promise<Launch[]> {
    // The content is large, and a caller does not always call again.
    clearTimeout(this.#forgetting);
    this.#forgetting = setTimeout(() => this.#forget(), keptMs).unref();
    const { launches } = await this.#content.get();
    return launches
      .map(({ record, running }) => this.#present(record, running))
      .sort((a, b) => b.record.plannedAt - a.record.plannedAt);
  }

  /**
   * Summaries of all launches, without files, newest first. Cheap however many there are.
   * @throws JournalUnreadableError
   */
  async summaries(): Promise<readonly LaunchSummary[]> {
    const { launches } = await this.#heads.get();
    return launches
      .map(({ record: read, running, filePaths }): LaunchSummary => {
        const { id, state, runsHere, record } = this.#present(read, running);
        const { plan, plannedAt, changedAt, entryCount, open } = record;
        return {
          ...{ id, state, runsHere, plannedAt, changedAt, entryCount, filePaths },
          ...{ service: plan.service, name: plan.model.name },
          ...(open !== undefined && { open }),
        };
      })
      .sort((a, b) => b.plannedAt - a.plannedAt);
  }

  /**
   * Records that exist but cannot be read, as far as {@link list} or {@link summaries} had to read them.
   * @throws JournalUnreadableError
   */
  async unreadable(): Promise<readonly UnreadableRecord[]> {
    const { unreadable } = await (this.#content.isThere ? this.#content : this.#heads).get();
    return unreadable;
  }

  /** Whether another window was working on one of the launches at the last read. */
  isAnyElsewhere(): boolean {
    return this.#isAnyElsewhere;
  }

  /** Starts a launch and runs it. @returns its record at the end. @throws the errors of runLaunch */
  async start(
    plan: LaunchPlan,
    follower: LaunchObserver,
    { clientOf }: StartOptions = {},
  ): Promise<LaunchRecord> {
    // Checked before a record is created, which would be listed.
    if ('files' in plan.model) this.#options.requireTrust();
    const cancel = new AbortController();
    follower.signal.throwIfAborted();
    const journal = await this.#journal.begin(this.#keptPlan(plan));
    return await this.#carryOut(journal, { follower, cancel, clientOf });
  }

  /**
   * Resumes a launch. A second call while it runs does nothing.
   * @returns its record at the end; undefined when it was not resumed
   * @throws AlreadySettledError when the launch has changed since the user was asked for the outcome
   */
  async resume(
    id: string,
    follower: LaunchObserver,
    options: ResumeOptions = {},
  ): Promise<LaunchRecord | undefined> {
    const { settlement, finalise, clientOf } = options;
    if (this.#running.has(id)) return undefined;
    const cancel = new AbortController();
    // Set before the first await, so that a double click counts once.
    this.#running.set(id, { cancel, record: undefined });
    try {
      const journal = await this.#journal.continue(id);
      if (!(await isConfirmed(journal, options))) return undefined;
      if (settlement !== undefined) await this.#noteSettlement(journal, settlement);
      return await this.#carryOut(journal, { follower, cancel, finalise, clientOf });
    } finally {
      this.#running.delete(id);
      this.#options.onChange();
    }
  }

  /**
   * Records the outcome of a step that was unknown. Sends nothing.
   * @throws AlreadySettledError when the launch has changed since
   */
  async settle(id: string, settlement: Settlement): Promise<void> {
    const open = await this.#journal.continue(id);
    try {
      assertUnsettled(open.record, settlement);
      await open.append({ kind: 'settled', ...this.#keptFinding(settlement.finding) });
    } finally {
      await open.close();
      this.journalChanged();
    }
  }

  async #noteSettlement(journal: JournalWriter, { finding }: Settlement): Promise<void> {
    try {
      await journal.append({ kind: 'settled', ...this.#keptFinding(finding) });
    } catch (error) {
      await journal.close();
      throw error;
    }
  }

  cancel(id: string): void {
    this.#running.get(id)?.cancel.abort();
  }

  /**
   * Deletes launches from the journal, each independently of the others. Nothing on the service changes.
   * @param seen the launches as the user saw them, by default as they are; one that has changed since is kept
   * @throws the first error that prevented a deletion: LockedError, AlreadySettledError, RecordUnreadableError, …
   */
  async remove(
    ids: readonly string[],
    seen?: readonly { readonly id: string; readonly record: Pick<LaunchRecord, 'entryCount'> }[],
  ): Promise<void> {
    const counts =
      seen === undefined
        ? new Map((await this.summaries()).map(({ id, entryCount }) => [id, entryCount]))
        : new Map(seen.map(({ id, record }) => [id, record.entryCount]));
    await this.#removeEach(ids, async (id) => {
      if (this.#running.has(id)) throw new LockedError();
      const asSeen = ({ entryCount }: LaunchRecord) => entryCount === (counts.get(id) ?? entryCount);
      const removed = await this.#journal.remove(id, asSeen);
      if (removed === undefined) throw new AlreadySettledError();
      return removed;
    });
  }

  /** Removes a damaged record from the list. Its file is kept. @throws as {@link Journal.setAside} */
  async quarantine(id: string): Promise<void> {
    await this.#journal.setAside(id);
    this.journalChanged();
  }

  /** Deletes the oldest launches beyond the limit, except those that need attention or are running. */
  async prune(keep: number): Promise<void> {
    const old = (await this.summaries()).slice(keep).filter(({ state }) => isPrunable(state));
    const counts = new Map(old.map(({ id, entryCount }) => [id, entryCount]));
    await this.#removeEach([...counts.keys()], async (id) => {
      if (this.#running.has(id)) return undefined;
      // It may have changed while others were removed.
      const isAsBefore = (record: LaunchRecord) =>
        record.entryCount === counts.get(id) && isPrunable(launchState(record, false));
      return await this.#journal.remove(id, isAsBefore).catch(ignoreLocked);
    });
  }

  /** @param remove returns the removed record, if any */
  async #removeEach(
    ids: readonly string[],
    remove: (id: string) => Promise<LaunchRecord | undefined>,
  ): Promise<void> {
    const failures: unknown[] = [];
    const withLinks: string[] = [];
    for (const id of ids) {
      try {
        const removed = await remove(id);
        // Upload URLs are stored only while files are missing, and keyring requests are slow.
        if (removed?.uploaded === false) withLinks.push(id);
      } catch (error) {
        // It is gone, which is the goal.
        if (!(error instanceof RecordGoneError)) failures.push(error);
      }
    }
    if (ids.length > 0) this.journalChanged();
    // Last, because a keyring may take long.
    const dropped = await Promise.allSettled(withLinks.map((id) => this.#options.links.delete(id)));
    failures.push(...dropped.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : [])));
    if (failures.length > 0) throw failures[0];
  }

  /** Called when this or another window has written to the journal. */
  journalChanged(): void {
    this.#content.outdate();
    this.#heads.outdate();
    this.#options.onChange();
  }

  #forget(): void {
    this.#content.forget();
    this.#journal.forget();
  }

  async #carryOut(
    journal: JournalWriter,
    { follower, cancel, finalise, clientOf }: RunOptions,
  ): Promise<LaunchRecord> {
    const { launch, service } = journal.record.plan;
    const options = this.#options;
    const running: Running = { cancel, record: journal.record };
    this.#running.set(launch, running);
    options.onRecord?.(journal.record);
    this.journalChanged();
    const signal = AbortSignal.any([cancel.signal, follower.signal, journal.lost]);
    try {
      const { client, run } = await this.#prepare(journal, { signal, clientOf });
      const rate = options.rateOf(service);
      await run({
        ...{
          client,
          journal,
          links: fenceUploadUrls(journal, options.links),
          clock: options.clock,
          random: options.random,
        },
        parallelFiles: options.parallelFiles(),
        ...(finalise === true && { finalise }),
        ...(options.hide && { hide: options.hide }),
        ...(rate !== undefined && { bytesPerSecond: rate }),
        onMeasured: (measured) => options.onMeasured(service, measured),
        onShortLinks: follower.onShortLinks,
        signal,
        onChange: (record) => {
          running.record = record;
          options.onRecord?.(record);
          follower.onChange(record);
          options.onChange();
        },
        onProgress: (progress) => {
          running.progress = progress;
          follower.onProgress(progress);
          options.onChange();
        },
      });
      return journal.record;
    } finally {
      this.#running.delete(launch);
      await journal.close();
      this.journalChanged();
    }
  }

  /**
   * Redacts the name of a listed project, which the service chose. The name of a project to be created stays
   * unchanged.
   */
  #keptPlan(plan: LaunchPlan): LaunchPlan {
    const { hide } = this.#options;
    const { project } = plan;
    if (hide === undefined || project === undefined || 'newName' in project) return plan;
    return { ...plan, project: { ...project, name: hide(project.name) } };
  }

  #keptFinding(finding: ResolvedOutcome): ResolvedOutcome {
    const { hide } = this.#options;
    if (hide === undefined || !finding.happened || finding.name === undefined) return finding;
    return { ...finding, name: hide(finding.name) };
  }

  /** Gets everything that is needed before a request is sent. Cancelling interrupts each wait. */
  async #prepare(
    journal: JournalWriter,
    { signal, clientOf }: Pick<RunOptions, 'clientOf'> & { readonly signal: AbortSignal },
  ): Promise<{ readonly client: ServiceClient; readonly run: typeof runLaunch }> {
    const { record } = journal;
    try {
      if (sendsFiles(record)) this.#options.requireTrust();
      signal.throwIfAborted();
      const made = clientOf?.(signal) ?? this.#options.clientOf(record.plan.service, signal);
      const client = await raceAbort(made, signal);
      const run = await raceAbort(this.#options.loadRunLaunch(), signal);
      return { client, run };
    } catch (error) {
      // Otherwise a launch that was only planned would appear interrupted. Any other record has a more precise
      // ending.
      const isCancelled = signal.aborted && error === signal.reason;
      if (isCancelled && record.entryCount === 1) await journal.append({ kind: 'cancelled' });
      throw error;
    }
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

/** How long a read counts as current unless a change is reported, because file watchers may not work; ms. */
const freshMs = 1_000;

/** How long the launches are kept in memory after they were last requested; ms. */
const keptMs = 60_000;

function isPrunable(state: LaunchState): boolean {
  return state === 'launched' || state === 'created' || state === 'ready' || state === 'cancelled';
}

function ignoreLocked(error: unknown): undefined {
  if (error instanceof LockedError) return undefined;
  throw error;
}

/** After another window has taken over a launch, its upload URLs belong to that window. */
function fenceUploadUrls(journal: JournalWriter, links: UploadUrlStore): UploadUrlStore {
  return {
    get: (launch) => links.get(launch),
    async put(launch, urls) {
      if (await isLost(journal)) throw new LockLostError();
      await links.put(launch, urls);
    },
    async delete(launch) {
      if (!(await isLost(journal))) await links.delete(launch);
    },
  };
}

async function isLost(journal: JournalWriter): Promise<boolean> {
  await journal.requireOwnership().catch(() => undefined);
  return journal.lost.aborted;
}

/** Checks that an answer refers to the current state of the launch. @throws AlreadySettledError */
function assertUnsettled(record: LaunchRecord, { asked }: Settlement): void {
  if (record.entryCount !== asked || !isUnknown(record)) throw new AlreadySettledError();
}

/** Releases the record if the launch is not to continue. */
async function isConfirmed(
  journal: JournalWriter,
  { settlement, confirm }: Pick<ResumeOptions, 'settlement' | 'confirm'>,
): Promise<boolean> {
  let confirmed = false;
  try {
    if (settlement !== undefined) assertUnsettled(journal.record, settlement);
    confirmed = (await confirm?.(journal.record)) ?? true;
    return confirmed;
  } finally {
    if (!confirmed) await journal.close();
  }
}

function sendsFiles({ plan, uploaded }: LaunchRecord): boolean {
  return 'files' in plan.model && !uploaded;
}
