import { createHash } from 'node:crypto';
import { fstatSync } from 'node:fs';
import { stat, type FileHandle } from 'node:fs/promises';
import type { ServiceClient } from '../client/serviceClient';
import { FileChangedError, FileUnreadableError } from './errors';
import { FileBody, readWhole, smallFile } from './fileBody';
import { fileChange, fileIdentity, type FileIdentity } from './fileIdentity';
import { isNotRegular, openRegularFile } from './openFile';
import { systemErrorCode } from './systemError';
import type { PlannedFile } from './uploadPlan';

export interface FileTransfer {
  readonly client: Pick<ServiceClient, 'uploadFile'>;
  readonly file: PlannedFile;
  /** Signed; a secret. */
  readonly url: string;
  readonly signal: AbortSignal;
  /** Told before the first byte of a file that is not small: where to read how many have been taken. Each time anew. */
  readonly onBody?: (body: { readonly bytesRead: number }) => void;
}

/** @returns SHA-256 in hex of the bytes that the file server accepted. */
export async function sendFile({ client, file, url, signal, onBody }: FileTransfer): Promise<string> {
  const { handle, identity } = await openRegularFile(file.path).catch((error: unknown) => {
    throw openingError(file, error);
  });
  try {
    requireUnchanged(file, identity);
    let body: Buffer | FileBody;
    const reopenBody = (): FileBody => {
      const opened = new FileBody(handle, file);
      body = opened;
      onBody?.(opened);
      return opened;
    };
    body = file.size <= smallFile ? await readWhole(handle, file) : reopenBody();
    await client.uploadFile(url, { file: file.name, size: file.size, body, reopenBody }, signal);
    await requireStillPlanned(file, handle);
    return body instanceof FileBody ? body.sha256() : createHash('sha256').update(body).digest('hex');
  } finally {
    await handle.close();
  }
}

/**
 * Asks the open file, which waits for nothing; for thousands of small ones, asking by path would cost as much as
 * reading them. Where that shows a change, the path tells more of it.
 */
async function requireStillPlanned(file: PlannedFile, { fd }: FileHandle): Promise<void> {
  const change = fileChange(file.identity, fileIdentity(fstatSync(fd, { bigint: true })));
  if (change === undefined) return;
  await requirePlannedState(file);
  throw new FileChangedError(file.name, change);
}

/** @throws FileChangedError when the file is not in the state that the plan recorded. */
export async function requirePlannedState(file: PlannedFile): Promise<void> {
  requireUnchanged(file, await currentIdentity(file));
}

function requireUnchanged(file: PlannedFile, now: FileIdentity): void {
  const change = fileChange(file.identity, now);
  if (change !== undefined) throw new FileChangedError(file.name, change);
}

async function currentIdentity(file: PlannedFile): Promise<FileIdentity> {
  try {
    return fileIdentity(await stat(file.path, { bigint: true }));
  } catch (error) {
    throw openingError(file, error);
  }
}

function openingError(file: PlannedFile, error: unknown): Error {
  const code = systemErrorCode(error);
  // The second: a folder on the way is a file by now.
  if (code === 'ENOENT' || code === 'ENOTDIR') return new FileChangedError(file.name, 'gone');
  // The plan holds regular files only, so something else was put in the place of this one.
  if (isNotRegular(error)) return new FileChangedError(file.name, 'replaced');
  return new FileUnreadableError(file.name, code);
}
