/** The program of the thread that reads files. Answers each {@link FileOrder} with lists of {@link FileReply}. */
import { parentPort } from 'node:worker_threads';
import { getErrnoCode } from './errnoCode';
import { callReader, type FileCall, type FileOrder, type FileReply } from './fileMessages';
import { FileReader } from './fileReader';

/** Bytes that are answered together at most, so that the first are sent while the next are read. */
const maxReplyBytes = 256 * 1024;

const reader = new FileReader();

parentPort?.on('message', ({ calls, spare }: FileOrder) => {
  for (const memory of spare) reader.addSpare(memory);
  let replies: FileReply[] = [];
  let buffers: ArrayBuffer[] = [];
  let bytes = 0;
  const post = (): void => {
    if (replies.length > 0) parentPort?.postMessage(replies, buffers);
    [replies, buffers, bytes] = [[], [], 0];
  };
  for (const call of calls) {
    const reply = answer(call);
    replies.push(reply);
    for (const buffer of buffersOf(reply)) {
      buffers.push(buffer);
      bytes += buffer.byteLength;
    }
    if (bytes >= maxReplyBytes) post();
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

/** They are moved to the other thread rather than copied. */
function buffersOf(reply: FileReply): ArrayBuffer[] {
  const result = 'result' in reply ? reply.result : undefined;
  const results: readonly unknown[] = Array.isArray(result) ? result : [result];
  const buffers = results
    .map((one) => (one as { readonly bytes?: unknown } | undefined)?.bytes ?? one)
    .flatMap((bytes) => (bytes instanceof Uint8Array ? [bytes.buffer as ArrayBuffer] : []));
  // Files that were read together share one.
  return [...new Set(buffers)];
}
