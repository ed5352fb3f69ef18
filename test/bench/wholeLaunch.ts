import type { LaunchOrder } from './launcher';
import type { Batch } from './measurement';
import { type Job, runProgram, type Site } from './site';
import { uploadSeconds } from './upload';

/**
 * Cost of the journal and everything else around an upload, and that it grows no faster than the number of
 * files.
 */
export function planWholeLaunch(site: Site): Batch[] {
  const timeOfOne = async (count: number): Promise<number> =>
    ((await launchSeconds(site, jobOf(count))) * 1000) / count;
  return [
    [
      {
        name: 'launch of 10000 files of 4 KiB beside their upload alone, with its hashes',
        unit: 's',
        ours: () => launchSeconds(site, jobOf(10_000)),
        reference: {
          name: 'upload',
          measure: () => uploadSeconds(site, { ...jobOf(10_000), isToHash: true }),
        },
        target: { ratio: 1.2 },
      },
    ],
    [
      {
        name: 'launch: each of 10000 files beside each of 1000',
        unit: 'ms a file',
        ours: () => timeOfOne(10_000),
        reference: { name: '1000', measure: () => timeOfOne(1000) },
        target: { ratio: 1.2 },
      },
    ],
  ];
}

function jobOf(count: number): Job {
  return { files: [{ count, size: 4096 }], to: { protocol: 'http' }, parallelFiles: 'auto' };
}

async function launchSeconds(site: Site, job: Job): Promise<number> {
  const order: LaunchOrder = {
    folder: await site.folder(job.files),
    origin: await site.origin(job.to),
    parallelFiles: job.parallelFiles,
    journal: site.file('journal'),
  };
  return await site.sending(job, () => runProgram<number>('launcher', order));
}
