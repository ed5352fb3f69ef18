import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { has, needs, ownNetwork } from '../../support/capabilities';
import type { SlowLineEnd, SlowLineOrder } from '../../support/slowLineProcess';

const program = path.join(__dirname, '../../support/slowLineProcess.js');
const run = promisify(execFile);

const mebibyte = 1024 * 1024;

/** Files of equal size that are sent at the same time. */
interface Load {
  readonly files: number;
  readonly mebibytes: number;
  /** Of each file through a relay, or of all together on a line. */
  readonly bytesPerSecond: number;
  readonly through: 'relay' | 'line';
}

/** How many times faster the client's clock and the way are. TCP waits as long as ever, and longer on a line. */
const hurry = { relay: 20, line: 10 };

const loads: readonly Load[] = [
  { files: 4, mebibytes: 1, bytesPerSecond: 3000, through: 'relay' },
  { files: 1, mebibytes: 8, bytesPerSecond: 14_000, through: 'relay' },
  { files: 8, mebibytes: 20, bytesPerSecond: 50_000, through: 'relay' },
  { files: 1, mebibytes: 1, bytesPerSecond: 3000, through: 'line' },
  { files: 4, mebibytes: 1, bytesPerSecond: 14_000, through: 'line' },
  { files: 8, mebibytes: 2, bytesPerSecond: 50_000, through: 'line' },
];

async function send({ files, mebibytes, bytesPerSecond, through }: Load): Promise<SlowLineEnd> {
  const rate = bytesPerSecond * hurry[through];
  const order: SlowLineOrder = {
    files,
    bytesPerFile: mebibytes * mebibyte,
    hurry: hurry[through],
    ...(through === 'relay' && { relayBytesPerSecond: rate }),
  };
  const upload = [process.execPath, program, JSON.stringify(order)] as const;
  // A packet has 1,500 bytes as in other networks. Those of this machine have 64 KiB.
  const script = `ip link set lo mtu 1500 up && tc qdisc add dev lo root tbf rate ${rate * 8}bit burst 6000 latency 500ms && exec "$@"`;
  const onLine = ['unshare', ...ownNetwork, 'sh', '-c', script, 'sh', ...upload] as const;
  const [command, ...args] = through === 'relay' ? upload : onLine;
  const { stdout } = await run(command, args);
  return JSON.parse(stdout) as SlowLineEnd;
}

describe('Files over a slow way arrive whole, by one request each', function () {
  this.timeout(180_000);
  const ends = new Map<Load, Promise<SlowLineEnd>>();

  // At the same time, because each takes half a minute.
  before(() => {
    for (const load of loads) {
      if (load.through === 'line' && !has('slowLines')) continue;
      const end = send(load);
      end.catch(() => undefined);
      ends.set(load, end);
    }
  });

  for (const load of loads) {
    const { files, mebibytes, bytesPerSecond, through } = load;
    const whose = through === 'relay' ? 'for each of them' : 'for all of them';
    const declare = through === 'relay' ? { it } : needs('slowLines');
    declare.it(`${files} of ${mebibytes} MiB, ${bytesPerSecond} bytes per second ${whose}`, async () => {
      const { puts, whole } = (await ends.get(load)) ?? {};
      assert.deepEqual({ puts, whole }, { puts: files, whole: files });
    });
  }
});
