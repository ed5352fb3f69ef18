import { mkdirSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import type { JournalUnreadableError } from '../journal/errors';
import type {
  Launch,
  LaunchObserver,
  LaunchPlan,
  ResumeOptions,
  Settlement,
  StartOptions,
} from '../launch/launch';
import type { LaunchRecord } from '../launch/launchRecord';
import type { LaunchRunner } from '../launch/launchRunner';
import type { LaunchSummary, UnreadableRecord } from '../launch/launchSummary';
import { afterActivation } from '../platform/afterActivation';
import { studiesFolder } from '../study/studiesFolder';
import type { Study, StudyRunner } from '../study/studyRunner';
import type { Runners } from './createRunners';

export interface LaunchStoreOptions {
  /** Folder of the journal. */
  readonly folder: string;
  /** Called once, when there is a launch: most windows have none. */
  readonly loadRunners: (onChange: () => void) => Promise<Runners>;
}

/** Limits for the time between two reads of the journal, however often it changes; ms. */
const minChangeWaitMs = 200;
const maxChangeWaitMs = 2_000;

/** Between two reads, this many times as long as a read takes, so that a long list leaves time for the launches. */
const waitsPerRead = 9;

/** Interval for checking whether another window is still working on a launch; ms. */
const foreignLockPollMs = 10_000;

/** The launches of this computer: the content of {@link LaunchRunner}, with change events. */
export class LaunchStore implements vscode.Disposable {
  #loading: Promise<Runners> | undefined;
  /** Absent until it is loaded. */
  #runner: LaunchRunner | undefined;
  readonly #changed = new vscode.EventEmitter<void>();
  #timer: NodeJS.Timeout | undefined;
  #changedAt = 0;
  /** How long the longest of the last reads took; ms. */
  #readMs = 0;
  #recheck: NodeJS.Timeout | undefined;
  #watching: vscode.Disposable;

  /** Fires a few times a second at most. */
  readonly onDidChange = this.#changed.event;

  readonly #options: LaunchStoreOptions;

  constructor(options: LaunchStoreOptions) {
    this.#options = options;
    const { folder } = options;
    const studies = path.join(folder, studiesFolder);
    this.#watching = afterActivation(() => {
      // Other windows write to the same folder, and a watcher notices late when a missing folder is created.
      makeFolder(studies);
      this.#watching = vscode.Disposable.from(this.#watch(folder, 'launch'), this.#watch(studies, 'study'));
    });
  }

  /** When {@link onDidChange} fired last, for `since`: one read answers all who follow the same change; ms since the epoch. */
  get changedAt(): number {
    return this.#changedAt;
  }

  /** All launches with their files, newest first. */
  async list(since?: number): Promise<Launch[]> {
    return (await this.#lookAt(({ launches }) => launches.list(since))) ?? [];
  }

  /** As {@link list}, for optional offers: an unreadable journal counts as empty. */
  async listIfReadable(since?: number): Promise<Launch[]> {
    try {
      return await this.list(since);
    } catch (error) {
      if ((error as Partial<JournalUnreadableError>).kind === 'journalUnreadable') return [];
      throw error;
    }
  }

  /** See {@link LaunchRunner.summaries}. */
  async summaries(since?: number): Promise<readonly LaunchSummary[]> {
    return (await this.#lookAt(({ launches }) => launches.summaries(since))) ?? [];
  }

  /** See {@link LaunchRunner.unreadable}. */
  async unreadable(since?: number): Promise<readonly UnreadableRecord[]> {
    return (await this.#lookAt(({ launches }) => launches.unreadable(since))) ?? [];
  }

  /** See {@link LaunchRunner.start}. */
  async start(plan: LaunchPlan, follower: LaunchObserver, options: StartOptions = {}): Promise<LaunchRecord> {
    return await (await this.#load()).launches.start(plan, follower, options);
  }

  /** See {@link LaunchRunner.resume}. */
  async resume(
    id: string,
    follower: LaunchObserver,
    options: ResumeOptions = {},
  ): Promise<LaunchRecord | undefined> {
    return await (await this.#load()).launches.resume(id, follower, options);
  }

  /** See {@link LaunchRunner.settle}. */
  async settle(id: string, settlement: Settlement): Promise<void> {
    await (await this.#load()).launches.settle(id, settlement);
  }

  /** Reads the journal again, even if no change was reported. */
  refresh(): void {
    // A runner that is not loaded has read nothing that could be outdated.
    if (this.#runner === undefined) this.#tell();
    else this.#runner.journalChanged();
  }

  cancel(id: string): void {
    this.#runner?.cancel(id);
  }

  /** See {@link LaunchRunner.remove}. */
  async remove(ids: readonly string[], seen?: readonly Launch[]): Promise<void> {
    await (await this.#load()).launches.remove(ids, seen);
  }

  /** See {@link LaunchRunner.quarantine}. */
  async quarantine(id: string): Promise<void> {
    await (await this.#load()).launches.quarantine(id);
  }

  /**
   * Deletes the oldest launches beyond the limit, except those that need attention.
   * @param keep called when there are launches
   */
  async prune(keep: () => number): Promise<void> {
    await this.#lookAt(({ launches }) => launches.prune(keep()));
  }

  /** The studies of this computer. */
  async studies(): Promise<StudyRunner> {
    return (await this.#load()).studies;
  }

  /** All studies, newest first. @throws JournalUnreadableError */
  async listStudies(since?: number): Promise<readonly Study[]> {
    return (await this.#lookAt(({ studies }) => studies.list(since))) ?? [];
  }

  dispose(): void {
    clearTimeout(this.#timer);
    clearTimeout(this.#recheck);
    this.#watching.dispose();
    this.#changed.dispose();
  }

  #watch(folder: string, extension: string): vscode.FileSystemWatcher {
    const files = new vscode.RelativePattern(vscode.Uri.file(folder), `*.{${extension},removed,lock}`);
    const watcher = vscode.workspace.createFileSystemWatcher(files);
    watcher.onDidCreate(() => this.refresh());
    watcher.onDidDelete(() => this.refresh());
    watcher.onDidChange(({ path }) => {
      // A changed lock only shows that its owner is alive.
      if (!path.endsWith('.lock')) this.refresh();
    });
    return watcher;
  }

  /** @returns nothing when there are no launches, and nothing was loaded to find that out */
  async #lookAt<T>(look: (runners: Runners) => Promise<T>): Promise<T | undefined> {
    if (this.#loading === undefined && (await isEmpty(this.#options.folder))) return undefined;
    const runners = await this.#load();
    const beganMs = performance.now();
    const found = await look(runners);
    this.#readMs = Math.max(this.#readMs, performance.now() - beganMs);
    // A window that dies changes no file.
    clearTimeout(this.#recheck);
    const { launches, studies } = runners;
    if (launches.isAnyElsewhere() || studies.isAnyElsewhere)
      this.#recheck = setTimeout(() => launches.journalChanged(), foreignLockPollMs);
    return found;
  }

  async #load(): Promise<Runners> {
    const loading = (this.#loading ??= this.#options.loadRunners(() => this.#tell()));
    try {
      const runners = await loading;
      this.#runner = runners.launches;
      return runners;
    } catch (error) {
      // A module that failed to load may load the next time.
      if (this.#loading === loading) this.#loading = undefined;
      throw error;
    }
  }

  #tell(): void {
    const waitMs = Math.min(Math.max(waitsPerRead * this.#readMs, minChangeWaitMs), maxChangeWaitMs);
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#changedAt = Date.now();
      this.#readMs /= 2;
      this.#changed.fire();
    }, waitMs);
  }
}

/** Whether the folder of the journal is there and holds neither launches nor studies. */
async function isEmpty(folder: string): Promise<boolean> {
  const list = async (name: string) => await readdir(path.join(folder, name)).catch(() => undefined);
  const names = await list('.');
  if (names === undefined || names.some((name) => name !== studiesFolder)) return false;
  return !names.includes(studiesFolder) || (await list(studiesFolder))?.length === 0;
}

function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true });
  } catch {
    // Starting a launch reports that it cannot be recorded.
  }
}
