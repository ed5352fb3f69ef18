import assert from 'node:assert/strict';
import { createCipheriv } from 'node:crypto';
import { existsSync } from 'node:fs';
import { forEachParallel } from '../../../src/client/core/forEachParallel';
import { launchState } from '../../../src/launch/launchRecord';
import { Random } from '../../simulation/random';
import { closeClient, createClient } from '../../support/client';
import { hashesOf } from '../../support/hashes';
import { HurriedClock } from '../../support/hurriedClock';
import { launchBench, plannedLaunch } from '../../support/launches';
import { respondWithLinks } from '../../support/linkingService';
import { listOpenFiles } from '../../support/openFiles';
import { removeTempTrees } from '../../support/tempTree';
import { closeServers, serve } from '../../support/testServer';
import { type Arrival, type FileServer, startFileServer } from './support/fileServer';
import { createHostility, openHostileWire } from './support/hostileWire';

const runs = process.env['TEST_DEPTH'] === 'full' ? 300 : 50;
const lanes = 8;

/** Seed of a single launch to repeat. */
const replayed = process.env['SEED'];
// The same launches each time, so that a failure is caused by a change; FIRST_SEED selects others.
const firstSeed = Number(replayed ?? process.env['FIRST_SEED'] ?? 1);

/** By so much, the clock of the client runs faster than time. */
const hurry = 30;

/** Far longer than a launch takes; real ms. */
const maxLaunchMs = 90_000;

const mebibyte = 1024 * 1024;

/** Bytes of which no part is like another one. */
const noise = createCipheriv('aes-128-ctr', Buffer.alloc(16), Buffer.alloc(16)).update(
  Buffer.alloc(15 * mebibyte),
);

type Kind = 'few' | 'many' | 'mixed' | 'large';

/** Least exponent for the size of a file, most bytes of it, and most files of a model. */
const limitsOf: Readonly<Record<Kind, readonly [minPart: number, maxBytes: number, maxFiles: number]>> = {
  few: [0.3, 64 * 1024, 20],
  many: [0.3, 16 * 1024, 400],
  // Files that are streamed, on connections that have served others.
  mixed: [0.7, mebibyte, 40],
  // Files that are more than the buffers of the system hold, so that their sending stalls.
  large: [0.92, 14 * mebibyte, 6],
};

function createFiles(random: Random): Readonly<Record<string, Buffer>> {
  const [minPart, maxBytes, maxFiles] = limitsOf[random.weighted({ few: 3, many: 2, mixed: 4, large: 2 })];
  const count = Math.ceil(maxFiles ** random.next());
  return Object.fromEntries(
    Array.from({ length: count }, (_, index) => {
      const size = random.chance(0.05) ? 0 : Math.floor(maxBytes ** random.between(minPart, 1));
      const start = random.below(noise.length - size);
      return [`part${index % 3}/f${index}.bin`, noise.subarray(start, start + size)];
    }),
  );
}

/** A file server that refuses some requests for the moment, some of them before it has read them. */
async function startBusyFileServer(random: Random, busyRate: number): Promise<FileServer> {
  const refusal = ({ response }: Arrival): number => {
    if (random.chance(0.5)) response.setHeader('retry-after', random.below(10));
    return random.pick([500, 503, 429]);
  };
  return await startFileServer({
    takes(arrival) {
      if (!random.chance(busyRate)) return true;
      arrival.response.writeHead(refusal(arrival)).end('busy');
      return false;
    },
    respond: (arrival) => (random.chance(busyRate) ? refusal(arrival) : random.pick([200, 201, 204])),
  });
}

/** Launches a random model over a hostile wire. @returns why that is not as it should be */
async function findFault(seed: number): Promise<string | undefined> {
  const random = new Random(seed);
  const files = createFiles(random);
  const hostility = createHostility(random, Object.values(files));
  const parallelFiles = random.pick([1, 4, 'auto'] as const);
  const server = await startBusyFileServer(random, random.pick([0, 0, 0.1, 0.3]));
  const wire = await openHostileWire(server.port, seed, hostility);
  const linkTo = (name: string): string => `${wire.origin}/${name}`;
  const service = await serve(respondWithLinks({ linkTo, now: new Date() }));
  const clock = new HurriedClock(hurry);
  const client = createClient(service.origin, { clock });
  const name = `seed ${seed} (${Object.keys(files).length} files, parallel ${parallelFiles})`;
  try {
    const { journal, run } = await launchBench({ client });
    const { plan, root } = await plannedLaunch({ baseUrl: service.origin }, files);
    const writer = await journal.begin(plan);
    const signal = AbortSignal.timeout(maxLaunchMs);
    await run(writer, { clock, parallelFiles, signal, random: () => random.next() });
    await writer.close();
    assert.deepEqual(server.stored, hashesOf(files));
    assert.equal(launchState(writer.record), 'launched');
    if (existsSync('/proc/self/fd')) assert.deepEqual(listOpenFiles(root), [], 'files stay open');
    return undefined;
  } catch (error) {
    return `${name}: ${String(error)}`;
  } finally {
    await Promise.all([closeClient(client), wire.close()]);
    await Promise.all([server.close(), service.close()]);
  }
}

describe('Over a hostile wire', function () {
  this.timeout(1_800_000);
  afterEach(() => Promise.all([closeServers(), removeTempTrees()]));

  it('every launch ends launched, and every file is stored as it is', async () => {
    const seeds = Array.from({ length: replayed === undefined ? runs : 1 }, (_, index) => firstSeed + index);
    const faults: string[] = [];
    await forEachParallel(seeds, lanes, async (seed) => {
      const fault = await findFault(seed);
      if (fault !== undefined) faults.push(fault);
    });
    assert.deepEqual(faults, []);
  });
});
