import { createHash } from 'node:crypto';
import { fstatSync } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { raceAbort } from '../client/core/raceAbort';
import type { ServiceClient } from '../client/serviceClient';
import { FileChangedError } from './errors';
import { closeFile, FileBody, readWhole, smallFileBytes } from './fileBody';
import { type FileIdentity, findFileChange, toFileIdentity } from './fileIdentity';
import { assertUnchanged, assertUnchangedOpen, openPlanned } from './fileState';
import type { PlannedFile } from './uploadPlan';

export interface FileTransfer {
  readonly client: Pick<ServiceClient, 'uploadFile'>;
  readonly file: PlannedFile;
  /** The signed upload URL; a secret. */
  readonly url: string;
  readonly signal: AbortSignal;
  /**
   * Called before the first byte of a file that is not small, again whenever its body is reopened. `bytesRead` is
   * the current number of bytes read.
   */
  readonly onBody?: (body: { readonly bytesRead: number }) => void;
}

/** @returns SHA-256 in hex of the bytes that the file server accepted */
export async function sendFile({ client, file, url, signal, onBody }: FileTransfer): Promise<string> {
  const opened = await openPlanned(file);
  const { handle, identity } = opened;
  try {
    await assertUnchangedOpen(file, opened, signal);
    let body: Buffer | FileBody;
    const reopenBody = (): FileBody => {
      const opened = new FileBody(handle, file);
      body = opened;
      onBody?.(opened);
      return opened;
    };
    body = file.size <= smallFileBytes ? await raceAbort(readWhole(handle, file), signal) : reopenBody();
    await client.uploadFile(url, { file: file.name, size: file.size, body, reopenBody }, signal);
    const sha256 = body instanceof FileBody ? body.sha256() : createHash('sha256').update(body).digest('hex');
    if (sha256 !== (file.sha256 ?? sha256)) throw new FileChangedError(file.name, 'content');
    if (hasMoved(handle, identity)) await assertUnchanged({ ...file, sha256 }, signal);
    return sha256;
  } finally {
    await closeFile(handle);
  }
}

/**
 * Checks the open file, which does not block; checking thousands of small files by path would cost as much as
 * reading them.
 */
function hasMoved({ fd }: FileHandle, opened: FileIdentity): boolean {
  return findFileChange(opened, toFileIdentity(fstatSync(fd, { bigint: true }))) !== undefined;
}
