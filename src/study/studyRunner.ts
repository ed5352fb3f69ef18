import { randomUUID } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Clock } from '../client/core/clock';
import { resolveLinks } from '../files/resolveLinks';
import { RecordGoneError, RecordUnreadableError } from '../journal/errors';
import { wrapWriteError } from '../journal/recordFile';
import { LockedError, LockLostError } from '../journal/recordLock';
import type { UnreadableFile } from '../journal/recordLog';
import { takeSnapshot } from '../launch/fileSnapshot';
import type { PlannedLaunch } from '../launch/journalEntry';
import type { OutcomeKeeper } from '../launch/launch';
import { type LaunchRecord, launchState } from '../launch/launchRecord';
import type { LaunchRunner } from '../launch/launchRunner';
import type { PlannedFile } from '../upload/uploadPlan';
import { exportTable } from './exportTable';
import { parseLaunchId } from './rowLaunch';
import { RowsRun, type RunRowsOptions, type StudyObserver } from './runRows';
import type { PreparedModel, PreparedStudy, StudyEntry, StudyModel, StudyPlan } from './study';
import { StudyJournal, type StudyLook, type StudyWriter, writePrivateFiles } from './studyJournal';
import { getRow, type StudyRecord } from './studyRecord';
import {
  getStudyState,
  hasLeftUnknown,
  type JournaledLaunches,
  listRowStates,
  type StudyRowState,
  type StudyState,
  toRowState,
} from './studyState';

export interface StudyRunnerOptions {
  /** Folder of the journal of launches. */
  readonly folder: string;
  readonly launches: LaunchRunner;
  readonly clock: Clock;
  /** Called when the list of studies, or one of them, has changed. */
  readonly onChange: () => void;
}

/** A study as the views show it. */
export interface Study {
  readonly id: string;
  readonly record: StudyRecord;
  readonly state: StudyState;
  /** Whether this window runs it, so that it can be stopped here. */
  readonly runsHere: boolean;
}

export interface StartStudyOptions extends Pick<PlannedLaunch, 'service' | 'source' | 'protectionAsked'> {
  /** Stops after the first row. {@link StudyRunner.resume} starts the others. */
  readonly firstRowOnly?: boolean;
  /** Called with its identifier before the first row begins. */
  readonly onFrozen?: (id: string) => void;
}

/**
 * A folder of rendered files without a record is removed when it was seen for this long: another window may be freezing
 * the study; ms as of `performance.now()`, whatever the clocks do.
 */
const orphanMs = 10 * 60_000;

/** Runs the studies of this window, and lists them with those of other windows. */
export class StudyRunner {
  readonly #options: StudyRunnerOptions;
  readonly #journal: StudyJournal;
  readonly #running = new Map<string, { readonly cancel: AbortController; writer?: StudyWriter }>();

  /** The rendered files of studies without a record, by the time at which they were seen first or checked last. */
  readonly #orphans = new Map<string, number>();
  #isAnyElsewhere = false;

  constructor(options: StudyRunnerOptions) {
    this.#options = options;
    this.#journal = new StudyJournal(options.folder, options.clock);
    options.launches.remover.studies = {
      isReplaced: (record, isNew) => this.#isReplaced(record, isNew),
      listUnfinished: () => this.#listUnfinished(),
      keepOutcomes: () => this.#keepOutcomes(),
    };
  }

  /**
   * Freezes a study that the user has agreed to, and runs it.
   * @returns its identifier, when no more rows can be started now
   * @throws JournalError, and the error of the row at which it stopped for a reason on this side
   */
  async start(prepared: PreparedStudy, options: StartStudyOptions, observer: StudyObserver): Promise<string> {
    observer.signal.throwIfAborted();
    const id = randomUUID();
    return await this.#claim(id, async (cancel) => {
      const writer = await this.#create(id, prepared, options);
      options.onFrozen?.(id);
      const { firstRowOnly = false } = options;
      await this.#run(writer, cancel, { observer, firstRowOnly, retriesFailed: false });
      return id;
    });
  }

  /**
   * Continues interrupted rows and begins those that wait. Does nothing while the study runs here.
   * @param retriesFailed also repeats the rows of which it is certain that their simulation was not created
   * @throws LockedError when another window runs it; as {@link start}
   */
  async resume(id: string, observer: StudyObserver, retriesFailed = false): Promise<void> {
    if (this.#running.has(id)) return;
    await this.#claim(id, async (cancel) => {
      const writer = await this.#journal.continue(id);
      await this.#run(writer, cancel, { observer, firstRowOnly: false, retriesFailed });
    });
  }

  /**
   * Resolves a row with an unknown outcome as the user says: its simulation exists, or the row waits again. For rows
   * of which the launch is gone; the others are resolved like any launch, by {@link LaunchRunner.resolve}.
   * @param asked the row as it was when the person was asked: the answer does not apply to a later launch
   * @returns false when this window runs the study, or the row is no longer the one that was asked about
   */
  async resolveRow(
    id: string,
    asked: Pick<StudyRowState, 'row' | 'launch'>,
    isStarted: boolean,
  ): Promise<boolean> {
    const { row } = asked;
    if (this.#running.has(id)) return false;
    const startedAt = this.#options.clock.now();
    const writer = await this.#journal.continue(id);
    try {
      this.#options.launches.journalChanged();
      const states = listRowStates(writer.record, await this.#readLaunches());
      const found = states.find((one) => one.row === row);
      if (found?.isLaunchGone !== true || found.launch !== asked.launch) return false;
      const launches = found.launch === undefined ? [] : [found.launch];
      await writer.append(
        isStarted ? { kind: 'rowStarted', row, startedAt } : { kind: 'rowRepeated', row, launches },
      );
      return true;
    } finally {
      await writer.close();
      this.#options.onChange();
    }
  }

  /** Stops a study that this window runs. The row that is being launched is cancelled like any launch. */
  stop(id: string): void {
    this.#running.get(id)?.cancel.abort();
  }

  /** All studies, newest first; for `since` see {@link LaunchList.read}. @throws JournalUnreadableError */
  async list(since?: number): Promise<readonly Study[]> {
    const { studies, unreadable, journaled } = await this.#readBoth(since);
    await this.#removeOrphans({ studies, unreadable });
    this.#isAnyElsewhere = studies.some(
      ({ record, isRunning }) => isRunning && !this.#running.has(record.study.id),
    );
    return studies.map(({ record: read, isRunning }) => {
      const { id } = read.study;
      const running = this.#running.get(id);
      const record = running?.writer?.record ?? read;
      const state = getStudyState(record, journaled, isRunning || running !== undefined);
      return { id, record, state, runsHere: running !== undefined };
    });
  }

  /** Whether another window was working on one of the studies when they were listed last. */
  get isAnyElsewhere(): boolean {
    return this.#isAnyElsewhere;
  }

  /** Records of studies that exist but cannot be read. @throws JournalUnreadableError */
  async unreadable(): Promise<readonly UnreadableFile[]> {
    return (await this.#journal.readAll()).unreadable;
  }

  /**
   * The studies and the launches of the same moment. Between two looks, a launch may be removed, and leave its outcome
   * in its study, or be begun because the study has got an entry.
   */
  async #readBoth(since?: number): Promise<StudyLook & { readonly journaled: JournaledLaunches }> {
    let before = await this.#journal.readAll();
    for (;;) {
      const journaled = await this.#readLaunches(since);
      const look = await this.#journal.readAll();
      if (countEntries(look) === countEntries(before)) return { ...look, journaled };
      before = look;
      this.#options.launches.list.outdate();
    }
  }

  async #readLaunches(since?: number): Promise<JournaledLaunches> {
    const { launches } = this.#options;
    return {
      launches: await launches.list.read(since),
      unreadable: await launches.list.readUnreadable(since),
    };
  }

  async #listUnfinished(): Promise<ReadonlySet<string>> {
    const unfinished = (await this.list()).filter(
      ({ state: { counts, isRunning } }) => isRunning || counts.started < counts.rows,
    );
    return new Set([...unfinished, ...(await this.unreadable())].map(({ id }) => id));
  }

  async #isReplaced({ plan: { launch, study } }: LaunchRecord, isNew: boolean): Promise<boolean> {
    if (study === undefined) return false;
    const { studies, unreadable } = await this.#journal.readAll();
    const found = studies.find(({ record }) => record.study.id === study.id);
    const unknown = unreadable.find(({ id }) => id === study.id);
    // Another launch may have taken its place.
    if (unknown !== undefined) throw new RecordUnreadableError(unknown.code);
    if (found === undefined) return false;
    const { started, left, earlier } = getRow(found.record, study.row);
    if (earlier.includes(launch)) return true;
    return isNew && (started !== undefined || hasLeftUnknown(launch, left));
  }

  #keepOutcomes(): OutcomeKeeper {
    const opened = new Map<string, StudyWriter | undefined>();
    const gone = new Set<string>();
    const open = async (id: string) => {
      const running = this.#running.get(id);
      if (running !== undefined && running.writer === undefined) throw new LockedError();
      if (running?.writer !== undefined) return running.writer;
      if (!opened.has(id)) opened.set(id, await this.#journal.continue(id).catch(ignoreGone));
      return opened.get(id);
    };
    return {
      keep: async (launch, record) => {
        const row = record === undefined ? parseLaunchId(launch) : record.plan.study;
        const writer = row && (await open(row.id));
        if (row !== undefined && writer === undefined) gone.add(row.id);
        await writer?.append(toOutcome(launch, row?.row ?? 0, record));
      },
      close: async () => {
        for (const writer of opened.values()) await writer?.close();
        await this.#removeUnusedFiles(gone);
      },
    };
  }

  /**
   * Deletes a study from the list. Its launches and everything on the service stay, and so do the rendered files until
   * the last of its launches is removed.
   * @throws LockedError, JournalError
   */
  async remove(id: string): Promise<void> {
    await this.#journal.remove(id);
    await this.#removeUnusedFiles(new Set([id]));
    this.#options.onChange();
  }

  /** A window that died while it froze a study, or lost its lock then, has left rendered files behind. */
  async #removeOrphans({ studies, unreadable }: StudyLook): Promise<void> {
    const known = new Set([...studies.map(({ record }) => record.study), ...unreadable].map(({ id }) => id));
    const orphans = (await this.#journal.listFiles()).filter(
      (id) => !known.has(id) && !this.#running.has(id),
    );
    const now = performance.now();
    for (const id of this.#orphans.keys()) if (!orphans.includes(id)) this.#orphans.delete(id);
    const old = orphans.filter((id) => now - (this.#orphans.get(id) ?? now) >= orphanMs);
    for (const id of orphans) if (!this.#orphans.has(id) || old.includes(id)) this.#orphans.set(id, now);
    await this.#removeUnusedFiles(new Set(old));
  }

  /** Deletes the rendered files of studies that are gone, unless one of their launches may be continued with them. */
  async #removeUnusedFiles(gone: ReadonlySet<string>): Promise<void> {
    if (gone.size === 0) return;
    this.#options.launches.journalChanged();
    const { launches, unreadable } = await this.#readLaunches();
    const used = new Set(
      [
        ...launches.map(({ record }) => record.plan.study),
        ...unreadable.map((file) => parseLaunchId(file.id)),
      ].map((study) => study?.id),
    );
    for (const id of gone) if (!used.has(id)) await this.#journal.removeFiles(id);
  }

  /** The table as it was agreed to, with the outcome of each row. @returns undefined when the study is gone */
  async export(id: string): Promise<string | undefined> {
    const study = (await this.list()).find((one) => one.id === id);
    if (study === undefined) return undefined;
    const launches = new Map(
      (await this.#options.launches.list.read()).map((launch) => [launch.id, launch.record]),
    );
    return exportTable(study.record, study.state, launches);
  }

  async #claim<T>(id: string, work: (cancel: AbortController) => Promise<T>): Promise<T> {
    const cancel = new AbortController();
    // Set before the first await, so that a double click counts once.
    this.#running.set(id, { cancel });
    try {
      return await work(cancel);
    } finally {
      this.#running.delete(id);
      this.#options.onChange();
    }
  }

  async #run(
    writer: StudyWriter,
    cancel: AbortController,
    which: Pick<RunRowsOptions, 'observer' | 'firstRowOnly' | 'retriesFailed'>,
  ): Promise<void> {
    this.#running.set(writer.record.study.id, { cancel, writer });
    this.#options.onChange();
    try {
      const signal = AbortSignal.any([cancel.signal, which.observer.signal, writer.lost]);
      await new RowsRun({ ...this.#options, ...which, writer, signal }).run();
    } finally {
      await writer.close();
    }
  }

  async #create(id: string, prepared: PreparedStudy, options: StartStudyOptions): Promise<StudyWriter> {
    try {
      return await this.#journal.create(await this.#freeze(id, prepared, options));
    } catch (error) {
      // A window that has taken over may be using the files.
      if (!(error instanceof LockLostError)) await this.#journal.removeFiles(id);
      throw error;
    }
  }

  async #freeze(id: string, prepared: PreparedStudy, options: StartStudyOptions): Promise<StudyPlan> {
    const { firstRowOnly = false, service, source, protectionAsked } = options;
    const { hash, project, table, rows } = prepared;
    const models: StudyModel[] = [];
    for (const [index, model] of prepared.models.entries())
      models.push(await freezeModel(model, path.join(this.#journal.filesOf(id), String(index + 1))));
    return {
      ...{ id, hash, service, project, table, models, rows },
      ...(firstRowOnly && { firstRowOnly }),
      ...(source && { source }),
      ...(protectionAsked !== undefined && { protectionAsked }),
    };
  }
}

/** The entry that a launch leaves behind when it is removed. @param record absent when it is damaged */
function toOutcome(launch: string, row: number, record: LaunchRecord | undefined): StudyEntry {
  const state = record === undefined ? 'unknown' : toRowState(launchState(record, false));
  if (record?.simulation === undefined)
    return {
      kind: 'rowLeft',
      row,
      launch,
      state: state === 'failed' || state === 'unknown' ? state : 'cancelled',
    };
  const { modelId, simulation, changedAt } = record;
  return {
    ...{ kind: 'rowStarted', row, launch, startedAt: changedAt },
    ...(modelId !== undefined && { modelId }),
    ...(simulation.id !== undefined && { simulationId: simulation.id }),
  };
}

function ignoreGone(error: unknown): undefined {
  if (!(error instanceof RecordGoneError)) throw error;
}

/** Writes the rendered files of a model. */
async function freezeModel(model: PreparedModel, folder: string): Promise<StudyModel> {
  if ('id' in model) return { id: model.id, name: model.name };
  const { files, rendered, bytes } = model;
  if (rendered.length === 0) return { files, bytes };
  const real = await wrapWriteError(async () => {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    return await resolveLinks(folder);
  });
  await writePrivateFiles(real, model.render());
  const made: PlannedFile[] = [];
  for (const { name } of rendered)
    made.push(await takeSnapshot({ name, path: path.join(real, name) }, [{ path: real, real }]));
  const all = [...files, ...made].sort((a, b) => (a.name < b.name ? -1 : 1));
  return { files: all, bytes };
}

function countEntries({ studies }: StudyLook): number {
  return studies.reduce((sum, { record }) => sum + record.entryCount, 0);
}
