/**
 * An identifier as the service gave it; it is shown and sent back in the same form. A `bigint` has more digits than
 * a number can hold; text would not do, because an identifier received as a number must be sent back as a number.
 * JSON cannot hold a `bigint`: `exactJson` writes it as a number, `toStored` as an object.
 */
export type Identifier = string | number | bigint;

declare const brand: unique symbol;

export type ProjectId = Identifier & { readonly [brand]?: 'project' };
export type ModelId = Identifier & { readonly [brand]?: 'model' };

/** The names of the service's operations, as used in errors and logs (src/client/README.md, Endpoints). */
export type Operation =
  | 'createProject'
  | 'listProjects'
  | 'createModel'
  | 'uploadFile'
  | 'finaliseModel'
  | 'listReusableModels'
  | 'createSimulation'
  /** Only where a setting describes it. */
  | 'readSimulation';

/** The operations in whose responses something is looked for. */
export type ReadOperation = Exclude<Operation, 'uploadFile' | 'finaliseModel' | 'readSimulation'>;

/** The operations that send a request body, or may. */
export type BodyOperation = Extract<
  Operation,
  'createProject' | 'createModel' | 'finaliseModel' | 'createSimulation'
>;

/** All fields of a response, own properties only, exactly as decoded from JSON. */
export type Fields = Readonly<Record<string, unknown>>;

/** An element of a list, or what was created to be one. */
export interface ListedItem<Id extends Identifier = Identifier> {
  readonly id: Id;
  /** The usual name field of the response, or the identifier as text. */
  readonly name: string;
  readonly fields: Fields;
}

export type Project = ListedItem<ProjectId>;
export type ReusableModel = ListedItem<ModelId>;

/** One file of a model to be created. */
export interface ModelFile {
  /** Relative path with `/`. */
  readonly name: string;
  /** Bytes. */
  readonly size: number;
}

export interface CreatedModel {
  readonly id: ModelId;
  /** File name to signed upload URL, one for each requested file. The URLs are secrets. */
  readonly uploadUrls: ReadonlyMap<string, string>;
  /** Time of the response by the service's clock; ms since the epoch. Absent without a `Date` header. */
  readonly respondedAt?: number;
}

export interface CreatedSimulation {
  /** Absent when the response had no body or no identifier. */
  readonly id?: Identifier;
  readonly fields: Fields;
  /**
   * What the response says when no identifier was found in it, see `response/keptResponse.ts`. Empty if it says nothing
   * although a setting names the place of the identifier.
   */
  readonly response?: string;
}

/** The meaning of a word after which a simulation does not change any more, as a setting says it. */
export type SimulationEnd = 'success' | 'failure' | 'neutral';

/** The status of a simulation in the words of its service: never a state of this client's own. */
export interface SimulationStatus {
  /** The service's own word, such as `running`; short, without invisible characters. */
  readonly state: string;
  /** Said beside it, such as `40 %`. */
  readonly detail?: string;
  /** Present for a word after which nothing changes any more. */
  readonly end?: SimulationEnd;
}

/** A list as the service returned it. */
export interface Listing<T> {
  readonly items: readonly T[];
  /** Entries without a usable identifier, left out of `items`. */
  readonly skipped: number;
  /** Present when the service has more than it returned: then nothing is absent because it is not in `items`. */
  readonly partial?: PartialListing;
}

export interface PartialListing {
  /** Number of all entries, if the service says it. */
  readonly total?: number;
}

/** Where the proxy's address comes from: a setting of VS Code, an environment variable, or the system. */
export type ProxySource =
  'http.proxy' | 'https_proxy' | 'HTTPS_PROXY' | 'http_proxy' | 'HTTP_PROXY' | 'system';

/** Header names in lower case to values. */
export type CustomHeaders = Readonly<Record<string, string>>;
