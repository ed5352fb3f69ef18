import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { type Clock, systemClock } from '../../../src/client/core/clock';
import { HurriedClock } from '../../support/hurriedClock';
import { stopServices } from '../../support/service';
import { type Arrival, type FileServer, sendFiles, startFileServer } from './support/fileServer';

/** Waits of seconds take a fraction of one. */
const fastClock = new HurriedClock(10);

/** Responds after this time, unless it fails. @param refuse returns a status for a request that is not to be stored */
const respondAfter =
  (delayMs: number, refuse: (arrival: Arrival) => number | undefined = () => undefined) =>
  async (arrival: Arrival): Promise<number> => {
    await wait(delayMs);
    return refuse(arrival) ?? 200;
  };

/** @returns the names of the files */
async function upload(server: FileServer, sizes: readonly number[], clock: Clock = fastClock) {
  const contents = sizes.map((size) => Buffer.alloc(size, 'x'));
  return Object.keys(await sendFiles(server, contents, { clock }));
}

const storedBy = ({ stored }: FileServer) => Object.keys(stored).sort();

const small = (count: number) => Array<number>(count).fill(100);
const large = 1024 * 1024;

describe('An upload that decides how many files it sends at the same time', () => {
  afterEach(stopServices);

  for (const [what, sizes, least, most] of [
    ['ever more small files to a distant server', small(1000), 65, 256],
    ['no more than 64 larger files at the same time', Array<number>(400).fill(65_537), 9, 64],
  ] as const)
    it(`sends ${what}`, async () => {
      const server = await startFileServer({ respond: respondAfter(100) });
      assert.deepEqual(await upload(server, sizes, systemClock), storedBy(server));
      assert.ok(server.most() >= least && server.most() <= most, `${server.most()} at the same time`);
    });

  for (const maxConnections of [1, 2, 6]) {
    for (const extra of ['refuse', 'reset', 'wait'] as const) {
      it(`stores everything on a server that takes ${maxConnections} connections (others: ${extra})`, async () => {
        const server = await startFileServer({ limit: { maxConnections, extra }, respond: respondAfter(2) });
        const sizes = [...small(200), ...Array<number>(3).fill(3 * large)];
        assert.deepEqual(await upload(server, sizes), storedBy(server));
        assert.ok(server.most() <= maxConnections);
      });
    }
  }

  it('sends fewer to a server that is busy, for good', async () => {
    const refuse = ({ running }: Arrival) => (running > 4 ? 503 : undefined);
    const server = await startFileServer({ respond: respondAfter(10, refuse) });
    const names = await upload(server, small(300));
    assert.deepEqual(storedBy(server), names);
    const refused = server.begun.length - names.length;
    assert.ok(refused > 0 && refused <= 40, `${refused} refused`);
  });

  for (const size of [100, 2 * large]) {
    it(`waits for the response to a file of ${size} bytes that takes long, and sends it once`, async () => {
      const respond = (arrival: Arrival) => respondAfter(arrival.name === 'f0002' ? 1000 : 2)(arrival);
      const server = await startFileServer({ respond });
      assert.deepEqual(await upload(server, small(80).with(2, size)), [...server.begun].sort());
    });
  }

  for (const scheme of ['http', 'https'] as const) {
    it(`mixes up no bytes of large files, whose memory is used again (${scheme})`, async () => {
      // A slow reader, so that the sender has to wait with its chunks.
      const server = await startFileServer({ scheme, readMs: 1 });
      const contents = Array.from({ length: 4 }, (_, index) => randomBytes(16_000_000 + index * 70_001));
      const hashes = await sendFiles(server, contents, { parallelFiles: 3 });
      assert.deepEqual(server.stored, hashes);
    });
  }
});
