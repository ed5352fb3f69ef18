import type * as vscode from 'vscode';
import { KeyringError } from '../launch/errors';
import type { UploadUrlStore } from '../launch/launchUploadUrls';
import type { Redactor } from '../secrets/redactor';

/** The part of VS Code's SecretStorage that is used here. Any method may fail. */
export type UploadUrlKeyring = Pick<vscode.SecretStorage, 'get' | 'store' | 'delete'>;

/**
 * Stores signed upload URLs in VS Code's SecretStorage, by launch. Without a working keyring they are kept until the
 * window closes.
 */
export function createUploadUrlStore(
  keyring: UploadUrlKeyring,
  redactor: Pick<Redactor, 'addUploadUrls'>,
  log: (line: string) => void,
): UploadUrlStore {
  const inMemory = new Map<string, ReadonlyMap<string, string>>();
  return {
    async get(launch) {
      const kept = inMemory.get(launch);
      if (kept !== undefined) return kept;
      const stored = await readStoredUrls(keyring, launch);
      if (stored === undefined) return undefined;
      const uploadUrls = parseStoredUrls(stored, launch);
      if (uploadUrls === undefined) {
        log('The stored upload URLs cannot be read.');
        return undefined;
      }
      redactor.addUploadUrls(uploadUrls);
      // From here on, locking the keyring has no effect.
      inMemory.set(launch, uploadUrls);
      return uploadUrls;
    },
    async put(launch, uploadUrls) {
      inMemory.set(launch, uploadUrls);
      redactor.addUploadUrls(uploadUrls);
      try {
        await keyring.store(keyOf(launch), JSON.stringify({ launch, uploadUrls: [...uploadUrls] }));
      } catch {
        log('The upload URLs could not be stored. This upload can be resumed only in this window.');
      }
    },
    async delete(launch) {
      // The redactor keeps them, because a server may still repeat them.
      inMemory.delete(launch);
      try {
        await keyring.delete(keyOf(launch));
      } catch {
        // URLs that could not be stored need not be deleted.
      }
    },
  };
}

/** @throws KeyringError when it is unknown whether URLs are stored */
async function readStoredUrls(keyring: UploadUrlKeyring, launch: string): Promise<string | undefined> {
  try {
    return await keyring.get(keyOf(launch));
  } catch {
    throw new KeyringError();
  }
}

/** @returns undefined for anything except what `put` stored for this launch */
function parseStoredUrls(text: string, launch: string): ReadonlyMap<string, string> | undefined {
  try {
    const stored = JSON.parse(text) as { readonly launch?: unknown; readonly uploadUrls?: unknown };
    const { uploadUrls } = stored;
    const isOwn = stored.launch === launch;
    return isOwn && Array.isArray(uploadUrls) && uploadUrls.every(isEntry) ? new Map(uploadUrls) : undefined;
  } catch {
    return undefined;
  }
}

function isEntry(value: unknown): value is readonly [name: string, url: string] {
  return Array.isArray(value) && value.length === 2 && value.every((part) => typeof part === 'string');
}

function keyOf(launch: string): string {
  return `uploadUrls ${launch}`;
}
