import type { Readable } from 'node:stream';
import type { ApiVariant } from './core/apiVariant';
import type { Clock } from './core/clock';
import type { Credentials } from './credentials';
import type { Transport } from './http/httpTransport';
import type { ServiceMapping } from './mapping/serviceMapping';

export interface ServiceClientOptions {
  /** Base URL of both variants; may have a path prefix and a trailing slash. */
  readonly baseUrl: string | URL;
  readonly variant: ApiVariant;
  /** How requests and responses map to this service. */
  readonly mapping?: ServiceMapping;
  /** Absent for a service without authentication. */
  readonly credentials?: Credentials;
  readonly transport?: Transport;
  readonly clock?: Clock;
  /** Returns 0 to 1; jitter for retried lists. */
  readonly random?: () => number;
  /** Receives one line before and one after each request, without query, header or body. */
  readonly log: (line: string) => void;
  /** Called for every response, whatever its status. */
  readonly onResponse?: (response: ResponseHead) => void;
  /**
   * Redacts free text from servers before it enters an error. By default redacts the secrets that the request
   * carried and everything that looks like a credential.
   */
  readonly hide?: (text: string, carried: readonly string[]) => string;
  /** Lists are not retried. */
  readonly once?: boolean;
}

export interface ResponseHead {
  /** HTTP status. */
  readonly status: number;
  /** From the `Date` header of the response; ms since the epoch. Undefined without one. */
  readonly serverTimeMs: number | undefined;
}

/** The options of one call to the service. */
export interface CallOptions {
  readonly signal?: AbortSignal;
  /** No user waits for the response, so nobody is asked to sign in for it. */
  readonly unattended?: boolean;
  /**
   * For requests that create or finalise: called each time the request is about to be sent, when its connection is
   * established and nothing has been sent. When it rejects, nothing is sent, and the call rejects with the same
   * error.
   */
  readonly beforeSend?: () => Promise<void>;
  /** Called when the service requires authentication: nothing was done, and the user may be prompted to sign in. */
  readonly onRefused?: () => void;
}

/** The content of one file. */
export interface FileUpload {
  /** Name of the file in the model, for the log. */
  readonly file: string;
  /** Bytes; sent as `Content-Length`. The body must have exactly this size. */
  readonly size: number;
  readonly body: Readable | Buffer;
  /** Opens the stream again from its start, to retry when a kept connection turned out closed. */
  readonly reopenBody?: () => Readable;
}
