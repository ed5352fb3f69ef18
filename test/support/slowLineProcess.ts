import { randomBytes } from 'node:crypto';
import { connect, createServer, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { sendFiles, startFileServer } from '../unit/upload/support/fileServer';
import { HurriedClock } from './hurriedClock';
import { removeTempTrees } from './tempTree';
import { closeServers, listen } from './testServer';
import { closeTransports, directTransport } from './transports';

/** The argument of the program, as JSON. */
export interface SlowLineOrder {
  readonly files: number;
  readonly bytesPerFile: number;
  /** How many times faster the clock of the client runs. */
  readonly hurry: number;
  /** Of each connection, through a relay; if absent, the line itself is slow. */
  readonly relayBytesPerSecond?: number;
}

/** The line that the program prints at its end, as JSON. */
export interface SlowLineEnd {
  readonly puts: number;
  /** Files that arrived with the bytes that were sent. */
  readonly whole: number;
  readonly seconds: number;
}

/** Sends files over a slow line, in a process of its own, because a line can be made slow for a whole process only. */
async function main(): Promise<void> {
  const order = JSON.parse(process.argv[2] ?? '') as SlowLineOrder;
  const { files, bytesPerFile, hurry, relayBytesPerSecond } = order;
  const server = await startFileServer();
  const relay =
    relayBytesPerSecond === undefined ? undefined : await startRelay(server.port, relayBytesPerSecond);
  const clock = new HurriedClock(hurry);
  const contents = Array.from({ length: files }, () => randomBytes(bytesPerFile));
  const start = performance.now();
  const hashes = await sendFiles({ ...server, ...relay }, contents, {
    transport: directTransport(clock),
    clock,
    parallelFiles: files,
  });
  const seconds = Math.round((performance.now() - start) / 1000);
  const whole = Object.entries(hashes).filter(([name, hash]) => server.stored[name] === hash).length;
  process.stdout.write(JSON.stringify({ puts: server.begun.length, whole, seconds } satisfies SlowLineEnd));
  await Promise.all([closeTransports(), closeServers(), removeTempTrees()]);
  process.exit();
}

/** A relay that passes on so many bytes per second of each connection, and takes no more than it passes on. */
async function startRelay(port: number, bytesPerSecond: number) {
  return await listen(
    createServer({ pauseOnConnect: true }, (client) => {
      const server = connect(port, '127.0.0.1');
      server.pipe(client);
      void passOn(client, server, bytesPerSecond).catch(() => server.destroy());
    }),
  );
}

async function passOn(from: Socket, to: Socket, bytesPerSecond: number): Promise<void> {
  for await (const chunk of from as AsyncIterable<Buffer>) {
    to.write(chunk);
    await wait((chunk.length / bytesPerSecond) * 1000);
  }
  to.end();
}

void main();
