import type { IncomingMessage } from 'node:http';

/** The operations of the service and the upload to the file server (src/client/README.md, Endpoints). */
export type EmulatedOperation =
  | 'createProject'
  | 'listProjects'
  | 'createModel'
  | 'uploadFile'
  | 'finaliseModel'
  | 'listReusableModels'
  | 'createSimulation'
  /** Not of the interface: an example of what a setting may describe. */
  | 'readSimulation';

/** The two variants of the interface (src/client/README.md, Variants). */
export type EmulatedVariant = 'variant_a' | 'variant_b';

/** One request as the emulator received it. The object is live: it changes until the request is over. */
export interface RecordedRequest {
  readonly server: 'service' | 'files';
  readonly method: string;
  /** Without the query, because an upload's query holds its signature. */
  readonly path: string;
  /** Names in lower case; several values of one name are joined with a comma. */
  readonly headers: Readonly<Record<string, string>>;
  /** Service only: SHA-256 of the body in hex, once it has been read completely. Not yet present in `intercept`. */
  readonly bodySha256?: string;
  /** Service only: the decoded JSON body, once it has been read. */
  readonly body?: unknown;
  /** Bytes of the body read so far. */
  readonly bytesReceived: number;
  /** Present once a response was handed to the connection. */
  readonly status?: number;
  /**
   * The client disconnected before it had a response. A connection that the emulator itself closed does not count.
   * While the emulator is not reading (stalled, or slowed down), a disconnect is noticed late.
   */
  readonly aborted: boolean;
  /** ms since the epoch */
  readonly arrivedAt: number;
  /** ms since the epoch; present once the request has a response or was cut or aborted. */
  readonly finishedAt?: number;
  /** Absent when no operation has this path and method. */
  readonly operation?: EmulatedOperation;
  /** Absent on the file server and outside both prefixes. */
  readonly variant?: EmulatedVariant;
  /** Uploads only: the name that the model gives to the addressed file. */
  readonly fileName?: string;
}

/** The emulator's writable view of a record. */
export type RecordInProgress = { -readonly [Field in keyof RecordedRequest]: RecordedRequest[Field] };

/** Starts the record of a request whose headers have arrived. @param path without the query */
export function beginRecord(
  server: RecordedRequest['server'],
  request: IncomingMessage,
  path: string,
  arrivedAt: number,
): RecordInProgress {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(request.headers)) {
    if (value !== undefined) headers[name] = Array.isArray(value) ? value.join(', ') : value;
  }
  return { server, method: request.method ?? '', path, headers, bytesReceived: 0, aborted: false, arrivedAt };
}
