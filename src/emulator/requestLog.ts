import type { IncomingMessage } from 'node:http';

/** The operations of the service and the upload to the file server (src/client/README.md, Endpoints). */
export type EmulatedOperation =
  | 'createProject'
  | 'listProjects'
  | 'createModel'
  | 'uploadFile'
  | 'finaliseModel'
  | 'listReusableModels'
  | 'createSimulation';

/** The two variants of the interface (src/client/README.md, Variants). */
export type EmulatedVariant = 'variant_a' | 'variant_b';

/** One request as the emulator saw it. The object is live: it changes until the request is over. */
export interface RecordedRequest {
  readonly server: 'service' | 'files';
  readonly method: string;
  /** Without the query, because the query of an upload holds its signature. */
  readonly path: string;
  /** Names in lower case; several values of one name are joined with a comma. */
  readonly headers: Readonly<Record<string, string>>;
  /** Service only: SHA-256 of the body in hex, once it was read completely. Not yet there when `intercept` is asked. */
  readonly bodySha256?: string;
  /** The decoded JSON body of the same, only with `keepsEverything`. */
  readonly body?: unknown;
  /** Bytes of the body read so far. */
  readonly bytesReceived: number;
  /** Present once an answer was handed to the connection. */
  readonly status?: number;
  /**
   * The client went away before it was answered. A connection that the emulator itself cut does not count.
   * A client that leaves while the emulator reads nothing (stalled, or slowed down) is noticed late.
   */
  readonly aborted: boolean;
  /** ms since epoch */
  readonly arrivedAt: number;
  /** ms since epoch; present once answered, cut or aborted. */
  readonly finishedAt?: number;
  /** Absent for a path or method that no operation has. */
  readonly operation?: EmulatedOperation;
  /** Absent on the file server and outside both prefixes. */
  readonly variant?: EmulatedVariant;
  /** Uploads only: the name that the model gives to the addressed file. */
  readonly fileName?: string;
}

/** The emulator's own side of a record. */
export type RecordInProgress = { -readonly [Field in keyof RecordedRequest]: RecordedRequest[Field] };

/** So that an emulator that runs for weeks, or is asked without end, does not fill the memory. */
const maxRequests = 1_000;

/** The last requests to both servers, in order of arrival and without their bodies. */
export class RequestLog {
  readonly #requests: RecordInProgress[] = [];

  constructor(
    /** For tests: every request, with its body. */
    readonly keepsEverything: boolean,
  ) {}

  get requests(): readonly RecordedRequest[] {
    return this.#requests;
  }

  add(record: RecordInProgress): void {
    this.#requests.push(record);
    if (!this.keepsEverything && this.#requests.length > maxRequests) this.#requests.shift();
  }
}

/** Starts the record of a request whose header has arrived; `path` is its path without the query. */
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
