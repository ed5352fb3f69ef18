import assert from 'node:assert/strict';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { type Clock, systemClock } from '../../../src/client/core/clock';
import type { HttpTransport } from '../../../src/client/http/httpTransport';
import { waitFor } from '../../host/waitFor';
import { certificates } from '../../support/certificates';
import { closeProxies, startHttpProxy, startSocksProxy } from '../../support/proxies';
import { failureOf, rejectionOf } from '../../support/rejections';
import { closeServers, serveRaw } from '../../support/testServer';
import { closeTransports, directTransport, request, transportThrough } from '../../support/transports';
import { serveBytes } from './support/serveBytes';

const startServer = (certificate?: typeof certificates.good) =>
  serveBytes('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}', certificate);

const direct = () => Promise.resolve(directTransport());
const throughHttp = async () => transportThrough(`http://${(await startHttpProxy()).host}`);
const throughSocks = async () => transportThrough(`socks5://${(await startSocksProxy()).host}`);

type Way = readonly [transport: () => Promise<HttpTransport>, certificate?: typeof certificates.good];

const ways: Readonly<Record<string, Way>> = {
  'an http server': [direct],
  'an https server': [direct, certificates.good],
  'a proxy that forwards': [throughHttp],
  'a tunnel of a proxy': [throughHttp, certificates.good],
  'a SOCKS proxy': [throughSocks],
};

/** Cancels a POST during its check, whose result comes later. */
async function cancelDuringCheck(transport: HttpTransport, origin: string) {
  const controller = new AbortController();
  const reason = new Error('stop');
  let answers!: { readonly approve: () => void; readonly refuse: (reason: Error) => void };
  const beforeSend = (): Promise<void> => {
    controller.abort(reason);
    return new Promise((approve, refuse) => (answers = { approve, refuse }));
  };
  const sent = transport.send(request(origin, { body: 'b', beforeSend, signal: controller.signal }));
  assert.equal(await rejectionOf(sent), reason);
  return answers;
}

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

  for (const [name, [startTransport, certificate]] of Object.entries(ways)) {
    it(`${name} runs before any of it has left, and then it is sent`, async () => {
      const { origin, heads } = await startServer(certificate);
      let seen: string[] | undefined;
      const beforeSend = async (): Promise<void> => {
        await systemClock.wait(50, new AbortController().signal);
        seen = [...heads];
      };
      const { status } = await (await startTransport()).send(request(origin, { body: 'b', beforeSend }));
      const methods = heads.map((head) => head.slice(0, head.indexOf(' ')));
      assert.deepEqual([status, seen, methods], [200, [], ['POST']]);
    });

    for (const refusal of [new Error('no'), undefined] as Error[]) {
      it(`${name} stops it by failing with ${String(refusal)}`, async () => {
        const server = await startServer(certificate);
        const beforeSend = (): Promise<void> => Promise.reject(refusal);
        const sent = (await startTransport()).send(request(server.origin, { body: 'b', beforeSend }));
        assert.equal(await rejectionOf(sent), refusal);
        await Promise.all(server.closed);
        assert.deepEqual(server.heads, []);
      });
    }

    it(`${name} drops it and its connection when it is cancelled, whatever the result`, async () => {
      const server = await startServer(certificate);
      const { refuse } = await cancelDuringCheck(await startTransport(), server.origin);
      refuse(new Error('no'));
      await Promise.all(server.closed);
      assert.deepEqual(server.heads, []);
    });
  }

  it('a server sends nothing once it is cancelled, however soon after a success', async () => {
    const server = await startServer();
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
    const server = await startServer();
    const { approve } = await cancelDuringCheck(directTransport(), server.origin);
    await waitFor('the connection', () => server.closed.length > 0);
    await Promise.all(server.closed);
    approve();
    await setImmediate();
    assert.deepEqual(server.heads, []);
  });

  it('a server may take any time, which does not use up the connect timeout', async () => {
    const every: Clock['every'] = (ms, fn) => systemClock.every(ms === 15_000 ? 200 : ms, fn);
    const transport = directTransport({ ...systemClock, every });
    const server = await startServer();
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
