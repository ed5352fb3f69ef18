import type { Clock } from '../client/clock';
import type { ServiceClient } from '../client/serviceClient';
import type { Identifier } from '../client/types';
import type { UploadProgress } from '../upload/uploadFiles';
import { AlreadySettledError } from './errors';
import { Journal, type JournalContent, type OpenRecord } from './journal';
import type { PlannedLaunch, ServiceRef } from './journalEntry';
import type { DamageReason } from './journalLine';
import { isUnknown, launchState, needsAttention, type LaunchRecord, type LaunchState } from './launchRecord';
import { samplePaths, type LaunchSummary, type UnreadableRecord } from './launchSummary';
import type { ShortLinks } from './linkLife';
import type { LinkStore, runLaunch } from './runLaunch';

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
export type Finding =
  | { readonly happened: false }
  | { readonly happened: true; readonly id?: Identifier; readonly name?: string };

export interface LaunchFollower {
  readonly signal: AbortSignal;
  readonly onChange: (record: LaunchRecord) => void;
  readonly onProgress: (progress: UploadProgress) => void;
  readonly onShortLinks: (links: ShortLinks) => Promise<void>;
}

export interface LaunchRunnerOptions {
  /** Folder of the journal. */
  readonly folder: string;
  readonly links: LinkStore;
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
  /** Told once about each record that had to be set aside. */
  readonly onSetAside: (reasons: readonly DamageReason[]) => void;
}

interface Running {
  /** The one controller of this run, from the click that began it to its end. */
  readonly cancel: AbortController;
  record: LaunchRecord | undefined;
  progress?: UploadProgress;
}

export interface ResumeOptions {
  /** Finalise although the plan stops after the upload. */
  readonly finalise?: boolean;
  /**
   * Asked with the record as it is under the lock, before anything is sent. False leaves the launch as it is; what is
   * thrown does so too and is thrown on.
   */
  readonly confirm?: (record: LaunchRecord) => Promise<boolean>;
}

/** The launches of this machine as one window sees them: those of the journal, and those that it works on. */
export class LaunchRunner {
  readonly #journal: Journal;
  readonly #running = new Map<string, Running>();
  #journalled: Promise<JournalContent> | undefined;

  constructor(private readonly options: LaunchRunnerOptions) {
    this.#journal = new Journal(options.folder, options.clock);
  }

  /** Newest first. */
  async list(): Promise<Launch[]> {
    const { launches } = await (this.#journalled ??= this.#readJournal());
    return launches
      .map(({ record, running }) => this.#present(record, running))
      .sort((a, b) => b.record.plannedAt - a.record.plannedAt);
  }

  /** What is known of each launch without its files, newest first. Costs next to nothing however many there are. */
  async summaries(): Promise<readonly LaunchSummary[]> {
    return (await this.list()).map(({ record, ...rest }) => ({
      ...rest,
      plannedAt: record.plannedAt,
      changedAt: record.changedAt,
      entryCount: record.entryCount,
      service: record.plan.service,
      name: record.plan.model.name,
      ...(record.open !== undefined && { open: record.open }),
      filePaths: samplePaths(record.plan),
    }));
  }

  /** Records that are there and cannot be read for now. */
  unreadable(): Promise<readonly UnreadableRecord[]> {
    return Promise.resolve([]);
  }

  /** Whether another window works on one of the launches that were read last. */
  async isAnyElsewhere(): Promise<boolean> {
    const content = await this.#journalled;
    return (
      content?.launches.some(({ record, running }) => running && !this.#running.has(record.plan.launch)) ??
      false
    );
  }

  /** Begins a launch and carries it out. @returns its record at the end. @throws what runLaunch throws */
  async start(plan: LaunchPlan, follower: LaunchFollower): Promise<LaunchRecord> {
    // Before a record of it is begun, which would be in the list.
    if ('files' in plan.model) this.options.requireTrust();
    const cancel = new AbortController();
    return await this.#carryOut(await this.#journal.begin(plan), { follower, cancel });
  }

  /**
   * Goes on with a launch. A second call while it runs does nothing.
   * @returns its record at the end; nothing when it was not gone on with
   */
  async resume(
    id: string,
    follower: LaunchFollower,
    { finalise, confirm }: ResumeOptions = {},
  ): Promise<LaunchRecord | undefined> {
    if (this.#running.has(id)) return undefined;
    const cancel = new AbortController();
    // Taken before anything is awaited, so that two clicks are one.
    this.#running.set(id, { cancel, record: undefined });
    try {
      const journal = await this.#journal.continue(id);
      if (confirm !== undefined && !(await isConfirmed(journal, confirm))) return undefined;
      return await this.#carryOut(journal, { follower, cancel, ...(finalise === true && { finalise }) });
    } finally {
      this.#running.delete(id);
      this.options.onChange();
    }
  }

  /**
   * Notes the outcome of a step that was unknown. Sends nothing.
   * @param asked `entryCount` of the record that the question was about
   * @throws AlreadySettledError when the launch has moved on since
   */
  async settle(id: string, asked: number, finding: Finding): Promise<void> {
    const open = await this.#journal.continue(id);
    try {
      if (open.record.entryCount !== asked || !isUnknown(open.record)) throw new AlreadySettledError();
      await open.append({ kind: 'settled', ...finding });
    } finally {
      await open.close();
      this.journalChanged();
    }
  }

  cancel(id: string): void {
    this.#running.get(id)?.cancel.abort();
  }

  /** Forgets launches. Nothing on the service changes. */
  async remove(ids: readonly string[]): Promise<void> {
    const launches = await this.list();
    for (const id of ids) {
      await this.#journal.remove(id);
      // Links are kept only as long as files are missing, and asking the keyring takes its time.
      const uploaded = launches.find((launch) => launch.id === id)?.record.uploaded;
      if (uploaded !== true) await this.options.links.delete(id);
    }
    this.journalChanged();
  }

  /** Forgets the oldest launches beyond what is kept, but none that needs the user. */
  async prune(keep: number): Promise<void> {
    const launches = await this.list();
    const old = launches.slice(keep).filter(({ state, runsHere }) => !needsAttention(state) && !runsHere);
    const idle = old.filter(
      ({ state }) => !['uploading', 'finalising', 'launching', 'planned'].includes(state),
    );
    if (idle.length > 0) await this.remove(idle.map(({ id }) => id));
  }

  /** Another window has written to the journal, or this one has. */
  journalChanged(): void {
    this.#journalled = undefined;
    this.options.onChange();
  }

  async #carryOut(
    journal: OpenRecord,
    {
      follower,
      cancel,
      finalise,
    }: { readonly follower: LaunchFollower; readonly cancel: AbortController; readonly finalise?: boolean },
  ): Promise<LaunchRecord> {
    const { launch, service } = journal.record.plan;
    const { options } = this;
    const running: Running = { cancel, record: journal.record };
    this.#running.set(launch, running);
    this.journalChanged();
    try {
      if (sendsFiles(journal.record)) options.requireTrust();
      const signal = AbortSignal.any([cancel.signal, follower.signal]);
      const client = await options.clientOf(service, signal);
      const rate = options.rateOf(service);
      const run = await options.loadRunLaunch();
      await run({
        ...{ client, journal, links: options.links, clock: options.clock, random: options.random },
        parallelFiles: options.parallelFiles(),
        ...(finalise === true && { finalise }),
        ...(rate !== undefined && { bytesPerSecond: rate }),
        onMeasured: (measured) => options.onMeasured(service, measured),
        onShortLinks: follower.onShortLinks,
        signal,
        onChange: (record) => {
          running.record = record;
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

  async #readJournal(): Promise<JournalContent> {
    const content = await this.#journal.read();
    if (content.setAside.length > 0) this.options.onSetAside(content.setAside);
    return content;
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

/** Gives the record back unless the launch is to go on. */
async function isConfirmed(
  journal: OpenRecord,
  confirm: NonNullable<ResumeOptions['confirm']>,
): Promise<boolean> {
  let confirmed = false;
  try {
    confirmed = await confirm(journal.record);
    return confirmed;
  } finally {
    if (!confirmed) await journal.close();
  }
}

function sendsFiles({ plan, uploaded }: LaunchRecord): boolean {
  return 'files' in plan.model && !uploaded;
}
