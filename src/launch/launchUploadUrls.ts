import type { Clock } from '../client/core/clock';
import { raceAbort } from '../client/core/raceAbort';
import { tryParseUrl } from '../client/url/parseUrl';
import type { PlannedFile } from '../upload/uploadPlan';
import { KeyringError, UploadUrlsUnavailableError } from './errors';
import { assertNotExpired, type UrlIssueTime, type UrlTimes } from './uploadUrlLifetime';

/**
 * Stores signed upload URLs for launches that are resumed. They are as secret as passwords: never in the journal.
 */
export interface UploadUrlStore {
  /** @returns undefined when they are certainly not stored. @throws KeyringError when that is unknown */
  get(launch: string): Promise<ReadonlyMap<string, string> | undefined>;
  put(launch: string, uploadUrls: ReadonlyMap<string, string>): Promise<void>;
  delete(launch: string): Promise<void>;
}

export interface LaunchUploadUrlsOptions {
  readonly launch: string;
  readonly store: UploadUrlStore;
  readonly clock: Clock;
  /** Aborted when the launch stops. */
  readonly signal: AbortSignal;
}

/** How long to wait for a keyring to store or delete upload URLs before the launch continues without it; ms. */
const keyringTimeoutMs = 10_000;

/** As above for upload URLs that the launch needs: the keyring may ask the user to unlock it; ms. */
const unlockTimeoutMs = 60_000;

/** The upload URLs of one launch: those that this run received, or else those that an earlier run has stored. */
export class LaunchUploadUrls {
  #received: { readonly uploadUrls: ReadonlyMap<string, string>; readonly issued: UrlIssueTime } | undefined;

  readonly #options: LaunchUploadUrlsOptions;

  constructor(options: LaunchUploadUrlsOptions) {
    this.#options = options;
  }

  /** When they were issued, as far as it is known. */
  get times(): UrlTimes {
    return { elapsedMs: this.#options.clock.elapsed(), issued: this.#received?.issued };
  }

  /**
   * Keeps and stores the upload URLs of a new model.
   * @param respondedAt by the service's clock; ms since the epoch
   */
  async store(uploadUrls: ReadonlyMap<string, string>, respondedAt: number | undefined): Promise<void> {
    const { launch, store, clock } = this.#options;
    this.#received = { uploadUrls, issued: { serviceTimeMs: respondedAt, localElapsedMs: clock.elapsed() } };
    await this.#waitForKeyring(store.put(launch, uploadUrls));
  }

  /** @throws UploadUrlsUnavailableError, KeyringError, or the reason of the signal */
  async getValid(files: readonly PlannedFile[]): Promise<ReadonlyMap<string, string>> {
    const uploadUrls = this.#received?.uploadUrls ?? (await this.#readStored());
    if (uploadUrls === undefined) throw new UploadUrlsUnavailableError('lost', files.length);
    this.assertValid(files, uploadUrls);
    return uploadUrls;
  }

  /** @throws UploadUrlsUnavailableError when one of the files' upload URLs has expired since it was issued */
  assertValid(files: readonly PlannedFile[], uploadUrls: ReadonlyMap<string, string>): void {
    assertNotExpired(files, uploadUrls, this.times);
  }

  async delete(): Promise<void> {
    const { launch, store } = this.#options;
    await this.#waitForKeyring(store.delete(launch));
  }

  /** @throws KeyringError when it is unknown whether they are stored, or the reason of the signal */
  async #readStored(): Promise<ReadonlyMap<string, string> | undefined> {
    const { launch, store, signal } = this.#options;
    try {
      return await this.#within(unlockTimeoutMs, store.get(launch));
    } catch {
      signal.throwIfAborted();
      throw new KeyringError();
    }
  }

  /**
   * Limits the wait for a keyring, which may wait for an absent user, or fail. The keyring finishes its work later, and
   * the launch continues without it.
   */
  async #waitForKeyring(work: Promise<void>): Promise<void> {
    await this.#within(keyringTimeoutMs, work).catch(() => undefined);
  }

  /** @throws the error of the work, or the reason for not waiting any longer */
  async #within<T>(timeoutMs: number, work: Promise<T>): Promise<T> {
    const timeout = new AbortController();
    const stop = this.#options.clock.every(timeoutMs, () => timeout.abort());
    try {
      return await raceAbort(work, AbortSignal.any([timeout.signal, this.#options.signal]));
    } finally {
      stop();
    }
  }
}

/** Limit for recorded origins: services have one or two file servers, and checking a hundred would take long. */
const maxOrigins = 4;

/** Scheme, host and port of the first four servers in signed URLs, without the secret parts. */
export function uploadOrigins(urls: Iterable<string>): readonly string[] {
  // Parsing each of thousands of URLs would take longer.
  const servers = new Set([...urls].map((url) => /^[^:]*:\/\/[^/?#\\]*/.exec(url)?.[0] ?? url));
  const origins = new Set(
    [...servers].map((server) => tryParseUrl(server)?.origin).filter((origin) => origin !== undefined),
  );
  return [...origins].slice(0, maxOrigins);
}
