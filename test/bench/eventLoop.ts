import type { FileSet } from './fileSet';
import type { Batch, Measurement } from './measurement';
import type { Site } from './site';
import { upload } from './upload';

const works: readonly { readonly name: string; readonly files: FileSet }[] = [
  { name: 'one file of 2 GiB', files: [{ count: 1, size: 2 ** 31 }] },
  { name: '4 files of 512 MiB', files: [{ count: 4, size: 2 ** 29 }] },
  { name: '2000 files of 64 KiB', files: [{ count: 2000, size: 64 * 1024 }] },
  { name: '10000 files of 4 KiB', files: [{ count: 10_000, size: 4096 }] },
];

const limits = { p99: 20, max: 50 } as const;

/** How long other extensions are blocked while files are sent at full speed. */
export function planEventLoop(site: Site): Batch[] {
  return works.flatMap(({ name, files }) =>
    (['p99', 'max'] as const).map((which): readonly Measurement[] => [
      {
        name: `event loop delay (${which}), ${name}`,
        unit: 'ms',
        ours: async () => {
          const job = { files, to: { protocol: 'http' }, parallelFiles: 'auto' } as const;
          return (await upload(site, job, 'delay')).delay[which];
        },
        target: { figure: limits[which] },
      },
    ]),
  );
}
