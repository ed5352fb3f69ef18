import type { Clock } from '../client/core/clock';
import type { Identifier, SimulationStatus } from '../client/core/types';
import type { ServiceClient } from '../client/serviceClient';
import type { UploadLimit } from '../upload/uploadLimit';
import type { PlannedFile } from '../upload/uploadPlan';
import type { UploadProgress } from '../upload/uploadProgress';
import type { AgreedBodies, PlannedLaunch, ServiceRef } from './journalEntry';
import { summariseFiles } from './launchFiles';
import type { LaunchRecord } from './launchRecord';
import type { LaunchState } from './launchState';
import type { ExpiringUrls, UploadUrlStore } from './launchUploadUrls';

/** A launch as the views show it. */
export interface Launch {
  readonly id: string;
  readonly record: LaunchRecord;
  readonly state: LaunchState;
  /** Set while this window uploads. */
  readonly progress?: UploadProgress;
  /** Whether this window runs it, so that it can be cancelled here. */
  readonly runsHere: boolean;
  /** Set while this window asks the user something before the launch goes on. */
  readonly isAsking?: true;
  /** What its service said of its simulation, if it was asked. */
  readonly status?: KnownStatus;
}

/** What a service said of a simulation. */
export interface KnownStatus extends SimulationStatus {
  /** When it said so last; ms since the epoch. */
  readonly saidAt: number;
}

/** The work of a launch before it begins, complete. */
export interface LaunchPlan extends Omit<PlannedLaunch, 'kind' | 'launch' | 'model' | keyof LaunchContext> {
  readonly model:
    | Exclude<PlannedLaunch['model'], { readonly files: unknown }>
    | { readonly name: string; readonly files: readonly PlannedFile[] };
}

/** Where a launch is sent, and what was known and asked when it was started. */
export type LaunchContext = Pick<PlannedLaunch, 'service' | 'source' | 'protectionConfirmed' | 'bodies'>;

/** The model of a launch as its record has it. */
export function summariseModel(model: LaunchPlan['model']): PlannedLaunch['model'] {
  return 'files' in model ? { ...model, files: summariseFiles(model.files) } : model;
}

/** The outcome of a step, determined by the user after its response was lost. */
export type ResolvedOutcome =
  | { readonly happened: false }
  | { readonly happened: true; readonly id?: Identifier; readonly name?: string };

/** What a launch waits for while nothing happens: the response to its request, or a model that is not ready yet. */
export type WaitsFor = 'response' | 'readyModel';

export interface LaunchObserver {
  readonly signal: AbortSignal;
  readonly onChange: (record: LaunchRecord) => void;
  readonly onProgress: (progress: UploadProgress) => void;
  readonly onExpiringUrls: (uploadUrls: ExpiringUrls) => Promise<void>;
  /** See {@link LaunchOptions.onWaiting}. */
  readonly onWaiting?: ((record: LaunchRecord, waitsFor: WaitsFor) => void) | undefined;
}

export interface LaunchRunnerOptions {
  /** Folder of the journal. */
  readonly folder: string;
  readonly uploadUrls: UploadUrlStore;
  readonly clock: Clock;
  /** Returns 0 to 1; jitter for retries. */
  readonly random: () => number;
  /** Creates a client that keeps using the service of a launch. The signal closes its sign-in prompt. */
  readonly clientOf: (service: ServiceRef, cancelled: AbortSignal) => ServiceClient | Promise<ServiceClient>;
  readonly parallelFiles: () => number | 'auto';
  /** For all uploads together; none if absent. */
  readonly uploadLimit?: UploadLimit | undefined;
  /** Throws when files of this workspace may not be sent. */
  readonly requireTrust: () => void;
  /** Called when the list of launches, or one of them, has changed. */
  readonly onChange: () => void;
  /** Redacts a name that is stored and shown, but not sent. */
  readonly hide?: ((name: string) => string) | undefined;
  /** Called with a launch's record before it continues and after each entry. */
  readonly onRecord?: ((record: LaunchRecord) => void) | undefined;
  /** Absent where there are no studies. */
  readonly rows?: RowAdmission | undefined;
}

/** A row of a study that is to begin or to continue. */
export interface WantedRow {
  /** Identifier of its launch. */
  readonly launch: string;
  readonly row: { readonly id: string; readonly row: number };
  /** The bodies that its launch sends. */
  readonly bodies: AgreedBodies;
  /** Whether the launch is continued by itself, not by its study. */
  readonly isAlone: boolean;
}

/** Decides whether a launch that is a row of a study may begin or continue. */
export interface RowAdmission {
  /**
   * Does the work, during which no other window can begin a row.
   * @throws RowTakenError when a row of another study has the same content; AlreadyResolvedError when the launch no longer
   *   counts, or its study is not in the list; BodiesChangedError when its study has other bodies by now;
   *   RecordUnreadableError when the study cannot be read; JournalError; JournalUnreadableError; the errors of the work
   */
  readonly admit: <T>(wanted: WantedRow, work: () => Promise<T>) => Promise<T>;
  /**
   * Whether a launch goes only with its study, because that is in the list or cannot be read.
   * @param launch identifier of any launch
   * @throws JournalUnreadableError
   */
  readonly keeps: (launch: string) => Promise<boolean>;
  /** Does the work while no other window does any in this way, or begins a row. @throws as {@link admit} */
  readonly exclusively: <T>(work: () => Promise<T>) => Promise<T>;
}

export interface StartOptions {
  /** Creates a client that keeps using the service for which the launch was planned; replaces the default one. */
  readonly clientOf?: ((cancelled: AbortSignal) => ServiceClient | Promise<ServiceClient>) | undefined;
}

export interface BeginOptions extends StartOptions {
  /** The identifier of the launch, if it must not be any other. */
  readonly id?: string;
  /** Called with all launches before this one is recorded, while no other can be recorded. An error ends the start. */
  readonly requireNone?: ((others: readonly Launch[]) => void) | undefined;
}

/** The user's finding about a step whose outcome was unknown. */
export interface Resolution {
  /**
   * The state of the record to which the question referred. A row that was repeated because its record was gone has the
   * same identifier, but was planned later.
   */
  readonly asked: Pick<LaunchRecord, 'plannedAt' | 'entryCount'>;
  readonly finding: ResolvedOutcome;
}

export interface ResumeOptions extends StartOptions {
  /** Recorded first, but only if the launch is really resumed. */
  readonly resolution?: Resolution | undefined;
  /** Finalise although the plan ends with the upload. */
  readonly finalise?: boolean | undefined;
  /** Its study, of which it is a row, continues it. */
  readonly isOfStudy?: boolean | undefined;
  /** Called when the launch goes on: the bodies that the user has agreed to, if they are others than before. */
  readonly bodies?: (() => AgreedBodies | undefined) | undefined;
  /**
   * Called with the record as it is under the lock, before anything is sent. The launch stays unchanged if it
   * returns false or throws; errors are passed on.
   */
  readonly confirm?: ((record: LaunchRecord) => Promise<boolean>) | undefined;
}
