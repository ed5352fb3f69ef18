import { mkdirSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import type { JournalUnreadableError } from '../journal/errors';
import type { UnreadableRecord } from '../launch/journal';
import type { Launch } from '../launch/launch';
import type { LaunchFiles } from '../launch/launchFiles';
import type { LaunchRunner } from '../launch/launchRunner';
import { afterActivation } from '../platform/afterActivation';
import { studiesFolder } from '../study/studiesFolder';
import type { Study } from '../study/studyRunner';
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

  /** All launches, newest first. @throws JournalUnreadableError */
  async list(since?: number): Promise<Launch[]> {
    return (await this.ifAny(({ launches }) => launches.list.read(since))) ?? [];
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
    return (await this.ifAny(({ launches }) => launches.list.readUnreadable(since))) ?? [];
  }

  /** All studies, newest first. @throws JournalUnreadableError */
  async listStudies(since?: number): Promise<readonly Study[]> {
    return (await this.ifAny(({ studies }) => studies.list(since))) ?? [];
  }

  /** A launch with its files. @throws the errors of {@link LaunchList.readFiles} */
  async withFiles<T extends Pick<Launch, 'id'>>(launch: T): Promise<T & { readonly files: LaunchFiles }> {
    const { launches } = await this.runners();
    return { ...launch, files: await launches.list.readFiles(launch.id) };
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

  /** Calls `look` unless there are no launches and no studies, and nothing was loaded to find that out. */
  async ifAny<T>(look: (runners: Runners) => Promise<T>): Promise<T | undefined> {
    if (this.#loading === undefined && (await isEmpty(this.#options.folder))) return undefined;
    const runners = await this.runners();
    const beganMs = performance.now();
    const found = await look(runners);
    this.#readMs = Math.max(this.#readMs, performance.now() - beganMs);
    // A window that dies changes no file.
    clearTimeout(this.#recheck);
    const { launches, studies } = runners;
    if (launches.list.isAnyElsewhere || studies.isAnyElsewhere)
      this.#recheck = setTimeout(() => launches.journalChanged(), foreignLockPollMs);
    return found;
  }

  /** What works on the journal: starts, continues and removes launches and studies. */
  async runners(): Promise<Runners> {
    this.#loading ??= this.#options.loadRunners(() => this.#tell());
    const runners = await this.#loading;
    this.#runner = runners.launches;
    return runners;
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
