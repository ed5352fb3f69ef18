import assert from 'node:assert/strict';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { createSecureContext, createServer as createTlsServer } from 'node:tls';
import { connectTo } from '../../../src/client/http/connect';
import type { Proxy, Route } from '../../../src/client/http/route';
import { readSendQueue } from '../../../src/client/http/sendQueue';
import { waitFor } from '../../host/waitFor';
import { needs } from '../../support/capabilities';
import { authority, certificates } from '../../support/certificates';
import { FakeClock } from '../../support/fakeClock';
import { closeProxies, startHttpProxy } from '../../support/proxies';
import { failureOf } from '../../support/rejections';
import { closeServers, listen } from '../../support/testServer';
import { closeTransports, directTransport, request } from '../../support/transports';
import { putFile } from './support/putFile';

const secureContext = createSecureContext({ ca: authority });

const proxyAt = (url: string): Proxy => ({
  url: new URL(url),
  source: 'http.proxy',
  verifyCertificate: true,
});

const routes: Readonly<Record<string, () => Promise<Route>>> = {
  'through TLS': () => Promise.resolve({ secureContext }),
  'through a proxy': async () => ({
    secureContext,
    proxy: proxyAt(`http://${(await startHttpProxy()).host}`),
  }),
  'through a proxy with TLS': async () => ({
    secureContext,
    proxy: proxyAt(`https://${(await startHttpProxy({ certificate: certificates.good })).host}`),
  }),
};

const stallMs = 10_000;
const mebibyte = 1024 * 1024;

/** Between two looks at the queue: much less than has to go before the system takes more. */
const stepBytes = mebibyte / 8;

/** Reads slowly: half of the time in which a connection stalls passes each time that some bytes have gone. */
function readSlowly(clock: FakeClock): RequestListener {
  return (asked, response) => {
    const { localPort: remotePort = 0, remotePort: localPort = 0, remoteFamily = '' } = asked.socket;
    const readQueue = () => readSendQueue({ localPort, remotePort, remoteFamily });
    let queued: number | undefined;
    const step = async (): Promise<void> => {
      if ((await readQueue()) !== queued) {
        clock.pass(stallMs / 2);
        // What is read at the same time is read once, so the client sees the same.
        queued = await readQueue();
      }
      asked.resume();
    };
    let read = 0;
    asked.on('data', (chunk: Buffer) => {
      read += chunk.length;
      if (read < stepBytes) return;
      read = 0;
      asked.pause();
      void step();
    });
    asked.on('end', () => response.writeHead(201).end());
  };
}

describe('A server that reads slowly', () => {
  afterEach(async () => {
    await closeTransports();
    await Promise.all([closeServers(), closeProxies()]);
  });

  for (const scheme of ['http', 'https'] as const) {
    const listenWith = (read: RequestListener) =>
      listen(scheme === 'http' ? createServer(read) : createSecureServer(certificates.good, read), {
        scheme,
      });

    for (const [what, bytes] of [
      ['that the connection takes with long pauses', 8 * mebibyte],
      ['that the connection takes at once', 2 * mebibyte],
    ] as const) {
      it(`gets the whole of a file ${what}, over ${scheme}`, async () => {
        const clock = new FakeClock();
        const { origin, connections } = await listenWith(readSlowly(clock));
        const file = putFile(bytes, { stallTimeoutMs: stallMs, responseTimeoutMs: stallMs });
        const { status } = await directTransport(clock).send(request(origin, file));
        assert.deepEqual([status, connections()], [201, 1]);
        assert.ok(clock.elapsed() > 2 * stallMs, String(clock.elapsed()));
      });
    }

    it(`is given up when it reads no more, over ${scheme}`, async () => {
      const clock = new FakeClock();
      const { origin } = await listenWith((asked) => asked.once('data', () => asked.pause()));
      const file = putFile(64 * mebibyte, { stallTimeoutMs: stallMs });
      const failed = failureOf(directTransport(clock).send(request(origin, file)));
      await clock.runOut();
      assert.deepEqual([(await failed).code, clock.elapsed()], ['stalled', stallMs]);
    });
  }

  for (const [way, findRoute] of Object.entries(routes))
    needs('sendQueues').it(`is seen to take what the system has taken for it, ${way}`, async () => {
      const read = new AbortController();
      const server = await listen(
        createTlsServer(certificates.good, (socket) =>
          read.signal.addEventListener('abort', () => socket.resume()),
        ),
      );
      const route = await findRoute();
      const end = { protocol: 'https:', hostname: '127.0.0.1', port: String(server.port) };
      const stop = new AbortController().signal;
      const socket = await connectTo({ route, server: end, isForwarded: false, stop });
      socket.write(Buffer.alloc(32 * mebibyte));
      await waitFor('a full queue', async () => Number(await readSendQueue(socket)) > mebibyte);
      read.abort();
      await waitFor('an empty queue', async () => (await readSendQueue(socket)) === 0);
      socket.destroy();
      assert.equal(await readSendQueue(socket), undefined);
    });
});
