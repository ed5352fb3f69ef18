import { raceAbort } from '../client/core/raceAbort';
import type { ServiceClient } from '../client/serviceClient';
import { AlreadyResolvedError } from '../journal/errors';
import { LockLostError } from '../journal/recordLock';
import { LaunchCancelledError } from './errors';
import { Journal } from './journal';
import type { Problem } from './journalEntry';
import type { JournalWriter } from './journalWriter';
import type {
  BeginOptions,
  LaunchContext,
  LaunchObserver,
  LaunchPlan,
  LaunchRunnerOptions,
  Resolution,
  ResolvedOutcome,
  ResumeOptions,
  StartOptions,
} from './launch';
import { LaunchList } from './launchList';
import { isUnknown, type LaunchRecord } from './launchRecord';
import { LaunchRemover } from './launchRemover';
import type { UploadUrlStore } from './launchUploadUrls';
import { ProjectTurns } from './projectTurns';
import { runLaunch } from './runLaunch';
import { RunningLaunches } from './runningLaunches';

interface RunOptions {
  readonly observer: LaunchObserver;
  readonly cancel: AbortController;
  readonly finalise?: boolean | undefined;
  readonly clientOf: StartOptions['clientOf'];
}

/** The launches of this window: starts, resumes and resolves them. Others list and remove them. */
export class LaunchRunner {
  readonly #options: LaunchRunnerOptions;
  readonly #journal: Journal;
  readonly #running: RunningLaunches;
  readonly #projectTurns = new ProjectTurns();
  readonly list: LaunchList;
  readonly remover: LaunchRemover;

  constructor(options: LaunchRunnerOptions) {
    this.#options = options;
    const { folder, clock, uploadUrls } = options;
    const journal = new Journal(folder, clock);
    const running = new RunningLaunches(options.onChange);
    const list = new LaunchList({ journal, clock, running });
    const onChange = () => this.journalChanged();
    this.#journal = journal;
    this.#running = running;
    this.list = list;
    this.remover = new LaunchRemover({ journal, list, running, uploadUrls, rows: options.rows, onChange });
  }

  /**
   * Starts a launch and runs it.
   * @returns its record at the end
   * @throws the errors of runLaunch and `requireNone`, JournalError; LockLostError for a launch that is there
   */
  async start(
    plan: LaunchPlan & LaunchContext,
    observer: LaunchObserver,
    options: BeginOptions = {},
  ): Promise<LaunchRecord> {
    // Checked before a record is created, which would be listed.
    if ('files' in plan.model) this.#options.requireTrust();
    observer.signal.throwIfAborted();
    const journal = await this.#begin(plan, options);
    const { clientOf } = options;
    try {
      return await this.#run(journal, { observer, cancel: new AbortController(), clientOf });
    } catch (error) {
      // Its study is lost, but the launch itself is not.
      if (error instanceof LockLostError && !journal.lost.aborted)
        await this.#takeBack(journal.record).catch(() => undefined);
      throw error;
    }
  }

  /** Creates the record; if another one with the same content must not be there, only while no window can begin one. */
  async #begin(plan: LaunchPlan & LaunchContext, { id, requireNone }: BeginOptions): Promise<JournalWriter> {
    const { rows } = this.#options;
    const { study, bodies } = plan;
    let begun: JournalWriter | undefined;
    const begin = async () => (begun = await this.#journal.begin(this.#keptPlan(plan), id));
    if (rows === undefined || (study === undefined && requireNone === undefined)) return await begin();
    try {
      if (study !== undefined)
        return await rows.admit({ launch: id ?? '', row: study, bodies, isAlone: false }, begin);
      return await rows.exclusively(async () => {
        this.list.outdate();
        requireNone?.(await this.list.read());
        return await begin();
      });
    } catch (error) {
      await begun?.close();
      if (begun !== undefined) await this.#takeBack(begun.record).catch(() => undefined);
      throw error;
    }
  }

  /**
   * Removes the record of a launch that has sent nothing, unless it has been continued since.
   *
   * A window may be suspended just after it has written the record of a row. Meanwhile, another window takes over the
   * study or removes it. The first one notices that at its next check, and without this it would leave behind a launch
   * that looks interrupted, of a row that the other window has launched, or of a study that is gone.
   */
  async #takeBack({ plan, entryCount }: LaunchRecord): Promise<void> {
    if (entryCount > 1) return;
    await this.#journal.removeIf(plan.launch, (record) => Promise.resolve(record.entryCount === 1));
    this.journalChanged();
  }

  /**
   * Resumes a launch. A second call while it runs does nothing.
   * @returns its record at the end; undefined when it was not resumed
   * @throws AlreadyResolvedError when the launch has changed, or goes on, since the user was asked for the outcome
   */
  async resume(
    id: string,
    observer: LaunchObserver,
    options: ResumeOptions = {},
  ): Promise<LaunchRecord | undefined> {
    const { finalise, clientOf } = options;
    if (this.#running.has(id)) {
      if (options.resolution !== undefined) throw new AlreadyResolvedError();
      return undefined;
    }
    const cancel = new AbortController();
    // Set before the first await, so that a double click counts once.
    this.#running.set(id, { cancel });
    try {
      const journal = await this.#journal.continue(id);
      if (!(await this.#confirm(journal, options))) return undefined;
      return await this.#run(journal, { observer, cancel, finalise, clientOf });
    } finally {
      this.#running.delete(id);
      // Also if nothing was written: meanwhile the list may have been read with the launch as locked.
      this.journalChanged();
    }
  }

  /**
   * Records the outcome of a step that was unknown. Sends nothing.
   * @throws AlreadyResolvedError when the launch has changed since
   */
  async resolve(id: string, resolution: Resolution): Promise<void> {
    const open = await this.#journal.continue(id);
    try {
      assertUnresolved(open.record, resolution);
      await open.append({ kind: 'resolved', ...this.#keptFinding(resolution.finding) });
    } finally {
      await open.close();
      this.journalChanged();
    }
  }

  /**
   * Records a line about a launch that no window works on; an empty one removes it. Sends nothing.
   * @throws the errors of {@link Journal.continue}
   */
  async note(id: string, note: string): Promise<void> {
    const open = await this.#journal.continue(id);
    try {
      await open.append({ kind: 'noted', note });
    } finally {
      await open.close();
      this.journalChanged();
    }
  }

  /**
   * Records the outcome that the user knows, if the launch may continue with it. Releases the record if not.
   * @returns whether the launch may continue
   * @throws AlreadyResolvedError, JournalError, and the errors of {@link RowAdmission.admit}
   */
  async #confirm(
    journal: JournalWriter,
    options: Pick<ResumeOptions, 'resolution' | 'confirm' | 'bodies' | 'isOfStudy'>,
  ): Promise<boolean> {
    const { record } = journal;
    const { resolution, confirm, isOfStudy = false } = options;
    let isConfirmed = false;
    try {
      if (resolution !== undefined) assertUnresolved(record, resolution);
      // Its row may go on with another launch.
      if (record.end === 'abandoned') throw new AlreadyResolvedError();
      await this.#admit(record, options);
      const asked = this.#whileAsking(record.plan.launch, async () => await confirm?.(record));
      if ((await asked) === false) return false;
      // The question may have been open for long.
      if (confirm !== undefined) await this.#admit(record, options);
      if (resolution !== undefined)
        await journal.append({ kind: 'resolved', ...this.#keptFinding(resolution.finding) });
      const agreed = record.plan.study === undefined || isOfStudy ? options.bodies?.() : undefined;
      if (agreed !== undefined) await journal.append({ kind: 'agreed', bodies: agreed });
      isConfirmed = true;
      return true;
    } finally {
      if (!isConfirmed) await journal.close();
    }
  }

  /** The launch holds its lock, so whoever begins a row with the same content sees that it runs. */
  async #admit(
    { plan, bodies }: LaunchRecord,
    { isOfStudy = false }: Pick<ResumeOptions, 'isOfStudy'>,
  ): Promise<void> {
    if (plan.study === undefined) return;
    const wanted = { launch: plan.launch, row: plan.study, bodies, isAlone: !isOfStudy };
    await this.#options.rows?.admit(wanted, () => Promise.resolve());
  }

  /**
   * Gives up a launch that has certainly created no simulation, so that nothing continues it any more.
   * @param seen the launch as it was found
   * @throws AlreadyResolvedError when it has changed since, and the errors of {@link Journal.continue}
   */
  async abandon({ plan, entryCount }: LaunchRecord, problem: Problem, signal: AbortSignal): Promise<void> {
    const { launch } = plan;
    const open = await this.#journal.continue(launch);
    try {
      if (open.record.entryCount !== entryCount) throw new AlreadyResolvedError();
      await open.append({ kind: 'modelAbandoned', problem });
    } finally {
      await open.close();
      this.journalChanged();
    }
    // A keyring may never respond.
    await raceAbort(this.#options.uploadUrls.delete(launch), signal).catch(() => undefined);
  }

  /** Lets the list of launches say that one waits for the user. */
  async #whileAsking<T>(launch: string, ask: () => Promise<T>): Promise<T> {
    this.#running.update(launch, { isAsking: true });
    try {
      return await ask();
    } finally {
      this.#running.update(launch, { isAsking: false });
    }
  }

  cancel(id: string): void {
    this.#running.get(id)?.cancel.abort();
  }

  /** Called when this or another window has written to the journal. */
  journalChanged(): void {
    this.list.outdate();
    this.#options.onChange();
  }

  async #run(
    journal: JournalWriter,
    { observer, cancel, finalise, clientOf }: RunOptions,
  ): Promise<LaunchRecord> {
    const { launch } = journal.record.plan;
    const options = this.#options;
    this.#running.set(launch, { cancel, record: journal.record, files: journal.files });
    options.onRecord?.(journal.record);
    this.journalChanged();
    const signal = AbortSignal.any([cancel.signal, observer.signal, journal.lost]);
    try {
      const client = await this.#prepare(journal, { signal, clientOf });
      const { uploadLimit } = options;
      await runLaunch({
        client,
        journal,
        uploadUrls: fenceUploadUrls(journal, options.uploadUrls),
        clock: options.clock,
        random: options.random,
        parallelFiles: options.parallelFiles(),
        uploadLimit,
        projectTurns: this.#projectTurns,
        finalise,
        hide: options.hide,
        onExpiringUrls: async (urls) =>
          await this.#whileAsking(launch, async () => await observer.onExpiringUrls(urls)),
        onWaiting: observer.onWaiting,
        signal,
        onChange: (record) => {
          options.onRecord?.(record);
          observer.onChange(record);
          this.#running.update(launch, { record });
        },
        onProgress: (progress) => {
          observer.onProgress(progress);
          this.#running.update(launch, { progress });
        },
      });
      return journal.record;
    } finally {
      this.#running.delete(launch);
      await journal.close();
      this.journalChanged();
    }
  }

  /**
   * Redacts the name of a listed project, which the service chose. The name of a project to be created stays
   * unchanged.
   */
  #keptPlan(plan: LaunchPlan & LaunchContext): LaunchPlan & LaunchContext {
    const { hide } = this.#options;
    const { project } = plan;
    if (hide === undefined || project === undefined || 'newName' in project) return plan;
    return { ...plan, project: { ...project, name: hide(project.name) } };
  }

  #keptFinding(finding: ResolvedOutcome): ResolvedOutcome {
    const { hide } = this.#options;
    if (hide === undefined || !finding.happened || finding.name === undefined) return finding;
    return { ...finding, name: hide(finding.name) };
  }

  /** Gets everything that is needed before a request is sent. Cancelling interrupts each wait. */
  async #prepare(
    journal: JournalWriter,
    { signal, clientOf }: Pick<RunOptions, 'clientOf'> & { readonly signal: AbortSignal },
  ): Promise<ServiceClient> {
    const { record } = journal;
    try {
      if (sendsFiles(record)) this.#options.requireTrust();
      signal.throwIfAborted();
      const made = clientOf?.(signal) ?? this.#options.clientOf(record.plan.service, signal);
      return await raceAbort(Promise.resolve(made), signal);
    } catch (error) {
      // Otherwise a launch that was only planned would appear interrupted. Any other record has a more precise
      // ending.
      const isCancelled = signal.aborted && error === signal.reason && !(error instanceof LockLostError);
      if (isCancelled && record.entryCount === 1) await journal.append({ kind: 'cancelled' });
      throw isCancelled ? new LaunchCancelledError() : error;
    }
  }
}

/** After another window has taken over a launch, its upload URLs belong to that window. */
function fenceUploadUrls(journal: JournalWriter, uploadUrls: UploadUrlStore): UploadUrlStore {
  return {
    get: (launch) => uploadUrls.get(launch),
    async put(launch, urls) {
      if (await isLost(journal)) throw new LockLostError();
      await uploadUrls.put(launch, urls);
    },
    async delete(launch) {
      if (!(await isLost(journal))) await uploadUrls.delete(launch);
    },
  };
}

async function isLost(journal: JournalWriter): Promise<boolean> {
  await journal.requireOwnership().catch(() => undefined);
  return journal.lost.aborted;
}

/** Checks that an answer refers to the current state of the launch. @throws AlreadyResolvedError */
function assertUnresolved(record: LaunchRecord, { asked }: Resolution): void {
  const isSame = record.plannedAt === asked.plannedAt && record.entryCount === asked.entryCount;
  if (!isSame || !isUnknown(record)) throw new AlreadyResolvedError();
}

function sendsFiles({ plan, uploaded }: LaunchRecord): boolean {
  return 'files' in plan.model && !uploaded;
}
