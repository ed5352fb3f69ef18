import type { ServiceMapping } from '../../src/client/mapping/serviceMapping';
import type { SameRow } from '../../src/study/sameRows';
import type { PreparedStudy } from '../../src/study/study';
import type { RowsToGoOn, Study } from '../../src/study/studyRunner';
import type { StudyRowState } from '../../src/study/studyState';
import type { SimulatedProcess } from './hosts';
import type { Sent } from './oracle';
import { Person } from './person';
import { journalFolder, lockOf, mayStay, studiesFolder } from './recordPlaces';
import { serviceOrigin } from './service';
import { editTable, type Table, TableMaker } from './studyTables';
import {
  isSameContent,
  listSent,
  type RowTruth,
  type RowValues,
  type StudyRun,
  type StudyTruth,
} from './studyTruth';
import { mappingOfStudies, serviceOf, type SimulatedWindow } from './windows';

/** A study as the question for it shows it. */
interface SeenStudy {
  readonly prepared: PreparedStudy;
  readonly same: readonly SameRow[];
  readonly listed: readonly Study[];
  /** Those of the table that was read. */
  readonly rows: Table['rows'];
}

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
    return (
      [journalFolder, studiesFolder]
        .filter((folder) => disk.find(folder) !== undefined)
        .flatMap((folder) => disk.namesIn(folder).map((name) => `${folder}/${name}`))
        .filter((file) => file !== studiesFolder && !mayStay(file) && !this.oracle.foreignFiles.has(file))
        // The last removal may have been its owner.
        .filter((file) => file !== lockOf(studiesFolder, 'rows') || !this.#isLockNew('rows'))
    );
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
        1.5,
        this.#used.length < 4,
        () => this.#start(window, random.pick(this.#used), random.chance(0.6)),
      ],
      remove: [0.4, true, () => this.#remove(window, truth)],
      export: [0.5, true, () => this.attempt('export', () => window.studies.export(study.id))],
      setAside: [0.5, true, () => this.#setAside(window)],
      changeSettings: [0.3, true, () => this.world.release++],
      editTable: [0.5, true, () => editTable(random.pick(this.#used), random.chance(0.5))],
    };
    const offered = Object.entries(deeds).filter(([, [, isOffered]]) => isOffered);
    const deed = random.weighted(Object.fromEntries(offered.map(([name, [weight]]) => [name, weight])));
    this.world.note(() => `user: ${deed} on study ${truth.number} in ${window.process.name}`);
    await deeds[deed]![2]();
  }

  async #start(window: SimulatedWindow, table: Table, leavesOut: boolean): Promise<void> {
    const { random, queue } = this.world;
    const preparedAt = queue.now;
    const { engine } = this;
    const mapping = mappingOfStudies(engine, this.world);
    const { release } = this.world;
    const seen = await this.#question(window, table, leavesOut);
    if (seen === undefined || !window.canAct) return;
    const { prepared, same, rows } = seen;
    const truth: StudyTruth = {
      number: -1,
      project: table.project,
      preparedAt,
      id: undefined,
      rows: [],
      isFrozen: false,
      isRemoved: false,
      isDamaged: false,
      replacedBy: new Set<string>(),
      runs: new Map(),
      ...namesOf(same),
    };
    for (const { row, line, name } of prepared.rows) {
      const values = rows[line - 2]!;
      const files = this.#tables.filesOf(values);
      // Whoever saw a file change would have the study prepared again.
      if (files === undefined || this.oracle.isAnyChangedSince(preparedAt, files)) return;
      const own = { study: truth, row, name, files, release, releases: new Set([release]) };
      truth.rows.push({ ...values, ...own, launches: [], isLost: false });
    }
    // The question may stay open, while other windows go on and other programs save the table.
    if (random.chance(0.7) && !this.world.isCalm) await window.process.rest(random.between(1_000, 400_000));
    // Looks again, where TypeScript takes the state from before the wait for granted.
    const mayAct = () => window.canAct;
    if (!mayAct() || table.rows !== rows || this.world.release !== release) return;
    if (truth.rows.some(({ files }) => this.oracle.isAnyChangedSince(preparedAt, files))) return;
    const number = this.oracle.studies.push(truth) - 1;
    truth.number = number;
    const firstRowOnly = random.chance(0.3);
    this.world.note(
      () =>
        `user: begins study ${number} with ${truth.rows.length} rows in ${window.process.name}${firstRowOnly ? ', first row only' : ''}`,
    );
    const known = this.#listOthers(truth);
    await this.#follow(window, truth, (run) =>
      window.studies.start(
        prepared,
        {
          service: serviceOf({ simulatedStudy: number }),
          shown: same,
          bodies: engine.fingerprintBodies(mapping),
          firstRowOnly,
          onFrozen: (id) => {
            truth.id = id;
            truth.isFrozen = true;
            this.#checkShown(truth, known);
          },
        },
        this.#observe(window, truth, run, mapping),
      ),
    );
  }

  /** The rows of other studies of which simulations may be at the service, and which every window can know. */
  #listOthers(own: StudyTruth): readonly RowTruth[] {
    const others = this.oracle.studies.filter(
      (study) => study !== own && study.isFrozen && !study.isRemoved && !study.isDamaged,
    );
    return others.flatMap((study) => study.rows.filter((row) => this.oracle.isMaybeSimulated(row)));
  }

  /** @param known the rows that were there before the user said yes */
  #checkShown(truth: StudyTruth, known: readonly RowTruth[]): void {
    for (const other of known) {
      const { study, row } = other;
      const isThere = !study.isRemoved && !study.isDamaged && this.oracle.isMaybeSimulated(other);
      if (!isThere || truth.shownBegun.has(`${study.id} ${row}`)) continue;
      const same = truth.rows.find((one) => isSameContent(one, other));
      if (same !== undefined)
        this.world.violate(
          'a yes is for what was shown',
          `row ${same.row} of study ${truth.number} is row ${row} of study ${study.number}`,
        );
    }
  }

  /** What the user sees before a study. @returns undefined when there is nothing to start, or it failed */
  async #question(window: SimulatedWindow, table: Table, leavesOut: boolean): Promise<SeenStudy | undefined> {
    const { engine } = this;
    const { random } = this.world;
    const whole = await this.#prepare(window, table, undefined);
    if (whole === undefined || !leavesOut) return whole;
    const { release } = this.world;
    const before = [...this.#listMaybeSimulated(), ...this.#listWaiting()];
    const again = await this.#prepare(window, table, undefined);
    if (again === undefined) return undefined;
    const { prepared, same, listed, rows } = again;
    const started = engine.matchSameRows(prepared.rows, same);
    const after = [...this.#listMaybeSimulated(), ...this.#listWaiting()];
    const known = after.filter((row) => before.includes(row) && isListed(row, listed));
    this.#checkStarted(rows, started, known);
    this.world.note(() => `user: leaves out ${started.length} rows of ${prepared.rows.length}`);
    if (random.chance(0.3)) editTable(table, random.chance(0.7));
    const excluded = engine.countContents(same);
    const rest = await this.#prepare(window, table, excluded);
    if (rest === undefined || rest.prepared.rows.length === 0) return undefined;
    // With other settings, the same rows have another content.
    if (this.world.release === release) this.#checkLeftOut(prepared, rest.prepared, excluded);
    return rest;
  }

  /** Rows are left out as often as others have their content, and no other row is. @param whole before that */
  #checkLeftOut(whole: PreparedStudy, rest: PreparedStudy, excluded: ReadonlyMap<string, number>): void {
    const count = ({ rows }: PreparedStudy, contentHash: string) =>
      rows.filter((row) => row.contentHash === contentHash).length;
    for (const { contentHash, line } of whole.rows) {
      const left = Math.min(excluded.get(contentHash) ?? 0, count(whole, contentHash));
      // The table may have got rows since.
      const isAsMany =
        excluded.has(contentHash) && rest.rows.length > whole.rows.length
          ? true
          : count(rest, contentHash) === count(whole, contentHash) - left;
      if (!isAsMany) this.world.violate('rows are left out by their content', `line ${line}`);
    }
  }

  async #prepare(
    window: SimulatedWindow,
    { path, text, model, project, root, rows }: Table,
    excluded: ReadonlyMap<string, number> | undefined,
  ): Promise<SeenStudy | undefined> {
    const { engine } = this;
    const folder = { root, exclude: [] };
    return await this.attempt('prepare', async () => {
      const prepared = await engine.prepareStudy(
        {
          table: path,
          model,
          project,
          folders: { own: folder, all: [folder] },
          ...(excluded && { excluded }),
        },
        Buffer.from(text),
        {
          service: {
            key: serviceOrigin,
            place: serviceOrigin,
            mapping: mappingOfStudies(engine, this.world),
          },
          signal: new AbortController().signal,
        },
      );
      window.runner.journalChanged();
      const listed = await window.studies.list();
      return { prepared, same: engine.findSameRows(prepared, listed), listed, rows };
    });
  }

  /** Rows that wait in a study that may go on, as far as nothing has been sent for them. */
  #listWaiting(): readonly RowTruth[] {
    const studies = this.oracle.studies.filter(({ isFrozen, isRemoved }) => isFrozen && !isRemoved);
    const rows = studies.flatMap((study) => study.rows.filter(({ launches }) => launches.length === 0));
    return rows.filter((row) => this.#isUnchanged(row));
  }

  /** Rows of which a simulation may be at the service, and whose files are as they were. */
  #listMaybeSimulated(): readonly RowTruth[] {
    const rows = this.oracle.studies.flatMap((study) => study.rows);
    return rows.filter((row) => this.#isUnchanged(row) && this.oracle.isMaybeSimulated(row));
  }

  #isUnchanged({ files, study }: RowTruth): boolean {
    return !this.oracle.isAnyChangedSince(study.preparedAt, files);
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
      // With other settings, it would send another body.
      const others = known.filter((one) => isEqual(one, values) && one.release === this.world.release);
      const expected = Math.min(count, others.length);
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
    const { engine, world } = this;
    const { random, release } = world;
    const known = this.#listOthers(truth);
    const mapping = mappingOfStudies(engine, world);
    const options = { retriesFailed: how === 'tryFailedAgain', mapping };
    const agreed = await this.attempt('question', () => window.studies.findRowsToGoOn(id, options));
    if (agreed === undefined) return;
    for (const { otherRow: other } of agreed.leftOut) truth.replacedBy.add(`${other.study} ${other.row}`);
    this.#checkGoingOn(truth, agreed, known);
    if (random.chance(0.2) && !world.isCalm) await window.process.rest(random.between(100, 100_000));
    if (!window.canAct || world.release !== release || runs.has(window.process)) return;
    const isShown = agreed.changedBodies.includes('createSimulation');
    const addRelease = () => {
      if (isShown) for (const row of truth.rows) row.releases.add(release);
    };
    // Once the study has noted what the user has seen.
    const noteSeen = () => {
      addRelease();
      for (const { row } of agreed.rows) truth.rows[row - 1]!.release = release;
      const { shown, shownBegun } = namesOf(agreed.others);
      // What was shown before stays known: a row that has begun may be resumed by itself meanwhile.
      Object.assign(truth, { shown: new Set([...truth.shown, ...shown]), shownBegun });
    };
    await this.#follow(window, truth, async (run) => {
      const observer = this.#observe(window, truth, run, mapping);
      const onRow = (number: number) => {
        noteSeen();
        observer.onRow(number);
      };
      try {
        await window.studies.resume(id, { ...observer, onRow }, { ...options, agreed });
      } catch (error) {
        // The study may have noted the bodies before the window lost it.
        addRelease();
        throw error;
      }
      noteSeen();
    });
  }

  /** What other studies have started meanwhile is named, and not created. @param known there before the question */
  #checkGoingOn(truth: StudyTruth, { rows }: RowsToGoOn, known: readonly RowTruth[]): void {
    // Equal rows are left out as often as there are others.
    const stands = ({ study, row }: RowTruth) => truth.replacedBy.has(`${study.id} ${row}`);
    for (const { row: number } of rows) {
      const row = truth.rows[number - 1];
      const other = known.find(
        (one) =>
          row !== undefined &&
          isSameContent({ ...row, release: this.world.release }, one) &&
          !stands(one) &&
          this.oracle.isMaybeSimulated(one) &&
          !one.study.isRemoved &&
          !one.study.isDamaged &&
          !truth.shownBegun.has(`${one.study.id} ${one.row}`),
      );
      if (other !== undefined)
        this.world.violate(
          'a study that goes on leaves out what others have started',
          `row ${number} of study ${truth.number} is row ${other.row} of study ${other.study.number}`,
        );
    }
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

  #observe(window: SimulatedWindow, truth: StudyTruth, run: StudyRun, mapping: ServiceMapping) {
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
            since: this.world.queue.now,
            wrote: false,
            ...(cancelledAt !== undefined && { cancelledAt }),
          });
        }
        return Promise.resolve(rows.createClient(launch, mapping));
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
      await this.attempt('note started', () => window.studies.resolveRow(id, asked, 'started'));
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
    const isTaken = await this.attempt('repeat row', () =>
      window.studies.resolveRow(id, asked, 'notStarted'),
    );
    if (isTaken === false) say(false);
  }

  async #remove({ studies, canAct }: SimulatedWindow, truth: StudyTruth): Promise<void> {
    const { id } = truth;
    if (id === undefined || !canAct) return;
    const seen = (await this.attempt('list', () => studies.list()))?.find((study) => study.id === id);
    if (seen === undefined) return;
    truth.isRemoved = true;
    await this.attempt('remove study', () => studies.remove(id, seen));
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

/** What the user remembers of a question. */
function namesOf(same: readonly SameRow[]): Pick<StudyTruth, 'shown' | 'shownBegun'> {
  const nameOf = ({ study, row }: SameRow) => `${study} ${row}`;
  const begun = same.filter(({ state }) => state !== 'waiting');
  return { shown: new Set(same.map(nameOf)), shownBegun: new Set(begun.map(nameOf)) };
}

function isEqual(one: RowValues, other: RowValues): boolean {
  return (['folder', 'material', 'mesh', 'load'] as const).every((key) => one[key] === other[key]);
}

function isListed({ study, row }: RowTruth, listed: readonly Study[]): boolean {
  const found = study.isDamaged ? undefined : listed.find(({ id }) => id === study.id);
  // A row that was left out is created by nobody.
  return found !== undefined && found.state.rows[row - 1]?.state !== 'leftOut';
}
