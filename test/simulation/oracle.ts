import path from 'node:path';
import { parseExactJson, stringifyExactly } from '../../src/client/core/exactJson';
import type { Operation } from '../../src/client/core/types';
import type { JournalEntry, PlannedLaunch, TimedEntry } from '../../src/launch/journalEntry';
import type { ResolvedOutcome } from '../../src/launch/launch';
import type { FilesEntry } from '../../src/launch/launchFiles';
import type { LaunchRecord, LaunchStep } from '../../src/launch/launchRecord';
import type { Inode } from './disk';
import type { SimulatedProcess } from './hosts';
import type { Engine } from './loadEngine';
import { filesPlaceOf, journalFolder, linesOf, parseLine, type Place, placeOf } from './recordPlaces';
import { type Id, type Response, type Service, signatureMark } from './service';
import { checkModelOfRow } from './studyChecks';
import { isSameContent, listSent, type PlannedContents, type RowTruth, type StudyTruth } from './studyTruth';
import type { World } from './world';

/** One request that has left a window. */
export interface Sent {
  readonly launch: number;
  readonly operation: Operation;
  readonly process: SimulatedProcess;
  readonly at: number;
  readonly url: string;
  /** Fact that the response or error has proved to the window. */
  proof?: 'done' | 'notDone';
  status?: number;
  /** The user looked after it was sent, found nothing, and said so. */
  isWaived?: boolean;
}

interface UserAnswer {
  readonly by: SimulatedProcess;
  /** The record that the question was about. */
  readonly asked: LaunchRecord;
  readonly step: LaunchStep;
  readonly finding: ResolvedOutcome;
  /** True time at which the user looked at the service. */
  readonly lookedAt: number;
}

/** The truth about a launch, whatever the engine believes. */
export interface LaunchTruth {
  readonly number: number;
  readonly files: PlannedContents;
  readonly project: { readonly id: Id } | { readonly newName: string } | undefined;
  /** The row of a study that it is. */
  readonly row: RowTruth | undefined;
  /** The existing model that it uses. */
  readonly reused: Id | undefined;
  /** The launch whose model is simulated once more, and the time at which the user saw its actions. */
  readonly from: { readonly launch: LaunchTruth; readonly seenAt: number } | undefined;
  /** Id in the journal. */
  id: string | undefined;
  planned: PlannedLaunch | undefined;
  /** State according to its journal, entry by entry. */
  record: LaunchRecord | undefined;
  /** The newest complete file of its journal. */
  generation: number;
  /** The complete lines of that file, without its header. */
  text: Buffer;
  readonly sent: Sent[];
  readonly saidHappened: Set<LaunchStep>;
  /** Projects that the user has chosen in place of one whose creation was unknown. */
  readonly adopted: Set<Id>;
  /** Answers of the user that were given and not rejected. */
  readonly answers: Set<UserAnswer>;
  /** Some file really differs from the planned one. */
  filesChanged: boolean;
  /** Windows that believe to be running it. */
  readonly runs: Map<SimulatedProcess, { readonly since: number; wrote: boolean; cancelledAt?: number }>;
  isRemoved: boolean;
  /** Its record was altered by something else than a window. */
  isDamaged: boolean;
  /** The window that wrote the last entry of its journal. */
  lastWriter: { readonly process: SimulatedProcess; readonly at: number } | undefined;
  /** Windows in which the user has removed it. */
  readonly removedByUser: Set<SimulatedProcess>;
  /** Number of entries of its record when the user last removed it. */
  entriesAtRemoval: number | undefined;
}

const noText = Buffer.alloc(0);

/** A launch that is about to begin. */
export function createLaunchTruth(
  about: Pick<LaunchTruth, 'number' | 'files' | 'project' | 'reused' | 'from' | 'row' | 'filesChanged'>,
): LaunchTruth {
  return {
    ...about,
    id: undefined,
    planned: undefined,
    record: undefined,
    generation: 0,
    text: noText,
    sent: [],
    saidHappened: new Set(),
    adopted: new Set(),
    answers: new Set(),
    runs: new Map(),
    isRemoved: false,
    isDamaged: false,
    lastWriter: undefined,
    entriesAtRemoval: undefined,
    removedByUser: new Set(),
  };
}

/** Operations whose request must not be sent again while an earlier one may still be carried out. */
const sentOnce: readonly Operation[] = ['createProject', 'createModel', 'finaliseModel', 'createSimulation'];

/**
 * Operations that a window may still send for a launch that another one has taken over, until its next heartbeat or its
 * next request that creates: files of a model, and a list, because they change nothing on the service.
 */
const mayBeOutdated: readonly Operation[] = ['uploadFile', 'listProjects'];

/** The operations whose outcomes are recorded as created. */
const creations = {
  projectCreated: 'createProject',
  modelCreated: 'createModel',
  simulationCreated: 'createSimulation',
} as const;

/** Whether a status proves that the request was not carried out. */
function provesNothingDone(status: number): boolean {
  if ([307, 308, 501, 505, 511].includes(status)) return true;
  return status >= 400 && status < 500 && status !== 408;
}

/** A window that was stopped, or whose disk had trouble, for this long may have lost a launch; ms. */
const maxExcuseMs = 75_000;

/** Knows the truth about everything, and reports when an invariant is violated. */
export class Oracle {
  readonly launches: LaunchTruth[] = [];
  readonly studies: StudyTruth[] = [];
  /** Records that no window of this version can have written. */
  readonly foreignFiles = new Set<string>();
  /** The last time at which each file that was sent, or is to be sent, was changed; true time. */
  readonly #changedFiles = new Map<string, number>();
  readonly #touchedFiles = new Map<string, number>();
  /** Launches with the identifier of one that was removed, which only a window that was suspended begins. */
  readonly #revived = new Set<LaunchTruth>();
  readonly #byRecord = new Map<string, LaunchTruth>();
  /** Windows that are pruning old launches. */
  readonly pruning = new Set<SimulatedProcess>();

  constructor(
    readonly world: World,
    readonly service: Service,
    readonly engine: Engine,
  ) {}

  requestLeft({
    body,
    ...about
  }: { readonly body: Buffer } & Pick<Sent, 'launch' | 'operation' | 'process' | 'url'>): Sent {
    const sent: Sent = { ...about, at: this.world.queue.now };
    const launch = this.launches[about.launch];
    if (launch === undefined) return sent;
    this.#checkRequest(launch, sent, body);
    launch.sent.push(sent);
    return sent;
  }

  /** @param text of a record, or a line of the log */
  checkWritten(text: string, by: SimulatedProcess): void {
    if (text.includes(signatureMark)) this.world.violate('no signature is written down', by.name);
  }

  requestArrived({ launch: number, operation }: Sent, status: number): void {
    const launch = this.launches[number];
    if (launch !== undefined && operation === 'finaliseModel' && status < 300) this.#checkModel(launch);
  }

  responseArrived(sent: Sent, { status, type, body }: Response, accepted: boolean): void {
    if (accepted && !type.includes('html') && !body.includes('"success":false')) sent.proof = 'done';
    else if (provesNothingDone(status)) sent.proof = 'notDone';
    sent.status = status;
  }

  /**
   * The engine has accepted an answer of the user.
   * @param asked number of entries of the record before that
   */
  #resolved(launch: LaunchTruth, by: SimulatedProcess, happened: boolean, asked: number | undefined): void {
    const answer = [...launch.answers].find(
      (one) => one.by === by && one.asked.entryCount === asked && one.finding.happened === happened,
    );
    if (answer === undefined) {
      this.world.violate(
        'an answer resolves only the outcome that was asked about',
        `launch ${launch.number} in ${by.name}, entry ${asked}`,
      );
      return;
    }
    const { step, finding, lookedAt } = answer;
    if (finding.happened) {
      launch.saidHappened.add(step);
      if (finding.id !== undefined) launch.adopted.add(finding.id);
      return;
    }
    launch.saidHappened.delete(step);
    for (const sent of launch.sent) {
      if (sent.operation === step && sent.at <= lookedAt) sent.isWaived = true;
    }
  }

  /** The launches that are no rows of studies. */
  get singleLaunches(): readonly LaunchTruth[] {
    return this.launches.filter(({ row }) => row === undefined);
  }

  /** Whether a simulation of the row is at the service. */
  isSimulated(row: RowTruth): boolean {
    return this.service.simulations.some(({ createdFor }) => this.launches[createdFor]?.row === row);
  }

  /** Whether a simulation of the row may be at the service for all that its requests have shown. */
  isMaybeSimulated(row: RowTruth): boolean {
    return listSent(row).some((sent) => sent.operation === 'createSimulation' && this.isOpen(sent));
  }

  launchOfRecord(id: string | undefined): LaunchTruth | undefined {
    return this.#byRecord.get(id ?? '');
  }

  /** A file looks as if it had been changed, and was not. */
  fileTouched(file: string): void {
    this.#touchedFiles.set(file, this.world.queue.now);
  }

  /** Something has changed a file that launches and rows may still send. */
  fileChanged(file: string): void {
    this.fileTouched(file);
    this.#changedFiles.set(file, this.world.queue.now);
    for (const launch of this.launches) {
      if ([...launch.files.values()].some(({ path: own }) => own === file)) launch.filesChanged = true;
    }
  }

  isAnyChangedSince(time: number, files: PlannedContents): boolean {
    return isAnySince(time, files, this.#changedFiles);
  }

  isAnyTouchedSince(time: number, files: PlannedContents): boolean {
    return isAnySince(time, files, this.#touchedFiles);
  }

  changed({ path: file, data }: Inode, by: SimulatedProcess): void {
    if (file?.startsWith(`${journalFolder}/`) === true) this.checkWritten(data.toString('latin1'), by);
    this.#noteRemoval(file, data, by);
    const place = placeOf(file);
    if (place === undefined) return;
    const { id, generation } = place;
    const known = this.#byRecord.get(id);
    if (known?.isDamaged === true && !known.isRemoved) return;
    // The launch of a row that was taken back, or is lost, begins anew; others that are removed are only continued too late.
    const beginsAnew = known?.isRemoved === true && known.row !== undefined && generation === 0;
    const launch = beginsAnew ? undefined : known;
    if (place.isMarker) {
      if (launch !== undefined && generation >= launch.generation) this.#removed(launch, by);
      return;
    }
    const lines = linesOf(data, generation);
    // What is written to an earlier file is never read.
    if (lines === undefined || (launch !== undefined && generation < launch.generation)) return;
    if (launch !== undefined && generation > launch.generation) {
      launch.generation = generation;
      this.#readAgain(id, lines.all.subarray(0, lines.copiedBytes));
    }
    const before = launch?.text ?? noText;
    if (lines.all.length >= before.length && lines.all.subarray(0, before.length).equals(before))
      this.#readEntries(id, lines.all, before.length, by);
    else this.#readAgain(id, lines.all);
  }

  /** A study is removed as a whole, by the user or because it is old. */
  #noteRemoval(file: string | undefined, data: Buffer, by: SimulatedProcess): void {
    if (file?.endsWith('.study') !== true || !data.includes('"kind":"removing"')) return;
    const study = this.studies.find(({ id }) => id !== undefined && path.basename(file).startsWith(`${id}.`));
    if (study === undefined || study.isRemoved) return;
    study.isRemoved = true;
    if (!this.pruning.has(by)) return;
    const isOver = (row: RowTruth) =>
      this.isMaybeSimulated(row) ||
      ['rowLeftOut', 'rowStarted'].some((kind) => data.includes(`"kind":"${kind}","row":${row.row},`));
    const left = study.rows.find((row) => !isOver(row));
    if (left !== undefined)
      this.world.violate('a study that can go on is not pruned', `row ${left.row} of study ${study.number}`);
  }

  /** A power cut has changed a record. */
  readAnew(file: string): void {
    const place = placeOf(file);
    const launch = this.#byRecord.get(place?.id ?? '');
    if (place === undefined || launch === undefined || launch.isDamaged) return;
    if (!this.#readNewest(place, launch)) launch.isRemoved = true;
  }

  removing(file: string, by: SimulatedProcess): void {
    const place = placeOf(file);
    const launch = this.#byRecord.get(place?.id ?? '');
    if (place === undefined || place.isMarker || launch === undefined || launch.isRemoved) return;
    if (place.generation !== launch.generation && !launch.isDamaged) return;
    // A window that has created a file and then lost the launch takes the file back.
    if (!this.#readNewest(place, launch, place.generation - 1)) this.#removed(launch, by);
  }

  /** Reads the newest complete file again. @returns false if there is none */
  #readNewest({ id, file: changed }: Place, launch: LaunchTruth, newest = Infinity): boolean {
    const { disk } = this.world;
    const folder = path.dirname(changed);
    const places = disk.namesIn(folder).flatMap((name) => placeOf(`${folder}/${name}`) ?? []);
    const own = places.filter((place) => place.id === id);
    const marker = Math.max(-1, ...own.map(({ isMarker, generation }) => (isMarker ? generation : -1)));
    for (const { file, generation } of own.sort((one, other) => other.generation - one.generation)) {
      const lines = linesOf(disk.get(file, 'open').data, generation);
      if (generation > newest || generation <= marker || lines === undefined || lines.all.length === 0)
        continue;
      launch.generation = generation;
      this.#readAgain(id, lines.all);
      return true;
    }
    return false;
  }

  #removed(launch: LaunchTruth, by: SimulatedProcess): void {
    const { record } = launch;
    this.world.note(() => `${by.name}: removes the record of launch ${launch.number}`);
    launch.isRemoved = true;
    if (record === undefined || !this.pruning.has(by) || launch.removedByUser.has(by)) return;
    // It takes back what it could not begin, also a row before its client is made.
    const isBegun = record.entryCount > 1 || launch.lastWriter?.process !== by;
    if (launch.runs.has(by) || (launch.row?.study.runs.has(by) === true && !isBegun)) return;
    // It goes with its study: see #noteRemoval.
    if (launch.row !== undefined) return;
    const state = this.engine.launchState(record);
    if (this.engine.needsAttention(state)) {
      this.world.violate(
        'a launch that needs attention is not pruned',
        `launch ${launch.number} is ${state}`,
      );
    }
  }

  renaming(from: string, to: string, by: SimulatedProcess): void {
    const place = placeOf(from);
    if (place === undefined) return;
    const launch = this.#byRecord.get(place.id);
    // A record that was never written completely looks damaged too, also in the place of one that was removed.
    if (launch?.record === undefined || launch.isDamaged || launch.isRemoved) {
      if (launch !== undefined) launch.isRemoved = true;
      return;
    }
    this.world.violate(
      'no record is quarantined',
      `${by.name}: ${path.basename(from)} to ${path.basename(to)}`,
    );
  }

  /** A request is open while its outcome is unknown and the user has not decided. */
  isOpen({ operation, proof, isWaived }: Sent): boolean {
    if (isWaived === true || proof === 'notDone') return false;
    // A model whose upload URLs are unusable is worthless, and costs nothing.
    return operation !== 'createModel' || proof === undefined;
  }

  /** Compares a record that was torn, cut, or copied. */
  #readAgain(id: string, data: Buffer): void {
    const launch = this.#byRecord.get(id);
    if (launch !== undefined) {
      launch.record = undefined;
      launch.text = noText;
    }
    this.#readEntries(id, data, 0, undefined);
  }

  #readEntries(id: string, data: Buffer, from: number, by: SimulatedProcess | undefined): void {
    let start = from;
    while (start < data.length) {
      const found = data.indexOf(10, start);
      // A power cut may have removed just the end of a line that is read again: the engine decides whether it
      // counts.
      if (found < 0 && by !== undefined) break;
      const end = found < 0 ? data.length : found;
      const entry = parseLine(data.subarray(start, end).toString());
      if (found < 0 && entry === undefined) break;
      start = Math.min(end + 1, data.length);
      if (entry !== undefined) this.#noted(id, entry, by);
    }
    const launch = this.#byRecord.get(id);
    if (launch !== undefined) launch.text = Buffer.from(data.subarray(0, start));
  }

  /** @param by undefined when the entry is only read again */
  #noted(id: string, entry: TimedEntry, by: SimulatedProcess | undefined): void {
    if (entry.kind === 'planned') {
      const number = (entry.service as { simulatedLaunch?: number }).simulatedLaunch;
      const begun = number === undefined ? this.#rowBegun(id, entry) : this.launches[number];
      if (begun === undefined) return;
      begun.id = entry.launch;
      begun.planned = entry;
      this.#byRecord.set(id, begun);
    }
    const launch = this.#byRecord.get(id);
    if (launch === undefined) return;
    const before = launch.record;
    if (entry.kind === 'planned') launch.record = this.engine.createRecord(entry);
    else if (before !== undefined) launch.record = this.engine.applyEntry(before, entry);
    if (by === undefined) return;
    this.world.note(() => `${by.name}: journal of launch ${launch.number}: ${words(entry)}`);
    if (entry.kind === 'resolved') this.#resolved(launch, by, entry.happened, before?.entryCount);
    this.#checkOwner(launch, by);
    this.#checkEntry(launch, entry, before);
  }

  /** Whether a window that was suspended has begun it again after its removal: it says nothing about its row. */
  isRevived(launch: LaunchTruth): boolean {
    return this.#revived.has(launch);
  }

  /** A study has begun a launch of one of its rows. */
  #rowBegun(id: string, { service, study, model }: PlannedLaunch): LaunchTruth | undefined {
    const known = this.#byRecord.get(id);
    // A record that could not be completed is taken back, and its place used again.
    if (known?.isRemoved === false) return known;
    const number = (service as { simulatedStudy?: number }).simulatedStudy;
    const truth = number === undefined ? undefined : this.studies[number];
    const row = truth?.rows[(study?.row ?? 0) - 1];
    if (truth === undefined || row === undefined) return undefined;
    const about = `row ${row.row} of study ${truth.number}`;
    if (row.isLost) this.world.violate('a row is not begun while its last launch is lost', about);
    const begun = createLaunchTruth({
      number: this.launches.length,
      project: truth.project,
      row,
      from: undefined,
      files: 'id' in model ? new Map() : row.files,
      reused: 'id' in model ? model.id : undefined,
      filesChanged: this.isAnyChangedSince(truth.preparedAt, row.files),
    });
    // One that was deleted has left nothing that would tell its identifier.
    if (known !== undefined && known.sent.length > 0 && !known.isDamaged) this.#revived.add(begun);
    this.launches.push(begun);
    row.launches.push(begun);
    this.world.note(() => `launch ${begun.number} is ${about}`);
    return begun;
  }

  #checkOwner(launch: LaunchTruth, by: SimulatedProcess): void {
    const world = this.world;
    for (const [other, run] of launch.runs) {
      if (other === by || !run.wrote || other.state !== 'running') continue;
      const troubledAt = Math.max(other.continuedAtMs, world.diskTrouble.until);
      if (world.queue.now < troubledAt + maxExcuseMs) continue;
      world.violate(
        'a launch is not taken from a window that works on it',
        `launch ${launch.number}: ${by.name} from ${other.name}`,
      );
    }
    const own = launch.runs.get(by);
    if (own !== undefined) own.wrote = true;
    launch.lastWriter = { process: by, at: world.queue.now };
  }

  #checkEntry(launch: LaunchTruth, entry: JournalEntry, before: LaunchRecord | undefined): void {
    const world = this.world;
    // Formatting is expensive, and rarely needed.
    const about = () => `launch ${launch.number}: ${words(entry)}`;
    switch (entry.kind) {
      case 'failed':
      case 'cancelled': {
        const last = launch.sent.filter(({ operation }) => operation === before?.open).at(-1);
        const isSentOnce = last !== undefined && sentOnce.includes(last.operation);
        if (isSentOnce && this.isOpen(last))
          world.violate('an unknown outcome is never called a failure', about());
        break;
      }
      case 'finalised':
        if (!this.#isFinalised(launch))
          world.violate('only a success means that a model is finalised', about());
        break;
      case 'projectCreated':
      case 'modelCreated':
      case 'simulationCreated': {
        if (entry.kind === 'projectCreated' && entry.isFound === true) {
          const planned = launch.planned?.project;
          const isAgreed = planned !== undefined && 'newName' in planned && planned.mayExist === true;
          if (!isAgreed || !this.service.projects.some(({ id }) => id === entry.id))
            world.violate('only a project that is there, and that was agreed to, is used', about());
          launch.adopted.add(entry.id);
          break;
        }
        const isMade = ({ operation, proof }: Sent) =>
          operation === creations[entry.kind] && proof === 'done';
        if (!launch.sent.some(isMade))
          world.violate('only a confirmed object is recorded as created', about());
        break;
      }
      case 'modelAbandoned':
        this.#checkAbandoned(launch, entry.problem, about);
        break;
      default:
    }
  }

  /** A model may be abandoned only if it really cannot be completed. */
  #checkAbandoned(
    launch: LaunchTruth,
    { kind, code, status }: { kind: string; code?: string; status?: number },
    about: () => string,
  ): void {
    const refusedBy = (operation: Operation) =>
      launch.sent.some((sent) => sent.operation === operation && (sent.status ?? 0) >= 400);
    const isRefused = () => status !== undefined && (refusedBy('uploadFile') || refusedBy('finaliseModel'));
    const isRight = (): boolean => {
      switch (kind) {
        case 'uploadUrlsUnavailable':
          // A study gives up a row whose URLs are lost, so that only the next launch of it can create a simulation.
          return code === 'expired' ? this.#isAnyLinkDead(launch) : launch.row !== undefined;
        case 'damagedRecord':
          return launch.row !== undefined;
        case 'fileChanged':
        case 'filesChanged':
          // The files of a study whose record somebody has deleted are removed.
          return launch.filesChanged || launch.row?.study.isDamaged === true;
        case 'response':
          // The page of a refusal is recorded as a page.
          return code === 'html' && isRefused();
        default:
          return isRefused();
      }
    };
    if (!isRight()) this.world.violate('a model that can be completed is not abandoned', about());
  }

  /** Whether the bytes of the files were known before the model was created. */
  areHashesKnown(launch: LaunchTruth): boolean {
    return this.#listFileEntries(launch).some(({ kind }) => kind === 'hashed');
  }

  #acceptedOf(launch: LaunchTruth): ReadonlySet<string> {
    return new Set(
      this.#listFileEntries(launch)
        .flatMap((entry) => (entry.kind === 'accepted' ? entry.files : []))
        .map(({ name }) => name),
    );
  }

  /** What stands beside the newest file of the record. */
  #listFileEntries({ id, generation }: LaunchTruth): FilesEntry[] {
    const text = this.world.disk.find(filesPlaceOf(id ?? '', generation))?.data.toString() ?? '';
    return text.split('\n').flatMap((line) => (parseLine(line) as FilesEntry | undefined) ?? []);
  }

  #isAnyLinkDead(launch: LaunchTruth): boolean {
    const model = this.service.modelOf(launch.record?.modelId);
    const accepted = this.#acceptedOf(launch);
    return (
      model?.files.some(({ expires, name }) => !accepted.has(name) && expires <= this.service.now) ?? true
    );
  }

  #checkRequest(launch: LaunchTruth, sent: Sent, body: Buffer): void {
    const world = this.world;
    const about = `launch ${launch.number} in ${sent.process.name}: ${sent.operation}`;
    const { cancelledAt } = launch.runs.get(sent.process) ?? {};
    if (sent.operation !== 'uploadFile' && cancelledAt !== undefined && cancelledAt < world.queue.now) {
      world.violate('nothing is sent after Cancel', about);
    }
    if (!mayBeOutdated.includes(sent.operation)) this.#checkNotTakenOver(launch, sent, about);
    if (this.#revived.has(launch))
      world.violate('nothing is sent for a launch with the identifier of a removed one', about);
    if (sentOnce.includes(sent.operation)) {
      const open = launch.sent.filter((one) => one.operation === sent.operation && this.isOpen(one));
      if (open.length > 0)
        world.violate('nothing is created or finalised twice without the consent of the user', about);
      if (launch.saidHappened.has(sent.operation as LaunchStep))
        world.violate('an object that the user has found is not created', about);
    }
    if (sent.operation === 'uploadFile' && !this.service.filesByUrl.has(sent.url)) {
      world.violate('files are sent to upload URLs of the service', `${about} ${sent.url}`);
    }
    if (sent.operation === 'finaliseModel') this.#checkUploaded(launch, sent, about);
    if (sent.operation === 'createSimulation') {
      this.#checkSimulation(launch, body, about);
      this.#checkRow(launch, body, about);
    }
  }

  /** Whatever became of the earlier launches of a row, nobody but a person may have it simulated once more. */
  #checkRow({ row }: LaunchTruth, body: Buffer, about: string): void {
    if (row === undefined) return;
    const world = this.world;
    const ofRow = `${about}, row ${row.row} of study ${row.study.number}`;
    if (this.isMaybeSimulated(row))
      world.violate('no row is simulated twice without the word of a person', ofRow);
    this.#checkOthers(row, ofRow);
    const asked = parseExactJson(body.toString()) as {
      readonly model_id?: Id;
      readonly load?: unknown;
      readonly release?: number;
    };
    if (asked.release === undefined || !row.releases.has(asked.release))
      world.violate('a row is sent with a body that the user has seen', `${ofRow} ${body.toString()}`);
    if (asked.load !== Number(row.load))
      world.violate('a row is sent with its own values', `${ofRow} ${body.toString()}`);
    const model = this.service.modelOf(asked.model_id);
    const madeFor = model === undefined ? undefined : this.launches[model.createdFor];
    const wrong = checkModelOfRow(row, model, madeFor?.row);
    if (wrong !== undefined)
      world.violate('no row is simulated with the model of another row', `${ofRow}: ${wrong}`);
  }

  /** A row with the same content in another study is created as well only if the user was asked knowing of both. */
  #checkOthers(row: RowTruth, about: string): void {
    // Equal rows are left out as often as there are others.
    const knows = ({ shown, replacedBy }: StudyTruth, { study, row: number }: RowTruth) =>
      shown.has(`${study.id} ${number}`) || replacedBy.has(`${study.id} ${number}`);
    for (const study of this.studies) {
      if (study === row.study || study.isRemoved || study.isDamaged) continue;
      for (const other of study.rows) {
        if (!isSameContent(row, other) || !this.isMaybeSimulated(other)) continue;
        if (knows(row.study, other) || knows(study, row)) continue;
        this.world.violate(
          'no content is created more often than questions have shown',
          `${about}, also row ${other.row} of study ${study.number}`,
        );
      }
    }
  }

  #checkNotTakenOver({ lastWriter, runs }: LaunchTruth, { process }: Sent, about: string): void {
    const since = runs.get(process)?.since;
    if (since === undefined || lastWriter === undefined || lastWriter.process === process) return;
    if (lastWriter.at > since)
      this.world.violate('a window creates nothing for a launch that another one has taken over', about);
  }

  #checkUploaded(launch: LaunchTruth, sent: Sent, about: string): void {
    const model = this.service.modelOf(decodeURIComponent(sent.url.split('/').at(-2) ?? ''));
    const accepted = this.#acceptedOf(launch);
    if (model === undefined || model.id !== launch.record?.modelId)
      this.world.violate('the model of the launch is finalised', about);
    const missing = [...launch.files.keys()].filter((name) => !accepted.has(name));
    if (missing.length > 0)
      this.world.violate(
        'a model is finalised when all its files are there',
        `${about}, missing: ${missing.join(', ')}`,
      );
  }

  #checkModel(launch: LaunchTruth): void {
    const model = this.service.modelOf(launch.record?.modelId);
    for (const file of model?.files ?? []) {
      const planned = launch.files.get(file.name);
      if (planned !== undefined && file.content?.equals(planned.content) === true) continue;
      this.world.violate(
        'the stored files are the planned ones, under their own names',
        `launch ${launch.number}: ${file.name}`,
      );
    }
  }

  #isFinalised(launch: LaunchTruth): boolean {
    if (launch.reused !== undefined || launch.saidHappened.has('finaliseModel')) return true;
    return launch.sent.some(({ operation, proof }) => operation === 'finaliseModel' && proof === 'done');
  }

  #checkSimulation(launch: LaunchTruth, body: Buffer, about: string): void {
    const world = this.world;
    const asked = parseExactJson(body.toString()) as {
      readonly project_id?: Id;
      readonly model_id?: Id;
    };
    const { record } = launch;
    const model = launch.reused ?? record?.modelId;
    if (!this.#isFinalised(launch))
      world.violate('only models that were finalised with a success are simulated', about);
    if (asked.model_id !== model || this.service.modelOf(model) === undefined)
      world.violate('the model of the launch is simulated', `${about} ${body.toString()}`);
    if (!this.#isProjectOf(launch, asked.project_id))
      world.violate('the simulation is created in the project of the launch', `${about} ${body.toString()}`);
    const { from } = launch;
    const isOpenBefore = from?.launch.sent.some(
      (sent) =>
        sent.operation === 'createSimulation' &&
        sent.at < from.seenAt &&
        sent.proof === undefined &&
        this.isOpen(sent),
    );
    if (isOpenBefore === true && !from!.launch.saidHappened.has('createSimulation')) {
      world.violate('no further simulation is offered while the outcome of one is unknown', about);
    }
  }

  /** A new project is either created for the launch or chosen by the user. */
  #isProjectOf({ project, number, adopted }: LaunchTruth, id: Id | undefined): boolean {
    if (project === undefined || id === undefined) return false;
    if ('id' in project) return project.id === id;
    return (
      adopted.has(id) ||
      this.service.projects.some((stored) => stored.id === id && stored.createdFor === number)
    );
  }
}

function isAnySince(time: number, files: PlannedContents, changes: ReadonlyMap<string, number>): boolean {
  return [...files.values()].some(({ path: file }) => (changes.get(file) ?? -Infinity) >= time);
}

function words(entry: JournalEntry): string {
  if (entry.kind === 'planned') return 'planned';
  const { kind, ...rest } = entry as { kind: string };
  return `${kind} ${stringifyExactly(rest)}`;
}
