import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { NetworkError } from '../../../../src/client/core/errors';
import { type HttpRequest, HttpTransport } from '../../../../src/client/http/httpTransport';
import type { ServiceClient } from '../../../../src/client/serviceClient';
import type { Emulator, Intercept, RecordedRequest } from '../../../../src/emulator/emulator';
import { Journal } from '../../../../src/launch/journal';
import type { JournalWriter } from '../../../../src/launch/journalWriter';
import type { LaunchWithFiles } from '../../../../src/launch/launchExport';
import { isUnknown, type LaunchRecord } from '../../../../src/launch/launchRecord';
import { runLaunch } from '../../../../src/launch/runLaunch';
import { memoryLinks, plannedLaunch } from '../../../support/launches';
import { findingOf } from './killedLaunch';
import { Dice, type Fault, faultOf, keyOf, runTurns, type Trouble, TurnClock } from './randomFaults';

/** Lets a run inspect each request before it leaves. */
export class WatchedTransport extends HttpTransport {
  watch: ((request: HttpRequest) => void) | undefined;

  override async send(request: HttpRequest): ReturnType<HttpTransport['send']> {
    try {
      this.watch?.(request);
    } catch (error) {
      if (request.body instanceof Readable) request.body.destroy();
      throw error;
    }
    return super.send(request);
  }
}

/** Resources that launches use one after the other. */
export interface Lane {
  readonly emulator: Emulator;
  readonly client: ServiceClient;
  readonly transport: WatchedTransport;
  readonly log: string[];
  readonly folder: string;
}

/** More often than faults can interrupt a launch of six files. */
const maxAttempts = 60;

/**
 * One random launch, resumed until it is done or cannot be completed, and the invariants that it violated.
 */
export class RandomLaunch {
  readonly broken: string[] = [];
  readonly fired: Fault['kind'][] = [];
  readonly clock = new TurnClock();
  readonly hashes = new Map<string, string>();
  /** How often the user has let a create be sent again, though it may have been carried out. */
  readonly consents: Record<string, number> = {};
  settlements = 0;
  attempts = 0;
  journalText = '';
  /** Folder of the files. */
  root = '';
  readonly secrets = new Set<string>();
  readonly #trouble: Trouble;
  readonly #dice: Dice;
  readonly #counts = new Map<string, number>();
  readonly #first: number;
  #links = memoryLinks();
  #cancel = new AbortController();
  #wasFinalised = false;

  readonly #lane: Lane;

  constructor(seed: number, lane: Lane) {
    this.#lane = lane;
    this.#dice = new Dice(seed, 'launch');
    this.#trouble = { seed, rate: this.#dice.pick([0, 0.1, 0.3, 0.6]) };
    this.#first = lane.emulator.requests.length;
  }

  get requests(): readonly RecordedRequest[] {
    return this.#lane.emulator.requests.slice(this.#first);
  }

  /** @returns the record at the end */
  async run(name: string): Promise<LaunchWithFiles> {
    const { emulator, transport, folder } = this.#lane;
    const { root, plan } = await plannedLaunch(emulator, this.#files(), { project: { newName: name } });
    this.root = root;
    const journal = new Journal(folder, this.clock);
    let record = await journal.begin({ ...plan, model: { ...plan.model, name } });
    transport.watch = (request) => this.#watch(request);
    emulator.setIntercept((request) => this.#intercept(request, record.record));
    while (!isOver(record.record) && this.attempts++ < maxAttempts) {
      await this.#attempt(record);
      if (isUnknown(record.record)) {
        // Some users try to continue before they have found out, and that must send nothing.
        if (this.#dice.chance(0.3)) await this.#attempt(record);
        await this.#settle(record);
      }
      if (this.#dice.chance(0.3)) record = await reopen(journal, record);
    }
    transport.watch = undefined;
    emulator.setIntercept(undefined);
    await record.close();
    const { launch } = record.record.plan;
    const texts = readdirSync(folder).filter((file) => file.startsWith(launch));
    this.journalText = texts.map((file) => readFileSync(path.join(folder, file), 'utf8')).join('\n');
    return { record: record.record, files: record.files! };
  }

  #files(): Record<string, Buffer> {
    const files: Record<string, Buffer> = {};
    for (let count = this.#dice.int(5); count >= 0; count--) {
      const size = this.#dice.pick([0, 1, this.#dice.int(5000), this.#dice.int(70_000)]);
      const name = `${this.#dice.pick(['', 'mesh/', 'mesh/größe '])}part${count}.inc`;
      files[name] = Buffer.alloc(size, `${name} ${this.#dice.next()}\n`);
      this.hashes.set(name, createHash('sha256').update(files[name]).digest('hex'));
    }
    return files;
  }

  async #attempt(journal: JournalWriter): Promise<void> {
    const { client, log } = this.#lane;
    this.#cancel = new AbortController();
    const before = journal.record;
    await runLaunch({
      client,
      journal,
      uploadUrls: this.#links,
      clock: this.clock,
      random: () => this.#dice.next(),
      parallelFiles: 1 + this.#dice.int(3),
      signal: this.#cancel.signal,
      onChange: () => this.#keepSecrets(),
    }).catch(() => undefined);
    await this.#quiet(log);
    const { problem, end, modelId } = journal.record;
    // The response named a model that cannot be completed; a user who continues wants another one.
    if (
      end === 'failed' &&
      problem?.kind === 'response' &&
      problem.code !== 'html' &&
      modelId === undefined &&
      before !== journal.record
    ) {
      this.#consent('createModel');
    }
  }

  #keepSecrets(): void {
    for (const links of this.#links.kept.values()) {
      for (const url of links.values()) this.secrets.add(new URL(url).searchParams.get('signature') ?? url);
    }
  }

  /** Waits until all requests have had their effect and no more arrive. */
  async #quiet(log: readonly string[]): Promise<void> {
    const deadline = Date.now() + 10_000;
    const lines = log.length;
    // A request that has just left the client is still in transit.
    await runTurns(20);
    while (this.requests.some(({ finishedAt }) => finishedAt === undefined)) {
      if (Date.now() > deadline) return void this.broken.push('I8: a request stays open after its launch');
      await nextTurn();
    }
    if (log.length !== lines) this.broken.push('I10: requests go on after a launch has ended');
  }

  async #settle(journal: JournalWriter): Promise<void> {
    const { open } = journal.record;
    const finding = findingOf(journal.record, this.#lane.emulator);
    this.settlements++;
    if (!finding.happened && open !== undefined) this.#consent(open);
    if (finding.happened && open === 'finaliseModel') this.#wasFinalised = true;
    await journal.append(finding);
  }

  #consent(step: string): void {
    this.consents[step] = (this.consents[step] ?? 0) + 1;
  }

  #watch(request: HttpRequest): void {
    if (this.#cancel.signal.aborted && !request.signal.aborted) {
      this.broken.push(`I10: ${request.operation} is sent after the launch was cancelled`);
    }
    const key = keyOf({ operation: request.operation, ...(request.about && { fileName: request.about }) });
    if (this.#fault(key, 'before')?.kind !== 'unsent') return;
    this.fired.push('unsent');
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1);
    throw new NetworkError(request.operation, request.target.host, { code: 'refused', sent: 'no' });
  }

  #intercept(request: RecordedRequest, record: LaunchRecord): Intercept | undefined {
    this.#checkOrder(request, record);
    const key = keyOf(request);
    const fault = this.#fault(key, 'arrived');
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1);
    if (fault === undefined) return undefined;
    this.fired.push(fault.kind);
    // A user who gets no response cancels in the end.
    if (fault.kind === 'cancel' || fault.kind === 'stall')
      this.#cancel.abort(new Error('cancelled by the user'));
    return fault.intercept;
  }

  #fault(key: string, at: 'before' | 'arrived'): Fault | undefined {
    const fault = faultOf(this.#trouble, key, this.#counts.get(key) ?? 0);
    return (fault?.kind === 'unsent') === (at === 'before') ? fault : undefined;
  }

  #checkOrder({ operation }: RecordedRequest, { modelId }: LaunchRecord): void {
    const done = (wanted: RecordedRequest['operation'], name?: string) =>
      this.requests.some(
        (request) =>
          request.operation === wanted &&
          request.path.includes(`/${modelId}/`) &&
          [200, 201, 204].includes(request.status ?? 0) &&
          (name === undefined || request.fileName === name),
      );
    if (operation === 'createSimulation' && !done('finaliseModel') && !this.#wasFinalised) {
      this.broken.push('I1: a simulation is created before the response to a finalise');
    }
    if (operation === 'finaliseModel' && ![...this.hashes.keys()].every((name) => done('uploadFile', name))) {
      this.broken.push('I2: a model is finalised before all its files were accepted');
    }
  }
}

/** The record as another window reads it. */
async function reopen(journal: Journal, record: JournalWriter): Promise<JournalWriter> {
  await record.close();
  return journal.continue(record.record.plan.launch);
}

function isOver({ simulation, end }: LaunchRecord): boolean {
  return simulation !== undefined || end === 'abandoned';
}
