import type { Measurement } from './measurement';
import { type Job, type Site, uploadSeconds } from './site';

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
