import type { Clock } from '../client/core/clock';
import type { ModelId } from '../client/core/types';
import { stringifyExactly } from '../client/response/exactJson';
import type { ServiceClient } from '../client/serviceClient';
import type { BegunLaunch, Launch, LaunchObserver, LaunchPlan } from '../launch/launch';
import { LockedError } from '../launch/launchLock';
import { type LaunchRecord, launchState } from '../launch/launchRecord';
import type { LaunchRunner } from '../launch/launchRunner';
import type { StopReason, StudyEntry, StudyRow } from './study';
import type { StudyWriter } from './studyJournal';
import { getRow } from './studyRecord';
import { RowLaunches, type RowState, toRowState } from './studyState';

/** Follows a study as it runs. */
export interface StudyObserver {
  /** Aborted when the user stops the study. */
  readonly signal: AbortSignal;
  /** Creates a client for the service of the study; replaces the default one. */
  readonly clientOf?: (cancelled: AbortSignal) => Promise<ServiceClient>;
  /** Called before a row is begun or continued; rows from 1. */
  readonly onRow?: (row: number) => void;
  /** Called when rows wait because the service no longer answers, after an unknown outcome. */
  readonly onSilence?: () => void;
  readonly onProgress?: LaunchObserver['onProgress'];
  readonly onExpiringUrls?: LaunchObserver['onExpiringUrls'];
}

export interface RunRowsOptions {
  readonly writer: StudyWriter;
  readonly observer: StudyObserver;
  readonly launches: LaunchRunner;
  readonly clock: Clock;
  readonly clientOf: (cancelled: AbortSignal) => Promise<ServiceClient>;
  /** Repeats rows that have certainly failed. */
  readonly retriesFailed: boolean;
  /** Aborted when the user stops the study, or another window has taken it over. */
  readonly signal: AbortSignal;
  readonly onChange: () => void;
}

/** So many rows that fail one after the other stop a study. */
const maxFailedInARow = 3;

/** Waits before the service is asked for a list again, after an unknown outcome; ms. */
const listWaitsMs = [0, 1_000, 2_000, 5_000, 10_000, 20_000, 30_000, 60_000];

/**
 * Starts the rows of a study one after the other, in their order. A row is begun only if the journal has no launch of
 * it and its study names none; a row with an unknown outcome is passed over.
 * @returns when no more rows can be started now; the record says why it stopped, if it did
 * @throws JournalError, LockLostError, and the error of a row that says nothing about its launch
 */
export async function runRows(options: RunRowsOptions): Promise<void> {
  await new RowsRun(options).run();
}

class RowsRun {
  readonly #options: RunRowsOptions;
  /** By its key: the finalised model, for the other rows that have it. */
  readonly #models = new Map<string, ModelId>();
  #failedInARow = 0;
  #isProven = false;
  /** The service has to answer a request for a list before the next row. */
  #isToAsk = false;
  /** Rows that have started and are not yet noted. Their launches say the same. */
  readonly #unwritten: StudyEntry[] = [];
  /** The launch of the next row, begun while the service responds to the one before. */
  #ahead: { readonly row: number; readonly begun: Promise<BegunLaunch> } | undefined;
  /** Ends when the record of the last launch is closed. Never rejects. */
  #closing: Promise<unknown> = Promise.resolve();

  constructor(options: RunRowsOptions) {
    this.#options = options;
  }

  async run(): Promise<void> {
    try {
      await this.#runAll();
    } finally {
      await this.#cancelAhead().catch(() => undefined);
      await this.#closing;
    }
  }

  async #runAll(): Promise<void> {
    const { writer, signal } = this.#options;
    const { rows } = writer.record.study;
    const found = await this.#findLaunches();
    for (const row of rows) await this.#takeOver(row, found.get(row.row));
    const toDo = rows.filter((row) => this.#isToDo(row, found.get(row.row)));
    for (const [index, row] of toDo.entries()) {
      const next = toDo[index + 1];
      const fresh = next !== undefined && !found.has(next.row) ? next : undefined;
      const reason = signal.aborted ? 'stopped' : await this.#runRow(row, found.get(row.row), fresh);
      if (reason === undefined) continue;
      await this.#stop(reason);
      return;
    }
    await this.#writeNotes();
  }

  async #findLaunches(): Promise<ReadonlyMap<number, Launch>> {
    const { launches, writer } = this.#options;
    // Another window may just have written what was read a moment ago.
    launches.journalChanged();
    const all = (await launches.list()).map((launch) => {
      const { study } = launch.record.plan;
      return { id: launch.id, launch, ...(study !== undefined && { study }) };
    });
    const finder = new RowLaunches(writer.record, all);
    const found = writer.record.study.rows.flatMap(({ row }) => {
      const one = finder.find(row);
      return one === undefined ? [] : [[row, one.launch] as const];
    });
    return new Map(found);
  }

  /** Notes the launch of a row that a dead window has begun or finished. */
  async #takeOver(studyRow: StudyRow, launch: Launch | undefined): Promise<void> {
    const { writer } = this.#options;
    const { row } = studyRow;
    const { launch: noted, started } = getRow(writer.record, row);
    if (started !== undefined) {
      this.#isProven = true;
      if (started.modelId !== undefined) this.#models.set(getModelKey(studyRow), started.modelId);
    }
    if (launch === undefined) {
      if (noted !== undefined && started === undefined) this.#isToAsk = true;
      return;
    }
    if (noted === undefined) await writer.append({ kind: 'rowBegun', row, launch: launch.id });
    this.#unwritten.push(...this.#learn(studyRow, launch.record));
    await this.#writeNotes();
    if (toRowState(launch.state) === 'unknown') this.#isToAsk = true;
  }

  #isToDo({ row }: StudyRow, launch: Launch | undefined): boolean {
    const { writer, retriesFailed } = this.#options;
    const { launch: noted, started } = getRow(writer.record, row);
    if (started !== undefined) return false;
    // Its launch is gone: only a person can tell whether it was carried out.
    if (launch === undefined) return noted === undefined;
    const state = toRowState(launch.state);
    return state === 'interrupted' || state === 'cancelled' || (state === 'failed' && retriesFailed);
  }

  /**
   * @param next the row after it, if that has no launch yet
   * @returns why the study stops here, if it does
   */
  async #runRow(
    row: StudyRow,
    launch: Launch | undefined,
    next: StudyRow | undefined,
  ): Promise<StopReason | undefined> {
    const { observer, signal, writer } = this.#options;
    if (this.#isToAsk) {
      const answered = await this.#waitForAnswer();
      if (signal.aborted) return 'stopped';
      if (!answered) return 'noAnswer';
      this.#isToAsk = false;
    }
    observer.onRow?.(row.row);
    const { record, error } = await this.#launch(row, launch, next);
    writer.lost.throwIfAborted();
    if (record !== undefined) this.#unwritten.push(...this.#learn(row, record));
    this.#options.onChange();
    const state = record === undefined ? 'interrupted' : toRowState(launchState(record, false));
    if (signal.aborted) return state === 'started' ? undefined : 'stopped';
    return await this.#judge(state, error);
  }

  async #judge(state: RowState, error: unknown): Promise<StopReason | undefined> {
    switch (state) {
      case 'started':
        this.#isProven = true;
        this.#failedInARow = 0;
        return undefined;
      case 'failed':
        this.#failedInARow++;
        if (!this.#isProven) return 'probeFailed';
        return this.#failedInARow >= maxFailedInARow ? 'threeFailed' : undefined;
      case 'unknown':
        this.#failedInARow = 0;
        this.#isToAsk = true;
        return undefined;
      case 'cancelled':
        return 'stopped';
      default:
        await this.#stop('error');
        // Without an error, the launch runs in this window already.
        throw error instanceof Error ? error : new LockedError();
    }
  }

  /** @returns the record of the launch as it ended; undefined when not even that was written */
  async #launch(
    row: StudyRow,
    launch: Launch | undefined,
    next: StudyRow | undefined,
  ): Promise<{ readonly record: LaunchRecord | undefined; readonly error?: unknown }> {
    const { launches, clientOf } = this.#options;
    let record = launch?.record;
    let meanwhile: Promise<void> | undefined;
    let markCreated: () => void = () => undefined;
    const created = new Promise<void>((resolve) => (markCreated = resolve));
    const follower = this.#follow((changed) => {
      record = changed;
      if (changed.open === 'createSimulation') meanwhile ??= this.#workMeanwhile(next);
      if (changed.simulation !== undefined) markCreated();
    });
    let error: unknown;
    try {
      if (launch !== undefined && mayContinue(launch.record)) {
        await launches.resume(launch.id, follower, {
          clientOf,
          confirm: (current) => {
            record = current;
            return Promise.resolve(current.simulation === undefined);
          },
        });
      } else {
        if (launch !== undefined) {
          record = undefined;
          await this.#removeToRepeat(row, launch);
        }
        const begun = (await this.#takeAhead(row)) ?? (await this.#begin(row));
        record = begun.record;
        const ended = begun.carryOut(follower, { clientOf });
        // The record is closed while the next row is under way.
        await Promise.race([ended, created]);
        await this.#closing;
        this.#closing = ended.catch(() => undefined);
      }
    } catch (thrown) {
      error = thrown;
    }
    await meanwhile;
    return { record, error };
  }

  async #removeToRepeat({ row }: StudyRow, launch: Launch): Promise<void> {
    const { launches, writer } = this.#options;
    // Should its upload URLs be found again, it could create a second simulation.
    if (launch.record.end !== 'abandoned') await launches.remove([launch.id], [launch]);
    await writer.append({ kind: 'rowRepeated', row });
  }

  async #takeAhead({ row }: StudyRow): Promise<BegunLaunch | undefined> {
    if (this.#ahead?.row !== row) return undefined;
    const { begun } = this.#ahead;
    this.#ahead = undefined;
    return await begun;
  }

  /** Cancels the launch of a row that was begun ahead and that this run does not get to. */
  async #cancelAhead(): Promise<void> {
    const begun = await this.#ahead?.begun;
    await begun?.carryOut({ ...this.#follow(() => undefined), signal: AbortSignal.abort() });
  }

  /** Begins the launch of a row and notes it. Nothing is sent. */
  async #begin(row: StudyRow): Promise<BegunLaunch> {
    const { launches, signal, writer } = this.#options;
    const begun = await launches.begin(this.#plan(row), signal);
    try {
      // Whoever takes over the study from now on sees the launch, and its lock decides who sends it.
      await writer.append({ kind: 'rowBegun', row: row.row, launch: begun.record.plan.launch });
      return begun;
    } catch (error) {
      await begun.takeBack();
      throw error;
    }
  }

  /** Writes what need not be written between two requests, while the service responds to one. Never rejects. */
  async #workMeanwhile(next: StudyRow | undefined): Promise<void> {
    // Notes that cannot be written now are written with those of the next row.
    await this.#writeNotes().catch(() => undefined);
    if (next === undefined || !this.#mayBeginAhead(next)) return;
    const begun = this.#begin(next);
    this.#ahead = { row: next.row, begun };
    // If it fails, the row itself says so.
    await begun.catch(() => undefined);
  }

  async #writeNotes(): Promise<void> {
    for (let [entry] = this.#unwritten; entry !== undefined; [entry] = this.#unwritten) {
      await this.#options.writer.append(entry);
      this.#unwritten.shift();
    }
  }

  /** Whether the plan of a row depends on no row before it, and the one before will hardly stop the study. */
  #mayBeginAhead(row: StudyRow): boolean {
    const planned = this.#options.writer.record.study.models[row.model];
    const hasModel = this.#models.has(getModelKey(row)) || (planned !== undefined && 'id' in planned);
    return hasModel && this.#isProven && this.#failedInARow === 0;
  }

  #follow(onChange: (record: LaunchRecord) => void): LaunchObserver {
    const { observer, signal } = this.#options;
    return {
      signal,
      onChange,
      onProgress: (progress) => observer.onProgress?.(progress),
      onExpiringUrls: async (urls) => await observer.onExpiringUrls?.(urls),
    };
  }

  #plan(studyRow: StudyRow): LaunchPlan {
    const { row, name, model, answers } = studyRow;
    const { study } = this.#options.writer.record;
    const planned = study.models[model];
    if (planned === undefined) throw new RangeError(`row ${row} has no model`);
    const finalised = this.#models.get(getModelKey(studyRow));
    return {
      service: study.service,
      project: study.project,
      model:
        finalised !== undefined
          ? { id: finalised, name }
          : 'id' in planned
            ? planned
            : { name, files: planned.files },
      finalise: true,
      simulate: true,
      ...(answers && { answers }),
      ...(study.source && { source: study.source }),
      ...(study.protectionAsked !== undefined && { protectionAsked: study.protectionAsked }),
      study: { id: study.id, row },
    };
  }

  /** @returns what is to be noted of a launch, which may be removed later */
  #learn(studyRow: StudyRow, record: LaunchRecord): StudyEntry[] {
    const { writer } = this.#options;
    const { row } = studyRow;
    const { modelId, finalised, simulation, changedAt } = record;
    if (finalised && modelId !== undefined) this.#models.set(getModelKey(studyRow), modelId);
    if (simulation === undefined) return [];
    this.#isProven = true;
    if (getRow(writer.record, row).started !== undefined) return [];
    return [
      {
        ...{ kind: 'rowStarted', row, startedAt: changedAt },
        ...(modelId !== undefined && { modelId }),
        ...(simulation.id !== undefined && { simulationId: simulation.id }),
      },
    ];
  }

  /** @returns whether the service has answered a request for a list */
  async #waitForAnswer(): Promise<boolean> {
    const { clock, clientOf, observer, signal } = this.#options;
    for (const waitMs of listWaitsMs) {
      try {
        await clock.wait(waitMs, signal);
        const client = await clientOf(signal);
        await client.listProjects({ signal });
        return true;
      } catch {
        if (signal.aborted) return false;
        observer.onSilence?.();
      }
    }
    return false;
  }

  async #stop(reason: StopReason): Promise<void> {
    const { writer, onChange } = this.#options;
    writer.lost.throwIfAborted();
    // Only notes for people: if they cannot be written, the launches say the same.
    await this.#writeNotes().catch(() => undefined);
    await writer.append({ kind: 'stopped', reason }).catch(() => undefined);
    onChange();
  }
}

/** Whether its model can still be completed. Otherwise it has certainly created no simulation. */
function mayContinue({ end, problem }: LaunchRecord): boolean {
  return end !== 'abandoned' && !(end === 'failed' && problem?.kind === 'linksGone');
}

/** Rows share a model only if they have the same key. Records of earlier versions disregard the answers in `model`. */
function getModelKey({ model, answers = {} }: StudyRow): string {
  return stringifyExactly([model, answers.createModel ?? null, answers.finaliseModel ?? null]);
}
