import type { ServiceClient } from '../../src/client/serviceClient';
import type { ServiceRef } from '../../src/launch/journalEntry';
import type { Launch, LaunchObserver } from '../../src/launch/launch';
import type { LaunchRecord, LaunchStep } from '../../src/launch/launchRecord';
import type { LaunchRunner } from '../../src/launch/launchRunner';
import type { StudyRunner } from '../../src/study/studyRunner';
import { pointersTo } from './circumstances';
import { currentProcess, type Host, SimulatedProcess } from './hosts';
import type { Keyring } from './keyring';
import type { Engine } from './loadEngine';
import type { Network } from './network';
import type { LaunchTruth, Oracle } from './oracle';
import { journalFolder } from './recordPlaces';
import { apiKey, serviceOrigin } from './service';
import type { World } from './world';

/** A question in a message, which stays on the screen until the user answers it. */
export interface Question {
  readonly launch: LaunchTruth;
  readonly asked: LaunchRecord;
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

/** Lets the requests of a study be those of the launch of its current row. */
interface RowClients {
  /** The launch of a row that this window has run last. */
  readonly launchOf: (study: string, row: number) => LaunchTruth | undefined;
  readonly createClient: (launch: LaunchTruth | undefined) => ServiceClient;
}

/** One window, for the lifetime of its process. */
export class SimulatedWindow {
  readonly questions: Question[] = [];
  /** The launches have changed since the list was read. */
  isStale = true;

  constructor(
    readonly process: SimulatedProcess,
    readonly runner: LaunchRunner,
    readonly studies: StudyRunner,
    readonly rows: RowClients,
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
  readonly oracle: Oracle;
}

/** A service as the record of a study stores it. It contains the number of the study. */
export function serviceOfStudy(study: number): ServiceRef {
  const service = {
    origin: serviceOrigin,
    basePath: '/',
    variant: 'variant_b',
    simulatedStudy: study,
  } as const;
  return service;
}

/** The questions that the columns of a table answer. */
const requestsOfStudies = {
  'requests.createModel': {
    ...{ name: '{name}', files: [{ name: '{file.name}', size: '{file.size}' }] },
    ...{ material: '{prompt.material}', $prompts: { material: { type: 'text', default: 'steel' } } },
  },
  'requests.finaliseModel': {
    ...{ mesh: '{prompt.mesh}', $prompts: { mesh: { type: 'text', default: 'fine' } } },
  },
  'requests.createSimulation': {
    ...{ project_id: '{project_id}', model_id: '{model_id}' },
    ...{ load: '{prompt.load}', $prompts: { load: { type: 'number' } } },
  },
};

/** What the settings of the extension say about the service of studies. */
export function mappingOfStudies(
  engine: Engine,
  { circumstances }: World,
): ReturnType<Engine['parseMapping']> {
  return engine.parseMapping({ ...requestsOfStudies, responses: pointersTo[circumstances.service.list] });
}

export function openWindow(
  host: Host,
  { world, engine, keyring, network, oracle }: Surroundings,
): SimulatedWindow {
  // PIDs are reused.
  const dead = world.processes.filter((other) => !other.isAlive && other.host === host);
  const pid = dead.length > 0 && world.random.chance(0.3) ? dead.at(-1)!.pid : world.nextPid++;
  const name = `window ${world.processes.length + 1}`;
  const process = new SimulatedProcess(name, host, pid, world.queue);
  world.processes.push(process);
  const log = (line: string) => {
    oracle.checkWritten(line, process);
    if (process.logIsClosed || world.strikes(world.circumstances.logThrows))
      throw new Error('Channel has been closed');
  };
  const createClient = (launch: number, isOfStudy: boolean) =>
    new engine.ServiceClient({
      ...{ baseUrl: serviceOrigin, variant: engine.variants.variant_b, clock: engine.systemClock, log },
      transport: network.transportFor(currentProcess(), launch),
      credentials: { headers: () => Promise.resolve({ 'x-api-key': apiKey }) },
      mapping: isOfStudy
        ? mappingOfStudies(engine, world)
        : engine.parseMapping({ responses: pointersTo[world.circumstances.service.list] }),
      random: () => world.random.next(),
    });
  let runner!: LaunchRunner;
  let studies!: StudyRunner;
  /** The last launch of each row that this window has run. */
  const launchOfRow = new Map<string, string>();
  let lastLaunch = '';
  process.run(() => {
    runner = new engine.LaunchRunner({
      folder: journalFolder,
      uploadUrls: engine.createUploadUrlStore(keyring.forWindow(), new engine.Redactor(), () => undefined),
      clock: engine.systemClock,
      random: () => world.random.next(),
      clientOf: (service) => {
        const { simulatedLaunch } = service as { simulatedLaunch?: number };
        // A launch asks for its client at once when its record is there.
        const row = simulatedLaunch === undefined ? oracle.launchOfRecord(lastLaunch) : undefined;
        return Promise.resolve(createClient(row?.number ?? simulatedLaunch ?? -1, row !== undefined));
      },
      parallelFiles: () => 1 + world.random.below(4),
      rateOf: () => undefined,
      onMeasured: () => undefined,
      requireTrust: () => undefined,
      onChange: () => undefined,
      onRecord: ({ plan: { launch, study } }) => {
        lastLaunch = launch;
        if (study !== undefined) launchOfRow.set(rowKey(study.id, study.row), launch);
      },
    });
    studies = new engine.StudyRunner({
      ...{ folder: journalFolder, launches: runner, clock: engine.systemClock },
      onChange: () => undefined,
    });
  });
  world.note(() => `${name} opens on ${host.name}, process ${pid}`);
  return new SimulatedWindow(process, runner, studies, {
    launchOf: (study, row) => oracle.launchOfRecord(launchOfRow.get(rowKey(study, row))),
    // A list belongs to no launch.
    createClient: (launch) => createClient(launch?.number ?? -1, true),
  });
}

function rowKey(study: string, row: number): string {
  return `${study} ${row}`;
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
