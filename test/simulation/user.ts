import { stringifyExactly } from '../../src/client/core/exactJson';
import type {
  Launch,
  LaunchContext,
  LaunchPlan,
  ResolvedOutcome,
  ResumeOptions,
} from '../../src/launch/launch';
import type { LaunchRecord } from '../../src/launch/launchRecord';
import type { PlannedFile } from '../../src/upload/uploadPlan';
import type { SimulatedProcess } from './hosts';
import { createLaunchTruth, type LaunchTruth } from './oracle';
import { Person } from './person';
import type { Id } from './service';
import { StudyUser } from './studyUser';
import { followerOf, type Question, serviceOf, type SimulatedWindow } from './windows';

const folder = '/home/user/models';

/** The user of the windows, who is honest, in a hurry, and clicks any button that is offered. */
export class User extends Person {
  readonly windows: SimulatedWindow[] = [];
  readonly #studies = new StudyUser(this.world, this.engine, this.service, this.oracle);

  /** One action of the user. */
  act(): void {
    const { random } = this.world;
    const window = random.pickSome(this.windows.filter(({ canAct }) => canAct));
    if (window === undefined) return;
    const mayBegin = this.oracle.singleLaunches.length < this.world.circumstances.launches;
    const deed =
      mayBegin && (this.oracle.singleLaunches.length === 0 || random.chance(0.3))
        ? 'begin'
        : random.weighted({ look: 10, answer: window.questions.length > 0 ? 6 : 0, prune: 1.5 });
    const isAboutStudies = this.world.circumstances.studies > 0 && random.chance(0.65);
    window.process.run(() => {
      if (isAboutStudies) this.#studies.act(window);
      else if (deed === 'begin') this.#begin(window, undefined);
      else if (deed === 'answer') void this.#answer(window);
      else if (deed === 'prune') void this.#prune(window);
      else void this.#lookAndPress(window);
    });
  }

  /**
   * Continues every launch, like a user who wants all of them to complete.
   * @returns whether nothing is left to do
   */
  async finishAll(window: SimulatedWindow): Promise<boolean> {
    let isDone = await this.#finishLaunches(window);
    if (this.oracle.studies.length > 0 && !(await this.#studies.finishAll(window))) isDone = false;
    return isDone;
  }

  /** In the end, what is shown is true, and can be removed. @returns what is left on the disk then */
  async leave(window: SimulatedWindow): Promise<readonly string[]> {
    await this.#studies.requireTruth(window);
    await this.#studies.removeAll(window);
    return this.#studies.listLeftovers();
  }

  async #finishLaunches(window: SimulatedWindow): Promise<boolean> {
    const launches = await this.#list(window);
    let isDone = launches !== undefined;
    for (const launch of launches ?? []) {
      const truth = this.oracle.launchOfRecord(launch.id);
      if (truth === undefined) continue;
      const actions = this.engine.launchActions(launch);
      const isWorkedOn = ['planned', 'uploading', 'finalising', 'launching'].includes(launch.state);
      if (isWorkedOn && !launch.runsHere)
        this.world.violate(
          'every lock without an owner expires',
          `launch ${truth.number} is ${launch.state}`,
        );
      const { open } = launch.record;
      if (actions.includes('resolve') && open !== undefined) {
        isDone = false;
        await this.#resolve(window, { launch: truth, asked: launch.record, step: open });
      } else if (actions.includes('resume') || actions.includes('retry') || actions.includes('finalise')) {
        isDone = false;
        await this.#resume(window, truth, { finalise: actions.includes('finalise') });
      }
    }
    return isDone;
  }

  /** Clicks Cancel for every running launch. */
  cancelAll(): void {
    for (const window of this.windows.filter(({ process }) => process.isAlive)) {
      for (const launch of this.oracle.launches) window.process.run(() => this.#cancel(window, launch));
    }
    this.#studies.stopAll(this.windows);
  }

  /** The action that a window is performing may be outdated when it continues. */
  goOnElsewhere(process: SimulatedProcess, inMs = 0): void {
    const { random, queue } = this.world;
    const window = random.pickSome(this.windows.filter((other) => other.process !== process && other.canAct));
    if (window === undefined) return;
    for (let look = 0; look < 3; look++)
      queue.after(inMs + random.between(10, 5000), () =>
        window.process.run(() => void this.#lookAndPress(window)),
      );
  }

  async #lookAndPress(window: SimulatedWindow): Promise<void> {
    const { random } = this.world;
    const seenAt = this.world.queue.now;
    const launches = await this.#list(window);
    const launch = random.pickSome(launches ?? []);
    if (launch === undefined || !window.canAct) return;
    const truth = this.oracle.launchOfRecord(launch.id);
    if (truth === undefined) return;
    const { record } = launch;
    const mayBegin = this.oracle.singleLaunches.length < 6;
    const deeds: Readonly<Record<string, [weight: number, press: () => void]>> = {
      resume: [8, () => this.#goOn(window, truth, false)],
      retry: [8, () => this.#goOn(window, truth, false)],
      finalise: [4, () => this.#goOn(window, truth, true)],
      resolve: [8, () => this.#ask(window, truth, record)],
      cancel: [1, () => this.#cancel(window, truth)],
      simulate: [
        2,
        () => {
          const { project, modelId: model } = record;
          if (model !== undefined && project !== undefined && mayBegin)
            this.#begin(window, { truth, seenAt, project, model });
        },
      ],
      recreate: [0.7, () => mayBegin && this.#begin(window, undefined)],
      // Launches of studies are many, and what they leave behind matters.
      remove: [truth.row === undefined ? 0.3 : 2, () => this.#remove(window, truth, launch.id)],
    };
    const offered = this.engine.launchActions(launch).filter((action) => action in deeds);
    if (offered.length === 0) return;
    const action = random.weighted(Object.fromEntries(offered.map((one) => [one, deeds[one]![0]])));
    this.world.note(
      () => `user: ${action} on launch ${truth.number} (${launch.state}) in ${window.process.name}`,
    );
    deeds[action]![1]();
  }

  #goOn(window: SimulatedWindow, truth: LaunchTruth, finalise: boolean): void {
    const { random, queue } = this.world;
    void this.#resume(window, truth, { finalise });
    // A user who has clicked the wrong button clicks Cancel as soon as it appears.
    if (!random.chance(0.15)) return;
    queue.after(random.chance(0.5) ? random.between(0, 8) : random.between(0, 400), () =>
      window.process.run(() => this.#cancel(window, truth)),
    );
  }

  #ask(window: SimulatedWindow, launch: LaunchTruth, asked: LaunchRecord): void {
    if (asked.open !== undefined) window.questions.push({ launch, asked, step: asked.open });
  }

  #remove(window: SimulatedWindow, truth: LaunchTruth, id: string): void {
    truth.removedByUser.add(window.process);
    truth.entriesAtRemoval = truth.record?.entryCount;
    void this.attempt(`remove of launch ${truth.number}`, () => window.runner.remover.remove([id]));
  }

  #cancel(window: SimulatedWindow, truth: LaunchTruth): void {
    const run = truth.runs.get(window.process);
    if (truth.id === undefined || run === undefined || !window.canAct) return;
    this.world.note(() => `user: Cancel of launch ${truth.number} in ${window.process.name}`);
    run.cancelledAt ??= this.world.queue.now;
    window.runner.cancel(truth.id);
  }

  async #resume(window: SimulatedWindow, truth: LaunchTruth, options: ResumeOptions = {}): Promise<void> {
    if (truth.id === undefined || truth.runs.has(window.process)) return;
    const { id } = truth;
    await this.#follow(window, truth, () => window.runner.resume(id, followerOf(this.world), options));
  }

  async #follow(window: SimulatedWindow, truth: LaunchTruth, work: () => Promise<unknown>): Promise<void> {
    const { process } = window;
    truth.runs.set(process, { since: this.world.queue.now, wrote: false });
    try {
      await work();
      this.world.note(() => `${process.name}: launch ${truth.number} has ended well`);
    } catch (error) {
      this.noteFailure(`run of launch ${truth.number}`, error);
      // The message after a response that never came.
      const { record } = truth;
      if (record !== undefined && this.engine.isUnknown(record)) this.#ask(window, truth, record);
    } finally {
      truth.runs.delete(process);
    }
  }

  async #answer(window: SimulatedWindow): Promise<void> {
    const { random } = this.world;
    const question = random.pick(window.questions);
    // Some messages stay open after they were answered, for example in another window.
    if (random.chance(0.7)) window.questions.splice(window.questions.indexOf(question), 1);
    await this.#resolve(window, question);
  }

  async #resolve(window: SimulatedWindow, question: Question): Promise<void> {
    const { launch, asked, step } = question;
    if (launch.id === undefined) return;
    const { random, queue } = this.world;
    const lookedAt = queue.now;
    const finding = this.#lookUp(question);
    // The user may take a break between looking at the service and clicking.
    if (random.chance(0.3) && !this.world.isCalm) await window.process.rest(random.between(100, 300_000));
    if (!window.canAct) return;
    const { happened } = finding;
    this.world.note(
      () =>
        `user: ${step} of launch ${launch.number} (entry ${asked.entryCount}) ${happened ? 'happened' : 'did not happen'}, in ${window.process.name}`,
    );
    const answer = { by: window.process, asked, step, finding, lookedAt };
    launch.answers.add(answer);
    if (random.chance(0.5)) {
      // Resumes at once, as the messages do when there is more to send.
      await this.#resume(window, launch, { resolution: answer });
      launch.answers.delete(answer);
      return;
    }
    try {
      await window.runner.resolve(launch.id, answer);
    } catch (error) {
      launch.answers.delete(answer);
      this.noteFailure(`resolve of launch ${launch.number}`, error);
      return;
    }
    await this.#resume(window, launch);
  }

  /** The current state on the service. */
  #lookUp({ launch, step }: Question): ResolvedOutcome {
    const record = launch.record;
    const service = this.service;
    switch (step) {
      case 'createProject': {
        const found = this.#findProject(launch);
        return found === undefined ? { happened: false } : { happened: true, id: found.id, name: found.name };
      }
      case 'createSimulation': {
        if (launch.row !== undefined) return { happened: this.oracle.isSimulated(launch.row) };
        const project = record?.project?.id;
        const model = record?.modelId;
        if (project === undefined || model === undefined) return { happened: false };
        return { happened: service.simulationsOf(project, model) > 0 };
      }
      case 'finaliseModel':
        return { happened: service.modelOf(record?.modelId)?.finalised === 'yes' };
      default:
        return { happened: false };
    }
  }

  /** The user accepts a project that is marked as new, and one that is perhaps new only if it really is. */
  #findProject({ planned, number }: LaunchTruth): { readonly id: Id; readonly name: string } | undefined {
    if (planned?.project === undefined || !('newName' in planned.project)) return undefined;
    const { certain, possible } = this.engine.findNewProjects(this.service.projects, planned.project);
    for (const { id, createdFor } of certain) {
      if (createdFor === undefined)
        this.world.violate('no existing project is called new', `launch ${number}: ${id}`);
    }
    return certain[0] ?? possible.find(({ createdFor }) => createdFor === number);
  }

  #pause(process: SimulatedProcess): void {
    const { random, queue } = this.world;
    if (process.state !== 'running') return;
    this.world.note(() => `${process.name} stands still`);
    process.stop();
    queue.after(random.between(1_000, 400_000), () => process.continue(random));
  }

  async #prune(window: SimulatedWindow): Promise<void> {
    const { process, runner } = window;
    this.world.note(() => `${process.name}: forgets old launches`);
    this.oracle.pruning.add(process);
    // The prompt takes time, and the computer may be closed meanwhile.
    const { random } = this.world;
    if (random.chance(0.6)) {
      this.world.trap(1 + random.below(40), (met) => {
        this.#pause(met);
        this.goOnElsewhere(met);
      });
    }
    await this.attempt('prune', () =>
      this.engine.pruneList({ launches: runner, studies: window.studies }, random.below(2)),
    );
    this.oracle.pruning.delete(process);
  }

  #list({ runner }: SimulatedWindow): Promise<readonly Launch[] | undefined> {
    const isFresh = this.world.isCalm || this.world.random.chance(0.9);
    const expected = this.oracle.launches.filter(({ record }) => record !== undefined);
    return this.look<Launch>('launch', expected, {
      mayBeOld: !isFresh,
      read: (look) => {
        if (isFresh || look > 0) runner.journalChanged();
        return runner.list.read();
      },
      readUnreadable: () => runner.list.readUnreadable(),
    });
  }

  #begin(
    window: SimulatedWindow,
    from: { truth: LaunchTruth; seenAt: number; project: { id: Id; name: string }; model: Id } | undefined,
  ): void {
    const number = this.oracle.launches.length;
    const { random } = this.world;
    const files = from === undefined ? this.#newFiles(number) : [];
    const project = from?.project ?? this.#chooseProject(number);
    const plan = {
      service: serviceOf({ simulatedLaunch: number }),
      project,
      model: from === undefined ? { name: `Model ${number}`, files } : { id: from.model, name: 'Again' },
      finalise: from !== undefined || random.chance(0.85),
      simulate: from !== undefined || random.chance(0.85),
      bodies: {},
    } as LaunchPlan & LaunchContext;
    const truth = createLaunchTruth({
      number,
      files: new Map(
        files.map(({ name, path }) => [name, { path, content: this.world.disk.get(path, 'open').data }]),
      ),
      project,
      reused: from?.model,
      from: from && { launch: from.truth, seenAt: from.seenAt },
      row: undefined,
      filesChanged: false,
    });
    this.oracle.launches.push(truth);
    this.world.note(
      () =>
        `user: begins launch ${number} in ${window.process.name}: ${stringifyExactly(project)}, ${files.length} files`,
    );
    void this.#follow(window, truth, () => window.runner.start(plan, followerOf(this.world)));
  }

  #chooseProject(number: number) {
    const { random } = this.world;
    const { projects } = this.service;
    if (projects.length > 0 && random.chance(0.6)) {
      const { id, name } = random.pick(projects);
      return { id, name };
    }
    const newName = random.chance(0.4) ? random.pick(projects).name : `Project ${number}`;
    // The list may not have been available when the project was named.
    if (random.chance(0.2)) return { newName };
    const mayExist = number % 2 === 0;
    return { newName, existingProjects: projects.map(({ id }) => id), ...(mayExist && { mayExist }) };
  }

  #newFiles(number: number): PlannedFile[] {
    const { random, disk } = this.world;
    const count = 1 + random.below(3);
    const isEqual = random.chance(0.3);
    return Array.from({ length: count }, (_, index) => {
      const name = `${'abc'[index] ?? ''}.inp`;
      const path = `${folder}/${number}/${name}`;
      const isLarge = random.chance(0.03);
      const size = isLarge ? 66_000 + random.below(300_000) : isEqual ? 40 : 20 + random.below(40);
      const content = Buffer.alloc(size, `${name} of launch ${number} ${random.hex(6)} `);
      const { ino, mtimeNs, ctimeNs } = disk.put(path, content);
      return { name, path, size, mtimeNs: String(mtimeNs), ctimeNs: String(ctimeNs), inode: String(ino) };
    });
  }
}
