import type { Clock } from '../client/core/clock';
import type { Project } from '../client/core/types';
import type { ServiceClient } from '../client/serviceClient';
import { DamagedRecordError } from '../journal/recordLines';
import { findChangedFiles, hashFiles } from '../upload/checkFiles';
import type { FileChangedError } from '../upload/errors';
import { uploadFiles } from '../upload/uploadFiles';
import type { UploadLimit } from '../upload/uploadLimit';
import type { PlannedFile } from '../upload/uploadPlan';
import type { UploadProgress } from '../upload/uploadProgress';
import { assertAgreed } from './agreedBodies';
import { FilesChangedError, ProjectExistsError, UnknownOutcomeError } from './errors';
import type { AcceptedFile, JournalEntry, PlannedLaunch } from './journalEntry';
import type { JournalWriter } from './journalWriter';
import type { WaitsFor } from './launch';
import { isProjectOnly, isUnknown, type LaunchRecord } from './launchRecord';
import { type ExpiringUrls, LaunchUploadUrls, uploadOrigins, type UploadUrlStore } from './launchUploadUrls';
import { findNewProjects } from './newProjects';
import { endEntryFor, uselessModelOf } from './outcome';
import { ProjectTurns } from './projectTurns';
import { answersFor, assertAnswered } from './promptAnswers';
import { StepSender } from './stepSender';

export interface LaunchOptions {
  readonly client: ServiceClient;
  readonly journal: JournalWriter;
  readonly uploadUrls: UploadUrlStore;
  readonly clock: Clock;
  /** Returns 0 to 1; jitter for retries. */
  readonly random: () => number;
  readonly parallelFiles: number | 'auto';
  /** Shared with other launches; none if absent. */
  readonly uploadLimit?: UploadLimit | undefined;
  /** Shared with other launches; none if absent. */
  readonly projectTurns?: ProjectTurns | undefined;
  /** Redacts a name that is stored and shown, but not sent. */
  readonly hide?: ((name: string) => string) | undefined;
  /** Finalise although the plan ends with the upload. */
  readonly finalise?: boolean | undefined;
  /** Aborted when the user cancels. */
  readonly signal: AbortSignal;
  /** Called after each journal entry. */
  readonly onChange?: (record: LaunchRecord) => void;
  readonly onProgress?: (progress: UploadProgress) => void;
  /**
   * Called every ten seconds while the response to a request that creates or finalises is awaited, and before each wait
   * for a model that is not ready for its simulation.
   */
  readonly onWaiting?: ((record: LaunchRecord, waitsFor: WaitsFor) => void) | undefined;
  /**
   * Called once when the upload URLs may expire too soon, as soon as the speed is known. The upload goes on meanwhile,
   * and the launch goes on behind it when the promise resolves. To stop, abort the signal.
   */
  readonly onExpiringUrls?: (uploadUrls: ExpiringUrls) => Promise<void>;
}

type NewProject = Extract<PlannedLaunch['project'], { readonly newName: string }>;

/** Time after which the speed of an upload is steady enough to tell when it ends; ms. */
const minMeasuredMs = 10_000;

/**
 * Does what the plan requires and the journal does not show as done: project, model, uploads, finalise, simulation.
 * Looks for a project of the same name before it creates one.
 * Each request is announced in the journal before it is sent. Requests that create or finalise are sent once, and
 * again only when it is proved that nothing was sent or when the service asks to retry later, or while the model that
 * was finalised just before, with 202 or 204, is not ready yet. A model is finalised only when every file was accepted and none has
 * changed.
 *
 * @returns when everything is done
 * @throws ServiceError, JournalError, the errors of uploads and of `launch/errors.ts`, or the reason of the signal;
 *   all but a failed write are recorded in the journal by then. MappingError when a body lacks an answer, and
 *   BodiesChangedError when it is not the one that was agreed to: the launch is left as it was.
 */
export async function runLaunch(options: LaunchOptions): Promise<void> {
  const { client, journal, finalise = false } = options;
  if (isUnknown(journal.record)) throw new UnknownOutcomeError();
  const goal = { finalise: journal.record.plan.finalise || finalise };
  assertAnswered(client, journal.record, goal);
  assertAgreed(client, journal.record, goal);
  await new LaunchRun(options).run();
}

class LaunchRun {
  /** Aborted when the user cancels, and when another window has taken over the launch. */
  readonly #signal: AbortSignal;
  readonly #sender: StepSender;
  readonly #uploadUrls: LaunchUploadUrls;
  /** The files with what is known of their bytes. */
  #files: readonly PlannedFile[];
  /** Whether this run has finalised the model, and the service may still be preparing it. */
  #isMaybeUnready = false;

  readonly #options: LaunchOptions;

  constructor(options: LaunchOptions) {
    this.#options = options;
    this.#signal = AbortSignal.any([options.signal, options.journal.lost]);
    const { onWaiting, ...others } = options;
    this.#sender = new StepSender({
      ...others,
      signal: this.#signal,
      onWaiting: onWaiting && (() => onWaiting(this.#record, 'response')),
    });
    this.#files = listFiles(options.journal);
    this.#uploadUrls = new LaunchUploadUrls({
      launch: options.journal.record.plan.launch,
      store: options.uploadUrls,
      clock: options.clock,
      signal: this.#signal,
    });
  }

  async run(): Promise<void> {
    try {
      await this.#hashFiles();
      await this.#createProject();
      if (isProjectOnly(this.#record)) return;
      await this.#createModel();
      await this.#uploadFiles();
      await this.#finalise();
      await this.#createSimulation();
    } catch (error) {
      await this.#recordEnd(error);
      throw error;
    } finally {
      await this.#deleteUploadUrls();
    }
  }

  get #record(): LaunchRecord {
    return this.#options.journal.record;
  }

  async #append(entry: JournalEntry): Promise<void> {
    await this.#options.journal.append(entry);
    this.#options.onChange?.(this.#record);
  }

  async #noteAccepted(file: AcceptedFile): Promise<void> {
    await this.#options.journal.noteAccepted(file);
    this.#options.onChange?.(this.#record);
  }

  /** Records a step before any of its requests is sent. */
  async #announce(entry: JournalEntry): Promise<void> {
    this.#sender.reset();
    await this.#append(entry);
  }

  get #isToFinalise(): boolean {
    return this.#record.plan.finalise || this.#options.finalise === true;
  }

  /**
   * Checks all files before a model is created from them, or gets the rest of them. Before it is created, reads those of
   * which the hash is unknown. So a file that cannot be read costs no model, and the bytes that are sent later are
   * compared with the hashes, whatever the timestamps say.
   */
  async #hashFiles(): Promise<void> {
    const { uploaded, modelId } = this.#record;
    if (uploaded) return;
    const isHashed = this.#files.every(({ sha256 }) => sha256 !== undefined);
    if (modelId !== undefined || isHashed) {
      await this.#assertFilesUnchanged();
      return;
    }
    const { files, changes } = await hashFiles(this.#files, this.#signal);
    assertNone(changes);
    this.#files = files;
  }

  /** Checked again once all files are sent, because each may have changed while others were sent. */
  async #assertFilesUnchanged(): Promise<void> {
    assertNone(await findChangedFiles(this.#files, this.#signal));
  }

  async #createProject(): Promise<void> {
    const { plan, project } = this.#record;
    const { project: planned, service } = plan;
    if (project !== undefined || planned === undefined || !('newName' in planned)) return;
    const { projectTurns = new ProjectTurns() } = this.#options;
    const key = JSON.stringify([service.origin, service.basePath, planned.newName]);
    await projectTurns.take(key, this.#signal, () => this.#findOrCreateProject(planned));
  }

  async #findOrCreateProject(planned: NewProject): Promise<void> {
    const { client, hide = (text: string) => text } = this.#options;
    const found = await this.#findProject(planned);
    if (found !== undefined) {
      await this.#append({ kind: 'projectCreated', id: found.id, name: hide(found.name), isFound: true });
      return;
    }
    const answers = answersFor(this.#record, 'createProject');
    await this.#announce({ kind: 'creatingProject' });
    const { id, name } = await this.#sender.send('createProject', (options) =>
      client.createProject(planned.newName, { ...options, ...answers }),
    );
    await this.#append({ kind: 'projectCreated', id, name: hide(name) });
  }

  /**
   * Looks for a project of this name once more, because the files may have taken long to read. Where it was not known
   * before which projects there are, nobody could tell a new one from an old one.
   * @returns one that has appeared since, and that the user agreed to use
   * @throws ProjectExistsError, ServiceError
   */
  async #findProject(planned: NewProject): Promise<Project | undefined> {
    const { newName, existingProjects, mayExist = false } = planned;
    if (existingProjects === undefined) return undefined;
    await this.#sender.requireOwnership();
    const { items, partial } = await this.#options.client.listProjects({ signal: this.#signal });
    const [first, ...others] = findNewProjects(items, { newName, existingProjects }).certain;
    if (first !== undefined && others.length === 0 && partial === undefined && mayExist) return first;
    if (first !== undefined) throw new ProjectExistsError(newName, 'exists');
    if (partial !== undefined) throw new ProjectExistsError(newName, 'unsure');
    return undefined;
  }

  async #createModel(): Promise<void> {
    const { plan, modelId } = this.#record;
    if (modelId !== undefined) return;
    const answers = answersFor(this.#record, 'createModel');
    const hashes = this.#files.map(({ sha256 = '' }) => sha256);
    await this.#options.journal.noteHashes(hashes);
    await this.#announce({ kind: 'creatingModel' });
    const { id, uploadUrls, respondedAt } = await this.#sender.send('createModel', (options) =>
      this.#options.client.createModel(plan.model.name, this.#files, { ...options, ...answers }),
    );
    // Stored first: a model in the journal whose upload URLs are lost could never be completed.
    await this.#uploadUrls.store(uploadUrls, respondedAt);
    const origins = uploadOrigins(uploadUrls.values());
    await this.#append({ kind: 'modelCreated', id, uploadOrigins: origins });
  }

  async #uploadFiles(): Promise<void> {
    if (this.#record.uploaded) return;
    const { client, journal, clock, random, parallelFiles, uploadLimit, onProgress } = this.#options;
    const accepted = journal.files?.accepted ?? new Map<string, string>();
    const missing = this.#files.filter((file) => !accepted.has(file.name));
    // Before the step is recorded, so that a failing keyring leaves the launch as it was.
    const uploadUrls =
      missing.length === 0 ? new Map<string, string>() : await this.#uploadUrls.getValid(missing);
    await this.#announce({ kind: 'uploading' });
    const warning = this.#createWarning(missing, uploadUrls);
    await uploadFiles(missing, uploadUrls, {
      client,
      clock,
      random,
      parallelFiles,
      signal: this.#signal,
      limit: uploadLimit,
      onProgress: (progress) => {
        onProgress?.(progress);
        warning.note(progress);
      },
      already: this.#files.filter((file) => accepted.has(file.name)),
      beforeRepeat: (file) => this.#uploadUrls.assertValid([file], uploadUrls),
      onFileDone: (file, sha256) => this.#noteAccepted({ name: file.name, sha256 }),
    });
    await warning.answer();
    // The record may not have had the hashes of all files before.
    this.#files = this.#files.map((file) => ({ ...file, sha256: accepted.get(file.name) ?? '' }));
    await this.#assertFilesUnchanged();
    await this.#append({ kind: 'uploaded' });
  }

  /** Lets the user decide, once the speed is known, when upload URLs will probably expire before everything is sent. */
  #createWarning(files: readonly PlannedFile[], uploadUrls: ReadonlyMap<string, string>) {
    const { clock, journal, onExpiringUrls } = this.#options;
    const startMs = clock.elapsed();
    let isJudged = false;
    let asked: Promise<void> | undefined;
    return {
      note: ({ timeLeftMs }: UploadProgress): void => {
        if (isJudged || timeLeftMs === undefined || clock.elapsed() - startMs < minMeasuredMs) return;
        isJudged = true;
        const missing = files.filter(({ name }) => journal.files?.accepted.has(name) !== true);
        const expiring = this.#uploadUrls.findExpiring(missing, uploadUrls, timeLeftMs);
        if (expiring === undefined) return;
        asked = onExpiringUrls?.(expiring);
        // An upload that fails does not wait for the answer.
        asked?.catch(() => undefined);
      },
      answer: async (): Promise<void> => {
        await asked;
        this.#signal.throwIfAborted();
      },
    };
  }

  async #finalise(): Promise<void> {
    const { plan, finalised, modelId } = this.#record;
    if (finalised || modelId === undefined || !this.#isToFinalise) return;
    const about = { name: plan.model.name, files: this.#files, ...answersFor(this.#record, 'finaliseModel') };
    await this.#announce({ kind: 'finalising' });
    const { isMaybeUnready } = await this.#sender.send('finaliseModel', (options) =>
      this.#options.client.finaliseModel(modelId, { ...options, ...about }),
    );
    this.#isMaybeUnready = isMaybeUnready;
    await this.#append({ kind: 'finalised' });
  }

  async #createSimulation(): Promise<void> {
    const { plan, project, modelId, finalised, simulation } = this.#record;
    if (!plan.simulate || simulation !== undefined || !finalised) return;
    if (project === undefined || modelId === undefined) return;
    const about = { name: plan.model.name, ...answersFor(this.#record, 'createSimulation') };
    await this.#announce({ kind: 'creatingSimulation' });
    const { id, response } = await this.#sender.send(
      'createSimulation',
      (options) => this.#options.client.createSimulation(project.id, modelId, { ...options, ...about }),
      this.#isMaybeUnready ? () => this.#options.onWaiting?.(this.#record, 'readyModel') : undefined,
    );
    await this.#append({
      kind: 'simulationCreated',
      ...(id !== undefined && { id }),
      ...(response !== undefined && { response }),
    });
  }

  async #recordEnd(error: unknown): Promise<void> {
    const entry = this.#endEntry(error);
    const uselessModel = entry && uselessModelOf(this.#record.open, error);
    // The model exists: record its identifier, and create no other one without asking.
    if (uselessModel !== undefined) await this.#append({ kind: 'modelCreated', id: uselessModel });
    if (entry !== undefined) await this.#append(entry);
  }

  #endEntry(error: unknown): JournalEntry | undefined {
    const isCancelled = this.#signal.aborted && error === this.#signal.reason;
    if (isCancelled && !this.#options.journal.lost.aborted) return { kind: 'cancelled' };
    const { open, finaliseLost } = this.#record;
    const { sent } = this.#sender;
    return endEntryFor(open, error, { sent, lost: open === 'finaliseModel' && finaliseLost });
  }

  /** Deletes the upload URLs once no more files will be sent to them. */
  async #deleteUploadUrls(): Promise<void> {
    const { uploaded, end, plan } = this.#record;
    if (!('files' in plan.model) || this.#options.journal.lost.aborted) return;
    if (uploaded || end === 'abandoned') await this.#uploadUrls.delete();
  }
}

/** @throws FilesChangedError */
function assertNone(changes: readonly FileChangedError[]): void {
  if (changes.length === 0) return;
  throw new FilesChangedError(changes.map(({ file, change }) => ({ file, change })));
}

/** @throws DamagedRecordError if they are damaged and the launch still needs them */
function listFiles({ record, files }: JournalWriter): PlannedFile[] {
  if (record.finalised) return [];
  if (files === undefined) throw new DamagedRecordError('linesMissing');
  const { planned, hashes, accepted } = files;
  return planned.map((file, index) => {
    const sha256 = hashes[index] ?? accepted.get(file.name);
    return sha256 === undefined ? file : { ...file, sha256 };
  });
}
