import { createHash } from 'node:crypto';
import type { WorldEvent } from './circumstances';
import { RecordDamager } from './damage';
import type { DiskWork } from './disk';
import type { Host, SimulatedProcess } from './hosts';
import type { LaunchTruth, Oracle } from './oracle';
import { journalFolder } from './recordPlaces';
import type { SimulatedWindow, Surroundings } from './windows';
import type { World } from './world';

const newerRecord = [
  { schema: 99, kind: 'planned', launch: 'of a newer version', service: {}, model: {}, at: 1 },
  { kind: 'weighed', at: 2 },
]
  .map((entry) => lineOf(JSON.stringify(entry)))
  .join('');

function lineOf(json: string): string {
  return `${createHash('sha256').update(json).digest('hex').slice(0, 16)} ${json}
`;
}

interface Scene extends Surroundings {
  readonly open: (host: Host) => SimulatedWindow;
  /** The user continues in another window. */
  readonly goOnElsewhere: (process: SimulatedProcess, inMs: number) => void;
}

/** Events that affect computers, files and users while they work. */
export class WorldEvents {
  readonly #world: World;
  readonly #oracle: Oracle;

  constructor(readonly scene: Scene) {
    this.#world = scene.world;
    this.#oracle = scene.oracle;
  }

  /** Some events happen at a random time, others during a wait, where most faults do their damage. */
  plan(lastUserStep: number): void {
    const { random, queue, circumstances } = this.#world;
    for (let count = 0; count < circumstances.eventCount; count++) {
      const event = random.weighted<WorldEvent>(circumstances.events);
      if (random.chance(0.6))
        this.#world.trap(1 + random.below(250), (process) => this.#happen(event, process));
      else {
        const when = random.chance(0.6) ? random.between(0, 3_000) : random.between(0, lastUserStep);
        queue.after(when, () => this.#happen(event, this.#someProcess()));
      }
    }
  }

  /** Records of studies and of their launches are damaged. */
  planDamages(lastUserStep: number): void {
    const { random, queue, circumstances } = this.#world;
    const damager = new RecordDamager(this.#world, this.#oracle);
    for (let count = 0; count < circumstances.damages; count++) {
      queue.after(random.between(1_000, lastUserStep), () => {
        if (!this.#world.isCalm) damager.damage();
      });
    }
  }

  #happen(event: WorldEvent, process: SimulatedProcess | undefined): void {
    this.#world.note(() => `world: ${event}`);
    if (process !== undefined) this.#deeds[event](process);
  }

  /** Removes the last obstacle. */
  end(): void {
    this.scene.service.isOut = false;
    for (const file of this.#oracle.foreignFiles) {
      if (this.#world.disk.find(file)?.data.toString() !== newerRecord) {
        this.#world.violate('records of newer versions are not changed', file);
      }
    }
  }

  readonly #deeds: Readonly<Record<WorldEvent, (process: SimulatedProcess) => void>> = {
    kill: (process) => this.#kill(process),
    stop: (process) => this.#stop(process),
    powerCut: ({ host }) => this.#losePower(host),
    reload: (process) => this.#reload(process),
    clockJump: () => {
      const { random, hosts } = this.#world;
      random.pick(hosts).skewMs += random.pick([-86_400_000, -120_000, -70_000, 70_000, 120_000, 86_400_000]);
    },
    lockKeyring: () => {
      const { random, queue } = this.#world;
      this.scene.keyring.lockedUntil = queue.now + random.between(1_000, 300_000);
      this.scene.keyring.whenLocked = random.pick(['fails', 'fails', 'waits']);
    },
    diskTrouble: () => {
      const { random, queue, diskTrouble } = this.#world;
      diskTrouble.until = queue.now + random.between(50, 20_000);
      diskTrouble.probability = random.pick([0.1, 0.5, 1]);
      const all: readonly DiskWork[][] = [
        ['write'],
        ['write', 'change'],
        ['change'],
        ['open'],
        ['open', 'read'],
      ];
      diskTrouble.kinds = random.pick(all);
    },
    unreadableRecord: () => {
      const { random, disk, diskTrouble, queue } = this.#world;
      const names = disk.namesIn(journalFolder).filter((name) => name.endsWith('.launch'));
      const name = random.pickSome(names);
      if (name === undefined) return;
      const code = random.pick(['EACCES', 'EIO', 'ESTALE']);
      const until = queue.now + random.between(100, 900_000);
      diskTrouble.unreadable.set(`${journalFolder}/${name}`, { until, code });
    },
    changeMode: () =>
      this.#changeFile((file) => {
        this.#oracle.fileTouched(file);
        this.#world.disk.changeMode(this.#world.disk.get(file, 'chmod'));
      }),
    rewriteFile: () => this.#changeFile((file, launch) => this.#rewrite(file, launch)),
    replaceFile: () => this.#changeFile((file) => this.#replace(file)),
    removeFile: () =>
      this.#changeFile((file) => {
        this.#oracle.fileChanged(file);
        this.#world.disk.remove(file);
      }),
    newerVersion: () => {
      const { disk, random } = this.#world;
      const file = `${journalFolder}/${random.uuid()}.launch`;
      disk.put(file, Buffer.from(newerRecord));
      this.#oracle.foreignFiles.add(file);
    },
    outage: () => {
      const { random, queue } = this.#world;
      this.scene.service.isOut = true;
      queue.after(random.between(200, 60_000), () => (this.scene.service.isOut = false));
    },
  };

  #someProcess(): SimulatedProcess | undefined {
    const alive = this.#world.processes.filter(({ isAlive }) => isAlive);
    const busy = alive.filter((process) => this.#oracle.launches.some(({ runs }) => runs.has(process)));
    return this.#world.random.chance(0.8) && busy.length > 0
      ? this.#world.random.pick(busy)
      : this.#world.random.pickSome(alive);
  }

  #kill(process: SimulatedProcess): void {
    if (!process.isAlive) return;
    const world = this.#world;
    world.note(() => `${process.name} is killed`);
    process.kill();
    for (const { runs } of [...this.#oracle.launches, ...this.#oracle.studies]) runs.delete(process);
    world.queue.after(world.random.between(500, 30_000), () => {
      if (!world.isCalm) this.scene.open(process.host);
    });
  }

  #stop(process: SimulatedProcess): void {
    const { random, queue } = this.#world;
    if (process.state !== 'running') return;
    const time = random.chance(0.3) ? random.between(100, 50_000) : random.between(55_000, 400_000);
    this.#world.note(() => `${process.name} is stopped for ${Math.round(time)} ms`);
    process.stop();
    // The user of a window that does not respond continues in another one.
    this.scene.goOnElsewhere(process, time / 2);
    queue.after(time, () => {
      this.#world.note(() => `${process.name} goes on`);
      process.continue(random);
    });
  }

  #losePower(host: Host): void {
    const { disk, processes } = this.#world;
    for (const process of processes) if (process.host === host && process.isAlive) this.#kill(process);
    const torn = disk.losePower(host);
    this.#world.note(
      () => `${host.name} loses its power: ${torn.map((file) => file.split('/').at(-1)).join(', ')}`,
    );
    for (const file of torn) this.#oracle.readAnew(file);
  }

  /** The log is closed first, and the rest of the process lives on for a moment. */
  #reload(process: SimulatedProcess): void {
    process.logIsClosed = true;
    const { random, queue } = this.#world;
    const time = random.chance(0.7) ? random.between(50, 500) : random.between(500, 5_000);
    queue.after(time, () => {
      if (!this.#world.isCalm && process.isAlive) this.#kill(process);
    });
  }

  #changeFile(change: (file: string, launch: LaunchTruth) => void): void {
    const { random, disk } = this.#world;
    const launch = random.pickSome(this.#oracle.launches.filter(({ files }) => files.size > 0));
    if (launch === undefined) return;
    const { path } = random.pick([...launch.files.values()]);
    if (disk.find(path) !== undefined) change(path, launch);
  }

  #rewrite(file: string, launch: LaunchTruth): void {
    const { disk, random } = this.#world;
    this.#oracle.fileChanged(file);
    const inode = disk.get(file, 'open');
    const size = random.chance(0.5) ? inode.data.length : 10 + random.below(60);
    const { mtimeNs } = inode;
    disk.replaceData(inode, Buffer.alloc(size, `rewritten ${random.hex(8)} `));
    // Some programs restore the modification time of a file. Nobody notices that before its bytes are known.
    // The bytes of a row that has not begun are not.
    if (launch.row === undefined && random.chance(0.2) && this.#oracle.areHashesKnown(launch))
      disk.setTimes(inode, mtimeNs);
  }

  #replace(file: string): void {
    const { disk, random } = this.#world;
    this.#oracle.fileChanged(file);
    const { data } = disk.get(file, 'open');
    const next = random.chance(0.3) ? data : Buffer.alloc(data.length, `replaced ${random.hex(8)} `);
    disk.put(`${file}.new`, next);
    disk.rename(`${file}.new`, file);
  }
}
