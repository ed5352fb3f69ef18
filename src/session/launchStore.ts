import { mkdirSync } from 'node:fs';
import path from 'node:path';
import * as vscode from 'vscode';
import { systemClock } from '../client/core/clock';
import type { JournalUnreadableError } from '../journal/errors';
import type { UnreadableRecord } from '../launch/journal';
import type { Launch } from '../launch/launch';
import type { LaunchFiles } from '../launch/launchFiles';
import {
  type EndedSimulation,
  SimulationPoller,
  type SimulationPollerOptions,
} from '../launch/simulationPoller';
import { studiesFolder } from '../study/studiesFolder';
import type { Study } from '../study/studyRunner';
import type { Runners } from './createRunners';

/** Limits for the time between two reads of the journal, however often it changes; ms. */
const minChangeWaitMs = 200;
const maxChangeWaitMs = 2_000;

/** The wait between two reads, as a multiple of the time that a read takes: a long list must not slow the launches. */
const waitsPerRead = 9;

/** Interval for checking whether another window is still working on a launch; ms. */
const foreignLockPollMs = 10_000;

export interface LaunchStoreOptions {
  readonly createRunners: (onChange: () => void) => Runners;
  /** As in {@link SimulationPollerOptions}. */
  readonly statusClientOf: SimulationPollerOptions['clientOf'];
  /** As in {@link SimulationPollerOptions}. */
  readonly log: (line: string) => void;
}

/** The launches of this computer: the content of {@link LaunchRunner} and what services say of their simulations, with change events. */
export class LaunchStore implements vscode.Disposable {
  /** What works on the journal: starts, continues and removes launches and studies. */
  readonly runners: Runners;
  /** Asks what became of simulations, while somebody looks. */
  readonly poller: SimulationPoller;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #ended = new vscode.EventEmitter<readonly EndedSimulation[]>();
  #timer: NodeJS.Timeout | undefined;
  #changedAt = 0;
  /** How long the longest of the last reads took; ms. */
  #readMs = 0;
  #recheck: NodeJS.Timeout | undefined;
  readonly #watching: vscode.Disposable;

  /** Fires a few times a second at most. */
  readonly onDidChange = this.#changed.event;
  /** Fires with simulations of launches of this window that were found to have ended, with each one once. */
  readonly onDidEnd = this.#ended.event;

  /** @param folder the folder of the journal */
  constructor(folder: string, { createRunners, statusClientOf, log }: LaunchStoreOptions) {
    this.runners = createRunners(() => this.#tell());
    this.poller = new SimulationPoller({
      clock: systemClock,
      list: () => this.#read((runners) => runners.launches.list.read(this.#changedAt)),
      clientOf: statusClientOf,
      onChange: () => this.#tell(),
      onEnded: (ended) => this.#ended.fire(ended.filter(({ launch }) => this.runners.ranHere.has(launch.id))),
      log,
    });
    const studies = path.join(folder, studiesFolder);
    // Other windows write to the same folder, and a watcher notices late when a missing folder is created.
    makeFolder(studies);
    this.#watching = vscode.Disposable.from(this.#watch(folder, 'launch'), this.#watch(studies, 'study'));
  }

  /** When {@link onDidChange} fired last, for `since`: one read answers all who follow the same change; ms since the epoch. */
  get changedAt(): number {
    return this.#changedAt;
  }

  /** All launches, newest first. @throws JournalUnreadableError */
  async list(since?: number): Promise<Launch[]> {
    const launches = await this.#read((runners) => runners.launches.list.read(since));
    this.poller.noteLaunches(launches);
    return launches.map((launch) => {
      const status = this.poller.get(launch);
      return status === undefined ? launch : { ...launch, status };
    });
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

  /** See {@link LaunchList.readUnreadable}. */
  async unreadable(since?: number): Promise<readonly UnreadableRecord[]> {
    return await this.#read(({ launches }) => launches.list.readUnreadable(since));
  }

  /** All studies, newest first. @throws JournalUnreadableError */
  async listStudies(since?: number): Promise<readonly Study[]> {
    return await this.#read(({ studies }) => studies.list(since));
  }

  /** A launch with its files. @throws the errors of {@link LaunchList.readFiles} */
  async withFiles<T extends Pick<Launch, 'id'>>(launch: T): Promise<T & { readonly files: LaunchFiles }> {
    return { ...launch, files: await this.runners.launches.list.readFiles(launch.id) };
  }

  /** Reads the journal again, even if no change was reported. */
  refresh(): void {
    this.runners.launches.journalChanged();
  }

  dispose(): void {
    clearTimeout(this.#timer);
    clearTimeout(this.#recheck);
    this.poller.hide();
    this.#watching.dispose();
    this.#changed.dispose();
    this.#ended.dispose();
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

  async #read<T>(look: (runners: Runners) => Promise<T>): Promise<T> {
    const beganMs = performance.now();
    const found = await look(this.runners);
    this.#readMs = Math.max(this.#readMs, performance.now() - beganMs);
    // A window that dies changes no file.
    clearTimeout(this.#recheck);
    const { launches, studies } = this.runners;
    if (launches.list.isAnyElsewhere || studies.isAnyElsewhere)
      this.#recheck = setTimeout(() => launches.journalChanged(), foreignLockPollMs);
    return found;
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

function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true });
  } catch {
    // Starting a launch reports that it cannot be recorded.
  }
}
