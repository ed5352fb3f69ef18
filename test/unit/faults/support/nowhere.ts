import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { Worker } from 'node:worker_threads';
import { severalTurns } from '../../../support/fakeClock';
import { refusingOrigin } from '../../../support/testServer';
import type { Nowhere } from './faults';

/** Listens with a queue for one connection, and then blocks for ever without accepting any. */
const neverAccepting = `
  const { parentPort } = require('node:worker_threads');
  const server = require('node:net').createServer();
  server.listen({ host: '127.0.0.1', port: 0, backlog: 1 }, () => {
    parentPort.postMessage(server.address().port);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  });`;

const callers = 16;

/** Origins that swallow or refuse every connection. */
export async function openNowhere(): Promise<Nowhere & { readonly close: () => Promise<void> }> {
  const worker = new Worker(neverAccepting, { eval: true });
  const [port] = (await once(worker, 'message')) as [number];
  const sockets = Array.from({ length: callers }, () => connect(port, '127.0.0.1'));
  for (const socket of sockets) socket.on('error', () => undefined);
  await severalTurns();
  if (!sockets.some(isWaiting)) throw new Error('the queue takes every connection');
  return {
    refusing: await refusingOrigin(),
    crowded: `http://127.0.0.1:${port}`,
    async close() {
      for (const socket of sockets) socket.destroy();
      await worker.terminate();
    },
  };
}

const isWaiting = ({ connecting }: Socket): boolean => connecting;
