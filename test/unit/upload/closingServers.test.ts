import assert from 'node:assert/strict';
import type { Socket } from 'node:net';
import { FileUploadError } from '../../../src/upload/errors';
import type { UploadProgress } from '../../../src/upload/uploadProgress';
import { FakeClock } from '../../support/fakeClock';
import { failureOf, rejectionOf } from '../../support/rejections';
import { stopServices } from '../../support/service';
import { directTransport, request } from '../../support/transports';
import { sendFiles, startFileServer } from './support/fileServer';

/** What a server does with a connection. */
interface Manner {
  /** When a request arrives. @returns whether it gets a response */
  readonly takes?: (socket: Socket, ordinal: number) => boolean;
  readonly afterwards?: (socket: Socket) => void;
}

const destroy = (socket: Socket) => socket.destroy();
const reset = (socket: Socket) => socket.resetAndDestroy();

/** Takes a request unless it is refused, which closes its connection. */
const unless = (isRefused: (ordinal: number) => boolean, close: (socket: Socket) => unknown): Manner => ({
  takes(socket, ordinal) {
    if (isRefused(ordinal)) close(socket);
    return !isRefused(ordinal);
  },
});
const isReused = (ordinal: number) => ordinal > 1;

const manners: Record<string, Manner> = {
  'ends each connection after one response': { afterwards: (socket) => socket.end() },
  'resets each connection after one response': { afterwards: reset },
  'closes 5 ms after each response': { afterwards: (socket) => setTimeout(destroy, 5, socket) },
  'closes a connection at its second request': unless(isReused, destroy),
  'resets a connection at its second request': unless(isReused, reset),
};

async function startServer({ takes = () => true, afterwards }: Manner) {
  /** Number of connections that were closed at a request. */
  const closed = { count: 0 };
  const server = await startFileServer({
    takes({ request: { socket }, response, ordinal }) {
      const isTaken = takes(socket, ordinal);
      if (!isTaken) closed.count++;
      response.on('finish', () => afterwards?.(socket));
      return isTaken;
    },
  });
  return { ...server, closed };
}

describe('A file server that closes reused connections without notice', () => {
  afterEach(stopServices);

  for (const [name, manner] of Object.entries(manners)) {
    for (const [count, size] of [
      [100, 10],
      [12, 4_000_000],
    ] as const) {
      it(`and ${name}, accepts ${count} files of ${size} bytes without a wait`, async () => {
        const server = await startServer(manner);
        const contents = Array.from({ length: count }, (_, i) => Buffer.alloc(size, `content ${i}, `));
        const clock = new FakeClock();
        let bytesDone = 0;
        const onProgress = (progress: UploadProgress) => (bytesDone = progress.bytesDone);
        const hashes = await sendFiles(server, contents, { parallelFiles: 4, clock, onProgress });
        assert.deepEqual([clock.waits, bytesDone], [[], count * size]);
        assert.deepEqual(server.stored, hashes);
      });
    }
  }

  it('gets one repetition, and on a new connection', async () => {
    const server = await startServer({
      takes(socket, ordinal) {
        const isAnswered = ordinal === 1 && server.closed.count === 0;
        if (!isAnswered) socket.destroy();
        return isAnswered;
      },
    });
    const transport = directTransport();
    await transport.send(request(server.origin, { method: 'GET' }));
    const { code } = await failureOf(transport.send(request(server.origin, { method: 'GET' })));
    assert.deepEqual([code, server.closed.count, server.connections()], ['reset', 2, 2]);
  });

  it('gets no repetition when its response has begun', async () => {
    const server = await startServer({
      takes(socket, ordinal) {
        if (ordinal > 1) socket.end('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nab');
        return ordinal === 1;
      },
    });
    const transport = directTransport();
    await transport.send(request(server.origin, { method: 'GET' }));
    const { code } = await failureOf(transport.send(request(server.origin, { method: 'GET' })));
    assert.deepEqual([code, server.closed.count], ['cut', 1]);
  });

  it('gets a POST once, whatever happens to it', async () => {
    const server = await startServer(unless(() => true, destroy));
    const { code, sent } = await failureOf(directTransport().send(request(server.origin)));
    assert.deepEqual([code, sent, server.closed.count], ['reset', 'maybe', 1]);
  });

  it('has each attempt counted when it closes new connections, too', async () => {
    const server = await startServer(unless(() => true, destroy));
    const error = await rejectionOf(sendFiles(server, [Buffer.alloc(100_000)], { clock: new FakeClock() }));
    assert.ok(error instanceof FileUploadError);
    assert.ok(error.tries > 10);
    assert.equal(server.closed.count, error.tries);
  });
});
