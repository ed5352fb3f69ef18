import { runCurl } from './curl';
import { bytesOf, type FileSet } from './fileSet';
import type { Measurement } from './measurement';
import { type Job, runUpload, type Site, uploadSeconds } from './site';

interface Work {
  readonly name: string;
  readonly files: FileSet;
}

const tiny: Work = { name: '10000 files of 4 KiB', files: [{ count: 10_000, size: 4096 }] };

/** Without a network, with the same number at once as curl, and as many times as long as curl may take. */
const nearby = [
  { name: 'one file of 2 GiB', files: [{ count: 1, size: 2 ** 31 }], parallelFiles: 1, ratio: 1 },
  { name: '2000 files of 64 KiB', files: [{ count: 2000, size: 64 * 1024 }], parallelFiles: 8, ratio: 2 },
  { ...tiny, parallelFiles: 8, ratio: 2 },
];

/** Over a network, where the bytes take longer than round trips and headers. */
const large: readonly Work[] = [
  { name: '1000 files of 64 KiB', files: [{ count: 1000, size: 64 * 1024 }] },
  { name: '6 files of 32 MiB', files: [{ count: 6, size: 32 * 2 ** 20 }] },
  {
    name: '5000 files of 16 KiB and one of 1 GiB',
    files: [
      { count: 5000, size: 16 * 1024 },
      { count: 1, size: 2 ** 30 },
    ],
  },
];

/** Cap of the capped links: 100 Mbit/s. */
const bytesPerSecond = 12_500_000;

/** How fast files are sent, without a network and, by the defaults of both sides, over one. */
export function planUploads(site: Site): Measurement[] {
  const alone = nearby.flatMap(({ name, files, parallelFiles, ratio }) =>
    (['http', 'https'] as const).map((protocol) => {
      const job = { files, to: { protocol }, parallelFiles };
      return besideCurl(site, `${name}, ${protocol}, loopback, ${parallelFiles} at once`, job, ratio);
    }),
  );
  const far = [20, 80].flatMap((roundTripMs) => {
    const network = `${roundTripMs} ms round trip`;
    const atOnce = (files: FileSet) => jobOf(files, { roundTripMs });
    const slowly = (files: FileSet) => jobOf(files, { roundTripMs, bytesPerSecond });
    return [
      ...[...large, tiny].map(({ name, files }) =>
        besideCurl(site, `defaults, ${network}: ${name}`, atOnce(files), 1),
      ),
      ...large.map(({ name, files }): Measurement => {
        const seconds = bytesOf(files) / bytesPerSecond + roundTripMs / 1000;
        return {
          name: `defaults, 12.5 MB/s, ${network}: ${name}`,
          unit: 's',
          target: { ratio: 1.05 },
          ours: () => uploadSeconds(site, slowly(files)),
          reference: {
            name: 'bytes at that rate and one round trip',
            measure: () => Promise.resolve(seconds),
          },
        };
      }),
      besideCurl(site, `defaults, 12.5 MB/s, ${network}: ${tiny.name}`, slowly(tiny.files), 1),
    ];
  });
  return [...alone, planProcessorTime(site), planGrowth(site), ...far];
}

function besideCurl(site: Site, name: string, job: Job, ratio: number): Measurement {
  return {
    name,
    unit: 's',
    target: { ratio },
    ours: () => uploadSeconds(site, job),
    reference: { name: 'curl', measure: async () => (await runCurl(site, job)).seconds },
  };
}

function jobOf(files: FileSet, link: NonNullable<Job['to']['link']>): Job {
  return { files, to: { protocol: 'http', link }, parallelFiles: 'auto' };
}

/** The processor time for a GiB. */
function planProcessorTime(site: Site): Measurement {
  const job = jobOf([{ count: 32, size: 32 * 2 ** 20 }], { roundTripMs: 20 });
  return {
    name: 'processor time, defaults, 20 ms round trip: 32 files of 32 MiB',
    unit: 's',
    ours: async () => (await runUpload(site, job)).cpuSeconds,
    reference: { name: 'curl', measure: async () => (await runCurl(site, job)).cpuSeconds },
    target: { figure: 4 },
  };
}

/** That the cost grows no faster than the number of files. */
function planGrowth(site: Site): Measurement {
  const timeOfOne = async (count: number): Promise<number> => {
    const job: Job = { files: [{ count, size: 4096 }], to: { protocol: 'http' }, parallelFiles: 8 };
    return ((await uploadSeconds(site, job)) * 1000) / count;
  };
  return {
    name: 'each of 10000 files beside each of 1000, loopback',
    unit: 'ms a file',
    ours: () => timeOfOne(10_000),
    reference: { name: '1000', measure: () => timeOfOne(1000) },
    target: { ratio: 1.2 },
  };
}

/** Treatment of further connections by a server, in the words of the table. */
const extras = { refuse: 'closed', reset: 'reset', wait: 'left waiting' } as const;

/** How many connections a server serves, and the number of files at once that suits it best. */
const servers = [
  { maxConnections: 2, best: 2 },
  { maxConnections: 6, best: 6 },
  { maxConnections: 100, best: 64 },
];

/** Cost of finding the number of files at once, with servers that do not serve any number. */
export function planLimitedServer(site: Site): Measurement[] {
  return servers.flatMap(({ maxConnections, best }) =>
    (['refuse', 'reset', 'wait'] as const).map((extra) => {
      const job: Job = {
        files: [{ count: 1000, size: 64 * 1024 }],
        to: { protocol: 'http', link: { roundTripMs: 20 }, limit: { maxConnections, extra } },
        parallelFiles: 'auto',
      };
      return {
        name: `server with ${maxConnections} connections, further ones ${extras[extra]}, 20 ms round trip: 1000 files of 64 KiB`,
        unit: 's',
        ours: () => uploadSeconds(site, job),
        reference: {
          name: `${best} at once`,
          measure: () => uploadSeconds(site, { ...job, parallelFiles: best }),
        },
        target: { ratio: 1.2 },
      };
    }),
  );
}
