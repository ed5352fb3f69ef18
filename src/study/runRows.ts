import type { Clock } from '../client/core/clock';
import { ResponseError } from '../client/core/errors';
import type { ModelId } from '../client/core/types';
import type { ServiceClient } from '../client/serviceClient';
import { DamagedRecordError } from '../journal/recordLines';
import { LockedError } from '../journal/recordLock';
import { RowTakenError } from '../launch/errors';
import type { AgreedBodies } from '../launch/journalEntry';
import type { Launch, LaunchContext, LaunchObserver, LaunchPlan } from '../launch/launch';
import { type LaunchRecord, launchState } from '../launch/launchRecord';
import type { LaunchRunner } from '../launch/launchRunner';
import { parseLaunchId, toLaunchId } from './rowLaunch';
import type { StopReason, StudyEntry, StudyRow } from './study';
import type { StudyWriter } from './studyJournal';
import { listModelFiles, type StudyRecord } from './studyRecord';
import { listRowStates, type RowState, toRowState } from './studyState';

/** Follows a study as it runs. */
export interface StudyObserver {
  /** Aborted when the user stops the study. */
  readonly signal: AbortSignal;
  /** Creates a client for the service of the study, for its rows and for the lists between them. */
  readonly clientOf: (cancelled: AbortSignal) => ServiceClient | Promise<ServiceClient>;
  /** Called before a row is begun or continued; rows from 1. */
  readonly onRow?: ((row: number) => void) | undefined;
  /** Called when rows wait because the service no longer answers, after an unknown outcome. */
  readonly onSilence?: (() => void) | undefined;
  readonly onExpiringUrls?: LaunchObserver['onExpiringUrls'] | undefined;
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

/** A row that is to be started. */
interface RowToDo {
  readonly row: StudyRow;
  /** The last one of its launches that count. */
  readonly launch: Launch | undefined;
  /** The identifier of another launch of it. */
  readonly nextLaunch: string;
}

/**
 * Starts the rows of a study one after the other, in their order. A row is begun only if the journal has no launch of
 * it that counts; a row with an unknown outcome is passed over, and one whose content a row of another study has is left
 * out.
 */
export class RowsRun {
  readonly #options: RunRowsOptions;
  /** The finalised models by their indexes in the study, for other rows with the same model. */
  readonly #models = new Map<number, ModelId>();
  #failedInARow = 0;
  #hasSucceeded = false;
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
    if (this.#options.writer.record.stopped !== undefined) await this.#note({ kind: 'resumed' });
    for (const one of await this.#findRows()) {
      const { firstRowOnly, signal } = this.#options;
      const reason = signal.aborted ? 'stopped' : await this.#runRow(one);
      if (reason === undefined && !firstRowOnly) continue;
      await this.#stop(reason ?? 'firstRowOnly');
      return;
    }
  }

  /** Finds the rows that are to be started, and learns from the others. */
  async #findRows(): Promise<readonly RowToDo[]> {
    const { launches, writer, retriesFailed } = this.#options;
    const { record } = writer;
    // Another window may just have written what was read a moment ago.
    launches.journalChanged();
    const all = new Map((await launches.list.read()).map((launch) => [launch.id, launch]));
    const unreadable = await launches.list.readUnreadable();
    const states = listRowStates(record, { launches: [...all.values()], unreadable });
    const attempts = countAttempts(record, [...all.keys(), ...unreadable.map(({ id }) => id)]);
    return states.flatMap(({ state, launch: id }, index): RowToDo[] => {
      const row = record.study.rows[index];
      if (row === undefined) return [];
      const launch = id === undefined ? undefined : all.get(id);
      this.#learn(row, launch?.record);
      if (state === 'started') this.#hasSucceeded = true;
      if (state === 'unknown') this.#mustProbeService = true;
      const isToDo = ['waiting', 'interrupted', 'cancelled', ...(retriesFailed ? ['failed'] : [])].includes(
        state,
      );
      const nextLaunch = toLaunchId(record.study.id, row.row, (attempts.get(row.row) ?? 0) + 1);
      return isToDo ? [{ row, launch, nextLaunch }] : [];
    });
  }

  /** @returns why the study stops here, if it does */
  async #runRow(toDo: RowToDo): Promise<StopReason | undefined> {
    const { row } = toDo;
    const { observer, signal, writer } = this.#options;
    if (this.#mustProbeService) {
      const answered = await this.#waitForAnswer();
      if (signal.aborted) return 'stopped';
      if (!answered) return 'noAnswer';
      this.#mustProbeService = false;
    }
    observer.onRow?.(row.row);
    const { record, error } = await this.#launch(toDo);
    writer.lost.throwIfAborted();
    if (error instanceof RowTakenError) {
      await writer.append({ kind: 'rowLeftOut', row: row.row, otherRow: error.by });
      this.#options.onChange();
      return undefined;
    }
    this.#learn(row, record);
    this.#options.onChange();
    const state = record === undefined ? 'interrupted' : toRowState(launchState(record));
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
        // The responses to the other rows would leave as many questions.
        return error instanceof ResponseError && !this.#hasSucceeded ? 'probeFailed' : undefined;
      case 'cancelled':
        return 'stopped';
      default:
        await this.#stop('error');
        // Without an error, the launch runs in this window already.
        throw error instanceof Error ? error : new LockedError();
    }
  }

  /** @returns the record of the launch as it ended; undefined when not even that was written */
  async #launch({
    row,
    launch,
    nextLaunch,
  }: RowToDo): Promise<{ readonly record: LaunchRecord | undefined; readonly error?: unknown }> {
    const { launches, writer } = this.#options;
    let record = launch?.record;
    const observer = this.#follow((changed) => (record = changed));
    // Called when the launch is on disk and nothing is sent: from then on, its own lock decides who sends it.
    const clientOf = async (cancelled: AbortSignal) => {
      await writer.requireOwnership();
      return await this.#options.observer.clientOf(cancelled);
    };
    try {
      if (launch !== undefined && (await this.#canGoOn(launch))) {
        await launches.resume(launch.id, observer, {
          clientOf,
          isOfStudy: true,
          bodies: () => this.#changedBodies,
          confirm: (current) => {
            record = current;
            return Promise.resolve(current.simulation === undefined);
          },
        });
      } else {
        record = undefined;
        if (launch !== undefined) await this.#giveUp(launch);
        record = await launches.start(this.#plan(row), observer, { clientOf, id: nextLaunch });
      }
      return { record };
    } catch (error) {
      return { record, error };
    }
  }

  /**
   * Whether a row goes on with this launch. If not, the launch has certainly created no simulation, and the row gets
   * another one.
   */
  async #canGoOn(launch: Launch): Promise<boolean> {
    const { record } = launch;
    return this.#hasModelOfNow(record) && mayContinue(record) && (await this.#hasFiles(launch));
  }

  /**
   * Whether the model of a launch has been created with the bodies that the user has agreed to last, or is still to be
   * created. Rows share no other model.
   */
  #hasModelOfNow({ bodies, modelId }: LaunchRecord): boolean {
    const now = this.#options.writer.record.bodies;
    const isSame = (['createModel', 'finaliseModel'] as const).every(
      (operation) => bodies[operation] === now[operation],
    );
    return isSame || modelId === undefined;
  }

  /** Whether it is known which files are still to be sent. */
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

  /**
   * Makes sure that a launch never continues, because its row gets another one. If its upload URLs were found again, it
   * would create a second simulation of the row.
   */
  async #giveUp({ record }: Launch): Promise<void> {
    const { launches, signal } = this.#options;
    if (record.end === 'abandoned') return;
    await launches.abandon(record, record.problem ?? { kind: 'damagedRecord' }, signal);
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

  #plan({ row, name, model, answers }: StudyRow): LaunchPlan & LaunchContext {
    const { study, bodies } = this.#options.writer.record;
    const planned = study.models[model];
    if (planned === undefined) throw new RangeError(`row ${row} has no model`);
    const finalised = this.#models.get(model);
    return {
      service: study.service,
      project: study.project,
      model:
        finalised !== undefined
          ? { id: finalised, name }
          : 'id' in planned
            ? planned
            : { name, files: listModelFiles(planned) },
      finalise: true,
      simulate: true,
      ...(answers && { answers }),
      bodies,
      ...(study.source && { source: study.source }),
      ...(study.protectionConfirmed !== undefined && { protectionConfirmed: study.protectionConfirmed }),
      study: { id: study.id, row },
    };
  }

  #learn(row: StudyRow, found: LaunchRecord | undefined): void {
    if (found?.finalised === true && found.modelId !== undefined && this.#hasModelOfNow(found))
      this.#models.set(row.model, found.modelId);
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

  /** The bodies that the user has agreed to after the start of the study. */
  get #changedBodies(): AgreedBodies | undefined {
    const { bodies, study } = this.#options.writer.record;
    return bodies === study.bodies ? undefined : bodies;
  }

  async #stop(reason: StopReason): Promise<void> {
    const { writer, onChange } = this.#options;
    writer.lost.throwIfAborted();
    await this.#note({ kind: 'stopped', reason });
    onChange();
  }

  /** Writes an entry that is only for people to read: no decision depends on it. */
  async #note(entry: StudyEntry): Promise<void> {
    await this.#options.writer.append(entry).catch(() => undefined);
  }
}

/** The highest number of a launch of each row, whether it counts or not. */
function countAttempts(
  { study, rows }: Pick<StudyRecord, 'study' | 'rows'>,
  launches: readonly string[],
): ReadonlyMap<number, number> {
  const repeated = [...rows.values()].flatMap((row) => row.repeated);
  const attempts = new Map<number, number>();
  for (const launch of [...launches, ...repeated]) {
    const of = parseLaunchId(launch);
    if (of?.id === study.id) attempts.set(of.row, Math.max(of.attempt, attempts.get(of.row) ?? 0));
  }
  return attempts;
}

/** Whether the model of a launch can still be completed. */
function mayContinue({ end, problem }: LaunchRecord): boolean {
  return end !== 'abandoned' && !(end === 'failed' && problem?.kind === 'uploadUrlsUnavailable');
}
