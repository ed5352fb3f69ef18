import { NetworkError, type ServiceError, StatusError } from '../client/core/errors';
import { maxParallelFiles } from './maxParallelFiles';
import { adaptParallelFiles, startParallelFiles, type TransferEvent } from './parallelFiles';

/** Number of files to send at the same time: a fixed one, or one that follows what is measured. */
export class ParallelLimit {
  readonly #fixed: number | undefined;
  #state = startParallelFiles();
  /** When the limit was last lowered because of the server; ms. */
  #lowered = -Infinity;

  /** @param parallelFiles at least 1 */
  constructor(parallelFiles: number | 'auto') {
    this.#fixed = parallelFiles === 'auto' ? undefined : parallelFiles;
  }

  get isAuto(): boolean {
    return this.#fixed === undefined;
  }

  get limit(): number {
    return this.#fixed ?? this.#state.limit;
  }

  /** The most that it can become. */
  get max(): number {
    return this.#fixed ?? maxParallelFiles;
  }

  /**
   * Whether the limit was lowered after this moment: the number of connections explains a failure of a transfer that
   * began before.
   */
  wasLoweredSince(ms: number): boolean {
    return this.#lowered > ms;
  }

  note(event: TransferEvent): void {
    if (!this.isAuto) return;
    const { limit } = this.#state;
    this.#state = adaptParallelFiles(this.#state, event);
    if (event.kind === 'setback' && this.#state.limit < limit) this.#lowered = event.atMs;
  }
}

/** @returns why a failure says that too many files are sent at the same time; undefined when it does not */
export function getSetbackReason(error: ServiceError): 'busy' | 'connection' | undefined {
  if (error instanceof StatusError) {
    const isBusy = [408, 429, 500, 502, 503, 504].includes(error.status) || error.retryAfter !== undefined;
    return isBusy ? 'busy' : undefined;
  }
  const codes = ['refused', 'reset', 'connectTimeout', 'proxyGateway', 'timeout', 'stalled'];
  return error instanceof NetworkError && codes.includes(error.code) ? 'connection' : undefined;
}
