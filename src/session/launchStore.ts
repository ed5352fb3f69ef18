import type { runLaunch } from '../launch/runLaunch';
import { mkdirSync } from 'node:fs';
import * as vscode from 'vscode';
import { systemClock } from '../client/core/clock';
import type { RecentChoices } from './recentChoices';
import type { Connection } from './connection';
import { JournalUnreadableError } from '../launch/errors';
import { shownOf, type LaunchRecord } from '../launch/launchRecord';
import {
  LaunchRunner,
  type Launch,
  type LaunchObserver,
  type LaunchPlan,
  type ResumeOptions,
  type Settlement,
  type StartOptions,
} from '../launch/launchRunner';
import type { LaunchSummary, UnreadableRecord } from '../launch/launchSummary';
import type { UploadUrlStore } from '../launch/runLaunch';
import type { Redactor } from '../secrets/redactor';
import type { Settings } from './settings';
import { assertTrusted } from '../platform/trust';

export type { LaunchSummary, UnreadableRecord } from '../launch/launchSummary';
export type {
  ResolvedOutcome,
  Launch,
  LaunchObserver,
  LaunchPlan,
  ResumeOptions,
  Settlement,
  StartOptions,
} from '../launch/launchRunner';

export interface LaunchStoreOptions {
  /** Folder of the journal. */
  readonly folder: string;
  readonly links: UploadUrlStore;
  readonly connection: Connection;
  readonly settings: Settings;
  readonly redactor: Pick<Redactor, 'exact' | 'addShown'>;
  readonly rates: Pick<RecentChoices, 'rate' | 'rememberRate'>;
  /** Loaded on demand, because most windows never start a launch. */
  readonly loadRunLaunch: () => Promise<typeof runLaunch>;
}

/** Minimum time between two reads of the journal, however often it changes; ms. */
const calm = 200;

/** Interval for checking whether another window is still working on a launch; ms. */
const lookAgain = 10_000;

/** The launches of this computer: the content of {@link LaunchRunner}, with change events. */
export class LaunchStore implements vscode.Disposable {
  readonly #runner: LaunchRunner;
  readonly #changed = new vscode.EventEmitter<void>();
  #timer: NodeJS.Timeout | undefined;
  #recheck: NodeJS.Timeout | undefined;
  readonly #watcher: vscode.FileSystemWatcher;

  /** Fires a few times a second at most. */
  readonly onDidChange = this.#changed.event;

  constructor(options: LaunchStoreOptions) {
    const { folder, links, connection, settings, redactor, rates, loadRunLaunch } = options;
    this.#runner = new LaunchRunner({
      ...{ folder, links, requireTrust: assertTrusted },
      clock: systemClock,
      random: Math.random,
      clientOf: (service, cancelled) => connection.clientOf(service, cancelled),
      parallelFiles: () => settings.parallelFiles,
      rateOf: (service) => rates.rate(service),
      onMeasured: (service, measured) => void rates.rememberRate(service, measured),
      loadRunLaunch,
      onChange: () => this.#tell(),
      hide: (name) => redactor.exact(name),
      onRecord: (record) => redactor.addShown(shownOf(record)),
    });
    // Other windows write to the same folder, and a watcher notices late when a missing folder is created.
    makeFolder(folder);
    this.#watcher = this.#watch(folder);
  }

  /** All launches with their files, newest first. */
  async list(): Promise<Launch[]> {
    return await this.#followed(() => this.#runner.list());
  }

  /** As {@link list}, for optional offers: an unreadable journal counts as empty. */
  async listIfReadable(): Promise<Launch[]> {
    try {
      return await this.list();
    } catch (error) {
      if (error instanceof JournalUnreadableError) return [];
      throw error;
    }
  }

  /** See {@link LaunchRunner.summaries}. */
  async summaries(): Promise<readonly LaunchSummary[]> {
    return await this.#followed(() => this.#runner.summaries());
  }

  /** See {@link LaunchRunner.unreadable}. */
  async unreadable(): Promise<readonly UnreadableRecord[]> {
    return await this.#runner.unreadable();
  }

  /** See {@link LaunchRunner.start}. */
  async start(plan: LaunchPlan, follower: LaunchObserver, options: StartOptions = {}): Promise<LaunchRecord> {
    return await this.#runner.start(plan, follower, options);
  }

  /** See {@link LaunchRunner.resume}. */
  async resume(
    id: string,
    follower: LaunchObserver,
    options: ResumeOptions = {},
  ): Promise<LaunchRecord | undefined> {
    return await this.#runner.resume(id, follower, options);
  }

  /** See {@link LaunchRunner.settle}. */
  async settle(id: string, settlement: Settlement): Promise<void> {
    await this.#runner.settle(id, settlement);
  }

  /** Reads the journal again, even if no change was reported. */
  refresh(): void {
    this.#runner.journalChanged();
  }

  cancel(id: string): void {
    this.#runner.cancel(id);
  }

  /** See {@link LaunchRunner.remove}. */
  async remove(ids: readonly string[], seen?: readonly Launch[]): Promise<void> {
    await this.#runner.remove(ids, seen);
  }

  /** See {@link LaunchRunner.setAside}. */
  async setAside(id: string): Promise<void> {
    await this.#runner.setAside(id);
  }

  /** Deletes the oldest launches beyond the limit, except those that need attention. */
  async prune(keep: number): Promise<void> {
    await this.#runner.prune(keep);
  }

  dispose(): void {
    clearTimeout(this.#timer);
    clearTimeout(this.#recheck);
    this.#watcher.dispose();
    this.#changed.dispose();
  }

  #watch(folder: string): vscode.FileSystemWatcher {
    const files = new vscode.RelativePattern(vscode.Uri.file(folder), '*.{launch,lock}');
    const watcher = vscode.workspace.createFileSystemWatcher(files);
    watcher.onDidCreate(() => this.#runner.journalChanged());
    watcher.onDidDelete(() => this.#runner.journalChanged());
    watcher.onDidChange(({ path }) => {
      // A changed lock only shows that its owner is alive.
      if (path.endsWith('.launch')) this.#runner.journalChanged();
    });
    return watcher;
  }

  async #followed<T>(look: () => Promise<T>): Promise<T> {
    const found = await look();
    // A window that dies changes no file.
    clearTimeout(this.#recheck);
    if (this.#runner.isAnyElsewhere()) {
      this.#recheck = setTimeout(() => this.#runner.journalChanged(), lookAgain);
    }
    return found;
  }

  #tell(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#changed.fire();
    }, calm);
  }
}

function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true });
  } catch {
    // Starting a launch reports that it cannot be recorded.
  }
}
