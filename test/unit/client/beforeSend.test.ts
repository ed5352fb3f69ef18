import assert from 'node:assert/strict';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { createServer as createSecureServer } from 'node:https';
import type { Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { type Clock, systemClock } from '../../../src/client/core/clock';
import type { HttpTransport } from '../../../src/client/http/httpTransport';
import { waitFor } from '../../host/waitFor';
import { certificates } from '../../support/certificates';
import { closeProxies, startHttpProxy, startSocksProxy } from '../../support/proxies';
import { failureOf, rejectionOf } from '../../support/rejections';
import { closeServers, listen, serveRaw } from '../../support/testServer';
import { closeTransports, directTransport, request, transportThrough } from '../../support/transports';

/** A server that records the decrypted data, and responds. */
async function startServer(scheme: 'http' | 'https') {
  const got: string[] = [];
  const closed: Promise<unknown>[] = [];
  if (scheme === 'https') {
    const server = createSecureServer(certificates.good, (asked, response) => {
      got.push(asked.method ?? '');
      response.end('{}');
    });
    server.on('secureConnection', (socket) => {
      socket.on('error', () => undefined);
      closed.push(once(socket, 'close'));
    });
    return { ...(await listen(server, { scheme: 'https' })), got, closed };
  }
  const server = await serveRaw((socket) => {
    closed.push(once(socket, 'close'));
    socket.on('data', (chunk: Buffer) => {
      const text = chunk.toString('latin1');
      got.push(text.slice(0, text.indexOf(' ')));
      socket.end('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}');
    });
  });
  return { ...server, got, closed };
}

interface Way {
  readonly scheme: 'http' | 'https';
  readonly transport: () => Promise<HttpTransport>;
}

const throughHttp = async (): Promise<HttpTransport> =>
  transportThrough(`http://${(await startHttpProxy()).host}`);

const ways: Record<string, Way> = {
  'an http server': { scheme: 'http', transport: () => Promise.resolve(directTransport()) },
  'an https server': { scheme: 'https', transport: () => Promise.resolve(directTransport()) },
  'a proxy that forwards': { scheme: 'http', transport: throughHttp },
  'a tunnel of a proxy': { scheme: 'https', transport: throughHttp },
  'a SOCKS proxy': {
    scheme: 'http',
    transport: async () => transportThrough(`socks5://${(await startSocksProxy()).host}`),
  },
};

/** @param turns number of turns of the microtask queue */
async function afterTurns(promise: Promise<void>, turns: number): Promise<void> {
  await promise;
  for (let turn = 0; turn < turns; turn++) await Promise.resolve();
}

describe('The last check before a POST is sent to', () => {
  const unhandled: unknown[] = [];
  const note = (reason: unknown): number => unhandled.push(reason);
  before(() => process.on('unhandledRejection', note));
  after(() => process.off('unhandledRejection', note));
  afterEach(async () => {
    await Promise.all([closeTransports(), closeServers(), closeProxies()]);
    assert.deepEqual(unhandled.splice(0), []);
  });

  for (const [name, { scheme, transport }] of Object.entries(ways)) {
    it(`${name} runs before any of it has left, and then it is sent`, async () => {
      const server = await startServer(scheme);
      let seen: string[] | undefined;
      const beforeSend = async (): Promise<void> => {
        await systemClock.wait(50, new AbortController().signal);
        seen = [...server.got];
      };
      const { status } = await (await transport()).send(request(server.origin, { body: 'b', beforeSend }));
      assert.deepEqual([status, seen, server.got], [200, [], ['POST']]);
    });

    for (const refusal of [new Error('no'), undefined] as Error[]) {
      it(`${name} stops it by failing with ${String(refusal)}`, async () => {
        const server = await startServer(scheme);
        const beforeSend = (): Promise<void> => Promise.reject(refusal);
        const sent = (await transport()).send(request(server.origin, { body: 'b', beforeSend }));
        assert.equal(await rejectionOf(sent), refusal);
        await Promise.all(server.closed);
        assert.deepEqual(server.got, []);
      });
    }

    it(`${name} drops it and its connection when it is cancelled, whatever the result`, async () => {
      const server = await startServer(scheme);
      const controller = new AbortController();
      const reason = new Error('stop');
      let answerNo: (reason: Error) => void = () => undefined;
      const beforeSend = (): Promise<void> => {
        controller.abort(reason);
        return new Promise((_, reject) => (answerNo = reject));
      };
      const changes = { body: 'b', beforeSend, signal: controller.signal };
      assert.equal(await rejectionOf((await transport()).send(request(server.origin, changes))), reason);
      answerNo(new Error('no'));
      await Promise.all(server.closed);
      assert.deepEqual(server.got, []);
    });
  }

  it('a server sends nothing once it is cancelled, however soon after a success', async () => {
    const server = await startServer('http');
    const reason = new Error('stop');
    const sentLate: number[] = [];
    for (let turns = 0; turns < 20; turns++) {
      const controller = new AbortController();
      const noteHeaders = (): unknown => controller.signal.aborted && sentLate.push(turns);
      subscribe('undici:client:sendHeaders', noteHeaders);
      const beforeSend = (): Promise<void> => {
        const yes = Promise.resolve();
        void afterTurns(yes, turns).then(() => controller.abort(reason));
        return yes;
      };
      const changes = { body: 'b', beforeSend, signal: controller.signal };
      assert.equal(await rejectionOf(directTransport().send(request(server.origin, changes))), reason);
      unsubscribe('undici:client:sendHeaders', noteHeaders);
    }
    assert.deepEqual(sentLate, []);
  });

  it('a server drops it and its connection as soon as it is cancelled, and sends nothing after a success', async () => {
    const server = await startServer('http');
    const controller = new AbortController();
    const reason = new Error('stop');
    let answerYes = (): void => undefined;
    const beforeSend = (): Promise<void> => {
      controller.abort(reason);
      return new Promise((resolve) => (answerYes = resolve));
    };
    const changes = { body: 'b', beforeSend, signal: controller.signal };
    assert.equal(await rejectionOf(directTransport().send(request(server.origin, changes))), reason);
    await waitFor('the connection', () => server.closed.length > 0);
    await Promise.all(server.closed);
    answerYes();
    await setImmediate();
    assert.deepEqual(server.got, []);
  });

  it('a server may take any time, which does not use up the connect timeout', async () => {
    const every: Clock['every'] = (ms, fn) => systemClock.every(ms === 15_000 ? 200 : ms, fn);
    const transport = directTransport({ ...systemClock, every });
    const server = await startServer('http');
    const beforeSend = (): Promise<void> => systemClock.wait(500, new AbortController().signal);
    const { status } = await transport.send(request(server.origin, { body: 'b', beforeSend }));
    assert.equal(status, 200);
  });

  for (const [how, close] of Object.entries({
    ends: (socket: Socket) => socket.end(),
    'is reset': (socket: Socket) => socket.resetAndDestroy(),
    'receives an unsolicited response': (socket: Socket) => socket.write('HTTP/1.1 200 OK\r\n\r\n'),
  })) {
    it(`a server leaves the proof that nothing was sent when its connection ${how} meanwhile`, async () => {
      const sockets: Socket[] = [];
      let received = 0;
      const server = await serveRaw((socket) => {
        sockets.push(socket);
        socket.on('data', () => received++);
      });
      let asked = 0;
      const beforeSend = async (): Promise<void> => {
        asked++;
        close(sockets[0]!);
        await systemClock.wait(100, new AbortController().signal);
      };
      const posted = directTransport().send(request(server.origin, { body: 'b', beforeSend }));
      const { code, sent } = await failureOf(posted);
      assert.deepEqual([code, sent, asked, received], ['reset', 'no', 1, 0]);
    });
  }
});
