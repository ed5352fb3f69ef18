import type { ServiceClient } from '../client/serviceClient';
import { FileBody } from './fileBody';
import { isSmallFile } from './fileSize';
import { assertPlannedBytes, assertUnchanged, readPlanned } from './fileState';
import { OpenFile } from './openFile';
import type { UploadLimit } from './uploadLimit';
import type { PlannedFile } from './uploadPlan';

/** Bytes of a request beside its file and its URL: the method, and the names and values of the headers. */
const headBytes = 60;

export interface FileTransfer {
  readonly client: Pick<ServiceClient, 'uploadFile'>;
  readonly file: PlannedFile;
  /** The signed upload URL; a secret. */
  readonly url: string;
  readonly signal: AbortSignal;
  /** Bytes per chunk of a file that is not small. */
  readonly chunkBytes: number;
  readonly limit?: UploadLimit | undefined;
  /** Called with each body of a file that is not small. `bytesRead` is the current number of bytes read. */
  readonly onBody?: (body: { readonly bytesRead: number }) => void;
}

/**
 * Sends one file, once. Nothing is sent of a file that has changed, and one that is not small is checked once more
 * afterwards.
 * @returns SHA-256 in hex of the bytes that the file server accepted
 * @throws FileChangedError, FileUnreadableError, the errors of `uploadFile`, or the reason of the signal
 */
export async function sendFile(transfer: FileTransfer): Promise<string> {
  return await (isSmallFile(transfer.file) ? sendWhole(transfer) : sendStream(transfer));
}

async function sendWhole({ client, file, url, signal, limit }: FileTransfer): Promise<string> {
  // The requests for many small files are a large part of what the line carries.
  await limit?.takeWhole(headBytes + url.length + file.size, signal);
  const { bytes, sha256 } = await readPlanned(file, signal);
  const body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  await client.uploadFile(url, { file: file.name, size: file.size, body }, signal);
  return sha256;
}

async function sendStream(transfer: FileTransfer): Promise<string> {
  const { client, file, url, signal, chunkBytes, limit, onBody } = transfer;
  await assertUnchanged(file, signal);
  let body: FileBody | undefined;
  const openBody = (): FileBody => {
    body = new FileBody(file, () => OpenFile.open(file.path, signal), chunkBytes, limit);
    onBody?.(body);
    return body;
  };
  const upload = { file: file.name, size: file.size, body: openBody(), reopenBody: openBody };
  await client.uploadFile(url, upload, signal);
  const sent = body?.sent;
  if (sent === undefined) throw new Error(`${file.name} was accepted before it was read`);
  assertPlannedBytes(file, sent);
  // Compared with the state in which its bytes were proved to be the planned ones.
  const { opened, sha256 } = sent;
  await assertUnchanged({ ...file, ...opened, sha256 }, signal);
  return sha256;
}
