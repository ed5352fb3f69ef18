import { createHash, randomUUID } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Clock } from '../client/core/clock';
import type { BodyOperation } from '../client/core/types';
import type { ServiceMapping } from '../client/mapping/serviceMapping';
import { resolveLinks } from '../files/resolveLinks';
import { AlreadyResolvedError, RecordGoneError } from '../journal/errors';
import { wrapWriteError } from '../journal/recordFile';
import { LockedError, LockLostError } from '../journal/recordLock';
import type { UnreadableFile } from '../journal/recordLog';
import { findChangedBodies, updateBodies } from '../launch/agreedBodies';
import { LaunchCancelledError, RowsChangedError } from '../launch/errors';
import { takeSnapshot } from '../launch/fileSnapshot';
import type { PlannedLaunch } from '../launch/journalEntry';
import type { LaunchRunner } from '../launch/launchRunner';
import { FileChangedError } from '../upload/errors';
import type { PlannedFile } from '../upload/uploadPlan';
import { exportTable } from './exportTable';
import { hashRow, listRowOperations, type ModelOrigin } from './rowContent';
import type { RowGate } from './rowGate';
import { parseLaunchId, toLaunchId } from './rowLaunch';
import { RowsRun, type RunRowsOptions, type StudyObserver } from './runRows';
import { findSameRows, isShown, type SameRow, toShownRows } from './sameRows';
import type { PreparedModel, PreparedStudy, StudyModel, StudyPlan, StudyRow } from './study';
import { type FoundStudies, type StudyJournal, type StudyWriter, writePrivateFiles } from './studyJournal';
import type { StudyRecord } from './studyRecord';
import {
  getStudyState,
  isBegun,
  type JournaledLaunches,
  listRowStates,
  type StudyRowState,
  type StudyState,
} from './studyState';

export interface StudyRunnerOptions {
  readonly launches: LaunchRunner;
  /** The gate that the launches pass as well. */
  readonly gate: RowGate;
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

export interface StartStudyOptions extends Pick<
  PlannedLaunch,
  'service' | 'source' | 'protectionConfirmed' | 'bodies'
> {
  /** The rows of other studies that the question has named; see {@link findSameRows}. */
  readonly shown: readonly SameRow[];
  /** The studies that cannot be read of which the question has said so, by their identifiers. */
  readonly unreadable?: readonly string[] | undefined;
  /** Stops after the first row. {@link StudyRunner.resume} starts the others. */
  readonly firstRowOnly?: boolean | undefined;
  /** Called with its identifier before the first row begins. */
  readonly onFrozen?: ((id: string) => void) | undefined;
}

/** The rows with which a study goes on, as the user is asked about them. */
export interface RowsToGoOn {
  /** Those that are created. */
  readonly rows: readonly StudyRow[];
  /** Those that are left out, each with a row of another study that has begun since the user agreed. */
  readonly leftOut: readonly { readonly row: StudyRow; readonly otherRow: SameRow }[];
  /** The requests of which the bodies are not those that were agreed to before. */
  readonly changedBodies: readonly BodyOperation[];
  /** The rows of other studies with the same content, except those that rows are left out for. */
  readonly others: readonly SameRow[];
  /** Identifiers of studies that cannot be read, so that nobody knows which rows they have started. */
  readonly unreadable: readonly string[];
}

export interface GoOnOptions {
  /** Also repeats the rows of which it is certain that their simulation was not created. */
  readonly retriesFailed?: boolean | undefined;
  /** The bodies of requests as the settings describe them now. */
  readonly mapping: Pick<ServiceMapping, 'templates'>;
}

export interface ResumeStudyOptions extends GoOnOptions {
  /** What the user has agreed to, from {@link StudyRunner.findRowsToGoOn}. */
  readonly agreed: RowsToGoOn;
}

/** Runs the studies of this window, and lists them with those of other windows. */
export class StudyRunner {
  readonly #options: StudyRunnerOptions;
  readonly #journal: StudyJournal;
  readonly #running = new Map<string, { readonly cancel: AbortController; writer?: StudyWriter }>();
  #isAnyElsewhere = false;

  constructor(options: StudyRunnerOptions) {
    this.#options = options;
    this.#journal = options.gate.studies;
  }

  /**
   * Freezes a study that the user has agreed to, and runs it.
   * @returns its identifier, when no more rows can be started now
   * @throws LaunchCancelledError when it was cancelled before it was recorded; RowsChangedError when other studies have rows
   *   with the same content that were not shown; JournalError, and the error of the row at which it stopped for a reason on this side
   */
  async start(prepared: PreparedStudy, options: StartStudyOptions, observer: StudyObserver): Promise<string> {
    const id = randomUUID();
    return await this.#claim(id, async (cancel) => {
      const writer = await this.#create(id, prepared, options, observer.signal);
      options.onFrozen?.(id);
      const { firstRowOnly = false } = options;
      await this.#run(writer, cancel, { observer, firstRowOnly, retriesFailed: false });
      return id;
    });
  }

  /**
   * The rows with which a study would go on now, with their content as it is now.
   * @throws JournalUnreadableError, RecordGoneError when it is not in the list
   */
  async findRowsToGoOn(id: string, options: GoOnOptions): Promise<RowsToGoOn> {
    this.#options.launches.journalChanged();
    return findRowsToGoOn(id, await this.#look(), options);
  }

  /**
   * Continues interrupted rows and begins those that wait. Does nothing while the study runs here.
   * @throws LockedError when another window runs it; RowsChangedError when the rows are others than the user has agreed to;
   *   as {@link start}
   */
  async resume(id: string, observer: StudyObserver, options: ResumeStudyOptions): Promise<void> {
    if (this.#running.has(id)) return;
    const { retriesFailed = false } = options;
    await this.#claim(id, async (cancel) => {
      const writer = await this.#journal.continue(id);
      try {
        await this.#options.gate.exclusively(() => this.#noteAgreed(writer, options), observer.signal);
      } catch (error) {
        await writer.close();
        throw toCancelled(error, observer.signal);
      }
      await this.#run(writer, cancel, { observer, firstRowOnly: false, retriesFailed });
    });
  }

  /** @throws RowsChangedError */
  async #noteAgreed(writer: StudyWriter, { agreed, ...options }: ResumeStudyOptions): Promise<void> {
    const { study, bodies: before } = writer.record;
    const now = await this.findRowsToGoOn(study.id, options);
    requireAgreed(agreed, now);
    for (const { row, otherRow: other } of now.leftOut)
      await writer.append({ kind: 'rowLeftOut', row: row.row, otherRow: toReason(other) });
    const bodies = updateBodies(before, options.mapping);
    const shownRows = toShownRows(now.others);
    const others = now.rows.filter(
      ({ row, contentHash }) => contentHash !== study.rows[row - 1]?.contentHash,
    );
    const isAsBefore = bodies === undefined && others.length === 0;
    if (isAsBefore && isDeepStrictEqual(shownRows, study.shownRows ?? toShownRows([]))) return;
    const contentHashes = Object.fromEntries(others.map((row) => [row.row, row.contentHash]));
    await writer.append({ kind: 'agreed', bodies: bodies ?? before, contentHashes, shownRows });
  }

  /**
   * Resolves a row with an unknown outcome as the user says: its simulation exists, or the row waits again. For rows
   * of which the launch is gone; the others are resolved like any launch, by {@link LaunchRunner.resolve}.
   * @param asked the row as it was when the person was asked: the answer does not apply to a later launch
   * @param finding what the person has found at the service
   * @returns false when this window runs the study, or the row is no longer the one that was asked about
   */
  async resolveRow(
    id: string,
    asked: Pick<StudyRowState, 'row' | 'launch'>,
    finding: 'started' | 'notStarted',
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
      // A launch that is missing may come back, so the next one gets another identifier.
      const launches = [found.launch ?? toLaunchId(id, row, 1)];
      await writer.append(
        finding === 'started'
          ? { kind: 'rowStarted', row, startedAt }
          : { kind: 'rowRepeated', row, launches },
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
    return (await this.#look(since)).listed;
  }

  /** The studies and those that cannot be read, from one look: in between, one could be missed in both. */
  async #look(since?: number): Promise<StudiesAtOnce> {
    const { studies, unreadable, journaled } = await this.#readBoth(since);
    await this.#finishRemovals(studies);
    const listed = studies.filter(({ record }) => !record.isRemoving);
    this.#isAnyElsewhere = listed.some(
      ({ record, isRunning }) => isRunning && !this.#running.has(record.study.id),
    );
    const toStudy = ({ record: read, isRunning }: (typeof listed)[number]): Study => {
      const { id } = read.study;
      const running = this.#running.get(id);
      const record = running?.writer?.record ?? read;
      const state = getStudyState(record, journaled, {
        isRunning: isRunning || running !== undefined,
      });
      return { id, record, state, runsHere: running !== undefined };
    };
    return { listed: listed.map(toStudy), unreadable: unreadable.map(({ id }) => id) };
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
  async #readBoth(since?: number): Promise<FoundStudies & { readonly journaled: JournaledLaunches }> {
    let before = await this.#journal.readAll();
    for (;;) {
      const journaled = await this.#readLaunches(since);
      const after = await this.#journal.readAll();
      if (countEntries(after) === countEntries(before)) return { ...after, journaled };
      before = after;
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

  /**
   * Deletes a study from the list, together with its launches and its rendered files. Everything on the service stays.
   * @param seen the study as the user saw it; one with other entries, or with rows that have become unknown since, is kept.
   *   Absent for a record that cannot be read
   * @throws LockedError while a window runs it or one of its launches, AlreadyResolvedError, JournalError
   */
  async remove(id: string, seen?: Pick<Study, 'record' | 'state'>): Promise<void> {
    if (this.#running.has(id)) throw new LockedError();
    try {
      if (seen !== undefined) await this.#announceRemoval(id, seen);
      await this.#finishRemoval(id);
    } catch (error) {
      // It is gone, which is the goal.
      if (!(error instanceof RecordGoneError)) throw error;
    } finally {
      this.#options.onChange();
    }
  }

  /** From then on, no row of it begins or continues, and whoever lists the studies finishes the removal. */
  async #announceRemoval(id: string, { record, state }: Pick<Study, 'record' | 'state'>): Promise<void> {
    const writer = await this.#journal.continue(id);
    try {
      if (writer.record.isRemoving) return;
      if (writer.record.entryCount !== record.entryCount) throw new AlreadyResolvedError();
      await this.#options.gate.exclusively(async () => {
        this.#options.launches.journalChanged();
        const now = listRowStates(writer.record, await this.#readLaunches());
        if (now.some((row) => row.state === 'running')) throw new LockedError();
        const isNew = (row: StudyRowState) => row.state !== state.rows[row.row - 1]?.state;
        if (now.some(isNew)) throw new AlreadyResolvedError();
        await writer.append({ kind: 'removing' });
      });
    } finally {
      await writer.close();
    }
  }

  /** The record goes last, so that what is left is removed later if this window dies in between. */
  async #finishRemoval(id: string): Promise<void> {
    const { launches } = this.#options;
    launches.journalChanged();
    const { launches: readable, unreadable } = await this.#readLaunches();
    const own = [...readable, ...unreadable].filter((one) => parseLaunchId(one.id)?.id === id);
    for (const launch of own) await launches.remover.removeRow(launch.id);
    await this.#journal.removeFiles(id);
    await this.#journal.remove(id);
  }

  /** Finishes what a window that died has begun. */
  async #finishRemovals(studies: FoundStudies['studies']): Promise<void> {
    const left = studies.filter(({ record, isRunning }) => record.isRemoving && !isRunning);
    for (const { record } of left) await this.#finishRemoval(record.study.id).catch(() => undefined);
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

  /** @throws RowsChangedError, LaunchCancelledError */
  async #create(
    id: string,
    prepared: PreparedStudy,
    options: StartStudyOptions,
    signal: AbortSignal,
  ): Promise<StudyWriter> {
    const { gate } = this.#options;
    return await this.#journal.create(id, async (write) => {
      try {
        const plan = await this.#freeze(id, prepared, options, signal);
        return await gate.exclusively(async () => {
          await this.#requireShown(prepared, options);
          signal.throwIfAborted();
          return await write(plan);
        }, signal);
      } catch (error) {
        // A window that has taken over may be using the files.
        if (!(error instanceof LockLostError)) await this.#journal.removeFiles(id);
        throw toCancelled(error, signal);
      }
    });
  }

  /** @throws RowsChangedError when there are more rows with the same content than the user has seen */
  async #requireShown(
    prepared: PreparedStudy,
    { shown: same, unreadable = [] }: Pick<StartStudyOptions, 'shown' | 'unreadable'>,
  ): Promise<void> {
    this.#options.launches.journalChanged();
    const shown = toShownRows(same);
    const { listed, unreadable: unknown } = await this.#look();
    const now = findSameRows(prepared, listed);
    if (now.some((one) => !isShown(shown, one))) throw new RowsChangedError();
    // Its rows may be the same.
    if (unknown.some((id) => !unreadable.includes(id))) throw new RowsChangedError();
  }

  /** @throws the reason of the signal, and the errors of {@link freezeModel} */
  async #freeze(
    id: string,
    prepared: PreparedStudy,
    options: StartStudyOptions,
    signal: AbortSignal,
  ): Promise<StudyPlan> {
    const { firstRowOnly = false, service, source, protectionConfirmed, bodies } = options;
    const { hash, project, table, rows } = prepared;
    const models: StudyModel[] = [];
    for (const [index, model] of prepared.models.entries()) {
      // Together, the files of all rows may take long.
      signal.throwIfAborted();
      models.push(await freezeModel(model, path.join(this.#journal.filesOf(id), String(index + 1))));
    }
    return {
      id,
      hash,
      service,
      project,
      table,
      models,
      rows,
      ...(firstRowOnly && { firstRowOnly }),
      ...(options.shown.length > 0 && { shownRows: toShownRows(options.shown) }),
      bodies,
      ...(source && { source }),
      ...(protectionConfirmed !== undefined && { protectionConfirmed }),
    };
  }
}

/** The error for a person who has cancelled. */
function toCancelled(error: unknown, signal: AbortSignal): unknown {
  return signal.aborted && error === signal.reason ? new LaunchCancelledError() : error;
}

function toReason({ study, row, at }: SameRow): {
  readonly id: string;
  readonly row: number;
  readonly at: number;
} {
  return { id: study, row, at };
}

/** All studies as they were at one moment. */
interface StudiesAtOnce {
  readonly listed: readonly Study[];
  /** Identifiers of those that cannot be read. */
  readonly unreadable: readonly string[];
}

/** @throws RecordGoneError */
function findRowsToGoOn(
  id: string,
  { listed, unreadable }: StudiesAtOnce,
  { retriesFailed = false, mapping }: GoOnOptions,
): RowsToGoOn {
  const own = listed.find((one) => one.id === id);
  if (own === undefined) throw new RecordGoneError();
  const { study } = own.record;
  const goesOn = ({ state }: StudyRowState) =>
    ['waiting', 'interrupted', 'cancelled'].includes(state) || (retriesFailed && state === 'failed');
  const toDo = own.state.rows
    .filter(goesOn)
    .flatMap(({ row }) => study.rows[row - 1] ?? [])
    .map((row) => ({ ...row, contentHash: hashRow(row, getModelOrigin(study, row), mapping) }));
  const same = findSameRows({ rows: toDo, project: study.project }, listed, id);
  // The yes of before knew only of those that had begun then.
  const since = same.filter((one) => isBegun(one.state) && !isShown(study.shownRows, one));
  const leftOut: { readonly row: StudyRow; readonly otherRow: SameRow }[] = [];
  for (const row of toDo) {
    const used = new Set(leftOut.map(({ otherRow }) => otherRow));
    const other = since.find((one) => one.contentHash === row.contentHash && !used.has(one));
    if (other !== undefined) leftOut.push({ row, otherRow: other });
  }
  const isLeftOut = new Set(leftOut.map(({ row }) => row));
  const used = new Set(leftOut.map(({ otherRow }) => otherRow));
  const isNew = study.models.some((model) => !('id' in model));
  return {
    rows: toDo.filter((row) => !isLeftOut.has(row)),
    leftOut,
    others: same.filter((one) => !used.has(one)),
    unreadable,
    changedBodies: findChangedBodies(
      own.record.bodies,
      mapping,
      listRowOperations(isNew ? 'new' : 'existing'),
    ),
  };
}

function getModelOrigin({ models }: StudyPlan, { model }: StudyRow): ModelOrigin {
  const planned = models[model];
  return planned !== undefined && 'id' in planned ? 'existing' : 'new';
}

/** @throws RowsChangedError when something would happen that was not shown */
function requireAgreed(agreed: RowsToGoOn, now: RowsToGoOn): void {
  const rows = new Set(agreed.rows.map(({ row, contentHash }) => `${row} ${contentHash}`));
  const leftOut = new Set(agreed.leftOut.map(({ row }) => row.row));
  const isNew = now.rows.some(({ row, contentHash }) => !rows.has(`${row} ${contentHash}`));
  const isLeftOut = now.leftOut.some(({ row }) => !leftOut.has(row.row));
  const isOther = now.changedBodies.some((operation) => !agreed.changedBodies.includes(operation));
  const shown = toShownRows(agreed.others);
  const isMore = now.others.some((one) => !isShown(shown, one));
  // Its rows may be the same.
  const isUnknown = now.unreadable.some((one) => !agreed.unreadable.includes(one));
  if (isNew || isLeftOut || isOther || isMore || isUnknown) throw new RowsChangedError();
}

function hashContent(content: Buffer | undefined): string {
  return createHash('sha256')
    .update(content ?? '')
    .digest('hex');
}

/** Writes the rendered files of a model, as they were agreed to. @throws FileChangedError, FileUnreadableError, JournalError */
async function freezeModel(model: PreparedModel, folder: string): Promise<StudyModel> {
  if ('id' in model) return { id: model.id, name: model.name };
  const { files, rendered, bytes } = model;
  if (rendered.length === 0) return { files, bytes };
  const real = await wrapWriteError(async () => {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    return await resolveLinks(folder);
  });
  const content = await model.render();
  for (const { name, sha256 } of rendered)
    if (hashContent(content.get(name)) !== sha256) throw new FileChangedError(name, 'content');
  await writePrivateFiles(real, content);
  const made: PlannedFile[] = [];
  for (const { name } of rendered)
    made.push(await takeSnapshot({ name, path: path.join(real, name) }, [{ path: real, real }]));
  return { files, rendered: made, bytes };
}

function countEntries({ studies }: FoundStudies): number {
  return studies.reduce((sum, { record }) => sum + record.entryCount, 0);
}
