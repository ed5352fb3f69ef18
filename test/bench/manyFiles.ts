import { runCurl } from './curl';
import type { SizedFiles } from './fileSet';
import type { Batch, Measurement } from './measurement';
import type { Job, Site } from './site';
import { uploadSeconds } from './upload';

const small: SizedFiles = { count: 2000, size: 64 * 1024 };
const tiny: SizedFiles = { count: 10_000, size: 4 * 1024 };
const protocols = ['http', 'https'] as const;
const link = { roundTripMs: 20 };

/** How fast many files are sent, with and without network delay, and how the cost grows with their number. */
export function planManyFiles(site: Site): Batch[] {
  const alone = [
    ...protocols.map((protocol) => ({ files: small, to: { protocol }, parallelFiles: 8 })),
    ...protocols.map((protocol) => ({ files: tiny, to: { protocol }, parallelFiles: 8 })),
    ...protocols.map((protocol) => ({ files: small, to: { protocol }, parallelFiles: 4 })),
  ].map((work) => [besideCurl(site, work, 2)]);
  const far = [
    { files: small, parallelFiles: 8 },
    // 16 instead of 8, because 8 would take half of the time of all measurements.
    { files: tiny, parallelFiles: 16 },
  ].map((work) => protocols.map((protocol) => besideCurl(site, { ...work, to: { protocol, link } }, 1)));
  return [...alone, [growth(site)], ...far];
}

/** A job whose files are all of one size. */
type Work = Omit<Job, 'files'> & { readonly files: SizedFiles };

function besideCurl(site: Site, { files, to, parallelFiles }: Work, ratio: number): Measurement {
  const job: Job = { files: [files], to, parallelFiles };
  const network = to.link === undefined ? 'loopback' : `${to.link.roundTripMs} ms round trip`;
  return {
    name: `${files.count} files of ${files.size / 1024} KiB, ${to.protocol}, ${network}, ${parallelFiles} at once`,
    unit: 's',
    ours: () => uploadSeconds(site, job),
    reference: { name: 'curl', measure: () => runCurl(site, job) },
    target: { ratio },
  };
}

function growth(site: Site): Measurement {
  const timeOfOne = async (count: number): Promise<number> => {
    const job: Job = { files: [{ ...tiny, count }], to: { protocol: 'http' }, parallelFiles: 8 };
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
