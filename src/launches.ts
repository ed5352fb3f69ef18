import { systemClock } from './client/clock';
import type { Memory } from './commands/memory';
import type { Connection } from './connection';
import { mkdirSync } from 'node:fs';
import * as vscode from 'vscode';
import { Journal, type JournalContent, type OpenRecord } from './launch/journal';
import type { PlannedLaunch } from './launch/journalEntry';
import type { DamageReason } from './launch/journalLine';
import { launchState, needsAttention, type LaunchRecord, type LaunchState } from './launch/launchRecord';
import type { ShortLinks } from './launch/linkLife';
import type { LinkStore } from './launch/runLaunch';
import type { Settings } from './settings';
import { requireTrust } from './trust';
import type { UploadProgress } from './upload/uploadFiles';

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

/** What a person found out about a step with an unknown outcome. */
export type Finding =
  | { readonly happened: false }
  | { readonly happened: true; readonly id?: string | number; readonly name?: string };

export interface LaunchFollower {
  readonly signal: AbortSignal;
  readonly onChange: (record: LaunchRecord) => void;
  readonly onProgress: (progress: UploadProgress) => void;
  readonly onShortLinks: (links: ShortLinks) => Promise<void>;
}

interface Running {
  readonly cancel: AbortController;
  record: LaunchRecord | undefined;
  progress?: UploadProgress;
}

export interface LaunchesOptions {
  /** Folder of the journal. */
  readonly folder: string;
  readonly links: LinkStore;
  readonly connection: Connection;
  readonly settings: Settings;
  readonly rates: Pick<Memory, 'rate' | 'rememberRate'>;
  /** Told once about each record that had to be set aside. */
  readonly onSetAside: (reasons: readonly DamageReason[]) => void;
}

/** Between two looks at the journal, however often it changes; ms. */
const calm = 200;

/** While another window works on a launch, whether it still does; ms. */
const lookAgain = 10_000;

/** The launches of this machine: those of the journal, and those that this window works on. */
export class Launches implements vscode.Disposable {
  readonly #journal: Journal;
  readonly #running = new Map<string, Running>();
  readonly #changed = new vscode.EventEmitter<void>();
  #timer: NodeJS.Timeout | undefined;
  #recheck: NodeJS.Timeout | undefined;
  readonly #watcher: vscode.FileSystemWatcher;
  #journalled: Promise<JournalContent> | undefined;

  /** Something changed; told a few times a second at most. */
  readonly onDidChange = this.#changed.event;

  constructor(private readonly options: LaunchesOptions) {
    this.#journal = new Journal(options.folder, systemClock);
    // Other windows write to the same folder, and one that is not there yet would be watched late.
    makeFolder(options.folder);
    this.#watcher = this.#watch();
  }

  /** Newest first. */
  async list(): Promise<Launch[]> {
    const { launches } = await (this.#journalled ??= this.#readJournal());
    return launches
      .map(({ record, running }) => this.#present(record, running))
      .sort((a, b) => b.record.plannedAt - a.record.plannedAt);
  }

  /** Begins a launch and carries it out. @returns its record at the end. @throws what runLaunch throws */
  async start(plan: LaunchPlan, follower: LaunchFollower): Promise<LaunchRecord> {
    // Before a record of it is begun, which would be in the list.
    if ('files' in plan.model) requireTrust();
    return await this.#carryOut(await this.#journal.begin(plan), follower);
  }

  /** Goes on with a launch. A second call while it runs does nothing. */
  async resume(
    id: string,
    follower: LaunchFollower,
    options: { finalise?: boolean } = {},
  ): Promise<LaunchRecord | undefined> {
    if (this.#running.has(id)) return undefined;
    // Taken before anything is awaited, so that two clicks are one.
    this.#running.set(id, { cancel: new AbortController(), record: undefined });
    try {
      return await this.#carryOut(await this.#journal.continue(id), follower, options.finalise);
    } finally {
      this.#running.delete(id);
    }
  }

  /** Notes what became of a step with an unknown outcome. Sends nothing. */
  async settle(id: string, finding: Finding): Promise<void> {
    const open = await this.#journal.continue(id);
    try {
      await open.append({ kind: 'settled', ...finding });
    } finally {
      await open.close();
    }
    this.#journalChanged();
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
    this.#journalChanged();
  }

  /** Forgets the oldest launches beyond what is kept, but none that needs somebody. */
  async prune(keep: number): Promise<void> {
    const launches = await this.list();
    const old = launches.slice(keep).filter(({ state, runsHere }) => !needsAttention(state) && !runsHere);
    const idle = old.filter(
      ({ state }) => !['uploading', 'finalising', 'launching', 'planned'].includes(state),
    );
    if (idle.length > 0) await this.remove(idle.map(({ id }) => id));
  }

  dispose(): void {
    clearTimeout(this.#timer);
    clearTimeout(this.#recheck);
    this.#watcher.dispose();
    this.#changed.dispose();
  }

  async #carryOut(journal: OpenRecord, follower: LaunchFollower, finalise?: boolean): Promise<LaunchRecord> {
    const { launch, service } = journal.record.plan;
    const cancel = new AbortController();
    const running: Running = { cancel, record: journal.record };
    this.#running.set(launch, running);
    this.#journalChanged();
    try {
      if (sendsFiles(journal.record)) requireTrust();
      const signal = AbortSignal.any([cancel.signal, follower.signal]);
      const client = await this.options.connection.clientOf(service, signal);
      const rate = this.options.rates.rate(service);
      const { runLaunch } = await import('./onDemand');
      await runLaunch({
        ...{ client, journal, links: this.options.links, clock: systemClock, random: Math.random },
        parallelFiles: this.options.settings.parallelFiles,
        ...(finalise === true && { finalise }),
        ...(rate !== undefined && { bytesPerSecond: rate }),
        onMeasured: (measured) => void this.options.rates.rememberRate(service, measured),
        onShortLinks: follower.onShortLinks,
        signal,
        onChange: (record) => {
          running.record = record;
          follower.onChange(record);
          this.#tell();
        },
        onProgress: (progress) => {
          running.progress = progress;
          follower.onProgress(progress);
          this.#tell();
        },
      });
      return journal.record;
    } finally {
      this.#running.delete(launch);
      await journal.close();
      this.#journalChanged();
    }
  }

  #watch(): vscode.FileSystemWatcher {
    const files = new vscode.RelativePattern(vscode.Uri.file(this.options.folder), '*.{launch,lock}');
    const watcher = vscode.workspace.createFileSystemWatcher(files);
    watcher.onDidCreate(() => this.#journalChanged());
    watcher.onDidDelete(() => this.#journalChanged());
    watcher.onDidChange(({ path }) => {
      // That a lock changes says only that its owner lives.
      if (path.endsWith('.launch')) this.#journalChanged();
    });
    return watcher;
  }

  async #readJournal(): Promise<JournalContent> {
    const content = await this.#journal.read();
    if (content.setAside.length > 0) this.options.onSetAside(content.setAside);
    const elsewhere = content.launches.some(
      ({ record, running }) => running && !this.#running.has(record.plan.launch),
    );
    // A window that dies changes no file.
    clearTimeout(this.#recheck);
    if (elsewhere) this.#recheck = setTimeout(() => this.#journalChanged(), lookAgain);
    return content;
  }

  #journalChanged(): void {
    this.#journalled = undefined;
    this.#tell();
  }

  #tell(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#changed.fire();
    }, calm);
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

function sendsFiles({ plan, uploaded }: LaunchRecord): boolean {
  return 'files' in plan.model && !uploaded;
}

function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true });
  } catch {
    // Whoever begins a launch is told that it cannot be recorded.
  }
}
