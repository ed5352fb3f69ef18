import type { Credentials } from '../client/credentials';

/** What is needed of a keyring; VS Code's `SecretStorage` has it. Any method may fail. */
export interface SecretStore {
  get(key: string): PromiseLike<string | undefined>;
  store(key: string, value: string): PromiseLike<void>;
  delete(key: string): PromiseLike<void>;
  keys(): PromiseLike<string[]>;
}

export interface TokenStoreOptions {
  /** Told each time a token becomes known, so that it can be kept out of texts. */
  readonly onSecret?: (token: string) => void;
}

const prefix = 'token ';

/**
 * The tokens of services, each under the exact origin (scheme, host, port) that it was saved for. They live in
 * the keyring. Where that fails, they live in the memory of this window, and are written nowhere else.
 *
 * Each method takes any URL of the service, and none rejects for a keyring that fails.
 */
export class TokenStore {
  /** `undefined` where somebody signed out here, whatever the keyring says. */
  readonly #memory = new Map<string, string | undefined>();
  /** How often something has changed. */
  #changes = 0;

  constructor(
    private readonly secrets: SecretStore,
    private readonly options: TokenStoreOptions = {},
  ) {}

  async get(url: string): Promise<string | undefined> {
    const origin = originOf(url);
    for (;;) {
      if (this.#memory.has(origin)) return this.#memory.get(origin);
      const changes = this.#changes;
      const token = await this.#read(origin);
      // What was read is old when something changed meanwhile.
      if (changes !== this.#changes) continue;
      if (token !== undefined) this.#keep(origin, token);
      return token;
    }
  }

  /** @returns whether the token outlives this window. */
  async set(url: string, token: string): Promise<'stored' | 'thisWindowOnly'> {
    const origin = originOf(url);
    this.#keep(origin, token);
    try {
      await this.secrets.store(keyOf(origin), token);
      return 'stored';
    } catch {
      return 'thisWindowOnly';
    }
  }

  /** From now on there is none in this window. @returns whether the keyring has forgotten it too. */
  async remove(url: string): Promise<'removed' | 'stillStored'> {
    const origin = originOf(url);
    this.#changes++;
    this.#memory.set(origin, undefined);
    try {
      await this.secrets.delete(keyOf(origin));
      return 'removed';
    } catch {
      return 'stillStored';
    }
  }

  /** All origins that there is a token for, sorted. */
  async origins(): Promise<string[]> {
    const found = new Set(await this.#storedOrigins());
    for (const [origin, token] of this.#memory) {
      if (token === undefined) found.delete(origin);
      else found.add(origin);
    }
    return [...found].sort();
  }

  /**
   * To be told of every key that changed in the keyring, by another window too: what is in the memory of this
   * one does not count any more. @returns the origin whose token it is, or nothing when it is no token's key.
   */
  changed(key: string): string | undefined {
    if (!key.startsWith(prefix)) return undefined;
    const origin = key.slice(prefix.length);
    this.#changes++;
    this.#memory.delete(origin);
    return origin;
  }

  #keep(origin: string, token: string): void {
    this.#changes++;
    this.#memory.set(origin, token);
    this.options.onSecret?.(token);
  }

  async #read(origin: string): Promise<string | undefined> {
    try {
      return await this.secrets.get(keyOf(origin));
    } catch {
      return undefined;
    }
  }

  async #storedOrigins(): Promise<string[]> {
    try {
      const keys = await this.secrets.keys();
      return keys.filter((key) => key.startsWith(prefix)).map((key) => key.slice(prefix.length));
    } catch {
      return [];
    }
  }
}

/** Whoever is signed in at the time of each request. */
export function bearerCredentials(tokens: Pick<TokenStore, 'get'>, origin: string): Credentials {
  return { headers: async () => bearer(await tokens.get(origin)) };
}

/**
 * For a launch, which stays with the account that it began with: after the first request, another token or
 * none ends it. One that began without goes on without, although somebody may sign in meanwhile.
 */
export function pinnedCredentials(tokens: Pick<TokenStore, 'get'>, origin: string): Credentials {
  let first: Promise<string | undefined> | undefined;
  return {
    async headers() {
      const pinned = await (first ??= tokens.get(origin));
      if (pinned === undefined) return {};
      return (await tokens.get(origin)) === pinned ? bearer(pinned) : undefined;
    },
  };
}

function bearer(token: string | undefined): Readonly<Record<string, string>> {
  return token === undefined ? {} : { authorization: `Bearer ${token}` };
}

function originOf(url: string): string {
  return new URL(url).origin;
}

function keyOf(origin: string): string {
  return prefix + origin;
}
