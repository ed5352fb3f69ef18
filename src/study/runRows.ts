import type { Clock } from '../client/core/clock';
import { stringifyExactly } from '../client/core/exactJson';
import { raceAbort } from '../client/core/raceAbort';
import type { ModelId } from '../client/core/types';
import type { ServiceClient } from '../client/serviceClient';
import { DamagedRecordError } from '../journal/recordLines';
import { LockedError } from '../journal/recordLock';
import type { Launch, LaunchContext, LaunchObserver, LaunchPlan } from '../launch/launch';
import { type LaunchRecord, launchState } from '../launch/launchRecord';
import type { LaunchRunner } from '../launch/launchRunner';
import { toLaunchId } from './rowLaunch';
import type { BegunRows, StopReason, StudyEntry, StudyRow } from './study';
import type { StudyWriter } from './studyJournal';
import { getRow } from './studyRecord';
import { listRowStates, type RowState, toRowState } from './studyState';

/** Follows a study as it runs. */
export interface StudyObserver {
  /** Aborted when the user stops the study. */
  readonly signal: AbortSignal;
  /** Creates a client for the service of the study, for its rows and for the lists between them. */
  readonly clientOf: (cancelled: AbortSignal) => ServiceClient | Promise<ServiceClient>;
  /** Called before a row is begun or continued; rows from 1. */
  readonly onRow?: (row: number) => void;
  /** Called when rows wait because the service no longer answers, after an unknown outcome. */
  readonly onSilence?: () => void;
  readonly onExpiringUrls?: LaunchObserver['onExpiringUrls'];
}

export interface RunRowsOptions {
  readonly writer: StudyWriter;
  readonly observer: StudyObserver;
  readonly launches: LaunchRunner;
  readonly clock: Clock;
  /** Stops after the first row that is to be started. */
  readonly firstRowOnly: boolean;
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

/** A row that is to be started, with its launch so far. */
interface RowToDo {
  readonly row: StudyRow;
  readonly launch: Launch | undefined;
}

/**
 * Starts the rows of a study one after the other, in their order. A row is begun only if the journal has no launch of
 * it that counts; a row with an unknown outcome is passed over.
 */
export class RowsRun {
  readonly #options: RunRowsOptions;
  /** The finalised models by key, for other rows with the same model. */
  readonly #models = new Map<string, ModelId>();
  #failedInARow = 0;
  #hasSucceeded = false;
  /** The last row of which there is a launch; 0 for none. */
  #begun = 0;
  /** The service has to answer a request for a list before the next row. */
  #mustProbeService = false;

  constructor(options: RunRowsOptions) {
    this.#options = options;
  }

  /**
   * @returns when no more rows can be started now; the record says why it stopped, if it did
   * @throws JournalError, LockLostError, and the error of a row that says nothing about its launch
   */
  async run(): Promise<void> {
    if (this.#options.writer.record.stopped !== undefined) await this.#note({ kind: 'wentOn' });
    for (const one of await this.#findRows()) {
      const { firstRowOnly, signal } = this.#options;
      const reason = signal.aborted ? 'stopped' : await this.#runRow(one);
      if (reason === undefined && !firstRowOnly) continue;
      await this.#stop(reason ?? 'firstRowOnly');
      return;
    }
    await this.#note({ kind: 'wentOn', ...this.#begunRows });
  }

  get #begunRows(): BegunRows {
    return this.#begun === 0 ? {} : { begun: this.#begun };
  }

  /** Finds the rows that are to be started, and learns from the others. */
  async #findRows(): Promise<readonly RowToDo[]> {
    const { launches, writer, retriesFailed } = this.#options;
    const { record } = writer;
    // Another window may just have written what was read a moment ago.
    launches.journalChanged();
    const all = new Map((await launches.list.read()).map((launch) => [launch.id, launch]));
    const states = listRowStates(record, {
      launches: [...all.values()],
      unreadable: await launches.list.readUnreadable(),
    });
    return states.flatMap(({ state, launch: id }, index): RowToDo[] => {
      const row = record.study.rows[index];
      if (row === undefined) return [];
      const launch = id === undefined ? undefined : all.get(id);
      this.#learn(row, launch?.record ?? getRow(record, row.row).started);
      if (state === 'started') this.#hasSucceeded = true;
      if (state === 'unknown') this.#mustProbeService = true;
      const isToDo = ['waiting', 'interrupted', 'cancelled', ...(retriesFailed ? ['failed'] : [])].includes(
        state,
      );
      return isToDo ? [{ row, launch }] : [];
    });
  }

  /** @returns why the study stops here, if it does */
  async #runRow({ row, launch }: RowToDo): Promise<StopReason | undefined> {
    const { observer, signal, writer } = this.#options;
    if (this.#mustProbeService) {
      const answered = await this.#waitForAnswer();
      if (signal.aborted) return 'stopped';
      if (!answered) return 'noAnswer';
      this.#mustProbeService = false;
    }
    observer.onRow?.(row.row);
    const { record, error } = await this.#launch(row, launch);
    if (record !== undefined) this.#begun = row.row;
    writer.lost.throwIfAborted();
    this.#learn(row, record);
    this.#options.onChange();
    const state = record === undefined ? 'interrupted' : toRowState(launchState(record, false));
    if (signal.aborted) return state === 'started' ? undefined : 'stopped';
    return await this.#judge(state, error);
  }

  async #judge(state: RowState, error: unknown): Promise<StopReason | undefined> {
    switch (state) {
      case 'started':
        this.#hasSucceeded = true;
        this.#failedInARow = 0;
        return undefined;
      case 'failed':
        this.#failedInARow++;
        if (!this.#hasSucceeded) return 'probeFailed';
        return this.#failedInARow >= maxFailedInARow ? 'threeFailed' : undefined;
      case 'unknown':
        this.#failedInARow = 0;
        this.#mustProbeService = true;
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
  ): Promise<{ readonly record: LaunchRecord | undefined; readonly error?: unknown }> {
    const { launches, writer } = this.#options;
    let record = launch?.record;
    const observer = this.#follow((changed) => (record = changed));
    // Called when the launch is on disk and nothing is sent: from then on, its own lock decides who sends it.
    const clientOf = async (cancelled: AbortSignal) => {
      await writer.requireOwnership();
      return await this.#options.observer.clientOf(cancelled);
    };
    try {
      if (launch !== undefined && mayContinue(launch.record) && (await this.#hasFiles(launch))) {
        await launches.resume(launch.id, observer, {
          clientOf,
          confirm: (current) => {
            record = current;
            return Promise.resolve(current.simulation === undefined);
          },
        });
      } else {
        record = undefined;
        if (launch !== undefined) await this.#drop(row, launch);
        record = await launches.start(this.#plan(row), observer, { clientOf, id: this.#nextLaunchId(row) });
      }
      return { record };
    } catch (error) {
      return { record, error };
    }
  }

  /** Whether it is known which files are still to be sent. If not, the launch has created no simulation. */
  async #hasFiles({ id, record }: Launch): Promise<boolean> {
    if (record.uploaded) return true;
    try {
      await this.#options.launches.list.readFiles(id);
      return true;
    } catch (error) {
      if (error instanceof DamagedRecordError) return false;
      throw error;
    }
  }

  /** Makes a launch no longer count. It certainly created no simulation, and it cannot continue. */
  async #drop({ row }: StudyRow, launch: Launch): Promise<void> {
    const { launches, writer, signal } = this.#options;
    if (launch.record.end === 'abandoned')
      await writer.append({ kind: 'rowRepeated', row, launches: [launch.id] });
    // Should its upload URLs be found again, it could create a second simulation.
    // A keyring may never respond.
    else await raceAbort(launches.remover.remove([launch.id], [launch]), signal);
  }

  #nextLaunchId({ row }: StudyRow): string {
    const { record } = this.#options.writer;
    const { earlier, left } = getRow(record, row);
    return toLaunchId(record.study.id, row, earlier.length + (left === undefined ? 0 : 1) + 1);
  }

  #follow(onChange: (record: LaunchRecord) => void): LaunchObserver {
    const { observer, signal } = this.#options;
    return {
      signal,
      onChange,
      onProgress: () => undefined,
      onExpiringUrls: async (urls) => await observer.onExpiringUrls?.(urls),
    };
  }

  #plan(studyRow: StudyRow): LaunchPlan & LaunchContext {
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

  #learn(row: StudyRow, found: LaunchRecord | Pick<LaunchRecord, 'modelId'> | undefined): void {
    const isFinalised = found !== undefined && (!('finalised' in found) || found.finalised);
    if (isFinalised && found.modelId !== undefined) this.#models.set(getModelKey(row), found.modelId);
  }

  /** @returns whether the service has answered a request for a list */
  async #waitForAnswer(): Promise<boolean> {
    const { clock, observer, signal } = this.#options;
    for (const waitMs of listWaitsMs) {
      try {
        await clock.wait(waitMs, signal);
        const client = await observer.clientOf(signal);
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
    await this.#note({ kind: 'stopped', reason, ...this.#begunRows });
    onChange();
  }

  /** Writes an entry that is only for people to read: no decision depends on it. */
  async #note(entry: StudyEntry): Promise<void> {
    await this.#options.writer.append(entry).catch(() => undefined);
  }
}

/**
 * Rows share a model only if they have the same key. In records of earlier versions, `model` does not depend on the
 * answers.
 */
function getModelKey({ model, answers = {} }: StudyRow): string {
  return stringifyExactly([model, answers.createModel ?? null, answers.finaliseModel ?? null]);
}

/** Whether the model of a launch can still be completed. If not, the launch has certainly created no simulation. */
function mayContinue({ end, problem }: LaunchRecord): boolean {
  return end !== 'abandoned' && !(end === 'failed' && problem?.kind === 'uploadUrlsUnavailable');
}
