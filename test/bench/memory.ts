import type { FileSet } from './fileSet';
import type { Batch } from './measurement';
import type { Site } from './site';
import { upload } from './upload';
import type { MemoryFigures } from './uploader';

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
  return works.flatMap(({ name, files, tenth }) =>
    (['upload', 'inAll'] as const).map((what): Batch => [
      {
        name: `memory for ${name}${what === 'inAll' ? ', their plan and model' : ''}`,
        unit: 'MB',
        ours: () => riseOf(site, files, what),
        reference: { name: 'a tenth', measure: () => riseOf(site, tenth, what) },
        target: { figure: 64, ratio: 1.5 },
      },
    ]),
  );
}

/** Rise of the memory during an upload; MB. */
async function riseOf(site: Site, files: FileSet, what: keyof MemoryFigures): Promise<number> {
  const { memory } = await upload(site, { files, to: { protocol: 'http' }, parallelFiles: 4 }, true);
  return memory[what] / 2 ** 20;
}
