import type { ServiceRef } from '../../src/launch/journalEntry';
import type { Launch, LaunchObserver } from '../../src/launch/launch';
import type { LaunchStep } from '../../src/launch/launchRecord';
import type { LaunchRunner } from '../../src/launch/launchRunner';
import { pointersTo } from './circumstances';
import { currentProcess, type Host, SimulatedProcess } from './hosts';
import type { Keyring } from './keyring';
import type { Engine } from './loadEngine';
import type { Network } from './network';
import type { LaunchTruth } from './oracle';
import { apiKey, serviceOrigin } from './service';
import type { World } from './world';

export const journalFolder = '/home/user/storage/launches';

/** A question in a message, which stays on the screen until the user answers it. */
export interface Question {
  readonly launch: LaunchTruth;
  readonly asked: number;
  readonly step: LaunchStep;
  readonly askedAt: number;
}

/** A service as stored in a plan. It contains the number of the launch, which identifies its requests. */
export function serviceOfLaunch(launch: number): ServiceRef {
  const service = {
    origin: serviceOrigin,
    basePath: '/',
    variant: 'variant_b',
    simulatedLaunch: launch,
  } as const;
  return service;
}

/** One window, for the lifetime of its process. */
export class SimulatedWindow {
  readonly questions: Question[] = [];
  /** The launches have changed since the list was read. */
  isStale = true;

  constructor(
    readonly process: SimulatedProcess,
    readonly runner: LaunchRunner,
  ) {}

  get canAct(): boolean {
    return this.process.state === 'running' && !this.process.logIsClosed;
  }
}

interface Surroundings {
  readonly world: World;
  readonly engine: Engine;
  readonly keyring: Keyring;
  readonly network: Network;
}

export function openWindow(host: Host, { world, engine, keyring, network }: Surroundings): SimulatedWindow {
  // PIDs are reused.
  const dead = world.processes.filter((other) => !other.isAlive && other.host === host);
  const pid = dead.length > 0 && world.random.chance(0.3) ? dead.at(-1)!.pid : world.nextPid++;
  const name = `window ${world.processes.length + 1}`;
  const process = new SimulatedProcess(name, host, pid, world.queue);
  world.processes.push(process);
  const log = () => {
    if (process.logIsClosed || world.strikes(world.circumstances.logThrows))
      throw new Error('Channel has been closed');
  };
  let runner!: LaunchRunner;
  process.run(() => {
    runner = new engine.LaunchRunner({
      folder: journalFolder,
      uploadUrls: engine.createUploadUrlStore(keyring.forWindow(), new engine.Redactor(), () => undefined),
      clock: engine.systemClock,
      random: () => world.random.next(),
      clientOf: (service) =>
        Promise.resolve(
          new engine.ServiceClient({
            ...{
              baseUrl: service.origin,
              variant: engine.variants[service.variant],
              clock: engine.systemClock,
              log,
            },
            transport: network.transportFor(
              currentProcess(),
              (service as { simulatedLaunch?: number }).simulatedLaunch ?? -1,
            ),
            credentials: { headers: () => Promise.resolve({ 'x-api-key': apiKey }) },
            mapping: engine.parseMapping({ responses: pointersTo[world.circumstances.service.list] }),
            random: () => world.random.next(),
          }),
        ),
      parallelFiles: () => 1 + world.random.below(4),
      rateOf: () => undefined,
      onMeasured: () => undefined,
      requireTrust: () => undefined,
      loadRunLaunch: () => Promise.resolve(engine.runLaunch),
      onChange: () => undefined,
    });
  });
  world.note(() => `${name} opens on ${host.name}, process ${pid}`);
  return new SimulatedWindow(process, runner);
}

export function followerOf(world: World): LaunchObserver {
  const stop = new AbortController();
  return {
    signal: stop.signal,
    onChange: () => undefined,
    onProgress: () => undefined,
    onExpiringUrls: () => {
      if (world.strikes(0.2)) stop.abort(new Error('The user does not want to wait'));
      return Promise.resolve();
    },
  };
}

export type { Launch };
