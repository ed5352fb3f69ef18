import type { VariantName } from '../client/core/apiVariant';
import type { Answers } from '../client/mapping/prompts';
import type { BodyOperation, Identifier, ModelId, Operation, ProjectId } from '../client/core/types';

/** The newest form of a record that this program knows. Raised whenever an older program could misread a record. */
export const journalSchemaVersion = 2;

/** The form that a record has: the oldest one that holds it, so that older programs read what they can. */
export function schemaOf({ model }: Pick<PlannedLaunch, 'model'>): number {
  return 'none' in model ? 2 : 1;
}

/**
 * Which service a launch belongs to. Holds no user information, query or token. With other fields in its requests and
 * answers it is still this service, and a launch that is resumed uses what is set by then; with another path prefix,
 * other headers or another account its identifiers may mean something else.
 */
export interface ServiceRef {
  /** Scheme, host and port. */
  readonly origin: string;
  /** Path of the base URL, `/` at the least. Without slashes at its end but for records of earlier versions. */
  readonly basePath: string;
  readonly variant: VariantName;
  /** Fingerprint of the path prefix and the headers that are sent. Absent in records of earlier versions. */
  readonly spoken?: string;
  /** Fingerprint of whoever was signed in. Absent when nobody was, and in records of earlier versions. */
  readonly account?: string;
}

/** A file as it was when the launch was planned. The numbers are decimal text, too large for JSON's. */
export interface FileSnapshot {
  /** Relative path with `/`, the name in the model. */
  readonly name: string;
  /** Absolute path without links. */
  readonly path: string;
  /** Bytes. */
  readonly size: number;
  readonly mtimeNs: string;
  readonly ctimeNs: string;
  readonly inode: string;
}

/** State of the Git working tree that holds the files, where there is one. */
export interface SourceState {
  readonly commit: string;
  readonly dirty: boolean;
}

/** Why something failed, without the words of libraries: they may quote secrets. */
export interface Problem {
  readonly kind: string;
  readonly operation?: Operation;
  readonly host?: string;
  /** HTTP status. */
  readonly status?: number;
  /** Code of the system, the file server or this client. */
  readonly code?: string;
  /** The server's own words, cleaned and shortened. */
  readonly words?: string;
  /** Name of the file in the model. */
  readonly file?: string;
}

/** The answers to the prompts of each body, so that they are the same when the launch is resumed. */
export type LaunchAnswers = Readonly<Partial<Record<BodyOperation, Answers>>>;

/** The work to be done, frozen when the launch begins. */
export interface PlannedLaunch {
  readonly kind: 'planned';
  readonly launch: string;
  readonly service: ServiceRef;
  readonly project?:
    | { readonly id: ProjectId; readonly name: string }
    | {
        readonly newName: string;
        /** Projects that the service listed before; a new one is not among them. */
        readonly before?: readonly ProjectId[];
      };
  readonly model:
    | { readonly id: ModelId; readonly name: string }
    | { readonly name: string; readonly files: readonly FileSnapshot[] }
    /** A project alone is made. The name is that of the project, as the name of its launch. */
    | { readonly name: string; readonly none: true };
  /** Finalise as soon as all files are uploaded. */
  readonly finalise: boolean;
  /** Create a simulation as soon as the model is finalised. */
  readonly simulate: boolean;
  readonly source?: SourceState;
  /** Absent when nothing was asked, as in all records of earlier versions. */
  readonly answers?: LaunchAnswers;
  /** The user has said that this may be done in a protected environment. */
  readonly protectionAsked?: boolean;
}

/** Entries that announce a request stand in the journal before its first byte is sent. */
export type JournalEntry =
  | PlannedLaunch
  | { readonly kind: 'creatingProject' }
  | { readonly kind: 'projectCreated'; readonly id: ProjectId; readonly name: string }
  | {
      readonly kind: 'creatingModel';
      /** SHA-256 in hex of the planned files, in their order. Absent in records of earlier versions. */
      readonly hashes?: readonly string[];
    }
  | {
      readonly kind: 'modelCreated';
      readonly id: ModelId;
      /** Where its files go: scheme, host and port, four at most. Absent in records of earlier versions. */
      readonly uploadOrigins?: readonly string[];
    }
  | { readonly kind: 'uploading' }
  | { readonly kind: 'fileAccepted'; readonly name: string; readonly sha256: string }
  | { readonly kind: 'uploaded' }
  | { readonly kind: 'finalising' }
  | { readonly kind: 'finalised' }
  | { readonly kind: 'creatingSimulation' }
  | { readonly kind: 'simulationCreated'; readonly id?: Identifier }
  /** It is known that the step did not happen, or that it cannot be completed. */
  | { readonly kind: 'failed'; readonly problem: Problem }
  /** The step may or may not have happened. */
  | { readonly kind: 'unknown'; readonly problem: Problem }
  /** The model can no longer be completed: its links are dead or its files have changed. */
  | { readonly kind: 'modelAbandoned'; readonly problem: Problem }
  | { readonly kind: 'cancelled' }
  /** A person found out what became of a step with an unknown outcome. */
  | {
      readonly kind: 'settled';
      readonly happened: boolean;
      readonly id?: Identifier;
      readonly name?: string;
    };

/** Stand on disk before the request that they announce is sent. */
const announcing: Readonly<Partial<Record<JournalEntry['kind'], true>>> = {
  creatingProject: true,
  creatingModel: true,
  uploading: true,
  finalising: true,
  creatingSimulation: true,
};

export function isAnnouncing({ kind }: { readonly kind: string }): boolean {
  return Object.hasOwn(announcing, kind);
}

/** An entry with its time, ms since the epoch. */
export type TimedEntry = JournalEntry & { readonly at: number };
