import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { HttpTransport } from '../../../src/client/http/httpTransport';
import { FileUploadError } from '../../../src/upload/errors';
import { planUpload } from '../../../src/upload/planUpload';
import { uploadFiles } from '../../../src/upload/uploadFiles';
import { closeClient, testClient } from '../../support/client';
import { FakeClock } from '../../support/fakeClock';
import { failureOf, rejectionOf } from '../../support/rejections';
import { removeTempTrees, tempTree } from '../../support/tempTree';
import { closeServers, listen } from '../../support/testServer';
import { closeTransports, request } from '../../support/transports';

const sha256 = (content: Buffer): string => createHash('sha256').update(content).digest('hex');

/** Behaviour of a connection when a request arrives on it, and after its response. */
interface Manner {
  /** @returns whether the request gets a response */
  readonly takes?: (socket: Socket, ordinal: number) => boolean;
  readonly afterwards?: (socket: Socket) => void;
}

const manners: Record<string, Manner> = {
  'ends each connection after one response': { afterwards: (socket) => socket.end() },
  'resets each connection after one response': { afterwards: (socket) => socket.resetAndDestroy() },
  'closes 5 ms after each response': { afterwards: (socket) => setTimeout(() => socket.destroy(), 5) },
  'closes a connection at its second request': {
    takes(socket, ordinal) {
      if (ordinal > 1) socket.destroy();
      return ordinal === 1;
    },
  },
  'resets a connection at its second request': {
    takes(socket, ordinal) {
      if (ordinal > 1) socket.resetAndDestroy();
      return ordinal === 1;
    },
  },
};

async function startServer({ takes = () => true, afterwards }: Manner) {
  const stored = new Map<string, string>();
  const ordinals = new Map<Socket, number>();
  /** Number of connections that were closed at a request. */
  const closed = { count: 0 };
  const server = createServer((asked, response) => {
    const { socket } = asked;
    const ordinal = (ordinals.get(socket) ?? 0) + 1;
    ordinals.set(socket, ordinal);
    if (!takes(socket, ordinal)) {
      closed.count++;
      return;
    }
    response.on('finish', () => afterwards?.(socket));
    void wholeBody(asked).then((body) => {
      stored.set(asked.url ?? '', sha256(body));
      response.writeHead(200, { 'content-length': '2' }).end('{}');
    });
  });
  return { ...(await listen(server)), stored, closed };
}

async function wholeBody(asked: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of asked as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks);
}

async function uploadTo(origin: string, contents: readonly Buffer[], parallelFiles: number) {
  const root = await tempTree(Object.fromEntries(contents.map((content, i) => [`${i}.inp`, content])));
  const { files } = await planUpload([{ root, items: [root], exclude: [] }]);
  const { client } = testClient(origin);
  const clock = new FakeClock();
  const links = new Map(files.map(({ name }) => [name, `${origin}/${name}`]));
  const signal = new AbortController().signal;
  let bytesDone = 0;
  try {
    await uploadFiles(files, links, {
      client,
      parallelFiles,
      signal,
      clock,
      onProgress: (progress) => (bytesDone = progress.bytesDone),
    });
  } finally {
    await closeClient(client);
  }
  return { waits: clock.waits, bytesDone };
}

describe('A file server that closes reused connections without notice', () => {
  let transport: HttpTransport;
  beforeEach(() => (transport = new HttpTransport()));
  afterEach(() => Promise.all([transport.close(), closeTransports(), closeServers(), removeTempTrees()]));

  for (const [name, manner] of Object.entries(manners)) {
    for (const [count, size] of [
      [100, 10],
      [100, 200_000],
      [12, 4_000_000],
    ] as const) {
      it(`and ${name}, accepts ${count} files of ${size} bytes without a wait`, async () => {
        const server = await startServer(manner);
        const contents = Array.from({ length: count }, (_, i) => Buffer.alloc(size, `content ${i}, `));
        const { waits, bytesDone } = await uploadTo(server.origin, contents, 4);
        assert.deepEqual(waits, []);
        assert.equal(bytesDone, count * size);
        const planned = new Map(contents.map((content, i) => [`/${i}.inp`, sha256(content)]));
        assert.deepEqual(new Map([...server.stored].sort()), new Map([...planned].sort()));
      });
    }

    it(`and ${name}, returns its lists`, async () => {
      const server = await startServer(manner);
      for (let i = 0; i < 20; i++) {
        const { status } = await transport.send(request(server.origin, { method: 'GET' }));
        assert.equal(status, 200);
      }
    });
  }

  for (const parallelFiles of [1, 4])
    it(`or resets one in the middle of a file, gets that file once more (${parallelFiles} at once)`, async () => {
      for (let broken = 0; broken < 10; broken++) {
        let [requests, resets] = [0, 0];
        const server = await startServer({
          takes(socket) {
            if (requests++ !== broken) return true;
            resets++;
            const limit = 290_000 * (broken + 1);
            let bytes = 0;
            socket.on('data', (chunk: Buffer) => {
              bytes += chunk.length;
              if (bytes > limit) socket.resetAndDestroy();
            });
            return true;
          },
        });
        const contents = Array.from({ length: 10 }, (_, i) =>
          Buffer.alloc(3_000_000 + 200_000 * i, `content ${i}, `),
        );
        await uploadTo(server.origin, contents, parallelFiles);
        const planned = new Map(contents.map((content, i) => [`/${i}.inp`, sha256(content)]));
        assert.deepEqual(new Map([...server.stored].sort()), planned);
        assert.deepEqual([requests, resets], [11, 1]);
        await server.close();
      }
    });

  it('gets one repetition, and on a new connection', async () => {
    const server = await startServer({
      takes(socket, ordinal) {
        const isAnswered = ordinal === 1 && server.closed.count === 0;
        if (!isAnswered) socket.destroy();
        return isAnswered;
      },
    });
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
    await transport.send(request(server.origin, { method: 'GET' }));
    const { code } = await failureOf(transport.send(request(server.origin, { method: 'GET' })));
    assert.deepEqual([code, server.closed.count], ['reset', 1]);
  });

  it('gets a POST once, whatever happens to it', async () => {
    const server = await startServer({
      takes(socket) {
        socket.destroy();
        return false;
      },
    });
    const { code, sent } = await failureOf(transport.send(request(server.origin)));
    assert.deepEqual([code, sent, server.closed.count], ['reset', 'maybe', 1]);
  });

  it('has each attempt counted when it closes new connections, too', async () => {
    const server = await startServer({
      takes(socket) {
        socket.destroy();
        return false;
      },
    });
    const error = await rejectionOf(uploadTo(server.origin, [Buffer.alloc(100_000)], 1));
    assert.ok(error instanceof FileUploadError);
    assert.ok(error.tries > 10);
    assert.equal(server.closed.count, error.tries);
  });
});
