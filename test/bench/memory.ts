import type { FileSet } from './fileSet';
import type { Batch } from './measurement';
import type { Site } from './site';
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
  const rise = async (files: FileSet, what: keyof UploadFigures['memory']): Promise<number> => {
    const job = { files, to: { protocol: 'http' }, parallelFiles: 4 } as const;
    return (await upload(site, job, 'memory')).memory[what] / 2 ** 20;
  };
  return works.flatMap(({ name, files, tenth }) =>
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
}
