import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { needs, ownNetwork } from '../../support/capabilities';
import type { SlowLineEnd, SlowLineOrder } from '../../support/slowLineProcess';

const program = path.join(__dirname, '../../support/slowLineProcess.js');
const run = promisify(execFile);

/** How many times faster the clock of the client and the lines are, so that no test takes minutes. */
const hurry = 20;

const mebibyte = 1024 * 1024;

/** Files of equal size, and the rate at which each of them, or all of them, can be sent; bytes per second. */
interface Load {
  readonly files: number;
  readonly mebibytes: number;
  readonly bytesPerSecond: number;
}

async function send({ files, mebibytes, bytesPerSecond }: Load, way: 'relay' | 'line'): Promise<SlowLineEnd> {
  const rate = bytesPerSecond * hurry;
  const order: SlowLineOrder = {
    ...{ files, bytesPerFile: mebibytes * mebibyte, hurry },
    ...(way === 'relay' && { relayBytesPerSecond: rate }),
  };
  const upload = [process.execPath, program, JSON.stringify(order)] as const;
  // As over a network, a packet has 1,500 bytes; a line within the machine would take 64 KiB at once.
  const script = `ip link set lo mtu 1500 up && tc qdisc add dev lo root tbf rate ${rate * 8}bit burst 6000 latency 2s && exec "$@"`;
  const inNetwork = ['unshare', ...ownNetwork, 'sh', '-c', script, 'sh'] as const;
  const [command, ...args] = way === 'relay' ? upload : [...inNetwork, ...upload];
  const { stdout } = await run(command, args);
  return JSON.parse(stdout) as SlowLineEnd;
}

async function assertSent(load: Load, way: 'relay' | 'line'): Promise<void> {
  const { puts, whole } = await send(load, way);
  assert.deepEqual({ puts, whole }, { puts: load.files, whole: load.files });
}

describe('A slow line gets each file whole, by one request', () => {
  const loads: readonly Load[] = [
    { files: 4, mebibytes: 1, bytesPerSecond: 3000 },
    { files: 1, mebibytes: 8, bytesPerSecond: 14_000 },
    { files: 8, mebibytes: 20, bytesPerSecond: 50_000 },
  ];
  for (const load of loads)
    it(`${load.bytesPerSecond} bytes per second for each of ${load.files} files of ${load.mebibytes} MiB`, () =>
      assertSent(load, 'relay')).timeout(120_000);

  const loadsTogether: readonly Load[] = [
    { files: 1, mebibytes: 1, bytesPerSecond: 3000 },
    { files: 8, mebibytes: 1, bytesPerSecond: 14_000 },
    { files: 4, mebibytes: 2, bytesPerSecond: 50_000 },
  ];
  for (const load of loadsTogether)
    needs('slowLines').it(
      `${load.bytesPerSecond} bytes per second for all of ${load.files} files of ${load.mebibytes} MiB`,
      () => assertSent(load, 'line'),
    );
});
