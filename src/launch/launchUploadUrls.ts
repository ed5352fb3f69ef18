import type { Clock } from '../client/core/clock';
import { raceAbort } from '../client/core/raceAbort';
import { tryParseUrl } from '../client/url/parseUrl';
import { getUrlExpiry } from '../client/url/urlExpiry';
import type { PlannedFile } from '../upload/uploadPlan';
import { KeyringError, UploadUrlsUnavailableError } from './errors';

/**
 * Stores signed upload URLs for launches that are resumed. They are as secret as passwords: never in the journal.
 */
export interface UploadUrlStore {
  /** @returns undefined when they are certainly not stored. @throws KeyringError when that is unknown */
  get(launch: string): Promise<ReadonlyMap<string, string> | undefined>;
  put(launch: string, uploadUrls: ReadonlyMap<string, string>): Promise<void>;
  delete(launch: string): Promise<void>;
}

/** Upload URLs that will probably expire before everything is sent. */
export interface ExpiringUrls {
  /** ms until the first of them expires. */
  readonly timeLeftMs: number;
  /** ms that the rest of the upload takes at its speed so far. */
  readonly timeNeededMs: number;
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

/** The share of the time left until an upload URL expires within which the upload should end. */
const safePart = 0.8;

type UploadUrls = ReadonlyMap<string, string>;

interface ReceivedUrls {
  readonly uploadUrls: UploadUrls;
  /** By the service's clock; ms since the epoch. */
  readonly respondedAt: number | undefined;
  /** `Clock.elapsed`, because this computer's clock may be corrected meanwhile. */
  readonly receivedElapsedMs: number;
}

/** The upload URLs of one launch: those that this run received, or else those that an earlier run has stored. */
export class LaunchUploadUrls {
  /** Undefined for upload URLs of an earlier run. */
  #received: ReceivedUrls | undefined;

  readonly #options: LaunchUploadUrlsOptions;

  constructor(options: LaunchUploadUrlsOptions) {
    this.#options = options;
  }

  /**
   * Keeps and stores the upload URLs of a new model.
   * @param respondedAt by the service's clock; ms since the epoch
   */
  async store(uploadUrls: UploadUrls, respondedAt: number | undefined): Promise<void> {
    const { launch, store, clock } = this.#options;
    this.#received = { uploadUrls, respondedAt, receivedElapsedMs: clock.elapsed() };
    await this.#waitForKeyring(store.put(launch, uploadUrls));
  }

  /** @throws UploadUrlsUnavailableError, KeyringError, or the reason of the signal */
  async getValid(files: readonly PlannedFile[]): Promise<UploadUrls> {
    const uploadUrls = this.#received?.uploadUrls ?? (await this.#readStored());
    if (uploadUrls === undefined) throw new UploadUrlsUnavailableError('lost', files.length);
    this.assertValid(files, uploadUrls);
    return uploadUrls;
  }

  /** @throws UploadUrlsUnavailableError when one of the files' upload URLs has expired since it was issued */
  assertValid(files: readonly PlannedFile[], uploadUrls: UploadUrls): void {
    const time = this.#estimateServiceTime();
    if (time === undefined) return;
    const issuedAt = this.#received?.respondedAt;
    const expired = files.filter(({ name }) => expiryOf(uploadUrls, name, issuedAt) <= time);
    if (expired.length > 0) throw new UploadUrlsUnavailableError('expired', expired.length);
  }

  /**
   * Finds upload URLs to warn about, so this computer's clock is accurate enough for those of an earlier run.
   * @param files those that are not accepted yet
   * @param timeNeededMs how long it takes until all of them are sent; ms
   * @returns undefined when they are valid long enough, or when the time is unknown
   */
  findExpiring(
    files: readonly PlannedFile[],
    uploadUrls: UploadUrls,
    timeNeededMs: number,
  ): ExpiringUrls | undefined {
    const time = this.#received === undefined ? this.#options.clock.now() : this.#estimateServiceTime();
    if (time === undefined) return undefined;
    const expiries = files.map(({ name }) => expiryOf(uploadUrls, name, time));
    const timeLeftMs = expiries.reduce((first, expiry) => Math.min(first, expiry), Infinity) - time;
    return timeNeededMs > safePart * timeLeftMs ? { timeLeftMs, timeNeededMs } : undefined;
  }

  async delete(): Promise<void> {
    const { launch, store } = this.#options;
    await this.#waitForKeyring(store.delete(launch));
  }

  /**
   * The current time by the service's clock, ms since the epoch; undefined when unknown. No other clock decides that
   * upload URLs have expired: if only this computer's clock is known, the file server decides.
   */
  #estimateServiceTime(): number | undefined {
    if (this.#received?.respondedAt === undefined) return undefined;
    const { respondedAt, receivedElapsedMs } = this.#received;
    return respondedAt + this.#options.clock.elapsed() - receivedElapsedMs;
  }

  /** @throws KeyringError when it is unknown whether they are stored, or the reason of the signal */
  async #readStored(): Promise<UploadUrls | undefined> {
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

/** @param after earliest plausible expiry: an earlier value is something else, such as a lifetime in seconds */
function expiryOf(uploadUrls: UploadUrls, name: string, after: number | undefined): number {
  return getUrlExpiry(uploadUrls.get(name) ?? '', after) ?? Infinity;
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
