import type { Clock } from '../client/core/clock';
import type { ServiceClient } from '../client/serviceClient';
import type { Identifier } from '../client/core/types';
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
import { isUnknown, launchState, type LaunchRecord } from './launchRecord';
import type { LaunchState } from './launchState';
import { RecentLook } from './recentLook';
import type { LaunchSummary, UnreadableRecord } from './launchSummary';
import type { ExpiringUrls } from './uploadUrlLifetime';
import type { UploadUrlStore, runLaunch } from './runLaunch';
import { raceAbort } from '../client/core/raceAbort';

/** A launch as the views show it. */
export interface Launch {
  readonly id: string;
  readonly record: LaunchRecord;
  readonly state: LaunchState;
  /** While this window uploads. */
  readonly progress?: UploadProgress;
  /** This window works on it, so it can be cancelled here. */
  readonly runsHere: boolean;
}

export type LaunchPlan = Omit<PlannedLaunch, 'kind' | 'launch'>;

/** The outcome of a step, found out by the user after its response was lost. */
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
  /** 0 to 1, for the jitter of repeats. */
  readonly random: () => number;
  /** A client that stays with the service of a launch. The signal closes its sign-in prompt. */
  readonly clientOf: (service: ServiceRef, cancelled: AbortSignal) => Promise<ServiceClient>;
  readonly parallelFiles: () => number;
  /** Bytes per second of the last upload to a service. */
  readonly rateOf: (service: ServiceRef) => number | undefined;
  readonly onMeasured: (service: ServiceRef, bytesPerSecond: number) => void;
  /** Throws when files of this workspace may not be sent. */
  readonly requireTrust: () => void;
  /** Loaded on first use: most windows never start a launch. */
  readonly loadRunLaunch: () => Promise<typeof runLaunch>;
  /** The list of launches, or one of them, is another one. */
  readonly onChange: () => void;
  /** Takes secrets out of a name that is kept and shown, and sent nowhere. */
  readonly hide?: (name: string) => string;
  /** Told the record of a launch before it goes on and after each entry. */
  readonly onRecord?: (record: LaunchRecord) => void;
}

interface Running {
  /** The one controller of this run, from the click that began it to its end. */
  readonly cancel: AbortController;
  record: LaunchRecord | undefined;
  progress?: UploadProgress;
}

export interface StartOptions {
  /** A client that stays with the service that the launch was planned for, in place of one that is made anew. */
  readonly clientOf?: (cancelled: AbortSignal) => Promise<ServiceClient>;
}

/** The finding of the user about a step whose outcome was unknown. */
export interface Settlement {
  /** `entryCount` of the record that the question was about. */
  readonly asked: number;
  readonly finding: ResolvedOutcome;
}

export interface ResumeOptions extends StartOptions {
  /** Noted first, unless the launch is not gone on with. */
  readonly settlement?: Settlement;
  /** Finalise although the plan stops after the upload. */
  readonly finalise?: boolean;
  /**
   * Asked with the record as it is under the lock, before anything is sent. False leaves the launch as it is; what is
   * thrown does so too and is thrown on.
   */
  readonly confirm?: (record: LaunchRecord) => Promise<boolean>;
}

interface RunOptions {
  readonly follower: LaunchObserver;
  readonly cancel: AbortController;
  readonly finalise?: boolean | undefined;
  readonly clientOf: StartOptions['clientOf'] | undefined;
}

/** The launches of this machine as one window sees them: those of the journal, and those that it works on. */
export class LaunchRunner {
  readonly #journal: Journal;
  readonly #running = new Map<string, Running>();
  readonly #content: RecentLook<JournalContent>;
  readonly #heads: RecentLook<JournalHeads>;
  #isAnyElsewhere = false;
  #forgetting: NodeJS.Timeout | undefined;

  constructor(private readonly options: LaunchRunnerOptions) {
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

  /** All launches whole, newest first. @throws JournalUnreadableError */
  async list(): Promise<Launch[]> {
    // They are large, and who asks once does not always ask again.
    clearTimeout(this.#forgetting);
    this.#forgetting = setTimeout(() => this.#forget(), keptMs).unref();
    const { launches } = await this.#content.get();
    return launches
      .map(({ record, running }) => this.#present(record, running))
      .sort((a, b) => b.record.plannedAt - a.record.plannedAt);
  }

  /**
   * The summary of each launch, without its files, newest first. Costs next to nothing however many there are.
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
   * Records that are there and cannot be read, as far as {@link list} or {@link summaries} had to read them.
   * @throws JournalUnreadableError
   */
  async unreadable(): Promise<readonly UnreadableRecord[]> {
    const { unreadable } = await (this.#content.isThere ? this.#content : this.#heads).get();
    return unreadable;
  }

  /** Whether another window worked on one of the launches at the last look. */
  isAnyElsewhere(): boolean {
    return this.#isAnyElsewhere;
  }

  /** Begins a launch and carries it out. @returns its record at the end. @throws what runLaunch throws */
  async start(
    plan: LaunchPlan,
    follower: LaunchObserver,
    { clientOf }: StartOptions = {},
  ): Promise<LaunchRecord> {
    // Before a record of it is begun, which would be in the list.
    if ('files' in plan.model) this.options.requireTrust();
    const cancel = new AbortController();
    follower.signal.throwIfAborted();
    const journal = await this.#journal.begin(this.#keptPlan(plan));
    return await this.#carryOut(journal, { follower, cancel, clientOf });
  }

  /**
   * Goes on with a launch. A second call while it runs does nothing.
   * @returns its record at the end; nothing when it was not gone on with
   * @throws AlreadySettledError when the launch has moved on since what is to be settled was asked
   */
  async resume(
    id: string,
    follower: LaunchObserver,
    options: ResumeOptions = {},
  ): Promise<LaunchRecord | undefined> {
    const { settlement, finalise, clientOf } = options;
    if (this.#running.has(id)) return undefined;
    const cancel = new AbortController();
    // Taken before anything is awaited, so that two clicks are one.
    this.#running.set(id, { cancel, record: undefined });
    try {
      const journal = await this.#journal.continue(id);
      if (!(await isConfirmed(journal, options))) return undefined;
      if (settlement !== undefined) await this.#noteSettlement(journal, settlement);
      return await this.#carryOut(journal, { follower, cancel, finalise, clientOf });
    } finally {
      this.#running.delete(id);
      this.options.onChange();
    }
  }

  /**
   * Notes the outcome of a step that was unknown. Sends nothing.
   * @throws AlreadySettledError when the launch has moved on since
   */
  async settle(id: string, settlement: Settlement): Promise<void> {
    const open = await this.#journal.continue(id);
    try {
      requireUnsettled(open.record, settlement);
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
   * Forgets launches, each of them whatever becomes of the others. Nothing on the service changes.
   * @param seen as the user saw them, by default as they are; one that has moved on since stays
   * @throws the first of what kept some of them: LockedError, AlreadySettledError, RecordUnreadableError, …
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

  /** Takes a damaged record out of the list. Its file is kept. @throws as {@link Journal.setAside} */
  async setAside(id: string): Promise<void> {
    await this.#journal.setAside(id);
    this.journalChanged();
  }

  /** Forgets the oldest launches beyond what is kept, but none that needs the user or that is worked on. */
  async prune(keep: number): Promise<void> {
    const old = (await this.summaries()).slice(keep).filter(({ state }) => isPrunable(state));
    const counts = new Map(old.map(({ id, entryCount }) => [id, entryCount]));
    await this.#removeEach([...counts.keys()], async (id) => {
      if (this.#running.has(id)) return undefined;
      // It may have moved on while others were removed.
      const isAsBefore = (record: LaunchRecord) =>
        record.entryCount === counts.get(id) && isPrunable(launchState(record, false));
      return await this.#journal.remove(id, isAsBefore).catch(nothingIfLocked);
    });
  }

  /** @param remove gives what was removed, if anything was */
  async #removeEach(
    ids: readonly string[],
    remove: (id: string) => Promise<LaunchRecord | undefined>,
  ): Promise<void> {
    const failures: unknown[] = [];
    const withLinks: string[] = [];
    for (const id of ids) {
      try {
        const removed = await remove(id);
        // Links are kept only as long as files are missing, and asking the keyring takes its time.
        if (removed?.uploaded === false) withLinks.push(id);
      } catch (error) {
        // That it is gone is what was wanted.
        if (!(error instanceof RecordGoneError)) failures.push(error);
      }
    }
    if (ids.length > 0) this.journalChanged();
    // Last: a keyring may be silent for long.
    const dropped = await Promise.allSettled(withLinks.map((id) => this.options.links.delete(id)));
    failures.push(...dropped.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : [])));
    if (failures.length > 0) throw failures[0];
  }

  /** Another window has written to the journal, or this one has. */
  journalChanged(): void {
    this.#content.outdate();
    this.#heads.outdate();
    this.options.onChange();
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
    const { options } = this;
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
          links: fencedLinks(journal, options.links),
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
   * Hides secrets in the name of a project that was listed, which the service chose. One that is yet to be created
   * gets its name as it is.
   */
  #keptPlan(plan: LaunchPlan): LaunchPlan {
    const { hide } = this.options;
    const { project } = plan;
    if (hide === undefined || project === undefined || 'newName' in project) return plan;
    return { ...plan, project: { ...project, name: hide(project.name) } };
  }

  #keptFinding(finding: ResolvedOutcome): ResolvedOutcome {
    const { hide } = this.options;
    if (hide === undefined || !finding.happened || finding.name === undefined) return finding;
    return { ...finding, name: hide(finding.name) };
  }

  /** Gets what is needed before anything is sent. None of it holds up a cancel. */
  async #prepare(
    journal: JournalWriter,
    { signal, clientOf }: Pick<RunOptions, 'clientOf'> & { readonly signal: AbortSignal },
  ): Promise<{ readonly client: ServiceClient; readonly run: typeof runLaunch }> {
    const { record } = journal;
    try {
      if (sendsFiles(record)) this.options.requireTrust();
      signal.throwIfAborted();
      const made = clientOf?.(signal) ?? this.options.clientOf(record.plan.service, signal);
      const client = await raceAbort(made, signal);
      const run = await raceAbort(this.options.loadRunLaunch(), signal);
      return { client, run };
    } catch (error) {
      // One that was only planned would be taken for interrupted. The end that others had says more.
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

/** So long what was read is taken for how it is, unless a change is known: watchers of files may not work; ms. */
const freshMs = 1_000;

/** For so long nobody needs to ask for the launches until what was read of them is dropped; ms. */
const keptMs = 60_000;

function isPrunable(state: LaunchState): boolean {
  return state === 'launched' || state === 'created' || state === 'ready' || state === 'cancelled';
}

function nothingIfLocked(error: unknown): undefined {
  if (error instanceof LockedError) return undefined;
  throw error;
}

/** The links of a launch that another window has taken over are that window's. */
function fencedLinks(journal: JournalWriter, links: UploadUrlStore): UploadUrlStore {
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

/** An answer is to what was asked, and to nothing that has come since. @throws AlreadySettledError */
function requireUnsettled(record: LaunchRecord, { asked }: Settlement): void {
  if (record.entryCount !== asked || !isUnknown(record)) throw new AlreadySettledError();
}

/** Gives the record back unless the launch is to go on. */
async function isConfirmed(
  journal: JournalWriter,
  { settlement, confirm }: Pick<ResumeOptions, 'settlement' | 'confirm'>,
): Promise<boolean> {
  let confirmed = false;
  try {
    if (settlement !== undefined) requireUnsettled(journal.record, settlement);
    confirmed = (await confirm?.(journal.record)) ?? true;
    return confirmed;
  } finally {
    if (!confirmed) await journal.close();
  }
}

function sendsFiles({ plan, uploaded }: LaunchRecord): boolean {
  return 'files' in plan.model && !uploaded;
}
