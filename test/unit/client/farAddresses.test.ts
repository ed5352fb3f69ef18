import assert from 'node:assert/strict';
import dns from 'node:dns';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { Worker } from 'node:worker_threads';
import { needs } from '../../support/capabilities';
import { severalTurns } from '../../support/fakeClock';
import { closeTransports, directTransport, request, transportThrough } from '../../support/transports';

/**
 * A server, HTTP proxy or SOCKS proxy that accepts no connection before it is told to: the first attempt of a client is
 * dropped, and repeated by its system after a second.
 */
const program = `
  const { parentPort, workerData } = require('node:worker_threads');
  const response = 'HTTP/1.1 200 OK\\r\\ncontent-length: 2\\r\\nconnection: close\\r\\n\\r\\n[]';
  const socks = [Buffer.from([5, 0]), Buffer.from([5, 0, 0, 1, 127, 0, 0, 1, 0, 80])];
  const server = require('node:net').createServer((socket) => {
    let step = 0;
    socket.on('error', () => undefined);
    socket.on('data', (data) => {
      if (data[0] === 5) socket.write(socks[step++]);
      else if (data.includes('CONNECT ')) socket.write('HTTP/1.1 200 OK\\r\\n\\r\\n');
      else socket.end(response);
    });
  });
  server.listen({ host: '127.0.0.1', port: 0, backlog: 1 }, () => {
    parentPort.postMessage(server.address().port);
    Atomics.wait(new Int32Array(workerData), 0, 0);
  });`;

const callers = 16;

/** Time after which the far server accepts connections; ms. Its client has been waiting for half of a second then. */
const distanceMs = 500;

const opened: { readonly worker: Worker; readonly sockets: readonly Socket[] }[] = [];
const lookup = dns.lookup;

async function serveFar(): Promise<{ readonly port: number; readonly comeCloser: () => void }> {
  const shared = new SharedArrayBuffer(4);
  const worker = new Worker(program, { eval: true, workerData: shared });
  const [port] = (await once(worker, 'message')) as [number];
  const sockets = Array.from({ length: callers }, () => connect(port, '127.0.0.1'));
  for (const socket of sockets) socket.on('error', () => undefined);
  opened.push({ worker, sockets });
  await severalTurns();
  assert.ok(sockets.some(({ connecting }) => connecting));
  const gate = new Int32Array(shared);
  return {
    port,
    comeCloser() {
      Atomics.store(gate, 0, 1);
      Atomics.notify(gate, 0);
    },
  };
}

/** Has this computer know the name `far.test`: a server far away, and an address where there is none. */
function nameFar(comeCloser: () => void): void {
  const addresses = ['127.0.0.1', '127.0.0.9'].map((address) => ({ address, family: 4 }));
  const found = ((name: string, options: object, callback: (...result: unknown[]) => void) => {
    if (name !== 'far.test') return lookup(name, options, callback as never);
    setTimeout(comeCloser, distanceMs);
    setImmediate(callback, null, addresses);
  }) as typeof lookup;
  Object.assign(dns, { lookup: found });
}

describe('A host far away of which another address is dead', () => {
  afterEach(async () => {
    Object.assign(dns, { lookup });
    await closeTransports();
    for (const { worker, sockets } of opened.splice(0)) {
      for (const socket of sockets) socket.destroy();
      await worker.terminate();
    }
  });

  for (const [name, transport] of [
    ['as a server', () => directTransport()],
    ['as an HTTP proxy', (port: number) => transportThrough(`http://far.test:${port}`)],
    ['as a SOCKS proxy', (port: number) => transportThrough(`socks5://far.test:${port}`)],
  ] as const) {
    for (const method of ['GET', 'POST'] as const) {
      needs('fullQueues').it(`is reached ${name} by ${method}`, async () => {
        const { port, comeCloser } = await serveFar();
        nameFar(comeCloser);
        const origin = name === 'as a server' ? `http://far.test:${port}` : 'http://127.0.0.1:9';
        const { status } = await transport(port).send(request(origin, { method }));
        assert.equal(status, 200);
      });
    }
  }
});
