import { bytesPerMegabit } from '../../src/upload/uploadLimit';
import { bytesOf, type FileSet } from './fileSet';
import type { Batch, Measurement } from './measurement';
import type { Destination, Job, Site } from './site';
import { uploadSeconds } from './upload';

const links: readonly { readonly name: string; readonly link?: Destination['link'] }[] = [
  { name: 'no link' },
  ...[20, 80].flatMap((roundTripMs) => [
    { name: `${roundTripMs} ms`, link: { roundTripMs } },
    { name: `12.5 MB/s, ${roundTripMs} ms`, link: { roundTripMs, bytesPerSecond: 12_500_000 } },
  ]),
];

/** Upper limit for the time, as a multiple of the bytes at the limit. Less than its inverse exceeds the limit. */
const target = { ratio: 1.05 };

/** Whether uploads use the limit that the user has set, and no more. */
export function planUploadLimit(site: Site): Batch[] {
  return [
    measure(site, 10, [{ count: 1, size: 25_000_000 }], 'one file of 25 MB'),
    measure(site, 10, [{ count: 2000, size: 16_384 }], '2000 files of 16 KiB'),
    measure(site, 50, [{ count: 1, size: 100_000_000 }], 'one file of 100 MB'),
    measure(site, 50, [{ count: 2000, size: 65_536 }], '2000 files of 64 KiB'),
    [change(site)],
  ];
}

function measure(site: Site, megabits: number, files: FileSet, name: string): Measurement[] {
  return links.map(({ name: over, link }) => {
    // Each has a link of its own, because all run at the same time.
    const to: Destination = { protocol: 'http', lane: `${megabits} ${name}`, ...(link && { link }) };
    const job: Job = { files, to, parallelFiles: 'auto', megabits: { limits: [megabits], eachMs: 1 } };
    return besideLimit(
      site,
      `limit of ${megabits} Mbit/s, ${over}: ${name}`,
      job,
      bytesOf(files) / (megabits * bytesPerMegabit),
    );
  });
}

/** As many bytes as these limits let through in their times. */
function change(site: Site): Measurement {
  const [limits, eachMs] = [[10, 50, 10, 50] as const, 3000];
  const seconds = (limits.length * eachMs) / 1000;
  const size = limits.reduce((sum, megabits) => sum + (megabits * bytesPerMegabit * eachMs) / 1000, 0);
  const to: Destination = { protocol: 'http', lane: 'change', link: { roundTripMs: 20 } };
  const job: Job = { files: [{ count: 1, size }], to, parallelFiles: 'auto', megabits: { limits, eachMs } };
  return besideLimit(site, `limit of 10, 50, 10 and 50 Mbit/s, 3 s each, 20 ms: one file`, job, seconds);
}

function besideLimit(site: Site, name: string, job: Job, seconds: number): Measurement {
  return {
    name,
    unit: 's',
    ours: async () => {
      const measured = await uploadSeconds(site, job);
      if (measured * target.ratio < seconds) throw new Error(`the limit was exceeded: ${measured} s`);
      return measured;
    },
    reference: { name: 'bytes at the limit', measure: () => Promise.resolve(seconds) },
    target,
  };
}
