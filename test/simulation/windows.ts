import type { ServiceMapping } from '../../src/client/mapping/serviceMapping';
import type { ServiceClient } from '../../src/client/serviceClient';
import type { ServiceRef } from '../../src/launch/journalEntry';
import type { LaunchObserver } from '../../src/launch/launch';
import type { LaunchRecord, LaunchStep } from '../../src/launch/launchRecord';
import type { LaunchRunner } from '../../src/launch/launchRunner';
import type { StudyRunner } from '../../src/study/studyRunner';
import { pointersTo } from './circumstances';
import { currentProcess, type Host, SimulatedProcess } from './hosts';
import type { Keyring } from './keyring';
import type { Engine } from './loadEngine';
import { createTransport, type Network } from './network';
import type { LaunchTruth } from './oracle';
import { journalFolder } from './recordPlaces';
import { apiKey, serviceOrigin } from './service';
import type { World } from './world';

/** A question in a message, which stays on the screen until the user answers it. */
export interface Question {
  readonly launch: LaunchTruth;
  readonly asked: LaunchRecord;
  readonly step: LaunchStep;
}

/** A service as a plan or the record of a study stores it, with the number that identifies the requests. */
export function serviceOf(
  about: { readonly simulatedLaunch: number } | { readonly simulatedStudy: number },
): ServiceRef {
  return { origin: serviceOrigin, basePath: '/', variant: 'variant_b', settingsFingerprint: '', ...about };
}

/** Lets the requests of a study be those of the launch of its current row. */
interface RowClients {
  /** The launch of a row that this window has run last. */
  readonly launchOf: (study: string, row: number) => LaunchTruth | undefined;
  /** @param mapping the settings with which the study was begun or resumed */
  readonly createClient: (launch: LaunchTruth | undefined, mapping: ServiceMapping) => ServiceClient;
}

/** One window, for the lifetime of its process. */
export class SimulatedWindow {
  readonly questions: Question[] = [];

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

export interface Surroundings extends Network {
  readonly keyring: Keyring;
}

/** The questions that the columns of a table answer. @param release see {@link World.release} */
const requestsOfStudies = (release: number) => ({
  'requests.createModel': {
    name: '{name}',
    files: [{ name: '{file.name}', size: '{file.size}' }],
    material: '{prompt.material}',
    $prompts: { material: { type: 'text', default: 'steel' } },
  },
  'requests.finaliseModel': {
    mesh: '{prompt.mesh}',
    $prompts: { mesh: { type: 'text', default: 'fine' } },
  },
  'requests.createSimulation': {
    project_id: '{project_id}',
    model_id: '{model_id}',
    release,
    load: '{prompt.load}',
    $prompts: { load: { type: 'number' } },
  },
});

/** What the settings of the extension say about the service of studies. */
export function mappingOfStudies(
  engine: Engine,
  { circumstances, release }: World,
): ReturnType<Engine['parseMapping']> {
  const responses = pointersTo[circumstances.service.list];
  return engine.parseMapping({ ...requestsOfStudies(release), responses });
}

export function openWindow(
  host: Host,
  { world, engine, service, keyring, oracle }: Surroundings,
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
  const createClient = (launch: number, mapping: ServiceMapping) =>
    new engine.ServiceClient({
      baseUrl: serviceOrigin,
      variant: engine.variants.variant_b,
      clock: engine.systemClock,
      log,
      transport: createTransport({ world, service, oracle, engine }, currentProcess(), launch),
      credentials: { headers: () => Promise.resolve({ 'x-api-key': apiKey }) },
      mapping,
      random: () => world.random.next(),
    });
  let runner!: LaunchRunner;
  let studies!: StudyRunner;
  /** The last launch of each row that this window has run. */
  const launchOfRow = new Map<string, string>();
  let lastLaunch = '';
  process.run(() => {
    const gate = new engine.RowGate(journalFolder, engine.systemClock);
    runner = new engine.LaunchRunner({
      folder: journalFolder,
      rows: gate,
      uploadUrls: engine.createUploadUrlStore(keyring.forWindow(), new engine.Redactor(), () => undefined),
      clock: engine.systemClock,
      random: () => world.random.next(),
      clientOf: (service) => {
        const { simulatedLaunch } = service as { simulatedLaunch?: number };
        // A launch asks for its client at once when its record is there.
        const row = simulatedLaunch === undefined ? oracle.launchOfRecord(lastLaunch) : undefined;
        const mapping =
          row === undefined
            ? engine.parseMapping({ responses: pointersTo[world.circumstances.service.list] })
            : mappingOfStudies(engine, world);
        return Promise.resolve(createClient(row?.number ?? simulatedLaunch ?? -1, mapping));
      },
      parallelFiles: () => 1 + world.random.below(4),
      requireTrust: () => undefined,
      onChange: () => undefined,
      onRecord: ({ plan: { launch, study } }) => {
        lastLaunch = launch;
        if (study !== undefined) launchOfRow.set(rowKey(study.id, study.row), launch);
      },
    });
    studies = new engine.StudyRunner({
      launches: runner,
      gate,
      clock: engine.systemClock,
      onChange: () => undefined,
    });
  });
  world.note(() => `${name} opens on ${host.name}, process ${pid}`);
  return new SimulatedWindow(process, runner, studies, {
    launchOf: (study, row) => oracle.launchOfRecord(launchOfRow.get(rowKey(study, row))),
    // A list belongs to no launch.
    createClient: (launch, mapping) => createClient(launch?.number ?? -1, mapping),
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
      if (world.strikes(0.2)) stop.abort();
      return Promise.resolve();
    },
  };
}
