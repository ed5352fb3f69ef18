/** The program of the thread that reads files. Answers each list of {@link FileCall} with lists of {@link FileReply}. */
import { parentPort } from 'node:worker_threads';
import { getErrnoCode } from '../files/errnoCode';
import { callReader, type FileCall, FileReader, type FileReply } from './fileReader';

/** Bytes that are answered together at most, so that the first are sent while the next are read. */
const maxReplyBytes = 256 * 1024;

/** Answers of a slow drive wait no longer than this for others; ms. */
const maxReplyMs = 50;

const reader = new FileReader();

parentPort?.on('message', (calls: readonly FileCall[]) => {
  let replies: FileReply[] = [];
  let buffers: ArrayBuffer[] = [];
  let bytes = 0;
  let postedAtMs = performance.now();
  const post = (): void => {
    if (replies.length > 0) parentPort?.postMessage(replies, buffers);
    [replies, buffers, bytes, postedAtMs] = [[], [], 0, performance.now()];
  };
  for (const call of calls) {
    const reply = answer(call);
    replies.push(reply);
    const memory = memoryOf(reply);
    if (memory !== undefined) buffers.push(memory);
    bytes += memory?.byteLength ?? 0;
    if (bytes >= maxReplyBytes || performance.now() - postedAtMs >= maxReplyMs) post();
  }
  post();
});

function answer(call: FileCall): FileReply {
  const { id } = call;
  try {
    return { id, result: callReader(reader, call) };
  } catch (error) {
    return { id, code: getErrnoCode(error) };
  }
}

/** The memory of bytes that were read, which is moved to the other thread rather than copied. */
function memoryOf(reply: FileReply): ArrayBuffer | undefined {
  const result = 'result' in reply ? reply.result : undefined;
  const bytes = (result as { readonly bytes?: unknown } | undefined)?.bytes ?? result;
  return bytes instanceof Uint8Array ? (bytes.buffer as ArrayBuffer) : undefined;
}
