import { runCurl } from './curl';
import type { Batch } from './measurement';
import type { Job, Site } from './site';
import { uploadSeconds } from './upload';

/** How fast one large file is sent. */
export function planOneFile(site: Site): Batch[] {
  return (['http', 'https'] as const).map((protocol): Batch => {
    const job: Job = { files: [{ count: 1, size: 2 ** 31 }], to: { protocol }, parallelFiles: 1 };
    return [
      {
        name: `one file of 2 GiB, ${protocol}`,
        unit: 's',
        ours: () => uploadSeconds(site, job),
        reference: { name: 'curl', measure: () => runCurl(site, job) },
        target: { ratio: 1 },
      },
    ];
  });
}
