import { runCurl } from './curl';
import { bytesOf, type FileSet } from './fileSet';
import type { Batch, Measure, Measurement } from './measurement';
import type { RelayOrder } from './relay';
import type { Job, Site } from './site';
import { uploadSeconds } from './upload';

const link = { roundTripMs: 80, bytesPerSecond: 10_000_000 };

const works: readonly { readonly name: string; readonly files: FileSet }[] = [
  { name: 'one file of 100 MB', files: [{ count: 1, size: 100_000_000 }] },
  { name: '200 files of 1 MiB', files: [{ count: 200, size: 2 ** 20 }] },
];

/** Whether an upload uses the full bandwidth of a slow link, compared with curl. */
export function planSlowLink(site: Site): Batch[] {
  const measurements = works.flatMap(({ name, files }) => {
    // Each has a link of its own, because all run at the same time.
    const jobOf = (lane: string): Job => ({ files, to: { protocol: 'http', link, lane }, parallelFiles: 4 });
    return [
      besideLimit(name, files, { ratio: 1.03 }, () => uploadSeconds(site, jobOf(`ours, ${name}`))),
      besideLimit(`curl, ${name}`, files, {}, () => runCurl(site, jobOf(`curl, ${name}`))),
    ];
  });
  return [measurements];
}

function besideLimit(
  name: string,
  files: FileSet,
  target: Measurement['target'],
  ours: Measure,
): Measurement {
  return {
    name: `slow link, 10 MB/s, 80 ms round trip: ${name}`,
    unit: 's',
    ours,
    reference: {
      name: 'bytes at that rate and one round trip',
      measure: () => Promise.resolve(linkSeconds(files, link)),
    },
    target,
  };
}

/** Time that a link itself needs: all bytes at its rate and one round trip. */
export function linkSeconds(
  files: FileSet,
  { bytesPerSecond, roundTripMs }: Required<Omit<RelayOrder, 'port'>>,
): number {
  return bytesOf(files) / bytesPerSecond + roundTripMs / 1000;
}
