import type { VariantName } from '../client/core/apiVariant';
import type { BodyOperation, Identifier, ModelId, Operation, ProjectId } from '../client/core/types';
import type { Answers } from '../client/mapping/prompts';

/** The schema of the records of launches. Raised whenever an older version of the extension could misread one. */
export const launchSchema = 1;

/** The address of a service. Holds no user info, query or token. */
export interface ServiceAddressRef {
  /** Scheme, host and port. */
  readonly origin: string;
  /** Path of the base URL, at least `/`, without trailing slashes. */
  readonly basePath: string;
  readonly variant: VariantName;
}

/**
 * The service that a launch belongs to. With another path prefix, other headers or another account, its identifiers may
 * mean something else. Several environments at one address may describe requests and responses in different ways: the
 * launch goes on with the one whose description is that of its beginning, else with the one that has its name.
 */
export interface ServiceRef extends ServiceAddressRef {
  /** Fingerprint of the path prefix and the headers of requests. */
  readonly settingsFingerprint: string;
  /** The name of the environment, empty for the plain settings. */
  readonly environment?: string;
  /** Fingerprint of the bodies of requests, the places in responses and the headers of uploads. */
  readonly descriptionFingerprint?: string;
  /** Fingerprint of the signed-in user. Absent without sign-in. */
  readonly account?: string;
}

/** How much a record says of the files of its launch, which stand beside it: enough for lists. */
export interface FilesSummary {
  readonly count: number;
  /** Total size in bytes. */
  readonly bytes: number;
  /** Absolute path of one file from each folder, for a limited number of folders; the first file first. */
  readonly paths: readonly string[];
}

/** State of the Git working tree that holds the files, if there is one. */
export interface SourceState {
  readonly commit: string;
  readonly dirty: boolean;
}

/** Why something failed, without messages of libraries, which may quote secrets. */
export interface Problem {
  readonly kind: string;
  readonly operation?: Operation;
  readonly host?: string;
  /** HTTP status. */
  readonly status?: number;
  /** Code of the system, the file server or this client. */
  readonly code?: string;
  /** The server's own message or the title of its web page (`html`), sanitised and truncated. */
  readonly serverMessage?: string;
  /** Host to which the server redirects; its port unless it is the default one. */
  readonly redirectHost?: string;
  /** Name of the file in the model. */
  readonly file?: string;
  /** The environment that described the requests and responses of the service, if it was not the plain settings. */
  readonly environment?: string;
}

/** The answers to the prompts of each body, recorded so that a resumed launch sends the same. */
export type LaunchAnswers = Readonly<Partial<Record<BodyOperation, Answers>>>;

/**
 * Fingerprints of the bodies that the user agreed to, as the settings describe them. Absent for a request that is
 * never sent.
 */
export type AgreedBodies = Readonly<Partial<Record<BodyOperation, string>>>;

/** The work of a launch, fixed when it begins. */
export interface PlannedLaunch {
  readonly kind: 'planned';
  readonly launch: string;
  readonly service: ServiceRef;
  readonly project?:
    | { readonly id: ProjectId; readonly name: string }
    | {
        readonly newName: string;
        /** Projects that existed before, to recognise the new one. */
        readonly existingProjects?: readonly ProjectId[];
        /** The user agreed to create it if there is none: one that has appeared since is used. */
        readonly mayExist?: boolean;
      };
  readonly model:
    | { readonly id: ModelId; readonly name: string }
    | { readonly name: string; readonly files: FilesSummary }
    /** The launch creates only a project. The name is the project's, which also names the launch. */
    | { readonly name: string; readonly projectOnly: true };
  /** Finalise as soon as all files are uploaded. */
  readonly finalise: boolean;
  /** Create a simulation as soon as the model is finalised. */
  readonly simulate: boolean;
  readonly source?: SourceState;
  /** Absent without prompts. */
  readonly answers?: LaunchAnswers;
  /** The user has confirmed the launch for a protected environment. */
  readonly protectionConfirmed?: boolean;
  /** The bodies that the user has agreed to. */
  readonly bodies: AgreedBodies;
  /** The row of a study that this launch is. */
  readonly study?: { readonly id: string; readonly row: number };
}

/** A file that the file server has accepted. */
export interface AcceptedFile {
  /** Name in the model. */
  readonly name: string;
  /** In hex. */
  readonly sha256: string;
}

/** An entry that announces a request is written before the request's first byte is sent. */
export type JournalEntry =
  | PlannedLaunch
  | { readonly kind: 'creatingProject' }
  | {
      readonly kind: 'projectCreated';
      readonly id: ProjectId;
      readonly name: string;
      /** It had appeared since the launch was planned, and is used; nothing was sent to create it. */
      readonly isFound?: boolean;
    }
  | { readonly kind: 'creatingModel' }
  | {
      readonly kind: 'modelCreated';
      readonly id: ModelId;
      /** Scheme, host and port of the file servers, at most four. Absent when the response has no upload URLs. */
      readonly uploadOrigins?: readonly string[];
    }
  | { readonly kind: 'uploading' }
  | { readonly kind: 'uploaded' }
  | { readonly kind: 'finalising' }
  | { readonly kind: 'finalised' }
  | { readonly kind: 'creatingSimulation' }
  | {
      readonly kind: 'simulationCreated';
      readonly id?: Identifier;
      /** The response as text, when no identifier was found in it. */
      readonly response?: string;
    }
  /** The step certainly did not happen, or cannot be completed. */
  | { readonly kind: 'failed'; readonly problem: Problem }
  /** The step may or may not have happened. */
  | { readonly kind: 'unknown'; readonly problem: Problem }
  /** The model can no longer be completed: its upload URLs have expired or its files have changed. */
  | { readonly kind: 'modelAbandoned'; readonly problem: Problem }
  | { readonly kind: 'cancelled' }
  /** A line that the user has written about the launch; empty removes it. */
  | { readonly kind: 'noted'; readonly note: string }
  /** The user has agreed to go on with these bodies. */
  | { readonly kind: 'agreed'; readonly bodies: AgreedBodies }
  /** The user resolved a step with an unknown outcome. */
  | {
      readonly kind: 'resolved';
      readonly happened: boolean;
      readonly id?: Identifier;
      readonly name?: string;
    };

/** Entries that are flushed to disk before the request that they announce is sent. */
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
