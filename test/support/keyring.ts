import type { SecretStore } from '../../src/secrets/accountSecrets';

export interface Keyring extends SecretStore {
  readonly content: Map<string, string>;
  /** Number of reads. */
  reads: number;
}

/** A working keyring, as one window sees it. */
export function keyring(content: Record<string, string> = {}): Keyring {
  const kept = new Map(Object.entries(content));
  return {
    content: kept,
    reads: 0,
    get(key) {
      this.reads++;
      return Promise.resolve(kept.get(key));
    },
    store: (key, value) => Promise.resolve(void kept.set(key, value)),
    delete: (key) => Promise.resolve(void kept.delete(key)),
    keys: () => Promise.resolve([...kept.keys()]),
  };
}

const unusable = (): never => {
  throw new Error('no keyring');
};
const failing = (): Promise<never> => Promise.reject(new Error('no keyring'));

/** Keyrings in which every operation fails. */
export const brokenKeyrings: Readonly<Record<string, SecretStore>> = {
  throws: { get: unusable, store: unusable, delete: unusable, keys: unusable },
  rejects: { get: failing, store: failing, delete: failing, keys: failing },
};
