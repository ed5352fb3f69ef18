import type { Clock } from '../client/core/clock';
import { ResponseError, StatusError } from '../client/core/errors';
import { forEachParallel } from '../client/core/forEachParallel';
import type { Identifier, SimulationStatus } from '../client/core/types';
import type { ServiceClient } from '../client/serviceClient';
import type { ServiceRef } from './journalEntry';
import type { KnownStatus, Launch } from './launch';

/** A simulation that has ended, and was found to at this moment. */
export interface EndedSimulation {
  readonly launch: Launch;
  readonly status: KnownStatus & Required<Pick<SimulationStatus, 'end'>>;
}

export interface SimulationPollerOptions {
  readonly clock: Clock;
  /** All launches, newest first. */
  readonly list: () => Promise<readonly Launch[]>;
  /**
   * The client of the service that launches were made with.
   * @returns undefined where the service may not be asked: no setting says how, or another account is signed in; a
   *   rejection is the same
   */
  readonly clientOf: (service: ServiceRef) => Promise<Pick<ServiceClient, 'readSimulation'> | undefined>;
  /** Called when another status is known, or that of another simulation. */
  readonly onChange: () => void;
  /** Called after a round with the simulations that it found ended; with each one once. */
  readonly onEnded: (ended: readonly EndedSimulation[]) => void;
  /** Receives a line about each response without a status. */
  readonly log: (line: string) => void;
}

/** Limits for the time between two rounds; it doubles from one to the other. ms. */
export const minPollWaitMs = 30_000;
export const maxPollWaitMs = 5 * 60_000;

/** Limit for the launches that are asked for in one round. */
export const maxLaunchesPerRound = 20;

/** Requests at the same time. */
const maxParallel = 4;

/**
 * Asks services what became of the simulations of launches, while somebody looks at them and as long as they have not
 * ended. What is answered is kept in memory only, and a launch is never changed by it. A failure changes nothing.
 */
export class SimulationPoller {
  readonly #known = new Map<string, KnownStatus>();
  /** The round in which a simulation was asked for last. */
  readonly #askedIn = new Map<string, number>();
  #round = 0;
  /** Aborted when nobody looks any more; undefined then. */
  #following: AbortController | undefined;
  /** The wait that goes on; 0 during a round. */
  #waitMs = 0;
  /** The simulations that there were in the last round, and those that were noted since. */
  #seen = new Set<string>();
  /** Whether any was noted since the last round. */
  #hasNew = false;

  readonly #options: SimulationPollerOptions;

  constructor(options: SimulationPollerOptions) {
    this.#options = options;
  }

  /** What its service said last of the simulation of a launch. */
  get(launch: Launch): KnownStatus | undefined {
    const key = getKey(launch);
    return key === undefined ? undefined : this.#known.get(key);
  }

  /** Somebody looks: asks now, and again from time to time. */
  show(): void {
    if (this.#following === undefined) this.#start({ isDue: true });
  }

  /** Nobody looks any more: nothing is sent from now on, and what is on its way is given up. */
  hide(): void {
    this.#following?.abort();
    this.#following = undefined;
  }

  /** Asks now, if somebody looks. */
  refresh(): void {
    if (this.#following !== undefined) this.#start({ isDue: true });
  }

  /** Lets simulations that were created since be asked for soon, however long the wait has become. */
  noteLaunches(launches: readonly Launch[]): void {
    if (this.#following === undefined) return;
    const before = this.#seen.size;
    for (const key of launches.map(getKey)) if (key !== undefined) this.#seen.add(key);
    if (this.#seen.size === before) return;
    this.#hasNew = true;
    if (this.#waitMs > minPollWaitMs) this.#start({ isDue: false });
  }

  #start({ isDue }: { readonly isDue: boolean }): void {
    this.hide();
    this.#following = new AbortController();
    const { signal } = this.#following;
    // Ends by the signal only.
    this.#follow(isDue, signal).catch(() => undefined);
  }

  async #follow(isDue: boolean, signal: AbortSignal): Promise<void> {
    this.#waitMs = 0;
    if (isDue) await this.#ask(signal);
    for (let waitMs = minPollWaitMs; ; waitMs = Math.min(2 * waitMs, maxPollWaitMs)) {
      if (this.#hasNew) waitMs = minPollWaitMs;
      this.#hasNew = false;
      this.#waitMs = waitMs;
      await this.#options.clock.wait(waitMs, signal);
      this.#waitMs = 0;
      await this.#ask(signal);
    }
  }

  /** One round: those that were asked for longest ago come first. */
  async #ask(signal: AbortSignal): Promise<void> {
    const ended: EndedSimulation[] = [];
    const round = ++this.#round;
    const clients = new ClientsOfRound(this.#options.clientOf);
    try {
      const due = await listAskable(this.#takeOpen(await this.#options.list()), clients, signal);
      await forEachParallel(due, maxParallel, async ({ key, launch, id }) => {
        const client = await clients.get(launch.record.plan.service);
        if (client === undefined) return;
        const status = await this.#read(client, { launch, id }, clients, signal);
        // Whoever does not look any more is told the next time.
        if (signal.aborted) return;
        this.#askedIn.set(key, round);
        if (status !== undefined) this.#take(key, { launch, status }, ended);
      });
    } catch (error) {
      // The launches cannot be read, which their list says.
      this.#options.log(`no status is asked for: ${String(error)}`);
    } finally {
      if (ended.length > 0) this.#options.onEnded(ended);
    }
  }

  /** The simulations that have not ended, in the order in which they are asked for. Forgets those that are gone. */
  #takeOpen(launches: readonly Launch[]): readonly OpenSimulation[] {
    const all = launches.flatMap((launch): OpenSimulation[] => {
      const key = getKey(launch);
      const id = launch.record.simulation?.id;
      return key === undefined || id === undefined ? [] : [{ key, launch, id }];
    });
    this.#seen = new Set(all.map(({ key }) => key));
    for (const key of this.#askedIn.keys())
      if (!this.#seen.has(key)) {
        this.#askedIn.delete(key);
        this.#known.delete(key);
      }
    const askedIn = ({ key }: OpenSimulation) => this.#askedIn.get(key) ?? 0;
    return all
      .filter(({ key }) => this.#known.get(key)?.end === undefined)
      .sort((a, b) => askedIn(a) - askedIn(b));
  }

  async #read(
    client: Pick<ServiceClient, 'readSimulation'>,
    { launch, id }: Pick<OpenSimulation, 'launch' | 'id'>,
    clients: ClientsOfRound,
    signal: AbortSignal,
  ): Promise<KnownStatus | undefined> {
    const { project, plan } = launch.record;
    try {
      const ids = { simulation_id: id, project_id: project?.id };
      // Nobody has asked for this request, so nobody is asked to sign in for it.
      const status = await client.readSimulation(ids, { signal, unattended: true });
      return status && { ...status, saidAt: this.#options.clock.now() };
    } catch (error) {
      if (signal.aborted) return undefined;
      if (error instanceof ResponseError) this.#options.log(error.message);
      if (!isAboutOne(error)) clients.leaveOut(plan.service);
      return undefined;
    }
  }

  #take(
    key: string,
    { launch, status }: { readonly launch: Launch; readonly status: KnownStatus },
    ended: EndedSimulation[],
  ): void {
    const { end } = status;
    this.#known.set(key, status);
    if (end !== undefined) ended.push({ launch, status: { ...status, end } });
    this.#options.onChange();
  }
}

interface OpenSimulation {
  readonly key: string;
  readonly launch: Launch;
  readonly id: Identifier;
}

/** Identifies a simulation of a launch. @returns undefined if it has none, or its identifier is not known */
function getKey({ id, record: { simulation } }: Launch): string | undefined {
  return simulation?.id === undefined ? undefined : JSON.stringify([id, String(simulation.id)]);
}

/** The first of them whose services may be asked. */
async function listAskable(
  open: readonly OpenSimulation[],
  clients: ClientsOfRound,
  signal: AbortSignal,
): Promise<readonly OpenSimulation[]> {
  const found: OpenSimulation[] = [];
  for (const one of open) {
    if (found.length === maxLaunchesPerRound || signal.aborted) break;
    if ((await clients.get(one.launch.record.plan.service)) !== undefined) found.push(one);
  }
  return found;
}

/** Whether a failure says something about one simulation only, and not about its service or the way there. */
function isAboutOne(error: unknown): boolean {
  if (error instanceof StatusError) return error.status === 404 || error.status === 410;
  return error instanceof ResponseError;
}

/** The clients of one round, one for each service. */
class ClientsOfRound {
  readonly #clients = new Map<string, Promise<Pick<ServiceClient, 'readSimulation'> | undefined>>();
  readonly #clientOf: SimulationPollerOptions['clientOf'];

  constructor(clientOf: SimulationPollerOptions['clientOf']) {
    this.#clientOf = clientOf;
  }

  /** @returns undefined for a service that may not be asked, or not again in this round */
  async get(service: ServiceRef): Promise<Pick<ServiceClient, 'readSimulation'> | undefined> {
    const key = JSON.stringify(service);
    const client = this.#clients.get(key) ?? this.#clientOf(service).catch(() => undefined);
    this.#clients.set(key, client);
    return await client;
  }

  leaveOut(service: ServiceRef): void {
    this.#clients.set(JSON.stringify(service), Promise.resolve(undefined));
  }
}
