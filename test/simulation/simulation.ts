import { circumstancesOf } from './circumstances';
import { Host } from './hosts';
import { Keyring } from './keyring';
import type { Engine } from './loadEngine';
import { Oracle } from './oracle';
import { Random } from './random';
import { journalFolder } from './recordPlaces';
import { Service } from './service';
import { enterWorld } from './simulatedModules';
import { User } from './user';
import { openWindow, type SimulatedWindow } from './windows';
import { World } from './world';
import { WorldEvents } from './worldEvents';

/** More events than any run should need, and as many for each study, because it has many launches. */
const maxSteps = 60_000;

/** Actions that bring a launch nearer to its end. */
const nextSteps: readonly string[] = ['resume', 'retry', 'finalise', 'resolve', 'recreate'];

/** Far from the seeds of the worlds. */
const studySeeds = 1_000_000_007;

/** In ms of virtual time. */
const secondMs = 1000;
const minuteMs = 60 * secondMs;

/** One run of the engine in a world that is determined by the seed. @returns that world at its end */
export async function simulate(engine: Engine, seed: number, withTrace: boolean): Promise<World> {
  const run = new Simulation(engine, seed, withTrace);
  const rejected = (error: unknown) =>
    run.world.violate('every rejection is handled', String((error as Error).stack ?? error));
  process.on('unhandledRejection', rejected);
  try {
    await run.run();
    // What still runs must not get into the next world.
    await new Promise((resolve) => setImmediate(resolve));
  } finally {
    process.off('unhandledRejection', rejected);
  }
  return run.world;
}

class Simulation {
  readonly world: World;
  readonly #user: User;
  readonly #oracle: Oracle;
  readonly #surroundings;
  readonly #events: WorldEvents;

  constructor(
    readonly engine: Engine,
    seed: number,
    withTrace: boolean,
  ) {
    const random = new Random(seed);
    this.world = new World(circumstancesOf(random, new Random(seed + studySeeds)), random, withTrace);
    const { world } = this;
    enterWorld(world);
    const keyring = new Keyring(world);
    const service = new Service(world);
    this.#oracle = new Oracle(world, service, engine);
    world.observer = this.#oracle;
    this.#surroundings = { world, engine, service, keyring, oracle: this.#oracle };
    this.#user = new User(world, engine, service, this.#oracle);
    this.#events = new WorldEvents({
      ...this.#surroundings,
      open: (host) => this.#open(host),
      goOnElsewhere: (process, inMs) => this.#user.goOnElsewhere(process, inMs),
    });
    service.addProject('Wing');
    if (random.chance(0.5)) service.addProject('Rotor');
  }

  async run(): Promise<void> {
    const { world } = this;
    const { circumstances, disk } = world;
    world.note(() => JSON.stringify(circumstances));
    disk.skewMs = circumstances.fileSystemSkew;
    disk.makeFolders(journalFolder);
    this.#makeHosts();
    for (let count = 0; count < circumstances.windows; count++) this.#open(world.random.pick(world.hosts));
    this.#schedule();
    const end = world.queue.now + 30 * minuteMs;
    await this.#until(() => world.queue.now >= end);
    await this.#calm();
  }

  #makeHosts(): void {
    const { world } = this;
    const { hosts, skewMs, separatePids } = world.circumstances;
    world.hosts.push(new Host('north', 'north'));
    if (separatePids) world.hosts.push(new Host('north', 'container'));
    if (hosts === 2) world.hosts.push(new Host('south', 'south'));
    world.hosts.at(-1)!.skewMs = skewMs;
  }

  #open(host: Host): SimulatedWindow {
    const window = openWindow(host, this.#surroundings);
    this.#user.windows.push(window);
    return window;
  }

  #schedule(): void {
    const { random, queue, circumstances } = this.world;
    let at = 0;
    for (let step = 0; step < circumstances.userSteps; step++) {
      queue.after(at, () => this.#user.act());
      at += random.chance(0.5)
        ? random.between(1, 300)
        : random.chance(0.6)
          ? random.between(300, 5_000)
          : random.between(5_000, 150_000);
    }
    this.#events.plan(at);
    this.#events.planDamages(at);
    queue.after(30 * minuteMs, () => undefined);
  }

  /** Nothing fails any more: running launches end, and a new window shows the state of all of them. */
  async #calm(): Promise<void> {
    const { world } = this;
    if (this.#isViolated()) return;
    world.isCalm = true;
    this.#events.end();
    world.note(() => 'all is calm');
    await this.#endRuns();
    if (this.#isViolated()) return;
    for (const process of world.processes) process.kill();
    const window = this.#open(world.hosts[0]!);
    for (let round = 0; round < 12; round++) {
      await this.#rest(90 * secondMs);
      if ((await this.#letUser(window, () => this.#user.finishAll(window))) === true) break;
    }
    this.#requireDone();
    if (this.#oracle.studies.length > 0 && !this.#isViolated()) await this.#leave(window);
  }

  /**
   * Locks of a moment ago count as those of a window that still works, and rendered files without a study as those of one
   * that is being frozen.
   */
  async #leave(window: SimulatedWindow): Promise<void> {
    await this.#rest(11 * minuteMs);
    const left = (await this.#letUser(window, () => this.#user.leave(window))) ?? [];
    if (left.length > 0) this.world.violate('what is removed leaves nothing behind', left.join(', '));
  }

  #isViolated(): boolean {
    return this.world.violation !== undefined;
  }

  /** Every running launch ends when it is cancelled, and then no window holds a lock. */
  async #endRuns(): Promise<void> {
    const { world } = this;
    for (const process of world.processes) process.continue(world.random);
    await this.#rest(10 * minuteMs);
    this.#user.cancelAll();
    await this.#rest(5 * minuteMs);
    if (this.#isViolated()) return;
    for (const { number, runs } of this.#oracle.studies) {
      if (runs.size > 0) world.violate('every run ends', `study ${number} runs on after Stop`);
    }
    for (const { number, runs } of this.#oracle.launches) {
      if (runs.size > 0) world.violate('every run ends', `launch ${number} runs on after Cancel`);
    }
    for (const name of world.disk.namesIn(journalFolder).filter((file) => file.includes('.lock'))) {
      const age = Number(world.disk.nowNs - world.disk.get(`${journalFolder}/${name}`, 'stat').mtimeNs) / 1e6;
      if (age < minuteMs) world.violate('no launch is held by a window that does not work on it', name);
    }
  }

  /** @returns undefined when the user waits for ever */
  async #letUser<T>(window: SimulatedWindow, work: () => Promise<T>): Promise<T | undefined> {
    const { queue } = this.world;
    const end = queue.now + 30 * minuteMs;
    let result: { readonly value: T } | undefined;
    window.process.run(() => void work().then((value) => (result = { value })));
    await this.#until(() => result !== undefined || queue.now > end);
    if (result === undefined) this.world.violate('every run ends', 'the user waits for ever');
    return result?.value;
  }

  #requireDone(): void {
    const { engine, world } = this;
    for (const launch of this.#oracle.launches) {
      const record = launch.isRemoved || launch.isDamaged ? undefined : launch.record;
      if (record === undefined) continue;
      const state = engine.launchState(record);
      const actions = engine.launchActions({ record, state, runsHere: false });
      world.note(() => `launch ${launch.number} is ${state}`);
      const hasNext = actions.some((action) => nextSteps.includes(action));
      if (!hasNext && state !== 'launched' && state !== 'ready') {
        world.violate('every unfinished launch has a next step', `launch ${launch.number} is ${state}`);
      }
    }
  }

  async #rest(time: number): Promise<void> {
    const { queue } = this.world;
    const end = queue.now + time;
    queue.after(time, () => undefined);
    await this.#until(() => queue.now >= end);
  }

  async #until(isOver: () => boolean): Promise<void> {
    const { world } = this;
    while (!isOver() && world.violation === undefined) {
      // All callbacks that do not wait for the world run before its next event.
      await new Promise((resolve) => setImmediate(resolve));
      if (isOver() || !world.step()) return;
      if (world.steps > maxSteps * (1 + this.#oracle.studies.length))
        world.violate('every run ends', 'too many events');
    }
  }
}
