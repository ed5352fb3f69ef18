import type { FileSet } from './fileSet';
import type { Batch } from './measurement';
import type { Job, Site } from './site';
import { upload } from './upload';
import type { UploadFigures } from './uploader';

const works: readonly { readonly name: string; readonly files: FileSet; readonly tenth: FileSet }[] = [
  {
    name: 'one file of 8 GiB',
    files: [{ count: 1, size: 8 * 2 ** 30 }],
    tenth: [{ count: 1, size: Math.round(0.8 * 2 ** 30) }],
  },
  {
    name: '10000 files of 4 KiB',
    files: [{ count: 10_000, size: 4096 }],
    tenth: [{ count: 1000, size: 4096 }],
  },
];

/**
 * How much memory an upload takes, with and without its plan, and that it does not grow with the amount of
 * data.
 */
export function planMemory(site: Site): Batch[] {
  const rise = async (files: FileSet, what: keyof UploadFigures['memory']): Promise<number> =>
    riseOf(site, { files, to: { protocol: 'http' }, parallelFiles: 4 }, what);
  const wholeUploads = works.flatMap(({ name, files, tenth }) =>
    (['upload', 'inAll'] as const).map((what): Batch => [
      {
        name: `memory for ${name}${what === 'inAll' ? ', their plan and model' : ''}`,
        unit: 'MB',
        ours: () => rise(files, what),
        reference: { name: 'a tenth', measure: () => rise(tenth, what) },
        target: { figure: 64, ratio: 1.5 },
      },
    ]),
  );
  return [...wholeUploads, planSmallAtOnce(site), ...planManyAtOnce(site)];
}

/** What it costs to send as many small files at once as an upload ever does. */
function planSmallAtOnce(site: Site): Batch {
  const files: FileSet = [{ count: 2000, size: 64 * 1024 }];
  const rise = (parallelFiles: number): Promise<number> =>
    riseOf(site, { files, to: { protocol: 'http', link: { roundTripMs: 20 } }, parallelFiles }, 'upload');
  return [
    {
      name: 'memory that 256 files of 64 KiB at once take more than 4, 20 ms',
      unit: 'MB',
      ours: async () => (await rise(256)) - (await rise(4)),
      target: { figure: 64 },
    },
  ];
}

/** At full speed, and where every file has to wait for the network. */
const links = [
  { name: 'loopback', to: { protocol: 'http' } },
  { name: '125 MB/s', to: { protocol: 'http', link: { roundTripMs: 20, bytesPerSecond: 125_000_000 } } },
] as const;

/** The first seconds of many large files at once; all of their bytes would take half an hour. */
function planManyAtOnce(site: Site): Batch[] {
  const files: FileSet = [{ count: 64, size: 2 ** 31 }];
  return links.map(({ name, to }): Batch => {
    const job: Job = { files, to, parallelFiles: 64, stopAfterMs: 10_000 };
    return [
      {
        name: `memory for 64 files of 2 GiB at once, first 10 s, ${name}`,
        unit: 'MB',
        ours: () => riseOf(site, job, 'upload'),
        target: { figure: 64 },
      },
    ];
  });
}

/** Rise of the memory during an upload; MB. */
async function riseOf(site: Site, job: Job, what: keyof UploadFigures['memory']): Promise<number> {
  return (await upload(site, job, 'memory')).memory[what] / 2 ** 20;
}
