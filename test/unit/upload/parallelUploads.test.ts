import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import path from 'node:path';
import { type Clock, systemClock } from '../../../src/client/core/clock';
import { FileUploadError } from '../../../src/upload/errors';
import { planUpload } from '../../../src/upload/planUpload';
import { uploadFiles, type UploadOptions } from '../../../src/upload/uploadFiles';
import { certificates } from '../../support/certificates';
import { closeClient, closeClients, createClient, testClient } from '../../support/client';
import { type ConnectionLimit, limitConnections } from '../../support/connectionLimit';
import { FakeClock } from '../../support/fakeClock';
import { rejectionOf } from '../../support/rejections';
import { removeTempTrees, tempTree } from '../../support/tempTree';
import { closeServers, listen } from '../../support/testServer';
import { closeTransports, directTransport } from '../../support/transports';

/** Ten times as fast as the real one, so that waits of seconds take a fraction of one. */
const fastClock: Clock = {
  now: () => Date.now(),
  elapsed: () => performance.now() * 10,
  wait: (ms, signal) => systemClock.wait(ms / 10, signal),
  every: (ms, fn) => systemClock.every(ms / 10, fn),
};

interface FileServer {
  readonly origin: string;
  /** Names of stored files, in order of arrival of their requests. */
  readonly begun: readonly string[];
  readonly stored: ReadonlySet<string>;
  /** The largest number of requests at the same time. */
  readonly most: () => number;
  readonly close: () => Promise<void>;
}

/** @param refuse returns a status for a request that is not to be stored */
async function startFileServer({
  limit,
  delayMs = 2,
  refuse = () => undefined,
  delayOf = () => delayMs,
  port = 0,
}: {
  readonly limit?: ConnectionLimit;
  readonly delayMs?: number;
  readonly refuse?: (running: number) => number | undefined;
  /** Time until the response for one file; ms. */
  readonly delayOf?: (name: string) => number;
  /** Any free one if absent. */
  readonly port?: number;
} = {}): Promise<FileServer> {
  const [begun, stored] = [[] as string[], new Set<string>()];
  let [running, most] = [0, 0];
  const take: RequestListener = (request, response) => {
    const name = (request.url ?? '').slice(1);
    begun.push(name);
    running++;
    most = Math.max(most, running);
    const status = refuse(running);
    request.resume().once('end', () => {
      setTimeout(() => {
        running--;
        if (status === undefined) stored.add(name);
        response.writeHead(status ?? 200).end();
      }, delayOf(name));
    });
    request.once('close', () => {
      if (!request.complete) running--;
    });
  };
  const server = createServer({ keepAliveTimeout: 60_000 }, take);
  const listening = await listen(limit === undefined ? server : limitConnections(server, limit), { port });
  return { origin: listening.origin, begun, stored, most: () => most, close: () => listening.close() };
}

async function upload(server: FileServer, sizes: readonly number[], options: Partial<UploadOptions> = {}) {
  const name = (index: number) => `f${String(index).padStart(4, '0')}`;
  const tree = Object.fromEntries(sizes.map((size, index) => [name(index), Buffer.alloc(size, 'x')]));
  const root = await tempTree(tree);
  const { files } = await planUpload([{ root, items: [root], exclude: [] }]);
  const urls = new Map(files.map((file) => [file.name, `${server.origin}/${file.name}`]));
  const { client } = testClient(server.origin);
  try {
    await uploadFiles(files, urls, {
      client,
      parallelFiles: 'auto',
      signal: new AbortController().signal,
      clock: fastClock,
      ...options,
    });
  } finally {
    await closeClient(client);
  }
  return Object.keys(tree);
}

const small = (count: number) => Array<number>(count).fill(100);
const large = 1024 * 1024;

describe('An upload that decides how many files it sends at the same time', () => {
  afterEach(() => Promise.all([closeClients(), closeTransports(), closeServers(), removeTempTrees()]));

  it('sends ever more small files to a distant server', async () => {
    const server = await startFileServer({ delayMs: 100 });
    const names = await upload(server, small(1000), { clock: systemClock });
    assert.deepEqual([...server.stored].sort(), names);
    assert.ok(server.most() > 64 && server.most() <= 256, `${server.most()} at the same time`);
  });

  it('sends no more than 64 larger files at the same time', async () => {
    const server = await startFileServer({ delayMs: 100 });
    const names = await upload(server, Array<number>(400).fill(65_537), { clock: systemClock });
    assert.deepEqual([...server.stored].sort(), names);
    assert.ok(server.most() > 8 && server.most() <= 64, `${server.most()} at the same time`);
  });

  it('sends as many as it is told otherwise', async () => {
    const server = await startFileServer({ delayMs: 10 });
    await upload(server, small(60), { parallelFiles: 3 });
    assert.equal(server.most(), 3);
  });

  for (const maxConnections of [1, 2, 6]) {
    for (const extra of ['refuse', 'reset', 'wait'] as const) {
      it(`stores everything on a server that takes ${maxConnections} connections (others: ${extra})`, async () => {
        const server = await startFileServer({ limit: { maxConnections, extra } });
        const sizes = [...small(200), ...Array<number>(3).fill(3 * large)];
        assert.deepEqual([...(await upload(server, sizes))].sort(), [...server.stored].sort());
        assert.ok(server.most() <= maxConnections);
      });
    }
  }

  it('sends fewer to a server that is busy, for good', async () => {
    const server = await startFileServer({
      delayMs: 10,
      refuse: (running) => (running > 4 ? 503 : undefined),
    });
    const names = await upload(server, small(300));
    assert.deepEqual([...server.stored].sort(), names);
    const refused = server.begun.length - names.length;
    assert.ok(refused > 0 && refused <= 40, `${refused} refused`);
  });

  it('stores everything on a server that handles one request at a time and refuses others', async () => {
    const server = await startFileServer({
      delayMs: 5,
      refuse: (running) => (running > 1 ? 503 : undefined),
    });
    const names = await upload(server, small(60));
    assert.deepEqual([...server.stored].sort(), names);
  });

  for (const parallelFiles of ['auto', 4] as const) {
    it(`survives a server that fails for some time (${parallelFiles})`, async () => {
      let [requests, failsUntilMs] = [0, Infinity];
      const refuse = () => {
        if (++requests === 150) failsUntilMs = performance.now() + 100;
        return requests >= 150 && performance.now() < failsUntilMs ? 500 : undefined;
      };
      const server = await startFileServer({ delayMs: 10, refuse });
      const names = await upload(server, small(300), { parallelFiles });
      assert.deepEqual([...server.stored].sort(), names);
    });
  }

  for (const outageMs of [20_000, 800_000])
    it(`survives a server that refuses connections for ${outageMs / 1000} seconds`, async () => {
      let goesDown = () => {};
      const down = new Promise<void>((resolve) => (goesDown = resolve));
      let requests = 0;
      const first = await startFileServer({
        delayMs: 10,
        refuse: () => {
          if (++requests === 150) goesDown();
          return undefined;
        },
      });
      const port = Number(new URL(first.origin).port);
      const closed = down.then(() => first.close());
      let second: FileServer | undefined;
      const time = new FakeClock();
      const clock: Clock = {
        now: () => time.now(),
        elapsed: () => time.elapsed(),
        every: (ms, fn) => systemClock.every(ms, fn),
        async wait(ms, signal) {
          await closed;
          await time.wait(ms, signal);
          if (time.now() >= outageMs) second ??= await startFileServer({ port });
        },
      };
      const names = await upload(first, small(300), { clock });
      const stored = new Set([...first.stored, ...(second?.stored ?? [])]);
      assert.deepEqual([...stored].sort(), names);
      assert.ok(time.now() >= outageMs);
    });

  for (const size of [100, 70_000, 2 * large]) {
    it(`waits for the response to a file of ${size} bytes that takes long, and sends it once`, async () => {
      const server = await startFileServer({ delayOf: (name) => (name === 'f0002' ? 1000 : 2) });
      const sizes = small(80).with(2, size);
      const names = await upload(server, sizes);
      assert.deepEqual([...server.begun].sort(), names);
    });
  }

  it('sends any number of files with a large one among them', async () => {
    for (const count of [1, 31, 33, 40, 63, 64, 65, 101]) {
      const server = await startFileServer();
      const names = await upload(server, small(count).with(0, 70_000));
      assert.deepEqual([...server.stored].sort(), names);
    }
  });

  it('gives up on a server that refuses every connection for a quarter of an hour', async () => {
    const server = await startFileServer({ limit: { maxConnections: 0, extra: 'refuse' } });
    const clock = new FakeClock();
    assert.ok((await rejectionOf(upload(server, small(300), { clock }))) instanceof FileUploadError);
    const [last] = clock.waits.slice(-1);
    assert.ok(clock.now() > 900_000 && clock.now() <= 960_000 && last! >= 30_000, String(clock.waits));
  });

  for (const scheme of ['http', 'https'] as const) {
    it(`mixes up no bytes of large files, whose memory is used again (${scheme})`, async () => {
      const hashes = new Map<string, string>();
      const take: RequestListener = (request, response) => {
        const hash = createHash('sha256');
        // A slow reader, so that the sender has to wait with its chunks.
        request.on('data', (chunk: Buffer) => {
          hash.update(chunk);
          request.pause();
          setTimeout(() => request.resume(), 1);
        });
        request.once('end', () => {
          hashes.set((request.url ?? '').slice(1), hash.digest('hex'));
          response.end();
        });
      };
      const server = scheme === 'http' ? createServer(take) : createSecureServer(certificates.good, take);
      const { origin } = await listen(server, { scheme });
      const root = await tempTree({});
      const contents = Array.from({ length: 4 }, (_, index) => randomBytes(16_000_000 + index * 70_001));
      contents.forEach((content, index) => writeFileSync(path.join(root, `f${index}`), content));
      const { files } = await planUpload([{ root, items: [root], exclude: [] }]);
      const urls = new Map(files.map((file) => [file.name, `${origin}/${file.name}`]));
      const client = createClient(origin, { transport: directTransport() });
      await uploadFiles(files, urls, { client, parallelFiles: 3, signal: new AbortController().signal });
      const expected = contents.map((content, index) => [
        `f${index}`,
        createHash('sha256').update(content).digest('hex'),
      ]);
      assert.deepEqual([...hashes].sort(), expected.sort());
    });
  }

  it('sends the largest files first, and small ones beside them', async () => {
    const server = await startFileServer();
    const sizes = [...small(3), large, 3 * large, 2 * large];
    await upload(server, sizes, { parallelFiles: 2 });
    assert.deepEqual(
      server.begun.filter((name) => name > 'f0002'),
      ['f0004', 'f0005', 'f0003'],
    );
    assert.ok(server.begun.indexOf('f0000') < server.begun.indexOf('f0003'));
  });
});
