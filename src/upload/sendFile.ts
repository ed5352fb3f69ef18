import type { ServiceClient } from '../client/serviceClient';
import { FileChangedError } from './errors';
import { FileBody } from './fileBody';
import type { WholeFile } from './fileReader';
import {
  assertSameBytes,
  assertUnchanged,
  explain,
  hasPlannedBytes,
  isToHash,
  openPlanned,
  readToEnd,
} from './fileState';
import type { PlannedFile } from './uploadPlan';

export interface FileTransfer {
  readonly client: Pick<ServiceClient, 'uploadFile'>;
  readonly file: PlannedFile;
  /** The signed upload URL; a secret. */
  readonly url: string;
  readonly signal: AbortSignal;
  /** Reads a small file. @throws FileAccessError */
  readonly readWhole: (file: PlannedFile) => Promise<WholeFile>;
  /** Bytes per chunk of a file that is not small. */
  readonly chunkBytes: number;
  /**
   * Called before the first byte of a file that is not small, again whenever its body is reopened. `bytesRead` is
   * the current number of bytes read.
   */
  readonly onBody?: (body: { readonly bytesRead: number }) => void;
}

/**
 * Files up to this size are read at once; bytes. A stream would cost more than reading them, and connections buffer
 * as much.
 */
const maxSmallBytes = 64 * 1024;

/** Whether a file is sent from memory, without visible progress. */
export function isSmallFile({ size }: Pick<PlannedFile, 'size'>): boolean {
  return size <= maxSmallBytes;
}

/**
 * Sends one file, once. A file that is not small is checked for changes once more afterwards.
 * @returns SHA-256 in hex of the bytes that the file server accepted
 * @throws FileChangedError, FileUnreadableError, the errors of `uploadFile`, or the reason of the signal
 */
export async function sendFile(transfer: FileTransfer): Promise<string> {
  const { file, signal } = transfer;
  const isSmall = isSmallFile(file);
  const sent = await (isSmall ? sendWhole(transfer) : sendStream(transfer));
  if (!hasPlannedBytes(file, sent)) throw new FileChangedError(file.name, 'content');
  const { opened: identity, checksum, sha256 = file.sha256 ?? '' } = sent;
  // Compared with the state in which its bytes were proved to be the planned ones.
  if (!isSmall) await assertUnchanged({ ...file, identity, sha256, checksum }, signal);
  return sha256;
}

type Sent = Pick<WholeFile, 'opened' | 'sha256' | 'checksum'>;

async function sendWhole({ client, file, url, signal, readWhole }: FileTransfer): Promise<Sent> {
  const whole = await explain(file, signal, readWhole(file));
  await assertSameBytes(file, whole.opened, () => Promise.resolve(whole));
  if (whole.bytes.length < file.size) throw new FileChangedError(file.name, 'size');
  const { buffer, byteOffset, length } = whole.bytes;
  const body = Buffer.from(buffer, byteOffset, length);
  await client.uploadFile(url, { file: file.name, size: file.size, body }, signal);
  return whole;
}

async function sendStream({ client, file, url, signal, chunkBytes, onBody }: FileTransfer): Promise<Sent> {
  const opened = await openPlanned(file, isToHash(file), signal);
  try {
    await assertSameBytes(file, opened.identity, () => readToEnd(file, opened, signal));
    const openBody = (): FileBody => {
      const body = new FileBody(opened, file, chunkBytes);
      onBody?.(body);
      return body;
    };
    const upload = { file: file.name, size: file.size, body: openBody(), reopenBody: openBody };
    await client.uploadFile(url, upload, signal);
    return { opened: opened.identity, ...(await explain(file, signal, opened.finish())) };
  } finally {
    opened.close();
  }
}
