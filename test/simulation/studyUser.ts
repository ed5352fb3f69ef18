import type { PreparedStudy } from '../../src/study/study';
import type { Study } from '../../src/study/studyRunner';
import type { StudyRowState } from '../../src/study/studyState';
import type { SimulatedProcess } from './hosts';
import type { Sent } from './oracle';
import { Person } from './person';
import { journalFolder, mayStay, studiesFolder } from './recordPlaces';
import { serviceOrigin } from './service';
import { type Table, TableMaker } from './studyTables';
import { listSent, type RowTruth, type RowValues, type StudyRun, type StudyTruth } from './studyTruth';
import { mappingOfStudies, serviceOf, type SimulatedWindow } from './windows';

/** The user of the windows as far as studies are concerned: honest, in a hurry, and in any window. */
export class StudyUser extends Person {
  readonly #tables = new TableMaker(this.world, this.service);
  /** Tables that were used, for another time. */
  readonly #used: Table[] = [];

  /** One action of the user. Runs in the process of the window. */
  act(window: SimulatedWindow): void {
    const { random, circumstances } = this.world;
    const mayBegin = this.#used.length < circumstances.studies;
    if (mayBegin && (this.#used.length === 0 || random.chance(0.2))) {
      const table = this.#tables.make(this.#used.length);
      this.#used.push(table);
      void this.#start(window, table, false);
    } else void this.#lookAndPress(window);
  }

  /** Clicks Stop for every running study. */
  stopAll(windows: readonly SimulatedWindow[]): void {
    for (const window of windows.filter(({ process }) => process.isAlive)) {
      for (const truth of this.oracle.studies) window.process.run(() => this.#stop(window, truth));
    }
  }

  /** @returns whether nothing is left to do with any study */
  async finishAll(window: SimulatedWindow): Promise<boolean> {
    await this.#setAside(window);
    const studies = await this.#list(window);
    let isDone = studies !== undefined;
    for (const { state, record } of studies ?? []) {
      const truth = this.#truthOf(record.study.service);
      if (truth === undefined) continue;
      if (state.isRunning && !this.#isLockNew(record.study.id))
        this.world.violate('every lock without an owner expires', `study ${truth.number} is running`);
      const gone = state.rows.filter(({ isLaunchGone }) => isLaunchGone === true);
      for (const row of gone) await this.#resolveGone(window, truth, row);
      // Rows that fail again and again stop the study before the others.
      const waits = state.canResume && state.stopped !== 'probeFailed' && state.stopped !== 'threeFailed';
      if (gone.length > 0 || waits) isDone = false;
      if (state.canResume || state.canRetryFailed)
        await this.#resume(window, truth, state.canRetryFailed ? 'tryFailedAgain' : 'resume');
    }
    return isDone;
  }

  /** Whether the lock may be left from a short read when it was released, which looks like another owner. */
  #isLockNew(id: string): boolean {
    const { disk } = this.world;
    const lock = disk.find(`${studiesFolder}/${id}.lock`);
    return lock !== undefined && disk.nowNs - lock.mtimeNs < 60_000_000_000n;
  }

  /** In the end, what the list says is true, and whatever the user removes leaves nothing behind. */
  async requireTruth(window: SimulatedWindow): Promise<void> {
    for (const { record, state } of (await this.#list(window)) ?? []) {
      const truth = this.#truthOf(record.study.service);
      for (const { row, state: said, isLaunchGone } of state.rows) {
        const rowTruth = truth?.rows[row - 1];
        if (truth === undefined || rowTruth === undefined) continue;
        const about = `row ${row} of study ${truth.number} is ${said}`;
        this.world.note(() => about);
        if (said === 'started' && !this.oracle.isSimulated(rowTruth))
          this.world.violate('only a row with a simulation has started', about);
        const isProved = ({ operation, proof, isWaived }: Sent) =>
          operation === 'createSimulation' && proof === 'done' && isWaived !== true;
        if (said !== 'started' && listSent(rowTruth).some(isProved))
          this.world.violate('a row with a simulation has started', about);
        if (said === 'running' || isLaunchGone === true)
          this.world.violate('every study comes to its end', about);
      }
    }
  }

  /** Removes everything in random order. A short read of a lock looks like another owner, so the user may have to repeat. */
  async removeAll(window: SimulatedWindow): Promise<void> {
    const { random } = this.world;
    const { studies } = window;
    const removeStudies = async () => {
      for (const truth of this.oracle.studies) await this.#remove(window, truth);
      // One that was never written completely, and could not be taken back.
      for (const { id } of (await this.attempt('list', () => studies.unreadable())) ?? [])
        await this.attempt('remove study', () => studies.remove(id));
    };
    const removeLaunches = async () => {
      await this.#setAside(window);
      window.runner.journalChanged();
      const ids = (await window.runner.list.read()).map(({ id }) => id);
      await this.attempt('remove launches', () => window.runner.remover.remove(random.shuffled(ids)));
    };
    // A launch that its study holds on to can be removed when the study is gone.
    const steps = random.pick([
      [removeStudies, removeLaunches],
      [removeLaunches, removeStudies, removeLaunches],
    ]);
    for (let round = 0; round < 3 && this.listLeftovers().length > 0; round++)
      for (const step of steps) await step();
    window.runner.journalChanged();
    await this.attempt('list', () => studies.list());
  }

  /** What is left in the folders of records after everything was removed. */
  listLeftovers(): readonly string[] {
    const { disk } = this.world;
    return [journalFolder, studiesFolder]
      .filter((folder) => disk.find(folder) !== undefined)
      .flatMap((folder) => disk.namesIn(folder).map((name) => `${folder}/${name}`))
      .filter((file) => file !== studiesFolder && !mayStay(file) && !this.oracle.foreignFiles.has(file));
  }

  async #lookAndPress(window: SimulatedWindow): Promise<void> {
    const { random } = this.world;
    const study = random.pickSome((await this.#list(window)) ?? []);
    if (study === undefined || !window.canAct) return;
    const truth = this.#truthOf(study.record.study.service);
    if (truth === undefined) return;
    const { state } = study;
    const gone = state.rows.filter(({ isLaunchGone }) => isLaunchGone === true);
    const resume = (how: 'resume' | 'tryFailedAgain') => this.#resume(window, truth, how);
    // A list may be outdated when the user clicks, so what it does not offer is sometimes clicked nevertheless.
    const deeds: Readonly<Record<string, [weight: number, isOffered: boolean, press: () => unknown]>> = {
      resume: [8, state.canResume || random.chance(0.1), () => resume('resume')],
      tryFailedAgain: [4, state.canRetryFailed || random.chance(0.1), () => resume('tryFailedAgain')],
      stop: [2, study.runsHere, () => this.#stop(window, truth)],
      resolve: [6, gone.length > 0, () => this.#resolveGone(window, truth, random.pick(gone))],
      again: [
        ...([1.5, this.#used.length < 4] as const),
        () => this.#start(window, random.pick(this.#used), random.chance(0.6)),
      ],
      remove: [0.4, true, () => this.#remove(window, truth)],
      export: [0.5, true, () => this.attempt('export', () => window.studies.export(study.id))],
      setAside: [0.5, true, () => this.#setAside(window)],
    };
    const offered = Object.entries(deeds).filter(([, [, isOffered]]) => isOffered);
    const deed = random.weighted(Object.fromEntries(offered.map(([name, [weight]]) => [name, weight])));
    this.world.note(() => `user: ${deed} on study ${truth.number} in ${window.process.name}`);
    await deeds[deed]![2]();
  }

  async #start(window: SimulatedWindow, table: Table, leavesOut: boolean): Promise<void> {
    const { random, queue } = this.world;
    const preparedAt = queue.now;
    const prepared = await this.#prepare(window, table, leavesOut);
    if (prepared === undefined || !window.canAct) return;
    const number = this.oracle.studies.length;
    const truth: StudyTruth = {
      ...{ number, project: table.project, preparedAt, id: undefined, rows: [] },
      ...{ isFrozen: false, isRemoved: false, isDamaged: false, runs: new Map() },
    };
    for (const { row, line } of prepared.rows) {
      const values = table.rows[line - 2]!;
      const files = this.#tables.filesOf(values);
      // Whoever saw a file change would have the study prepared again.
      if (files === undefined || this.oracle.isAnyChangedSince(preparedAt, files)) return;
      truth.rows.push({ ...values, study: truth, row, files, launches: [], isLost: false });
    }
    this.oracle.studies.push(truth);
    const firstRowOnly = random.chance(0.3);
    this.world.note(
      () =>
        `user: begins study ${number} with ${truth.rows.length} rows in ${window.process.name}${firstRowOnly ? ', first row only' : ''}`,
    );
    await this.#follow(window, truth, (run) =>
      window.studies.start(
        prepared,
        {
          ...{ service: serviceOf({ simulatedStudy: number }), firstRowOnly },
          onFrozen: (id) => {
            truth.id = id;
            truth.isFrozen = true;
          },
        },
        this.#observe(window, truth, run),
      ),
    );
  }

  /** @returns undefined when there is nothing to start, or it failed */
  async #prepare(
    window: SimulatedWindow,
    { path, text, model, project, root, rows }: Table,
    leavesOut: boolean,
  ): Promise<PreparedStudy | undefined> {
    const engine = this.engine;
    const folder = { root, exclude: [] };
    const prepare = (excluded?: ReadonlySet<number>) =>
      engine.prepareStudy(
        {
          ...{ table: path, model, project },
          folders: { own: folder, all: [folder] },
          ...(excluded && { excluded }),
        },
        Buffer.from(text),
        {
          service: { key: serviceOrigin, mapping: mappingOfStudies(engine, this.world) },
          signal: new AbortController().signal,
        },
      );
    return await this.attempt('prepare', async () => {
      const whole = await prepare();
      if (!leavesOut) return whole;
      window.runner.journalChanged();
      const before = this.#listMaybeSimulated();
      const listed = await window.studies.list();
      const started = engine.findStartedRows(whole, listed);
      const known = this.#listMaybeSimulated().filter((row) => before.includes(row) && isListed(row, listed));
      this.#checkStarted(rows, started, known);
      const rest = whole.rows.length - started.length;
      this.world.note(() => `user: leaves out ${started.length} rows of ${whole.rows.length}`);
      return rest === 0 ? undefined : await prepare(new Set(started.map(({ line }) => line)));
    });
  }

  /** Rows of which a simulation may be at the service, and whose files look as they did. */
  #listMaybeSimulated(): readonly RowTruth[] {
    const isUntouched = ({ files, study }: RowTruth) =>
      !this.oracle.isAnyTouchedSince(study.preparedAt, files);
    const rows = this.oracle.studies.flatMap((study) => study.rows);
    return rows.filter((row) => isUntouched(row) && this.oracle.isMaybeSimulated(row));
  }

  /** @param known those that may be at the service, and that the window can know of */
  #checkStarted(
    rows: readonly RowValues[],
    started: readonly { readonly line: number }[],
    known: readonly RowTruth[],
  ): void {
    for (const [index, values] of rows.entries()) {
      if (rows.findIndex((one) => isEqual(one, values)) < index) continue;
      const count = rows.filter((one) => isEqual(one, values)).length;
      const expected = Math.min(count, known.filter((one) => isEqual(one, values)).length);
      const found = started.filter(({ line }) => isEqual(rows[line - 2]!, values)).length;
      if (found < expected)
        this.world.violate(
          'a table that is used again says which rows were started',
          `${found} of ${expected} with load ${values.load}`,
        );
    }
  }

  async #resume(window: SimulatedWindow, truth: StudyTruth, how: 'resume' | 'tryFailedAgain'): Promise<void> {
    const { id, runs } = truth;
    // A second click while it runs does nothing.
    if (id === undefined || runs.has(window.process)) return;
    await this.#follow(window, truth, (run) =>
      window.studies.resume(id, this.#observe(window, truth, run), how === 'tryFailedAgain'),
    );
  }

  async #follow(
    window: SimulatedWindow,
    truth: StudyTruth,
    work: (run: StudyRun) => Promise<unknown>,
  ): Promise<void> {
    const { process } = window;
    const run: StudyRun = {};
    truth.runs.set(process, run);
    await this.attempt(`study ${truth.number}`, () => work(run));
    this.#leaveLaunch(process, run);
    truth.runs.delete(process);
    this.world.note(() => `${process.name}: study ${truth.number} has ended`);
  }

  #observe(window: SimulatedWindow, truth: StudyTruth, run: StudyRun) {
    const { process, rows } = window;
    return {
      signal: new AbortController().signal,
      onRow: (row: number) => {
        this.#leaveLaunch(process, run);
        run.row = row;
      },
      clientOf: () => {
        // After the client of a row, only lists are asked for until the next row.
        const { row } = run;
        this.#leaveLaunch(process, run);
        const launch = row === undefined || truth.id === undefined ? undefined : rows.launchOf(truth.id, row);
        if (launch !== undefined) {
          run.launch = launch;
          const cancelledAt = run.stoppedAt;
          launch.runs.set(process, {
            ...{ since: this.world.queue.now, wrote: false },
            ...(cancelledAt !== undefined && { cancelledAt }),
          });
        }
        return Promise.resolve(rows.createClient(launch));
      },
    };
  }

  #leaveLaunch(process: SimulatedProcess, run: StudyRun): void {
    run.launch?.runs.delete(process);
    delete run.launch;
    delete run.row;
  }

  #stop({ process, studies, canAct }: SimulatedWindow, { id, number, runs }: StudyTruth): void {
    const run = runs.get(process);
    if (id === undefined || run === undefined || !canAct) return;
    const { now } = this.world.queue;
    this.world.note(() => `user: Stop of study ${number} in ${process.name}`);
    run.stoppedAt ??= now;
    const running = run.launch?.runs.get(process);
    if (running !== undefined) running.cancelledAt ??= now;
    studies.stop(id);
  }

  /** The user looks at the service for a row of which the launch is gone. */
  async #resolveGone(window: SimulatedWindow, truth: StudyTruth, asked: StudyRowState): Promise<void> {
    const { random, queue, isCalm } = this.world;
    const { id, number } = truth;
    const { row } = asked;
    const rowTruth = truth.rows[row - 1];
    if (id === undefined || rowTruth === undefined) return;
    const lookedAt = queue.now;
    const exists = this.oracle.isSimulated(rowTruth);
    if (random.chance(0.3) && !isCalm) await window.process.rest(random.between(100, 300_000));
    if (!window.canAct) return;
    this.world.note(
      () => `user: row ${row} of study ${number} ${exists ? 'has started' : 'has no simulation'}`,
    );
    if (exists) {
      await this.attempt('note started', () => window.studies.resolveRow(id, asked, true));
      return;
    }
    const waived = listSent(rowTruth).filter(({ at, isWaived }) => at <= lookedAt && isWaived !== true);
    const wasLost = rowTruth.isLost;
    const say = (isSaid: boolean) => {
      for (const sent of waived) sent.isWaived = isSaid;
      rowTruth.isLost = wasLost && !isSaid;
    };
    // Before the call ends, another window may already act on it.
    say(true);
    const isTaken = await this.attempt('repeat row', () => window.studies.resolveRow(id, asked, false));
    if (isTaken === false) say(false);
  }

  async #remove({ studies, canAct }: SimulatedWindow, truth: StudyTruth): Promise<void> {
    const { id } = truth;
    if (id === undefined || !canAct) return;
    truth.isRemoved = true;
    await this.attempt('remove study', () => studies.remove(id));
  }

  /** Moves damaged launches out of the way. */
  async #setAside({ runner }: SimulatedWindow): Promise<void> {
    runner.journalChanged();
    const unreadable = await this.attempt('read launches', async () => {
      await runner.list.read();
      return await runner.list.readUnreadable();
    });
    for (const { id, code } of unreadable ?? []) {
      if (code === 'damaged') await this.attempt('set aside', () => runner.remover.quarantine(id));
    }
  }

  async #list({ runner, studies }: SimulatedWindow): Promise<readonly Study[] | undefined> {
    const isFresh = this.world.isCalm || this.world.random.chance(0.9);
    if (isFresh) runner.journalChanged();
    const expected = this.oracle.studies.filter(({ isFrozen }) => isFrozen);
    const found = await this.look<Study>('study', expected, {
      mayBeOld: false,
      read: () => studies.list(),
      readUnreadable: () => studies.unreadable(),
    });
    for (const { id, record } of found ?? []) {
      const truth = this.#truthOf(record.study.service);
      if (truth !== undefined) truth.id = id;
    }
    return found;
  }

  #truthOf(service: object): StudyTruth | undefined {
    const { simulatedStudy } = service as { simulatedStudy?: number };
    return simulatedStudy === undefined ? undefined : this.oracle.studies[simulatedStudy];
  }
}

function isEqual(one: RowValues, other: RowValues): boolean {
  return (['folder', 'material', 'mesh', 'load'] as const).every((key) => one[key] === other[key]);
}

function isListed({ study }: RowTruth, listed: readonly Study[]): boolean {
  return !study.isDamaged && listed.some(({ id }) => id === study.id);
}
