import assert from 'node:assert/strict';
import { once } from 'node:events';
import { systemClock } from '../../../src/client/core/clock';
import { FileAccessError } from '../../../src/files/fileAccessError';
import { FileUnreadableError } from '../../../src/upload/errors';
import { FileBody } from '../../../src/upload/fileBody';
import { closeServers } from '../../support/httpServer';
import { serve } from '../../support/recordingServer';
import { rejectionOf } from '../../support/rejections';
import { closeTransports, directTransport, request } from '../../support/transports';

const sizeBytes = 4_000_000;

const identity = { size: BigInt(sizeBytes), mtimeNs: 1n, ctimeNs: 1n, inode: 1n };
const file = { name: 'a.inp', path: '/drive/a.inp', size: sizeBytes, identity };

/** The body of a file on a drive that stops responding after this many bytes. */
function createSilentBody(bytes: number, afterwards: () => Promise<never>): FileBody {
  let position = 0;
  const read = (lengthBytes: number): Promise<Buffer> => {
    if (position >= bytes) return afterwards();
    position += lengthBytes;
    return Promise.resolve(Buffer.alloc(lengthBytes));
  };
  const opened = { opened: identity, read, finish: afterwards, close: () => undefined };
  return new FileBody(file, () => Promise.resolve(opened));
}

const never = () => new Promise<never>(() => undefined);
const timedOut = () => Promise.reject(new FileAccessError('ETIMEDOUT'));

const put = (body: FileBody, signal = new AbortController().signal) =>
  ({
    operation: 'uploadFile',
    method: 'PUT',
    headers: { 'content-length': String(sizeBytes) },
    body,
    signal,
  }) as const;

describe('A file on a drive that does not respond', () => {
  afterEach(() => Promise.all([closeTransports(), closeServers()]));

  for (const bytes of [0, 1_200_000]) {
    it(`after ${bytes} bytes cannot be read, and its upload ends`, async () => {
      const server = await serve({ status: 200 });
      const body = createSilentBody(bytes, timedOut);
      const error = await rejectionOf(directTransport().send(request(server.origin, put(body))));
      assert.ok(error instanceof FileUnreadableError);
      assert.deepEqual([error.file, error.code, server.requests], ['a.inp', 'ETIMEDOUT', []]);
    });
  }

  it('does not delay a cancellation', async () => {
    const server = await serve({ status: 200 });
    const controller = new AbortController();
    const body = createSilentBody(1_200_000, never);
    const sent = rejectionOf(directTransport().send(request(server.origin, put(body, controller.signal))));
    await once(body, 'data');
    await systemClock.wait(20, new AbortController().signal);
    const reason = new Error('stop');
    controller.abort(reason);
    assert.equal(await sent, reason);
  });
});
