import type { FileSet } from './fileSet';
import { type HostFigures, type HostPauses, pauseInputs } from './hostFigures';
import { pauseVscode, uploadInVscode } from './inVscode';
import { type Batch, oncePerRound } from './measurement';
import type { Site } from './site';

const works: readonly {
  readonly name: string;
  readonly files: FileSet;
  readonly parallelFiles: number | 'auto';
}[] = [
  { name: '2000 files of 64 KiB', files: [{ count: 2000, size: 64 * 1024 }], parallelFiles: 'auto' },
  { name: '10000 files of 4 KiB', files: [{ count: 10_000, size: 4096 }], parallelFiles: 'auto' },
  { name: 'one file of 2 GiB', files: [{ count: 1, size: 2 ** 31 }], parallelFiles: 'auto' },
  { name: '8 files of 512 MiB, 64 at once', files: [{ count: 8, size: 2 ** 29 }], parallelFiles: 64 },
];

const figures = [
  { title: 'whole launch', unit: 's', of: ({ seconds }: HostFigures) => seconds, target: {} },
  { title: 'event loop delay (p99)', unit: 'ms', of: ({ p99 }: HostFigures) => p99, target: { figure: 20 } },
  { title: 'event loop delay (max)', unit: 'ms', of: ({ max }: HostFigures) => max, target: {} },
  {
    title: 'memory',
    unit: 'MB',
    of: ({ memoryBytes }: HostFigures) => memoryBytes / 2 ** 20,
    target: {},
  },
] as const;

/**
 * Cost of whole launches at full speed, with hashes, journal and progress, for the process in which all extensions of
 * a window run.
 */
export function planExtensionHost(site: Site): Batch[] {
  return works.map(({ name, files, parallelFiles }): Batch => {
    const run = oncePerRound(() => uploadInVscode(site, { files, to: { protocol: 'http' }, parallelFiles }));
    return figures.map(({ title, unit, of, target }) => ({
      ...{ name: `extension host, ${title}: ${name}`, unit, target },
      ours: async (round) => of(await run(round)),
    }));
  });
}

/** The longest time for which an input at the limits of the software blocks all extensions of a window. */
export function planPauses(site: Site): Batch[] {
  const run = oncePerRound(() => pauseVscode(site));
  return [
    (Object.keys(pauseInputs) as (keyof HostPauses)[]).map((input) => ({
      ...{ name: `longest pause: ${pauseInputs[input]}`, unit: 'ms', target: { figure: 100 } },
      ours: async (round) => (await run(round))[input],
    })),
  ];
}
