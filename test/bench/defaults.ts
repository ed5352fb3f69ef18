import { runCurl } from './curl';
import { bytesOf, type FileSet } from './fileSet';
import { type Batch, type Measurement, oncePerRound } from './measurement';
import type { Destination, Job, Site } from './site';
import { uploadSeconds } from './upload';

interface Work {
  readonly name: string;
  readonly files: FileSet;
  /** Upper limit for the time over a capped link, as a multiple of what the link itself needs. */
  readonly linkRatio?: number;
  /** Whether it lasts long over a capped link, and mostly waits for it. */
  readonly isLong?: boolean;
}

const small: Work = {
  name: '1000 files of 64 KiB',
  files: [{ count: 1000, size: 64 * 1024 }],
  linkRatio: 1.05,
};

/** Round trips and headers take longer than the bytes, so the link is no measure for them. */
const tiny: Work = { name: '10000 files of 4 KiB', files: [{ count: 10_000, size: 4096 }] };

const works: readonly Work[] = [
  small,
  tiny,
  { name: '6 files of 32 MiB', files: [{ count: 6, size: 32 * 2 ** 20 }], linkRatio: 1.05, isLong: true },
  {
    name: '5000 files of 16 KiB and one of 1 GiB',
    files: [
      { count: 5000, size: 16 * 1024 },
      { count: 1, size: 2 ** 30 },
    ],
    linkRatio: 1.05,
    isLong: true,
  },
];

const roundTrips = [20, 80];

/** Numbers of files that curl is told to send at once, of which the fastest counts. 300 is its limit. */
const curlNumbers = [50, 100, 200, 300];

/** Cap of the capped links: 100 Mbit/s. */
const bytesPerSecond = 12_500_000;

/** Ours and curl as they are without any setting, and beside the mildest of all scripts. */
export function planDefaults(site: Site): Batch[] {
  const uncapped = roundTrips.flatMap((roundTripMs) =>
    works.map((work) => [besideCurl(site, work, { roundTripMs })]),
  );
  const capped = roundTrips.flatMap((roundTripMs) =>
    works.map((work) => ({ isLong: work.isLong, rows: overCappedLink(site, work, roundTripMs) })),
  );
  return [
    ...uncapped,
    ...capped.filter(({ isLong }) => isLong !== true).map(({ rows }) => rows),
    capped.filter(({ isLong }) => isLong === true).flatMap(({ rows }) => rows),
    [besideScript(site)],
    [besideBestCurl(site, small, { roundTripMs: 20 })],
    [besideBestCurl(site, tiny, { roundTripMs: 80 })],
  ];
}

type Link = NonNullable<Destination['link']>;

function besideCurl(site: Site, { name, files }: Work, link: Link): Measurement {
  const job = jobOf(files, link);
  return {
    name: `defaults, ${link.roundTripMs} ms round trip: ${name}`,
    unit: 's',
    ours: () => uploadSeconds(site, job),
    reference: { name: 'curl -Z', measure: () => runCurl(site, job) },
    target: { ratio: 1 },
  };
}

/** Ours without any setting, and curl with the setting that suits it best. */
function besideBestCurl(site: Site, { name, files }: Work, link: Link): Measurement {
  const job = jobOf(files, link);
  const measure = async (): Promise<number> => {
    let best = Infinity;
    for (const parallelFiles of curlNumbers)
      best = Math.min(best, await runCurl(site, { ...job, parallelFiles }));
    return best;
  };
  return {
    name: `defaults, ${link.roundTripMs} ms round trip, beside the best of curl: ${name}`,
    unit: 's',
    ours: () => uploadSeconds(site, job),
    reference: { name: `curl -Z, best of ${curlNumbers.join(', ')} at once`, measure },
    target: { ratio: 1 },
  };
}

/** The same uploads beside what the link needs, and beside curl. */
function overCappedLink(site: Site, work: Work, roundTripMs: number): Measurement[] {
  const link = { roundTripMs, bytesPerSecond };
  const { name, files, linkRatio } = work;
  // Each has a link of its own, because some run at the same time.
  const job = jobOf(files, link, name);
  const row = `defaults, 12.5 MB/s, ${roundTripMs} ms round trip: ${name}`;
  const ours = oncePerRound(() => uploadSeconds(site, job));
  return [
    {
      name: row,
      unit: 's',
      ours,
      reference: {
        name: 'bytes at that rate and one round trip',
        measure: () => Promise.resolve(bytesOf(files) / bytesPerSecond + roundTripMs / 1000),
      },
      target: linkRatio === undefined ? {} : { ratio: linkRatio },
    },
    {
      name: `${row}, beside curl`,
      unit: 's',
      ours,
      reference: { name: 'curl -Z', measure: () => runCurl(site, job) },
      // Where the link decides, both take the same time.
      target: linkRatio === undefined ? { ratio: 1 } : {},
    },
  ];
}

/**
 * A script that starts curl for each file would also connect for each. This one sends everything on one kept
 * connection, one file after the other.
 */
function besideScript(site: Site): Measurement {
  const job = jobOf(small.files, { roundTripMs: 20 });
  return {
    name: `defaults beside a script, 20 ms round trip: ${small.name}`,
    unit: 's',
    ours: () => uploadSeconds(site, job),
    reference: {
      name: 'one curl, one after the other',
      measure: () => runCurl(site, { ...job, parallelFiles: 1 }),
    },
    target: { ratio: 0.05 },
  };
}

function jobOf(files: FileSet, link: Link, lane?: string): Job {
  return {
    files,
    to: { protocol: 'http', link, ...(lane !== undefined && { lane }) },
    parallelFiles: 'auto',
  };
}
