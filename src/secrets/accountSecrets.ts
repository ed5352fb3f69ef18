import type { SecretScheme } from '../client/authentication';
import { secretParts } from './basicCredentials';

/** A keyring, as far as it is needed here; VS Code's `SecretStorage` is one. Any method may fail. */
export interface SecretStore {
  get(key: string): PromiseLike<string | undefined>;
  store(key: string, value: string): PromiseLike<void>;
  delete(key: string): PromiseLike<void>;
  keys(): PromiseLike<string[]>;
}

/**
 * One account at a service. The scheme is a part of it: a password is never sent as a token, whatever the
 * settings say by then.
 */
export interface AccountRef {
  readonly scheme: SecretScheme;
  /** Scheme, host and port, as `URL.origin` gives it. */
  readonly origin: string;
}

export interface AccountSecretsOptions {
  /**
   * Told each time a secret becomes known, so that it can be kept out of texts; of a password also without its user
   * name.
   */
  readonly onSecret?: (secret: string) => void;
}

/** The beginning of all keys in the keyring. */
const prefixes: Readonly<Record<SecretScheme, string>> = {
  bearer: 'token ',
  basic: 'password ',
  apiKey: 'apiKey ',
};
const schemes = Object.keys(prefixes) as SecretScheme[];

/** The account at the service with this address. */
export function accountAt(scheme: SecretScheme, url: string | URL): AccountRef {
  return { scheme, origin: new URL(url).origin };
}

/**
 * The tokens, passwords and keys of services, each under the scheme and the exact origin (scheme, host, port)
 * that it was saved for. They live in the keyring. Where that fails, they live in the memory of this window,
 * and are written nowhere else. No method rejects for a keyring that fails.
 */
export class AccountSecrets {
  /** By key of the keyring. `undefined` where somebody signed out here, whatever the keyring says. */
  readonly #memory = new Map<string, string | undefined>();
  /** How often something has changed. */
  #changes = 0;

  constructor(
    private readonly keyring: SecretStore,
    private readonly options: AccountSecretsOptions = {},
  ) {}

  async get(account: AccountRef): Promise<string | undefined> {
    const key = keyOf(account);
    for (;;) {
      if (this.#memory.has(key)) return this.#memory.get(key);
      const changes = this.#changes;
      const secret = await this.#read(key);
      // The value that was read is old when something changed meanwhile.
      if (changes !== this.#changes) continue;
      if (secret !== undefined) this.#keep(account, secret);
      return secret;
    }
  }

  /** @returns whether the secret outlives this window. */
  async set(account: AccountRef, secret: string): Promise<'stored' | 'thisWindowOnly'> {
    this.#keep(account, secret);
    try {
      await this.keyring.store(keyOf(account), secret);
      return 'stored';
    } catch {
      return 'thisWindowOnly';
    }
  }

  /** From now on there is none in this window. @returns whether the keyring has forgotten it too. */
  async remove(account: AccountRef): Promise<'removed' | 'stillStored'> {
    const key = keyOf(account);
    this.#changes++;
    this.#memory.set(key, undefined);
    try {
      await this.keyring.delete(key);
      return 'removed';
    } catch {
      return 'stillStored';
    }
  }

  /** All that there is a secret for, by scheme, then by origin. */
  async accounts(): Promise<AccountRef[]> {
    const found = new Set(await this.#storedKeys());
    for (const [key, secret] of this.#memory) {
      if (secret === undefined) found.delete(key);
      else found.add(key);
    }
    return [...found].sort().flatMap((key) => accountOf(key) ?? []);
  }

  /**
   * To be told of every key that changed in the keyring, by another window too: what is in the memory of this
   * one does not count any more. @returns the account whose key it is, or nothing when it is something else's.
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
    for (const part of secretParts(account.scheme, secret)) this.options.onSecret?.(part);
  }

  async #read(key: string): Promise<string | undefined> {
    try {
      return await this.keyring.get(key);
    } catch {
      return undefined;
    }
  }

  async #storedKeys(): Promise<string[]> {
    try {
      return await this.keyring.keys();
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
