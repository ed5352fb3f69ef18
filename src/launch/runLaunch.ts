import type { Clock } from '../client/clock';
import { ServiceError } from '../client/errors';
import { retryDelay } from '../client/retry';
import type { ServiceClient } from '../client/serviceClient';
import type { Operation } from '../client/types';
import { FileChangedError } from '../upload/errors';
import { inParallel } from '../upload/inParallel';
import { requirePlannedState } from '../upload/sendFile';
import { uploadFiles, type UploadProgress } from '../upload/uploadFiles';
import type { PlannedFile } from '../upload/uploadPlan';
import { BrokenOffError, FilesChangedError, LinksGoneError, UnknownOutcomeError } from './errors';
import { thawFile } from './frozenFile';
import type { OpenRecord } from './journal';
import type { JournalEntry } from './journalEntry';
import { answersFor, requireAnswers } from './launchAnswers';
import { linkTime, requireLiving, shortLinks, type LinksMade, type ShortLinks } from './linkLife';
import { isUnknown, makesProjectAlone, type LaunchRecord } from './launchRecord';
import { endEntry, saysFinalised } from './outcome';
import { uploadOrigins } from './uploadOrigins';

/** Where signed upload links wait for a launch that is resumed. They are passwords: never the journal. */
export interface LinkStore {
  get(launch: string): Promise<ReadonlyMap<string, string> | undefined>;
  put(launch: string, links: ReadonlyMap<string, string>): Promise<void>;
  delete(launch: string): Promise<void>;
}

export interface LaunchOptions {
  readonly client: ServiceClient;
  readonly journal: OpenRecord;
  readonly links: LinkStore;
  readonly clock: Clock;
  /** 0 to 1, for the jitter of repeats. */
  readonly random: () => number;
  readonly parallelFiles: number;
  /** How fast the last upload to this service was; unknown when absent. */
  readonly bytesPerSecond?: number;
  /** Takes secrets out of a name that is kept and shown, and sent nowhere. */
  readonly hide?: (name: string) => string;
  /** Finalise although the plan stops after the upload. */
  readonly finalise?: boolean;
  /** Aborted when a person cancels. */
  readonly signal: AbortSignal;
  /** Called after each entry of the journal. */
  readonly onChange?: (record: LaunchRecord) => void;
  readonly onProgress?: (progress: UploadProgress) => void;
  /** Asked before the first byte when the links may not live long enough. To stop, abort the signal. */
  readonly onShortLinks?: (links: ShortLinks) => Promise<void>;
  /** Told the bytes per second of an upload that was long enough to be measured. */
  readonly onMeasured?: (bytesPerSecond: number) => void;
}

/** A create that is being cancelled may still be answered, and its answer is worth this wait; ms. */
const patience = 10_000;

/** Uploads that are smaller or shorter say little about the speed; bytes and ms. */
const measurable = { bytes: 1024 * 1024, time: 1000 };

/** Stats at a time when all files are compared with the plan. */
const parallelChecks = 16;

/**
 * Carries out what its plan asks for and its journal does not show as done: project, model, uploads,
 * finalise, simulation. Each request stands in the journal before it is sent. Requests that create are sent
 * once, and again only when it is proved that nothing was sent or when the service asks for a later try.
 * A model is finalised only when every file was accepted and none has changed.
 *
 * @returns when all is done. @throws ServiceError, JournalError, the errors of uploads and of
 *   `launch/errors.ts`, or the reason of the signal; all but a failure to write are in the journal then.
 *   ShapeError when a body lacks an answer: the settings are to be put right, and the launch stays as it was.
 */
export async function runLaunch(options: LaunchOptions): Promise<void> {
  const { client, journal, finalise = false } = options;
  if (isUnknown(journal.record)) throw new UnknownOutcomeError();
  requireAnswers(client, journal.record, journal.record.plan.finalise || finalise);
  await new LaunchRun(options).run();
}

class LaunchRun {
  #linksMade: LinksMade | undefined;

  constructor(private readonly options: LaunchOptions) {}

  async run(): Promise<void> {
    try {
      await this.#requireFiles();
      await this.#createProject();
      if (makesProjectAlone(this.#record)) return;
      await this.#createModel();
      await this.#uploadFiles();
      await this.#finalise();
      await this.#createSimulation();
    } catch (error) {
      await this.#noteEnd(error);
      throw error;
    } finally {
      await this.#dropLinks();
    }
  }

  get #record(): LaunchRecord {
    return this.options.journal.record;
  }

  get #files(): PlannedFile[] {
    const { model } = this.#record.plan;
    return 'files' in model ? model.files.map(thawFile) : [];
  }

  async #append(entry: JournalEntry): Promise<void> {
    await this.options.journal.append(entry);
    this.options.onChange?.(this.#record);
  }

  get #isToFinalise(): boolean {
    return this.#record.plan.finalise || this.options.finalise === true;
  }

  /** Before a model is made of them, and before one that has some of them gets the rest. */
  async #requireFiles(): Promise<void> {
    if (this.#record.uploaded) return;
    const files = this.#files;
    const changes = new Map<PlannedFile, Awaited<ReturnType<typeof changeOf>>>();
    await inParallel(files, parallelChecks, async (file) => {
      changes.set(file, await changeOf(file));
    });
    const changed = files.flatMap((file) => changes.get(file) ?? []);
    if (changed.length > 0) throw new FilesChangedError(changed);
  }

  async #createProject(): Promise<void> {
    const { plan, project } = this.#record;
    if (project !== undefined || plan.project === undefined || !('newName' in plan.project)) return;
    const { newName } = plan.project;
    const answers = answersFor(this.#record, 'createProject');
    await this.#append({ kind: 'creatingProject' });
    const { id, name } = await this.#send('createProject', (signal) =>
      this.options.client.createProject(newName, { signal, ...answers }),
    );
    const { hide = (text: string) => text } = this.options;
    await this.#append({ kind: 'projectCreated', id, name: hide(name) });
  }

  async #createModel(): Promise<void> {
    const { plan, modelId } = this.#record;
    if (modelId !== undefined) return;
    const answers = answersFor(this.#record, 'createModel');
    await this.#append({ kind: 'creatingModel' });
    const { id, uploadUrls, answeredAt } = await this.#send('createModel', (signal) =>
      this.options.client.createModel(plan.model.name, this.#files, { signal, ...answers }),
    );
    try {
      // First: a model that is in the journal while its links are lost could never be completed.
      await this.options.links.put(plan.launch, uploadUrls);
      this.#linksMade = { there: answeredAt, here: this.options.clock.now() };
    } finally {
      const origins = uploadOrigins(uploadUrls.values());
      await this.#append({ kind: 'modelCreated', id, uploadOrigins: origins });
    }
  }

  async #uploadFiles(): Promise<void> {
    const { accepted, uploaded, plan } = this.#record;
    if (uploaded) return;
    const { client, clock, random, parallelFiles, signal, onProgress } = this.options;
    const missing = this.#files.filter((file) => !accepted.has(file.name));
    await this.#append({ kind: 'uploading' });
    const links =
      missing.length === 0 ? new Map<string, string>() : await this.#livingLinks(plan.launch, missing);
    await this.#requireTime(missing, links);
    const start = clock.now();
    await uploadFiles(missing, links, {
      ...{ client, clock, random, parallelFiles, signal },
      ...(onProgress && { onProgress }),
      already: this.#files.filter((file) => accepted.has(file.name)),
      onFileDone: ({ name }, sha256) => this.#append({ kind: 'fileAccepted', name, sha256 }),
    });
    this.#measure(missing, clock.now() - start);
    // Also those that were accepted first: while the last one was sent, there was time to change them.
    await this.#requireFiles();
    await this.#append({ kind: 'uploaded' });
  }

  async #livingLinks(launch: string, files: readonly PlannedFile[]): Promise<ReadonlyMap<string, string>> {
    const links = await this.options.links.get(launch);
    if (links === undefined) throw new LinksGoneError('lost', files.length);
    requireLiving(files, links, this.#linkTime);
    return links;
  }

  get #linkTime(): number | undefined {
    return linkTime(this.options.clock.now(), this.#linksMade);
  }

  /** Has somebody decide when the links will probably expire before everything is sent. */
  async #requireTime(files: readonly PlannedFile[], links: ReadonlyMap<string, string>): Promise<void> {
    const { bytesPerSecond, onShortLinks, signal } = this.options;
    const short = shortLinks(files, links, { time: this.#linkTime, bytesPerSecond });
    if (short !== undefined) await onShortLinks?.(short);
    signal.throwIfAborted();
  }

  #measure(files: readonly PlannedFile[], time: number): void {
    const bytes = files.reduce((sum, file) => sum + file.size, 0);
    if (bytes < measurable.bytes || time < measurable.time) return;
    this.options.onMeasured?.((bytes / time) * 1000);
  }

  async #finalise(): Promise<void> {
    const { plan, finalised, modelId, finaliseSent } = this.#record;
    if (finalised || modelId === undefined || !this.#isToFinalise) return;
    const about = { name: plan.model.name, files: this.#files, ...answersFor(this.#record, 'finaliseModel') };
    let sentBefore = finaliseSent;
    await this.#append({ kind: 'finalising' });
    await this.#send('finaliseModel', async (signal) => {
      try {
        await this.options.client.finaliseModel(modelId, { signal, ...about });
      } catch (error) {
        if (!sentBefore || !saysFinalised(error)) throw error;
      } finally {
        sentBefore = true;
      }
    });
    await this.#append({ kind: 'finalised' });
  }

  async #createSimulation(): Promise<void> {
    const { plan, project, modelId, finalised, simulation } = this.#record;
    if (!plan.simulate || simulation !== undefined || !finalised) return;
    if (project === undefined || modelId === undefined) return;
    const about = { name: plan.model.name, ...answersFor(this.#record, 'createSimulation') };
    await this.#append({ kind: 'creatingSimulation' });
    const { id } = await this.#send('createSimulation', (signal) =>
      this.options.client.createSimulation(project.id, modelId, { signal, ...about }),
    );
    await this.#append({ kind: 'simulationCreated', ...(id !== undefined && { id }) });
  }

  async #send<T>(operation: Operation, request: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const { signal, clock, random } = this.options;
    for (let attempt = 1; ; attempt++) {
      signal.throwIfAborted();
      try {
        return await this.#patiently(request);
      } catch (error) {
        const delay =
          error instanceof ServiceError ? retryDelay({ operation, error, attempt, random }) : undefined;
        if (delay === undefined) throw error;
        await clock.wait(delay, signal);
      }
    }
  }

  /** Breaks a request off only some time after it was cancelled: until then, its answer may still come. */
  async #patiently<T>(request: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const { signal, clock } = this.options;
    const late = new AbortController();
    const done = new AbortController();
    const giveUp = () => {
      clock.wait(patience, done.signal).then(
        () => late.abort(signal.reason),
        () => undefined,
      );
    };
    signal.addEventListener('abort', giveUp);
    try {
      return await request(late.signal);
    } catch (error) {
      throw late.signal.aborted ? new BrokenOffError() : error;
    } finally {
      signal.removeEventListener('abort', giveUp);
      done.abort();
    }
  }

  async #noteEnd(error: unknown): Promise<void> {
    const { signal } = this.options;
    const isCancelled = signal.aborted && error === signal.reason;
    const entry = isCancelled ? ({ kind: 'cancelled' } as const) : endEntry(this.#record.open, error);
    if (entry !== undefined) await this.#append(entry);
  }

  /** Nothing will be sent to them any more. */
  async #dropLinks(): Promise<void> {
    const { plan, uploaded, end } = this.#record;
    if (uploaded || end === 'abandoned') await this.options.links.delete(plan.launch);
  }
}

async function changeOf(file: PlannedFile): Promise<FilesChangedError['files'][number] | undefined> {
  try {
    await requirePlannedState(file);
    return undefined;
  } catch (error) {
    if (error instanceof FileChangedError) return { file: error.file, change: error.change };
    throw error;
  }
}
