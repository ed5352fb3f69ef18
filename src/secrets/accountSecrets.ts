import type { SecretScheme } from '../client/authentication';
import { listSecretParts } from './basicCredentials';

/** The part of a keyring that is used here; VS Code's `SecretStorage` has it. Any method may fail. */
export interface SecretStore {
  get(key: string): PromiseLike<string | undefined>;
  store(key: string, value: string): PromiseLike<void>;
  delete(key: string): PromiseLike<void>;
  keys(): PromiseLike<string[]>;
}

/**
 * An account at a service. The scheme is part of it, so that a password is never sent as a token after the settings
 * have changed.
 */
export interface AccountRef {
  readonly scheme: SecretScheme;
  /** Scheme, host and port, in the form of `URL.origin`. */
  readonly origin: string;
}

export interface AccountSecretsOptions {
  /**
   * Called whenever a secret becomes known, so that it can be redacted; for user name and password also with the
   * password alone.
   */
  readonly onSecret?: (secret: string) => void;
}

/** Prefix of the keys in the keyring, by scheme. */
const prefixes: Readonly<Record<SecretScheme, string>> = {
  bearer: 'token ',
  basic: 'password ',
  apiKey: 'apiKey ',
};
const schemes = Object.keys(prefixes) as SecretScheme[];

/** The account at the service with this URL. */
export function getAccountAt(scheme: SecretScheme, url: string | URL): AccountRef {
  return { scheme, origin: new URL(url).origin };
}

/**
 * The tokens, passwords and keys of services, each stored under its scheme and exact origin (scheme, host, port).
 * They are stored in the keyring. If that fails, they are kept in the memory of this window and written nowhere
 * else. No method rejects because of the keyring.
 */
export class AccountSecrets {
  /** By key of the keyring. `undefined` if the user signed out in this window, whatever the keyring holds. */
  readonly #memory = new Map<string, string | undefined>();
  /** Number of changes so far. */
  #changes = 0;

  readonly #keyring: SecretStore;
  readonly #options: AccountSecretsOptions;

  constructor(keyring: SecretStore, options: AccountSecretsOptions = {}) {
    this.#keyring = keyring;
    this.#options = options;
  }

  async get(account: AccountRef): Promise<string | undefined> {
    const key = keyOf(account);
    for (;;) {
      if (this.#memory.has(key)) return this.#memory.get(key);
      const changes = this.#changes;
      const secret = await this.#read(key);
      // The value is outdated if something changed while it was read.
      if (changes !== this.#changes) continue;
      if (secret !== undefined) this.#keep(account, secret);
      return secret;
    }
  }

  /** @returns whether the secret is stored beyond this window */
  async set(account: AccountRef, secret: string): Promise<'stored' | 'thisWindowOnly'> {
    this.#keep(account, secret);
    try {
      await this.#keyring.store(keyOf(account), secret);
      return 'stored';
    } catch {
      return 'thisWindowOnly';
    }
  }

  /** From now on, redacts a secret that was entered, even if it is never stored. To be called before it is sent. */
  conceal({ scheme }: AccountRef, secret: string): void {
    for (const part of listSecretParts(scheme, secret)) this.#options.onSecret?.(part);
  }

  /** Removes the secret from this window at once. @returns whether it was removed from the keyring too */
  async remove(account: AccountRef): Promise<'removed' | 'stillStored'> {
    const key = keyOf(account);
    this.#changes++;
    this.#memory.set(key, undefined);
    try {
      await this.#keyring.delete(key);
      return 'removed';
    } catch {
      return 'stillStored';
    }
  }

  /** All accounts with a secret, by scheme, then by origin. */
  async accounts(): Promise<AccountRef[]> {
    const found = new Set(await this.#storedKeys());
    for (const [key, secret] of this.#memory) {
      if (secret === undefined) found.delete(key);
      else found.add(key);
    }
    return [...found].sort().flatMap((key) => accountOf(key) ?? []);
  }

  /**
   * Handles a changed key of the keyring, whichever window changed it: drops this window's copy.
   * @returns the account with this key, or undefined for other keys
   */
  changed(key: string): AccountRef | undefined {
    const account = accountOf(key);
    if (account === undefined) return undefined;
    this.#changes++;
    this.#memory.delete(key);
    return account;
  }

  #keep(account: AccountRef, secret: string): void {
    this.#changes++;
    this.#memory.set(keyOf(account), secret);
    this.conceal(account, secret);
  }

  async #read(key: string): Promise<string | undefined> {
    try {
      return await this.#keyring.get(key);
    } catch {
      return undefined;
    }
  }

  async #storedKeys(): Promise<string[]> {
    try {
      return await this.#keyring.keys();
    } catch {
      return [];
    }
  }
}

function keyOf({ scheme, origin }: AccountRef): string {
  return prefixes[scheme] + origin;
}

function accountOf(key: string): AccountRef | undefined {
  const scheme = schemes.find((one) => key.startsWith(prefixes[one]));
  return scheme && { scheme, origin: key.slice(prefixes[scheme].length) };
}
