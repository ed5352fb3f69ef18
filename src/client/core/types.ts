/**
 * An identifier as the service gave it; it is shown and sent back in the same form. A number that is a `bigint`
 * has more digits than a number keeps: text would not do, because what came as a number must not go back as a
 * text. JSON cannot hold it by itself: `exactJson` writes it as the number that it is, `stored` as an object.
 */
export type Identifier = string | number | bigint;

declare const brand: unique symbol;

export type ProjectId = Identifier & { readonly [brand]?: 'project' };
export type ModelId = Identifier & { readonly [brand]?: 'model' };

/** The names of the operations of the service, as used in errors and logs (src/client/README.md, Endpoints). */
export type Operation =
  | 'createProject'
  | 'listProjects'
  | 'createModel'
  | 'uploadFile'
  | 'finaliseModel'
  | 'listReusableModels'
  | 'createSimulation';

/** The operations that send a description of something, or may. */
export type BodyOperation = Extract<
  Operation,
  'createProject' | 'createModel' | 'finaliseModel' | 'createSimulation'
>;

/** All fields of an answer, own properties only, exactly as decoded from JSON. */
export type Fields = Readonly<Record<string, unknown>>;

export interface Project {
  readonly id: ProjectId;
  /** The usual name field of the answer, or the identifier as text. */
  readonly name: string;
  readonly fields: Fields;
}

export interface ReusableModel {
  readonly id: ModelId;
  readonly name: string;
  readonly fields: Fields;
}

/** One file of a model that is to be created. */
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
  /** When the answer came, by the clock of the service; ms since the epoch. Absent when it did not say. */
  readonly answeredAt?: number;
}

export interface CreatedSimulation {
  /** Absent when the answer had no body or named no identifier. */
  readonly id?: Identifier;
  readonly fields: Fields;
}

/** A list as the service gave it. */
export interface Listing<T> {
  readonly items: readonly T[];
  /** Entries without a usable identifier, left out of `items`. */
  readonly broken: number;
}

/** Where the address of a proxy was found: a setting of VS Code, a variable of the environment, or the system. */
export type ProxySource =
  'http.proxy' | 'https_proxy' | 'HTTPS_PROXY' | 'http_proxy' | 'HTTP_PROXY' | 'system';

/** Names in lower case to values. */
export type CustomHeaders = Readonly<Record<string, string>>;
