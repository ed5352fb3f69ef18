import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { ServiceError } from '../../../../src/client/core/errors';
import type { Emulator } from '../../../../src/emulator/emulator';
import { AlreadySettledError, RecordGoneError } from '../../../../src/journal/errors';
import { LockedError, LockLostError } from '../../../../src/journal/recordLock';
import {
  KeyringError,
  RequestAbandonedError,
  UnknownOutcomeError,
  UploadUrlsUnavailableError,
} from '../../../../src/launch/errors';
import type { Launch } from '../../../../src/launch/launch';
import type { Study } from '../../../../src/study/studyRunner';
import type { RowState } from '../../../../src/study/studyState';
import { FileUploadError } from '../../../../src/upload/errors';
import { noFollower } from '../../../support/runner';
import { openStudyWindow, type StudyOrder, type StudyWindow } from '../../../support/studies';
import { type FileTree, tempTree } from '../../../support/tempTree';
import { ageLocks, findingOf } from '../../launch/support/killedLaunch';
import { Dice, runTurns, TurnClock } from '../../launch/support/randomFaults';
import { DisturbedService } from './disturbedService';

/** Longer than any silence of a window that counts as alive; ms. */
const silenceMs = 70_000;

/** More rounds than faults, settlements and repeats can need once nothing disturbs any more. */
const maxRoundsToEnd = 30;

/** What can go wrong without being a defect: faults of the service, and two windows that respect each other. */
const expectedErrors = [
  ...[ServiceError, FileUploadError, UnknownOutcomeError, RequestAbandonedError, UploadUrlsUnavailableError],
  ...[AlreadySettledError, LockedError, LockLostError, RecordGoneError, KeyringError],
];

export type Deed =
  'goOn' | 'tryFailedAgain' | 'stop' | 'settle' | 'takeOver' | 'resume' | 'remove' | 'repeatRow' | 'rest';

const deeds: readonly [Deed, ...Deed[]] = [
  ...(['goOn', 'goOn', 'goOn', 'tryFailedAgain', 'stop', 'settle', 'settle'] as const),
  ...(['takeOver', 'resume', 'remove', 'repeatRow', 'rest'] as const),
] as never;

/** A study of random rows under random faults, with two windows and a person who tells now and then. */
export class RandomStudy {
  /** The promises that were not kept. */
  readonly broken: string[] = [];
  readonly done = new Set<Deed>();
  /** How often a person said that a simulation does not exist though it did or was on its way, by its speed. */
  readonly falseWords = new Map<number, number>();
  /** How often a person said anything. */
  words = 0;
  readonly #seed: number;
  readonly #emulator: Emulator;
  readonly #dice: Dice;
  readonly #speeds: readonly number[];
  readonly #service: DisturbedService;
  readonly #pending = new Set<Promise<void>>();
  #windows: readonly StudyWindow[] = [];
  #folder = '';

  constructor(seed: number, emulator: Emulator) {
    this.#seed = seed;
    this.#emulator = emulator;
    this.#dice = new Dice(seed, 'study');
    this.#service = new DisturbedService(emulator, new Dice(seed, 'faults'));
    // Some rows are equal.
    this.#speeds = Array.from({ length: 1 + this.#dice.int(6) }, (_, index) =>
      this.#dice.chance(0.15) ? 1 : index + 1,
    );
  }

  get faults(): ReadonlySet<string> {
    return this.#service.faults;
  }

  get rows(): number {
    return this.#speeds.length;
  }

  async run(project: StudyOrder['project']): Promise<void> {
    const order = await this.#order(project);
    this.#folder = order.folder;
    this.#windows = [0, 1].map(() =>
      openStudyWindow(order, { clock: new TurnClock(), random: () => this.#dice.next() }),
    );
    const [first] = this.#windows as [StudyWindow];
    const prepared = await first.prepare();
    this.#service.disturb();
    // A window that loses its lock before that has agreed to nothing.
    await new Promise<unknown>((resolve) => {
      const options = { service: first.service, onFrozen: resolve };
      this.#begin(() => first.studies.start(prepared, options, noFollower()));
    });
    for (let count = 4 + this.#dice.int(8); count > 0; count--) {
      await runTurns(this.#dice.int(60));
      await this.#act(this.#dice.pick(deeds));
      await this.#look(false);
    }
    await this.#rest();
    await this.#end();
  }

  async #order(project: StudyOrder['project']): Promise<StudyOrder> {
    const delimiter = this.#dice.pick([',', ';', '\t']);
    const lineEnd = this.#dice.pick(['\n', '\r\n']);
    const isPerRow = this.#dice.chance(0.5);
    const files = this.#speeds.map(() => this.#dice.pick(['a', 'a', 'b', 'c']));
    const quote = (cell: string) => (this.#dice.chance(0.3) ? `"${cell}"` : cell);
    const lines = this.#speeds.map((speed, index) =>
      [...(isPerRow ? [quote(files[index] ?? '')] : []), quote(String(speed))].join(delimiter),
    );
    // A table of one column has no delimiter to be found by.
    const header = isPerRow ? `files${delimiter}speed` : 'speed';
    const tree: FileTree = {
      'cases.csv': [header, ...lines, ''].join(lineEnd),
      ...{ 'a/main.inp': 'a', 'b/main.inp': 'b', 'b/mesh.inc': 'mesh', 'c/main.inp.template': '{{ speed }}' },
    };
    const [model] = this.#emulator.models;
    return {
      ...{ baseUrl: this.#emulator.baseUrl, folder: path.join(await tempTree(), 'launches') },
      ...{ root: await tempTree(tree), table: 'cases.csv', project },
      model:
        isPerRow || model === undefined
          ? { perRow: true, exclude: [], name: 'case' }
          : { id: model.model_id as never, name: model.name },
    };
  }

  async #act(deed: Deed): Promise<void> {
    const window = this.#dice.pick(this.#windows as [StudyWindow]);
    const { launches, studies } = window;
    const [study] = await this.#list(window);
    if (study === undefined) return;
    const { id } = study;
    this.done.add(deed);
    switch (deed) {
      case 'goOn':
        // The other window tries it at the same time.
        for (const one of this.#windows) this.#begin(() => one.studies.goOn(id, noFollower()));
        return;
      case 'tryFailedAgain':
        this.#begin(() => studies.tryFailedAgain(id, noFollower()));
        return;
      case 'stop':
        studies.stop(id);
        return;
      case 'settle':
        await this.#settle(window, this.#dice.chance(0.2));
        return;
      case 'takeOver':
        // The window that runs the study was suspended, and wakes up when the other one has taken over.
        this.#ageLocks();
        this.#begin(() => studies.goOn(id, noFollower()));
        return;
      case 'resume': {
        const launch = await this.#pickLaunch(window);
        if (launch !== undefined) this.#begin(() => launches.resume(launch.id, noFollower()));
        return;
      }
      case 'remove': {
        const launch = await this.#pickLaunch(window);
        if (launch !== undefined) this.#begin(() => launches.remover.remove([launch.id]));
        return;
      }
      case 'repeatRow':
        await this.#settleGone(window, this.#dice.chance(0.2));
        return;
      case 'rest':
        await this.#rest();
    }
  }

  #ageLocks(): void {
    for (const folder of [this.#folder, path.join(this.#folder, 'studies')]) ageLocks(folder, silenceMs);
  }

  async #pickLaunch({ launches }: StudyWindow): Promise<Launch | undefined> {
    const all = await launches.list.read();
    return all[this.#dice.int(all.length)];
  }

  /** The time of a window stands still while nothing waits, so it would show what it has read once. */
  async #list({ launches, studies }: StudyWindow): Promise<readonly Study[]> {
    launches.journalChanged();
    return await studies.list();
  }

  #begin(work: () => Promise<unknown>): void {
    const running: Promise<void> = work()
      .then(
        () => undefined,
        (error: unknown) => this.#judge(error),
      )
      .finally(() => this.#pending.delete(running));
    this.#pending.add(running);
  }

  #judge(error: unknown): void {
    const isExpected = expectedErrors.some((type) => error instanceof type) || isAbort(error);
    if (!isExpected) this.broken.push(`unexpected: ${(error as Error).stack ?? String(error)}`);
  }

  async #rest(): Promise<void> {
    while (this.#pending.size > 0) await Promise.all(this.#pending);
    await this.#poll(() => Promise.resolve(!this.#service.isAnyOnItsWay()));
    await this.#look(true);
  }

  async #poll(isDone: () => Promise<boolean>): Promise<void> {
    while (!(await isDone())) await pause(1);
  }

  /** A person says what happened to each unknown launch; a careless one that nothing was created. */
  async #settle(window: StudyWindow, isCareless: boolean): Promise<void> {
    window.launches.journalChanged();
    for (const { id, record, state } of await window.launches.list.read()) {
      if (state !== 'unknown') continue;
      const speed = this.#speedOf(record.plan.study?.row);
      const missing = await this.#missing(window, speed);
      if (missing === undefined) continue;
      const exists = record.open === 'createSimulation' && missing > 0;
      const found = findingOf({ ...record, ...(!exists && { modelId: undefined }) } as never, this.#emulator);
      const { happened } = record.open === 'createSimulation' ? { happened: exists } : found;
      const isSaid = happened && !isCareless;
      const isFalse =
        record.open === 'createSimulation' && !isSaid && (exists || this.#service.isAnyOnItsWay());
      try {
        await window.launches.settle(id, { asked: record.entryCount, finding: { happened: isSaid } });
      } catch (error) {
        this.#judge(error);
        continue;
      }
      this.#tell(speed, isFalse);
    }
  }

  /** The same for rows of which the launch was removed. */
  async #settleGone(window: StudyWindow, isCareless: boolean): Promise<void> {
    const { studies } = window;
    const [study] = await this.#list(window);
    for (const { row, isLaunchGone } of study?.state.rows ?? []) {
      if (isLaunchGone !== true || study === undefined) continue;
      const speed = this.#speedOf(row);
      const missing = await this.#missing(window, speed);
      if (missing === undefined) continue;
      const exists = missing > 0;
      const isSaid = exists && !isCareless;
      const isFalse = !isSaid && (exists || this.#service.isAnyOnItsWay());
      try {
        const isTold = await (isSaid ? studies.noteStarted(study.id, row) : studies.repeatRow(study.id, row));
        if (isTold) this.#tell(speed, isFalse);
      } catch (error) {
        this.#judge(error);
      }
    }
  }

  #tell(speed: number, isFalse: boolean): void {
    this.words++;
    if (isFalse) this.falseWords.set(speed, (this.falseWords.get(speed) ?? 0) + 1);
  }

  /**
   * Simulations with this speed that are at the service and that no row claims; undefined while a row with this speed
   * moves: the simulation may be of that row.
   */
  async #missing(window: StudyWindow, speed: number): Promise<number | undefined> {
    const before = await this.#statesOf(window, speed);
    const made = this.#service.countMade(speed);
    const after = await this.#statesOf(window, speed);
    if (before.join() !== after.join() || before.includes('running')) return undefined;
    return made - before.filter((state) => state === 'started').length;
  }

  async #statesOf(window: StudyWindow, speed: number): Promise<readonly RowState[]> {
    const [study] = await this.#list(window);
    const rows = study?.state.rows.filter(({ row }) => this.#speedOf(row) === speed);
    return rows?.map(({ state }) => state) ?? [];
  }

  #speedOf(row = 0): number {
    return this.#speeds[row - 1] ?? 0;
  }

  /** Checks what must hold at any time, or only while nothing is under way. */
  async #look(isAtRest: boolean): Promise<void> {
    const window = this.#dice.pick(this.#windows as [StudyWindow]);
    const [study, ...others] = await this.#list(window);
    if (study === undefined || others.length > 0) {
      this.broken.push('there is not one study');
      return;
    }
    const { counts, rows } = study.state;
    const sum = counts.started + counts.failed + counts.unknown + counts.waiting;
    this.#require(sum === this.rows && counts.rows === this.rows, `the rows are ${JSON.stringify(counts)}`);
    const made = this.#emulator.simulations.length;
    const falseWords = [...this.falseWords.values()].reduce((all, one) => all + one, 0);
    this.#require(made <= this.rows + falseWords, `${made} simulations of ${this.rows} rows`);
    if (!isAtRest) return;
    for (const speed of new Set(this.#speeds)) {
      const allowed = this.#speeds.filter((one) => one === speed).length;
      const said = this.falseWords.get(speed) ?? 0;
      const count = this.#service.countMade(speed);
      this.#require(count <= allowed + said, `speed ${speed}: ${count} of ${allowed} + ${said}`);
      const settled = rows.filter(
        ({ row, state }) => this.#speedOf(row) === speed && (state === 'started' || state === 'unknown'),
      );
      this.#require(count <= settled.length + said, `speed ${speed}: ${count} were created unnoticed`);
      const started = settled.filter(({ state }) => state === 'started').length;
      this.#require(started <= count, `speed ${speed}: ${started} started, ${count} created`);
    }
    const sum2 = [...new Set(this.#speeds)].reduce((all, speed) => all + this.#service.countMade(speed), 0);
    this.#require(sum2 === made, `${sum2} counted, ${made} created`);
  }

  #require(holds: boolean, sentence: string): void {
    if (!holds) this.broken.push(sentence);
  }

  /** Once nothing disturbs any more, and a careful person has told, every row starts. */
  async #end(): Promise<void> {
    this.#service.calm();
    const [window, other] = this.#windows as [StudyWindow, StudyWindow];
    for (let round = 0; round < maxRoundsToEnd; round++) {
      const [study] = await this.#list(other);
      if (study === undefined || study.state.counts.started === this.rows) break;
      // Nothing runs, so a lock that a window lost in the very moment in which it released it is found to be stale.
      this.#ageLocks();
      await this.#settle(other, false);
      await this.#settleGone(other, false);
      this.#begin(() => window.studies.tryFailedAgain(study.id, noFollower()));
      await this.#rest();
    }
    const [study] = await this.#list(window);
    const started = study?.state.counts.started;
    this.#require(started === this.rows, `${started} of ${this.rows} started in the end, seed ${this.#seed}`);
  }
}

/** The reason of an aborted signal. */
function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}
